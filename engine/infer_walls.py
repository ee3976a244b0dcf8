"""Which places of the wall the camera can be believed about: a stack that came back was never gone.

Some stacks are overlooked now and then, by their light or by what stands before them. A place that was seen
bare although it cannot have been is not believed bare again until it has stayed so for longer than ever
before.
"""

from __future__ import annotations

from dataclasses import replace

from engine.table.events import SEATS
from engine.table.reading import TableReading, WallSide
from engine.table.state import GameState

Place = tuple[int, int]
OVERLOOKED_WHOLE = 12
"""A place seen bare while the wall is being built is believed bare after more looks than this."""


class WallTrust:
    """Follows the walls of one table; keeps for each place how many looks in a row it was wrongly bare."""

    def __init__(self) -> None:
        self._wrongly: dict[Place, int] = {}
        self._bare: dict[Place, int] = {}
        """For how many looks in a row it has been seen bare."""

    def begin(self) -> None:
        """A new deal: every place is believed again."""
        self._wrongly, self._bare = {}, {}

    def take(self, reading: TableReading, state: GameState) -> TableReading:
        """The reading with the heights of doubted places unknown."""
        for seat in SEATS:
            if reading.is_visible(f"wall:{seat}"):
                self._judge(seat, reading.walls[seat], state)
        sides = [
            replace(
                reading.walls[seat],
                heights=tuple(
                    None if self._is_doubted((seat, place), height) else height
                    for place, height in enumerate(reading.walls[seat].heights)
                ),
            )
            for seat in SEATS
        ]
        return replace(reading, walls=(sides[0], sides[1], sides[2], sides[3]))

    def _is_doubted(self, spot: Place, height: int | None) -> bool:
        return height == 0 and self._bare.get(spot, 0) <= self._wrongly.get(spot, 0)

    def _judge(self, seat: int, side: WallSide, state: GameState) -> None:
        few_bare = side.heights.count(0) <= len(side.heights) // 3
        for place, height in enumerate(side.heights):
            spot = (seat, place)
            if height == 0:
                self._bare[spot] = self._bare.get(spot, 0) + 1
                if state.phase == "building" and few_bare:
                    # Nobody leaves out a stack in the middle of building.
                    self._wrongly[spot] = OVERLOOKED_WHOLE
            elif height is not None:
                bare = self._bare.pop(spot, 0)
                if bare:
                    self._wrongly[spot] = max(bare, self._wrongly.get(spot, 0))
