"""The spots of dice, drawn and rendered: where they lie on a side, and their shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
EMBLEM_SPOTS = ("star", "blossom", "square", "triangle", "diamond", "oval", "heart")
MORE_SPOTS = (*EMBLEM_SPOTS, "hexagon", "moon", "drop")
"""The shapes that are learnt from, beside discs."""
SOFT = 0.03
"""How wide the edge of a spot is, in halves of a side."""


def cover_of_spot(away: Reals, size: float, shape: str) -> Reals:
    """How much of a spot's ink, 0 to 1, is at points (n, 2) away from its middle; these and the spot's `size`
    in halves of a die's side."""
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
        case "hexagon":
            edge = distance * np.cos(angle % (np.pi / 3) - np.pi / 6) - size * 0.85
        case "moon":
            bite = np.hypot(away[:, 0] - size * 0.55, away[:, 1]) - size * 0.8
            edge = np.maximum(distance - size * 1.05, -bite)
        case "drop":
            narrow = 1 - 0.6 * np.clip(away[:, 1] / size, 0, 1)
            edge = np.hypot(away[:, 0] / narrow, away[:, 1] * 0.8) - size * 0.85
        case "ring":
            edge = np.abs(distance - size * 0.8) - size * 0.3
        case "cross":
            least, most = np.sort(np.abs(away), axis=1).T
            edge = np.maximum(most - size * 1.1, least - size * 0.4)
        case _:
            edge = distance - size
    return np.asarray(np.clip(0.5 - edge / SOFT, 0, 1))
