"""Calibrates from the mat's own edge: one even colour in the middle of the picture with four straight sides.

Works for a mat or a felt that lies wholly in the picture and differs in colour from what is around it, with
or without tiles on it. Everything else is refused: a wrong calibration is worse than none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.calibration import Calibration, Points
from vision.camera.fit import Correspondences, fit, fit_sides, near_sides
from vision.camera.markers import SQUARE_MM
from vision.observation import Picture, VisionError

LONGER_SIDE_PX = 1200
FELT_REACHES = (16.0, 10.0, 24.0)
"""How far (CIELAB, lightness counting less) a pixel may be from the felt's colour: as it mostly is, where the
frame or the floor is nearly of that colour, and where the light is uneven."""
SURE = 0.9
"""With so much confidence no other reach is tried."""
LIGHTNESS_COUNTS = 0.35
EDGE_NOISE_PX = 3.0
SAMPLES = 48
"""Places along a side."""
BEYOND, SAME_FELT, GOES_ON = (1.25, 1.5), 9.0, 0.45
"""Between so many times the square's size, more than this share within so much (CIELAB) of the felt's colour:
the felt goes on there."""
STRAIGHT = 0.0015
"""Part of its length by which a side may waver."""
FARTHEST_ASIDE = 0.8
"""Times its height: 39 degrees."""
LEAST_CONFIDENCE = 0.5
REMEDY = "lay the markers (`jantaku calibrate --print markers.pdf`) or `jantaku calibrate --corners`"


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat found: `corners` (4, 2) px, bottom left first and counter-clockwise; `sides`: for each side, from
    its corner to the next, points (n, 2) px seen on its edge; `felt_share`: how much of it shows felt."""

    corners: Points
    sides: tuple[Points, ...]
    felt_share: float


def calibrate_from_mat(
    picture: Picture, square_mm: float = SQUARE_MM, height_mm: float | None = None
) -> Calibration:
    """The camera behind a BGR picture (height, width, 3) of a whole mat `square_mm` wide.

    `confidence` tells how well four straight sides of a square explain what is seen. Raises VisionError when
    there is no such mat, or confidence is below a half.
    """
    height, width = picture.shape[:2]
    scale = min(1.0, LONGER_SIDE_PX / max(height, width))
    size = (round(width * scale), round(height * scale))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    lab = _colours(small)
    best, why = None, VisionError(f"no mat was found: {REMEDY}")
    for reach, is_fenced in ((reach, fenced) for reach in FELT_REACHES for fenced in (False, True)):
        try:
            mat = _mat(lab, reach, is_fenced)
            found = _calibrated(mat, scale, (width, height), square_mm, height_mm)
        except VisionError as wrong:
            why = wrong if best is None and reach == FELT_REACHES[0] else why
            continue
        best = found if best is None or found.confidence > best.confidence else best
        if best.confidence > SURE:
            break
    if best is None:
        raise why
    if not best.confidence >= LEAST_CONFIDENCE:
        raise VisionError(
            f"the mat's edge is not sure enough ({best.confidence:.2f}, {LEAST_CONFIDENCE} needed): {REMEDY}"
        )
    return best


def _calibrated(
    mat: Mat, scale: float, picture_size: tuple[int, int], square_mm: float, height_mm: float | None
) -> Calibration:
    """The camera that sees `mat`, which was found in a picture made smaller by `scale`."""
    corners, sides = _enlarged(mat.corners, scale), [_enlarged(side, scale) for side in mat.sides]
    half = square_mm / 2
    corners_mm = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    noise_px = EDGE_NOISE_PX / scale
    pairs = Correspondences(corners_mm, corners, picture_size, square_mm, "mat", noise_px, height_mm)
    calibration = fit_sides(pairs, sides, fit(pairs))
    # Once more without what sticks out: an arm over the edge, a tray against it.
    calibration = fit_sides(pairs, near_sides(sides, calibration), calibration)
    return replace(calibration, confidence=_confidence(mat, calibration))


def _mat(lab: NDArray[np.float32], reach: float, is_fenced: bool) -> Mat:
    """The mat among colours (height, width, 3); VisionError when no even area has four sides in it.

    `is_fenced`: only what hangs together in the middle, which a frame parts from a floor of the same colour.
    """
    felt = _felt(lab, reach)
    around = _outline(_fenced(felt) if is_fenced else felt)
    corners = _four_corners(around)
    height, width = felt.shape
    if (corners < 2).any() or (corners[:, 0] > width - 3).any() or (corners[:, 1] > height - 3).any():
        raise VisionError(f"the mat does not lie wholly in the picture: {REMEDY}")
    inside = _filled(corners, 1.0, felt)
    if _goes_on(lab, felt, corners):
        raise VisionError(f"the mat does not end at the square that was found: {REMEDY}")
    share = float(felt[inside > 0].mean())
    sides = tuple(_side(around, corners, number) for number in range(4))
    if min(len(side) for side in sides) < SAMPLES / 3:
        raise VisionError(f"the mat's outline has not four straight sides: {REMEDY}")
    return Mat(corners, sides, share)


def _colours(picture: Picture) -> NDArray[np.float32]:
    """CIELAB (height, width, 3), lightness made to count less."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.asarray(lab * np.array([LIGHTNESS_COUNTS, 1, 1], np.float32), dtype=np.float32)


def _felt(lab: NDArray[np.float32], reach: float) -> NDArray[np.uint8]:
    """(height, width), 1 where the picture has the commonest colour of its middle, give or take `reach`."""
    height, width = lab.shape[:2]
    middle = lab[height // 5 : -height // 5, width // 5 : -width // 5].reshape(-1, 3)[::7]
    coarse, counts = np.unique(np.round(middle / 8), axis=0, return_counts=True)
    colour = coarse[np.argmax(counts)] * 8
    for _ in range(4):
        near = np.linalg.norm(middle - colour, axis=1) < reach
        colour = middle[near].mean(axis=0) if near.any() else colour
    return np.asarray(np.linalg.norm(lab - colour, axis=2) < reach, dtype=np.uint8)


def _outline(felt: NDArray[np.uint8]) -> Points:
    """The outer border (n, 2) of the largest piece of felt, tiles on it closed over."""
    across = max(3, min(felt.shape) // 60) | 1
    thick = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    whole = cv2.morphologyEx(cv2.morphologyEx(felt, cv2.MORPH_CLOSE, thick), cv2.MORPH_OPEN, thick)
    borders, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(borders, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) < 0.15 * felt.size:
        raise VisionError(f"no mat of one colour fills the middle of the picture: {REMEDY}")
    return np.asarray(largest, dtype=np.float64).reshape(-1, 2)


def _fenced(felt: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The piece of felt that fills most of the middle, before tiles on it are closed over."""
    thin = cv2.morphologyEx(felt, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    count, pieces = cv2.connectedComponents(thin, connectivity=4)
    height, width = felt.shape
    middle = pieces[height // 5 : -height // 5, width // 5 : -width // 5]
    inner = np.bincount(middle.ravel(), minlength=count)
    inner[0] = 0
    return np.asarray(pieces == np.argmax(inner), dtype=np.uint8)


def _goes_on(lab: NDArray[np.float32], felt: NDArray[np.uint8], corners: Points) -> bool:
    """Whether there is as good a felt around the square: it is what four walls of tiles enclose."""
    around = (_filled(corners, BEYOND[1], felt) > 0) & (_filled(corners, BEYOND[0], felt) == 0)
    inside = (_filled(corners, 0.9, felt) > 0) & (felt > 0)
    if around.sum() < 0.02 * felt.size or not inside.any():
        return False
    off = np.linalg.norm(lab[around] - np.median(lab[inside], axis=0), axis=1)
    return bool((off < SAME_FELT).mean() > GOES_ON)


def _filled(corners: Points, times: float, like: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """1 within the corners (4, 2), made larger about their middle; as large a picture as `like`."""
    middle, mask = corners.mean(axis=0), np.zeros(like.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(middle + times * (corners - middle)).astype(np.int32), (1,))
    return mask


def _four_corners(around: Points) -> Points:
    """The corners (4, 2) of the outline's hull, bottom left first, counter-clockwise as seen."""
    hull = cv2.convexHull(around.astype(np.float32))
    length = cv2.arcLength(hull, True)
    for share in np.arange(0.01, 0.08, 0.005):
        four = cv2.approxPolyDP(hull, share * length, True).reshape(-1, 2).astype(np.float64)
        if len(four) <= 4:
            break
    if len(four) != 4:
        raise VisionError(f"the mat's outline has not four sides: {REMEDY}")
    # y grows downwards in the picture: counter-clockwise to the eye is a negative area.
    if cv2.contourArea(four.astype(np.float32), oriented=True) > 0:
        four = four[::-1]
    first = int(np.argmin(four[:, 0] - four[:, 1]))
    return np.roll(four, -first, axis=0)


def _side(around: Points, corners: Points, number: int) -> Points:
    """The outline's points near the side from corner `number` to the next, one for each place along it."""
    start, end = corners[number], corners[(number + 1) % 4]
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    far, off = (around - start) @ along / length, (around - start) @ np.array([along[1], -along[0]])
    # A bent lens bows a side by up to three parts in a hundred.
    near = (np.abs(off) < 0.03 * length) & (far > 0.06) & (far < 0.94)
    places = np.floor(far * SAMPLES)
    points = [around[near & (places == place)] for place in range(SAMPLES)]
    return np.array([some.mean(axis=0) for some in points if len(some)]).reshape(-1, 2)


def _confidence(mat: Mat, calibration: Calibration) -> float:
    """0-1: felt all over, each side seen along its length, and straight once the lens is taken out; 0
    where no camera was found that sees the sides at all."""
    if not math.isfinite(calibration.residual_mm):
        return 0.0
    seen = min(len(side) for side in mat.sides) / (0.8 * SAMPLES)
    straight = STRAIGHT * calibration.square_mm / max(calibration.residual_mm, 1e-6)
    # Half a mat is covered by tiles at most; what shows less felt is a box or a tray.
    parts = (seen, straight, mat.felt_share / 0.4, _likely_place(calibration))
    return float(np.prod([min(1.0, part) for part in parts]))


def _likely_place(calibration: Calibration) -> float:
    """1 for a camera that may hang over a table, 0 for one far aside, in another room or inside the table."""
    x, y, height = calibration.place_mm
    is_above = math.hypot(x, y) < FARTHEST_ASIDE * height
    return float(is_above and 0.4 * calibration.square_mm < height < 5 * calibration.square_mm)


def _enlarged(points: Points, scale: float) -> Points:
    """From pixels of the small picture to those of the whole one, pixel middles kept."""
    return (points + 0.5) / scale - 0.5
