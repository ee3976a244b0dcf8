"""Which acts were seen happen: the table right before and right after, and the act alone between.

All else is concluded: of two acts that show at one look nobody saw which came first, and after a gap
something else may have gone before. A fault rests on this (`engine.events.FaultFound.evidence`).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import (
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
    TileDiscarded,
    TileDrawn,
    WallBroken,
    Won,
)

LOOKS_APART_S = 0.75
"""The look before an act may be no older: in a second a quick hand does two things."""
UNSEEN_S = 2.5
"""Nor may what the act changed have been under a hand for longer."""


class Eyewitness:
    """Follows one table's looks: when each zone was last seen at rest."""

    def __init__(self) -> None:
        self._looked_s: float | None = None
        self._calm_s: dict[str, float] = {}
        self._before_s: dict[str, float] = {}
        self._is_near = False

    def look(self, at_s: float, hidden: frozenset[str], zones: frozenset[str]) -> None:
        """Takes in one look of `zones` in all, of which the `hidden` ones moved or were covered."""
        self._is_near = self._looked_s is not None and at_s - self._looked_s <= LOOKS_APART_S
        self._looked_s = at_s
        first = dict.fromkeys(zones - hidden, at_s)
        self._before_s, self._calm_s = self._calm_s, {**self._calm_s, **first}

    def saw(self, acts: Sequence[Event]) -> bool:
        """Whether `acts`, which show for the first time in the look just taken, are one act that was seen."""
        if not self._is_near or self._looked_s is None or not _is_one(acts):
            return False
        looked_s = self._looked_s
        known = [self._before_s[zone] for zone in _zones(acts[-1]) if zone in self._before_s]
        return all(looked_s - calm_s <= UNSEEN_S for calm_s in known)


def _is_one(acts: Sequence[Event]) -> bool:
    """Whether this is one act; the draw and the declaration that a discard brings along are part of it."""
    *before, last = acts
    seat = getattr(last, "seat", None)
    return all(isinstance(each, TileDrawn | DeclaredReady) and each.seat == seat for each in before)


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
