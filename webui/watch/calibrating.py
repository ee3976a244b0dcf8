"""A calibration from a camera or recording: looks at some frames until the markers have been seen enough."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Camera, HardwareError
from vision.camera.calibrate import calibrate_from_marks
from vision.camera.calibration import Calibration, Points
from vision.camera.markers import MARKER_IDS, Marks, find_markers
from vision.observation import Picture

ENOUGH = 5
"""Looks at each marker; their middle is steadier than one."""
MOST = 60
"""Frames looked at before giving up: a hand that lies over a marker goes away in that time."""


@dataclass(slots=True)
class MarkerSightings:
    """The frames looked at: the last one, and where each marker was seen."""

    picture: Picture
    seen: dict[int, list[Points]] = field(default_factory=dict)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def marks(self) -> Marks:
        """Each marker at the middle of where it was seen."""
        return {n: np.median(np.array(self.seen[n]), axis=0) for n in MARKER_IDS if n in self.seen}

    def take(self, picture: Picture) -> None:
        """Looks at one frame; after a change of size everything before it is forgotten."""
        if picture.shape != self.picture.shape:
            self.seen.clear()
        self.picture = picture
        for number, corners in find_markers(picture).items():
            self.seen.setdefault(number, []).append(corners)

    def is_enough(self) -> bool:
        """Whether every marker was seen often enough."""
        return all(len(self.seen.get(number, ())) >= ENOUGH for number in MARKER_IDS)


def look_for_markers(camera: Camera) -> MarkerSightings:
    """Looks at frames of `camera` until each marker was seen a few times, or it ends, or there were many.

    HardwareError: the camera gives no picture.
    """
    looks: MarkerSightings | None = None
    for _ in range(MOST):
        frame = camera.read()
        if frame is None:
            break
        looks = looks or MarkerSightings(frame.picture)
        looks.take(frame.picture)
        if looks.is_enough():
            break
    if looks is None:
        raise HardwareError("the source gave no picture: nothing to calibrate from")
    return looks


def first_picture(camera: Camera) -> Picture:
    """One picture, where no markers are asked for. HardwareError: the camera gives none."""
    frame = camera.read()
    if frame is None:
        raise HardwareError("the source gave no picture: nothing to calibrate from")
    return frame.picture


def calibrate_by_looks(looks: MarkerSightings, square_mm: float, height_mm: float | None) -> Calibration:
    """From the markers seen; VisionError naming those that were not."""
    return calibrate_from_marks(looks.marks, looks.size, square_mm, height_mm=height_mm)
