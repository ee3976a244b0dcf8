"""Where the camera hangs and how its lens bends: between the picture's pixels and the table's millimetres.

The table frame has z up from the felt; the camera frame is OpenCV's: x right, y down, z away from it::

    picture (width, height)            table, seen by seat 0
    +------------------> x px             ^ y mm
    |  3 -------- 2                    3 -------- 2
    |  |          |                    |    |     |
    |  0 -------- 1                    |    +---> x mm
    v y px                             0 -------- 1
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import VisionError
from vision.writing import replace_file

Points: TypeAlias = NDArray[np.float64]
"""(n, 2) in pixels or mm, (n, 3) in mm; a matrix is (3, 3)."""
Method: TypeAlias = Literal["markers", "corners", "mat"]
Numbers: TypeAlias = tuple[float, ...]
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Calibration:
    """One camera over one table.

    `picture_size` (width, height) px; `focal_px` and `centre_px` its pinhole; `distortion` (k1, k2, p1, p2,
    k3) as OpenCV has it; `rotation` (a Rodrigues vector) and `shift_mm` take table points to camera points.
    `residual_px` and `residual_mm` are root mean squares over the points it was made from; `height_spread_mm`
    is how far off the camera's height may be (standard deviation), which the felt alone tells badly;
    `confidence` 0-1.
    """

    picture_size: tuple[int, int]
    focal_px: float
    centre_px: tuple[float, float]
    distortion: Numbers
    rotation: Numbers
    shift_mm: Numbers
    square_mm: float
    residual_px: float
    residual_mm: float
    method: Method
    height_spread_mm: float = 0.0
    confidence: float = 1.0

    @property
    def matrix(self) -> Points:
        """The camera matrix (3, 3)."""
        x, y = self.centre_px
        return np.array([[self.focal_px, 0, x], [0, self.focal_px, y], [0, 0, 1]], dtype=np.float64)

    @property
    def place_mm(self) -> tuple[float, float, float]:
        """Where the camera is in the table frame (x, y, height over the felt)."""
        turned, _ = cv2.Rodrigues(np.array(self.rotation, dtype=np.float64))
        x, y, z = -turned.T @ np.array(self.shift_mm, dtype=np.float64)
        return float(x), float(y), float(z)

    @property
    def mm_a_px(self) -> float:
        """How much of the felt one pixel shows in the middle of the table."""
        ends = self.project(np.array([(-10.0, 0.0, 0.0), (10.0, 0.0, 0.0)]))
        return 20.0 / float(np.linalg.norm(ends[1] - ends[0]))

    def project(self, points_mm: Points) -> Points:
        """Table points (n, 3) mm to picture pixels (n, 2); nan where the lens model does not reach."""
        points = np.ascontiguousarray(points_mm, dtype=np.float64).reshape(-1, 3)
        if not len(points):
            return np.empty((0, 2))
        rotation, shift, distortion = (
            np.array(v, dtype=np.float64) for v in (self.rotation, self.shift_mm, self.distortion)
        )
        pixels, _ = cv2.projectPoints(points.reshape(-1, 1, 3), rotation, shift, self.matrix, distortion)
        pixels = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        pixels[~self._is_reached(points)] = np.nan
        return pixels

    def to_table(self, points_px: Points, height_mm: float = 0.0) -> Points:
        """Picture pixels (n, 2) to the table points (n, 2) mm they show, `height_mm` above the felt."""
        pixels = np.ascontiguousarray(points_px, dtype=np.float64).reshape(-1, 2)
        if not len(pixels):
            return np.empty((0, 2))
        straight = self._straightened(pixels)
        turned, _ = cv2.Rodrigues(np.array(self.rotation, dtype=np.float64))
        rays = np.column_stack([straight, np.ones(len(straight))]) @ turned
        place = np.array(self.place_mm)
        reach = (height_mm - place[2]) / rays[:, 2]
        return np.asarray(place[:2] + rays[:, :2] * reach[:, None], dtype=np.float64)

    def check_size(self, width: int, height: int) -> None:
        """Raises VisionError when a picture of this size is not what the calibration was made for."""
        if (width, height) != self.picture_size:
            made = "{} x {}".format(*self.picture_size)
            raise VisionError(
                f"the calibration is for pictures of {made} pixels, got {width} x {height}: "
                "set the camera to that size, or calibrate again with `jantaku calibrate`"
            )

    def save(self, path: Path) -> None:
        """Writes the calibration as JSON; VisionError when the file cannot be written."""
        text = json.dumps({"format": FORMAT, **asdict(self)}, indent=2)
        try:
            replace_file(path, (text + "\n").encode())
        except OSError as wrong:
            raise VisionError(f"cannot write the calibration {path}: {wrong.strerror}") from wrong

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Reads what `save` wrote; VisionError when the file is missing or is no calibration."""
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
        except OSError as wrong:
            raise VisionError(f"cannot read the calibration {path}: {wrong.strerror}") from wrong
        except ValueError as wrong:
            raise VisionError(f"{path} is not a calibration, expected JSON by `jantaku calibrate`") from wrong
        try:
            return _from_fields(fields)
        except (KeyError, TypeError, ValueError) as wrong:
            raise VisionError(
                f"{path} is not a calibration of format {FORMAT} ({wrong}): calibrate again with "
                "`jantaku calibrate`"
            ) from wrong

    def _straightened(self, pixels: Points) -> Points:
        """Pixels (n, 2) to where a lens without distortion would see them, focal length 1."""
        matrix, distortion, nothing = self.matrix, np.array(self.distortion, dtype=np.float64), np.zeros(3)
        first = cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, distortion)
        ahead = np.ones((len(pixels), 1, 3))
        ahead[:, 0, :2] = np.asarray(first, dtype=np.float64).reshape(-1, 2)
        # OpenCV stops after five rounds, which leaves up to a pixel in the corners of a wide lens.
        for _ in range(12):
            again, _ = cv2.projectPoints(ahead, nothing, nothing, matrix, distortion)
            off = (pixels - np.asarray(again).reshape(-1, 2)) / self.focal_px
            ahead[:, 0, :2] += off
            if np.abs(off).max() < 1e-13:
                break
        return np.asarray(ahead[:, 0, :2], dtype=np.float64)

    def _is_reached(self, points_mm: Points) -> NDArray[np.bool_]:
        """Whether each point (n, 3) lies before the camera and where a radius in the lens still grows."""
        turned, _ = cv2.Rodrigues(np.array(self.rotation, dtype=np.float64))
        seen = points_mm @ turned.T + np.array(self.shift_mm)
        ahead = seen[:, 2] > 1.0
        r2 = (seen[:, 0] ** 2 + seen[:, 1] ** 2) / np.where(ahead, seen[:, 2], 1.0) ** 2
        k1, k2 = (*self.distortion, 0.0, 0.0)[:2]
        return np.asarray(ahead & (1 + 3 * k1 * r2 + 5 * k2 * r2**2 > 0), dtype=np.bool_)


def _from_fields(fields: dict[str, Any]) -> Calibration:
    """Builds a calibration from what the file holds, each number a number."""
    if fields["format"] != FORMAT:
        raise ValueError(f"format {fields['format']!r}")
    if fields["method"] not in ("markers", "corners", "mat"):
        raise ValueError(f"method {fields['method']!r}")
    calibration = Calibration(
        picture_size=(int(fields["picture_size"][0]), int(fields["picture_size"][1])),
        focal_px=float(fields["focal_px"]),
        centre_px=(float(fields["centre_px"][0]), float(fields["centre_px"][1])),
        distortion=_numbers(fields, "distortion", 5),
        rotation=_numbers(fields, "rotation", 3),
        shift_mm=_numbers(fields, "shift_mm", 3),
        square_mm=float(fields["square_mm"]),
        residual_px=float(fields["residual_px"]),
        residual_mm=float(fields["residual_mm"]),
        method=fields["method"],
        height_spread_mm=float(fields["height_spread_mm"]),
        confidence=float(fields["confidence"]),
    )
    if not calibration.focal_px > 0 or not calibration.square_mm > 0:
        raise ValueError("focal_px and square_mm must be above 0")
    return calibration


def _numbers(fields: dict[str, Any], name: str, count: int) -> Numbers:
    numbers = tuple(float(number) for number in fields[name])
    if len(numbers) != count or not np.isfinite(numbers).all():
        raise ValueError(f"{name} must be {count} numbers, got {fields[name]!r}")
    return numbers
