"""Which places of the wall the camera can be believed about: a stack that came back was never gone.

Some stacks are overlooked again and again, by their light or by what stands before them. A place that was
seen bare although it cannot have been is not believed for the rest of the deal.
"""

from __future__ import annotations

from dataclasses import replace

from engine.events import SEATS
from engine.reading import TableReading, WallSide
from engine.state import GameState

Place = tuple[int, int]


class WallTrust:
    """Follows the walls of one table; keeps the places not to be believed."""

    def __init__(self) -> None:
        self._doubted: set[Place] = set()
        self._bare: set[Place] = set()
        """Seen bare in the last look at them."""

    def begin(self) -> None:
        """A new deal: every place is believed again."""
        self._doubted, self._bare = set(), set()

    def take(self, reading: TableReading, state: GameState) -> TableReading:
        """The reading with the heights of doubted places unknown."""
        for seat in SEATS:
            if reading.is_visible(f"wall:{seat}"):
                self._judge(seat, reading.walls[seat], state)
        sides = [
            replace(
                reading.walls[seat],
                heights=tuple(
                    None if (seat, place) in self._doubted else height
                    for place, height in enumerate(reading.walls[seat].heights)
                ),
            )
            for seat in SEATS
        ]
        return replace(reading, walls=(sides[0], sides[1], sides[2], sides[3]))

    def _judge(self, seat: int, side: WallSide, state: GameState) -> None:
        few_bare = side.heights.count(0) <= len(side.heights) // 3
        for place, height in enumerate(side.heights):
            spot = (seat, place)
            if height == 0:
                self._bare.add(spot)
                if state.phase == "building" and few_bare:
                    # Nobody leaves out a stack in the middle of building.
                    self._doubted.add(spot)
            elif height is not None:
                if spot in self._bare:
                    self._doubted.add(spot)
                self._bare.discard(spot)
