"""Arms that reach over the table: a sleeve, a wrist, a hand with its fingers, and the shadow they throw.

An arm comes in over its owner's edge and ends with its fingertips over a place on the table::

        shoulder (off the table) ----sleeve----|--wrist--(palm)=== fingertips
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Picture, Point
from vision.simulate.drawing.lens import Lens
from vision.simulate.poses import moved
from vision.simulate.settings import Bgr, TwinSettings

SHOULDER: Point = (95.0, -760.0)
"""A right arm's, at seat 0; the left one mirrors it."""
HAND_HEIGHT_MM = 45.0
SUB = 4


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm: whose, with its fingertips over `tip_mm`; `left` for the left arm."""

    seat: int
    tip_mm: Point
    left: bool = False


@dataclass(frozen=True, slots=True)
class Limb:
    """A part of an arm: a rounded cone from `start` to `end` (mm on the table), with these radii (mm)."""

    start: NDArray[np.float64]
    end: NDArray[np.float64]
    wide: float
    narrow: float
    is_sleeve: bool = False


def paint_arm(picture: Picture, arm: Arm, lens: Lens, settings: TwinSettings) -> None:
    """Paints `arm` and its shadow into `picture`, in place."""
    shapes = _shapes(arm)
    sleeve, skin = settings.look.sleeves[arm.seat], settings.look.skin
    low, high = _bounds([points for points, _ in shapes], lens)
    if (high - low < 4).any():
        return
    part = picture[low[1] : high[1], low[0] : high[0]]
    whole = np.zeros(part.shape[:2], np.uint8)
    colours = np.zeros(part.shape, np.uint8)
    for points, is_sleeve in shapes:
        polygon = _pixels(points, lens) - low
        _fill(whole, polygon, (255,))
        colour = sleeve if is_sleeve else skin
        _fill(colours, polygon, colour)
        _outline(colours, polygon, colour)
    _blend(part, whole, colours, settings)


def covered_by(arm: Arm, lens: Lens, plane_mm: float = 20.0) -> tuple[tuple[Point, ...], ...]:
    """The outlines (mm, at `plane_mm` over the felt) of what `arm` hides from the camera."""
    outlines = [lens.on_plane(_pixels(points, lens), plane_mm) for points, _ in _shapes(arm)]
    return tuple(tuple((float(x), float(y)) for x, y in outline) for outline in outlines)


def limbs_of(arm: Arm) -> list[Limb]:
    """The parts of an arm, the lower ones first."""
    side = -1 if arm.left else 1
    start = np.array(moved((0.0, 0.0), (SHOULDER[0] * side, SHOULDER[1]), 90.0 * arm.seat))
    tip = np.array(arm.tip_mm)
    reach = max(float(np.linalg.norm(tip - start)), 1.0)
    ahead = (tip - start) / reach
    across = np.array([ahead[1], -ahead[0]]) * side

    def at(back: float, out: float) -> NDArray[np.float64]:
        return np.asarray(tip - ahead * back + across * out)

    limbs = [Limb(start, at(165, 6), 52, 40, is_sleeve=True), Limb(at(185, 6), at(105, 2), 29, 27)]
    limbs.append(Limb(start, at(172, 6), 54, 42, is_sleeve=True))
    limbs.append(Limb(at(112, 2), at(76, 2), 33, 37))
    # Thumb, then the fingers, which meet at the tips as they do around a tile.
    limbs.append(Limb(at(105, -30), at(30, -34), 13, 9))
    for number, (length, out) in enumerate(((6.0, -14.0), (0.0, 3.0), (8.0, 20.0), (28.0, 35.0))):
        limbs.append(Limb(at(72, -22 + number * 16), at(length, out), 10.5, 7.5))
    return limbs


def _shapes(arm: Arm) -> list[tuple[NDArray[np.float64], bool]]:
    """Convex outlines in mm, the lower ones first, and whether each belongs to the sleeve."""
    return [(outline_of(limb), limb.is_sleeve) for limb in limbs_of(arm)]


def outline_of(limb: Limb) -> NDArray[np.float64]:
    """(20, 2): the outline (mm) of a limb seen from above."""
    along = limb.end - limb.start
    turn = math.atan2(along[1], along[0])
    first = turn + np.linspace(math.pi / 2, 3 * math.pi / 2, 10)
    second = turn + np.linspace(-math.pi / 2, math.pi / 2, 10)
    return np.concatenate(
        [
            limb.start + limb.wide * np.column_stack([np.cos(first), np.sin(first)]),
            limb.end + limb.narrow * np.column_stack([np.cos(second), np.sin(second)]),
        ]
    )


def _pixels(points: NDArray[np.float64], lens: Lens) -> NDArray[np.float64]:
    return lens.project(np.column_stack([points, np.full(len(points), HAND_HEIGHT_MM)]))


def _bounds(outlines: list[NDArray[np.float64]], lens: Lens) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    points = np.concatenate([_pixels(points, lens) for points in outlines])
    low = np.clip(np.floor(points.min(axis=0)) - 30, 0, lens.size)
    high = np.clip(np.ceil(points.max(axis=0)) + 30, 0, lens.size)
    return low.astype(np.int64), high.astype(np.int64)


def _fill(picture: NDArray[np.uint8], polygon: NDArray[np.float64], colour: tuple[int, ...] | Bgr) -> None:
    fixed = np.round(polygon * (1 << SUB)).astype(np.int32)
    cv2.fillConvexPoly(picture, fixed, colour, cv2.LINE_AA, SUB)


def _outline(picture: Picture, polygon: NDArray[np.float64], colour: Bgr) -> None:
    """A darker line, so that one finger is told from the next."""
    fixed = np.round(polygon * (1 << SUB)).astype(np.int32)
    darker = (colour[0] * 0.72, colour[1] * 0.72, colour[2] * 0.78)
    cv2.polylines(picture, [fixed], True, darker, 2, cv2.LINE_AA, SUB)


def _blend(part: Picture, whole: NDArray[np.uint8], colours: Picture, settings: TwinSettings) -> None:
    """Shadow first, then the arm, darker towards its outline so that it looks round."""
    light = settings.light
    away = math.radians(light.gradient_deg + 180)
    by = HAND_HEIGHT_MM * light.shadow_mm
    move = np.array([[1, 0, by * math.cos(away)], [0, 1, -by * math.sin(away)]], np.float32)
    shadow = cv2.warpAffine(whole, move, (whole.shape[1], whole.shape[0]))
    shadow = cv2.GaussianBlur(shadow, (0, 0), 7)
    darker = 1 - shadow.astype(np.float32) * (1.2 * light.shadow / 255)
    inwards = cv2.distanceTransform((whole > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_shade = 0.66 + 0.34 * np.sqrt(np.clip(inwards / 20, 0, 1))
    alpha = (whole.astype(np.float32) / 255)[..., None]
    below = part * darker[..., None]
    painted = below * (1 - alpha) + colours * round_shade[..., None] * alpha * light.brightness
    part[:] = np.clip(painted, 0, 255).astype(np.uint8)
