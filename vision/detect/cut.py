"""Cutting tiles out of a picture, many at once, and where the corners of a cut lie in the picture.

A crop shows the tile between four corners, upright, with a little around it. All crops of a picture are cut
in one pass; so a table of a hundred tiles takes little more time than one of ten.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.networks import Settings
from vision.observation import Picture

Quads = NDArray[np.float64]
"""(n, 4, 2): four corners each in pixels, the tile's own top left first, clockwise."""
SHRINK = 1.3
"""Picture pixels to a crop's, beyond which a tile is made smaller before it is cut."""
AT_ONCE = 256
LONGEST = 32_000
"""Pixels a side up to which OpenCV cuts from the whole picture."""


def cut_all(picture: Picture, quads: Quads, settings: Settings, tightness: float) -> NDArray[np.uint8]:
    """(n, 64, 48, 3): what lies between each four corners (n, 4, 2), upright, with a little around it."""
    size = (settings.crop_width, settings.crop_height)
    crops = np.empty((len(quads), size[1], size[0], 3), np.uint8)
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    across = (across + np.linalg.norm(quads[:, 2] - quads[:, 3], axis=1)) / 2
    shrink = across * tightness / settings.crop_share / size[0] / SHRINK
    # A warp samples single pixels: a much larger tile is made smaller first, or thin strokes flicker.
    is_large = shrink > SHRINK if max(picture.shape[:2]) < LONGEST else np.ones(len(quads), bool)
    for begin in range(0, len(quads), AT_ONCE):
        part = begin + np.flatnonzero(~is_large[begin : begin + AT_ONCE])
        if len(part):
            crops[part] = _cut_together(picture, quads[part], size, settings.crop_share / tightness)
    for number in np.flatnonzero(is_large):
        factor = max(1.0, float(shrink[number]))
        crops[number] = _cut_smaller(picture, quads[number], size, settings.crop_share / tightness, factor)
    return crops


def _cut_together(picture: Picture, quads: Quads, size: tuple[int, int], share: float) -> NDArray[np.uint8]:
    wide, high = size
    u = ((np.arange(wide) / wide - 0.5) / share + 0.5).astype(np.float32)[None, None, :]
    v = ((np.arange(high) / high - 0.5) / share + 0.5).astype(np.float32)[None, :, None]
    ways = _ways(quads).astype(np.float32)[:, :, :, None, None]
    # Written where they stay: of so many numbers each one more costs as much as reckoning it.
    x, y = np.empty((2, len(quads), high, wide), np.float32)
    np.add(ways[:, 0, 0] * u + ways[:, 0, 2], ways[:, 0, 1] * v, out=x)
    np.add(ways[:, 1, 0] * u + ways[:, 1, 2], ways[:, 1, 1] * v, out=y)
    if np.abs(ways[:, 2, :2]).max() > 1e-6:
        depth = (ways[:, 2, 0] * u + 1) + ways[:, 2, 1] * v
        x /= depth
        y /= depth
    shape = (len(quads) * high, wide)
    cut = cv2.remap(
        picture, x.reshape(shape), y.reshape(shape), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut.reshape(len(quads), high, wide, 3), np.uint8)


def _cut_smaller(
    picture: Picture, quad: NDArray[np.float64], size: tuple[int, int], share: float, shrink: float
) -> Picture:
    target = ((UNIT - 0.5) * share + 0.5) * np.array(size)
    outer = placed((quad)[None], ((UNIT - 0.5) / share + 0.5)[None])[0]
    region, offset = _around(picture, outer)
    corners = quad - offset
    if shrink > SHRINK:
        smaller = (max(1, round(region.shape[1] / shrink)), max(1, round(region.shape[0] / shrink)))
        corners = corners * np.array([smaller[0] / region.shape[1], smaller[1] / region.shape[0]])
        region = np.asarray(cv2.resize(region, smaller, interpolation=cv2.INTER_AREA), np.uint8)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    cut = cv2.warpPerspective(region, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)


def placed(quads: Quads, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, k, 2): where the points (n, k, 2), in tile sides from the tile's top left, lie in the picture."""
    ways = _ways(quads)
    spots = np.einsum("nij,nkj->nki", ways[:, :, :2], points) + ways[:, None, :, 2]
    return np.asarray(spots[..., :2] / spots[..., 2:])


def _ways(quads: Quads) -> NDArray[np.float64]:
    """(n, 3, 3): the projective maps that take the unit square to the corners."""
    first, second, third, fourth = (quads[:, corner] for corner in range(4))
    right, down = second - third, fourth - third
    bend = first - second + third - fourth
    area = _cross(right, down)
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g, h = _cross(bend, down) / area, _cross(right, bend) / area
    ways = np.empty((len(quads), 3, 3))
    ways[:, :2, 0] = second - first + g[:, None] * second
    ways[:, :2, 1] = fourth - first + h[:, None] * fourth
    ways[:, :2, 2] = first
    ways[:, 2, 0], ways[:, 2, 1], ways[:, 2, 2] = g, h, 1.0
    return ways


def _cross(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def areas(quads: Quads) -> NDArray[np.float64]:
    """(n,): what the corners enclose, in square pixels."""
    return np.abs(_cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])) / 2


def are_convex(quads: Quads) -> NDArray[np.bool_]:
    """(n,): whether the corners go round without a dent."""
    edges = np.roll(quads, -1, axis=1) - quads
    turns = _cross(edges, np.roll(edges, -1, axis=1))
    return np.asarray((turns > 0).all(axis=1) | (turns < 0).all(axis=1))


def _around(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    high, wide = picture.shape[:2]
    low = np.floor(corners.min(axis=0)).astype(int) - 2
    far = np.ceil(corners.max(axis=0)).astype(int) + 2
    x0, y0 = min(max(0, low[0]), wide - 1), min(max(0, low[1]), high - 1)
    x1, y1 = max(x0 + 1, min(wide, far[0])), max(y0 + 1, min(high, far[1]))
    return picture[y0:y1, x0:x1], np.array([x0, y0], np.float64)
