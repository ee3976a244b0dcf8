"""Faces drawn otherwise than the bank has them: out of shape, in red, or as no set has them."""

from __future__ import annotations

import cv2
import numpy as np

from models.train.draw.page import HEIGHT, WIDTH
from models.train.scenes.body import Picture, Rng


def reddened(picture: Picture) -> Picture:
    """A photo of a five with all its ink turned red, as a red five has it."""
    page = picture.astype(np.float32)
    body = np.percentile(page.reshape(-1, 3), 80, axis=0)
    dark = np.clip((body - page) / np.maximum(body, 1), 0, 1).max(axis=-1, keepdims=True)
    red = np.array([0.25, 0.2, 0.85], np.float32) * body
    return np.asarray(np.clip(body * (1 - dark) + red * dark, 0, 255), np.uint8)


def unnamed(sprite: Picture | None, rng: Rng) -> Picture:
    """A face that no set has, made of one that is there (96, 72, 4): parts change places, it is mirrored, its
    inks are others."""
    page = np.zeros((HEIGHT, WIDTH, 4), np.uint8) if sprite is None else sprite[:, ::-1]
    page = np.roll(page, (HEIGHT * int(rng.integers(1, 4)) // 4, WIDTH * int(rng.integers(3)) // 3), (0, 1))
    inks = page[..., rng.permutation(3)] if rng.random() < 0.5 else page[..., :3]
    return np.dstack([inks, page[..., 3]])


def bent(sprite: Picture, rng: Rng, darker: bool) -> Picture:
    """The drawing a little out of shape, as another hand would have drawn it, and perhaps in darker ink."""
    if rng.random() < 0.4:
        high, wide = sprite.shape[:2]
        rough = rng.normal(0, rng.uniform(0.3, 1.6), (2, 5, 4)).astype(np.float32)
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        dx, dy = (cv2.resize(part, (wide, high), interpolation=cv2.INTER_CUBIC) for part in rough)
        sprite = np.asarray(cv2.remap(sprite, x + dx, y + dy, cv2.INTER_LINEAR), np.uint8)
    if darker and rng.random() < 0.15:
        sprite = np.array(sprite)
        sprite[..., :3] = (sprite[..., :3] * rng.uniform(0.25, 0.8)).astype(np.uint8)
    return sprite
