"""The four printed markers at the corners of the playing square: where they belong, and finding them.

Each marker is upright as seat 0 sees it, its outer corner on the corner of the square::

    [3]------------[2]      ids 0-3 counter-clockwise from the corner between seats 3 and 0;
     |              |       a marker's own corners go clockwise from its top left:   0 1
     |              |                                                                3 2
    [0]------------[1]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Picture, VisionError

MARKER_MM = 40.0
MARKER_IDS = (0, 1, 2, 3)
SQUARE_MM = 850.0
CELLS = 6
"""A marker is six cells wide: four of code and a black frame."""
Points: TypeAlias = NDArray[np.float64]
"""(n, 2), pixels."""
Grey: TypeAlias = NDArray[np.uint8]
"""(height, width)."""
Marks: TypeAlias = Mapping[int, Points]
"""Marker id to its four corners (4, 2), clockwise from its own top left."""


def marker_corners_mm(square_mm: float = SQUARE_MM, marker_mm: float = MARKER_MM) -> Marks:
    """Where the corners of the four markers lie, table frame.

    VisionError: a square too small for its markers.
    """
    if not square_mm > 4 * marker_mm:
        raise VisionError(f"the square must be wider than {4 * marker_mm:g} mm, got {square_mm:g}")
    half, own = square_mm / 2, np.array([(0, 1), (1, 1), (1, 0), (0, 0)], dtype=np.float64) * marker_mm
    far = half - marker_mm
    left_bottom = {0: (-half, -half), 1: (far, -half), 2: (far, far), 3: (-half, far)}
    return {number: own + np.array(place) for number, place in left_bottom.items()}


def find_markers(picture: Picture) -> Marks:
    """The markers 0 to 3 in a BGR picture (height, width, 3), corners in pixels, exact to a part of one.

    A marker seen twice is left out: one of the two is a reflection or a spare sheet, and which is not known.
    VisionError: `picture` is of another shape or type.
    """
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
        raise VisionError(f"picture must be (height, width, 3) uint8, got {picture.shape} {picture.dtype}")
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = _detected(grey)
    once = {number: _one_of([four for named, four in found if named == number]) for number in MARKER_IDS}
    return {number: _refined(grey, corners) for number, corners in once.items() if corners is not None}


def _detected(grey: Grey) -> list[tuple[int, Points]]:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.02
    if not hasattr(settings, "minGroupDistance"):
        # OpenCV 4.7 takes a marker and the edge of its paper for one thing seen twice, and keeps the paper.
        settings.minMarkerDistanceRate = 0.025
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(grey)
    if ids is None:
        return []
    return [
        (int(number), np.asarray(four, dtype=np.float64).reshape(4, 2))
        for number, four in zip(np.asarray(ids).ravel(), corners, strict=True)
    ]


def _one_of(found: Sequence[Points]) -> Points | None:
    """The one place of a marker: of one seen twice over itself the smaller; None when it is in two places."""
    if not found:
        return None
    smallest = min(found, key=lambda four: float(np.ptp(four, axis=0).sum()))
    apart = max(float(np.linalg.norm(four.mean(axis=0) - smallest.mean(axis=0))) for four in found)
    return smallest if apart < np.linalg.norm(smallest[0] - smallest[1]) / 4 else None


def _refined(grey: Grey, corners: Points) -> Points:
    """The corners where straight lines along the black frame's four edges meet.

    OpenCV's own refinement looks at the corner alone, and is off by a third of a pixel and more when the
    marker's cells come into its window; along an edge thirty places agree on one line.
    """
    for _ in range(2):
        lines = [_edge_line(grey, corners, side) for side in range(4)]
        met = np.array([np.cross(lines[side - 1], lines[side]) for side in range(4)])
        if (np.abs(met[:, 2]) < 1e-6).any():
            return corners
        better = met[:, :2] / met[:, 2:]
        if np.abs(better - corners).max() > np.linalg.norm(corners[0] - corners[2]) / 8:
            return corners  # something lies over an edge
        corners = better
    return corners


def _edge_line(grey: Grey, corners: Points, side: int) -> Points:
    """The line (a, b, c) with a x + b y + c = 0 along the edge from corner `side` to the next."""
    start, end = corners[side], corners[(side + 1) % 4]
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    outwards = np.array([along[1], -along[0]])
    # Less than half a cell each way: within the black frame, and within the white paper around it.
    reach = 0.45 * length / CELLS
    offsets = np.linspace(-reach, reach, 25)
    starts = start + np.linspace(0.08, 0.92, 30)[:, None] * (end - start)
    spots = (starts[:, None] + offsets[None, :, None] * outwards).astype(np.float32)
    levels = cv2.remap(grey, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR).astype(np.float64)
    crossings = starts + _rise(levels, offsets)[:, None] * outwards
    return _line_through(crossings, start, along)


def _rise(levels: Points, offsets: Points) -> Points:
    """Where each row (n, m) of grey levels goes from dark to light, as an offset (n,).

    The share of the row that is light tells it, whatever the blur; no level has to be picked.
    """
    dark, light = np.percentile(levels, 5), np.percentile(levels, 95)
    share = np.clip((levels - dark) / max(light - dark, 1.0), 0, 1).mean(axis=1)
    return np.asarray(offsets[-1] - share * (offsets[-1] - offsets[0]), dtype=np.float64)


def _line_through(points: Points, start: Points, along: Points) -> Points:
    """The line through most of the points (n, 2), which lie near the line from `start` going `along`."""
    far, off = (points - start) @ along, (points - start) @ np.array([along[1], -along[0]])
    keep = np.ones(len(points), dtype=np.bool_)
    for _ in range(3):
        slope, base = np.polyfit(far[keep], off[keep], 1)
        wrong = np.abs(off - (slope * far + base))
        keep = wrong <= max(2.5 * float(np.median(wrong)), 0.05)
    outwards = np.array([along[1], -along[0]])
    normal = outwards - slope * along
    return np.array([*normal, -float(normal @ (start + base * outwards))])
