"""One picture of a table by itself: looked at as the watch looks, with nothing before it to join it with."""

from __future__ import annotations

from dataclasses import dataclass

from engine.table.reading import TableReading
from vision.camera.calibration import Calibration
from vision.camera.rectify import Rectifier
from vision.detect.detector import Detector
from vision.layout.table import read_table
from vision.layout.zones import TableGeometry
from vision.observation import DieObservation, Picture, TileObservation
from vision.pipeline.observing import Observer


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """What lies on a table in one picture, in its millimetres. `geometry`: what was known of it before."""

    tiles: tuple[TileObservation, ...]
    dice: tuple[DieObservation, ...]
    geometry: TableGeometry

    def reading(self) -> TableReading:
        """The same in game words."""
        return read_table(self.tiles, self.dice, self.geometry)


def look_at_photo(
    picture: Picture, detector: Detector, calibration: Calibration, stacks: int | None = None
) -> TablePhoto:
    """What lies in a picture, (height, width, 3) BGR, of the size that `calibration` is for; VisionError when
    it has another. `stacks`: on each side of the wall, None when not known."""
    geometry = TableGeometry(calibration.square_mm, stacks=stacks, camera_mm=calibration.place_mm)
    table = Rectifier(calibration).rectify(picture)
    return TablePhoto(*Observer(detector).observed(table, geometry), geometry)
