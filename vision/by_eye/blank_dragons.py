"""White dragons without a mark, which look like a tile's back of another colour.

In many sets the white dragon is blank. By itself it could be a back; beside the backs of its set it cannot:
it has the colour that faces have between their marks. And what was taken for a dragon, is blank and has the
colour of the backs lies face down::

    wall  ████ ████ ████     river  |5s| |  | |1z|      pale, and not as the backs: the white dragon
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import TableImage, TileObservation

DRAGON = "5z"
SURE = 0.9
FEWEST_BACKS, FEWEST_FACES = 12, 4
"""Tiles that show what colour backs and faces have."""
UNLIKE_BACK, LIKE_FACE = 38.0, 30.0
"""Colours (CIE Lab, 8 bit) farther apart than the first are two, nearer than the second may be one."""
BLANK = 30.0
"""No spot of a tile without a mark is farther from the others, in such colours."""
MOST_DRAGONS = 4
INNER = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Where a tile is looked at, in parts of the way from its middle to its edge."""
Colour = NDArray[np.float64]
"""(3,), in Lab."""


class BlankDragons:
    """Knows what colour backs and bodies of one table's tiles have, once enough were seen at a time."""

    def __init__(self) -> None:
        self._back: Colour | None = None
        self._body: Colour | None = None

    def with_blanks(self, table: TableImage, tiles: Sequence[TileObservation]) -> tuple[TileObservation, ...]:
        """`tiles`, those without a mark told as what their colour says: white dragons, or backs."""
        backs = [number for number, tile in enumerate(tiles) if tile.kind == "back"]
        faces = [number for number, tile in enumerate(tiles) if tile.kind == "face"]
        dragons = [number for number in faces if tiles[number].faces and tiles[number].faces[0][0] == DRAGON]
        asked = [*backs, *dragons]
        if not asked:
            return tuple(tiles)
        colours = dict(zip(asked, _colours(table, [tiles[number] for number in asked]), strict=True))
        plain = {number: np.median(colour, axis=0) for number, colour in colours.items()}
        if len(backs) >= FEWEST_BACKS:
            self._back = np.asarray(np.median([plain[number] for number in backs], axis=0))
        self._learn_body(table, [tiles[number] for number in faces if number not in dragons])
        if self._back is None or self._body is None:
            return tuple(tiles)
        pale = [number for number in backs if _is(plain[number], self._body, self._back)]
        covered = [
            number for number in dragons
            if _is_blank(colours[number]) and _is(plain[number], self._back, self._body)
        ]  # fmt: skip
        found = list(tiles)
        for number in covered:
            found[number] = replace(found[number], kind="back", faces=())
        # A set has four; more blank ones are something else.
        if len(pale) + len(dragons) - len(covered) <= MOST_DRAGONS:
            for number in pale:
                found[number] = replace(found[number], kind="face", faces=((DRAGON, SURE),))
        return tuple(found)

    def _learn_body(self, table: TableImage, faces: Sequence[TileObservation]) -> None:
        if len(faces) < FEWEST_FACES:
            return
        # What is brightest on a face is what it has between its marks.
        shown = _colours(table, faces)
        self._body = np.median([one[np.argsort(one[:, 0])[len(one) * 3 // 4]] for one in shown], axis=0)


def _is(colour: Colour, like: Colour, unlike: Colour) -> bool:
    return _apart(colour, unlike) > UNLIKE_BACK and _apart(colour, like) < LIKE_FACE


def _is_blank(spots: Colour) -> bool:
    """Whether the spots (25, 3) of a tile show no mark."""
    return float(np.linalg.norm(spots - np.median(spots, axis=0), axis=1).max()) < BLANK


def _apart(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(one - other))


def _colours(table: TableImage, tiles: Sequence[TileObservation]) -> Colour:
    """(tiles, 25, 3): the colours, CIE Lab, of spots over the inner part of each tile."""
    corners = np.array([tile.corners_mm for tile in tiles])
    middle = corners.mean(axis=1)
    across, down = (corners[:, 1] - corners[:, 0]) / 2, (corners[:, 3] - corners[:, 0]) / 2
    grid = [(u, v) for u in INNER for v in INNER]
    spots = np.stack([middle + u * across + v * down for u, v in grid], axis=1)
    half, last = table.picture.shape[0] / 2, table.picture.shape[0] - 1
    columns = np.clip(np.round(half + spots[..., 0] * table.px_per_mm).astype(int), 0, last)
    rows = np.clip(np.round(half - spots[..., 1] * table.px_per_mm).astype(int), 0, last)
    lab = cv2.cvtColor(table.picture[rows, columns], cv2.COLOR_BGR2LAB)
    return np.asarray(lab, dtype=np.float64)
