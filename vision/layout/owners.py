"""Whose the tiles outside the wall are: tiles that touch have one owner, the seat most are upright for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.table.events import SEATS
from vision.layout.lying import Lying, before_each, linked
from vision.layout.sets import leave_a_hole
from vision.layout.zones import TableGeometry
from vision.observation import TileObservation

TOUCHING = 0.45
"""Tiles closer than this, in tile widths, lie together."""


def owners(
    tiles: Sequence[TileObservation], geometry: TableGeometry, walls_y: Sequence[float] = (0.0,) * 4
) -> list[int]:
    """The seat of each flat tile outside the wall, which is nobody's whose wall stands before it.

    `walls_y`: how far before each seat its wall stands (mm).

    A tile claimed lies turned, so that by itself it would stand upright for a neighbour; the others of its
    set outvote it. Melds lie at their owner's right, which settles a draw (S004-21).
    """
    views = before_each(tiles)
    found = [0] * len(tiles)
    for group in _groups(views[0], geometry.tile):
        votes = [0.0] * 4
        for number in group:
            for seat in SEATS:
                tile = views[seat][number]
                if tile.is_upright and tile.y < walls_y[seat]:
                    votes[seat] += 1.0 + (0.1 if tile.x > 0 else 0.0)
        # Turned and alone: his beyond whose wall it lies.
        best = max(SEATS, key=lambda seat: (votes[seat], walls_y[seat] - views[seat][group[0]].y))
        for number in group:
            found[number] = best
    return found


def standing_owner(spot: Sequence[Lying]) -> int:
    """Whose row a strip stands in: `spot` is the strip as each seat has it."""
    return min(SEATS, key=lambda seat: spot[seat].y)


def _groups(tiles: Sequence[Lying], tile_mm: tuple[float, float]) -> list[list[int]]:
    """Numbers of tiles that lie together; so do a turned tile and an upright one with just one overlooked
    between them."""

    def touch(one: int, other: int) -> bool:
        a, b = tiles[one], tiles[other]
        apart_x = abs(a.x - b.x) - a.half_x - b.half_x
        apart_y = abs(a.y - b.y) - a.half_y - b.half_y
        if max(apart_x, apart_y) < TOUCHING * tile_mm[0]:
            return True
        if a.is_upright == b.is_upright or max(apart_x, apart_y) > 1.5 * tile_mm[0]:
            return False
        return any(leave_a_hole(*each, tile_mm) for each in _both_ways(a, b))

    return linked(len(tiles), touch)


def _both_ways(a: Lying, b: Lying) -> Iterator[tuple[Lying, Lying]]:
    """Two tiles as the seats at the bottom and at the side have them."""
    yield a, b
    yield _from_the_side(a), _from_the_side(b)


def _from_the_side(tile: Lying) -> Lying:
    return Lying(tile.seen, tile.y, -tile.x, not tile.is_upright, tile.half_y, tile.half_x)
