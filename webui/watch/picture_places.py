"""Where the stacks of the wall are in the camera's picture, so that the page can point at them there."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

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
    return tuple(
        tuple(_spot(seat, place, _pitch(line, geometry), geometry, calibration) for place in line.places)
        for seat in SEATS
        for line in [geometry.walls[seat] or _usual(geometry)]
    )


def _usual(geometry: TableGeometry) -> WallLine:
    y = -WALL_DISTANCE * geometry.square_mm
    return WallLine(tuple((x, y) for x in expected_places([(0.0, y)], geometry, None)))


def _pitch(line: WallLine, geometry: TableGeometry) -> float:
    return line.pitch if len(line.places) > 1 else geometry.tile[0]


def _spot(seat: Seat, place: Point, width: float, geometry: TableGeometry, calibration: Calibration) -> Spot:
    x, y = place
    across, along = width / 2, geometry.tile[1] / 2
    corners = [
        to_table(corner, seat)
        for corner in (
            (x - across, y - along),
            (x + across, y - along),
            (x + across, y + along),
            (x - across, y + along),
        )
    ]
    points = np.array([(*corner, geometry.plane_mm) for corner in corners], dtype=np.float64)
    pixels = calibration.project(points)
    if np.isnan(pixels).any():
        return ()
    wide, _ = calibration.picture_size
    return tuple((round(float(px) / wide, 4), round(float(py) / wide, 4)) for px, py in pixels)
