"""Dice in the middle of the table, read by eye: a small pale square with one to six spots.

The network that finds tiles finds most dice too, but a die is easier than a tile: on the bare felt inside the
walls nothing else is pale, square and so small. What both find is told once, with the spots counted here::

    felt    pale blob 8-20 mm, square    spots darker or more coloured than its face
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lying import centre
from vision.observation import Corners, DieObservation, Picture, TableImage

REACH_MM = 185.0
"""Inside the walls; farther out other small pale things stand about."""
SIDE_MM = (8.0, 20.0)
LONGEST = 1.4
"""Of a die's two sides, seen with a bit of its flank."""
FULL = 0.8
"""Of the square around it that a die fills; a round chip fills less."""
PALE = 0.62
"""Of its face's brightness below which a spot begins."""
SPOT_MM2 = (0.7, 14.0)
FINER = 3
SAME_MM = 12.0
SCORE = 0.7


def with_dice_by_eye(table: TableImage, found: Sequence[DieObservation]) -> tuple[DieObservation, ...]:
    """`found`, with the spots of dice that can be counted, and the countable dice that were overlooked."""
    counted = read_dice(table)
    kept = [die for die in found if not any(_is_same(die, other) for other in counted)]
    return (*kept, *counted)


def read_dice(table: TableImage) -> tuple[DieObservation, ...]:
    """Every die whose spots can be counted, in the middle of a table image."""
    half = table.picture.shape[0] // 2
    reach = min(half, round(REACH_MM * table.px_per_mm))
    middle = table.picture[half - reach : half + reach, half - reach : half + reach]
    found = []
    for box in _pale_squares(middle, table.px_per_mm):
        pips = _spots(middle, box, table.px_per_mm)
        if 1 <= pips <= 6:
            points = [(float(x) + half - reach, float(y) + half - reach) for x, y in box]
            corners: Corners = (points[0], points[1], points[2], points[3])
            found.append(DieObservation(pips, SCORE, table.to_mm(corners)))
    return tuple(found)


def _pale_squares(picture: Picture, scale: float) -> list[NDArray[np.float32]]:
    """The corners (4, 2) px of what is pale, square and as large as a die."""
    # The least of the three colours is high only where something is pale: felt and spots are dark in one.
    least = cv2.GaussianBlur(picture.min(axis=2), (0, 0), 0.6)
    felt = float(np.median(least))
    level = felt + 0.5 * max(60.0, float(np.percentile(least, 99.9)) - felt)
    contours, _ = cv2.findContours(
        (least > level).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    found = []
    for contour in contours:
        (_, (wide, high), _) = rect = cv2.minAreaRect(contour)
        short, long = sorted((wide / scale, high / scale))
        if not SIDE_MM[0] <= short <= long <= SIDE_MM[1] or long > LONGEST * short:
            continue
        if cv2.contourArea(cv2.convexHull(contour)) >= FULL * wide * high:
            found.append(np.asarray(cv2.boxPoints(rect), np.float32))
    return found


def _spots(picture: Picture, box: NDArray[np.float32], scale: float) -> int:
    """How many spots the face between four corners shows; 0 when it is no clear number of equal ones."""
    side = round(max(math.dist(box[0], box[1]), math.dist(box[1], box[2])) * FINER)
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(box, square), (side, side))
    least = face.min(axis=2).astype(np.float32)
    rim = max(2, side // 12)
    inner = least[rim:-rim, rim:-rim]
    pale = float(np.percentile(inner, 75))
    dark = (inner < PALE * pale).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    areas = []
    for label in range(1, count):
        x, y, wide, high, area = (int(value) for value in stats[label][:5])
        touches = x == 0 or y == 0 or x + wide == inner.shape[1] or y + high == inner.shape[0]
        mm2 = area / (scale * FINER) ** 2
        if mm2 >= SPOT_MM2[0] and not (touches and max(wide, high) > 2.5 * min(wide, high)):
            areas.append(mm2)
    is_even = bool(areas) and max(areas) <= min(SPOT_MM2[1], 4.0 * min(areas))
    return len(areas) if is_even else 0


def _is_same(one: DieObservation, other: DieObservation) -> bool:
    return math.dist(centre(one.corners_mm), centre(other.corners_mm)) < SAME_MM
