"""`python -m models.train.dice.hard RUN --photos FOLDER --art FOLDER`: what is wrongly taken for dice.

In photos of tiles, and on drawn pages of cloth, tiles, print and what else stands on tables, no die lies:
every find is a mistake; so is one on a simulated table where none of its dice lies. Windows of 96 x 96 pixels
round the mistakes are kept for `models.train.dice.train --hard`, what was taken for a die about 20 pixels
wide in each.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models import HERE
from models.train.dice.bank import dice_bank
from models.train.dice.lay import LaidDie
from models.train.dice.pages import PageSource
from models.train.dice.tables import KeptTables
from models.train.dice.train import KINDS, faces_of
from models.train.dice.windows import SIDE
from models.train.photos import CROPS
from models.train.run import photos_in
from models.train.scenes.body import Picture
from vision.detect.dice.network import DiceNetwork, SeenDie

MOST_OF_A_PHOTO = 12
USUAL_PX = 20.0
"""How wide what was taken for a die becomes in its window, about."""


def mistakes(
    network: DiceNetwork, picture: Picture, rng: np.random.Generator, dice: Sequence[LaidDie] = ()
) -> list[NDArray[np.uint8]]:
    """Windows (96, 96, 3) of a picture round what is wrongly taken for dice, no window with one of the `dice`
    that do lie there."""
    middles = [die.corners.mean(axis=0) for die in dice]
    found = [
        die
        for die in network.in_photo(picture)
        if all(math.dist(die.middle, middle) > SIDE * die.side / USUAL_PX for middle in middles)
    ]
    return [_window(picture, die, rng) for die in found[:MOST_OF_A_PHOTO]]


def _window(picture: Picture, die: SeenDie, rng: np.random.Generator) -> NDArray[np.uint8]:
    scale = USUAL_PX * float(np.exp(rng.normal(0, 0.25))) / die.side
    if scale < 0.5:
        shrunk = (max(1, round(picture.shape[1] * scale * 2)), max(1, round(picture.shape[0] * scale * 2)))
        factor = shrunk[0] / picture.shape[1]
        picture = np.asarray(cv2.resize(picture, shrunk, interpolation=cv2.INTER_AREA), np.uint8)
        middle, scale = np.array(die.middle) * factor, scale / factor
    else:
        middle = np.array(die.middle)
    off = SIDE / 2 + rng.uniform(-0.25, 0.25, 2) * SIDE - middle * scale
    matrix = np.column_stack([np.eye(2) * scale, off])
    return np.asarray(
        cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def main() -> None:
    """The command line; ValueError naming a photo that cannot be read."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="where hard.npz is written; what is there is kept")
    parser.add_argument("--photos", type=Path, required=True, help="folder of COCO folders")
    parser.add_argument("--leave-out", action="append", default=[], metavar="SOURCE")
    parser.add_argument("--models", type=Path, default=HERE, help="folder of dice.onnx")
    parser.add_argument("--every", type=int, default=1, help="only each n-th photo")
    parser.add_argument("--first", type=int, default=0, help="number of the first of them")
    parser.add_argument("--art", type=Path, required=True, help="folder of drawn sets")
    parser.add_argument("--pages", type=int, default=400, help="drawn pages to search")
    chosen = parser.parse_args()
    network, rng = DiceNetwork(chosen.models, 1), np.random.default_rng(5)
    path = chosen.run / "hard.npz"
    windows = list(np.load(path)["pictures"]) if path.exists() else []
    photos = [photo for photo in photos_in(chosen.photos, None) if photo.source not in chosen.leave_out]
    whole = [each for each in photos if not each.source.endswith(CROPS)]
    for photo in whole[chosen.first :: chosen.every]:
        picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"cannot read the photo {photo.path}")
        windows += mistakes(network, np.asarray(picture, np.uint8), rng)
    faces, dice = faces_of(chosen.art, tuple(chosen.leave_out)), dice_bank(chosen.run, KINDS)
    pages = PageSource(faces, photos, dice, 7000 + len(windows), has_dice=False)
    for page in (pages.page() for _ in range(chosen.pages)):
        if not page.unknown.any():
            windows += mistakes(network, page.picture, rng)
    if (chosen.run / "tables").exists():
        for shown, laid in KeptTables((chosen.run / "tables",)).shown:
            windows += mistakes(network, shown, rng, laid)
    chosen.run.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, pictures=np.array(windows, np.uint8).reshape(-1, SIDE, SIDE, 3))
    print(f"{len(windows)} windows without dice")


if __name__ == "__main__":
    main()
