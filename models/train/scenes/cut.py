"""A tile cut clumsily out of a picture, as a locator would cut it: 48 wide, 64 high, leaning, off centre."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.scenes.body import (
    Picture,
    Rng,
)

CROP_WIDTH, CROP_HEIGHT = 48, 64
SHARE = 0.86
"""The part of each side of a crop that its tile fills."""


@dataclass(frozen=True, slots=True)
class Jitter:
    """How clumsily a cut is made: spreads of its sides, size, turn (degrees), lean, corners and place."""

    sides: float
    sizes: tuple[float, float]
    turn: float
    lean: float
    corner: float
    place: float


SECOND_LOOK = Jitter(0.065, (0.92, 1.1), 4.0, 0.09, 0.03, 0.045)
FIRST_LOOK = Jitter(0.2, (0.82, 1.25), 8.0, 0.09, 0.03, 0.0)
"""As a locator cuts: its place is off by up to `FIRST_OFF` of the tile."""
FIRST_OFF = 0.29
FIRST_SHARE = 0.4


def any_jitter(rng: Rng) -> Jitter:
    """That of a first look, or of a second."""
    return FIRST_LOOK if rng.random() < FIRST_SHARE else SECOND_LOOK


def off_centre(rng: Rng) -> NDArray[np.float64]:
    """A shift, (2,) in tiles, of about half a tile along one axis or both."""
    shift = rng.uniform(0.35, 0.65, 2) * rng.choice([-1, 1], 2)
    shift[rng.integers(2)] *= rng.choice([0.0, 1.0], p=[0.7, 0.3])
    return np.asarray(shift)


def warp(
    board: Picture,
    rng: Rng,
    turn: int,
    tile: tuple[float, float],
    shift: NDArray[np.float64] | None = None,
    jitter: Jitter = SECOND_LOOK,
) -> tuple[Picture, NDArray[np.float32]]:
    """The middle `tile` (width, height) of `board`, clumsily cut and turned, as a locator would cut it; and
    the tile's corners, how far from where a perfect cut would have them, in crop sides (4, 2)."""
    high, wide = board.shape[:2]
    outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) * np.array(tile) / 2
    half = np.array(tile) / SHARE / 2
    # A locator unsure of the long side cuts across the tile, sides and all.
    is_across = turn % 2 == 1 and jitter is FIRST_LOOK and rng.random() < 0.5
    sides = half[::-1] if is_across else half
    corners = outline / (np.array(tile) / 2) * sides * rng.normal(1, jitter.sides, 2).clip(0.5, 1.6)
    corners *= rng.uniform(*jitter.sizes)
    angle, lean = rng.normal(0, np.deg2rad(jitter.turn)), rng.normal(0, jitter.lean)
    corners = corners @ np.array([[1, 0], [lean, 1]])
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners += rng.normal(0, jitter.corner, (4, 2)) * half + rng.normal(0, jitter.place, 2) * half * 2
    if jitter is FIRST_LOOK:
        corners += rng.uniform(-FIRST_OFF, FIRST_OFF, 2) * np.array(tile)
    middle = np.array([wide, high]) / 2
    corners += middle + (0 if shift is None else shift)
    target = np.array([(0, 0), (CROP_WIDTH, 0), (CROP_WIDTH, CROP_HEIGHT), (0, CROP_HEIGHT)], np.float32)
    steps = -turn if turn % 2 == 0 else turn
    matrix = cv2.getPerspectiveTransform(np.roll(corners, steps, axis=0).astype(np.float32), target)
    warped = cv2.warpPerspective(board, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR,
                                 borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    lying = cv2.perspectiveTransform(np.roll(outline + middle, steps, axis=0)[None], matrix)[0]
    size = np.array([CROP_WIDTH, CROP_HEIGHT])
    perfect = (target / size - 0.5) * SHARE + 0.5
    return np.asarray(warped, np.uint8), np.asarray(lying / size - perfect, np.float32)
