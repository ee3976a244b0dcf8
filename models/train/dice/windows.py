"""Windows of pages, and what the detector of dice is to say of them.

::

    page 320 x 320          window 96 x 96, cells of 4 x 4
    +--------------+        +------+
    |    +----+    |        | o    |  o: heat 1, pips, box, turn
    |    |die | 8p |  -->   |   .. |  .: unknown, nothing is learnt
    |    +----+    |        +------+
    +--------------+
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.dice.lay import LEAST_SEEN, LaidDie
from models.train.dice.net import STRIDE
from models.train.dice.page import Page
from models.train.pool import Arrays
from models.train.scenes.body import Rng

SIDE = 96
CELLS = SIDE // STRIDE
MOST = 24
"""Dice kept of a window."""
SURE_PX, UNSURE_PX = (8.5, 36.0), (6.0, 48.0)
"""Sides of dice that are to be found, and beyond which nothing is to be found at this scale."""
LEAST_INSIDE = 0.7
"""Of a die, in the window, or it need not be found."""
ON_DICE_SHARE = 0.55
"""How many windows of a page with dice are laid on one of them."""


def windows_of(page: Page, rng: Rng, count: int) -> Arrays:
    """`count` windows: ``pictures`` (n, 96, 96, 3); ``dice`` (n, 24, 9): middle x and y, left, top, right and
    low edge, cosine and sine of four times the turn, pips; -1 for none; ``unknown`` (n, 24, 24)."""
    pictures, rows, marks = [], [], []
    far = (page.picture.shape[0] - SIDE) // STRIDE
    unknown = _unknown(page)
    known = [row for row in map(_row, page.dice) if row is not None]
    for _ in range(count):
        left, top = rng.integers(far + 1, size=2).tolist()
        if page.dice and rng.random() < ON_DICE_SHARE:
            middle = page.dice[int(rng.integers(len(page.dice)))].corners.mean(axis=0)
            left, top = (
                np.clip((middle - rng.uniform(0.15, 0.85, 2) * SIDE) // STRIDE, 0, far).astype(int).tolist()
            )
        x, y = left * STRIDE, top * STRIDE
        pictures.append(page.picture[y : y + SIDE, x : x + SIDE])
        mark = unknown[top : top + CELLS, left : left + CELLS].copy()
        rows.append(_rows(known, (x, y), mark))
        marks.append(mark)
    return {"pictures": np.stack(pictures), "dice": np.stack(rows), "unknown": np.stack(marks)}


def _unknown(page: Page) -> NDArray[np.uint8]:
    """The cells of a page, 1 where nobody knows whether a die lies that is to be found."""
    marks = np.array(page.unknown, np.uint8)
    for die in page.dice:
        side = _side(die)
        is_likely = die.seen < LEAST_SEEN or not SURE_PX[0] <= side <= SURE_PX[1]
        if is_likely and UNSURE_PX[0] < side < UNSURE_PX[1]:
            cv2.fillConvexPoly(marks, np.rint(die.corners / STRIDE - 0.5).astype(np.int32), 1)
    return marks


def _rows(
    known: list[NDArray[np.float32]], corner: tuple[int, int], mark: NDArray[np.uint8], side: int = SIDE
) -> NDArray[np.float32]:
    """The dice whose middle lies in the window; of those that it cuts through the cells are marked."""
    rows = np.full((MOST, 9), -1, np.float32)
    off = np.array([*corner] * 3, np.float32)
    number = 0
    for whole in known:
        row = whole.copy()
        row[:6] -= off
        low, far = np.clip(row[2:4], 0, side), np.clip(row[4:6], 0, side)
        inside = float((far - low).prod() / max(1.0, (row[4:6] - row[2:4]).prod()))
        if inside >= LEAST_INSIDE and number < MOST:
            rows[number] = row
            number += 1
        elif inside > 0:
            (x, y), (right, down) = (low // STRIDE).astype(int), (far // STRIDE).astype(int)
            mark[y : down + 1, x : right + 1] = 1
    return rows


def _side(die: LaidDie) -> float:
    return float(np.sqrt(max(1.0, cv2.contourArea(die.corners.astype(np.float32)))))


def _row(die: LaidDie) -> NDArray[np.float32] | None:
    """A die as a row; None where it is not to be found at this scale."""
    if die.seen < LEAST_SEEN or not SURE_PX[0] <= _side(die) <= SURE_PX[1]:
        return None
    low, far = die.corners.min(axis=0), die.corners.max(axis=0)
    edges = np.roll(die.corners, -1, axis=0) - die.corners
    angles = 4 * np.arctan2(edges[:, 1], edges[:, 0])
    turn = np.array([np.cos(angles).mean(), np.sin(angles).mean()])
    turn /= max(1e-6, float(np.hypot(*turn)))
    return np.array([*((low + far) / 2), *low, *far, *turn, die.pips], np.float32)


def cropped(arrays: Arrays, rng: Rng, side: int) -> Arrays:
    """Parts of the windows, `side` pixels wide, each round a die where one lies; what is said of them."""
    far = (SIDE - side) // STRIDE
    pictures, rows, marks = [], [], []
    whole = (np.asarray(arrays[name]) for name in ("pictures", "dice", "unknown"))
    for picture, dice, unknown in zip(*whole, strict=True):
        known = [row for row in dice if row[8] > 0]
        left, top = rng.integers(far + 1, size=2).tolist()
        if known:
            aim = known[int(rng.integers(len(known)))][:2] - rng.uniform(0.25, 0.75, 2) * side
            left, top = np.clip(aim // STRIDE, 0, far).astype(int).tolist()
        x, y = left * STRIDE, top * STRIDE
        mark = unknown[top : top + side // STRIDE, left : left + side // STRIDE].copy()
        rows.append(_rows(known, (x, y), mark, side))
        pictures.append(picture[y : y + side, x : x + side])
        marks.append(mark)
    return {"pictures": np.stack(pictures), "dice": np.stack(rows), "unknown": np.stack(marks)}


def turned(arrays: Arrays, quarter_turns: int, is_mirrored: bool) -> Arrays:
    """The same windows turned by quarters and mirrored, and what is said of them."""
    pictures, unknown = arrays["pictures"], arrays["unknown"]
    dice, side = np.array(arrays["dice"], np.float32), pictures.shape[1]
    there = dice[..., 8] > 0
    for _ in range(quarter_turns % 4):
        pictures, unknown = np.rot90(pictures, axes=(1, 2)), np.rot90(unknown, axes=(1, 2))
        x, y, left, top, right, low = (dice[..., n].copy() for n in range(6))
        dice[..., 0], dice[..., 1] = y, side - x
        dice[..., 2], dice[..., 3], dice[..., 4], dice[..., 5] = top, side - right, low, side - left
    if is_mirrored:
        pictures, unknown = pictures[:, :, ::-1], unknown[:, :, ::-1]
        left, right = dice[..., 2].copy(), dice[..., 4].copy()
        dice[..., 0], dice[..., 2], dice[..., 4] = side - dice[..., 0], side - right, side - left
        dice[..., 7] = -dice[..., 7]
    dice[~there] = -1
    whole = {"pictures": pictures, "dice": dice, "unknown": unknown}
    return {name: np.ascontiguousarray(values) for name, values in whole.items()}
