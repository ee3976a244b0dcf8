"""`python -m models.evaluate.art ART_FOLDER --set NAME ...`: drawn sets that training never saw.

ART_FOLDER holds one folder a set, `<set>/<class>.png`. Each set is laid out in two ways: in imagined scenes
as training has them (tiles from 18 px wide, tilts up to 60 degrees, shade, blur, glare, hands; only whole
tiles are counted), and on simulated tables in three colours, three deals of three moments each. With
`--photos` in a third: painted over the faces of real photos (`repaint`). Told are tiles found, right,
with the direction right (faces that look alike upside down apart), flowers by themselves, and how often what
was said with which certainty was right.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.command import run
from models.evaluate.light import NEAR_MM, tables
from models.overlap import ENOUGH_OVERLAP, hull_of, most_shared
from models.train.bank import art_bank
from models.train.classes import LOOK_ALIKE_UPSIDE_DOWN
from models.train.repaint import BoxedFace, repainted_photos
from models.train.scenes.scene import LaidFace, Scene, SceneSource
from models.train.scenes.views import SIDE
from vision.detect.detector import Detector, best_face
from vision.detect.networks import LIVE_MODELS
from vision.observation import Picture, TileInPicture, TileObservation, VisionError
from vision.simulate.settings import Light

SEED, TABLE_SEEDS = 4242, (11, 21, 31)
SCENES = 120
LEAST_FACES = 3
"""Whole faces in a scene, or it is not counted."""
LEAST_SEEN, LEAST_PX = 0.8, 18.0
"""Of a whole face's pixels, and of its shorter side."""
SAME_WAY = 0.7
"""The cosine between two directions from which they are the same."""
SURE = (0.0, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
"""Where the classes of certainty begin."""


@dataclass(slots=True)
class Tally:
    """Faces of one set in one kind of scene; flowers and seasons apart from the others."""

    there: int = 0
    found: int = 0
    right: int = 0
    told_way: int = 0
    right_way: int = 0
    flowers: int = 0
    right_flowers: int = 0
    mistaken: Counter[str] = field(default_factory=Counter)
    sure: list[tuple[float, bool]] = field(default_factory=list)
    """For each face found: the chance that was told, and whether it was right."""

    def count(
        self, label: str, down: NDArray[np.float64], tile: TileInPicture | TileObservation | None
    ) -> None:
        """Adds a face that lies there, its own down direction (2,), and the tile that was found there."""
        is_flower = label.endswith("f")
        face, chance = best_face(tile, 0.0) if tile else ("nothing", 0.0)
        is_right = face == label
        self.flowers += is_flower
        self.right_flowers += is_flower and is_right
        if not is_right:
            self.mistaken[f"{label} as {face}"] += 1
        if tile and tile.kind == "face":
            self.sure.append((chance, is_right))
        if is_flower:
            return
        self.there, self.found, self.right = self.there + 1, self.found + bool(tile), self.right + is_right
        if tile and is_right and label not in LOOK_ALIKE_UPSIDE_DOWN:
            found_down = _down(
                np.array(tile.corners_px if isinstance(tile, TileInPicture) else tile.corners_mm)
            )
            is_same_way = bool(found_down @ down > SAME_WAY * np.hypot(*found_down) * np.hypot(*down))
            self.told_way, self.right_way = self.told_way + 1, self.right_way + is_same_way
            if not is_same_way:
                self.mistaken[f"{label} turned"] += 1


def whole_faces(scene: Scene) -> list[LaidFace]:
    """The faces that are in the picture, not hidden, and large enough to be read."""
    return [
        face for face in scene.faces
        if face.seen > LEAST_SEEN and face.corners.min() > 0 and face.corners.max() < SIDE
        and min(np.hypot(*(face.corners[1] - face.corners[0])), np.hypot(*_down(face.corners))) >= LEAST_PX
    ]  # fmt: skip


def imagined(folder: Path, count: int) -> Iterator[tuple[Scene, list[LaidFace]]]:
    """So many imagined scenes with the set in `folder`, and what is to be read in them."""
    source = SceneSource(art_bank(folder), SEED)
    while count:
        scene = source.scene()
        faces = whole_faces(scene)
        if len(faces) >= LEAST_FACES:
            count -= 1
            yield scene, faces


def count_imagined(detector: Detector, folder: Path, count: int) -> Tally:
    """What the detector reads of imagined scenes."""
    tally = Tally()
    for scene, faces in imagined(folder, count):
        boxed = []
        for face in faces:
            low, far = face.corners.min(axis=0), face.corners.max(axis=0)
            box = (float(low[0]), float(low[1]), float(far[0]), float(far[1]))
            boxed.append(BoxedFace(face.label, box, face.corners))
        _count_picture(tally, detector, scene.picture, boxed)
    return tally


def count_photos(detector: Detector, folder: Path, photos: Path, every: int) -> Tally:
    """What the detector reads of every so manieth real photo, its tiles' faces painted over with the set."""
    tally = Tally()
    for picture, faces in repainted_photos(detector, photos, art_bank(folder), every):
        _count_picture(tally, detector, picture, faces)
    return tally


def _count_picture(tally: Tally, detector: Detector, picture: Picture, faces: list[BoxedFace]) -> None:
    seen = [tile for tile in detector.detect_photo(picture).tiles if tile.kind != "standing"]
    hulls = [hull_of(tile) for tile in seen]
    for face in faces:
        best, shared = most_shared(face.box, hulls)
        tally.count(face.label, _down(face.corners), seen[best] if shared >= ENOUGH_OVERLAP else None)


def count_tables(detector: Detector, folder: Path, count: int = len(TABLE_SEEDS)) -> Tally:
    """What the detector reads of the first `count` simulated tables, each on every felt."""
    tally = Tally()
    ruleset = "mcr" if (folder / "flower1.png").exists() else "riichi"
    for seed in TABLE_SEEDS[:count]:
        for table, truth, settings in tables(Light(), seed, ruleset, folder):
            seen = detector.detect_table(table, settings.tile_mm[:2])[0]
            middles = np.array([np.mean(tile.corners_mm, axis=0) for tile in seen]).reshape(-1, 2)
            for face in (one for one in truth if one.kind == "face"):
                away = np.hypot(*(middles - np.mean(face.corners_mm, axis=0)).T)
                nearest = int(away.argmin()) if len(away) and away.min() < NEAR_MM else None
                tile = None if nearest is None else seen[nearest]
                tally.count(face.faces[0][0], _down(np.array(face.corners_mm)), tile)
    return tally


def _down(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(corners[3] - corners[0])


def _print(name: str, kind: str, tally: Tally) -> None:
    shares = (
        tally.found / max(1, tally.there), tally.right / max(1, tally.there),
        tally.right / max(1, tally.found), tally.right_way / max(1, tally.told_way),
    )  # fmt: skip
    print(
        f"{name:14} {kind:9} {tally.there:6} {shares[0]:7.4f} {shares[1]:7.4f} {shares[2]:9.4f} "
        f"{shares[3]:7.4f} of {tally.told_way:4} {tally.right_flowers:4} of {tally.flowers:4}"
    )
    print("  mostly:", ", ".join(f"{what} ({count})" for what, count in tally.mistaken.most_common(8)))
    classes: list[str] = []
    for low, high in zip(SURE, (*SURE[1:], 1.01), strict=True):
        those = [is_right for chance, is_right in tally.sure if low <= chance < high]
        if those:
            classes.append(f"from {low:g}: {np.mean(those):.3f} of {len(those)}")
    print("  right where it says", ", ".join(classes), flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder of drawn sets, <set>/<class>.png")
    parser.add_argument("--set", action="append", default=[], metavar="NAME", help="only this set (repeat)")
    parser.add_argument("--scenes", type=int, default=SCENES, help="how many imagined scenes a set")
    parser.add_argument(
        "--tables", type=int, default=len(TABLE_SEEDS), help="how many simulated tables a set"
    )
    parser.add_argument("--photos", type=Path, default=None, help="folder of COCO folders, to paint over")
    parser.add_argument("--every", type=int, default=7, help="use only every n-th photo")
    parser.add_argument("--models", type=Path, default=None, help="other networks, for tables too")
    chosen = parser.parse_args()
    if not chosen.folder.is_dir():
        parser.error(f"{chosen.folder} is not a folder")
    if chosen.photos is not None and not any(chosen.photos.glob("*/annotations.json")):
        parser.error(f"{chosen.photos} has no folder with an annotations.json")
    if chosen.every < 1:
        parser.error(f"--every must be at least 1, got {chosen.every}")
    sets = chosen.set or sorted(path.name for path in chosen.folder.iterdir() if path.is_dir())
    absent = [name for name in sets if not any((chosen.folder / name).glob("*.png"))]
    if absent:
        parser.error(f"{chosen.folder} has no pictures of {', '.join(absent)}")
    detector = Detector.load(chosen.models, threads=1)
    for_tables = Detector.load(chosen.models or LIVE_MODELS, threads=1)
    heads = f"{'faces':>6} {'found':>7} {'right':>7} {'of found':>9} {'direction':>15} {'flowers':>12}"
    print(f"{'set':14} {'scenes':9} {heads}")
    for name in sets:
        try:
            _print(name, "imagined", count_imagined(detector, chosen.folder / name, chosen.scenes))
            _print(name, "tables", count_tables(for_tables, chosen.folder / name, chosen.tables))
            if chosen.photos is not None:
                _print(
                    name, "photos", count_photos(detector, chosen.folder / name, chosen.photos, chosen.every)
                )
        except (ValueError, VisionError) as wrong:
            parser.error(str(wrong))


if __name__ == "__main__":
    run(main)
