"""Ways to calibrate: from the four printed markers, from four tapped corners."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.camera.calibration import Calibration, Points
from vision.camera.fit import TAP_NOISE_PX, Correspondences, Lens, fit
from vision.camera.markers import MARKER_IDS, SQUARE_MM, Marks, find_markers, marker_corners_mm
from vision.observation import Picture, VisionError

__all__ = ["Calibration", "calibrate_from_corners", "calibrate_from_markers", "calibrate_from_marks"]

WORST_RESIDUAL_MM = 5.0
"""Beyond this the markers do not lie on a square of the stated side; no lens explains it."""
WORST_CORNERS_MM = 15.0
"""As much as corners tapped 8 px beside their place leave at worst; what leaves more is no square."""


def calibrate_from_markers(
    picture: Picture, square_mm: float = SQUARE_MM, height_mm: float | None = None
) -> Calibration:
    """The camera behind a BGR picture (height, width, 3) that shows all four markers.

    `height_mm`: the lens's height over the felt, if somebody measured it.
    Raises VisionError naming the markers that are missing, or the residual when they lie wrongly.
    """
    height, width = picture.shape[:2]
    return calibrate_from_marks(find_markers(picture), (width, height), square_mm, height_mm=height_mm)


def calibrate_from_marks(
    marks: Marks,
    picture_size: tuple[int, int],
    square_mm: float = SQUARE_MM,
    lens: Lens | None = None,
    height_mm: float | None = None,
) -> Calibration:
    """As `calibrate_from_markers`, from markers already found; `lens` when it is known from before.

    VisionError: a marker is missing, or they do not lie on the square.
    """
    missing = [number for number in MARKER_IDS if number not in marks]
    if missing:
        raise VisionError(
            f"marker {', '.join(map(str, missing))} not seen, all of 0, 1, 2, 3 are needed: uncover "
            "and light them (print them with `jantaku calibrate --print markers.pdf`), "
            "or `jantaku calibrate --corners`"
        )
    points_mm, points_px = paired(marks, square_mm)
    pairs = Correspondences(points_mm, points_px, picture_size, square_mm, "markers", height_mm=height_mm)
    calibration = fit(pairs, lens)
    if calibration.residual_mm > WORST_RESIDUAL_MM:
        raise VisionError(
            f"the markers do not lie on a square of {square_mm:g} mm: off by "
            f"{calibration.residual_mm:.1f} mm, at most {WORST_RESIDUAL_MM:g} expected; lay "
            "them upright as seat 0 sees them, outer corners on the square's corners, or give --square"
        )
    return calibration


def calibrate_from_corners(
    corners_px: Sequence[tuple[float, float]],
    picture_size: tuple[int, int],
    square_mm: float = SQUARE_MM,
    height_mm: float | None = None,
) -> Calibration:
    """From the playing square's corners tapped in the picture, in the order of the markers 0 to 3.

    Four points leave little over to check them by: a residual of a few millimetres is careless tapping.
    Raises VisionError when they are no square of that side seen from anywhere above.
    """
    corners = np.array(corners_px, dtype=np.float64)
    if corners.shape != (4, 2):
        raise VisionError(f"corners must be four points x,y, got {len(corners_px)}")
    _check_order(corners, picture_size)
    half = square_mm / 2
    points_mm = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    pairs = Correspondences(points_mm, corners, picture_size, square_mm, "corners", TAP_NOISE_PX, height_mm)
    calibration = fit(pairs)
    if not calibration.residual_mm <= WORST_CORNERS_MM:
        raise VisionError(
            f"the corners are no square of {square_mm:g} mm as a camera sees one: off by "
            f"{calibration.residual_mm:.1f} mm, at most {WORST_CORNERS_MM:g} expected; put each on its "
            "corner, or give the square's side"
        )
    return calibration


def paired(marks: Marks, square_mm: float) -> tuple[Points, Points]:
    """The seen markers' corners: on the table (n, 2) mm, and in the picture (n, 2) px."""
    places = marker_corners_mm(square_mm)
    return np.concatenate([places[n] for n in marks]), np.concatenate(list(marks.values()))


def _check_order(corners: Points, picture_size: tuple[int, int]) -> None:
    width, height = picture_size
    if (corners < -0.5).any() or (corners[:, 0] > width).any() or (corners[:, 1] > height).any():
        raise VisionError(f"corners must lie in the picture, {width} x {height} px, got {corners.tolist()}")
    around = corners.astype(np.float32).reshape(-1, 1, 2)
    # y grows downwards in the picture: counter-clockwise to the eye is a negative area.
    if not cv2.isContourConvex(around) or cv2.contourArea(around, oriented=True) >= 0:
        raise VisionError(
            "corners must go counter-clockwise around the square, first the one between seats 3 and 0 "
            f"(bottom left of the picture), got {corners.tolist()}"
        )
