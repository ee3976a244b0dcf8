"""Backs laid along their edges: the locator says to two or three millimetres where a back lies, the end of
its colour to half a millimetre.

A stack that has lost its upper tile appears some 4 mm nearer to the point below the camera, so its height is
read from this. Only along the tile: beside it lie others of the same colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.corners import as_corners
from vision.observation import TableImage, TileObservation

REACH, INSIDE = 0.75, 0.3
"""Of a tile's length, from its middle: as far its edges are looked for, and so far all of it is back."""
ACROSS = np.linspace(-0.3, 0.3, 5)
"""Of its width: where it is looked at."""
STEP_MM = 0.7
LEAST = 24.0
"""How much the colour must change at an edge (of 255, the three colours together)."""
BEYOND = 4
"""Steps in which the colour has changed altogether."""
ALIKE = 0.08
"""Of a tile's length: as far apart as the edges of the others are a tile's own, give or take this."""
Profile = NDArray[np.float64]
"""(n, steps, 3): the colours along each of n tiles, from `REACH` before its middle to as far behind it."""


def along_edges(table: TableImage, tiles: Sequence[TileObservation]) -> tuple[TileObservation, ...]:
    """`tiles`, with every back whose two short edges show moved to the middle between them."""
    backs = [number for number, tile in enumerate(tiles) if tile.kind == "back"]
    if not backs:
        return tuple(tiles)
    corners = np.array([tiles[number].corners_mm for number in backs])
    along = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    moves = _middles(_profiles(table, corners, along))
    found = list(tiles)
    for number, quad, way, move in zip(backs, corners, along, moves.tolist(), strict=True):
        if move:
            found[number] = replace(tiles[number], corners_mm=as_corners(quad + move * way))
    return tuple(found)


def _profiles(table: TableImage, corners: NDArray[np.float64], along: NDArray[np.float64]) -> Profile:
    """(n, steps, 3): the colours along each tile, from corners (n, 4, 2) and its way along (n, 2), mm: the
    means across it."""
    length = float(np.median(np.hypot(*along.T)))
    steps = np.linspace(-REACH, REACH, 2 * round(REACH * length / STEP_MM) + 1)
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    spots = corners.mean(axis=1)[:, None, None] + steps[None, :, None, None] * along[:, None, None]
    spots = spots + ACROSS[None, None, :, None] * across[:, None, None]
    half = table.picture.shape[0] / 2
    x = (half + spots[..., 0] * table.px_per_mm).astype(np.float32).reshape(len(corners), -1)
    y = (half - spots[..., 1] * table.px_per_mm).astype(np.float32).reshape(len(corners), -1)
    seen = cv2.remap(table.picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(len(corners), len(steps), len(ACROSS), 3).mean(axis=2))


def _middles(seen: Profile) -> NDArray[np.float64]:
    """(n,): the middle between a tile's two edges, in its lengths from where it was thought; 0 where they do
    not show."""
    steps = np.linspace(-REACH, REACH, seen.shape[1])
    own = np.median(seen[:, np.abs(steps) < INSIDE], axis=1)
    unlike = np.linalg.norm(seen - own[:, None], axis=2)
    out = steps > INSIDE
    before, behind = _edge(unlike[:, ::-1][:, out], steps[out]), _edge(unlike[:, out], steps[out])
    return np.where(_fits(before + behind), (behind - before) / 2, 0.0)


def _fits(lengths: NDArray[np.float64]) -> NDArray[np.bool_]:
    shown = lengths[np.isfinite(lengths)]
    return np.asarray(np.abs(lengths - np.median(shown)) < ALIKE) if len(shown) else np.isfinite(lengths)


def _edge(unlike: NDArray[np.float64], steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,): where along `steps` the colour has first gone half of the way to what lies beyond; NaN where it
    does not change."""
    is_out = unlike > LEAST
    first = is_out.argmax(axis=1)
    # What lies beyond, just there: farther out something else may lie.
    near = np.minimum(first[:, None] + np.arange(BEYOND), unlike.shape[1] - 1)
    half = np.take_along_axis(unlike, near, axis=1).max(axis=1) / 2
    at = (unlike > half[:, None]).argmax(axis=1)
    rows = np.arange(len(unlike))
    low, high = unlike[rows, np.maximum(at - 1, 0)], unlike[rows, at]
    part = np.clip((half - low) / np.maximum(high - low, 1e-6), 0, 1)
    found = steps[np.maximum(at - 1, 0)] + part * (steps[1] - steps[0])
    return np.where(is_out.any(axis=1) & (at > 0), found, np.nan)
