"""What the detector finds: tiles and dice, in the picture's pixels or on the table's millimetres.

Corner order is always the tile's own top-left as its face reads upright, then clockwise, so that four
points carry the direction the tile points::

    0 ---- 1
    | 5m   |      (a back or a blank dragon: the longer sides are 0-3 and 1-2, direction arbitrary)
    3 ---- 2
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""(height, width, 3), blue first."""
Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
TileKind: TypeAlias = Literal["face", "back", "standing", "other"]
"""`face`: lies face up. `back`: face down. `standing`: on edge, or a stack's side. `other`: a tile of no
face we know."""


class VisionError(ValueError):
    """A picture or a calibration cannot be used; the message says what came and what was expected."""


@dataclass(frozen=True, slots=True)
class TileInPicture:
    """One tile found. `faces`: (face, probability), likeliest first, at most five, summing to at most 1;
    empty unless `kind` is ``face``. `score`: how sure we are that a tile of this kind is here, 0-1."""

    kind: TileKind
    score: float
    corners_px: Corners
    faces: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class DieInPicture:
    """One die found: `pips` 1-6, None when unreadable."""

    pips: int | None
    score: float
    corners_px: Corners


@dataclass(frozen=True, slots=True)
class Detections:
    """All that was found in one picture, and how long each step took (ms by step name). `taught_set`: the
    taught set whose faces helped to read it, empty for none."""

    tiles: tuple[TileInPicture, ...]
    dice: tuple[DieInPicture, ...]
    ms: tuple[tuple[str, float], ...] = ()
    taught_set: str = ""


@dataclass(frozen=True, slots=True)
class TileObservation:
    """As `TileInPicture`, placed on the table: millimetres, origin at the table's centre, x right, y up."""

    kind: TileKind
    score: float
    corners_mm: Corners
    faces: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class DieObservation:
    """One die on the table, corners in millimetres."""

    pips: int | None
    score: float
    corners_mm: Corners


@dataclass(frozen=True, slots=True)
class TableImage:
    """The table seen straight from above, north side (seat 2) up.

    `picture`: (size, size, 3) BGR. `px_per_mm`: its scale. The picture's centre is the table frame's origin;
    x_px = size/2 + x_mm * px_per_mm and y_px = size/2 - y_mm * px_per_mm.
    """

    picture: Picture
    px_per_mm: float
    taken_at_s: float = 0.0
    number: int = 0

    def to_mm(self, corners_px: Corners) -> Corners:
        """Picture corners to table millimetres."""
        half = self.picture.shape[0] / 2
        points = [((x - half) / self.px_per_mm, (half - y) / self.px_per_mm) for x, y in corners_px]
        return (points[0], points[1], points[2], points[3])

    def to_px(self, corners_mm: Corners) -> Corners:
        """Table millimetres to picture corners."""
        half = self.picture.shape[0] / 2
        points = [(half + x * self.px_per_mm, half - y * self.px_per_mm) for x, y in corners_mm]
        return (points[0], points[1], points[2], points[3])


def check_picture(picture: Picture) -> None:
    """VisionError unless it is (height, width, 3) bytes and not empty."""
    if (
        not isinstance(picture, np.ndarray)
        or picture.ndim != 3
        or picture.shape[2] != 3
        or picture.dtype != np.uint8
    ):
        came = f"{getattr(picture, 'shape', type(picture).__name__)} {getattr(picture, 'dtype', '')}".strip()
        raise VisionError(f"picture must be (height, width, 3) bytes, got {came}")
    if min(picture.shape[:2]) < 1:
        raise VisionError(f"picture must not be empty, got {picture.shape}")
