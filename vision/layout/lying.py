"""A found tile as it lies before one seat: the seat at the bottom, its river above it, x to its right.

Layout thinks about seat 0 only; the other seats' tiles are turned to its place first::

        y ^   centre of the table
          |      river
          |      wall  n . . . . 1
          |      hand          melds, flowers
          +--------------------------> x
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from engine.table.reading import Sighting
from vision.observation import Corners, Point, TileObservation

READABLE = 0.35
"""A face less likely than this is not named."""
WORTH_A_LOOK, WORTH_A_LOOK_STANDING = 0.25, 0.1
"""An observation with a lower score is taken for nothing; a strip standing in a hand's row needs less."""
USUAL_TILE_MM = (26.0, 35.0)


@dataclass(frozen=True, slots=True)
class Lying:
    """One tile in a seat's frame: centre (mm), whether its face stands upright or lies on its side there,
    and how far it reaches to each side of the centre along x and y."""

    seen: TileObservation
    x: float
    y: float
    is_upright: bool
    half_x: float
    half_y: float

    @property
    def left(self) -> float:
        """Its left edge, mm."""
        return self.x - self.half_x

    @property
    def right(self) -> float:
        """Its right edge, mm."""
        return self.x + self.half_x

    @property
    def is_back(self) -> bool:
        """Whether it lies face down."""
        return self.seen.kind == "back"


def to_seat(point: Point, seat: int) -> Point:
    """A table point in the frame of `seat` (a turn by -90 degrees a seat)."""
    x, y = point
    return ((x, y), (y, -x), (-x, -y), (-y, x))[seat]


def to_table(point: Point, seat: int) -> Point:
    """The other way: a point before `seat` in the table frame."""
    return to_seat(point, -seat % 4)


def centre(corners: Corners) -> Point:
    """The middle of four corners."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)


def before(seat: int, tiles: Iterable[TileObservation]) -> list[Lying]:
    """The tiles as `seat` has them before it."""
    return [_lying(tile, seat) for tile in tiles]


def sides_mm(corners: Corners) -> tuple[float, float]:
    """(along the face's top and bottom edges, along its flanks), mm."""
    a, b, c, d = corners
    return (math.dist(a, b) + math.dist(d, c)) / 2, (math.dist(a, d) + math.dist(b, c)) / 2


def estimate_tile_mm(tiles: Sequence[TileObservation]) -> tuple[float, float]:
    """(shorter, longer) side of this table's tiles: the median over those that lie flat.

    With fewer than eight of them the usual 26 x 35 mm is given.
    """
    flat = [sorted(sides_mm(tile.corners_mm)) for tile in tiles if tile.kind in ("face", "back")]
    if len(flat) < 8:
        return USUAL_TILE_MM
    return median(short for short, _ in flat), median(long for _, long in flat)


def distinct(tiles: Iterable[TileObservation], tile_mm: tuple[float, float]) -> tuple[TileObservation, ...]:
    """The observations worth a look; of two of a kind in one place only the surer one.

    A strip of standing tiles may lie close beside its neighbour and is never taken for its double.
    """
    kept: list[TileObservation] = []
    cells: dict[tuple[int, int], list[Point]] = {}
    near = 0.45 * tile_mm[0]
    for tile in sorted(tiles, key=lambda tile: -tile.score):
        if tile.score < (WORTH_A_LOOK_STANDING if tile.kind == "standing" else WORTH_A_LOOK):
            continue
        spot = centre(tile.corners_mm)
        cell = (math.floor(spot[0] / near), math.floor(spot[1] / near))
        around = [(cell[0] + i, cell[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        if any(math.dist(spot, other) < near for key in around for other in cells.get(key, ())):
            continue
        cells.setdefault(cell, []).append(spot)
        kept.append(tile)
    return tuple(kept)


def sighting(tile: Lying) -> Sighting:
    """What was read of a tile: its face when likely enough, otherwise unknown (so is a back among faces)."""
    faces = tile.seen.faces
    turned = not tile.is_upright
    if not faces or tile.seen.kind != "face":
        return Sighting(None, 0.0, faces, turned, tile.seen.corners_mm)
    face, likely = faces[0]
    return Sighting(face if likely >= READABLE else None, likely, faces, turned, tile.seen.corners_mm)


def linked(count: int, are_linked: Callable[[int, int], bool]) -> list[list[int]]:
    """The numbers 0 to `count` - 1 in groups: two of one group are linked, or are linked by others of it."""
    group = list(range(count))

    def root(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for one in range(count):
        for other in range(one):
            if are_linked(one, other):
                group[root(one)] = root(other)
    found: dict[int, list[int]] = {}
    for number in range(count):
        found.setdefault(root(number), []).append(number)
    return list(found.values())


@lru_cache(maxsize=4096)
def _lying(tile: TileObservation, seat: int) -> Lying:
    x, y = to_seat(centre(tile.corners_mm), seat)
    wide, high = sides_mm(tile.corners_mm)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tile.corners_mm
    up_x, up_y = to_seat((ax + bx - dx - cx, ay + by - dy - cy), seat)
    stands = abs(up_y) >= abs(up_x)
    if wide > 1.12 * high:
        # A face is taller than wide: where the reading direction says otherwise the outline is the one to
        # believe (measured: right in 14 of 15 such tiles).
        stands = not stands
        wide, high = high, wide
    half_x, half_y = (wide / 2, high / 2) if stands else (high / 2, wide / 2)
    return Lying(tile, x, y, stands, half_x, half_y)
