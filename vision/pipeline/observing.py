"""The tiles and dice of one table image: what the networks find, and what the eye knows better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from vision.by_eye.backs import along_edges
from vision.by_eye.dice import with_dice_by_eye, without_dice
from vision.by_eye.strips import with_overlooked_strips
from vision.camera.markers import MARKER_MM
from vision.detect.detector import Detector
from vision.detect.memory import TableMemory
from vision.layout.lying import centre
from vision.layout.zones import TableGeometry
from vision.observation import DieObservation, TableImage, TileObservation
from vision.own_set.own_set import OwnSet
from vision.pipeline.look import Observed

AROUND_MARKER_MM = MARKER_MM + 8
"""From the square's edges: a marker is 40 mm wide and lies in the corner."""
WHOLE_EVERY = 4
"""After so many looks the whole table is read, so that what was once overlooked is not lost for long."""
T = TypeVar("T", TileObservation, DieObservation)


class Observer:
    """Finds what lies on one table, look by look; between two looks only what has changed is read."""

    def __init__(
        self,
        detector: Detector,
        lap: Callable[[str], None] = lambda step: None,
        own_set: OwnSet | None = None,
    ) -> None:
        """`lap` is told each step when it is done. `own_set`: learns what is on this table."""
        self._detector, self._lap, self._own_set = detector, lap, own_set
        self._memory, self._since_whole = TableMemory(), 0

    def realigned(self) -> None:
        """Called after a new calibration: everything lies elsewhere in the table image."""
        self._memory.forget()

    def observed(self, table: TableImage, geometry: TableGeometry) -> Observed:
        """The tiles and dice that one look shows, whatever was believed before."""
        self._since_whole += 1
        if self._since_whole >= WHOLE_EVERY:
            self._memory.forget()
            self._since_whole = 0
        known = None if self._own_set is None else self._own_set.read
        tiles, dice = self._detector.detect_table(table, geometry.tile_mm, self._memory, known)
        self._lap("detect")
        tiles = along_edges(table, without_dice(table, tiles))
        tiles = with_overlooked_strips(table, tiles, geometry.fitted(tiles))
        inner = geometry.square_mm / 2 - AROUND_MARKER_MM
        observed = (within(tiles, inner), within(with_dice_by_eye(table, dice), inner))
        self._lap("by eye")
        return observed


def within(found: Sequence[T], inner_mm: float) -> tuple[T, ...]:
    """Leaves out what was taken for a tile or a die in the square's corners: the markers lie there."""
    return tuple(each for each in found if min(map(abs, centre(each.corners_mm))) < inner_mm)
