"""The four printed markers at the corners of the playing square: where they belong, and finding them.

Each marker is upright as seat 0 sees it, its outer corner on the corner of the square::

    [3]------------[2]      ids 0-3 counter-clockwise from the corner between seats 3 and 0;
     |              |       a marker's own corners go clockwise from its top left:   0 1
     |              |                                                                3 2
    [0]------------[1]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Picture, VisionError

MARKER_MM = 40.0
MARKER_IDS = (0, 1, 2, 3)
SQUARE_MM = 850.0
Marks: TypeAlias = Mapping[int, NDArray[np.float64]]
"""Marker id to its four corners (4, 2), clockwise from its own top left."""


def marker_corners_mm(square_mm: float = SQUARE_MM, marker_mm: float = MARKER_MM) -> Marks:
    """Where the corners of the four markers lie, table frame."""
    if not square_mm > 4 * marker_mm:
        raise VisionError(f"the square must be wider than {4 * marker_mm:g} mm, got {square_mm:g}")
    half, own = square_mm / 2, np.array([(0, 1), (1, 1), (1, 0), (0, 0)], dtype=np.float64) * marker_mm
    far = half - marker_mm
    left_bottom = {0: (-half, -half), 1: (far, -half), 2: (far, far), 3: (-half, far)}
    return {number: own + np.array(place) for number, place in left_bottom.items()}


def find_markers(picture: Picture) -> Marks:
    """The markers 0 to 3 in a BGR picture (height, width, 3), corners in pixels, exact to a part of one.

    A marker seen twice is left out: one of the two is a reflection or a spare sheet, and which is not known.
    """
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
        raise VisionError(f"picture must be (height, width, 3) uint8, got {picture.shape} {picture.dtype}")
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = _detected(grey)
    numbers = [number for number, _ in found]
    return {
        number: corners
        for number, corners in sorted(found, key=lambda one: one[0])
        if number in MARKER_IDS and numbers.count(number) == 1
    }


def _detected(grey: NDArray[np.uint8]) -> list[tuple[int, NDArray[np.float64]]]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # A fifth of a marker's cell: wider, and its own black and white squares pull the corner inwards.
    settings.cornerRefinementWinSize = 4
    if hasattr(settings, "relativeCornerRefinmentWinSize"):  # OpenCV 4.8 and later
        settings.relativeCornerRefinmentWinSize = 0.3
    settings.minMarkerPerimeterRate = 0.02
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(grey)
    if ids is None:
        return []
    return [
        (int(number), np.asarray(four, dtype=np.float64).reshape(4, 2))
        for number, four in zip(np.asarray(ids).ravel(), corners, strict=True)
    ]
