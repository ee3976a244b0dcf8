"""Walls read by their stacks: built, broken, one tile high, overlooked, with an indicator on top."""

import math
import random
from dataclasses import replace

import pytest
from laid_tables import (
    RULES,
    seen,
    table,
)

from engine.table.state import StackPlace
from vision.layout.lying import centre
from vision.layout.table import learned, read_table
from vision.observation import TileObservation


@pytest.mark.rule("S004-19")
@pytest.mark.rule("S002-15")
@pytest.mark.parametrize("stacks", [17, 18])
@pytest.mark.parametrize("seed", range(3))
def test_a_built_wall_is_read_whole_even_when_never_seen_before(stacks, seed):
    rules = replace(RULES, tiles=stacks * 8)
    state = table(rules, wall=((2,) * stacks,) * 4)
    reading = read_table(*seen(state, "club", seed, known=False))
    assert [side.heights for side in reading.walls] == [(2,) * stacks] * 4
    assert [seat.standing for seat in reading.seats] == [0] * 4


@pytest.mark.rule("S004-25")
@pytest.mark.rule("S004-30")
@pytest.mark.parametrize("after", [1, 4, 9, 15, 17, 18])
@pytest.mark.parametrize("side", range(4))
def test_stacks_keep_their_numbers_on_both_sides_of_the_break(side, after):
    heights = [[2] * 18 for _ in range(4)]
    for place in range(after, min(18, after + 3)):
        heights[side][place] = 0
    heights[side][max(0, after - 2) : after - 1] = [0] * len(heights[side][max(0, after - 2) : after - 1])
    heights[side][after - 1] = 0
    state = table(wall=tuple(map(tuple, heights)), broken=StackPlace(side, after))
    reading = read_table(*seen(state))
    assert [list(s.heights) for s in reading.walls] == heights


@pytest.mark.rule("S002-27")
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("seed", range(5))
def test_a_stack_without_its_upper_tile_is_never_taken_for_an_empty_place(side, seed):
    heights = [[2] * 18 for _ in range(4)]
    heights[side][6:9] = [0, 0, 1]
    state = table(wall=tuple(map(tuple, heights)), broken=StackPlace(side, 6))
    got = read_table(*seen(state, "easy", seed)).walls[side].heights
    assert got[6:8] == (0, 0)
    assert got[8] in (1, None)
    assert got[9:] == (2,) * 9


@pytest.mark.rule("S002-27")
@pytest.mark.parametrize("apart_mm", [4.5, 5.5, 7.0, 12.0])
@pytest.mark.parametrize("beside", [2, 3, 5])
@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("pushed_mm", [0.0, 6.0])
def test_the_last_stacks_beside_a_break_are_measured_by_each_other(apart_mm, beside, last, pushed_mm):
    heights = [[2] * 18 for _ in range(4)]
    heights[0][13:] = [0] * 5
    heights[0][12] = last
    tiles, dice, geometry = seen(table(wall=tuple(map(tuple, heights))), "easy")
    places = geometry.walls[0].places
    break_x = (places[12 - beside][0] + places[13 - beside][0]) / 2

    def moved(tile):
        x, y = centre(tile.corners_mm)
        if abs(y - geometry.walls[0].y) > 12:
            return tile
        by = apart_mm * (x > break_x)
        return replace(tile, corners_mm=tuple((a + by, b + pushed_mm) for a, b in tile.corners_mm))

    found = read_table([moved(tile) for tile in tiles], dice, geometry).walls[0].heights
    assert found[12] == last
    assert found[:12] == (2,) * 12


def test_a_tile_taken_from_a_side_that_keeps_all_its_stacks_is_not_learned_away():
    heights = [[2] * 18 for _ in range(4)]
    heights[1][17] = 1
    tiles, dice, geometry = seen(table(wall=tuple(map(tuple, heights)), broken=StackPlace(1, 18)), "easy")
    assert read_table(tiles, dice, learned(tiles, geometry)).walls[1].heights[17] in (1, None)


def test_a_wall_built_anew_is_learned_anew():
    _, _, geometry = seen(table(), "club", 1)
    tiles, dice, _ = seen(table(), "club", 2)
    anew = learned(tiles, geometry)
    assert all(a != b for a, b in zip(anew.walls, geometry.walls, strict=True))
    assert [side.heights for side in read_table(tiles, dice, anew).walls] == [(2,) * 18] * 4


def test_one_overlooked_stack_in_the_middle_is_unknown_not_gone():
    tiles, dice, geometry = seen(table())
    lost = max((t for t in tiles if t.corners_mm[0][1] < -200), key=lambda t: -abs(t.corners_mm[0][0]))
    heights = read_table([t for t in tiles if t is not lost], dice, geometry).walls[0].heights
    assert heights.count(None) == 1
    assert heights.count(2) == 17


def test_a_claimed_tile_in_the_line_of_a_wall_never_seen_whole_is_none_of_its_stacks():
    heights = [[2] * 18 for _ in range(4)]
    heights[2][0] = 0
    tiles, dice, geometry = seen(table(wall=tuple(map(tuple, heights))), "easy", known=False)
    x, y = 357.0, 256.0  # before seat 1, turned: upright for seat 2, in the line of its wall
    corners = ((x + 13, y - 17.5), (x - 13, y - 17.5), (x - 13, y + 17.5), (x + 13, y + 17.5))
    claimed = TileObservation("face", 0.9, corners, (("2m", 0.9),))
    assert read_table((*tiles, claimed), dice, geometry).walls[2].heights.count(2) == 17


def test_two_stacks_left_of_a_side_never_seen_whole_stand_as_far_out_as_the_other_sides():
    heights = [[2] * 18, [2] * 18, [0] * 16 + [2] * 2, [2] * 18]
    tiles, dice, geometry = seen(table(wall=tuple(map(tuple, heights))), "easy", known=False)
    tiles = [
        replace(tile, corners_mm=tuple((1.08 * x, 1.08 * y) for x, y in tile.corners_mm)) for tile in tiles
    ]
    reading = read_table(tiles, dice, geometry)
    assert [height for height in reading.walls[2].heights if height] == [2, 2]
    assert not any(seat.flowers or seat.melds for seat in reading.seats)


def test_stacks_that_stand_at_no_place_they_can_have_leave_none_bare():
    tiles, dice, geometry = seen(table(), "easy")
    near = geometry.walls[0].y
    pushed = [
        replace(tile, corners_mm=tuple((x + 32, y) for x, y in tile.corners_mm))
        if abs(centre(tile.corners_mm)[1] - near) < 8 and abs(centre(tile.corners_mm)[0]) < 245
        else tile
        for tile in tiles
    ]
    reading = read_table(pushed, dice, geometry)
    assert 0 not in reading.walls[0].heights
    assert not any(seat.flowers for seat in reading.seats), "they are stacks all the same"


def test_a_face_up_tile_on_the_wall_is_an_indicator():
    rules = replace(RULES, tiles=136, dora=True)
    state = replace(table(rules, wall=((2,) * 17,) * 4, broken=StackPlace(1, 9)), dora_indicators=("4p",))
    reading = read_table(*seen(state))
    assert [tile.tile for tile in reading.dora_indicators] == ["4p"]
    assert all(height == 2 for side in reading.walls for height in side.heights)


def test_tiles_being_mixed_make_no_wall():
    rng = random.Random(5)
    backs = []
    for _ in range(100):
        x, y, turn = rng.uniform(-200, 200), rng.uniform(-200, 200), rng.uniform(0, 360)
        backs.append(_back(x, y, turn))
    reading = read_table(backs, ())
    assert {f"wall:{side}" for side in range(4)} <= reading.hidden


def _back(x, y, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    shape = ((-13, 17.5), (13, 17.5), (13, -17.5), (-13, -17.5))
    return TileObservation("back", 0.9, tuple((x + u * c - v * s, y + u * s + v * c) for u, v in shape))
