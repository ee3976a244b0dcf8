"""One history of the table: what happened lately, the state it leads to, and what it costs to believe it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.follow.propose.opening import tiles_found
from engine.follow.weigh.differences import Zones
from engine.follow.weigh.evidence import Grade, Witness, has_come_to_light
from engine.follow.weigh.payments import Key, LookPart, Payment
from engine.follow.weigh.rates import Limits, Rates
from engine.follow.weigh.thrown import Dice, dice_after
from engine.table.events import Event, TileDiscarded, WallBuilt
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import Tile

DEALT_S = 8.0
"""No hands are dealt within so long of the building of the wall."""
_NOTHING: Mapping[Key, Payment] = {}
WALLS = tuple(f"wall:{side}" for side in range(4))
UNLIKE = frozenset({"extra", "missing", "set", "size"})
"""What the keys of errors say when more or fewer tiles lie there than are expected."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happened, the look (s) at which it was first thought of, and how it was come by."""

    event: Event
    since_s: float
    how: Grade = "gap"
    read: tuple[tuple[Tile, float], ...] = ()
    """What the tile of a discard may be, as it was first read: faces and how likely each is."""
    follows: tuple[Event, ...] = ()
    """What the journal tells beside it, faults and payments."""


@dataclass(frozen=True, slots=True)
class History:
    """`nats`: how surprising all of it is, acts and looks together. `paid`: the camera's errors that this
    history has to believe in, which cost little as long as they stay the same. `open`: what the newest look
    holds against it that has not been paid yet."""

    begun: GameState
    """The table before the first of `acts`."""
    state: GameState
    predicted: TableReading
    acts: tuple[Act, ...] = ()
    nats: float = 0.0
    paid: Mapping[str, Mapping[Key, Payment]] = field(default_factory=dict)
    dice: Dice = field(default_factory=Dice)
    open: float = 0.0
    agreed_s: float = -math.inf
    """When (s) a look last agreed with it."""
    undone_s: float = -math.inf
    """At which look (s) an act was first thought never to have been, or to have been taken back."""
    old: int = 0
    """So many of the first acts are old and stay as they are, though they are not final: who is East, or who
    deals, is open. `aged`: the table after them."""
    aged: GameState | None = None

    @property
    def base(self) -> GameState:
        """The table after the `old` acts."""
        return self.begun if self.aged is None else self.aged


def looked(history: History, zones: Zones, seen: TableReading, look: LookPart, rates: Rates) -> History:
    """The history after one more look. `zones`: how it differs from what the history expects."""
    nats, left, fresh, places = history.nats, 0.0, 0.0, 0
    paid = dict(history.paid)
    for zone, found in zones.items():
        before = paid.get(zone, _NOTHING)
        if not found and not any(was.is_there for was in before.values()):
            continue
        account = look.accounts.of(before, found, zone, look, rates)
        paid[zone] = account.payments
        nats, fresh, left = nats + account.nats, fresh + account.fresh, left + account.open
        places += account.fresh > 0
    moved, dice = dice_after(history.dice, history.state, seen, rates, bool(zones.get("dice")))
    # What somebody is doing just now shows in several places at once; what came while nobody looked is not
    # half done.
    nats += moved + min(fresh, rates.first * (places if history.agreed_s < look.since_s else 1))
    left += moved
    has_agreed = left <= rates.agrees and (look.is_whole or history.agreed_s >= look.since_s)
    agreed_s = look.at_s if has_agreed else history.agreed_s
    return replace(history, nats=nats, paid=paid, dice=dice, open=left, agreed_s=agreed_s)


def begun_at(history: History, begun: GameState, acts: tuple[Act, ...]) -> History:
    """The history with other `acts` since the table `begun`; its state must follow from them."""
    return replace(history, begun=begun, acts=acts, old=0, aged=None)


def has_row_far_off(history: History) -> bool:
    """Whether a row of standing tiles is two or more off what the history says, for however long: something
    else happened there."""
    return any(
        was.is_there and key[0] == "counted" and abs(int(str(key[1]))) > 1
        for zone, payments in history.paid.items()
        if zone.startswith("standing")
        for key, was in payments.items()
    )


def stacks_misread(history: History) -> frozenset[object]:
    """The stacks whose error it has paid for in full, now or before. They last: of two histories that lead to
    the same table, the one that has paid less so far may have to pay for them yet."""
    return frozenset(
        (zone, key) for zone in WALLS for key, was in history.paid.get(zone, _NOTHING).items() if was.is_whole
    )


def is_unclear(history: History, seen: TableReading) -> bool:
    """Whether more or fewer tiles are found than the set has, or lie open than the history knows of, for
    however long: one is overlooked, or is none, and who moved when is not sure."""
    rules = history.state.rules
    is_counted = all(seat.standing is not None for seat in seen.seats[: rules.seats])
    unknown = sum(height is None for side in seen.walls for height in side.heights)
    return (
        not is_counted
        or not 0 <= rules.tiles - tiles_found(rules, seen) <= 2 * unknown
        or any(
            was.is_there and not UNLIKE.isdisjoint(key)
            for zone, payments in history.paid.items()
            if zone.startswith(("river", "melds", "flowers"))
            for key, was in payments.items()
        )
    )


def was_taken_up(acts: Sequence[Act], before: bool) -> bool:
    """Whether tiles of the deal in play lay open when somebody first looked: nobody saw its first discard,
    and hands cannot be dealt so soon after its wall stood. How the table looks does not tell who is East
    then, nor surely whose turn it is. `before`: what holds where the wall does not stand among `acts`."""
    built_s = -math.inf
    for act in acts:
        if isinstance(act.event, WallBuilt):
            built_s, before = act.since_s, False
        elif isinstance(act.event, TileDiscarded) and built_s > -math.inf:
            before, built_s = act.how == "gap" and act.since_s - built_s < DEALT_S, -math.inf
    return before


def otherwise_s(history: History, zone: str) -> float:
    """Since when (s) a zone shows otherwise than the history says; infinite where it does not."""
    found = (was.since_s for was in history.paid.get(zone, {}).values() if was.is_there)
    return min(found, default=math.inf)


def nearest(found: Sequence[History], limits: Limits, is_east_open: bool = False) -> list[History]:
    """The best of the histories found, the likeliest first, by how much (nats) each is worse than that;
    `is_east_open`: the best of each who may be East."""
    kept = sorted(found, key=lambda each: each.nats)
    near: list[History] = []
    for seat in dict.fromkeys(each.begun.dealer for each in kept) if is_east_open else (None,):
        own = [each for each in kept if seat is None or each.begun.dealer == seat]
        near += [each for each in own if each.nats < own[0].nats + limits.worth][: limits.histories]
    best = kept[0].nats
    return sorted((replace(each, nats=each.nats - best) for each in near), key=lambda each: each.nats)


def graded(
    history: History, acts: Sequence[Act], witness: Witness, at_s: float, is_taken_up: bool
) -> list[Act]:
    """`acts` after `history`, those first thought of at `at_s` with how they were come by. `is_taken_up`:
    nobody saw how the table came about."""
    found = list(acts)
    fresh = [number for number, act in enumerate(found) if act.since_s == at_s]
    agreed_s = -math.inf if has_row_far_off(history) else history.agreed_s
    grades = witness.grades([found[number].event for number in fresh], agreed_s)
    for number, how in zip(fresh, grades, strict=True):
        # Nobody saw how a table came about that was never as it was told, nor who comes first there.
        is_late = is_taken_up or has_come_to_light([(each.event, each.how) for each in found[: number + 1]])
        known: Grade = "followed" if is_late and how == "seen" else how
        found[number] = replace(found[number], how="gap" if history.agreed_s == -math.inf else known)
    return found
