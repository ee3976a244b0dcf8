"""How badly an expected reading agrees with a seen one, zone by zone, in nats (0 = perfectly).

Every number below is a price: how surprising it would be to see this although the state were right. A wrong
face is cheaper than a tile too many or too few, so that a misread face never moves a tile. Walls and
standing rows are weak evidence: a stack's height and tiles on edge are hard to count from above.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Literal

from engine.infer_fit_rows import (
    EXTRA,
    MISSING,
    TURNED,
    face_cost,
    probability,
    sequence_cost,
    sighting_cost,
    unordered_cost,
)
from engine.infer_overlooked import overlooked, price_with
from engine.infer_turned_up import turned_up
from engine.ruleset import Ruleset
from engine.table.events import SEATS
from engine.table.expected import expected
from engine.table.play_order import seats_of
from engine.table.reading import SeatReading, SeenDie, SeenMeld, Sighting, TableReading, WallSide
from engine.table.state import GameState, StackPlace
from engine.table.wall import break_place, place_after

__all__ = [
    "EXTRA",
    "MISSING",
    "STANDING",
    "TURNED",
    "Baseline",
    "Fit",
    "face_cost",
    "probability",
    "sequence_cost",
    "sighting_cost",
    "unordered_cost",
]

FACE_DOWN = 2.5
TURNED_UP = 0.3
STACK_GONE, STACK_LOWER, WALL_COUNT, WORST_SIDE = 1.5, 1.0, 0.5, 12.0
STANDING, WORST_STANDING = 1.5, 4.5
OPEN_HAND, CLAIMED_NOT_ADDED = 14.0, 0.5
DICE_APPEARED, DIE_MISSING, DIE_WRONG, DIE_UNREAD = 6.0, 0.5, 4.0, 0.7
BREAK_UNTOLD, STACKS_GONE = 5.0, 4
DICE_MOVED, DIE_MOVED_MM = 6.0, 10.0
STICK = 4.0


@dataclass(frozen=True, slots=True)
class Baseline:
    """When the state was last found right: what was expected then, what was seen, and how often the dice had
    been thrown. What the camera got wrong then about walls and standing rows is not believed now. `rest`: the
    price (nats) that was left all the same, of faces that read badly say."""

    told: TableReading
    seen: TableReading
    throws: int = 0
    rest: float = 0.0


class Fit:
    """Compares many expected readings with one seen reading, remembering each zone's price."""

    def __init__(self, seen: TableReading, baseline: Baseline | None = None) -> None:
        """Prepares the comparison with `seen`."""
        # From overlooked stacks here and there nobody concludes that the deal has begun.
        clockwise = [height for side in (0, 3, 2, 1) for height in seen.walls[side].heights]
        self._has_hole = longest_hole(clockwise) >= STACKS_GONE
        self.seen = seen
        self._known: dict[object, float] = {}
        self._baseline = baseline

    def cost(self, told: TableReading, state: GameState) -> float:
        """The price of the whole table when `told` is expected of `state`."""
        return sum(self.by_zone(told, state).values())

    def by_zone(self, told: TableReading, state: GameState) -> dict[str, float]:
        """The price of every visible zone; unseen zones say nothing and are left out."""
        zones: dict[str, float] = {}
        for seat in SEATS:
            zones |= self._seat_zones(seat, told)
        if self.seen.is_visible("dice"):
            zones["dice"] = dice_cost(told.dice, self.seen.dice) + self._moved_dice(len(state.dice))
        indicators = (told.dora_indicators, self.seen.dora_indicators)
        zones["dora"] = self._priced(("dora", indicators[0]), lambda: unordered_cost(*indicators))
        zones["break"] = BREAK_UNTOLD * (state.wall.break_after is None and self._is_broken(state))
        return zones

    def _seat_zones(self, seat: int, told: TableReading) -> dict[str, float]:
        ours, seen = told.seats[seat], self.seen.seats[seat]
        priced: dict[str, tuple[object, Callable[[], float]]] = {
            "river": (ours.river, lambda: self._row("river", seat, ours.river)),
            "melds": (ours.melds, lambda: melds_cost(ours.melds, seen.melds)),
            "flowers": (ours.flowers, lambda: self._row("flowers", seat, ours.flowers)),
            "standing": ((ours.standing, ours.revealed), lambda: self._standing(seat, ours, seen)),
            "wall": (told.walls[seat], lambda: self._wall(seat, told.walls[seat])),
        }
        zones = {
            f"{zone}:{seat}": self._priced((zone, seat, key), price)
            for zone, (key, price) in priced.items()
            if self.seen.is_visible(f"{zone}:{seat}")
        }
        zones[f"sticks:{seat}"] = STICK * (seen.sticks > ours.sticks)
        return zones

    def _priced(self, key: object, price: Callable[[], float]) -> float:
        if key not in self._known:
            self._known[key] = price()
        return self._known[key]

    def _row(self, zone: Literal["river", "flowers"], seat: int, told: tuple[Sighting, ...]) -> float:
        """A row of face-up tiles; what was overlooked when the state was known may be so still."""
        seen: tuple[Sighting, ...] = getattr(self.seen.seats[seat], zone)
        missing: tuple[int, ...] = ()
        if self._baseline is not None and self._baseline.seen.is_visible(f"{zone}:{seat}"):
            before = self._baseline.told.seats[seat], self._baseline.seen.seats[seat]
            missing = overlooked(zone, getattr(before[0], zone), getattr(before[1], zone))
        return price_with(zone, told, seen, missing)

    def _standing(self, seat: int, told: SeatReading, seen: SeatReading) -> float:
        if told.revealed is not None or seen.revealed is not None:
            return revealed_cost(told.revealed, seen.revealed)
        if told.standing is None or seen.standing is None:
            return 0.0
        return min(STANDING * abs(told.standing + self._bias(seat) - seen.standing), WORST_STANDING)

    def _is_broken(self, state: GameState) -> bool:
        """Whether stacks are gone, or an opening stands where the dice say; others are carelessness."""
        totals = tuple(sum(pips) for _, pips in state.dice)
        named = (break_place(state.rules, dealer, totals) for dealer in seats_of(state.rules))
        return self._has_hole or any(place and self._is_open_after(state.rules, place) for place in named)

    def _is_open_after(self, rules: Ruleset, place: StackPlace) -> bool:
        """Whether the wall stands open after this stack, or the next two are gone."""
        if self.seen.walls[place.side].gap_after == place.stack:
            return True
        if not self.seen.walls[place.side].heights:
            return False
        following = [place_after(rules, place.side, place.stack + step) for step in (1, 2)]
        sides = [(self.seen.walls[each.side].heights, each.stack) for each in following]
        return all(len(side) >= stack and side[stack - 1] == 0 for side, stack in sides)

    def _moved_dice(self, throws: int) -> float:
        """Dice that lie elsewhere now were thrown again, though they show the same."""
        if self._baseline is None or throws != self._baseline.throws:
            return 0.0
        pairs = zip(self._baseline.seen.dice, self.seen.dice, strict=False)
        spots = [(a.centre_mm, b.centre_mm) for a, b in pairs]
        far = [math.dist(a, b) > DIE_MOVED_MM for a, b in spots if a and b]
        return DICE_MOVED if far and all(far) else 0.0

    def _bias(self, seat: int) -> int:
        """By how many the camera miscounted this row when the state was known."""
        if self._baseline is None:
            return 0
        told = self._baseline.told.seats[seat].standing
        seen = self._baseline.seen.seats[seat].standing
        if told is None or seen is None or not self._baseline.seen.is_visible(f"standing:{seat}"):
            return 0
        return seen - told

    def _wall(self, seat: int, told: WallSide) -> float:
        doubted: frozenset[int] = frozenset()
        if self._baseline is not None:
            before = (self._baseline.told.walls[seat].heights, self._baseline.seen.walls[seat].heights)
            pairs = enumerate(zip(*before, strict=False))
            doubted = frozenset(place for place, (ours, seen) in pairs if seen not in (ours, None))
        return wall_cost(told, self.seen.walls[seat], doubted)


def baseline_of(state: GameState, seen: TableReading) -> Baseline:
    """`seen` as what the camera makes of `state`, which is right."""
    bare = Baseline(expected(state), seen, len(state.dice))
    return replace(bare, rest=Fit(seen, bare).cost(bare.told, state))


def better_counted(baseline: Baseline, state: GameState, seen: TableReading) -> Baseline:
    """`baseline`, or `seen` in its place where that counts the standing rows of the same `state` better: then
    they were never hard to count, and what is missing from them later is truly gone."""
    told = expected(state)
    if seen.hidden or _miscounted(told, seen) >= _miscounted(baseline.told, baseline.seen):
        return baseline
    return baseline_of(state, seen)


def _miscounted(told: TableReading, seen: TableReading) -> int:
    """By how many tiles the standing rows were miscounted."""
    pairs = zip(told.seats, seen.seats, strict=True)
    return sum(abs((one.standing or 0) - (other.standing or 0)) for one, other in pairs)


def longest_hole(clockwise: Sequence[int | None]) -> int:
    """The longest run of bare places in the whole wall, 0 where nothing stands at all."""
    longest = run = 0
    for height in (*clockwise, *clockwise):
        run = run + 1 if height == 0 else 0
        longest = max(longest, run)
    return longest if longest < len(clockwise) else 0


def melds_cost(told: Sequence[SeenMeld], seen: Sequence[SeenMeld]) -> float:
    """The price of the sets laid out by one seat, in the cheapest pairing."""
    few, many, few_told = (told, seen, True) if len(told) <= len(seen) else (seen, told, False)
    best = math.inf
    for chosen in permutations(range(len(many)), len(few)):
        price = sum(
            meld_cost(few[place], many[other]) if few_told else meld_cost(many[other], few[place])
            for place, other in enumerate(chosen)
        )
        rest = [meld for place, meld in enumerate(many) if place not in chosen]
        price += sum(len(meld.tiles) for meld in rest) * (EXTRA if few_told else MISSING)
        best = min(best, price)
    return best


def meld_cost(told: SeenMeld, seen: SeenMeld) -> float:
    """The price of one set; a concealed kong turned up is that kong."""
    if turned_up(told, seen) is not None:
        return TURNED_UP
    more = len(seen.tiles) - len(told.tiles)
    if more:
        return 3.0 + (EXTRA * more if more > 0 else -MISSING * more)
    price = 0.0
    for place, (ours, theirs) in enumerate(zip(told.tiles, seen.tiles, strict=True)):
        down = (place in told.face_down, place in seen.face_down)
        if down[0] != down[1]:
            price += FACE_DOWN
        elif not down[0]:
            price += face_cost(ours.tile, theirs)
        price += TURNED * (ours.turned != theirs.turned)
    return price


def revealed_cost(told: Sequence[Sighting] | None, seen: Sequence[Sighting] | None) -> float:
    """The price of a hand laid open, or not."""
    if told is None or seen is None:
        return OPEN_HAND
    if len(told) == len(seen) + 1 and told[-1].turned:
        # The claimed tile is added last (S004-70).
        return min(CLAIMED_NOT_ADDED + unordered_cost(told[:-1], seen) / 2, OPEN_HAND - 1)
    return min(unordered_cost(told, seen) / 2, OPEN_HAND - 1)


def dice_cost(told: Sequence[SeenDie], seen: Sequence[SeenDie]) -> float:
    """The price of the dice: their pips in any order. Dice that are gone say little."""
    if not seen or not told:
        return DICE_APPEARED if seen else DIE_MISSING * len(told)
    left = [die.pips for die in seen if die.pips is not None]
    unread = len(seen) - len(left)
    price = DIE_WRONG / 2 * abs(len(told) - len(seen)) + DIE_UNREAD * unread
    wrong = 0
    for die in told:
        if die.pips in left:
            left.remove(die.pips)
        else:
            wrong += 1
    return price + DIE_WRONG * max(0, min(wrong - unread, len(left)))


def wall_cost(told: WallSide, seen: WallSide, doubted: frozenset[int] = frozenset()) -> float:
    """The price of one side of the wall: stack by stack, and the number of tiles over the readable stacks."""
    price, surplus = 0.0, 0
    if not seen.heights:
        return 0.0
    for place, theirs in enumerate(seen.heights):
        ours = told.heights[place] if place < len(told.heights) else 0
        if ours is None or theirs is None or ours == theirs:
            continue
        share = 0.3 if place in doubted else 1.0
        price += share * (STACK_GONE if 0 in (ours, theirs) else STACK_LOWER)
        surplus += theirs - ours if place not in doubted else 0
    return min(price + WALL_COUNT * abs(surplus), WORST_SIDE)
