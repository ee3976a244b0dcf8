"""From a camera's pictures to readings: calibrates by itself, waits for calm, looks, joins what it saw.

Nothing is read again that has not changed: a still table costs a comparison of small pictures, no networks.
"""

from __future__ import annotations

from dataclasses import replace

from vision.camera.calibrate import calibrate_from_markers
from vision.camera.calibration import Calibration
from vision.camera.nudge import CalibrationWatch
from vision.camera.rectify import Rectifier
from vision.detect.detector import Detector
from vision.laps import Laps
from vision.layout.zones import TableGeometry
from vision.observation import Picture, TableImage, VisionError
from vision.own_set.by_rule import laid_together
from vision.own_set.own_set import OwnSet
from vision.pipeline.joining import JoinedLooks
from vision.pipeline.look import Find, Look, Observed
from vision.pipeline.observing import Observer
from vision.track.calm import Settler, Settling

CHECK_MARKERS_S = 5.0


class Looker:
    """Looks at one table, picture by picture."""

    def __init__(
        self,
        detector: Detector,
        calibration: Calibration | None,
        square_mm: float,
        stacks: int | None,
        own_set: OwnSet | None = None,
    ) -> None:
        """Without a `calibration` the markers are looked for; `stacks` on each side, None when not known.
        `own_set`: what is known of the set that lies there; without it the set does not teach itself."""
        self._square_mm = square_mm
        self._clock = Laps()
        self.own_set = own_set
        self._observer = Observer(detector, self._clock.lap, self.own_set)
        self._steady = JoinedLooks(square_mm, stacks)
        self._settler = Settler(square_mm)
        self._watch: CalibrationWatch | None = None
        self._rectifier: Rectifier | None = None
        self._checked_s = float("-inf")
        self.table: TableImage | None = None
        """The newest picture, straight from above; None when it was not aligned."""
        if calibration is not None:
            self._use(calibration)

    @property
    def calibration(self) -> Calibration | None:
        """Where the camera is; None as long as that is not known."""
        return None if self._watch is None else self._watch.calibration

    @property
    def geometry(self) -> TableGeometry:
        """What is known of the table's measures."""
        return self._steady.geometry

    def look(self, picture: Picture, at_s: float, number: int) -> Look:
        """What one picture, (height, width, 3) BGR, tells.

        Raises VisionError when the calibration is for pictures of another size.
        """
        self._clock.begin()
        self.table = None
        problem = self._calibrated(picture, at_s)
        if self._rectifier is None:
            return Look(Find(number, at_s), problem=problem)
        table = self.table = self._rectifier.rectify(picture, at_s, number)
        self._clock.lap("rectify")
        settling = self._settler.update(table)
        self._clock.lap("settle")
        find = Find(number, at_s, settling, self._rectifier.calibration.place_mm)
        if self.own_set is not None and self.own_set.is_news:
            self._steady.look_again()
        look = self._steady.look(find, lambda: self._observed(table))
        if look.find.observed is not None:
            self._clock.lap("layout")
            if self.own_set is not None:
                self.own_set.lie_together(laid_together(look.reading))
        self._after(picture, settling)
        return replace(look, ms=self._clock.passed_ms, steps_ms=dict(self._clock.laps))

    def _observed(self, table: TableImage) -> Observed:
        observed = self._observer.observed(table, self._steady.geometry)
        if self.own_set is not None and self.own_set.has_changed:
            self._steady.faces_anew()
        return observed

    def _after(self, picture: Picture, settling: Settling) -> None:
        """After a nudge the markers are asked where the camera is now."""
        if settling.look == "failed" and settling.reason == "nudged":
            self._check(picture)

    def _calibrated(self, picture: Picture, at_s: float) -> str:
        """Finds the markers when there is no calibration, and looks after it now and then."""
        if self._watch is None:
            try:
                self._use(calibrate_from_markers(picture, self._square_mm))
            except VisionError as wrong:
                return str(wrong)
        elif at_s - self._checked_s >= CHECK_MARKERS_S:
            self._checked_s = at_s
            self._check(picture)
        return ""

    def _check(self, picture: Picture) -> None:
        assert self._watch is not None
        if self._watch.look(picture).verdict == "moved":
            self._use(self._watch.calibration)

    def _use(self, calibration: Calibration) -> None:
        self._watch = CalibrationWatch(calibration)
        self._rectifier = Rectifier(calibration)
        self._settler.realigned()
        self._observer.realigned()
        self._steady.realigned(calibration.place_mm)
