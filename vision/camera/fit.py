"""Finds the camera from points of the felt whose places are known: pose, focal length, bend by least squares.

Seen from straight above, a near camera with a short lens and a far one with a long lens give the same
picture of the felt; only what stands higher tells them apart. What such a picture leaves open is settled by
what lenses usually are, or by a height somebody measured, and `height_spread_mm` says how sure that is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera.calibration import Calibration, Method, Points
from vision.observation import VisionError

CORNER_NOISE_PX = 0.15
TAP_NOISE_PX = 3.0
TAPE_NOISE_MM = 8.0
USUAL_FOCAL = 0.8
"""Focal length over the picture's longer side: 0.77 is the Pi's Camera Module 3, 0.7-0.9 most others."""
BEND_ON = 1.5
"""k2 over k1 squared. Four markers lie at one distance from the middle and tell one number of the bend;
a second, left free, makes the middle worse. Lenses lie between a pinhole (0) and a fisheye (1.8, the series
of the arc tangent)."""


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


@dataclass(frozen=True, slots=True)
class Correspondences:
    """What the camera is found from: felt points (n, 2) mm, n at least 4, and the pixels (n, 2) they are at.

    `noise_px` is how far off a pixel may be; `height_mm` is the camera's height over the felt, if measured.
    """

    points_mm: Points
    points_px: Points
    picture_size: tuple[int, int]
    square_mm: float
    method: Method
    noise_px: float = CORNER_NOISE_PX
    height_mm: float | None = None

    @property
    def felt(self) -> Points:
        """The points as (n, 3), height 0."""
        return np.column_stack([self.points_mm, np.zeros(len(self.points_mm))])


def fit(pairs: Correspondences, lens: Lens | None = None) -> Calibration:
    """The camera that has `pairs`, through a lens like `lens`; VisionError when none above the table has."""
    lens = lens or usual_lens(pairs.picture_size)
    start = np.concatenate([_first_pose(pairs, lens), [0.0, lens.k1]])

    def residuals(values: Points) -> Points:
        camera = _camera(values, pairs, lens)
        seen = np.nan_to_num(camera.project(pairs.felt), nan=1e5)
        off = ((seen - pairs.points_px) / pairs.noise_px).ravel()
        return np.concatenate([off, _believed(values, camera, pairs, lens)])

    values, spread = _least_squares(residuals, start)
    best = _camera(values, pairs, lens)
    if best.place_mm[2] <= 0:
        raise VisionError("the points put the camera below the table: check their order, bottom left first")
    height_spread = _height_spread(values, spread, pairs, lens)
    return replace(_with_residuals(best, pairs), height_spread_mm=height_spread)


def fit_sides(pairs: Correspondences, sides: Sequence[Points], start: Calibration) -> Calibration:
    """As `fit`, from points (n, 2) px along each side of the square, bottom, right, top, left.

    A side is straight on the table and bowed in the picture, which tells the lens; `start` is a camera from
    the corners. The residuals are of the sides.
    """
    lens = usual_lens(pairs.picture_size)

    def residuals(values: Points) -> Points:
        camera = _camera(values, pairs, lens)
        off = np.concatenate(_off_sides(camera, sides)) / (pairs.noise_px * start.mm_a_px)
        return np.concatenate([np.nan_to_num(off, nan=1e5), _believed(values, camera, pairs, lens)])

    first = [*start.rotation, *start.shift_mm, math.log(start.focal_px / lens.focal_px), start.distortion[0]]
    values, spread = _least_squares(residuals, np.array(first))
    best = _camera(values, pairs, lens)
    residual = float(np.sqrt((np.concatenate(_off_sides(best, sides)) ** 2).mean()))
    return replace(
        best,
        residual_px=residual / best.mm_a_px,
        residual_mm=residual,
        height_spread_mm=_height_spread(values, spread, pairs, lens),
    )


def near_sides(sides: Sequence[Points], camera: Calibration) -> list[Points]:
    """The points of `sides` that lie about as near their side as most do."""
    off = [np.abs(one) for one in _off_sides(camera, sides)]
    # Never so few that a side is lost.
    limit = max(3 * float(np.median(np.concatenate(off))), *(float(np.median(one)) for one in off))
    return [side[one <= limit] for side, one in zip(sides, off, strict=True)]


def _off_sides(camera: Calibration, sides: Sequence[Points]) -> list[Points]:
    """How far (mm) outside its own side of the square each point is: bottom, right, top, left."""
    half, off = camera.square_mm / 2, []
    # All sides at once: straightening costs by the call, not by the point.
    ends = np.cumsum([len(side) for side in sides])[:-1]
    for number, side in enumerate(np.split(camera.to_table(np.concatenate(sides)), ends)):
        outwards = side[:, 1 - number % 2]
        off.append(-outwards - half if number in (0, 3) else outwards - half)
    return off


def _believed(values: Points, camera: Calibration, pairs: Correspondences, lens: Lens) -> list[float]:
    """How far, in standard deviations, a camera is from what was believed before looking."""
    off = [float(values[6]) / lens.focal_log_spread, (float(values[7]) - lens.k1) / lens.k1_spread]
    if pairs.height_mm is not None:
        off.append((camera.place_mm[2] - pairs.height_mm) / TAPE_NOISE_MM)
    return off


def _height_spread(values: Points, spread: Points, pairs: Correspondences, lens: Lens) -> float:
    jacobian = _jacobian(lambda moved: np.array([_camera(moved, pairs, lens).place_mm[2]]), values)
    return float(np.sqrt(max((jacobian @ spread @ jacobian.T).item(), 0.0)))


def _first_pose(pairs: Correspondences, lens: Lens) -> Points:
    """Rotation and shift (6,), the focal length taken as it usually is."""
    poses = [pose for pose in _poses(pairs, lens) if _camera(pose, pairs, lens).place_mm[2] > 0]
    if not poses:
        raise VisionError(
            "no camera above the table sees the corners like this: give them counter-clockwise, the one at "
            "the bottom left of the picture first"
        )

    def off_px(pose: Points) -> float:
        seen = _camera(pose, pairs, lens).project(pairs.felt)
        return float(np.abs(np.nan_to_num(seen, nan=1e5) - pairs.points_px).sum())

    return np.asarray(min(poses, key=off_px)[:6], dtype=np.float64)


def _poses(pairs: Correspondences, lens: Lens) -> list[Points]:
    """What two ways of solving for a pose say; on a table seen exactly from above the quicker one fails."""
    distortion = np.array([lens.k1, BEND_ON * lens.k1**2, 0.0, 0.0])
    matrix = _camera(np.zeros(8), pairs, lens).matrix
    poses = []
    for way in (cv2.SOLVEPNP_IPPE, cv2.SOLVEPNP_ITERATIVE):
        _, rotations, shifts, _ = cv2.solvePnPGeneric(
            pairs.felt, pairs.points_px, matrix, distortion, flags=way
        )
        for rotation, shift in zip(rotations, shifts, strict=True):
            pose = np.concatenate([np.ravel(rotation), np.ravel(shift), [0.0, lens.k1]])
            if np.isfinite(pose).all():
                poses.append(pose)
    return poses


def _camera(values: Points, pairs: Correspondences, lens: Lens) -> Calibration:
    """`values`: rotation 3, shift 3, logarithm of the focal length over `lens`'s own, k1."""
    width, height = pairs.picture_size
    k1 = float(values[7])
    return Calibration(
        picture_size=pairs.picture_size,
        # As a logarithm it cannot become negative; nor run away where nothing holds it.
        focal_px=lens.focal_px * math.exp(float(np.clip(values[6], -3, 3))),
        centre_px=((width - 1) / 2, (height - 1) / 2),
        distortion=(k1, BEND_ON * k1**2, 0.0, 0.0, 0.0),
        rotation=tuple(float(v) for v in values[:3]),
        shift_mm=tuple(float(v) for v in values[3:6]),
        square_mm=pairs.square_mm,
        residual_px=0.0,
        residual_mm=0.0,
        method=pairs.method,
    )


def _with_residuals(best: Calibration, pairs: Correspondences) -> Calibration:
    off_px = best.project(pairs.felt) - pairs.points_px
    off_mm = best.to_table(pairs.points_px) - pairs.points_mm
    residual_px, residual_mm = (float(np.sqrt((off**2).sum(axis=1).mean())) for off in (off_px, off_mm))
    return replace(best, residual_px=residual_px, residual_mm=residual_mm)


def _least_squares(
    residuals: Callable[[Points], Points], start: Points, rounds: int = 60
) -> tuple[Points, Points]:
    """Levenberg-Marquardt: the values (n,) and their covariance (n, n)."""
    values, damping, off = start.copy(), 1e-3, residuals(start)
    jacobian = _jacobian(residuals, values)
    for _ in range(rounds):
        normal = jacobian.T @ jacobian
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -jacobian.T @ off)
        better = residuals(values + change)
        gain = off @ off - better @ better
        if gain > 0:
            values, off, damping = values + change, better, damping / 5
            jacobian = _jacobian(residuals, values)
        else:
            damping *= 8
        if damping > 1e12 or 0 < gain < 1e-8 * (1 + off @ off):
            break
    return values, np.asarray(np.linalg.pinv(jacobian.T @ jacobian), dtype=np.float64)


def _jacobian(function: Callable[[Points], Points], values: Points) -> Points:
    """The derivative of `function` (m,) at `values` (n,) as (m, n), by differences."""
    steps = np.maximum(np.abs(values), 1e-2) * 1e-6
    return np.column_stack(
        [(function(values + one) - function(values - one)) / (2 * one.sum()) for one in np.diag(steps)]
    )
