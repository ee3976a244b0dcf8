"""`python -m models.evaluate.taught PHOTOS [--art ART_FOLDER --set NAME ...]`: what teaching a set is worth.

Of each source of photos three that show the most faces are taught as `jantaku enrol` would be told them, the
faces given; the others are read without and with what was taught. With `--art` the drawn sets take the
sources' place, painted over the faces of the photos (`repaint`): sets that no network has seen. Which
set lies there nobody says: it must be recognised.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.command import run
from models.overlap import ENOUGH_OVERLAP, Box, hull_of, most_shared
from models.train.bank import art_bank
from models.train.photos import read_photos
from models.train.repaint import repainted_photos
from vision.detect.detector import Detector, best_face
from vision.detect.taught import TaughtSet, new_set
from vision.detect.taught_pictures import corrected
from vision.observation import Picture, VisionError

TAUGHT_FROM = 3
LEAST_OVERLAPS = (ENOUGH_OVERLAP, 0.4)
"""Boxes are drawn round the ink, the tile, or beside it: told for the usual overlap and for a looser."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture and the faces boxed in it."""

    picture: Picture
    faces: tuple[tuple[str, Box], ...]


def of_photos(source: Path, every: int) -> Iterator[Shown]:
    """Every so manieth photo of one COCO folder."""
    for photo in read_photos(source)[::every]:
        picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        boxes = [(tile.label, tile.box) for tile in photo.tiles]
        if picture is not None:
            yield Shown(
                np.asarray(picture, np.uint8),
                tuple((label, (x, y, x + wide, y + high)) for label, (x, y, wide, high) in boxes),
            )


def of_art(detector: Detector, photos: Path, folder: Path, every: int) -> Iterator[Shown]:
    """Every so manieth photo painted with the drawn set in `folder`, as it is drawn."""
    look = f"{folder.name}-0"
    for picture, faces in repainted_photos(detector, photos, art_bank(folder), every, look):
        yield Shown(picture, tuple((face.label, face.box) for face in faces))


def fullest(shown: Sequence[Shown], count: int) -> list[int]:
    """The numbers of those that together show many faces, chosen one after another."""
    chosen: list[int] = []
    known: set[str] = set()
    for _ in range(min(count, len(shown))):
        rest = [number for number in range(len(shown)) if number not in chosen]
        best = max(rest, key=lambda number: len({face for face, _ in shown[number].faces} - known))
        chosen.append(best)
        known |= {face for face, _ in shown[best].faces}
    return chosen


def taught_by(detector: Detector, name: str, shown: Sequence[Shown]) -> TaughtSet:
    """The set, each of its faces told by a person who points at the tile found there."""
    taught = new_set(name, detector.reader)
    for each in shown:
        found = [tile for tile in detector.detect_photo(each.picture).tiles if tile.kind != "standing"]
        hulls = [hull_of(tile) for tile in found]
        for face, box in each.faces:
            best, shared = most_shared(box, hulls)
            if shared >= LEAST_OVERLAPS[-1]:
                taught = corrected(taught, detector, each.picture, found[best].corners_px, face)
    return taught


def count(detector: Detector, shown: Sequence[Shown]) -> tuple[int, list[tuple[int, int]], int]:
    """(faces boxed, found and right for each of `LEAST_OVERLAPS`, pictures whose set was recognised)."""
    boxes, recognised = 0, 0
    counts = [(0, 0)] * len(LEAST_OVERLAPS)
    for each in shown:
        seen = detector.detect_photo(each.picture)
        tiles = [tile for tile in seen.tiles if tile.kind != "standing"]
        hulls = [hull_of(tile) for tile in tiles]
        recognised += bool(seen.taught_set)
        for face, box in each.faces:
            best, shared = most_shared(box, hulls)
            boxes += 1
            is_right = best >= 0 and best_face(tiles[best], 0.0)[0] == face
            for place, least in enumerate(LEAST_OVERLAPS):
                found, right = counts[place]
                there = shared >= least
                counts[place] = (found + there, right + (there and is_right))
    return boxes, counts, recognised


def _print(name: str, detector: Detector, shown: list[Shown]) -> None:
    lessons = fullest(shown, TAUGHT_FROM)
    others = [each for number, each in enumerate(shown) if number not in lessons]
    taught = taught_by(detector, name, [shown[number] for number in lessons])
    for when, ready in (("before", detector), ("after", detector.with_sets([taught]))):
        boxes, counts, recognised = count(ready, others)
        figures = "".join(
            f"{found / max(1, boxes):8.4f} {right / max(1, boxes):8.4f}" for found, right in counts
        )
        known = f"{len(taught.known)} faces, recognised in {recognised} of {len(others)}" * (when == "after")
        print(f"{name:14} {when:7} {boxes:6}{figures}  {known}", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path, help="folder of COCO folders")
    parser.add_argument("--source", action="append", default=[], help="only this source (repeat)")
    parser.add_argument(
        "--art", type=Path, default=None, help="folder of drawn sets, to paint the photos with"
    )
    parser.add_argument("--set", action="append", default=[], metavar="NAME", help="only this set (repeat)")
    parser.add_argument("--every", type=int, default=9, help="use only every n-th photo")
    parser.add_argument("--models", type=Path, default=None, help="another folder of models")
    chosen = parser.parse_args()
    folder = chosen.photos if chosen.art is None else chosen.art
    if not folder.is_dir():
        parser.error(f"{folder} is not a folder")
    if not any(chosen.photos.glob("*/annotations.json")):
        parser.error(f"{chosen.photos} has no folder with an annotations.json")
    if chosen.every < 1:
        parser.error(f"--every must be at least 1, got {chosen.every}")
    named = chosen.source if chosen.art is None else chosen.set
    names = named or sorted(path.name for path in folder.iterdir() if path.is_dir())
    absent = [name for name in names if not (folder / name).is_dir()]
    if absent:
        parser.error(f"{folder} has no {', '.join(absent)}")
    detector = Detector.load(chosen.models, threads=1)
    heads = "".join(f"  found>{least:g}  right " for least in LEAST_OVERLAPS)
    print(f"{'set':14} {'':7} {'faces':>6}{heads}")
    for name in names:
        try:
            if chosen.art is None:
                shown = list(of_photos(chosen.photos / name, chosen.every))
            else:
                shown = list(of_art(detector, chosen.photos, chosen.art / name, chosen.every))
            _print(name, detector, shown)
        except (ValueError, VisionError) as wrong:
            parser.error(str(wrong))


if __name__ == "__main__":
    run(main)
