"""Where on a table a die may lie: the network for dice is asked about these places only.

The locator of tiles says most of them. What it overlooks on bare felt shows by its size alone: nothing else
inside the walls is as small and unlike the felt, whatever its colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.detect.locate import Found
from vision.observation import Point, TableImage

SIDE_MM = (7.0, 24.0)
"""Of what may be a die, a bit of its flank seen too."""
LONGEST = 1.9
"""Of its two sides."""
FULL = 0.55
"""Of the rectangle round it that it fills."""
REACH_MM = 185.0
"""Inside the walls; farther out other small things stand about."""
UNLIKE_FELT = (36, 90)
"""Of 255, in the colour that differs most: a die's shadow and its neighbour part at one or the other."""
HALF = 2
"""Each so many-th pixel is looked at."""
SAME_MM = 7.0
CORNER_MM = 78.0
"""From the picture's edges: in its corners the markers lie."""
MOST = 24
"""Places asked about: the locator's first."""


def small_things(table: TableImage) -> list[Point]:
    """The middles, px, of what is as large as a die and unlike the felt, in the middle of a table."""
    half, scale = table.picture.shape[0] // 2, table.px_per_mm
    reach = min(half, round(REACH_MM * scale))
    middle = table.picture[half - reach : half + reach, half - reach : half + reach]
    size = (middle.shape[1] // HALF, middle.shape[0] // HALF)
    small = cv2.resize(middle, size, interpolation=cv2.INTER_NEAREST)
    felt = np.median(small[::8, ::8].reshape(-1, 3), axis=0).round().tolist()
    blue, green, red = cv2.split(cv2.absdiff(small, (*felt, 0.0)))
    unlike = cv2.max(cv2.max(blue, green), red)
    found: list[Point] = []
    least, most = SIDE_MM[0] * scale / HALF, SIDE_MM[1] * math.sqrt(2) * scale / HALF
    for level in UNLIKE_FELT:
        contours, _ = cv2.findContours(
            (unlike > level).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        for contour in contours:
            _, _, across, down = cv2.boundingRect(contour)
            if not least <= max(across, down) <= most:
                continue
            (x, y), (wide, high), _ = cv2.minAreaRect(contour)
            short, long = sorted((wide * HALF / scale, high * HALF / scale))
            is_small = SIDE_MM[0] <= short <= long <= min(SIDE_MM[1], LONGEST * short)
            if is_small and cv2.contourArea(contour) >= FULL * wide * high:
                found.append((x * HALF + half - reach, y * HALF + half - reach))
    return found


def places_of(found: Sequence[Found], table: TableImage) -> list[Point]:
    """The places, px, where dice were found, be it weakly, or something small lies; each once."""
    kept: list[Point] = []
    half = table.picture.shape[0] / 2
    inner = half - CORNER_MM * table.px_per_mm
    for place in (*((one.x, one.y) for one in found), *small_things(table)):
        is_marker = min(abs(place[0] - half), abs(place[1] - half)) > inner
        if not is_marker and all(math.dist(place, other) > SAME_MM * table.px_per_mm for other in kept):
            kept.append(place)
    return kept[:MOST]
