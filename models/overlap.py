"""How much two boxes share: by which finds and annotated tiles are taken for the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.observation import TileInPicture

Box = tuple[float, float, float, float]
ENOUGH_OVERLAP = 0.5
"""Of two boxes that are taken for the same tile: what both cover, of what either does."""


def overlap(a: Box, b: Box) -> float:
    """Intersection over union, 0 to 1, of two boxes (left, top, right, bottom)."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def most_shared(box: Box, hulls: Sequence[Box]) -> tuple[int, float]:
    """The number of the hull that overlaps `box` most, and how much, 0 to 1; (-1, 0) when there is none."""
    shared = [overlap(box, hull) for hull in hulls]
    best = int(np.argmax(shared)) if shared else -1
    return best, shared[best] if shared else 0.0


def box_of(points: np.ndarray) -> Box:
    """The upright box around points, shape (n, 2)."""
    low, far = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(far[0]), float(far[1])


def hull_of(tile: TileInPicture) -> Box:
    """The upright hull of a tile's corners."""
    return box_of(np.array(tile.corners_px))
