"""Crops for the reader that show no tile: things that lie about, and parts of a tile seen from close by."""

from __future__ import annotations

import cv2
import numpy as np

from models.train.scenes.body import Picture, Rng, surface
from models.train.scenes.cut import CROP_HEIGHT, CROP_WIDTH, warp
from models.train.scenes.distractors import litter
from models.train.scenes.patterns import pattern

PATTERN_SHARE = 0.35
"""How many show a part of a thing that repeats itself."""
BARE = 20
"""Grey levels of spread: a barer crop could as well be of a back."""
PART = (0.2, 0.42)
"""How much of a tile's width and height is seen of a part."""


def cut_litter(rng: Rng) -> Picture:
    """A part of a page of things that are no tiles, of any size: (64, 48, 3)."""
    part = _litter(rng)
    while part.std(axis=(0, 1)).max() < BARE:
        part = _litter(rng)
    return part


def cut_part(picture: Picture, rng: Rng, size: tuple[float, float]) -> Picture:
    """A part, (64, 48, 3), of the tile in the middle of `picture` that is `size` pixels wide and high; what
    is bare is litter instead."""
    for _ in range(4):
        share = rng.uniform(*PART)
        shift = np.array(size) * rng.uniform(-(1 - share) / 2, (1 - share) / 2, 2)
        part = warp(picture, rng, int(rng.integers(4)), (size[0] * share, size[1] * share), shift)[0]
        if part.std(axis=(0, 1)).max() >= BARE:
            return part
    return cut_litter(rng)


def _litter(rng: Rng) -> Picture:
    """A part of a page of things that are no tiles, of any size."""
    page = pattern(224, rng) if rng.random() < PATTERN_SHARE else surface((224, 224), rng)
    for _ in range(3):
        litter(page, rng)
    wide = float(np.exp(rng.uniform(np.log(14), np.log(110))))
    corners = (
        np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([wide, wide * rng.uniform(1, 1.6)]) / 2
    )
    angle = rng.uniform(0, 2 * np.pi)
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners += rng.uniform(40, 184, 2)
    target = np.array([(0, 0), (CROP_WIDTH, 0), (CROP_WIDTH, CROP_HEIGHT), (0, CROP_HEIGHT)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    crop = cv2.warpPerspective(page, matrix, (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
