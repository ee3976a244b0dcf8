"""A fold that knows what the end of the deal still moves: the cards of the wins that count, or the draw, less
what was paid already.

Any payment after the end settles what was due then, whatever people made of it. What changes later (a ruling,
a second winner, an amended card) is due as the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.journal.said_win import seat_payments
from engine.judge.deal_points import Points, draw_payments
from engine.table.apply import apply
from engine.table.events import DealDrawn, DealStarted, Event, ScoresChanged, Won
from engine.table.state import GameState
from engine.table.wins import counted_winners


@dataclass(slots=True)
class Owing:
    """The table after the events taken, `deal`: those of the deal so far."""

    state: GameState
    deal: tuple[Event, ...] = ()
    _wins: tuple[Won, ...] = ()
    _drawn: Points | None = None
    _paid: Points | None = None

    @property
    def due(self) -> Points | None:
        """What is still to be paid by seat; None where nothing is known to be."""
        total = self._total()
        if total is None and self._paid is None:
            return None
        none = (0,) * self.state.rules.seats
        return tuple(owed - had for owed, had in zip(total or none, self._paid or none, strict=True))

    def take(self, event: Event) -> None:
        """One event more."""
        match event:
            case DealStarted():
                self.deal, self._wins, self._drawn, self._paid = (), (), None, None
            case Won():
                self._wins = (*self._wins, event) if self.state.winners else (event,)
            case DealDrawn():
                self._drawn = draw_payments(self.state, event)
            case ScoresChanged() if self.state.phase == "ended" or self._paid is not None:
                self._paid = self._total()
        self.state = apply(self.state, event)
        self.deal = (*self.deal, event)

    def take_all(self, events: Iterable[Event]) -> Owing:
        """The same fold after all of `events`."""
        for event in events:
            self.take(event)
        return self

    def _total(self) -> Points | None:
        """What the end of the deal moves in all; a win nobody could price moves nothing yet."""
        if self.state.ended_by != "won":
            is_drawn = self.state.phase == "ended" and self.state.ended_by != "chombo"
            return self._drawn if is_drawn and not self.state.winners else None
        paid = {won.seat: seat_payments(won) for won in self._wins}
        known = [each for seat in counted_winners(self.state) if (each := paid.get(seat)) is not None]
        return tuple(map(sum, zip(*known, strict=True))) if known else None
