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
from statistics import median
from typing import TypeAlias

from engine.table.events import SEATS
from engine.table.reading import Sighting
from vision.layout.near import near_pairs
from vision.observation import Corners, Point, TileObservation

READABLE = 0.35
"""A face less likely than this is not named."""
WORTH_A_LOOK, WORTH_A_LOOK_STANDING = 0.25, 0.1
"""An observation with a lower score is taken for nothing; a strip standing in a hand's row needs less."""
_LEAST_SCORES = {"standing": WORTH_A_LOOK_STANDING}
USUAL_TILE_MM = (26.0, 35.0)
MOST_VIEWS = 1024
"""So many observations are kept as the seats have them; a look has 150 at most."""


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


Views: TypeAlias = tuple[Lying, Lying, Lying, Lying]
"""One tile as seats 0 to 3 have it."""
_VIEWS: dict[int, Views] = {}
"""The views of the observations asked for lately, by the identity of each (which the views keep alive)."""


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
    return [from_all_seats(tile)[seat] for tile in tiles]


def before_each(tiles: Iterable[TileObservation]) -> tuple[list[Lying], ...]:
    """The tiles as seats 0 to 3 have them before them."""
    views = [from_all_seats(tile) for tile in tiles]
    return tuple([view[seat] for view in views] for seat in SEATS)


def from_all_seats(tile: TileObservation) -> Views:
    """One tile as seats 0 to 3 have it. Every step of a look asks again for the same observations, and no two
    looks share one: they are told apart by what they are, not by what they say."""
    views = _VIEWS.get(id(tile))
    if views is None or views[0].seen is not tile:
        if len(_VIEWS) >= MOST_VIEWS:
            _VIEWS.clear()
        views = _VIEWS[id(tile)] = _turned(tile)
    return views


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
    sure = [tile for tile in tiles if tile.score >= _LEAST_SCORES.get(tile.kind, WORTH_A_LOOK)]
    sure.sort(key=lambda tile: -tile.score)
    spots = [centre(tile.corners_mm) for tile in sure]
    doubles: set[int] = set()
    for _, surer, other in near_pairs(spots, spots, 0.45 * tile_mm[0]):
        if surer < other and surer not in doubles:
            doubles.add(other)
    return tuple(tile for number, tile in enumerate(sure) if number not in doubles)


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


def _turned(tile: TileObservation) -> Views:
    """One tile before seats 0 to 3; two opposite seats have it upright alike."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tile.corners_mm
    x, y = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    wide, high = sides_mm(tile.corners_mm)
    up, aside = abs(ay + by - dy - cy), abs(ax + bx - dx - cx)
    stands, stands_beside = up >= aside, aside >= up
    if wide > 1.12 * high:
        # A face is taller than wide: where the reading direction says otherwise the outline is the one to
        # believe (measured: right in 14 of 15 such tiles).
        stands, stands_beside = not stands, not stands_beside
        wide, high = high, wide
    across, along = wide / 2, high / 2
    own = (across, along) if stands else (along, across)
    beside = (across, along) if stands_beside else (along, across)
    return (
        Lying(tile, x, y, stands, *own),
        Lying(tile, y, -x, stands_beside, *beside),
        Lying(tile, -x, -y, stands, *own),
        Lying(tile, -y, x, stands_beside, *beside),
    )
