"""Crops as the detector itself cuts them: what it takes for something beside dice, and in photos of tiles.

A reader that learns dice from clumsy cuts alone sees dice in dots of tiles and on flanks of dice. So it is
shown what the locator really finds: a die where one lies, nothing where a die's flank or a stranger does, and
in photos of tiles whatever its teacher says.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.train.classes import INDEX
from models.train.dice.examples import DiceScene, DieCrops
from models.train.dice.lay import LEAST_SEEN
from models.train.scenes.body import Picture
from models.train.scenes.scene import rect_of
from models.train.scenes.views import SIDE
from vision.detect.colours import lifted
from vision.detect.corners import corner_arrays
from vision.detect.cut import cut_all
from vision.detect.detector import Detector
from vision.detect.locate import Found

IN_DOUBT = -2
NEAR, SIZES = 0.3, (0.62, 1.6)
"""How far the middle of what shows a die may be off, in its sides, and how its size may differ."""


def found_crops(detector: Detector, picture: Picture) -> tuple[list[Found], NDArray[np.uint8]]:
    """What is found in a picture, and the first crop of each, (n, height, width, 3)."""
    lit = lifted(picture)
    found = detector.search(lit)
    return found, cut_all(lit, corner_arrays(found), detector.settings, 1.0)


def of_photo(detector: Detector, picture: Picture) -> DieCrops:
    """The crops of a photo of tiles: all left to a teacher."""
    found, crops = found_crops(detector, picture)
    unknown = np.full((len(found), 8), np.nan, np.float32)
    return DieCrops(crops, np.full(len(found), -1, np.int64), unknown)


def of_scene(detector: Detector, scene: DiceScene) -> DieCrops:
    """The crops of a scene: dice as they lie, nothing where no tile can be, all else left to a teacher."""
    found, crops = found_crops(detector, scene.picture)
    labels = np.array([label_of_find(scene, one) for one in found], np.int64)
    kept = labels > IN_DOUBT
    return DieCrops(crops[kept], labels[kept], np.full((int(kept.sum()), 8), np.nan, np.float32))


def label_of_find(scene: DiceScene, one: Found) -> int:
    """The label of a find; -1 where a teacher is to say it; -2 where nobody can."""
    for die in scene.laid:
        x, y, wide, high, _ = rect_of(die.corners)
        side = (wide * high) ** 0.5
        away = float(np.hypot(one.x - x, one.y - y)) / max(side, 1.0)
        if away < NEAR and SIZES[0] < (one.across * one.along) ** 0.5 / max(side, 1.0) < SIZES[1]:
            return INDEX[f"die{die.pips}"] if die.seen >= LEAST_SEEN else IN_DOUBT
        if away < NEAR:
            return INDEX["none"] if (one.across * one.along) ** 0.5 > 1.8 * side else IN_DOUBT
    cells = len(scene.without_tiles) / SIDE
    row, column = (min(len(scene.without_tiles) - 1, max(0, int(value * cells))) for value in (one.y, one.x))
    return INDEX["none"] if scene.without_tiles[row, column] else -1
