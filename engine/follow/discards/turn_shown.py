"""What the looks between two discards show of who acts: hands, arms, flowers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.follow.weigh.rates import Rates
from engine.table.events import SEATS, Seat
from engine.table.play_order import seats_of
from engine.table.reading import TableReading, Zones
from engine.table.state import GameState

ENOUGH = 3.0
"""Looks apart from each other; more of them tell no more of a hand."""


@dataclass(slots=True)
class HandShown:
    """What the looks since the last discard show of one hand."""

    full: float = 0.0
    """In how many looks on end, the newest among them, it has held a tile more."""
    longest: float = 0.0
    """In how many looks on end it did so at most."""
    gone: float = 0.0
    """In how many looks on end it holds that tile no more, though no arm came over it."""
    is_idle: bool = False
    """Whether it was seen with no tile more; one that never is is counted wrongly."""
    is_free: bool = False
    """Whether no arm was over it in some look; the arm of who has just discarded is still there."""
    is_reached: bool = False
    """Whether an arm came over it while it held a tile more."""

    def cover(self) -> None:
        """An arm is over it."""
        self.is_reached |= self.full > 0.0
        self.gone = 0.0

    def count(self, is_more: bool | None, share: float) -> None:
        """It is seen with a tile more, or without, or not counted (None), in a look so far (0-1) apart from
        the one before."""
        self.is_free = True
        if is_more:
            if self.is_idle:
                self.gone, self.full = 0.0, min(ENOUGH, self.full + share)
                self.longest = max(self.longest, self.full)
            return
        # Between looks that are near each other no arm comes and goes: nobody took a tile out.
        was_full = self.full >= 1.0 and not self.is_reached
        if is_more is False and share < 1 and (was_full or self.gone > 0.0):
            self.gone += share
        if self.gone >= 1.0:
            self.longest = 0.0
        self.full, self.is_reached = 0.0, False
        self.is_idle |= is_more is False


@dataclass(slots=True)
class TurnShown:
    """The looks since the last discard."""

    hands: dict[Seat, HandShown] = field(default_factory=lambda: {seat: HandShown() for seat in SEATS})
    arm: Seat | None = None
    """Whose arm alone came over his hand last."""
    flower: Seat | None = None
    """Who has laid a flower that is not told."""

    def look(self, seen: TableReading, state: GameState, hidden: Zones, share: float) -> None:
        """Takes in one look at a table of which `state` is thought; `hidden` moved or were covered in it;
        `share`: how far it is apart from the look before (0-1)."""
        seats = seats_of(state.rules)
        covered = [seat for seat in seats if f"standing:{seat}" in hidden]
        come = [seat for seat in covered if self.hands[seat].is_free]
        if come:
            self.arm = come[0] if len(come) == 1 else None
        for seat in seats:
            if seat in covered:
                self.hands[seat].cover()
            else:
                counted = seen.seats[seat].standing
                self.hands[seat].count(None if counted is None else counted > _held(state, seat), share)
        laid = (s for s in seats if len(seen.seats[s].flowers) > len(state.seats[s].flowers))
        self.flower = next(laid, None) if state.phase == "playing" else None

    def evidence(self, rates: Rates) -> Mapping[Seat, float]:
        """How much (nats) it speaks for whom: a row counted one too long, an arm over a hand for no reason,
        a flower out of turn are as rare as `rates` say."""
        weighed = {seat: rates.standing * hand.longest for seat, hand in self.hands.items() if hand.longest}
        for seat, nats in ((self.arm, rates.rare), (self.flower, rates.wrong)):
            if seat is not None:
                weighed[seat] = weighed.get(seat, 0.0) + nats
        return weighed


def _held(state: GameState, seat: Seat) -> int:
    """How many tiles a player holds who has not drawn; one who is known to hold more keeps them (S002-29)."""
    known = len(state.seats[seat].standing) - (state.owes == "discard" and state.turn == seat)
    return max(known, 13 - 3 * len(state.seats[seat].melds))
