"""The simulated camera: a pinhole with radial distortion that hangs over the table or stands at its side."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.calibration import Calibration
from vision.camera.markers import SQUARE_MM
from vision.simulate.settings import View

Points2 = NDArray[np.float64]
"""(n, 2), pixels."""
Points3 = NDArray[np.float64]
"""(n, 3), mm in the table's frame."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Projects the table frame (mm, z up from the felt) into the picture. `rotation` (3, 3) and `shift` (3,)
    take table points to camera points; `matrix` (3, 3) and `distortion` (k1, k2, p1, p2) are OpenCV's."""

    size: tuple[int, int]
    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]
    rotation: NDArray[np.float64]
    shift: NDArray[np.float64]

    @property
    def place_mm(self) -> NDArray[np.float64]:
        """Where the camera is, (3,) in the table's frame."""
        return -self.rotation.T @ self.shift

    def project(self, points_mm: Points3) -> Points2:
        """Table points (n, 3) to picture pixels (n, 2)."""
        points = np.ascontiguousarray(points_mm, dtype=np.float64).reshape(-1, 1, 3)
        rotation = cv2.Rodrigues(self.rotation)[0]
        pixels, _ = cv2.projectPoints(points, rotation, self.shift, self.matrix, self.distortion)
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def on_plane(self, pixels: Points2, height_mm: float = 0.0) -> Points2:
        """Picture pixels (n, 2) to the table points (n, 2) they show at a height over the felt."""
        flat = np.ascontiguousarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(flat, self.matrix, self.distortion).reshape(-1, 2)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ self.rotation
        place = self.place_mm
        reach = (height_mm - place[2]) / rays[:, 2]
        return np.asarray(place[:2] + rays[:, :2] * reach[:, None])


def lens_of(view: View) -> Lens:
    """The camera that `view` describes: at its height and offset, upright for seat 0 but for the roll."""
    width, height = view.size
    place = np.array([view.offset_mm[0], view.offset_mm[1], view.height_mm])
    ahead = np.array([*view.aim_mm, 0.0]) - place
    forward = ahead / np.linalg.norm(ahead)
    right = np.cross(forward, np.array([0.0, 1.0, 0.0]))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    roll = math.radians(view.roll_deg)
    turn = np.array(
        [[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0.0, 0.0, 1.0]]
    )
    rotation = turn @ rotation
    focal = min(width, height) * float(np.linalg.norm(ahead)) / view.across_mm
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    return Lens(view.size, matrix, np.array([view.k1, view.k2, 0.0, 0.0]), rotation, -rotation @ place)


def calibration_of(lens: Lens, size: tuple[int, int]) -> Calibration:
    """The simulated camera itself, as a calibration."""
    return Calibration(
        picture_size=size,
        focal_px=float(lens.matrix[0, 0]),
        centre_px=(float(lens.matrix[0, 2]), float(lens.matrix[1, 2])),
        distortion=(*(float(k) for k in lens.distortion), 0.0),
        rotation=tuple(float(v) for v in cv2.Rodrigues(lens.rotation)[0].ravel()),
        shift_mm=tuple(float(v) for v in lens.shift),
        square_mm=SQUARE_MM,
        residual_px=0.0,
        residual_mm=0.0,
        method="markers",
    )
