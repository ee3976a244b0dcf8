"""What is found, in whole numbers: places in 0.05 mm, directions in 8192 to the turn, chances in 1/200.

A tile or a die lies as a rectangle: its middle, its two sides, and the way its top points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from engine.tiles import ALL_FACES
from vision.observation import Corners, DieObservation, TileKind, TileObservation, VisionError

A_MM = 20
"""Steps to the mm."""
TURN = 8192
SURE = 200
"""What 1 is: the thresholds of scores and chances, such as 0.7 and 0.62, are whole numbers of it."""
FACES = tuple(sorted(ALL_FACES))
KINDS: tuple[TileKind, ...] = ("face", "back", "standing", "other")
DIE = len(KINDS)
"""The number that stands for a die where a tile has its kind."""
MOST_FACES = 3
FARTHEST = 2000 * A_MM
"""From the table's centre, and of a side: no table is so large."""
Rounded: TypeAlias = tuple[tuple[int, int], ...]
"""(number of a face, chance) of a tile; of a die, (its pips or 0, 0)."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile or a die: `middle`, `sides` (across, along) in steps, `way` in parts of a turn."""

    kind: int
    middle: tuple[int, int]
    way: int
    sides: tuple[int, int]
    score: int
    faces: Rounded


def tile_rounded(tile: TileObservation) -> Lying:
    """A tile in whole numbers."""
    faces = [(FACES.index(face), _part(chance)) for face, chance in tile.faces[:MOST_FACES]]
    kept = tuple(each for place, each in enumerate(faces) if each[1] or place == 0)
    return Lying(KINDS.index(tile.kind), *_placed(tile.corners_mm), _part(tile.score), kept)


def die_rounded(die: DieObservation) -> Lying:
    """A die in whole numbers."""
    return Lying(DIE, *_placed(die.corners_mm), _part(die.score), ((die.pips or 0, 0),))


def observed(lying: Lying) -> TileObservation | DieObservation:
    """The tile or die again; VisionError when the numbers are none of one."""
    parts = (lying.score, *(chance for _, chance in lying.faces))
    lengths = (*lying.middle, *lying.sides)
    if not all(0 <= part <= SURE for part in parts) or max(map(abs, lengths)) > FARTHEST:
        raise VisionError("one of its tiles lies or shows what none can")
    corners, score = _corners(lying), lying.score / SURE
    numbers = [number for number, _ in lying.faces]
    if lying.kind == DIE and len(numbers) == 1 and 0 <= numbers[0] <= 6:
        return DieObservation(numbers[0] or None, score, corners)
    if not 0 <= lying.kind < len(KINDS) or not all(0 <= number < len(FACES) for number in numbers):
        raise VisionError("one of its tiles is of no kind or face")
    faces = tuple((FACES[number], chance / SURE) for number, chance in lying.faces)
    return TileObservation(KINDS[lying.kind], score, corners, faces)


def _part(chance: float) -> int:
    return round(min(1.0, max(0.0, chance)) * SURE)


def _placed(corners: Corners) -> tuple[tuple[int, int], int, tuple[int, int]]:
    """(middle, way, sides) of a rectangle."""
    first, second, _, last = corners
    middle = [round(sum(corner[axis] for corner in corners) / 4 * A_MM) for axis in (0, 1)]
    way = round(math.atan2(second[1] - first[1], second[0] - first[0]) / math.tau * TURN) % TURN
    sides = round(math.dist(first, second) * A_MM), round(math.dist(first, last) * A_MM)
    return (middle[0], middle[1]), way, sides


def _corners(lying: Lying) -> Corners:
    """The corners of a rectangle, mm: the tile's own top left one first, then clockwise."""
    x, y = (each / A_MM for each in lying.middle)
    angle = lying.way / TURN * math.tau
    right, up = math.cos(angle), math.sin(angle)
    across, along = (side / A_MM / 2 for side in lying.sides)
    # Half its width along the tile's own right, half its height up from its middle.
    wx, wy, hx, hy = across * right, across * up, along * up, along * right
    return (
        (x - wx - hx, y - wy + hy),
        (x + wx - hx, y + wy + hy),
        (x + wx + hx, y + wy - hy),
        (x - wx + hx, y - wy - hy),
    )
