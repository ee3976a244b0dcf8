"""Standing rows counted: short and long, with a tile drawn, as one strip."""

from dataclasses import replace
from statistics import median

import pytest
from laid_tables import geometry_of, played, seen, table

from engine.table.state import SeatState
from vision.layout.table import read_table
from vision.observation import TileObservation
from vision.simulate.observations import truth_observations
from vision.simulate.settings import preset


@pytest.mark.rule("S004-98")
@pytest.mark.parametrize("count", [1, 4, 10, 12, 13, 14])
@pytest.mark.parametrize("seat", range(4))
def test_standing_tiles_are_counted_whatever_their_number(count, seat):
    state = table(**{f"seat{seat}": SeatState((None,) * count)}, wall=((2,) * 17 + (0,),) * 4)
    assert read_table(*seen(state, "easy")).seats[seat].standing in ((count,) if count > 2 else (count, None))


@pytest.mark.parametrize("count", [7, 10, 13, 14])
@pytest.mark.parametrize("size", [0.94, 1.06])
def test_a_long_row_of_standing_tiles_is_counted_though_tiles_are_taken_for_a_little_smaller(count, size):
    state = table(seat1=SeatState((None,) * count), wall=((2,) * 17 + (0,),) * 4)
    tiles, dice, geometry = seen(state, "easy")
    wide, high = geometry.tile
    geometry = replace(geometry, tile_mm=(size * wide, size * high))
    assert read_table(tiles, dice, geometry).seats[1].standing == count


@pytest.mark.parametrize(
    ("gap", "wide", "high", "due"), [(12, 32, 23, 14), (12, 23, 32, 13), (60, 32, 23, 13)]
)
def test_the_tile_last_drawn_stands_apart_though_its_side_looks_like_a_blank_tile(gap, wide, high, due):
    """Close by and broader than high it is one; upright or far away it is a white dragon that lies there."""
    tiles, dice, geometry = seen(table(seat0=played(4, 13)), "easy")
    strips = [point for tile in tiles if tile.kind == "standing" for point in tile.corners_mm]
    left, low = max(x for x, _ in strips) + gap, median(y for _, y in strips) - high / 2
    corners = ((left, low + high), (left + wide, low + high), (left + wide, low), (left, low))
    blank = TileObservation("face", 0.98, corners, (("5z", 0.98),))
    reading = read_table([*tiles, blank], dice, geometry)
    assert reading.seats[0].standing == due
    assert not any(seat.flowers for seat in reading.seats) or due == 13


def test_one_long_strip_is_counted_by_its_length():
    settings = preset("easy")
    tiles, dice = truth_observations(table(seat0=played(4, 13)), settings)
    strips = [tile.corners_mm for tile in tiles if tile.kind == "standing"]
    points = [point for corners in strips for point in corners]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    strip = TileObservation("standing", 0.9, ((left, high), (right, high), (right, low), (left, low)))
    others = [tile for tile in tiles if tile.kind != "standing"]
    assert read_table([*others, strip], dice, geometry_of(settings)).seats[0].standing == 13
