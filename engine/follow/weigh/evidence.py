"""Which acts were seen happen: the table right before and right after, and the act alone between.

All else is concluded: of two acts that show at one look nobody saw which came first, and after a gap
something else may have gone before. A fault rests on this (`engine.table.events.FaultFound.evidence`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from engine.table.events import (
    SEATS,
    ChowClaimed,
    DealDrawn,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    Won,
)
from engine.table.play_order import seats_of
from engine.table.reading import UNSEEN_S, ZONES, TableReading
from engine.table.state import GameState

Grade = Literal["gap", "followed", "seen"]
"""``seen``: so. ``followed``: several acts show at once, but the looks come without a gap. ``gap``:
anything may have happened between the looks."""
LOOKS_APART_S = 0.75
"""Looks farther apart leave a gap: in a second a quick hand does two things."""
CLAIMED_WITH = 2
"""Tiles of the hand that a claim takes, at the least."""
_LAID = frozenset(f"{zone}:{seat}" for zone in ("river", "melds") for seat in SEATS)
_ARM_OVER = [frozenset(f"{zone}:{seat}" for zone in ("standing", "wall", "river")) for seat in SEATS]
"""What the arm of each seat covers when it reaches into the middle."""


class Witness:
    """One table's looks: since when they come without a gap, and when each zone was last at rest."""

    def __init__(self) -> None:
        self._looked_s = self._unbroken_s = -math.inf
        self.since_s = -math.inf
        """The first look (s) after nobody looked for longer than anything is half done."""
        self._calm_s: dict[str, float] = {}
        self._before_s: dict[str, float] = {}
        self._reached: tuple[float, frozenset[Seat]] = (-math.inf, frozenset())

    def look(self, at_s: float, hidden: frozenset[str]) -> None:
        """Takes in one look, in which the `hidden` zones moved or were covered."""
        if at_s - self._looked_s > LOOKS_APART_S:
            self._unbroken_s = at_s
        if at_s - self._looked_s > UNSEEN_S:
            self.since_s = at_s
        self._looked_s = at_s
        now = dict.fromkeys(ZONES - hidden, at_s)
        self._before_s, self._calm_s = self._calm_s, {**self._calm_s, **now}
        if arms := frozenset(seat for seat in SEATS if _ARM_OVER[seat] <= hidden):
            self._reached = at_s, arms

    def is_whole(self, seconds: float) -> bool:
        """Whether all rivers and sets have been seen since `since_s`, or that is more than `seconds` ago."""
        is_seen = all(self._calm_s.get(zone, -math.inf) >= self.since_s for zone in _LAID)
        return is_seen or self._looked_s - self.since_s > seconds

    def has_reached_in(self, seat: Seat) -> bool:
        """Whether the last arm that was seen over the table lately may have been that of `seat`; True where
        none was seen."""
        at_s, arms = self._reached
        return seat in arms or self._looked_s - at_s > UNSEEN_S

    @property
    def is_unbroken(self) -> bool:
        """Whether looks have come without a gap for as long as a hand may cover what it does."""
        return self._looked_s - self._unbroken_s >= UNSEEN_S

    def grades(self, acts: Sequence[Event], agreed_s: float) -> tuple[Grade, ...]:
        """How each of `acts`, all that the look just taken shows for the first time, was come by.
        `agreed_s`: when the table last looked as it should before them."""
        is_whole = agreed_s >= self._unbroken_s or self.is_unbroken
        found: list[Grade] = ["followed" if is_whole else "gap"] * len(acts)
        is_near = agreed_s >= self._unbroken_s and self._looked_s - agreed_s <= UNSEEN_S
        if is_near and _is_one(acts) and self._was_open(acts[-1]):
            found[-1] = "seen"
        return tuple(found)

    def _was_open(self, act: Event) -> bool:
        """Whether what the act changed, and what it rests on, was not hidden for long before it showed."""
        zones = [*_zones(act), *_owing(act)]
        known = [self._before_s[zone] for zone in zones if zone in self._before_s]
        if isinstance(act, TileDrawn) and not self._shows(_owing(act)):
            return False  # a kong or a flower may lie there for which he draws
        return all(self._looked_s - calm_s <= UNSEEN_S for calm_s in known)

    def _shows(self, zones: Sequence[str]) -> bool:
        """Whether none of `zones` moves or is covered in the newest look."""
        return all(self._calm_s.get(zone) == self._looked_s for zone in zones)


def has_come_to_light(acts: Sequence[tuple[Event, Grade]]) -> bool:
    """Whether the player of the last of `acts` has laid a kong or a flower in the same turn that nobody saw
    him lay: whether he has drawn for it is not known then (S004-77)."""
    *before, (last, _) = acts
    seat = getattr(last, "seat", None)
    for event, how in reversed(before):
        if seat is None or getattr(event, "seat", None) != seat or isinstance(event, TileDiscarded):
            break
        if isinstance(event, KongDeclared | FlowerDeclared) and how != "seen":
            return True
    return False


def may_be_claimed(state: GameState, seen: TableReading, hidden: frozenset[str]) -> bool:
    """Whether somebody other than the last to discard lays tiles open that `state` does not know, has as many
    fewer standing, or a hand is over his sets: a discard that is gone may be there. `hidden`: the zones that
    moved or were covered."""
    return any(
        bool(seen.seats[seat].revealed)
        or len(seen.seats[seat].melds) > len(state.seats[seat].melds)
        or _has_laid_out(state, seat, seen)
        or f"melds:{seat}" in hidden
        for seat in seats_of(state.rules)
        if seat != state.last_discard
    )


def _has_laid_out(state: GameState, seat: Seat, seen: TableReading) -> bool:
    """Whether as many tiles are gone from a row as a claim takes, wherever they lie."""
    counted = seen.seats[seat].standing
    return counted is not None and counted <= len(state.seats[seat].standing) - CLAIMED_WITH


def _is_one(acts: Sequence[Event]) -> bool:
    """Whether there is one act; the draw and the declaration that a discard brings along are part of it."""
    if not acts:
        return False
    *before, last = acts
    seat = getattr(last, "seat", None)
    if before and isinstance(last, TileDrawn):
        return False
    return all(isinstance(each, TileDrawn | DeclaredReady) and each.seat == seat for each in before)


def _owing(act: Event) -> tuple[str, ...]:
    """The zones that show whether who draws or discards owes, or is owed, a tile for a kong or a flower."""
    if not isinstance(act, TileDrawn | TileDiscarded):
        return ()
    return (f"melds:{act.seat}", f"flowers:{act.seat}")


def _zones(act: Event) -> tuple[str, ...]:
    """The zones of a reading that the act changes and that show it well."""
    match act:
        case TileDiscarded(seat):
            return (f"river:{seat}",)
        case ChowClaimed(seat, giver) | PungClaimed(seat, giver) | KongClaimed(seat, giver):
            return (f"melds:{seat}", f"river:{giver}")
        case KongDeclared(seat):
            return (f"melds:{seat}",)
        case FlowerDeclared(seat):
            return (f"flowers:{seat}",)
        case Won(seat):
            return (f"standing:{seat}",)
        case DiceRolled():
            return ("dice",)
        case WallBroken() | TileDrawn() | DoraRevealed() | DealDrawn():
            return tuple(f"wall:{side}" for side in SEATS)
    return ()
