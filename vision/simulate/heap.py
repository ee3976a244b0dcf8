"""Discards that lie in the middle in no rows: where each lies, and how it is turned."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Point
from vision.simulate.chance import chance

MIDDLE_MM = 215.0
"""How far from the centre discards are thrown."""
ROOM = 1.22
"""From one discard to the next, in tile heights, where each has room: any of them may lie askew."""
GAP_MM = 8.0
"""Between two discards, at least, in a heap that is hardly crowded."""
THROWN_MM = 35.0
"""How far from the centre people want to lay a tile in a heap (one standard deviation)."""
MOST = 25
"""Discards of one player."""
Spot: TypeAlias = tuple[Point, float]
"""Where a discard lies (mm, table frame) and how it is turned (degrees)."""
Cells: TypeAlias = NDArray[np.float32]
"""(n, n), a cell a millimetre, x to the right, y down the rows; 1 where something lies."""


@lru_cache(maxsize=4)
def heap(seed: int, size_mm: tuple[float, float], crowd: float, seats: int) -> tuple[tuple[Spot, ...], ...]:
    """For the first, second, third ... discard of all seats a place each. `size_mm`: width and height of a
    tile. `crowd` 0: each has room of its own; more: each lies as near as it can to where people want it, and
    the gap is smaller the more it is; 1: tiles touch."""
    if crowd > 0:
        return _close(seed, size_mm, (1.0 - crowd) * GAP_MM, seats)
    apart_mm = size_mm[1] * ROOM
    rng, half = chance(seed, "pool"), int(MIDDLE_MM // apart_mm)
    grid = [(x * apart_mm, y * apart_mm) for x in range(-half, half + 1) for y in range(-half, half + 1)]
    far = {spot: math.hypot(*spot) + float(rng.normal()) * apart_mm for spot in grid}
    ordered = sorted(grid, key=far.__getitem__)
    groups = [ordered[start : start + seats] for start in range(0, len(grid) - seats + 1, seats)]
    return tuple(
        tuple(
            (group[int(place)], _thrown(seed, seat, number))
            for seat, place in enumerate(rng.permutation(seats))
        )
        for number, group in enumerate(groups)
    )


def _thrown(seed: int, seat: int, number: int) -> float:
    return float(chance(seed, "thrown", seat, number).uniform(0.0, 360.0)) + 90.0 * seat


def _close(
    seed: int, size_mm: tuple[float, float], gap_mm: float, seats: int
) -> tuple[tuple[Spot, ...], ...]:
    rng, half = chance(seed, "heap"), round(MIDDLE_MM)
    taken = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    ys, xs = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    spots: list[Spot] = []
    while len(spots) < MOST * seats:
        angle, (x, y) = float(rng.uniform(0.0, 360.0)), rng.normal(0.0, THROWN_MM, 2)
        shape = _shape((size_mm[0] + gap_mm, size_mm[1] + gap_mm), angle)
        covered = cv2.filter2D(taken, -1, shape, borderType=cv2.BORDER_CONSTANT)
        far = np.where(covered < 0.5, np.hypot(xs - x, ys - y), np.inf)
        row, column = divmod(int(np.argmin(far)), far.shape[1])
        _lay(taken, shape, row, column)
        spots.append(((float(column - half), float(row - half)), angle))
    return tuple(tuple(spots[first : first + seats]) for first in range(0, len(spots), seats))


def _shape(size_mm: tuple[float, float], angle: float) -> Cells:
    """What a tile of this size covers, turned by `angle` (degrees), its centre in the middle."""
    half = math.ceil(math.hypot(*size_mm) / 2) + 1
    corners = cv2.boxPoints(((half, half), size_mm, angle))
    shape = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    cv2.fillConvexPoly(shape, np.rint(corners).astype(np.int32), 1.0)
    return shape


def _lay(taken: Cells, shape: Cells, row: int, column: int) -> None:
    """Covers what a tile covers with its centre at `row`, `column`."""
    half = len(shape) // 2
    with_rim = np.pad(taken, half)
    with_rim[row : row + len(shape), column : column + len(shape)] += shape
    taken[:] = with_rim[half:-half, half:-half]
