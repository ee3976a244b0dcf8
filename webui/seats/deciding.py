"""What is decided of a claimed tile, in the journal's words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.table.events import (
    Call,
    ChowClaimed,
    ClaimAwarded,
    ClaimRefused,
    DealDrawn,
    Event,
    KongClaimed,
    PungClaimed,
    Won,
)

Done = ChowClaimed | PungClaimed | KongClaimed | Won
"""The acts that take a tile."""


def with_abort(decided: Sequence[Event]) -> tuple[Event, ...]:
    """What was decided; where three wins break the deal off, the draw that this is (G-06)."""
    reasons = {each.reason for each in decided if isinstance(each, ClaimRefused)}
    is_abort = "triple_win" in reasons and not any(isinstance(each, ClaimAwarded) for each in decided)
    return (*decided, DealDrawn("triple_win")) if is_abort else tuple(decided)


def call_of(event: Done) -> Call:
    """The call by which such a tile is taken."""
    match event:
        case ChowClaimed():
            return "chow"
        case PungClaimed():
            return "pung"
        case KongClaimed():
            return "kong"
        case Won():
            return "win"
