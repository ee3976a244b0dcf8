"""Throws of two or three dice on a straightened table, seen as a camera sees them: flanks, light, noise."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.observation import TableImage

SCALE = 1.5
SIDE = 1365
FINER = 6
FELTS = ((62, 98, 30), (40, 110, 60), (110, 70, 40), (45, 45, 120), (60, 60, 60))
SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
Thrown = tuple[int, float, float]
"""Pips, x and y in mm."""


def throw(seed: int, reach_mm: float = 150.0) -> tuple[TableImage, list[Thrown]]:
    """A table with two or three dice of one pair, thrown within `reach_mm` of its middle; what they show."""
    rng = np.random.default_rng(90_000 + seed)
    felt = np.array(FELTS[seed % len(FELTS)], float)
    grain = rng.normal(0, 4, (SIDE // 3, SIDE // 3, 1))
    ground = felt * np.linspace(rng.uniform(0.8, 1.0), rng.uniform(0.8, 1.1), SIDE)[None, :, None]
    grained = ground.astype(np.float32) + cv2.resize(grain.astype(np.float32), (SIDE, SIDE))[..., None]
    picture = np.clip(grained, 0, 255, out=grained).astype(np.uint8)
    is_asian, side_mm = bool(rng.random() < 0.5), float(rng.uniform(12, 17))
    thrown: list[Thrown] = []
    while len(thrown) < 2 + seed % 2:
        x, y = (float(value) for value in rng.uniform(-reach_mm, reach_mm, 2))
        if all(math.dist((x, y), (a, b)) > 1.6 * side_mm for _, a, b in thrown):
            thrown.append((int(rng.integers(1, 7)), x, y))
    for pips, x, y in thrown:
        _draw(picture, (pips, x, y), side_mm, float(rng.uniform(0, 90)), is_asian, rng)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.8))
    light, spread = rng.uniform(0.75, 1.05), rng.uniform(1, 5)  # pictures this large are dear to make
    noisy = rng.standard_normal(picture.shape, dtype=np.float32)
    noisy *= spread
    noisy += picture * np.float32(light)
    return TableImage(np.clip(noisy, 0, 255, out=noisy).astype(np.uint8), SCALE), thrown


def _draw(
    picture: np.ndarray, die: Thrown, side_mm: float, turn: float, is_asian: bool, rng: np.random.Generator
) -> None:
    pips, x, y = die
    reach = 30
    row, column = round(SIDE / 2 - y * SCALE), round(SIDE / 2 + x * SCALE)
    under = picture[row - reach : row + reach, column - reach : column + reach]
    patch = cv2.resize(under, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
    middle, side = reach * FINER, side_mm * SCALE * FINER
    pale = np.array([236, 240, 243]) - rng.uniform(0, 14, 3)
    # The top is nearer to the camera: it is seen a little farther from the middle than the foot.
    lean = np.array([x, -y]) * SCALE * FINER * side_mm / 1400
    foot = cv2.boxPoints(((middle - lean[0], middle - lean[1]), (side, side), turn))
    top = cv2.boxPoints(((middle, middle), (side * 0.97, side * 0.97), turn))
    shadow = np.rint(foot + rng.uniform(-4, 4, 2) * FINER).astype(np.int32)
    cv2.fillConvexPoly(patch, shadow, tuple(patch[5, 5] * 0.55), cv2.LINE_AA)
    flank = cv2.convexHull(np.rint(np.vstack([foot, top])).astype(np.int32))
    cv2.fillConvexPoly(patch, flank, tuple(pale * 0.72), cv2.LINE_AA)
    cv2.fillConvexPoly(patch, np.rint(top).astype(np.int32), tuple(pale), cv2.LINE_AA)
    angle = math.radians(turn)
    for across, down in SPOTS[pips]:
        dx, dy = across * side * 0.25, down * side * 0.25
        spot = (middle + dx * math.cos(angle) - dy * math.sin(angle),
                middle + dx * math.sin(angle) + dy * math.cos(angle))  # fmt: skip
        is_large = is_asian and pips == 1
        ink = (45, 35, 185) if is_asian and pips in (1, 4) else (35, 32, 30)
        radius = side * (0.2 if is_large else 0.095)
        cv2.circle(patch, (round(spot[0]), round(spot[1])), round(radius), ink, -1, cv2.LINE_AA)
    under[:] = cv2.resize(patch, (2 * reach, 2 * reach), interpolation=cv2.INTER_AREA)
