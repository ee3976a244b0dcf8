"""From tiles found on the table to a reading in game words.

    distinct tiles -> walls -> inside them the rivers, outside them each seat's hand, melds and flowers

Each step takes what it recognises by how it lies. Faces are carried along; they never move a tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.table.events import SEATS
from engine.table.reading import SeatReading, SeenDie, Sighting, TableReading
from vision.camera.markers import MARKER_MM
from vision.layout.askew import without_sides
from vision.layout.hands import OuterTiles, read_outer
from vision.layout.lying import (
    Lying,
    before,
    before_each,
    centre,
    distinct,
    estimate_tile_mm,
    from_all_seats,
    sighting,
)
from vision.layout.owners import owners, standing_owner
from vision.layout.rivers import read_rivers
from vision.layout.sets import meld_of
from vision.layout.stacks import Walls, learned, read_walls
from vision.layout.standing import BEYOND_WALL_MM, standing_apart, standing_row, with_hands
from vision.layout.wall_line import wall_ys
from vision.layout.zones import Polygon, TableGeometry, WallLine, covered_mask, hidden_zones
from vision.observation import DieObservation, TileObservation

__all__ = ["TableGeometry", "WallLine", "estimate_tile_mm", "learned", "read_table", "with_hands"]

CROWD = 10
"""So many face-down tiles that belong to nothing mean that the tiles are being mixed."""
AROUND_MARKER_MM = MARKER_MM + 4
"""From the square's edges: a marker is 40 mm wide and lies in the corner."""
WALLS = frozenset(f"wall:{seat}" for seat in SEATS)


def read_table(
    tiles: Sequence[TileObservation],
    dice: Sequence[DieObservation],
    geometry: TableGeometry | None = None,
    covered: Sequence[Polygon] = (),
) -> TableReading:
    """What lies on the table, in game words.

    `covered`: polygons (mm) that could not be seen in this look; the zones under them are named in `hidden`.
    """
    geometry = (geometry or TableGeometry()).fitted(tiles)
    tiles = [tile for tile in distinct(tiles, geometry.tile) if not _is_on_marker(tile, geometry)]
    if geometry.is_askew:
        tiles = without_sides(tiles, geometry, wall_ys(before_each(tiles), geometry))
    walls = read_walls(tiles, geometry, covered_mask(covered, geometry.square_mm))
    rest = [tile for number, tile in enumerate(tiles) if number not in walls.taken]
    inside, outside, strips = _sorted_by_wall(rest, walls)
    rivers, in_the_middle = read_rivers([t for t in inside if t.kind == "face"], geometry)
    outer = _outer(outside, strips, walls.ys, geometry)
    hidden = hidden_zones(covered, geometry.square_mm)
    if _strays(inside, outer) > CROWD:
        hidden |= WALLS
    seats = [_seat(rivers[seat], outer[seat], f"standing:{seat}" in hidden) for seat in SEATS]
    is_built = all(height == 2 for side in walls.sides for height in side.heights)
    if is_built:
        seats = [replace(s, standing=0) if s.standing is None and s.revealed is None else s for s in seats]
    strayed = (sighting(tile) for one in outer for tile in one.loose if tile.seen.kind == "face")
    loose = (*in_the_middle, *strayed)
    return TableReading(
        walls=(walls.sides[0], walls.sides[1], walls.sides[2], walls.sides[3]),
        seats=(seats[0], seats[1], seats[2], seats[3]),
        dice=_dice(dice, geometry),
        dora_indicators=walls.indicators,
        loose=loose,
        hidden=hidden,
    )


def _sorted_by_wall(
    tiles: Iterable[TileObservation], walls: Walls
) -> tuple[list[TileObservation], list[TileObservation], list[list[Lying]]]:
    """(flat tiles inside the wall, flat tiles outside it, each seat's strips of standing tiles)."""
    inside: list[TileObservation] = []
    outside: list[TileObservation] = []
    strips: list[list[Lying]] = [[], [], [], []]
    for tile in tiles:
        views = from_all_seats(tile)
        beyond = min(views[seat].y - walls.ys[seat] for seat in SEATS)
        if tile.kind == "standing":
            seat = standing_owner(views)
            if views[seat].y < walls.ys[seat] - BEYOND_WALL_MM:
                strips[seat].append(views[seat])
        elif beyond < 0:
            outside.append(tile)
        else:
            inside.append(tile)
    return inside, outside, strips


def _outer(
    outside: Sequence[TileObservation],
    strips: Sequence[Sequence[Lying]],
    walls_y: Sequence[float],
    geometry: TableGeometry,
) -> list[OuterTiles]:
    """What lies outside the wall, by seat."""
    rows = [
        standing_row(each, geometry, stood_y) for each, stood_y in zip(strips, geometry.hands, strict=True)
    ]
    drawn = [standing_apart(before(seat, outside), rows[seat], geometry) for seat in SEATS]
    outside = [tile for tile in outside if not any(each is not None and each.seen is tile for each in drawn)]
    whose = owners(outside, geometry, walls_y)
    found = []
    for seat in SEATS:
        own = [tile for tile, owner in zip(outside, whose, strict=True) if owner == seat]
        outer = read_outer(before(seat, own), rows[seat], geometry, geometry.hands[seat])
        if outer.standing and drawn[seat] is not None:
            outer.standing += 1
        found.append(outer)
    return found


def _seat(river: tuple[Sighting, ...], outer: OuterTiles, is_hand_hidden: bool) -> SeatReading:
    """One seat's part of the reading."""
    return SeatReading(
        river=river,
        melds=tuple(meld_of(tiles) for tiles in outer.sets),
        flowers=tuple(sighting(tile) for tile in outer.flowers),
        standing=None if is_hand_hidden else outer.standing,
        revealed=tuple(sighting(tile) for tile in outer.revealed) or None,
    )


def _dice(dice: Sequence[DieObservation], geometry: TableGeometry) -> tuple[SeenDie, ...]:
    """The dice, each once."""
    found: list[SeenDie] = []
    for die in sorted(dice, key=lambda die: -die.score):
        spot = centre(die.corners_mm)
        if _is_on_marker(die, geometry):
            continue
        apart = [abs(spot[0] - x) + abs(spot[1] - y) for x, y in (d.centre_mm for d in found if d.centre_mm)]
        if min(apart, default=99.0) > 0.3 * geometry.tile[0]:
            found.append(SeenDie(die.pips, die.score, spot))
    return tuple(found)


def _is_on_marker(seen: TileObservation | DieObservation, geometry: TableGeometry) -> bool:
    """Whether something lies where a calibration marker does: the marker itself, taken for a tile."""
    x, y = centre(seen.corners_mm)
    return min(abs(x), abs(y)) > geometry.square_mm / 2 - AROUND_MARKER_MM


def _is_stray_back(tile: TileObservation) -> bool:
    return tile.kind == "back"


def _strays(inside: Sequence[TileObservation], outer: Sequence[OuterTiles]) -> int:
    """Face-down tiles that belong to no wall, meld or hand."""
    return sum(map(_is_stray_back, inside)) + sum(t.is_back for one in outer for t in one.loose)
