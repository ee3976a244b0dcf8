"""Dice read by eye, a small pale square with one to six spots, and told from tiles.

The network that finds tiles finds most dice too, but a die is easier than a tile: on the bare felt inside the
walls nothing else is pale, square and so small. What both find is told once, with the spots counted here::

    felt    pale blob 8-20 mm, square    its face compared with what one to six spots look like

Beside a wall, where they are put aside, dice that lie close together are now and then taken for a tile of
dots. A tile is pale from end to end; there felt shows at both ends.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout.lying import centre
from vision.observation import Corners, DieObservation, Picture, TableImage, TileObservation

REACH_MM = 185.0
"""Inside the walls; farther out other small pale things stand about."""
SIDE_MM = (8.0, 20.0)
LONGEST = 1.4
"""Of a die's two sides, seen with a bit of its flank."""
FULL = 0.8
"""Of the square around it that a die fills; a round chip fills less."""
PALE = 0.62
"""Of its face's brightness below which a spot begins."""
FACE, RIM = 28, 3
"""Pixels of a face looked at, and of its edge left out."""
ALIKE = 0.6
"""How much a face must look like the likeliest number of spots, 1 is exactly."""
CLEARLY = 0.04
"""By how much more than like the next."""
PLACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
"""The spots of each number, in steps from the middle."""
SAME_MM = 12.0
SCORE = 0.7
END = 0.2
"""Of a tile's height, at each end: what is looked at there, sides and corners left out."""
AS_FELT, UNLIKE_FELT = 50.0, 100.0
"""Of 255, in the colour that differs most: what is felt, in a shadow too, and what is not."""
PALE_FELT = 120.0
"""From this brightness of its darkest colour on a cloth is too pale to be told from a tile."""


def with_dice_by_eye(table: TableImage, found: Sequence[DieObservation]) -> tuple[DieObservation, ...]:
    """`found`, with the spots of dice that can be counted, and the countable dice that were overlooked."""
    counted = read_dice(table)
    kept = [die for die in found if not any(_is_same(die, other) for other in counted)]
    return (*kept, *counted)


def without_dice(table: TableImage, tiles: Sequence[TileObservation]) -> tuple[TileObservation, ...]:
    """`tiles` without the faces at both ends of which the felt shows: dice that lie close together."""
    felt = np.median(table.picture[::8, ::8].reshape(-1, 3), axis=0)
    if float(felt.min()) > PALE_FELT:
        return tuple(tiles)
    return tuple(tile for tile in tiles if tile.kind != "face" or not _is_dice(table, tile, felt))


def _is_dice(table: TableImage, tile: TileObservation, felt: NDArray[np.float64]) -> bool:
    """Whether both ends of what was taken for a face are felt, and what lies between is not."""
    size = (FACE, round(1.35 * FACE))
    square = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    corners = np.array(table.to_px(tile.corners_mm), np.float32)
    face = cv2.warpPerspective(table.picture, cv2.getPerspectiveTransform(corners, square), size)
    unlike = np.abs(face.astype(np.float32) - felt).max(axis=2)[:, 2 * RIM : -2 * RIM]
    end = round(END * size[1])
    ends = (unlike[RIM // 2 : end], unlike[-end : -(RIM // 2)])
    is_felt = all(float(np.median(part)) < AS_FELT for part in ends)
    return is_felt and float(np.percentile(unlike[end:-end], 60)) > UNLIKE_FELT


def read_dice(table: TableImage) -> tuple[DieObservation, ...]:
    """Every die whose spots can be counted, in the middle of a table image."""
    half = table.picture.shape[0] // 2
    reach = min(half, round(REACH_MM * table.px_per_mm))
    middle = table.picture[half - reach : half + reach, half - reach : half + reach]
    found = []
    for box in _pale_squares(middle, table.px_per_mm):
        pips = _spots(middle, box)
        if 1 <= pips <= 6:
            points = [(float(x) + half - reach, float(y) + half - reach) for x, y in box]
            corners: Corners = (points[0], points[1], points[2], points[3])
            found.append(DieObservation(pips, SCORE, table.to_mm(corners)))
    return tuple(found)


def _pale_squares(picture: Picture, scale: float) -> list[NDArray[np.float32]]:
    """The corners (4, 2) px of what is pale, square and as large as a die."""
    # The least of the three colours is high only where something is pale: felt and spots are dark in one.
    blue, green, red = cv2.split(picture)
    least = cv2.GaussianBlur(cv2.min(cv2.min(blue, green), red), (0, 0), 0.6)
    felt, palest = map(float, np.percentile(least, (50, 99.9)))
    level = felt + 0.5 * max(60.0, palest - felt)
    contours, _ = cv2.findContours((least > level).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        (_, (wide, high), _) = rect = cv2.minAreaRect(contour)
        short, long = sorted((wide / scale, high / scale))
        if not SIDE_MM[0] <= short <= long <= SIDE_MM[1] or long > LONGEST * short:
            continue
        if cv2.contourArea(cv2.convexHull(contour)) >= FULL * wide * high:
            found.append(np.asarray(cv2.boxPoints(rect), np.float32))
    return found


def _spots(picture: Picture, box: NDArray[np.float32]) -> int:
    """How many spots the face between four corners shows; 0 when it looks like no face of a die."""
    square = np.array([(0, 0), (FACE, 0), (FACE, FACE), (0, FACE)], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(box, square), (FACE, FACE))
    least = face.min(axis=2).astype(np.float32)[RIM:-RIM, RIM:-RIM]
    pale = float(np.percentile(least, 80))
    dark = np.clip(1 - least / max(pale, 1.0), 0, 1)
    if float(np.percentile(dark, 99)) < 1 - PALE:
        return 0
    flat = (dark - dark.mean()).ravel()
    pips, patterns = _patterns()
    alike = patterns @ (flat / max(float(np.linalg.norm(flat)), 1e-6))
    best = {number: float(alike[pips == number].max()) for number in range(1, 7)}
    first, second = sorted(best, key=lambda number: -best[number])[:2]
    return first if best[first] > ALIKE and best[first] - best[second] > CLEARLY else 0


@lru_cache(maxsize=1)
def _patterns() -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """What faces of dice look like, near and wide spots, small and large: pips (n), darkness (n, pixels)."""
    pips, rows = [], []
    at = (np.arange(FACE) + 0.5) / FACE - 0.5
    for number, spots in PLACES.items():
        sizes = (0.09, 0.12, 0.16, 0.2, 0.25) if number == 1 else (0.075, 0.1, 0.125)
        for room in (0.2, 0.235, 0.27) if number > 1 else (0.25,):
            for size in sizes:
                for dx, dy in ((0.0, 0.0), (0.03, 0.0), (-0.03, 0.0), (0.0, 0.03), (0.0, -0.03)):
                    for is_turned in (False, True) if number in (2, 3, 6) else (False,):
                        places = [(-y, x) for x, y in spots] if is_turned else spots
                        page = np.zeros((FACE, FACE), np.float32)
                        for x, y in places:
                            away = np.hypot(at[None, :] - x * room - dx, at[:, None] - y * room - dy)
                            page = np.maximum(page, 1 / (1 + np.exp((away - size) * FACE * 1.2)))
                        inner = page[RIM:-RIM, RIM:-RIM].ravel()
                        inner = inner - inner.mean()
                        pips.append(number)
                        rows.append(inner / np.linalg.norm(inner))
    return np.array(pips), np.array(rows, np.float32)


def _is_same(one: DieObservation, other: DieObservation) -> bool:
    return math.dist(centre(one.corners_mm), centre(other.corners_mm)) < SAME_MM
