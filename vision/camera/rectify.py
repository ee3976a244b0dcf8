"""The table seen from straight above: one precomputed remap takes lens, tilt and the tiles' height out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.calibration import Calibration, Points
from vision.observation import Picture, TableImage, VisionError

TILE_TOP_MM = 20.0
MARGIN_MM = 30.0
"""Shown around the playing square."""
PX_PER_MM = (1.25, 1.5)
"""The table picture's scale: as fine as the camera sees the table, within these."""
STEP = 8


class Rectifier:
    """Turns pictures into table images for the plane `height_mm` above the felt, where tile tops lie.

    What lies higher or lower appears moved away from or towards the point under the camera, by about 7 mm for
    18 mm at 40 cm; `project` and `to_table` are exact at any height.
    """

    def __init__(
        self,
        calibration: Calibration,
        px_per_mm: float | None = None,
        height_mm: float = TILE_TOP_MM,
        margin_mm: float = MARGIN_MM,
    ) -> None:
        self.calibration, self.height_mm = calibration, height_mm
        self.px_per_mm = px_per_mm or min(max(1 / calibration.mm_a_px, PX_PER_MM[0]), PX_PER_MM[1])
        self.size_px = 2 * round((calibration.square_mm / 2 + margin_mm) * self.px_per_mm)
        sources = self._sources()
        # Fewer pixels than the camera gave: averaged, not skipped, or thin strokes flicker.
        self._shrink = max(1, int(1 / (calibration.mm_a_px * self.px_per_mm)))
        at = ((sources + 0.5) / self._shrink - 0.5).astype(np.float32)
        self._maps = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
        width, height = calibration.picture_size
        self._seen = (
            (sources >= 0).all(axis=2) & (sources[..., 0] <= width - 1) & (sources[..., 1] <= height - 1)
        )

    @property
    def seen(self) -> NDArray[np.bool_]:
        """(size, size): which pixels of the table image the camera's picture holds at all."""
        return self._seen

    def rectify(self, picture: Picture, taken_at_s: float = 0.0, number: int = 0) -> TableImage:
        """The table image of a BGR picture (height, width, 3); VisionError when it has another size."""
        if picture.ndim != 3 or picture.shape[2] != 3:
            raise VisionError(f"picture must be (height, width, 3), got {picture.shape}")
        height, width = picture.shape[:2]
        self.calibration.check_size(width, height)
        if self._shrink > 1:
            small = (-(-width // self._shrink), -(-height // self._shrink))
            whole = (small[0] * self._shrink - width, small[1] * self._shrink - height)
            if any(whole):
                picture = cv2.copyMakeBorder(picture, 0, whole[1], 0, whole[0], cv2.BORDER_REPLICATE)
            picture = cv2.resize(picture, small, interpolation=cv2.INTER_AREA)
        flat = cv2.remap(picture, self._maps[0], self._maps[1], cv2.INTER_LINEAR)
        return TableImage(np.asarray(flat, dtype=np.uint8), self.px_per_mm, taken_at_s, number)

    def project(self, points_mm: Points) -> Points:
        """Table points (n, 3) mm, z up from the felt, to pixels of the camera's picture (n, 2)."""
        return self.calibration.project(points_mm)

    def to_table(self, points_px: Points, height_mm: float | None = None) -> Points:
        """Pixels of the camera's picture (n, 2) to table mm (n, 2); at the tile tops' height unless told."""
        return self.calibration.to_table(points_px, self.height_mm if height_mm is None else height_mm)

    def _sources(self) -> NDArray[np.float64]:
        """For each table pixel the camera pixel it comes from (size, size, 2); far outside when none."""
        along = (np.arange(0, self.size_px + STEP, STEP) - self.size_px / 2) / self.px_per_mm
        x, y = np.meshgrid(along, -along)
        points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, self.height_mm)])
        pixels = np.nan_to_num(self.calibration.project(points), nan=-1e4)
        coarse = np.clip(pixels, -1e4, 3e4).reshape(*x.shape, 2).astype(np.float32)
        # Over so few pixels a lens is straight to a hundredth of one: the rest is filled in between.
        between = np.arange(self.size_px, dtype=np.float32) / STEP
        column, row = np.meshgrid(between, between)
        return np.asarray(cv2.remap(coarse, column, row, cv2.INTER_LINEAR), dtype=np.float64)
