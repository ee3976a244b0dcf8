"""`python -m models.train.mine FOLDER --bank BANK`: what was wrongly taken for tiles, as crops of nothing.

Photos whose every face-up tile is boxed are searched; a rectangle that lies on no box is no face, and in
sources without backs it is nothing at all. So is everything found on drawn pages that repeat themselves
(`patterns.py`). In photos of walls every tile lies face down: what is found there is a back. The crops join
the bank's real ones under the labels ``none`` and ``back``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import BACK
from models.train.classes import REAL_HEIGHT, REAL_SHARE, REAL_WIDTH
from models.train.photos import CROPS, WALLS, Photo, cut, read_photos
from models.train.scenes.looks import lit, photographed
from models.train.scenes.no_tile import BARE
from models.train.scenes.patterns import pattern
from models.train.scenes.photo_scenes import NO_BACKS
from models.train.scenes.scene import rect_of
from vision.detect.detector import Detector
from vision.detect.locate import Found

LEAST_WEIGHT = 0.3
MOST_OF_A_PAGE = 4


def mine(detector: Detector, photo: Photo) -> list[NDArray[np.uint8]]:
    """The crops of one photo that show no tile, (height, width, 3) each."""
    picture = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
    crops = []
    for one in detector.search(picture):
        wanted = one.kind == "face" or photo.source in NO_BACKS
        near = any(_near(one, tile.box) for tile in photo.tiles)
        if wanted and one.weight > LEAST_WEIGHT and not near:
            rect = (one.x, one.y, one.across, one.along, float(np.rad2deg(one.turn)))
            crops.append(cut(picture, rect, REAL_SHARE, (REAL_WIDTH, REAL_HEIGHT)))
    return crops


def mine_wall(detector: Detector, photo: Photo) -> list[tuple[str, NDArray[np.uint8]]]:
    """(label, crop) of what is found where every tile lies face down: a back where one is found or read, else
    nothing."""
    picture = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
    back, none = detector.settings.numbers((BACK, "none"))
    crops = []
    for one in detector.read_all(picture, detector.located(picture)):
        if one.found.kind in ("face", "back") and one.found.weight > LEAST_WEIGHT:
            is_back = one.found.kind == "back" or one.chances[back] > one.chances[none]
            rect = rect_of(np.array(one.corners))
            crop = cut(picture, rect, REAL_SHARE, (REAL_WIDTH, REAL_HEIGHT))
            crops.append((BACK if is_back else "none", crop))
    return crops


def mine_patterns(detector: Detector, pages: int, seed: int) -> list[NDArray[np.uint8]]:
    """The crops, (height, width, 3) each, that the detector wrongly finds on so many drawn pages."""
    rng = np.random.default_rng(seed)
    crops = []
    for _ in range(pages):
        side = int(rng.integers(300, 640))
        page = photographed(lit(pattern(side, rng), rng), rng, 1.5)
        found = detector.search(page)
        for number in rng.permutation(len(found))[:MOST_OF_A_PAGE].tolist():
            one = found[number]
            if one.kind in ("face", "back") and one.weight > LEAST_WEIGHT:
                rect = (one.x, one.y, one.across, one.along, float(np.rad2deg(one.turn)))
                crop = cut(page, rect, REAL_SHARE, (REAL_WIDTH, REAL_HEIGHT))
                if crop.std(axis=(0, 1)).max() > BARE:
                    crops.append(crop)
    return crops


def _near(one: Found, box: tuple[float, float, float, float]) -> bool:
    """Whether the rectangle might show any part of the boxed tile's face."""
    reach = max(one.across, one.along) / 2
    x, y, wide, high = box
    reach *= 0.6
    return x - reach < one.x < x + wide + reach and y - reach < one.y < y + high + reach


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder of COCO folders")
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=None, help="folder of the networks to use")
    parser.add_argument("--patterns", type=int, default=1500, help="drawn pages to search")
    chosen = parser.parse_args()
    detector = Detector.load(chosen.models, threads=1)
    crops = list(np.load(chosen.bank / "real.npy"))
    index = json.loads((chosen.bank / "real.json").read_text())
    for source in sorted(path for path in chosen.folder.iterdir() if (path / "annotations.json").exists()):
        photos = [
            photo for photo in read_photos(source) if photo.complete and not source.name.endswith(CROPS)
        ]
        labelled = [
            each
            for photo in photos
            for each in (
                mine_wall(detector, photo)
                if source.name.endswith(WALLS)
                else (("none", crop) for crop in mine(detector, photo))
            )
        ]
        print(f"{source.name}: {len(labelled)} crops of nothing or of backs", flush=True)
        crops += [crop for _, crop in labelled]
        index += [{"label": label, "source": source.name, "upright": False} for label, _ in labelled]
    found = mine_patterns(detector, chosen.patterns, seed=5)
    print(f"drawn pages: {len(found)} crops of nothing", flush=True)
    crops += found
    index += [{"label": "none", "source": "patterns", "upright": False} for _ in found]
    np.save(chosen.bank / "real.npy", np.stack(crops))
    (chosen.bank / "real.json").write_text(json.dumps(index))


if __name__ == "__main__":
    main()
