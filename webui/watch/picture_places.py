"""Where the stacks of the wall are in the camera's picture, so that the page can point at them there."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.table.events import SEATS, Seat
from vision.camera.calibration import Calibration
from vision.layout.lying import to_table
from vision.layout.wall_line import expected_places
from vision.layout.zones import WALL_DISTANCE, TableGeometry, WallLine
from vision.observation import Point

Spot: TypeAlias = tuple[tuple[float, float], ...]
"""Four corners (x, y), both in parts of the picture's width, from its left top corner."""
StackSpots: TypeAlias = tuple[tuple[Spot, ...], ...]
"""``spots[side][stack - 1]``; a stack the picture does not hold has no corners."""


def stack_spots(geometry: TableGeometry, calibration: Calibration) -> StackSpots:
    """The top of every stack as it stood complete; where that was never seen, where a wall usually stands."""
    lines = [geometry.walls[seat] or _usual(geometry) for seat in SEATS]
    corners = [
        (*corner, geometry.plane_mm)
        for seat, line in zip(SEATS, lines, strict=True)
        for place in line.places
        for corner in _corners(seat, place, _pitch(line, geometry), geometry)
    ]
    wide, _ = calibration.picture_size
    tops = iter(calibration.project(np.array(corners, dtype=np.float64)).reshape(-1, 4, 2) / wide)
    return tuple(tuple(_spot(next(tops)) for _ in line.places) for line in lines)


def _usual(geometry: TableGeometry) -> WallLine:
    y = -WALL_DISTANCE * geometry.square_mm
    return WallLine(tuple((x, y) for x in expected_places([(0.0, y)], geometry, None)))


def _pitch(line: WallLine, geometry: TableGeometry) -> float:
    return line.pitch if len(line.places) > 1 else geometry.tile[0]


def _corners(seat: Seat, place: Point, width: float, geometry: TableGeometry) -> list[Point]:
    x, y = place
    across, along = width / 2, geometry.tile[1] / 2
    return [
        to_table(corner, seat)
        for corner in (
            (x - across, y - along),
            (x + across, y - along),
            (x + across, y + along),
            (x - across, y + along),
        )
    ]


def _spot(corners: NDArray[np.float64]) -> Spot:
    """Corners (4, 2) in parts of the picture's width; nan where the picture does not hold them."""
    return () if np.isnan(corners).any() else tuple((round(x, 4), round(y, 4)) for x, y in corners.tolist())
