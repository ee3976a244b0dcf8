"""What the looks between two discards show of who acts: hands, arms, flowers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.follow.weigh.rates import Rates
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.reading import TableReading, Zones
from engine.table.state import GameState

ENOUGH = 3.0
"""Looks apart from each other; more of them tell no more of a hand."""


@dataclass(slots=True)
class TurnShown:
    """The looks since the last discard."""

    free: set[Seat] = field(default_factory=set)
    """Over whose hand no arm was in some look; the arm of who has just discarded is still there."""
    idle: set[Seat] = field(default_factory=set)
    """Whose hand was seen with no tile more; one that never is is counted wrongly."""
    full: dict[Seat, float] = field(default_factory=dict)
    """In how many looks on end, the newest among them, a hand has held a tile more."""
    longest: dict[Seat, float] = field(default_factory=dict)
    """In how many looks on end it did so at most."""
    gone: dict[Seat, float] = field(default_factory=dict)
    """In how many looks on end a hand that held a tile more holds it no more, though no arm came over it."""
    reached: set[Seat] = field(default_factory=set)
    """Over whose hand an arm came while it held a tile more."""
    arm: Seat | None = None
    """Whose arm alone came over his hand last."""
    flower: Seat | None = None
    """Who has laid a flower that is not told."""

    def look(self, seen: TableReading, state: GameState, hidden: Zones, share: float) -> None:
        """Takes in one look at a table of which `state` is thought; `hidden` moved or were covered in it;
        `share`: how far it is apart from the look before (0-1)."""
        seats = set(seats_of(state.rules))
        covered = {seat for seat in seats if f"standing:{seat}" in hidden}
        come = covered & self.free
        if come:
            self.arm = next(iter(come)) if len(come) == 1 else None
        self.reached |= covered & self.full.keys()
        for seat in covered:
            self.gone.pop(seat, None)
        self.free |= seats - covered
        for seat in seats - covered:
            self._count(seat, seen.seats[seat].standing, _held(state, seat), share)
        laid = (s for s in seats if len(seen.seats[s].flowers) > len(state.seats[s].flowers))
        self.flower = next(laid, None) if state.phase == "playing" else None

    def _count(self, seat: Seat, counted: int | None, held: int, share: float) -> None:
        if counted is None or counted <= held:
            # Between looks that are near each other no arm comes and goes: nobody took a tile out.
            was_full = self.full.pop(seat, 0.0) >= 1.0 and seat not in self.reached
            if counted is not None and share < 1 and (was_full or seat in self.gone):
                self.gone[seat] = self.gone.get(seat, 0.0) + share
            if self.gone.get(seat, 0.0) >= 1.0:
                self.longest.pop(seat, None)
            self.reached.discard(seat)
            self.idle |= set() if counted is None else {seat}
        elif seat in self.idle:
            self.gone.pop(seat, None)
            self.full[seat] = min(ENOUGH, self.full.get(seat, 0.0) + share)
            self.longest[seat] = max(self.longest.get(seat, 0.0), self.full[seat])

    def evidence(self, rates: Rates) -> Mapping[Seat, float]:
        """How much (nats) it speaks for whom: a row counted one too long, an arm over a hand for no reason,
        a flower out of turn are as rare as `rates` say."""
        weighed = {seat: rates.standing * looks for seat, looks in self.longest.items()}
        for seat, nats in ((self.arm, rates.rare), (self.flower, rates.wrong)):
            if seat is not None:
                weighed[seat] = weighed.get(seat, 0.0) + nats
        return weighed


def _held(state: GameState, seat: Seat) -> int:
    """How many tiles a player holds who has not drawn; one who is known to hold more keeps them (S002-29)."""
    known = len(state.seats[seat].standing) - (state.owes == "discard" and state.turn == seat)
    return max(known, 13 - 3 * len(state.seats[seat].melds))
