"""Finds the camera from points of the felt whose places are known: pose, focal length, k1 by least squares.

Seen from straight above, a near camera with a short lens and a far one with a long lens give the same
picture of the felt. What such a picture leaves open is settled by what lenses usually are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.calibration import Calibration, Method, Points
from vision.observation import VisionError

CORNER_NOISE_PX = 0.15
TAP_NOISE_PX = 3.0
USUAL_FOCAL = 0.8
"""Focal length over the picture's longer side: 0.77 is the Pi's Camera Module 3, 0.7-0.9 most others."""


@dataclass(frozen=True, slots=True)
class Lens:
    """What is believed of the lens before looking, each with its standard deviation."""

    focal_px: float
    focal_log_spread: float = 0.35
    k1: float = 0.0
    k1_spread: float = 0.25


def usual_lens(picture_size: tuple[int, int]) -> Lens:
    """The lens of a camera nothing is known about."""
    return Lens(USUAL_FOCAL * max(picture_size))


def known_lens(calibration: Calibration) -> Lens:
    """The lens a calibration already found: a moved camera keeps it."""
    return Lens(calibration.focal_px, 0.01, calibration.distortion[0], 0.005)


def fit(
    points_mm: Points,
    points_px: Points,
    picture_size: tuple[int, int],
    square_mm: float,
    method: Method,
    lens: Lens | None = None,
    noise_px: float = CORNER_NOISE_PX,
) -> Calibration:
    """The camera that shows felt points (n, 2) mm at pixels (n, 2); n at least 4.

    Raises VisionError when no camera above the table could.
    """
    lens = lens or usual_lens(picture_size)
    felt = np.column_stack([points_mm, np.zeros(len(points_mm))])
    start = np.concatenate([_first_pose(felt, points_px, picture_size, lens), [0.0, lens.k1]])

    def camera(values: Points) -> Calibration:
        # The focal length is fitted as a logarithm, so that it cannot become negative.
        focal = lens.focal_px * math.exp(float(np.clip(values[6], -3, 3)))
        return _camera(values, focal, picture_size, square_mm, method)

    def misfit(values: Points) -> Points:
        seen = np.nan_to_num(camera(values).project(felt), nan=1e5)
        believed = [values[6] / lens.focal_log_spread, (values[7] - lens.k1) / lens.k1_spread]
        return np.concatenate([((seen - points_px) / noise_px).ravel(), believed])

    best = camera(_least_squares(misfit, start))
    if best.place_mm[2] <= 0:
        raise VisionError("the points put the camera below the table: check their order, bottom left first")
    return _with_residuals(best, felt, points_px)


def _first_pose(felt: Points, points_px: Points, size: tuple[int, int], lens: Lens) -> Points:
    """Rotation and shift (6,) of a lens without distortion."""
    guess = _camera(np.zeros(8), lens.focal_px, size, 1.0, "markers")
    count, rotations, shifts, _ = cv2.solvePnPGeneric(
        felt, points_px, guess.matrix, np.array([lens.k1, 0.0, 0.0, 0.0]), flags=cv2.SOLVEPNP_IPPE
    )
    poses = [np.concatenate([r.ravel(), t.ravel()]) for r, t in zip(rotations, shifts, strict=True)]
    above = [
        pose
        for pose in poses
        if np.isfinite(pose).all() and _camera(pose, 1.0, size, 1.0, "markers").place_mm[2] > 0
    ]
    if not count or not above:
        raise VisionError(
            "no camera above the table sees the four corners like this: give them counter-clockwise, "
            "the one at the bottom left of the picture first"
        )
    return np.asarray(above[0], dtype=np.float64)


def _camera(
    values: Points, focal_px: float, size: tuple[int, int], square_mm: float, method: Method
) -> Calibration:
    return Calibration(
        picture_size=size,
        focal_px=focal_px,
        centre_px=((size[0] - 1) / 2, (size[1] - 1) / 2),
        distortion=(float(values[7]) if len(values) > 7 else 0.0, 0.0, 0.0, 0.0, 0.0),
        rotation=tuple(float(v) for v in values[:3]),
        shift_mm=tuple(float(v) for v in values[3:6]),
        square_mm=square_mm,
        residual_px=0.0,
        residual_mm=0.0,
        method=method,
    )


def _with_residuals(best: Calibration, felt: Points, points_px: Points) -> Calibration:
    off_px = best.project(felt) - points_px
    off_mm = best.to_table(points_px) - felt[:, :2]
    residual_px, residual_mm = (float(np.sqrt((off**2).sum(axis=1).mean())) for off in (off_px, off_mm))
    return replace(best, residual_px=residual_px, residual_mm=residual_mm)


def _least_squares(misfit: Callable[[Points], Points], start: Points, rounds: int = 60) -> Points:
    """Levenberg-Marquardt; the slope by differences, for eight numbers it is quick enough."""
    values, damping = start.copy(), 1e-3
    off = misfit(values)
    steps = np.maximum(np.abs(values), 1e-2) * 1e-6
    for _ in range(rounds):
        slope = np.column_stack(
            [(misfit(values + one) - misfit(values - one)) / (2 * one.sum()) for one in np.diag(steps)]
        )
        normal, downhill = slope.T @ slope, -slope.T @ off
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), downhill)
        better = misfit(values + change)
        if better @ better < off @ off:
            gain = off @ off - better @ better
            values, off, damping = values + change, better, damping / 5
            if gain < 1e-9 * (1 + off @ off):
                break
        else:
            damping *= 8
            if damping > 1e12:
                break
    return values
