"""What a die's surface shows at a point: the spots of its sides, and the material between them."""

from __future__ import annotations

import numpy as np

from models.die_spots import PLACES, Reals, cover_of_spot
from models.train.dice.kind import DieKind, Rng

BY_AXIS = ((1, 6), (2, 5), (3, 4))
"""Pips of the side that looks along each axis, and of the one that looks against it."""


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
        inside = cover_of_spot(away, size, shape)
        cover = np.maximum(cover, inside)
        distance = np.hypot(away[:, 0], away[:, 1])
        steep = np.clip(distance / size, 0, 1) * inside
        slope -= away / np.maximum(distance, 1e-3)[:, None] * steep[:, None]
    return cover, slope


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
        case "halved":
            share = np.clip(0.5 + 9 * (points @ _way(rng) - rng.uniform(-0.5, 0.5)), 0, 1)
        case "framed":
            edge = np.sort(np.abs(points), axis=1)[:, 1]
            share = np.clip((edge - rng.uniform(0.72, 0.88)) * 12, 0, 1)
        case "ringed":
            away = np.linalg.norm(points - rng.uniform(-1.2, 1.2, 3), axis=1)
            share = np.clip(0.5 + rng.uniform(0.8, 3) * np.sin(away * rng.uniform(4, 11)), 0, 1)
        case "flamed":
            share = np.clip(0.5 + rng.uniform(1, 4) * _swirl(points, rng, rng.uniform(3, 6)), 0, 1)
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


def _way(rng: Rng) -> Reals:
    """Any direction in space, (3,)."""
    way = rng.normal(size=3)
    return np.asarray(way / np.linalg.norm(way))


def _swirl(points: Reals, rng: Rng, fine: float) -> Reals:
    """Smooth chance in space, about -1 to 1."""
    bent = points + 0.35 * np.sin(points[:, [1, 2, 0]] * rng.uniform(1.5, 3.5, 3) + rng.uniform(0, 6, 3))
    parts = [
        np.sin(bent @ rng.normal(0, fine * grow, 3) + rng.uniform(0, 6)) / grow for grow in (1.0, 1.8, 3.1)
    ]
    return np.asarray(sum(parts) / 1.2)
