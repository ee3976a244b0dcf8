"""The two small pictures that explain an entry: the table around its tiles, before it happened and after.

The vision process sends the whole table straight from above with every look at which it read anew
(`TablePicture`); what is kept of it is known only once the act is inferred. The live table then hands over
one `Snapshot` for every entry told from the camera (`LiveTable.take_snapshots`); whoever keeps evidence keeps
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.table.events import (
    ChowClaimed,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    Won,
)
from engine.table.reading import Point, SeatReading, Sighting, TableReading

WIDTH_PX = 480
"""Of a snapshot; it is square."""
LEAST_MM = 320.0
"""The side of the square shown at least: a row of tiles and what lies around it."""
AROUND_MM = 60.0
JPEG_QUALITY = 78
WALL_MM = 245.0
"""Where a wall stands, from the centre, when nothing better is known."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The rectified table, seat 2 up, as JPEG: a square of `side_mm` around the table's centre."""

    jpeg: bytes
    side_mm: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the camera saw of the entry `number`: JPEGs `WIDTH_PX` wide and high.

    `after`: the look at which it was told; `before`: the last calm look before anything of it was seen, None
    when there was none (just started). Both show the square of `side_mm` around `centre_mm` (table frame).
    """

    number: int
    at_s: float
    before: bytes | None
    after: bytes
    centre_mm: Point
    side_mm: float


def snapshot(
    number: int,
    at_s: float,
    events: Sequence[Event],
    reading: TableReading,
    before: TablePicture | None,
    after: TablePicture,
) -> Snapshot:
    """The two pictures of an entry, cut around the tiles its `events` concern in `reading`."""
    centre, side = _square(list(_places(events, reading)), after.side_mm)
    shown = None if before is None else _cut(before, centre, side)
    return Snapshot(number, at_s, shown, _cut(after, centre, side), centre, side)


def _square(points: Sequence[Point], whole_mm: float) -> tuple[Point, float]:
    """The square around `points` that lies within the picture; all of it when there are none."""
    if not points:
        return (0.0, 0.0), whole_mm
    xs, ys = [x for x, _ in points], [y for _, y in points]
    side = max(max(xs) - min(xs), max(ys) - min(ys)) + 2 * AROUND_MM
    side = min(max(side, LEAST_MM), whole_mm)
    room = (whole_mm - side) / 2
    x, y = ((min(each) + max(each)) / 2 for each in (xs, ys))
    return (max(-room, min(room, x)), max(-room, min(room, y))), side


def _cut(picture: TablePicture, centre: Point, side_mm: float) -> bytes:
    whole = cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert whole is not None
    scale = whole.shape[0] / picture.side_mm
    left = round((picture.side_mm / 2 + centre[0] - side_mm / 2) * scale)
    top = round((picture.side_mm / 2 - centre[1] - side_mm / 2) * scale)
    size = max(1, round(side_mm * scale))
    part = whole[max(0, top) : top + size, max(0, left) : left + size]
    return jpeg_of(part, WIDTH_PX, JPEG_QUALITY)


def jpeg_of(picture: cv2.typing.MatLike, width_px: int, quality: int) -> bytes:
    """A BGR picture (height, width, 3) as JPEG, `width_px` wide."""
    scale = width_px / picture.shape[1]
    # Averaging pixels is dear. Above half a picture's width no pixel is skipped without it.
    method = cv2.INTER_AREA if scale <= 0.5 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (width_px, max(1, round(picture.shape[0] * scale))), interpolation=method)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done, "a picture of bytes can always be written as JPEG"
    return data.tobytes()


def _places(events: Iterable[Event], reading: TableReading) -> Iterable[Point]:
    """Where the tiles of these events lie, as far as the reading tells."""
    for event in events:
        match event:
            case TileDiscarded(seat):
                yield from _corners(reading.seats[seat].river[-1:])
            case ChowClaimed(seat) | PungClaimed(seat) | KongClaimed(seat) | KongDeclared(seat):
                yield from _corners(tile for meld in reading.seats[seat].melds[-2:] for tile in meld.tiles)
            case FlowerDeclared(seat):
                yield from _corners(reading.seats[seat].flowers)
            case Won(seat):
                yield from _corners(_open(reading.seats[seat]))
            case DoraRevealed():
                yield from _corners(reading.dora_indicators)
            case WallBroken(side) | StacksTaken(side=side):
                yield from _wall(side)
            case TileDrawn() | HandsDealt():
                continue


def _open(seat: SeatReading) -> tuple[Sighting, ...]:
    melded = tuple(tile for meld in seat.melds for tile in meld.tiles)
    return (*(seat.revealed or ()), *melded)


def _corners(tiles: Iterable[Sighting]) -> Iterable[Point]:
    return [corner for tile in tiles for corner in tile.corners_mm]


def _wall(side: int) -> Iterable[Point]:
    x, y = ((0, -WALL_MM), (WALL_MM, 0), (0, WALL_MM), (-WALL_MM, 0))[side]
    along = WALL_MM if x == 0 else 0.0
    across = 0.0 if x == 0 else WALL_MM
    return [(x - along, y - across), (x + along, y + across)]
