"""`python -m models.train.orient FOLDER --models M --into FILE`: the direction of boxed tiles in photos.

The photos' boxes are upright and say nothing of direction. A detector that is already fair is run over
them; where it finds a tile in a box and reads the annotated face, its rectangle (with its direction) is
kept, and the next training knows it. Where it disagrees nothing is claimed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from models.overlap import hull_of, overlap
from models.train.photos import CROPS, BoxedTile, read_photos
from models.train.scenes.scene import rect_of
from vision.detect.detector import Detector
from vision.observation import TileInPicture

LEAST_OVERLAP = 0.55
LEAST_CHANCE = 0.6
NEARLY_STRAIGHT = 6.0
"""Degrees: within this of a quarter turn the annotated box is a better rectangle than ours."""


def orient(detector: Detector, folder: Path) -> dict[str, list[float]]:
    """``source/annotation id`` to (x, y, across, along, turn in degrees) where it could be decided."""
    fitted: dict[str, list[float]] = {}
    for photo in read_photos(folder):
        picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if picture is None:
            continue
        tiles = [tile for tile in detector.detect_photo(np.asarray(picture, np.uint8)).tiles if tile.faces]
        for boxed in photo.tiles:
            rect = _fit(boxed, tiles)
            if rect is not None:
                fitted[f"{photo.source}/{boxed.number}"] = rect
    return fitted


def _fit(boxed: BoxedTile, tiles: list[TileInPicture]) -> list[float] | None:
    x, y, wide, high = boxed.box
    box = (x, y, x + wide, y + high)
    best = max(tiles, key=lambda tile: overlap(box, hull_of(tile)), default=None)
    if best is None or overlap(box, hull_of(best)) < LEAST_OVERLAP:
        return None
    if best.faces[0][0] != boxed.label or best.faces[0][1] < LEAST_CHANCE:
        return None
    a, b, across, along, turn = rect_of(np.array(best.corners_px))
    off = (turn + 45) % 90 - 45
    if boxed.rect is not None and abs(off) < NEARLY_STRAIGHT:
        a, b = boxed.rect[:2]
        quarter = round((turn - off) / 90)
        across, along = (wide, high) if quarter % 2 == 0 else (high, wide)
        grow = boxed.rect[2] * boxed.rect[3] / max(1e-6, wide * high)
        return [a, b, across * grow**0.5, along * grow**0.5, float(quarter * 90)]
    return [round(value, 2) for value in (a, b, across, along, turn)]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder of COCO folders")
    parser.add_argument("--models", type=Path, default=None, help="folder of the networks to use")
    parser.add_argument("--into", type=Path, required=True)
    chosen = parser.parse_args()
    detector = Detector.load(chosen.models)
    fitted: dict[str, list[float]] = {}
    for source in sorted(path for path in chosen.folder.iterdir() if (path / "annotations.json").exists()):
        if not source.name.endswith(CROPS):
            own = orient(detector, source)
            print(f"{source.name}: {len(own)} tiles oriented")
            fitted |= own
    chosen.into.write_text(json.dumps(fitted))


if __name__ == "__main__":
    main()
