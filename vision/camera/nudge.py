"""Notices a nudged camera from the markers, and finds its new place without asking anybody.

A hand covers a marker, somebody shoves a marker's paper, a lamp goes out: none of that is a nudge. The camera
has moved when every marker that is seen has moved, in two looks one after the other, to where a moved camera
would see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from vision.camera.calibrate import WORST_RESIDUAL_MM, paired
from vision.camera.calibration import Calibration, Points
from vision.camera.fit import Correspondences, fit, known_lens
from vision.camera.markers import Marks, find_markers, marker_corners_mm
from vision.observation import Picture, VisionError

Verdict: TypeAlias = Literal["steady", "moved", "cannot_tell"]
STEADY_MM = 2.0
"""Beyond the calibration's own residual; a tile is read right with ten times as much."""
SAME_MM = 1.0
"""Two looks at a camera that has come to rest agree this well."""
ENOUGH = 3
"""Markers; with the lens known from before, three are enough for a pose and its check."""


@dataclass(frozen=True, slots=True)
class CalibrationLook:
    """What one look at the markers says, and the calibration to use from now on.

    `markers` are the ids seen; `off_mm` is how far they lie from where the calibration before this look has
    them, None when none was seen; `why` is one line for people.
    """

    verdict: Verdict
    calibration: Calibration
    markers: tuple[int, ...]
    off_mm: float | None
    why: str


class CalibrationWatch:
    """Holds the calibration in use; `look` at a picture now and then: it costs some tens of milliseconds."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._before: Calibration | None = None

    def look(self, picture: Picture) -> CalibrationLook:
        """Judges a BGR picture (height, width, 3); VisionError when it has another size."""
        self.calibration.check_size(picture.shape[1], picture.shape[0])
        marks = find_markers(picture)
        off = {number: off_mm(self.calibration, number, corners) for number, corners in marks.items()}
        far = [number for number in off if off[number] > self.calibration.residual_mm + STEADY_MM]
        seen, worst = tuple(marks), max(off.values(), default=None)
        if len(far) < ENOUGH or len(far) < len(marks):
            self._before = None
            verdict, why = _without_a_move(seen, far)
            return CalibrationLook(verdict, self.calibration, seen, worst, why)
        return self._moved(marks, (picture.shape[1], picture.shape[0]), worst)

    def _moved(self, marks: Marks, size: tuple[int, int], worst: float | None) -> CalibrationLook:
        """All markers seen lie elsewhere: once may be a shaking camera, twice the same is a new place."""
        now, before = self._refit(marks, size), self._before
        self._before = now
        verdict: Verdict = "cannot_tell"
        if now is None:
            why = "the markers have moved, but not as a moved camera would see them: calibrate again"
        elif before is None or _apart_mm(before, now) > SAME_MM:
            why = "the camera moves"
        else:
            self.calibration, self._before = now, None
            verdict, why = (
                "moved",
                f"the camera was moved by {worst:.0f} mm on the table and is calibrated again",
            )
        return CalibrationLook(verdict, self.calibration, tuple(marks), worst, why)

    def _refit(self, marks: Marks, size: tuple[int, int]) -> Calibration | None:
        old = self.calibration
        points_mm, points_px = paired(marks, old.square_mm)
        # Tapped corners tell little of the lens; four markers tell all of it.
        lens = known_lens(old) if old.method == "markers" or len(marks) < 4 else None
        try:
            new = fit(Correspondences(points_mm, points_px, size, old.square_mm, "markers"), lens)
        except VisionError:
            return None
        return new if new.residual_mm <= min(WORST_RESIDUAL_MM, old.residual_mm + STEADY_MM) else None


def off_mm(calibration: Calibration, number: int, corners_px: Points) -> float:
    """How far (mm, mean) the corners of marker `number` lie from where `calibration` has them."""
    place = marker_corners_mm(calibration.square_mm)[number]
    return float(np.linalg.norm(calibration.to_table(corners_px) - place, axis=1).mean())


def _without_a_move(seen: Sequence[int], far: Sequence[int]) -> tuple[Verdict, str]:
    """With one or two markers the other two may be covered or shifted: nobody can tell which."""
    if len(seen) - len(far) >= 2:
        shifted = ", ".join(map(str, far))
        return "steady", f"marker {shifted} lies elsewhere, the others do not" if far else "as calibrated"
    if not far and seen:
        return "cannot_tell", f"only marker {seen[0]} is seen; it is where it was"
    return (
        "cannot_tell",
        "too few markers are seen" if not far else "some markers have moved, too few to say why",
    )


def _apart_mm(one: Calibration, other: Calibration) -> float:
    """How far apart two calibrations put the corners of the square."""
    half = one.square_mm / 2
    corners = np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)])
    seen = one.project(corners)
    if not np.isfinite(seen).all():
        return float("inf")
    return float(np.linalg.norm(other.to_table(seen) - corners[:, :2], axis=1).max())
