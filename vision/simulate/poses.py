"""Where every tile and die of the simulated table lies: solid boxes on the table frame, in millimetres.

A pose's `angle_deg` is where the top of the tile's face points, counter-clockwise from the table's +y, so 0
is upright for seat 0 and 90 upright for seat 1::

    face_up / face_down: footprint width x height      standing: footprint width x thickness
        0 ---- 1                                            0 ---- 1   (the face looks at the owner,
        |      |                                            3 ---- 2    towards 3-2)
        3 ---- 2
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.tiles import SeenTile
from vision.observation import Corners, Point

Lies = Literal["face_up", "face_down", "standing"]


@dataclass(frozen=True, slots=True)
class TilePose:
    """One tile. `bottom_mm`: height of its underside over the felt; `lean_deg`: how far a standing tile leans
    back towards its owner; `covered`: another tile lies on it; `zone` such as ``river:2``; `key` names the
    tile's place, so that the same tile has the same key in the next scene."""

    tile: SeenTile
    lies: Lies
    centre_mm: Point
    angle_deg: float
    zone: str
    key: str
    bottom_mm: float = 0.0
    lean_deg: float = 0.0
    covered: bool = False


@dataclass(frozen=True, slots=True)
class DiePose:
    """One die, `pips` up."""

    pips: int
    centre_mm: Point
    angle_deg: float


@dataclass(frozen=True, slots=True)
class StickPose:
    """One 1,000-point stick, laid when declaring ready."""

    centre_mm: Point
    angle_deg: float


@dataclass(frozen=True, slots=True)
class Scene:
    """All that lies on the table. `tile_mm` is a tile's width, height and thickness; `cups`: where cups stand
    that people move about. `display`: the pips that a console's display shows."""

    tiles: tuple[TilePose, ...]
    dice: tuple[DiePose, ...]
    tile_mm: tuple[float, float, float]
    die_mm: float
    sticks: tuple[StickPose, ...] = ()
    cups: tuple[Point, ...] = ()
    display: tuple[int, ...] = ()

    def footprint(self, pose: TilePose) -> Corners:
        """The four corners of what is seen of `pose` from straight above (without parallax)."""
        return corners_of(pose.centre_mm, self._plan_size(pose), pose.angle_deg)

    def top_mm(self, pose: TilePose) -> float:
        """Height of the tile's upper side over the felt."""
        return pose.bottom_mm + self.tile_mm[1 if pose.lies == "standing" else 2]

    def _plan_size(self, pose: TilePose) -> tuple[float, float]:
        width, height, thickness = self.tile_mm
        return (width, thickness if pose.lies == "standing" else height)


def corners_of(centre: Point, size: tuple[float, float], angle_deg: float) -> Corners:
    """Corners of a rectangle on the table, its own top-left first, clockwise seen from above."""
    right, top = size[0] / 2, size[1] / 2
    return (
        moved(centre, (-right, top), angle_deg),
        moved(centre, (right, top), angle_deg),
        moved(centre, (right, -top), angle_deg),
        moved(centre, (-right, -top), angle_deg),
    )


def moved(origin: Point, by: Point, angle_deg: float) -> Point:
    """`origin` plus `by` turned counter-clockwise."""
    angle = math.radians(angle_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    return (origin[0] + by[0] * cos - by[1] * sin, origin[1] + by[0] * sin + by[1] * cos)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
