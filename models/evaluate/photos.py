"""`python -m models.evaluate.photos FOLDER`: recall and right faces on annotated photos.

FOLDER holds one COCO folder a source (`<source>/images`, `<source>/annotations.json`). A tile counts as
found when the upright hull of our corners and its box overlap by half (intersection over union), and as
right when the likeliest face is the annotated one. False positives are counted on photos whose every
face-up tile is boxed: faces found that overlap no box.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.command import run
from models.overlap import ENOUGH_OVERLAP, Box, box_of, overlap
from models.train.photos import Photo, read_photos
from vision.detect.detector import Detector, best_face
from vision.observation import Picture, VisionError


@dataclass
class Tally:
    """Counts for one source."""

    photos: int = 0
    boxes: int = 0
    found: int = 0
    right: int = 0
    complete_photos: int = 0
    false_positives: int = 0
    dice: int = 0
    """Told, where nobody boxed any."""
    ms: float = 0.0
    by_face: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))
    mistaken: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def as_json(self) -> dict[str, object]:
        """Rates and counts."""
        return {
            "photos": self.photos, "boxes": self.boxes, "found": _rate(self.found, self.boxes),
            "right": _rate(self.right, self.boxes), "complete_photos": self.complete_photos,
            "false_positives_a_scene": _rate(self.false_positives, self.complete_photos),
            "dice": self.dice,
            "ms_a_photo": round(self.ms / max(1, self.photos), 1),
            "faces": {
                face: {"boxes": a, "found": b, "right": c} for face, (a, b, c) in sorted(self.by_face.items())
            },
            "mistaken": dict(sorted(self.mistaken.items(), key=lambda item: -item[1])[:20]),
        }  # fmt: skip


def evaluate(
    detector: Detector, folder: Path, turn: float = 0.0, every: int = 1, only: Sequence[str] = ()
) -> dict[str, Tally]:
    """Tallies by source, of all or of those that `only` names; `turn`: degrees each photo is turned first;
    `every`: only each n-th photo. VisionError: a source of `only` is not there."""
    tallies: dict[str, Tally] = {}
    sources = sorted(path for path in folder.iterdir() if (path / "annotations.json").exists())
    if missing := set(only) - {source.name for source in sources}:
        raise VisionError(f"{folder} has no {', '.join(sorted(missing))}; it has {_names(sources)}")
    for source in (source for source in sources if not only or source.name in only):
        tally = tallies.setdefault(source.name, Tally())
        for photo in read_photos(source)[::every]:
            picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
            if picture is not None:
                count_photo(tally, photo, detector, np.asarray(picture, np.uint8), turn)
    return tallies


def _names(sources: Sequence[Path]) -> str:
    return ", ".join(source.name for source in sources) or "no source"


def count_photo(tally: Tally, photo: Photo, detector: Detector, picture: Picture, turn: float) -> None:
    """Adds one photo, turned by so many degrees, to the tally."""
    matrix, picture = _turned(picture, turn)
    began = time.perf_counter()
    detections = detector.detect_photo(picture)
    tally.ms += (time.perf_counter() - began) * 1e3
    tally.photos += 1
    tally.dice += len(detections.dice)
    # Boxes are upright: what was found is turned back to them, since a box turned is no box round its tile.
    back = cv2.invertAffineTransform(matrix)
    ours = [
        (box_of(np.array(tile.corners_px) @ back[:, :2].T + back[:, 2]), tile)
        for tile in detections.tiles
        if tile.kind != "standing"
    ]
    taken: set[int] = set()
    for tile in photo.tiles:
        box = box_of(np.array(_corners(tile.box)))
        tally.boxes += 1
        tally.by_face[tile.label][0] += 1
        overlaps = [0.0 if number in taken else overlap(box, hull) for number, (hull, _) in enumerate(ours)]
        best = int(np.argmax(overlaps)) if overlaps else -1
        if best < 0 or overlaps[best] < ENOUGH_OVERLAP:
            continue
        taken.add(best)
        tally.found += 1
        tally.by_face[tile.label][1] += 1
        face = best_face(ours[best][1], 0.0)[0]
        if face == tile.label:
            tally.right += 1
            tally.by_face[tile.label][2] += 1
        else:
            tally.mistaken[f"{tile.label} as {face}"] += 1
    if photo.complete and turn == 0:
        tally.complete_photos += 1
        boxes = [tile.box for tile in photo.tiles]
        tally.false_positives += sum(
            tile.kind == "face"
            and max((overlap(hull, box_of(np.array(_corners(box)))) for box in boxes), default=0) < 0.1
            for hull, tile in ours
        )


def _turned(picture: Picture, turn: float) -> tuple[np.ndarray, Picture]:
    if turn == 0:
        return np.eye(2, 3), picture
    high, wide = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
    across = abs(matrix[0, 0]) * wide + abs(matrix[0, 1]) * high
    along = abs(matrix[0, 1]) * wide + abs(matrix[0, 0]) * high
    matrix[:, 2] += (across / 2 - wide / 2, along / 2 - high / 2)
    return matrix, np.asarray(cv2.warpAffine(picture, matrix, (round(across), round(along))), np.uint8)


def _corners(box: Box) -> list[tuple[float, float]]:
    x, y, wide, high = box
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _rate(part: int, whole: int) -> float:
    return round(part / max(1, whole), 4)


def _print(tallies: dict[str, Tally]) -> None:
    print(
        f"{'source':16} {'photos':>6} {'boxes':>6} {'found':>7} {'right':>7} {'false/scene':>12} "
        f"{'dice':>5} {'ms':>7}"
    )
    for name, tally in tallies.items():
        row = tally.as_json()
        false = row["false_positives_a_scene"] if tally.complete_photos else "-"
        print(
            f"{name:16} {tally.photos:6} {tally.boxes:6} {row['found']:7} "
            f"{row['right']:7} {false:>12} {tally.dice:5} "
            f"{row['ms_a_photo']:7}"
        )
    faces: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for tally in tallies.values():
        for face, counts in tally.by_face.items():
            faces[face] = [a + b for a, b in zip(faces[face], counts, strict=True)]
    print("\nface  boxes   found   right")
    for face, (boxes, found, right) in sorted(faces.items(), key=lambda item: (item[0][-1], item[0])):
        print(f"{face:5} {boxes:5}  {_rate(found, boxes):6}  {_rate(right, boxes):6}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--turn", type=float, default=0.0, help="turn every photo by so many degrees first")
    parser.add_argument("--every", type=int, default=1, help="only each n-th photo")
    parser.add_argument("--source", action="append", default=[], help="only this source (repeat)")
    parser.add_argument("--models", type=Path, default=None, help="another folder of models")
    chosen = parser.parse_args()
    if not chosen.folder.is_dir():
        parser.error(f"{chosen.folder} is not a folder")
    try:
        detector = Detector.load(chosen.models)
        tallies = evaluate(detector, chosen.folder, chosen.turn, chosen.every, chosen.source)
    except VisionError as wrong:
        parser.error(str(wrong))
    if chosen.json:
        print(json.dumps({name: tally.as_json() for name, tally in tallies.items()}))
    else:
        _print(tallies)


if __name__ == "__main__":
    run(main)
