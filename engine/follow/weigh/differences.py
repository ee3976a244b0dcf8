"""What is seen otherwise than expected, zone by zone, each difference by its name.

The same difference has the same key from look to look, so that an error that lasts is known again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.follow.propose.opening import opened_gap
from engine.follow.weigh.difference import Difference
from engine.follow.weigh.difference_rows import flowers, in_any_order, in_order, unlike_unread
from engine.follow.weigh.difference_sets import sets
from engine.follow.weigh.rates import Rates
from engine.table.events import Seat
from engine.table.reading import SeenDie, Sighting, TableReading, WallSide
from engine.table.state import GameState, StackPlace
from engine.table.wall import break_place, place_after

Zones = dict[str, tuple[Difference, ...]]
REMEMBERED = 20_000
"""Comparisons kept: a zone that has not changed is not compared again."""


class Comparer:
    """Compares expected readings with seen ones."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._known: dict[object, tuple[Difference, ...]] = {}

    def differences(self, predicted: TableReading, state: GameState, seen: TableReading) -> Zones:
        """The differences in every zone that was seen; `predicted` is the reading expected of `state`."""
        if len(self._known) > REMEMBERED:
            self._known.clear()
        zones: Zones = {}
        for seat, (ours, theirs) in enumerate(zip(predicted.seats, seen.seats, strict=True)):
            rows: dict[str, tuple[_Compare, tuple[object, ...]]] = {
                "river": (in_order, (_with_won(state, seat, ours.river, theirs.river), theirs.river)),
                "melds": (sets, (ours.melds, theirs.melds)),
                "flowers": (flowers, (ours.flowers, theirs.flowers)),
                "standing": (_standing, (ours.standing, ours.revealed, theirs.standing, theirs.revealed)),
            }
            for zone, (compare, parts) in rows.items():
                if seen.is_visible(name := f"{zone}:{seat}"):
                    zones[name] = self._compared(name, compare, parts)
            has_stick = theirs.sticks > ours.sticks
            zones[f"sticks:{seat}"] = (Difference(("stick",), self._rates.die, "die"),) * has_stick
        for side, walls in enumerate(zip(predicted.walls, seen.walls, strict=True)):
            if seen.is_visible(name := f"wall:{side}"):
                zones[name] = self._compared(name, _wall, walls)
        if seen.is_visible("dice"):
            zones["dice"] = tuple(_dice(self._rates, predicted.dice, seen.dice))
        zones["dora"] = self._compared(
            "dora", in_any_order, (predicted.dora_indicators, seen.dora_indicators)
        )
        zones["break"] = tuple(_break(self._rates, state, seen))
        for side, gap in _gap(self._rates, state, seen):
            zones[f"wall:{side}"] = (*zones[f"wall:{side}"], gap)
        return zones

    def _compared(self, zone: str, compare: _Compare, parts: tuple[object, ...]) -> tuple[Difference, ...]:
        key = (zone, parts)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(compare(self._rates, *parts))
        return found


_Compare = Callable[..., Iterator[Difference]]


def _with_won(
    state: GameState, seat: Seat, predicted: tuple[Sighting, ...], seen: tuple[Sighting, ...]
) -> tuple[Sighting, ...]:
    """A river as it may lie: who wins on a discard takes it up or leaves it there."""
    if seat != state.last_discard or not state.winners or len(seen) != len(predicted) + 1:
        return predicted
    last = state.seats[seat].river[-1]
    return (*predicted, Sighting(last.tile, 1.0, ((last.tile, 1.0),) if last.tile else (), last.turned))


def _standing(
    rates: Rates,
    held: int | None,
    shown: tuple[Sighting, ...] | None,
    counted: int | None,
    open_hand: tuple[Sighting, ...] | None,
) -> Iterator[Difference]:
    """A row of standing tiles, or the hand laid open in its place."""
    if (shown is None) != (open_hand is None):
        # While it is laid, each tile more is something new.
        lying = shown if open_hand is None else open_hand
        yield Difference(("open", len(lying or ())), rates.open_hand, "open_hand")
    elif shown is not None and open_hand is not None:
        cost = _unlike_hand(rates, shown, open_hand)
        if len(shown) == len(open_hand) + 1 and shown[-1].turned:  # S004-70: the last tile is added last
            cost = min(cost, rates.usual + _unlike_hand(rates, shown[:-1], open_hand))
        if cost:
            # Faces are averaged over looks; how many tiles lie is not.
            yield Difference(
                ("shown", len(open_hand)), min(cost, rates.open_hand - 1), "face", is_averaged=True
            )
    elif held is not None and counted is not None and held != counted:
        off = counted - held
        yield Difference(("counted", off), rates.standing * min(2, abs(off)), "standing")


def _unlike_hand(rates: Rates, shown: tuple[Sighting, ...], open_hand: tuple[Sighting, ...]) -> float:
    """How surprising (nats) it is to see `open_hand` where the hand `shown` lies."""
    lost = rates.missing - rates.misread  # an unknown tile of a win has cost `misread` when it was told
    return sum(each.nats for each in in_any_order(rates, shown, open_hand, unlike_unread, lost))


def _dice(rates: Rates, predicted: tuple[SeenDie, ...], seen: tuple[SeenDie, ...]) -> Iterator[Difference]:
    """The dice, in any order; they may still be rolling. Dice that are gone say nothing."""
    left = [die.pips for die in predicted]
    for die in seen:
        if die.pips in left:
            left.remove(die.pips)
    read = sum(die.pips is not None for die in seen) - (len(predicted) - len(left))
    wrong = min(len(left), read) + max(0, len(seen) - len(predicted))
    if wrong > 0:
        key = tuple(sorted(str(die.pips) for die in seen))
        yield Difference(key, rates.die * wrong, "die", first=rates.rolling)


def _wall(rates: Rates, predicted: WallSide, seen: WallSide) -> Iterator[Difference]:
    """One side of the wall, stack by stack."""
    for place, theirs in enumerate(seen.heights):
        ours = predicted.heights[place] if place < len(predicted.heights) else 0
        if ours is not None and theirs is not None and ours != theirs:
            if 0 in (ours, theirs):
                rate, nats = "stack_gone", rates.stack_gone
            elif theirs > ours:
                rate, nats = "stack_higher", rates.stack_higher
            else:
                rate, nats = "stack_lower", rates.stack_lower
            yield Difference((place, theirs), nats, rate)


def _break(rates: Rates, state: GameState, seen: TableReading) -> Iterator[Difference]:
    """A break where none is believed."""
    if state.wall.break_after is None and _is_broken(state, seen):
        # It shows beside what hands do to the wall just then, and is paid for by itself.
        yield Difference(("hole",), rates.stack_gone, "stack_gone", first=rates.first)


def _gap(rates: Rates, state: GameState, seen: TableReading) -> Iterator[tuple[Seat, Difference]]:
    """Without dice: the side that stands open elsewhere than is believed, or no more. A gap tells a break
    once it has lasted without a hand over it."""
    if state.rules.dice == "none" and _is_whole(state):
        place, gap = state.wall.break_after, opened_gap(state, seen)
        if gap != place and (side := gap or place) and seen.is_visible(f"wall:{side.side}"):
            yield side.side, Difference(("gap",), rates.stack_gone, "stack_gone", first=rates.rolling)


def _is_whole(state: GameState) -> bool:
    """Whether walls stand of which nobody has taken a stack."""
    return bool(state.wall.heights) and all(height == 2 for side in state.wall.heights for height in side)


def _is_broken(state: GameState, seen: TableReading) -> bool:
    """Whether stacks are gone, or an opening stands where the dice say; others are carelessness."""
    clockwise = [height for side in (0, 3, 2, 1) for height in seen.walls[side].heights]
    totals = tuple(sum(pips) for _, pips in state.dice)
    named = (break_place(state.rules, dealer, totals) for dealer in range(len(state.seats)))
    return longest_hole(clockwise) >= 4 or any(
        place and _is_open_after(state, place, seen) for place in named
    )


def _is_open_after(state: GameState, place: StackPlace, seen: TableReading) -> bool:
    """Whether the wall stands open after this stack, or the next two are gone."""
    side = seen.walls[place.side]
    if not side.heights or side.gap_after == place.stack:
        return bool(side.heights)
    after = [place_after(state.rules, place.side, place.stack + step) for step in (1, 2)]
    heights = [(seen.walls[each.side].heights, each.stack) for each in after]
    return all(len(row) >= stack and row[stack - 1] == 0 for row, stack in heights)


def longest_hole(clockwise: Sequence[int | None]) -> int:
    """The longest run of bare places in the whole wall, 0 where nothing stands at all."""
    longest = run = 0
    for height in (*clockwise, *clockwise):
        run = run + 1 if height == 0 else 0
        longest = max(longest, run)
    return longest if longest < len(clockwise) else 0
