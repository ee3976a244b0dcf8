"""What a die's surface shows at a point: the spots of its sides, and the material between them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.train.dice.kind import DieKind, Rng

Reals = NDArray[np.floating[Any]]
"""(..., 3) for points and directions, (...,) for one number of each."""

PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""The spots of each number, in steps from the middle."""
BY_AXIS = ((1, 6), (2, 5), (3, 4))
"""Pips of the side that looks along each axis, and of the one that looks against it."""
SOFT = 0.03
"""How wide the edge of a spot is, in halves of a side."""


def cover_of_spots(kind: DieKind, points: Reals) -> tuple[Reals, Reals, Reals]:
    """For points (n, 3) on a die: the ink's colour (n, 3), how much of it is there (n,), and the slope of
    what is engraved (n, 3)."""
    ink = np.tile(kind.ink, (len(points), 1))
    cover, slope = np.zeros(len(points)), np.zeros((len(points), 3))
    axes = np.abs(points).argmax(axis=1)
    signs = points[np.arange(len(points)), axes] > 0
    for axis in range(3):
        for is_along in (True, False):
            there = np.flatnonzero((axes == axis) & (signs == is_along))
            pips = BY_AXIS[axis][0 if is_along else 1]
            across = [(axis + 1) % 3, (axis + 2) % 3]
            if not len(there):
                continue
            cover[there], bent = _of_side(kind, points[there][:, across], pips)
            slope[there[:, None], across] = bent
            if pips in (1, 4):
                ink[there] = kind.ink_of_one if pips == 1 else kind.ink_of_four
    return ink, cover, slope


def _of_side(kind: DieKind, at: Reals, pips: int) -> tuple[Reals, Reals]:
    size = kind.spot_of_one if pips == 1 else kind.spot
    shape = kind.one if pips == 1 else kind.shape
    cover, slope = np.zeros(len(at)), np.zeros((len(at), 2))
    for place in PLACES[pips]:
        away = at - np.array(place) * kind.apart
        inside = _inside(away, size, shape)
        cover = np.maximum(cover, inside)
        distance = np.hypot(away[:, 0], away[:, 1])
        steep = np.clip(distance / size, 0, 1) * inside
        slope -= away / np.maximum(distance, 1e-3)[:, None] * steep[:, None]
    return cover, slope


def _inside(away: Reals, size: float, shape: str) -> Reals:
    """How much of a spot's ink is at points (n, 2) away from its middle, 0 to 1."""
    distance = np.hypot(away[:, 0], away[:, 1])
    angle = np.arctan2(away[:, 1], away[:, 0])
    match shape:
        case "star":
            edge = distance - size * (0.72 + 0.28 * np.cos(5 * angle))
        case "blossom":
            edge = distance - size * (0.8 + 0.2 * np.cos(6 * angle))
        case "square":
            edge = np.abs(away).max(axis=1) - size * 0.8
        case "triangle":
            edge = distance * np.cos((angle - np.pi / 2) % (2 * np.pi / 3) - np.pi / 3) - size * 0.6
        case "diamond":
            edge = np.abs(away).sum(axis=1) * 0.71 - size * 0.75
        case "oval":
            edge = np.hypot(away[:, 0] / 0.62, away[:, 1]) - size * 1.05
        case "heart":
            high = away[:, 1] - 0.6 * np.abs(away[:, 0])
            edge = np.hypot(away[:, 0], high) - size * 0.85
        case "ring":
            edge = np.abs(distance - size * 0.8) - size * 0.3
        case "cross":
            least, most = np.sort(np.abs(away), axis=1).T
            edge = np.maximum(most - size * 1.1, least - size * 0.4)
        case _:
            edge = distance - size
    return np.asarray(np.clip(0.5 - edge / SOFT, 0, 1))


def skin(kind: DieKind, points: Reals, rng: Rng) -> tuple[Reals, Reals]:
    """The material's colour (n, 3) and cover (n,) at points (n, 3) of a die."""
    share, cover = np.zeros(len(points)), np.ones(len(points))
    match kind.material:
        case "marbled":
            share = np.clip(0.5 + rng.uniform(0.8, 2.5) * _swirl(points, rng, rng.uniform(1, 3)), 0, 1)
        case "veined":
            share = np.exp(-((_swirl(points, rng, rng.uniform(1, 3)) / 0.12) ** 2))
        case "chequered":
            share = (np.sin(points * rng.uniform(3, 9)).prod(axis=1) > 0).astype(float)
        case "speckled":
            share = (_swirl(points, rng, 14) > 0.3).astype(float)
        case "layered":
            share = (np.sin(points @ rng.normal(0, 3, 3)) > 0).astype(float)
        case "metal":
            share = np.clip(0.5 + points[:, 2] * 0.5 + 0.2 * _swirl(points, rng, 2), 0, 1)
        case "clear":
            edge = np.sort(np.abs(points), axis=1)[:, 1]
            cover = np.clip(rng.uniform(0.3, 0.8) + 0.4 * edge**4, 0, 0.97)
            share = np.clip(0.4 + 0.5 * _swirl(points, rng, 1.2), 0, 1)
    return kind.ground * (1 - share[:, None]) + kind.second * share[:, None], cover


def _swirl(points: Reals, rng: Rng, fine: float) -> Reals:
    """Smooth chance in space, about -1 to 1."""
    bent = points + 0.35 * np.sin(points[:, [1, 2, 0]] * rng.uniform(1.5, 3.5, 3) + rng.uniform(0, 6, 3))
    parts = [
        np.sin(bent @ rng.normal(0, fine * grow, 3) + rng.uniform(0, 6)) / grow for grow in (1.0, 1.8, 3.1)
    ]
    return np.asarray(sum(parts) / 1.2)
