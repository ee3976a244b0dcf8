"""Tiles of a set that no network has learnt: shapes drawn by chance, laid in a row on a felt."""

from __future__ import annotations

import cv2
import numpy as np

FELT = (70, 110, 40)
BODY = (215, 232, 236)


def strange_face(number: int, wide: int, high: int, kind: int = 0) -> np.ndarray:
    """Face `number` of a set of blots, petals and strokes, (high, wide, 3); `kind`: which such set."""
    rng = np.random.default_rng(1000 * kind + number)
    page = np.empty((240, 180, 3), np.uint8)
    page[:] = BODY
    inks = [tuple(int(v) for v in rng.integers(0, 170, 3)) for _ in range(2)]
    for stroke in range(6):
        points = rng.uniform([25, 35], [155, 205], (4, 2)).astype(np.int32)
        ink = inks[stroke % 2]
        if rng.random() < 0.5:
            is_closed, thick = bool(rng.random() < 0.5), int(rng.integers(5, 13))
            cv2.polylines(page, [points], is_closed, ink, thick, cv2.LINE_AA)
        else:
            x, y = (int(value) for value in points[0])
            cv2.circle(page, (x, y), int(rng.integers(10, 26)), ink, -1, cv2.LINE_AA)
    cv2.rectangle(page, (0, 0), (179, 239), (160, 175, 180), 3)
    return np.asarray(cv2.resize(page, (wide, high), interpolation=cv2.INTER_AREA))


def strange_row(numbers: range, wide: int = 60, light: float = 1.0, kind: int = 0) -> np.ndarray:
    """A row of such tiles, a little apart, on a felt."""
    high = round(wide * 4 / 3)
    size = (high * 3, (len(numbers) + 2) * (wide + 8))
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = FELT
    noise = np.random.default_rng(wide).normal(0, 3, picture.shape)
    picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    for place, number in enumerate(numbers):
        x = wide + place * (wide + 8)
        cv2.rectangle(picture, (x + 2, 2 * high), (x + wide, 2 * high + 4), (30, 50, 20), -1)
        picture[high : 2 * high, x : x + wide] = strange_face(number, wide, high, kind)
    return np.clip(picture * light, 0, 255).astype(np.uint8)
