"""How bright a picture is, and the colours of a tile's crop: whether it is plain, what its body's colour is,
how red its ink; which backs need no reading.

On a table half of what lies is the backs of its walls. What was clearly found as a back, shows no drawing,
and has the colour of the other backs but not that of the faces' bodies, can be no face: a blank dragon is as
pale as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.locate import Found
from vision.observation import Picture

Colour = NDArray[np.float64]
"""(3,), in CIE Lab."""
PLAIN_SPREAD = 11.0
SAME_COLOUR = 11.0
"""Distance in Lab within which a blank tile has the colour of the face-up ones."""
SOFTENED = 4
"""Pixels of a crop a side that are taken together before it is asked whether they differ."""
SPARSE = 12
"""Every how manieth pixel tells how bright a picture is."""
BRIGHT_PART = 99.7
"""The percentile of a picture's grey levels that belongs to tiles, if only three lie on a table."""
DIM, USUAL_BRIGHT, MOST_GAIN = 150.0, 200.0, 5.0
"""A picture whose bright parts are darker than the first is brought to the second."""
CLEARLY_FOUND = 0.6
"""The heat from which a find is what the locator takes it for, but for one in a hundred."""
BODIES = (3, 12)
"""So many faces at least must show the colour of the bodies; so many are asked."""
ENOUGH_BACKS, STRANGE_BACK = 8, 33.0
"""So many show the colour of a table's backs; and how far (in Lab) theirs never are from each other: 26 at
most, the middle of a cup 41 at least."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a set, None while too few tiles showed them: of its faces' bodies, of its backs."""

    body: Colour | None = None
    back: Colour | None = None

    def over(self, earlier: Palette) -> Palette:
        """What is known now, and of the rest what was known earlier."""
        return Palette(
            earlier.body if self.body is None else self.body, earlier.back if self.back is None else self.back
        )


NO_COLOURS = Palette()
"""Nothing is known of a set yet."""


def lifted(picture: Picture) -> Picture:
    """The picture made brighter where even its brightest parts are dark; else the picture itself."""
    blue, green, red = np.moveaxis(picture[::SPARSE, ::SPARSE], 2, 0)
    bright = float(np.percentile(np.maximum(np.maximum(blue, green), red), BRIGHT_PART))
    if bright >= DIM:
        return picture
    gain = min(MOST_GAIN, USUAL_BRIGHT / max(1.0, bright))
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)


def red_share(crop: Picture) -> float | None:
    """How much of the ink of a face is red; None where there is too little ink or colour to tell."""
    high, wide = crop.shape[:2]
    inner = crop[high // 6 : -(high // 6), wide // 6 : -(wide // 6)].astype(np.float32)
    body = np.percentile(inner.reshape(-1, 3), 85, axis=0)
    taken = 1 - np.clip(inner / np.maximum(body, 1), 0, 1)
    ink = taken.max(axis=2) > 0.3
    if ink.mean() < 0.02:
        return None
    # Against the body's own colour, so that a warm lamp does not make black ink red.
    red = (taken[..., 2] < 0.72 * taken[..., 0]) & (taken[..., 2] < 0.72 * taken[..., 1])
    blue = (taken[..., 0] < 0.8 * taken[..., 2]) | (taken[..., 1] < 0.8 * taken[..., 2])
    coloured = float((red | blue)[ink].mean())
    return float(red[ink].mean()) if coloured > 0.1 else None


def is_plain(crop: Picture) -> bool:
    """Whether the middle of a tile shows no drawing."""
    return bool(are_plain_crops(crop[None])[0])


def are_plain_crops(crops: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(n,): in which of the crops (n, height, width, 3) the middle shows no drawing."""
    count, high, wide = crops.shape[:3]
    rim, side = high // 5 // SOFTENED * SOFTENED, wide // 5 // SOFTENED * SOFTENED
    inner = np.ascontiguousarray(crops[:, rim : high - rim, side : wide - side])
    high, wide = inner.shape[1:3]
    # One above the other they are softened in one pass.
    size = (wide // SOFTENED, count * high // SOFTENED)
    soft = cv2.resize(inner.reshape(count * high, wide, 3), size, interpolation=cv2.INTER_AREA)
    spread = soft.reshape(count, -1, 3).astype(np.float32).std(axis=1)
    return np.asarray(spread.max(axis=1) < PLAIN_SPREAD)


def distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far a blank tile's colour is from the body of inked ones, both (3,) in Lab. Tint counts most;
    lightness half, since lamps light tables unevenly, and being lighter a quarter, since ink darkens the tile
    around it."""
    gap = one - other
    return float(np.hypot(np.hypot(gap[1], gap[2]), gap[0] * (0.5 if gap[0] < 0 else 0.25)))


def middles(crops: Sequence[Picture] | NDArray[np.uint8]) -> NDArray[np.float64]:
    """(n, 3): the colours of plain tiles, in Lab (so that distances mean what an eye sees)."""
    if not len(crops):
        return np.zeros((0, 3))
    high, wide = crops[0].shape[:2]
    inner = np.asarray(crops)[:, high // 4 : -(high // 4) : 2, wide // 4 : -(wide // 4) : 2]
    return _lab(np.median(inner.reshape(len(crops), -1, 3), axis=1))


def grounds(crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(n, 3): the colours of inked tiles' bodies."""
    high, wide = crops.shape[1:3]
    inner = crops[:, high // 5 : -(high // 5) : 2, wide // 5 : -(wide // 5) : 2].reshape(len(crops), -1, 3)
    light = inner.sum(axis=2, dtype=np.int32)
    first = round(light.shape[1] * 0.7)
    brightest = np.argpartition(light, first, axis=1)[:, first:]
    return _lab(np.median(np.take_along_axis(inner, brightest[:, :, None], axis=1), axis=1))


def _lab(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    pixels = np.clip(colours, 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[0], np.float64)


def are_coloured_backs(
    found: list[Found], crops: NDArray[np.uint8], known: Palette = NO_COLOURS
) -> NDArray[np.bool_]:
    """(n,): which of n finds, cut as `crops` (n, height, width, 3), are backs that need no reading. `known`:
    the set's colours, where too few tiles show them here."""
    told = np.zeros(len(found), bool)
    backs, faces = _clearly(found, "back"), _clearly(found, "face")
    backs = backs[are_plain_crops(crops[backs])] if len(backs) else backs
    colours, usual, body = middles(crops[backs]), known.back, known.body
    if len(backs) >= ENOUGH_BACKS:
        usual = np.median(colours, axis=0)
    if len(faces) >= BODIES[0]:
        body = np.median(grounds(crops[faces[: BODIES[1]]]), axis=0)
    if usual is None or body is None:
        return told
    told[backs] = [
        distance(colour, body) > 2 * SAME_COLOUR and distance(colour, usual) < STRANGE_BACK
        for colour in colours
    ]
    return told


def _clearly(found: list[Found], kind: str) -> NDArray[np.intp]:
    return np.flatnonzero([one.kind == kind and one.heat > CLEARLY_FOUND for one in found])
