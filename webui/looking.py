"""From a camera to readings: calibrates by itself, waits for calm, looks, and joins what it saw over time.

Nothing is read again that has not changed: a still table costs a comparison of small pictures, no networks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import cv2

from engine.reading import ZONES, TableReading
from hardware.camera import Camera, Frame, HardwareError
from vision.blank_dragons import BlankDragons
from vision.calibrate import calibrate_from_markers
from vision.calibrate_watch import CalibrationWatch
from vision.calibration import Calibration
from vision.detect import Detector
from vision.detect_memory import TableMemory
from vision.dice import with_dice_by_eye, without_dice
from vision.lying import centre
from vision.observation import DieObservation, TableImage, TileObservation, VisionError
from vision.overlay import draw_overlay
from vision.rectify import Rectifier
from vision.settle import Settler, Settling
from vision.strips import with_overlooked_strips
from webui.mishaps import Mishaps
from webui.picture_places import StackSpots, stack_spots
from webui.snapshots import TablePicture, jpeg_of
from webui.steady_looks import NOTHING, Observed, SteadyLooks

CHECK_MARKERS_S = 5.0
SQUARE_MM, MARKER_MM = 850.0, 48.0
T = TypeVar("T", TileObservation, DieObservation)
WHOLE_EVERY = 4
"""After so many looks the whole table is read, so that what was once overlooked is not lost for long."""
OVERLAY_WIDTH_PX = 960
JPEG_QUALITY = 80
TABLE_PX, TABLE_QUALITY = 1120, 72
"""Of the table picture sent for the journal's evidence: a tile is some 32 px wide in it."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """One look. In `reading` a zone not seen now is as last seen; after a failed look all zones are hidden.

    `hidden`: zones that cannot be seen in this very look. `overlay`: JPEG of the table with what was seen
    drawn over it, None when nothing new was drawn. `picture`: the table straight from above, without
    drawings, for the evidence kept beside an entry; None when it was not read anew in this look.
    `status`: about camera, calibration and time taken. `spots`: where the wall's stacks are in the picture of
    `overlay`, None together with it.
    """

    number: int
    at_s: float
    reading: TableReading
    overlay: bytes | None = None
    hidden: frozenset[str] = frozenset()
    status: Mapping[str, object] = field(default_factory=dict)
    picture: TablePicture | None = None
    spots: StackSpots | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What one look was worth and, when the networks were asked, what they found. `camera_mm`: the camera's
    place that it was aligned with."""

    settling: Settling
    camera_mm: tuple[float, float, float]
    observed: Observed | None = None


def looks(
    camera: Camera,
    detector: Detector,
    calibration: Calibration | None = None,
    *,
    square_mm: float | None = None,
    stacks: int | None = None,
    with_overlay: bool = True,
    with_pictures: bool = True,
    mishaps: Mishaps | None = None,
) -> Iterator[SeenTable]:
    """One look for every frame the camera gives, until a recording ends.

    A frame that cannot be read for a fault of ours is a failed look, and counted by `mishaps`.

    `with_overlay`, `with_pictures`: whether looks carry the pictures that people see and the journal keeps.
    Raises VisionError when `calibration` is for another picture size, HardwareError when the camera is lost.
    """
    told = SQUARE_MM if calibration is None else calibration.square_mm
    looker = Looker(detector, calibration, square_mm or told, stacks, with_overlay, with_pictures)
    settings = {"camera": dict(camera.settings())}
    mishaps = mishaps or Mishaps("reading a picture")
    while (frame := camera.read()) is not None:
        try:
            seen = looker.look(frame)
        except (VisionError, HardwareError):
            raise
        except Exception as wrong:
            problem = {"look": "failed", "problem": mishaps.survived(wrong)}
            seen = SeenTable(frame.number, frame.taken_at_s, NOTHING, None, ZONES, problem)
        yield replace(seen, status={**settings, **seen.status})


class Looker:
    """Looks at one table, frame by frame."""

    def __init__(
        self,
        detector: Detector,
        calibration: Calibration | None,
        square_mm: float,
        stacks: int | None,
        with_overlay: bool = True,
        with_pictures: bool = True,
    ) -> None:
        self._detector, self._square_mm = detector, square_mm
        self._with_overlay, self._with_pictures = with_overlay, with_pictures
        self._steady = SteadyLooks(square_mm, stacks)
        self._watch: CalibrationWatch | None = None
        self._rectifier: Rectifier | None = None
        self._settler = Settler(square_mm)
        self._dragons = BlankDragons()
        self._checked_s = float("-inf")
        self._clock = _Clock()
        self._memory, self._read_since_whole = TableMemory(), 0
        self.found: Found | None = None
        """What the newest look was worth and what the networks found in it; None when it was not aligned."""
        if calibration is not None:
            self._use(calibration)

    def look(self, frame: Frame) -> SeenTable:
        """What one frame tells."""
        self._clock.begin()
        self.found = None
        problem = self._calibrated(frame)
        if self._rectifier is None:
            return SeenTable(frame.number, frame.taken_at_s, NOTHING, None, ZONES, {"problem": problem})
        table = self._rectifier.rectify(frame.picture, frame.taken_at_s, frame.number)
        self._clock.lap("rectify")
        settling = self._settler.update(table)
        self._clock.lap("settle")
        self.found = Found(settling, self._rectifier.calibration.place_mm)
        if settling.look == "failed":
            return self._blind(frame, settling)
        seen = self._read(frame, table, settling)
        ms = {"ms": self._clock.passed_ms, "steps_ms": dict(self._clock.laps)}
        return replace(seen, status={**self._status(settling), **ms})

    def _calibrated(self, frame: Frame) -> str:
        """Finds the markers when there is no calibration, and looks after it now and then."""
        if self._watch is None:
            try:
                self._use(calibrate_from_markers(frame.picture, self._square_mm))
            except VisionError as wrong:
                return str(wrong)
        elif frame.taken_at_s - self._checked_s >= CHECK_MARKERS_S:
            self._checked_s = frame.taken_at_s
            self._check(frame)
        return ""

    def _check(self, frame: Frame) -> None:
        assert self._watch is not None
        if self._watch.look(frame.picture).verdict == "moved":
            self._use(self._watch.calibration)

    def _use(self, calibration: Calibration) -> None:
        self._watch = CalibrationWatch(calibration)
        self._rectifier = Rectifier(calibration)
        self._settler.realigned()
        self._memory.forget()
        self._steady.realigned(calibration.place_mm)

    def _blind(self, frame: Frame, settling: Settling) -> SeenTable:
        """A look that failed tells nothing; after a nudge the markers are asked where the camera is now."""
        self._steady.blinded()
        if settling.reason == "nudged":
            self._check(frame)
        return SeenTable(frame.number, frame.taken_at_s, NOTHING, None, ZONES, self._status(settling))

    def _read(self, frame: Frame, table: TableImage, settling: Settling) -> SeenTable:
        """Reads with the networks if something may have changed, else tells the same again."""
        unseen = frozenset(ZONES - settling.calm)
        if not self._steady.is_due(table.taken_at_s, settling):
            reading = self._steady.passed_over(settling)
            return SeenTable(table.number, table.taken_at_s, reading, None, unseen)
        observed = self._observed(table)
        self.found = replace(self.found, observed=observed) if self.found else None
        reading = self._steady.found(table.taken_at_s, observed, settling)
        self._clock.lap("layout")
        overlay = self._drawn(frame, observed, settling) if self._with_overlay else None
        picture = _table_picture(table) if self._with_pictures else None
        spots = self._spots() if overlay is not None else None
        return SeenTable(
            table.number, table.taken_at_s, reading, overlay, unseen, picture=picture, spots=spots
        )

    def _observed(self, table: TableImage) -> Observed:
        """The tiles and dice that one look shows, whatever was believed before; now and then all of them are
        read anew, else only where something has changed since the look before."""
        self._read_since_whole += 1
        if self._read_since_whole >= WHOLE_EVERY:
            self._memory.forget()
            self._read_since_whole = 0
        tiles, dice = self._detector.detect_table(table, self._steady.geometry.tile_mm, self._memory)
        self._clock.lap("detect")
        tiles = without_dice(table, tiles)
        tiles = self._dragons.told(table, with_overlooked_strips(table, tiles, self._steady.geometry))
        observed = (self._without_markers(tiles), self._without_markers(with_dice_by_eye(table, dice)))
        self._clock.lap("strips and dice")
        return observed

    def _drawn(self, frame: Frame, observed: Observed, settling: Settling) -> bytes | None:
        assert self._rectifier is not None
        return _jpeg(draw_overlay(frame.picture, *observed, self._rectifier.project, settling.covered))

    def _spots(self) -> StackSpots:
        assert self._watch is not None
        return stack_spots(self._steady.geometry, self._watch.calibration)

    def _without_markers(self, found: Sequence[T]) -> tuple[T, ...]:
        """Leaves out what was taken for a tile or a die in the square's corners: the markers lie there."""
        inner = self._square_mm / 2 - MARKER_MM
        return tuple(each for each in found if min(map(abs, centre(each.corners_mm))) < inner)

    def _status(self, settling: Settling) -> dict[str, object]:
        assert self._watch is not None
        calibration = self._watch.calibration
        return {
            "look": settling.look,
            "reason": settling.reason,
            "moving": sorted(settling.moving),
            "residual_mm": round(calibration.residual_mm, 2),
            "residual_px": round(calibration.residual_px, 2),
        }


class _Clock:
    """How long (ms) a look has taken, step by step."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self._begun = self._last = time.perf_counter()
        self.laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round((now - self._last) * 1e3, 1)
        self._last = now

    @property
    def passed_ms(self) -> float:
        return round((time.perf_counter() - self._begun) * 1e3, 1)


def _table_picture(table: TableImage) -> TablePicture:
    side_mm = table.picture.shape[0] / table.px_per_mm
    return TablePicture(jpeg_of(table.picture, TABLE_PX, TABLE_QUALITY), side_mm)


def _jpeg(picture: cv2.typing.MatLike) -> bytes | None:
    """A picture as JPEG, made small enough for a page."""
    scale = min(1.0, OVERLAY_WIDTH_PX / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if done else None
