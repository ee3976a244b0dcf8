"""Ten seconds for a move (S004-87): whose move runs since when, and whether it takes too long. No clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    Event,
    FaultFound,
    KongClaimed,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.fault import fault
from engine.table.state import GameState


@dataclass(frozen=True, slots=True)
class MoveClock:
    """`seat`'s move runs since `since_s` (table time); `is_told` once it was said to be too slow."""

    seat: Seat | None = None
    since_s: float = 0.0
    is_told: bool = False

    def follow(self, events: Sequence[Event], state: GameState, at_s: float) -> MoveClock:
        """The clock after a new entry that led to `state`.

        A move begins when the time to claim the discard before it is over, or with the claim or the draw."""
        clock = self
        for event in events:
            match event:
                case TileDiscarded():
                    clock = MoveClock(state.turn, at_s + (state.rules.claim_seconds or 0.0))
                case ChowClaimed(seat) | PungClaimed(seat) | KongClaimed(seat):
                    clock = MoveClock(seat, at_s)
                case TileDrawn(seat) if seat != clock.seat:
                    clock = MoveClock(seat, at_s)
                case Won() | DealDrawn():
                    clock = MoveClock()
        return clock if state.phase == "playing" else MoveClock()

    def overdue(self, state: GameState, now_s: float) -> tuple[MoveClock, FaultFound | None]:
        """The fault of a move that takes too long, told once."""
        limit = state.rules.move_seconds
        if self.seat is None or self.is_told or limit is None or now_s - self.since_s <= limit:
            return self, None
        return replace(self, is_told=True), fault(state, "move_too_slow", self.seat).event()

    def due_s(self, state: GameState) -> float | None:
        """When `overdue` will have something to tell."""
        limit = state.rules.move_seconds
        return None if self.seat is None or self.is_told or limit is None else self.since_s + limit
