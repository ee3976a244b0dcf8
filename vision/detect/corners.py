"""Rectangles and their corners: a find as its middle, sides and turn, and as the four points of a tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.cut import Quads
from vision.detect.locate import Found
from vision.observation import Corners

QUARTER = np.pi / 2


def sides_of(quads: Quads) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(n,) each: the lengths of the top and of the left edge."""
    top, left = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    return np.hypot(top[:, 0], top[:, 1]), np.hypot(left[:, 0], left[:, 1])


def placed_by(found: list[Found], quads: Quads) -> list[Found]:
    """The rectangles nearest to the corners."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    wide, high = np.hypot(*across.T), np.hypot(*along.T)
    heading = across / np.maximum(wide, 1e-6)[:, None]
    heading = heading + np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(high, 1e-6)[:, None]
    turns = np.arctan2(heading[:, 1], heading[:, 0])
    middles = quads.mean(axis=1)
    rows = zip(found, middles.tolist(), wide.tolist(), high.tolist(), turns.tolist(), strict=True)
    return [
        Found(one.kind, one.heat, one.weight, x, y, across, along, turn, True)
        for one, (x, y), across, along, turn in rows
    ]


def quarter_turned(one: Found) -> Found:
    """The same rectangle with its sides named the other way round."""
    return replace(one, across=one.along, along=one.across, turn=one.turn + QUARTER)


def corners_of(one: Found) -> Corners:
    """The four corners, the face's own top left first, clockwise."""
    return as_corners(corner_arrays([one])[0])


def as_corners(quad: NDArray[np.float64]) -> Corners:
    """Four corners (4, 2) as plain numbers."""
    return tuple(map(tuple, quad.tolist()))  # type: ignore[return-value]


def corner_arrays(found: list[Found]) -> Quads:
    """(n, 4, 2): the four corners of each, the face's own top left first, clockwise."""
    rows = np.array([(one.x, one.y, one.across, one.along, one.turn) for one in found], np.float64)
    x, y, wide, high, turn = rows.reshape(-1, 5).T
    across = np.stack([np.cos(turn), np.sin(turn)], axis=1) * wide[:, None] / 2
    along = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * high[:, None] / 2
    centre = np.stack([x, y], axis=1)
    return np.stack(
        [centre - across - along, centre + across - along, centre + across + along, centre - across + along],
        axis=1,
    )
