"""The walls: which stacks stand, one high or two, and what lies face up on them.

A tile twice as high appears farther from the point below the camera, by about 20 mm in 1,100 of its distance
from it: 4 to 7 mm. A stack that has lost its upper tile is told by having come that much closer, against its
own place when the wall was complete, or against its neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from engine.table.events import SEATS
from engine.table.reading import Sighting, WallSide
from vision.layout.askew import behind_others, raised
from vision.layout.lying import Lying, before_each, sighting, to_seat, to_table
from vision.layout.wall_line import FEWEST, expected_places, on_line, places_of, wall_ys
from vision.layout.zones import Mask, TableGeometry, WallLine, is_covered
from vision.observation import Point, TileObservation

HALF_WAY, UNSURE_MM = 0.45, 0.7
"""A stack that appears nearer than this to half-way between a whole and a half one may be either; the way is
measured a little short of the middle, because a whole stack moves less by itself."""
REBUILT_MM = 0.8
"""By so much do stacks stand elsewhere (their median) when a wall has been built anew."""
FULL = 17
"""Stacks that are a whole side."""
SURE_INSIDE = 0.8
"""The part of the way from whole to half that a stack between others must have come to count as half."""

GAP = 0.3
"""Of a tile's width that the stacks beside a break are moved apart at least."""


@dataclass(frozen=True, slots=True)
class Walls:
    """The four sides; the face-up tiles on them; the numbers of all observations that belong to the walls;
    and how far each side stands before its seat (y, mm)."""

    sides: tuple[WallSide, ...]
    indicators: tuple[Sighting, ...]
    taken: frozenset[int]
    ys: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    side: WallSide
    indicators: tuple[Sighting, ...]
    taken: frozenset[int]


def read_walls(tiles: Sequence[TileObservation], geometry: TableGeometry, mask: Mask) -> Walls:
    """All four sides, from distinct observations and what is covered (see `zones.covered_mask`)."""
    views = before_each(tiles)
    ys = wall_ys(views, geometry)
    sides = [_read_side(seat, views[seat], ys[seat], geometry, mask) for seat in SEATS]
    return Walls(
        tuple(side.side for side in sides),
        tuple(shown for side in sides for shown in side.indicators),
        frozenset().union(*(side.taken for side in sides)),
        ys,
    )


def learned(tiles: Sequence[TileObservation], geometry: TableGeometry) -> TableGeometry:
    """`geometry` with every side that now stands complete, without a hole, as its place to measure from."""
    walls = list(geometry.walls)
    views = before_each(tiles)
    for seat, (view, y) in enumerate(zip(views, wall_ys(views, geometry), strict=True)):
        stacks = [view[n] for n in on_line(view, y, geometry) if view[n].is_back]
        points = [(tile.x, tile.y) for tile in stacks]
        is_whole = geometry.stacks == len(points) and _is_closed(points, geometry)
        if is_whole and not _has_lost_a_tile(seat, stacks, geometry):
            walls[seat] = WallLine(tuple(points))
    return replace(geometry, walls=tuple(walls))


def _has_lost_a_tile(seat: int, stacks: Sequence[Lying], geometry: TableGeometry) -> bool:
    """Whether one or two stacks of a side that otherwise stands as it stood may have become lower.

    A wall built anew stands otherwise altogether.
    """
    known = geometry.walls[seat]
    if known is None or len(known.places) != len(stacks):
        return False
    ways = _ways(seat, {place: place for place in range(len(stacks))}, stacks, geometry)
    lower = [place for place, (way, slack) in ways.items() if way > HALF_WAY - slack]
    moved = median(abs(tile.y - y) for tile, (_, y) in zip(stacks, known.places, strict=True))
    return 0 < len(lower) <= 2 and moved < REBUILT_MM


def _is_closed(points: Sequence[Point], geometry: TableGeometry) -> bool:
    """Whether stacks stand close: no more room than a break takes, nothing one above the other."""
    steps = [a[0] - b[0] for a, b in pairwise(points)]
    width = geometry.tile[0]
    return sum(steps) < (len(points) + 0.9) * 1.04 * width and min(steps) > 0.7 * width


def _read_side(seat: int, view: Sequence[Lying], y: float, geometry: TableGeometry, mask: Mask) -> _Side:
    """One side; see `read_walls`."""
    view, lower = raised(view, y, seat, geometry) if geometry.is_askew else (view, frozenset[int]())
    numbers = on_line(view, y, geometry)
    known = geometry.walls[seat]
    points = [(view[n].x, view[n].y) for n in numbers]
    places = places_of(points, geometry, known) if points else []
    evenly = expected_places(points or [(0.0, y)], geometry, known)
    spots = known.places if known else tuple((x, y) for x in evenly)
    seen = {place: number for number, place in zip(numbers, places, strict=True) if place is not None}
    if not any(view[n].is_back for n in seen.values()):
        seen = {}
    unplaced = [n for n, place in zip(numbers, places, strict=True) if place is None and view[n].is_back]
    # Where several stacks stand at no place they can have, nobody can say which place is bare.
    is_displaced = len(unplaced) >= FEWEST
    heights: list[int | None] = [None if is_displaced else 0] * len(spots)
    for place, high in _heights(seat, seen, view, geometry).items():
        heights[place] = 1 if seen[place] in lower else high
    whole = {place for place, high in enumerate(heights) if high == 2}
    behind = behind_others(spots, whole, seat, geometry) - seen.keys() if geometry.is_askew else set[int]()
    for place, spot in enumerate(spots):
        is_hidden = place in behind or is_covered(mask, to_table(spot, seat), geometry.square_mm)
        # Nobody takes one stack out of the middle: it was overlooked.
        is_hole = place - 1 in seen and place + 1 in seen
        if place not in seen and (is_hidden or is_hole):
            heights[place] = None
    shown = tuple(sighting(view[n]) for n in seen.values() if view[n].seen.kind == "face")
    side = WallSide(tuple(heights), _gap_after(seen, view, geometry))
    return _Side(side, shown, frozenset((*seen.values(), *(unplaced if is_displaced else ()))))


def _gap_after(seen: dict[int, int], view: Sequence[Lying], geometry: TableGeometry) -> int | None:
    """The stack after which the wall stands open, when one opening is clearly the widest."""
    width = geometry.tile[0]
    open_mm = sorted(
        (view[number].x - view[seen[place + 1]].x - width, place + 1)
        for place, number in seen.items()
        if place + 1 in seen
    )
    if len(open_mm) < 4 or open_mm[-1][0] < GAP * width or open_mm[-2][0] > open_mm[-1][0] / 2:
        return None
    return open_mm[-1][1]


def _heights(
    seat: int, seen: dict[int, int], view: Sequence[Lying], geometry: TableGeometry
) -> dict[int, int | None]:
    """1 or 2 for every stack seen; None for one at an end of which it cannot be said."""
    ways = _ways(seat, seen, view, geometry)
    found: dict[int, int | None] = {}
    for place, (way, slack) in ways.items():
        inside = place - 1 in seen and place + 1 in seen
        if geometry.walls[seat] is None:
            # Against its neighbours only, and nothing has been taken from the end of a side for certain.
            inside, slack = inside or len(seen) >= FULL, 1.5 * slack
        sure_one = max(SURE_INSIDE, HALF_WAY + slack) if inside else HALF_WAY + slack
        found[place] = 1 if way > sure_one else 2 if inside or way < HALF_WAY - slack else None
    return found


def _ways(
    seat: int, seen: dict[int, int], view: Sequence[Lying], geometry: TableGeometry
) -> dict[int, tuple[float, float]]:
    """For each stack, where it appears between the place of a whole stack (0) and of a half one (1), and how
    much of that way is uncertain."""
    foot = to_seat((geometry.camera[0], geometry.camera[1]), seat)
    part = 1 - geometry.growth(geometry.thickness_mm) / geometry.growth(2 * geometry.thickness_mm)
    known = geometry.walls[seat]
    parted, found = _parted(seen, view, known, foot, part), {}
    for place, number in seen.items():
        tile = view[number]
        moved, is_along_known = _moved(place, number, seen, view, known, parted)
        nearer = (-(tile.x - foot[0]) * part if is_along_known else 0.0, -(tile.y - foot[1]) * part)
        length = math.hypot(*nearer)
        if length < 1.0:
            found[place] = (0.0, 1.0)
            continue
        way = (moved[0] * nearer[0] + moved[1] * nearer[1]) / length**2
        found[place] = (way, UNSURE_MM / length)
    return found


def _moved(
    place: int,
    number: int,
    seen: dict[int, int],
    view: Sequence[Lying],
    known: WallLine | None,
    parted: frozenset[int],
) -> tuple[Point, bool]:
    """How far a stack stands from where a whole one would, and whether that is known along the wall too.

    That place is its old one, moved as its neighbours have moved (people push their walls about); along the
    wall only those it stands close to tell, because a break moves the two sides of it apart. `parted`: see
    `_parted`.
    """
    tile, around = view[number], _close_by(place, seen, view, is_known=known is not None)
    if known is None:
        others = [view[seen[other]].y for other in around]
        return ((0.0, tile.y - median(others)) if len(others) >= 3 else (0.0, 0.0)), False
    moves = {p: (view[seen[p]].x - known.places[p][0], view[seen[p]].y - known.places[p][1]) for p in around}
    beside = [moves[p] for p in around if not any(min(p, place) < cut <= max(p, place) for cut in parted)]
    dx, dy = tile.x - known.places[place][0], tile.y - known.places[place][1]
    if len(beside) >= 2:
        return (dx - median(x for x, _ in beside), dy - median(y for _, y in beside)), True
    return (0.0, dy - median(y for _, y in moves.values()) if len(moves) >= 2 else dy), False


def _parted(
    seen: dict[int, int], view: Sequence[Lying], known: WallLine | None, foot: Point, part: float
) -> frozenset[int]:
    """The places before which the wall stands farther open than when it was complete, by more than a stack
    that became lower explains."""
    if known is None:
        return frozenset()
    found = set()
    for place, number in seen.items():
        if place - 1 not in seen:
            continue
        tile, before = view[number], view[seen[place - 1]]
        now, then = before.x - tile.x, known.places[place - 1][0] - known.places[place][0]
        lower_mm = part * max(abs(tile.x - foot[0]), abs(before.x - foot[0]))
        if now - then > lower_mm + 2 * UNSURE_MM:
            found.add(place)
    return frozenset(found)


def _close_by(place: int, seen: dict[int, int], view: Sequence[Lying], is_known: bool) -> list[int]:
    """The places of the nearest stacks, five to each side, that a stack stands in one row with; of a wall
    that is not known only as far as nothing parts them."""
    found = []
    for step in (-1, 1):
        for other in range(place + step, place + 6 * step, step):
            if other not in seen:
                break
            beside, tile = view[seen[other - step]], view[seen[other]]
            if not is_known and abs(tile.x - beside.x) > 2.5 * (tile.half_x + beside.half_x) / 2:
                break
            if tile.is_back:
                found.append(other)
    return found
