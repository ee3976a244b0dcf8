"""Backs that need no reading: on a table half of what lies is the backs of its walls.

What was clearly found as a back, shows no drawing, and has the colour of the other backs but not that of the
faces' bodies, can be no face: a blank dragon is as pale as they are. The locator says where it lies.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.colours import SAME_COLOUR, are_plain_crops, distance, grounds, middles
from vision.detect.locate import Found

CLEARLY_FOUND = 0.6
"""The heat from which a find is what the locator takes it for, but for one in a hundred."""
BODIES = (3, 12)
"""So many faces at least must show the colour of the bodies; so many are asked."""
ENOUGH_BACKS, STRANGE_BACK = 8, 33.0
"""So many show the colour of a table's backs; and how far (in Lab) theirs never are from each other: 26 at
most, the middle of a cup 41 at least."""


def are_coloured_backs(found: list[Found], crops: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(n,): which of n finds, cut as `crops` (n, height, width, 3), are backs that need no reading."""
    clearly = {kind: _clearly(found, kind) for kind in ("back", "face")}
    backs, faces = clearly["back"], clearly["face"]
    told = np.zeros(len(found), bool)
    if len(backs) < ENOUGH_BACKS or len(faces) < BODIES[0]:
        return told
    backs = backs[are_plain_crops(crops[backs])]
    if len(backs) < ENOUGH_BACKS:
        return told
    body = np.median(grounds(crops[faces[: BODIES[1]]]), axis=0)
    colours = middles(crops[backs])
    usual = np.median(colours, axis=0)
    told[backs] = [
        distance(colour, body) > 2 * SAME_COLOUR and distance(colour, usual) < STRANGE_BACK
        for colour in colours
    ]
    return told


def _clearly(found: list[Found], kind: str) -> NDArray[np.intp]:
    return np.flatnonzero([one.kind == kind and one.heat > CLEARLY_FOUND for one in found])
