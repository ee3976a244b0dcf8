"""A second chance for doubtful faces: the rectangle may be a little off, or lie across the tile.

A nine with a column cut off reads as a six. So where a face is not clear, the crop is moved by a part of
the tile to each side and turned by a quarter; the cut that makes the clearest face wins, and the tile's
corners move with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect_locate import Found

CLEAR = 0.97
"""A face at least this likely is left as it is."""
STEPS = (0.2, 0.1)
"""How far a crop is moved, in parts of the tile's own sides: first far, then half as far."""
BETTER = 0.03
"""A moved crop must be clearer by this much."""
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))

Look = Callable[[list[Found]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Reads rectangles: the chance of each face (n, faces), and of each quarter turn (n, 4)."""


def nudged(found: list[Found], clearness: NDArray[np.float64], look: Look) -> dict[int, Found]:
    """The rectangles that read more clearly elsewhere, by their number in `found`.

    `clearness`: (n,) how likely each one's likeliest face is now.
    """
    best = dict(enumerate(found))
    for step in STEPS:
        doubtful = [number for number in best if found[number].kind == "face" and clearness[number] < CLEAR]
        tried = [(number, moved(best[number], x * step, y * step)) for number in doubtful for x, y in SIDES]
        tried += [(number, turned(best[number])) for number in doubtful]
        if not tried:
            break
        faces, turns = look([one for _, one in tried])
        for (number, one), face, turn in zip(tried, faces, turns, strict=True):
            # The direction has no say: a nine of dots looks the same from every side.
            clear = float(face.max())
            if clear > clearness[number] + BETTER:
                clearness[number] = clear
                best[number] = replace(one, turn=one.turn + np.pi) if turn[2] > turn[0] else one
    return {number: one for number, one in best.items() if one is not found[number]}


def moved(one: Found, across: float, along: float) -> Found:
    """The rectangle moved by parts of its own sides."""
    x, y = across * one.across, along * one.along
    cos, sin = np.cos(one.turn), np.sin(one.turn)
    return replace(one, x=one.x + x * cos - y * sin, y=one.y + x * sin + y * cos)


def turned(one: Found) -> Found:
    """A rectangle of the same sides that lies across this one."""
    return replace(one, turn=one.turn + np.pi / 2)
