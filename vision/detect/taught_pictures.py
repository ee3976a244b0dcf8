"""Pictures of a set, and what is learnt from them: with its faces given, or where the reader is sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.blanks import settled
from vision.detect.colours import lifted
from vision.detect.cut import cut_all
from vision.detect.detector import Detector
from vision.detect.judge import judge_each
from vision.detect.read import SECOND_LOOK
from vision.detect.taught import TaughtSet, check_faces, reading_order, with_crops
from vision.observation import Corners, Picture, TileInPicture, VisionError

SURE = 0.9
"""A face nobody named is learnt when the reader is this sure of it."""
TILES_ONLY = 0.7
"""A picture of a set shows tiles and little else: weaker finds are believed."""
NO_FACE = "?"


@dataclass(frozen=True, slots=True)
class Lying:
    """One tile of a picture, ready to be learnt. `face`: the likeliest, `chance` how likely."""

    crop: Picture
    face: str
    chance: float
    corners: Corners


def lying_in(detector: Detector, picture: Picture) -> list[Lying]:
    """The tiles lying in a picture, line by line as they are read."""
    picture = lifted(picture)
    reads = detector.read_all(picture, detector.located(picture))
    if not reads:
        return []
    judged = judge_each(reads, settled(reads, detector.settings), detector.settings, trust=TILES_ONLY)
    lying = [
        Lying(one.crop, *(tile.faces[0] if tile.faces else (NO_FACE, 0.0)), one.corners)
        for one, tile in zip(reads, judged, strict=True)
        if isinstance(tile, TileInPicture) and tile.kind != "standing"
    ]
    return [lying[number] for number in reading_order([tile.corners for tile in lying])]


def taught_more(
    taught: TaughtSet, detector: Detector, pictures: Sequence[Picture], faces: Sequence[str] | None
) -> tuple[TaughtSet, int, int]:
    """(the set with what the pictures show, tiles learnt, tiles left out as not sure enough).

    `faces`: all tiles of all pictures in reading order; VisionError when there are more or fewer tiles.
    """
    lying = [tile for picture in pictures for tile in lying_in(detector, picture)]
    if faces is not None:
        check_faces(faces)
        if len(faces) != len(lying):
            seen = " ".join(tile.face for tile in lying)
            raise VisionError(
                f"{len(faces)} faces were given but {len(lying)} tiles are seen ({seen}); lay them apart "
                "on a plain ground and name all of them, line by line from the top left"
            )
        lying = [replace(tile, face=face, chance=1.0) for tile, face in zip(lying, faces, strict=True)]
    sure = [tile for tile in lying if tile.chance >= SURE]
    if sure:
        crops = np.stack([tile.crop for tile in sure])
        taught = with_crops(taught, detector.reader, crops, [tile.face for tile in sure])
    return taught, len(sure), len(lying) - len(sure)


def corrected(
    taught: TaughtSet, detector: Detector, picture: Picture, corners: Corners, face: str
) -> TaughtSet:
    """The set with one tile that a person has named: `corners` in pixels, the tile's own top left first."""
    check_faces([face])
    quad: NDArray[np.float64] = np.array(corners, np.float64)[None]
    return with_crops(taught, detector.reader, cut_all(picture, quad, detector.settings, SECOND_LOOK), [face])
