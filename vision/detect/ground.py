"""Felt that was taken for a tile: between tiles that lie apart, or in the shadow of a stack.

Both are dark, even fields with straight edges, much as a back is, or a white dragon without a frame. They
give themselves away: what lies between is longer than the tiles around it, or has the very colour of the
ground; a shadow has the ground's colour too, only darker.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Corners, Picture, TileInPicture

ENOUGH_FACES = 2
"""So many faces tell what shape a tile has in this picture."""
LONGER = 1.45
"""Times the shape (long side over short) of a face that no back has; a back seen from the side has 1.2."""
SAME_COLOUR = 7.0
"""CIELAB, lightness counting half: nearer to the ground than that is ground, where the network doubts too."""
DOUBTED = 0.65
ENOUGH_BARE = 50
"""Pixels of the ground by which its colour is known."""
DARKER, SAME_TINT = 0.8, 0.15
"""Of the felt's light: what is brighter is no shadow; and by how much of it the three colours may differ."""
AROUND = 1.6
"""Times its longer side: how far around a find the ground is looked at."""


def without_ground(picture: Picture, tiles: Sequence[TileInPicture]) -> tuple[TileInPicture, ...]:
    """The tiles of a BGR picture (height, width, 3) less the backs that are bare felt."""
    shapes = [_shape(tile.corners_px) for tile in tiles if tile.kind == "face"]
    if len(shapes) < ENOUGH_FACES or all(tile.kind != "back" for tile in tiles):
        return tuple(tiles)
    usual = median(shapes)
    return tuple(
        tile
        for tile in tiles
        if tile.kind != "back"
        or (_shape(tile.corners_px) < LONGER * usual and not _is_ground(picture, tile, tiles))
    )


def is_shadow(picture: Picture, corners: Corners, others: Sequence[Corners]) -> bool:
    """Whether what was found between the `corners` (px) of a BGR picture is felt in a shadow: of the colour
    of the felt around it, and darker. `others`: the corners of everything found, which is no felt."""
    low, part = _surroundings(picture, corners)
    if not part.size:
        return False
    inside = _filled(part, np.array(corners) - low, 0.7)
    taken = np.zeros(part.shape[:2], np.uint8)
    reach = part.shape[0] + part.shape[1]
    for each in (corners, *others):
        if math.dist(each[0], corners[0]) < reach:
            taken |= _filled(part, np.array(each) - low, 1.25)
    bare = part[taken == 0].astype(np.float64)
    if len(bare) < ENOUGH_BARE or not inside.any():
        return False
    light = bare.sum(axis=1)
    felt = np.median(bare[light >= np.median(light)], axis=0)  # what lies in the light
    shares = np.median(part[inside > 0], axis=0) / np.maximum(felt, 1.0)
    return bool(shares.mean() < DARKER and np.abs(shares / max(shares.mean(), 0.01) - 1).max() < SAME_TINT)


def _shape(corners: Corners) -> float:
    """The longer side over the shorter."""
    sides = (
        math.dist(corners[0], corners[1]) + math.dist(corners[2], corners[3]),
        math.dist(corners[1], corners[2]) + math.dist(corners[3], corners[0]),
    )
    return max(sides) / max(min(sides), 1.0)


def _is_ground(picture: Picture, tile: TileInPicture, tiles: Sequence[TileInPicture]) -> bool:
    """Whether a doubtful back has the colour of what lies around it and is no tile."""
    if tile.score >= DOUBTED:
        return False
    low, part = _surroundings(picture, tile.corners_px)
    if not part.size:
        return False
    corners = np.array(tile.corners_px)
    lab = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).astype(np.float64) * np.array([0.5, 1, 1])
    inside = _filled(part, corners - low, 0.7)
    taken = np.zeros(part.shape[:2], np.uint8)
    for each in tiles:
        taken |= _filled(part, np.array(each.corners_px) - low, 1.25)
    bare = lab[taken == 0]
    if len(bare) < ENOUGH_BARE or not inside.any():
        return False
    off = np.median(lab[inside > 0], axis=0) - np.median(bare, axis=0)
    return bool(np.linalg.norm(off) < SAME_COLOUR)


def _surroundings(picture: Picture, outline: Corners) -> tuple[NDArray[np.int_], Picture]:
    """The part of the picture in which the ground round a find is looked at, and where it begins (x, y)."""
    corners = np.array(outline)
    reach = AROUND * max(float(np.linalg.norm(corners[0] - corners[1])), float(np.ptp(corners, axis=0).max()))
    middle = corners.mean(axis=0)
    low = np.maximum(np.floor(middle - reach), 0).astype(int)
    high = np.minimum(np.ceil(middle + reach), picture.shape[1::-1]).astype(int)
    return low, picture[low[1] : high[1], low[0] : high[0]]


def _filled(part: Picture, corners: NDArray[np.float64], grown: float) -> NDArray[np.uint8]:
    """1 within the corners (4, 2), made larger about their middle."""
    mask = np.zeros(part.shape[:2], np.uint8)
    middle = corners.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round(middle + grown * (corners - middle)).astype(np.int32), (1,))
    return mask
