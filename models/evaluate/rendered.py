"""`python -m models.evaluate.rendered FOLDER`: what is read on photoreal tables by Blender.

FOLDER is what `models.render.laid` wrote and `models.render.tables` rendered. Each table is straightened
by the camera it was rendered with, and looked at once, as `jantaku watch` does. A tile is found where one is
told less than `NEAR_MM` from it; a die likewise.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.command import run
from models.evaluate.light import NEAR_MM, Count, count_table
from models.render.laid import SETS, LaidTable, laid_table
from vision.camera.rectify import Rectifier
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.layout.lying import centre
from vision.layout.zones import TableGeometry
from vision.observation import DieObservation, Picture
from vision.pipeline.observing import Observer
from vision.simulate.drawing.lens import calibration_of
from vision.simulate.observations import observations_of

ENDING = ".jpg"


@dataclass(slots=True)
class Read:
    """What was read on some tables. `kinds`: of faces, backs, standing tiles and dice; `made_up`: told where
    nothing lies, `faces_made_up` those of them that are faces."""

    tables: int = 0
    kinds: dict[str, Count] = field(default_factory=dict)
    made_up: int = 0
    faces_made_up: int = 0

    def lines(self) -> Iterator[str]:
        """One for each kind, one for what was made up."""
        for kind, count in sorted(self.kinds.items()):
            there = max(1, count.there)
            yield f"{kind:9} {count.there:6} found {count.found / there:.4f} right {count.right / there:.4f}"
        faces = self.faces_made_up / max(1, self.tables)
        yield f"made up {self.made_up} on {self.tables} tables, faces {faces:.2f} a table"


def pictures(folder: Path, art: Path) -> Iterator[tuple[str, LaidTable, Picture]]:
    """The name of the drawn set, the table and its picture, for each that is rendered.

    FileNotFoundError when there is none.
    """
    files = sorted(folder.glob(f"*{ENDING}"))
    if not files:
        raise FileNotFoundError(f"{folder} must hold pictures; models.render.tables leaves them there")
    for file in files:
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is not None:
            yield SETS[int(file.stem) % len(SETS)][0], laid_table(int(file.stem), art), np.asarray(picture)


def look(detector: Detector, laid: LaidTable, picture: Picture, read: Read) -> None:
    """Adds what is told of one table."""
    lens, scene = laid.lens, laid.scene
    place = (float(lens.place_mm[0]), float(lens.place_mm[1]), float(lens.place_mm[2]))
    geometry = TableGeometry(tile_mm=scene.tile_mm[:2], stacks=laid.rules.stacks, camera_mm=place)
    table = Rectifier(calibration_of(lens, laid.settings.view.size)).rectify(picture)
    tiles, dice = Observer(detector).observed(table, geometry)
    there, thrown = observations_of(scene, place, scene.tile_mm[2])
    read.tables += 1
    faces = [one for one in tiles if one.kind == "face"]
    read.made_up += count_table(read.kinds, tiles, there)
    read.faces_made_up += count_table({}, tuple(faces), there)
    read.made_up += _count_dice(read.kinds.setdefault("die", Count()), dice, thrown)


def _count_dice(count: Count, told: tuple[DieObservation, ...], thrown: tuple[DieObservation, ...]) -> int:
    """Adds dice; how many were told where none lies."""
    free = list(told)
    for die in thrown:
        near = min(free, key=lambda one: _apart(one, die), default=None)
        count.there += 1
        if near is not None and _apart(near, die) < NEAR_MM:
            free.remove(near)
            count.found += 1
            count.right += near.pips == die.pips
    return len(free)


def _apart(one: DieObservation, other: DieObservation) -> float:
    return math.dist(centre(one.corners_mm), centre(other.corners_mm))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--art", type=Path, default=Path("../shared/art"), help="folder of drawn sets")
    parser.add_argument("--models", type=Path, default=LIVE_MODELS)
    chosen = parser.parse_args()
    detector, by_set = Detector.load(chosen.models, threads=1), dict[str, Read]()
    try:
        for name, laid, picture in pictures(chosen.folder, chosen.art):
            look(detector, laid, picture, by_set.setdefault(name, Read()))
    except FileNotFoundError as wrong:
        parser.error(str(wrong))
    for name, read in sorted(by_set.items()):
        for line in read.lines():
            print(f"{name:12} {line}")


if __name__ == "__main__":
    run(main)
