"""Whether a picture shows its tiles well enough to judge by, and why not: too dark, out of focus or moved."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Corners, Picture
from webui.watch.preview import WIDTH_PX, sharpness_of

DARK, DARK_TABLE = 40.0, 30.0
"""Mean brightness (of 255) below which it is the light when nothing is found; and below which a table is not
judged, since every one of its tiles counts."""
SOFT = 0.33
"""Sharpness of a whole picture below which it is the focus when nothing is found."""
SOFT_TILE = 0.1
"""Sharpness of tiles below which their faces are not believed: photos of tiles have 0.38 and more, and surely
misread ones 0.04 and less."""
TILE_PX = 60.0
"""Tiles are compared at this length, in the size the networks read them."""
FLAT = 10.0
"""A picture whose brightness varies less shows nothing that could be sharp."""


def why_nothing(picture: Picture) -> str:
    """Why nothing was found in a picture: ``too_dark``, ``too_blurred`` or ``no_tiles_seen``."""
    grey = _grey(picture, min(1.0, WIDTH_PX / picture.shape[1]))
    if float(grey.mean()) < DARK:
        return "too_dark"
    is_soft = float(grey.std()) > FLAT and sharpness_of(grey) < SOFT
    return "too_blurred" if is_soft else "no_tiles_seen"


def is_soft(picture: Picture, found_at: Sequence[Corners]) -> bool:
    """Whether the tiles or dice at these corners (pixels) are too blurred to be told apart."""
    found = [sharpness for corners in found_at if (sharpness := _sharpness(picture, corners)) is not None]
    return bool(found) and median(found) < SOFT_TILE


def is_dark_table(picture: Picture) -> bool:
    """Whether a table is too dark to be judged as a whole."""
    return float(_grey(picture, min(1.0, WIDTH_PX / picture.shape[1])).mean()) < DARK_TABLE


def _sharpness(picture: Picture, corners: Corners) -> float | None:
    """Of one tile with a little around it; None where it is cut off."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    length = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    room = 0.25 * length
    part = picture[
        max(0, int(min(ys) - room)) : int(max(ys) + room) + 1,
        max(0, int(min(xs) - room)) : int(max(xs) + room) + 1,
    ]
    return None if min(part.shape[:2]) < 8 else sharpness_of(_grey(part, min(1.0, TILE_PX / length)))


def _grey(picture: Picture, scale: float) -> NDArray[np.uint8]:
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
