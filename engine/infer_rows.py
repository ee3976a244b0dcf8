"""Which standing rows can be believed when counted: one that was counted short is easily counted long.

Rows are pushed together and straightened while nothing happens; their count then goes down and up. What was
drawn shows at the wall too, or with the discard.
"""

from __future__ import annotations

from dataclasses import replace

from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.reading import TableReading
from engine.table.state import GameState


class RowTrust:
    """Follows the rows of one table from act to act."""

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._short: set[Seat] = set()
        """The rows counted too short since the newest act."""

    def take(self, reading: TableReading, state: GameState) -> TableReading:
        """The reading of a table in `state`, without the rows that were counted too short since the newest
        act and are counted too long now."""
        if state is not self._state:
            self._state, self._short = state, set()
        if state.phase != "playing":
            return reading
        seats = list(reading.seats)
        for seat in seats_of(state.rules):
            count, held = seats[seat].standing, len(state.seats[seat].standing)
            if count is not None and count < held:
                self._short.add(seat)
            elif count is not None and count > held and seat in self._short:
                seats[seat] = replace(seats[seat], standing=None)
        return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))
