"""Dice and tiles in one picture: a clear tile holds no die but one that is as large and surely one, and where
a die lies no doubtful tile does."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detect.dice.network import SeenDie
from vision.observation import DieInPicture, TileInPicture

CLEARLY = 0.9
"""From this chance of a face a tile is a tile, whatever else is seen on it."""
SURELY_A_DIE = 0.6
"""From this chance a die is one, whatever doubtful tile is seen in its place."""
SURELY_NO_TILE = 0.9
"""From this chance a die is one, though a tile of its size reads clearly in its place. Of 169 finds on clear
tiles of photos none has more than 0.02; of dice that read as tiles most have more than 0.95."""
READS_PIPS = 0.5
"""From this chance a die's pips are told."""
LIKE_A_DIE = 2.2
"""Times a die's area from which a tile is too large to be that die taken for a tile."""
NO_TILE = 20.0
"""Times the area of a sure die from which what holds it is no tile but a tray or the like: the smallest dice
are 8 mm wide, the largest tiles 30 x 40 mm."""


Told = tuple[tuple[TileInPicture, ...], tuple[DieInPicture, ...]]
"""The tiles and the dice of a picture."""


def told(dice: Sequence[SeenDie], tiles: Sequence[TileInPicture]) -> Told:
    """The tiles and dice that are told of what the networks for tiles and for dice saw."""
    there = [(die, near) for die, near in _near(dice, tiles) if not any(_holds(tile, die) for tile in near)]
    taken = {id(tile) for die, near in there for tile in near if _is(tile, die)}
    return tuple(tile for tile in tiles if id(tile) not in taken), tuple(_told(die) for die, _ in there)


def free_of(dice: Sequence[SeenDie], tiles: Sequence[TileInPicture]) -> list[SeenDie]:
    """The dice that are no parts of tiles."""
    return [die for die, near in _near(dice, tiles) if not any(_holds(tile, die) for tile in near)]


def off_clear(dice: Sequence[SeenDie], tiles: Sequence[TileInPicture]) -> list[SeenDie]:
    """The dice that do not lie on clear tiles larger than they are: of the others nothing more need be
    known."""
    clear = [tile for tile in tiles if _is_clear(tile)]
    return [
        die
        for die, near in _near(dice, clear)
        if not any(_touch(tile, die) and _is_larger(tile, die) for tile in near)
    ]


def _near(
    dice: Sequence[SeenDie], tiles: Sequence[TileInPicture]
) -> list[tuple[SeenDie, list[TileInPicture]]]:
    """Each die with the tiles that may touch it."""
    if not dice or not tiles:
        return [(die, []) for die in dice]
    corners = np.array([tile.corners_px for tile in tiles])
    middles, reach = corners.mean(axis=1), np.hypot(*(corners[:, 2] - corners[:, 0]).T)
    near = [np.flatnonzero(np.hypot(*(middles - die.middle).T) < reach + die.side) for die in dice]
    return [(die, [tiles[n] for n in numbers.tolist()]) for die, numbers in zip(dice, near, strict=True)]


def _told(die: SeenDie) -> DieInPicture:
    best = int(die.pips.argmax())
    score = die.chance * float(die.pips[best])
    return DieInPicture(best + 1 if die.pips[best] >= READS_PIPS else None, round(score, 4), die.outline)


def _holds(tile: TileInPicture, die: SeenDie) -> bool:
    """Whether the die is a part of a tile: it lies on one that is clear, or larger than a die."""
    if _is_tray(tile, die):
        return False
    if _is_clear(tile):
        return _touch(tile, die) and (die.chance < SURELY_NO_TILE or _is_larger(tile, die))
    return _covers(tile, die) and (die.chance < SURELY_A_DIE or _is_larger(tile, die))


def _is(tile: TileInPicture, die: SeenDie) -> bool:
    """Whether a tile is this die, taken for one."""
    if _is_tray(tile, die):
        return _covers(tile, die)
    return _touch(tile, die) and not (_is_clear(tile) and _is_larger(tile, die))


def _is_tray(tile: TileInPicture, die: SeenDie) -> bool:
    """Whether what seems a tile is far too large to lie beside this sure die."""
    return die.chance >= SURELY_NO_TILE and _is_larger(tile, die, NO_TILE)


def _touch(tile: TileInPicture, die: SeenDie) -> bool:
    return _covers(tile, die) or _lies_in(tile, die)


def _is_clear(tile: TileInPicture) -> bool:
    return tile.kind == "face" and bool(tile.faces) and tile.faces[0][1] >= CLEARLY


def _covers(tile: TileInPicture, die: SeenDie) -> bool:
    outline = np.array(tile.corners_px, np.float32)
    return cv2.pointPolygonTest(outline, die.middle, False) >= 0


def _lies_in(tile: TileInPicture, die: SeenDie) -> bool:
    x, y = np.mean(tile.corners_px, axis=0).tolist()
    return cv2.pointPolygonTest(die.corners.astype(np.float32), (x, y), False) >= 0


def _is_larger(tile: TileInPicture, die: SeenDie, times: float = LIKE_A_DIE) -> bool:
    """Whether a tile is too large to be this die: so many times its area."""
    return float(cv2.contourArea(np.array(tile.corners_px, np.float32))) > times * die.side**2
