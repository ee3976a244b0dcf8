"""Tiles and dice as boxes in space: their corners, and which of their sides a camera sees."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.simulate.poses import DiePose, Scene, TilePose, corners_of, moved
from vision.simulate.settings import Bgr, TwinSettings

Solid = NDArray[np.float64]
"""(2, 4, 3): four corners below, the same four above, in mm; order as in `vision.simulate.poses`."""


@dataclass(frozen=True, slots=True)
class Box:
    """One block of one colour."""

    solid: Solid
    colour: Bgr


def tile_boxes(pose: TilePose, scene: Scene, settings: TwinSettings) -> tuple[Box, Box]:
    """The two layers of a tile, the one to be painted first first: the back's colour and the body's."""
    layer, look = settings.back_layer, settings.look
    whole = tile_solid(pose, scene)
    if pose.lies == "face_up":
        low, high = _split(whole, layer, "up")
        return Box(low, look.back), Box(high, look.body)
    if pose.lies == "face_down":
        low, high = _split(whole, 1 - layer, "up")
        return Box(low, look.body), Box(high, look.back)
    far, near = _split(whole, layer, "inwards")
    # The side towards the owner is farther from the camera, which hangs over the centre.
    return Box(near, look.body), Box(far, look.back)


def tile_solid(pose: TilePose, scene: Scene) -> Solid:
    """The whole tile."""
    foot = np.array(scene.footprint(pose))
    back = -math.tan(math.radians(pose.lean_deg)) * scene.tile_mm[1] if pose.lies == "standing" else 0.0
    lean = np.array(moved((0.0, 0.0), (0.0, back), pose.angle_deg))
    return _raised(foot, foot + lean, pose.bottom_mm, scene.top_mm(pose))


def die_box(pose: DiePose, scene: Scene, settings: TwinSettings) -> Box:
    """A die."""
    foot = np.array(corners_of(pose.centre_mm, (scene.die_mm, scene.die_mm), pose.angle_deg))
    return Box(_raised(foot, foot, 0.0, scene.die_mm), settings.look.die)


def visible_sides(solid: Solid, camera: NDArray[np.float64]) -> Iterator[tuple[int, float]]:
    """The upright sides that the camera at (x, y, z) mm sees (0: corners 0-1, ...) and the direction each
    faces (rad)."""
    outline = ((solid[0, :, :2] + solid[1, :, :2]) / 2).tolist()
    over_x, over_y = float(camera[0]), float(camera[1])
    for side in range(4):
        (x, y), (next_x, next_y) = outline[side], outline[(side + 1) % 4]
        # Corners run clockwise, so the outside is to the left of the way from one to the next.
        out_x, out_y = y - next_y, next_x - x
        if out_x * (over_x - (x + next_x) / 2) + out_y * (over_y - (y + next_y) / 2) > 0:
            yield side, math.atan2(out_y, out_x)


def _raised(foot: NDArray[np.float64], top: NDArray[np.float64], low: float, high: float) -> Solid:
    return np.stack([np.column_stack([foot, np.full(4, low)]), np.column_stack([top, np.full(4, high)])])


def _split(whole: Solid, share: float, way: str) -> tuple[Solid, Solid]:
    """Cuts a solid at `share` of its height (``up``) or of the way from corners 0-1 to 3-2 (``inwards``)."""
    first, second = whole.copy(), whole.copy()
    if way == "up":
        cut = whole[0] * (1 - share) + whole[1] * share
        first[1], second[0] = cut, cut
    else:
        right = whole[:, 1] * (1 - share) + whole[:, 2] * share
        left = whole[:, 0] * (1 - share) + whole[:, 3] * share
        first[:, 2], first[:, 3] = right, left
        second[:, 1], second[:, 0] = right, left
    return first, second
