"""Walls, gaps, dice and all open tiles of a table, as a learner shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from engine.practice.shown import Row, Shown, ShownTile
from engine.table.events import SEATS
from engine.table.reading import SeatReading, Sighting, TableReading
from vision.camera.calibrate import calibrate_from_markers
from vision.detect.detector import Detector
from vision.layout.lying import to_seat
from vision.observation import Picture, Point, TileObservation, VisionError
from vision.pipeline.photo import look_at_photo
from webui.practice.pictures.clearness import is_dark_table, why_nothing
from webui.practice.pictures.photo_frame import middle

WALL_BACKS = 4
"""So many backs in a line are a side of a wall worth measuring."""
NEIGHBOURS = 8
"""So many stacks tell whether one of them stands out of line."""


def table_in_picture(
    picture: Picture, detector: Detector, rules_stacks: int | None, square_mm: float
) -> Shown:
    """Walls, gaps and dice of a table whose four markers are in the picture; `problem` when they are not."""
    if is_dark_table(picture):
        return Shown(problem="too_dark")
    try:
        calibration = calibrate_from_markers(picture, square_mm)
    except VisionError:
        return Shown(problem="too_blurred" if why_nothing(picture) == "too_blurred" else "no_markers_seen")
    photo = look_at_photo(picture, detector, calibration, rules_stacks)
    shown = shown_on_table(photo.reading())
    return replace(shown, crooked_mm=crookedness(photo.tiles), inward=inward_stacks(photo.tiles))


def shown_on_table(reading: TableReading) -> Shown:
    """What lies on a table that was read: walls, gaps, dice, and all open tiles as seat 0 sees them."""
    if all(f"wall:{seat}" in reading.hidden for seat in SEATS):
        return Shown(problem="table_covered")
    walls = tuple(
        tuple(None for _ in side.heights) if f"wall:{seat}" in reading.hidden else side.heights
        for seat, side in enumerate(reading.walls)
    )
    return Shown(
        _open_rows(reading),
        walls,
        tuple(side.gap_after for side in reading.walls),
        dice=tuple(die.pips for die in reading.dice),
        table=reading,
    )


def crookedness(tiles: Sequence[TileObservation]) -> tuple[float | None, ...]:
    """How far the face-down stacks before each seat stray from one straight line, mm; None without a wall."""
    return tuple(_strays([tile for tile in tiles if tile.kind == "back"], seat) for seat in SEATS)


def inward_stacks(tiles: Sequence[TileObservation]) -> tuple[tuple[int, float] | None, ...]:
    """Of each side the stack that lies farthest inwards of its neighbours' line, and how far, mm."""
    return tuple(_inward([tile for tile in tiles if tile.kind == "back"], seat) for seat in SEATS)


def _inward(backs: Sequence[TileObservation], seat: int) -> tuple[int, float] | None:
    line = sorted(_stacks(backs, seat), reverse=True)
    if len(line) < NEIGHBOURS:
        return None
    xs, ys = np.array(line).T
    strays = np.zeros(len(line))
    for place in range(len(line)):
        # Against the stacks around it, itself left out: a wall may be a little bent.
        around = [at for at in range(place - 5, place + 6) if 0 <= at < len(line) and at != place]
        strays[place] = (
            ys[place]
            - median(ys[at] for at in around)
            - _slope(xs, ys) * (xs[place] - median(xs[at] for at in around))
        )
    worst = int(np.argmax(strays))
    return worst + 1, round(float(strays[worst]), 1)


def _slope(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> float:
    """How a line of stacks leans, by its two halves' middles."""
    half = len(xs) // 2
    return float((np.median(ys[:half]) - np.median(ys[half:])) / (np.mean(xs[:half]) - np.mean(xs[half:])))


def _strays(backs: Sequence[TileObservation], seat: int) -> float | None:
    line = _stacks(backs, seat)
    if len(line) < WALL_BACKS:
        return None
    xs, ys = np.array([x for x, _ in line]), np.array([y for _, y in line])
    slope, height = np.polyfit(xs, ys, 1)
    lean = abs(float(slope)) * (float(xs.max()) - float(xs.min()))
    # One misplaced stack and a side that stands askew are both crooked.
    return round(max(float(np.abs(ys - slope * xs - height).max()), lean / 2), 1)


def _stacks(backs: Sequence[TileObservation], seat: int) -> list[Point]:
    """The middles of the stacks before a seat, in its frame; none where too few make a line."""
    points = [to_seat(middle(tile.corners_mm), seat) for tile in backs]
    # The wedge before the seat, without its corners: there the next walls begin.
    own = [(x, y) for x, y in points if y < -60 and abs(x) < -y - 20]
    if len(own) < WALL_BACKS:
        return []
    level = median(y for _, y in own)
    return [(x, y) for x, y in own if abs(y - level) < 40]


def _open_rows(reading: TableReading) -> tuple[Row, ...]:
    """Every open tile of a reading, zone by zone; the hand laid open before seat 0 comes first."""
    found: list[Row] = []
    own = reading.seats[0]
    if own.revealed:
        found.append((*_row(own.revealed), *_melds(own)))
    for seat, each in enumerate(reading.seats):
        found.append(_row(each.river))
        found.append(_row(each.flowers))
        if seat or not own.revealed:
            found.append(_melds(each))
            found.append(_row(each.revealed or ()))
    found.append(_row(reading.loose))
    return tuple(row for row in found if row)


def _row(tiles: Sequence[Sighting]) -> Row:
    return tuple(
        ShownTile(each.tile, each.turned, False, False, each.confidence, each.alternatives, each.corners_mm)
        for each in tiles
    )


def _melds(seat: SeatReading) -> Row:
    return tuple(
        replace(tile, apart=at == 0, face_down=at in meld.face_down)
        for meld in seat.melds
        for at, tile in enumerate(_row(meld.tiles))
    )
