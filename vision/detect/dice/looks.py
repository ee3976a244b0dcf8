"""Crops of what may be a die for the classifier: upright, at one or two sizes, in four turns.

A die looks like one in every turn; most of what is taken for one at first sight does not. Where spots are
hard to count, the mean of all answers is right more often than one answer.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Picture

PHOTO_SIDES_PX, TABLE_SIDES_PX = (18.0, 22.0), (20.0,)
"""How wide the die becomes in its crops; on a table, where looks follow one another, one size is enough."""
TURNS = 4
SHRINK = 0.55
"""A picture is halved before it is made smaller than this: a warp samples single pixels."""


def windows_of(
    picture: Picture,
    corners: NDArray[np.float64],
    side: float,
    window: int,
    sides_px: tuple[float, ...],
    turns: range = range(TURNS),
) -> NDArray[np.uint8]:
    """(one of each of the `turns` for each of `sides_px`, window, window, 3): what lies between corners
    (4, 2), `side` px wide, in the middle of each."""
    middle, edge = corners.mean(axis=0), corners[1] - corners[0]
    upright = -math.atan2(edge[1], edge[0])
    windows = []
    for wanted in sides_px:
        part, at, scale = _halved(picture, middle, wanted / side, window)
        for turn in turns:
            cos, sin = math.cos(upright + turn * math.pi / 2), math.sin(upright + turn * math.pi / 2)
            linear = scale * np.array([(cos, -sin), (sin, cos)])
            matrix = np.column_stack([linear, window / 2 - linear @ at])
            windows.append(cv2.warpAffine(part, matrix, (window, window), borderMode=cv2.BORDER_REPLICATE))
    return np.stack(windows).astype(np.uint8)


def _halved(
    picture: Picture, middle: NDArray[np.float64], scale: float, window: int
) -> tuple[Picture, NDArray[np.float64], float]:
    """The part of a picture round `middle` that a window shows, halved until little shrinking is left; where
    the middle lies in it, and the scale that is left."""
    reach = window / scale
    low = np.maximum(0, np.floor(middle - reach)).astype(int)
    far = np.maximum(low + 1, np.ceil(middle + reach).astype(int))
    part, at = picture[low[1] : far[1], low[0] : far[0]], middle - low
    while scale < SHRINK:
        size = (max(1, part.shape[1] // 2), max(1, part.shape[0] // 2))
        at = at * (size[0] / part.shape[1], size[1] / part.shape[0])
        part, scale = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8), scale * 2
    return part, at, scale
