"""What a table is like, and which part of it is whose: the nominal zones of a seat and what covers them.

The zones only decide whose a row of tiles is and what an arm hides; where things lie exactly is taken from
the tiles themselves, because no table keeps to a drawing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table.events import SEATS
from vision.camera.markers import SQUARE_MM
from vision.layout.lying import estimate_tile_mm
from vision.observation import Point, TileObservation

Polygon: TypeAlias = tuple[Point, ...]
"""Corners in mm, table frame."""
Mask: TypeAlias = NDArray[np.uint8]
"""(n, n) over the playing square seen from above: 1 where something covers it."""
Box: TypeAlias = tuple[float, float, float, float]
"""left, bottom, right, top: parts of the square's side, in a seat's frame."""

ZONES: dict[str, Box] = {
    "river": (-0.17, -0.255, 0.17, -0.065),
    "wall": (-0.31, -0.325, 0.31, -0.255),
    "flowers": (0.23, -0.375, 0.50, -0.325),
    "melds": (0.22, -0.50, 0.50, -0.375),
    "standing": (-0.27, -0.43, 0.22, -0.345),
}
CENTRE: Box = (-0.08, -0.08, 0.08, 0.08)
HIDING = 0.04
"""A zone of which a larger part is covered was not seen."""
CELL_MM = 5.0
ASKEW = 0.25
"""Of its height: a camera so far from above the centre stands at the side, 14 degrees askew."""
WALL_DISTANCE = 0.288
"""Of a wall from the centre, in parts of the square's side, where nothing better is known."""


@dataclass(frozen=True, slots=True)
class WallLine:
    """One side of the wall as it stood complete, in its owner's frame: where the top of each stack was seen,
    stack 1 (the owner's right end) first, mm."""

    places: tuple[Point, ...]

    @property
    def pitch(self) -> float:
        """From stack to stack, mm; a break does not widen it."""
        return median(a[0] - b[0] for a, b in pairwise(self.places))

    @property
    def y(self) -> float:
        """Of the line's middle, mm."""
        return sum(y for _, y in self.places) / len(self.places)


@dataclass(frozen=True, slots=True)
class TableGeometry:
    """The table as far as it is known.

    `tile_mm`: (shorter, longer) side of a tile, None = take it from the tiles. `stacks`: on each side, None =
    not told. `camera_mm`: where the camera is (x, y, height over the felt). `plane_mm`: the height the table
    image was rectified for. `thickness_mm` of a tile. `walls`: each side as it stood complete, where it has
    been seen so. `hands`: how far before its seat each hand stood (y in its owner's frame, mm), where it has
    been seen standing.
    """

    square_mm: float = SQUARE_MM
    tile_mm: tuple[float, float] | None = None
    stacks: int | None = None
    camera_mm: tuple[float, float, float] | None = None
    plane_mm: float = 20.0
    thickness_mm: float = 20.0
    walls: tuple[WallLine | None, ...] = field(default=(None, None, None, None))
    hands: tuple[float | None, ...] = field(default=(None, None, None, None))

    def fitted(self, tiles: Sequence[TileObservation]) -> TableGeometry:
        """The same with the tile's size taken from `tiles` where it is not told."""
        return self if self.tile_mm else replace(self, tile_mm=estimate_tile_mm(tiles))

    @property
    def tile(self) -> tuple[float, float]:
        """(shorter, longer) side of a tile, mm."""
        return self.tile_mm or estimate_tile_mm(())

    @property
    def camera(self) -> tuple[float, float, float]:
        """Where the camera is, or where one usually hangs."""
        return self.camera_mm or (0.0, 0.0, 1150.0)

    @property
    def is_askew(self) -> bool:
        """Whether the camera stands so far at the side that it sees the sides of what stands as well."""
        x, y, height = self.camera
        return math.hypot(x, y) > ASKEW * height

    def growth(self, top_mm: float) -> float:
        """How much larger than in the rectified plane something `top_mm` above the felt appears."""
        height = self.camera[2]
        return (height - self.plane_mm) / (height - top_mm)


def covered_mask(covered: Sequence[Polygon], square_mm: float) -> Mask:
    """(n, n): 1 where a polygon covers the square, cells of 5 mm, row 0 at the top (seat 2)."""
    size = round(square_mm / CELL_MM)
    mask = np.zeros((size, size), np.uint8)
    for polygon in covered:
        points = [(size / 2 + x / CELL_MM, size / 2 - y / CELL_MM) for x, y in polygon]
        cv2.fillPoly(mask, [np.round(np.array(points)).astype(np.int32)], 1)
    return mask


def hidden_zones(covered: Sequence[Polygon], square_mm: float) -> frozenset[str]:
    """The zones of which more than a sliver is covered, such as ``river:2``."""
    if not covered:
        return frozenset()
    mask = covered_mask(covered, square_mm)
    names = {f"{name}:{seat}" for seat in SEATS for name in ZONES if _share(mask, ZONES[name], seat) > HIDING}
    return frozenset(names | ({"dice"} if _share(mask, CENTRE, 0) > HIDING else set()))


def zone_shares(mask: Mask) -> dict[str, float]:
    """How much of every zone a mask (n, n) over the square marks, 0-1."""
    found = {f"{name}:{seat}": _share(mask, ZONES[name], seat) for seat in SEATS for name in ZONES}
    return found | {"dice": _share(mask, CENTRE, 0)}


def is_covered(mask: Mask, spot: Point, square_mm: float) -> bool:
    """Whether a table point lies under what `mask` marks."""
    size = len(mask)
    cell = square_mm / size
    column, row = int(size / 2 + spot[0] / cell), int(size / 2 - spot[1] / cell)
    return 0 <= column < size and 0 <= row < size and bool(mask[row, column])


def _share(mask: Mask, box: Box, seat: int) -> float:
    """The marked part of a box before `seat`: the picture is turned until the seat is at the bottom."""
    turned, size = np.rot90(mask, -seat), len(mask)
    left, bottom, right, top = box
    rows = slice(round((0.5 - top) * size), round((0.5 - bottom) * size))
    part = turned[rows, round((0.5 + left) * size) : round((0.5 + right) * size)]
    return float(np.count_nonzero(part)) / max(1, part.size)
