"""What a lens, a lamp and a file format do to a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.scenes.body import Picture, Rng


def lit(picture: Picture, rng: Rng) -> Picture:
    """Another exposure, another white balance, shade over a part, a shine."""
    page = picture.astype(np.float32) / 255
    gain = rng.uniform(0.45, 1.25) if rng.random() < 0.8 else rng.uniform(0.2, 1.5)
    page *= gain * (1 + rng.normal(0, 0.07, 3)).astype(np.float32)
    if rng.random() < 0.35:
        page *= _shade(picture.shape[:2], rng)
    if rng.random() < 0.15:
        page += _shine(picture.shape[:2], rng)
    page = np.clip(page, 0, 1.2)
    if rng.random() < 0.5:
        page = np.power(page, rng.uniform(0.7, 1.4))
    if rng.random() < 0.4:
        grey = page.mean(axis=-1, keepdims=True)
        page = grey + (page - grey) * rng.uniform(0.2, 1.5)
    if rng.random() < 0.04:
        page[:] = page.mean(axis=-1, keepdims=True)
    return np.asarray(np.clip(page * 255, 0, 255), np.uint8)


def photographed(picture: Picture, rng: Rng, softest: float = 1.2) -> Picture:
    """Blur, motion, noise, sharpening, JPEG."""
    page = picture
    chance = rng.random()
    if chance < 0.4:
        page = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.2, softest))
    elif chance < 0.46:
        page = cv2.filter2D(page, -1, _streak(int(rng.integers(1, 2 + int(2 * softest))), rng))
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(page, (0, 0), 1.0)
        page = cv2.addWeighted(page, 1.6, soft, -0.6, 0)
    if rng.random() < 0.6:
        noise = rng.normal(0, rng.uniform(1, 12), page.shape).astype(np.float32)
        page = np.clip(page + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))]
        page = np.asarray(cv2.imdecode(cv2.imencode(".jpg", page, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(page, np.uint8)


def _shade(size: tuple[int, ...], rng: Rng) -> NDArray[np.float32]:
    high, wide = size
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    along = np.cos(turn) * (x / wide - rng.uniform(0.1, 0.9)) + np.sin(turn) * (
        y / high - rng.uniform(0.1, 0.9)
    )
    edge = 1 / (1 + np.exp(-np.clip(along * rng.uniform(3, 60), -30, 30)))
    return np.asarray((1 - edge * rng.uniform(0.2, 0.65))[..., None], np.float32)


def _shine(size: tuple[int, ...], rng: Rng) -> NDArray[np.float32]:
    high, wide = size
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    cx, cy = rng.uniform(0, wide), rng.uniform(0, high)
    spread = rng.uniform(0.05, 0.4) * max(high, wide)
    glow = np.exp(-((x - cx) ** 2 + ((y - cy) * rng.uniform(0.5, 2)) ** 2) / (2 * spread**2))
    return np.asarray((glow * rng.uniform(0.2, 0.9))[..., None], np.float32)


def _streak(length: int, rng: Rng) -> NDArray[np.float32]:
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    turn = rng.uniform(0, np.pi)
    dx, dy = np.cos(turn) * length, np.sin(turn) * length
    cv2.line(kernel, (round(length - dx), round(length - dy)), (round(length + dx), round(length + dy)), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)
