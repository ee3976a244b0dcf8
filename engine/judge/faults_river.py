"""Whether a river lies in rows as long as the rule set has them, judged by where its tiles lie."""

from __future__ import annotations

from engine.table.events import Seat
from engine.table.reading import Point, SeatReading, Sighting
from engine.table.state import GameState

LAST_ROW = 2
"""From the third row on people go on to the right for want of room: such a row may be as long as it comes."""
HALF_A_TILE = 0.5


def is_out_of_rows(state: GameState, seat: Seat, reading: SeatReading) -> bool:
    """Whether the river of `seat` is wholly seen and in rows of another length (S004-20).

    A row may be shorter by as many tiles as were claimed from the river: their places may stay empty."""
    own = state.seats[seat]
    if len(reading.river) != len(own.lying_river) or not all(each.corners_mm for each in reading.river):
        return False
    rows = row_lengths(reading.river, seat)
    width = state.rules.discard_row
    claimed = len(own.river) - len(own.lying_river)
    too_long = any(length > width for length in rows[:LAST_ROW])
    too_short = any(length < width - claimed for length in rows[:-1])
    return too_long or too_short


def row_lengths(river: tuple[Sighting, ...], seat: Seat) -> list[int]:
    """How many tiles lie in each row, the row nearest to the table's centre first.

    1 2 3 4 5 6     the owner sits below; a new row begins back at the left,
    7 8 .           nearer to him
    """
    rows: list[int] = []
    before: Point | None = None
    for tile in river:
        along, out = _from_owner(_centre(tile), seat)
        size = _size(tile)
        if before is None or (along < before[0] and out > before[1] + HALF_A_TILE * size):
            rows.append(0)
        rows[-1] += 1
        before = (along, out)
    return rows


def _centre(tile: Sighting) -> Point:
    xs, ys = [x for x, _ in tile.corners_mm], [y for _, y in tile.corners_mm]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _size(tile: Sighting) -> float:
    """The side of a tile, between its width and its height (mm)."""
    xs, ys = [x for x, _ in tile.corners_mm], [y for _, y in tile.corners_mm]
    return (max(xs) - min(xs) + max(ys) - min(ys)) / 2


def _from_owner(point: Point, seat: Seat) -> Point:
    """To the owner's right, and towards him from the centre (mm)."""
    x, y = point
    return {0: (x, -y), 1: (y, x), 2: (-x, y), 3: (-y, -x)}[seat]
