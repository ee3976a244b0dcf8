"""A camera at the side: lower stacks are seen far from their row, and sides of what stands are no tiles."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from laid_tables import FULL, RULES, played, table

from engine.table.state import SeatState, Wall
from vision.layout.lying import centre
from vision.layout.table import TableGeometry, learned, read_table
from vision.observation import TileObservation
from vision.simulate.observations import truth_observations
from vision.simulate.poses import corners_of
from vision.simulate.settings import View, preset
from vision.simulate.views import from_the_side

STACKS = RULES.stacks


def at_the_side(angle, towards):
    return replace(preset("club"), view=from_the_side(View(size=(1920, 1080)), 850.0, angle, towards))


def seen(state, settings):
    """The tiles, and the table as known after its walls were seen complete."""
    x, y = settings.view.offset_mm
    geometry = TableGeometry(stacks=STACKS, camera_mm=(x, y, settings.view.height_mm))
    built, _ = truth_observations(table(), settings, 1)
    tiles, _ = truth_observations(state, settings, 1)
    visible = [tile for tile in tiles if not any(hides(other, tile) for other in tiles)]
    return visible, learned(built, geometry.fitted(built))


def hides(other, tile):
    """Whether the other's top covers the middle of the tile; of two the larger is the nearer."""
    outline = np.array(other.corners_mm, np.float32)
    is_larger = cv2.contourArea(outline) > cv2.contourArea(np.array(tile.corners_mm, np.float32)) + 1
    return is_larger and cv2.pointPolygonTest(outline, centre(tile.corners_mm), False) > 0


def side_of(strip, geometry, kind, share=0.5, turn=0.0):
    """A find in the midst of the side that a standing tile shows to the camera."""
    x, y = centre(strip.corners_mm)
    height = geometry.camera[2]
    part = share * geometry.tile[1] / height
    spot = (x + (geometry.camera[0] - x) * part, y + (geometry.camera[1] - y) * part)
    faces = (("5z", 0.9),) if kind == "face" else ()
    return TileObservation(kind, 0.6, corners_of(spot, (26.0, 35.0), turn), faces)


@pytest.mark.parametrize("angle", [30, 45])
@pytest.mark.parametrize("towards", [0, 20])
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("lower", [1, 5])
def test_a_stack_that_has_lost_its_upper_tile_is_read_as_one_high(angle, towards, side, lower):
    """The wall is drawn from stack 1; what is left begins with the lower stack."""
    heights = (0,) * (lower - 1) + (1,) + (2,) * (STACKS - lower)
    walls = tuple(heights if seat == side else FULL[seat] for seat in range(4))
    tiles, geometry = seen(replace(table(), wall=Wall(walls)), at_the_side(angle, towards))
    read = [each.heights for each in read_table(tiles, (), geometry).walls]
    # The lower stack may stand behind the next one, where nobody can say whether it is there.
    assert read[side][lower - 1] in (1, None)
    assert [*read[side][: lower - 1], 1, *read[side][lower:]] == list(heights)
    assert [*read[:side], heights, *read[side + 1 :]] == list(walls)


@pytest.mark.parametrize("kind", ["back", "face"])
@pytest.mark.parametrize("seat", [0, 2])
def test_the_side_of_a_standing_hand_is_no_tile_that_lies(kind, seat):
    tiles, geometry = seen(table(seat0=played(), seat2=played()), at_the_side(45, 0))
    strips = [tile for tile in tiles if tile.kind == "standing"]
    own = [strip for strip in strips if (centre(strip.corners_mm)[1] > 0) == (seat == 2)]
    sides = [side_of(strip, geometry, kind, 0.8, 90.0 * seat) for strip in own[3:6]]
    plain, reading = (read_table(each, (), geometry) for each in (tiles, (*tiles, *sides)))
    assert reading == plain
    assert [each.standing for each in reading.seats][seat] == 13


def test_the_end_of_a_row_is_no_further_tile_of_the_hand():
    tiles, geometry = seen(table(seat1=played()), at_the_side(45, 0))
    row = sorted((t for t in tiles if t.kind == "standing"), key=lambda tile: centre(tile.corners_mm)[1])
    assert read_table(tiles, (), geometry).seats[1].standing == 13
    last, beside = (centre(tile.corners_mm) for tile in row[:2])
    x, y, height = geometry.camera
    down = geometry.tile[1] / (height - geometry.tile[1]) / 2
    half = (beside[1] - last[1]) / 2
    spot = (last[0] + (x - last[0]) * down, last[1] - half + (y - last[1]) * down)
    end = TileObservation("standing", 0.4, corners_of(spot, (26.0, 20.0), 90.0))
    further = TileObservation("standing", 0.4, corners_of((last[0], last[1] - 2 * half), (26.0, 20.0), 90.0))
    assert read_table((*tiles, end), (), geometry).seats[1].standing == 13
    assert read_table((*tiles, further), (), geometry).seats[1].standing == 14


def test_the_end_of_a_wall_is_no_indicator_but_a_white_dragon_among_its_stacks_is_one():
    walls = (FULL[0], (2,) * 9 + (0,) * (STACKS - 9), FULL[2], FULL[3])
    tiles, geometry = seen(replace(table(seat0=SeatState()), wall=Wall(walls)), at_the_side(45, 0))
    own = sorted((t for t in tiles if centre(t.corners_mm)[0] > 240), key=lambda t: centre(t.corners_mm)[1])
    x, y = centre(own[0].corners_mm)
    pitch = math.dist((x, y), centre(own[1].corners_mm))
    end = TileObservation("face", 0.6, corners_of((x - 7.0, y - pitch), (26.0, 35.0), 90.0), (("5z", 0.9),))
    reading = read_table((*tiles, end), (), geometry)
    assert reading == read_table(tiles, (), geometry)
    shown = replace(own[3], kind="face", faces=(("5z", 0.9),))
    among = read_table([shown if tile is own[3] else tile for tile in tiles], (), geometry)
    assert [tile.tile for tile in among.dora_indicators] == ["5z"]
    assert among.walls[1].heights == walls[1]


@pytest.mark.parametrize("high", [1, 2])
def test_the_side_of_a_stack_that_stands_alone_is_no_white_dragon(high):
    walls = (FULL[0], (high, 0, 0, 0) + (2,) * (STACKS - 4), FULL[2], FULL[3])
    tiles, geometry = seen(replace(table(), wall=Wall(walls)), at_the_side(45, 0))
    right = [(x, y) for x, y in (centre(tile.corners_mm) for tile in tiles) if x > 230 and y < 270]
    x, y = max(right, key=lambda spot: spot[1])
    reach = (high - 0.2) * geometry.thickness_mm / geometry.camera[2]  # nearly down to the felt
    front = y - geometry.tile[0] / 2
    spot = (x + (geometry.camera[0] - x) * reach, front + (geometry.camera[1] - front) * reach)
    side = TileObservation("face", 0.6, corners_of(spot, (26.0, 35.0), 90.0), (("5z", 0.97),))
    assert read_table((*tiles, side), (), geometry) == read_table(tiles, (), geometry)


@pytest.mark.parametrize(("seat", "is_turned"), [(2, True), (2, False), (0, True), (1, False)])
def test_the_side_of_a_tile_that_lies_is_no_white_dragon_and_one_that_lies_before_it_is_one(seat, is_turned):
    """Its front edge is seen 3 mm into the tile, as in deals filmed from 45 degrees."""
    tiles, geometry = seen(table(), at_the_side(45, 0))
    spot = [(-120.0, -100.0), (100.0, -120.0), (120.0, 100.0)][seat]
    turn = 90.0 * seat + 90.0 * is_turned
    lying = TileObservation("face", 0.85, corners_of(spot, (26.0, 35.0), turn), (("6z", 1.0),))
    half_y = 17.5 if turn % 180 == 0 else 13.0

    def blank(off_mm: float, score: float) -> TileObservation:
        place = (spot[0] + 2.0, spot[1] - half_y - 13.0 + off_mm)  # the camera stands below
        return TileObservation("face", score, corners_of(place, (26.0, 35.0), 90.0), (("5z", 0.95),))

    plain = read_table((*tiles, lying), (), geometry)
    assert read_table((*tiles, lying, blank(3.0, 0.66)), (), geometry) == plain
    for other in (blank(0.0, 0.66), blank(3.0, 0.9)):
        with_one = read_table((*tiles, lying, other), (), geometry)
        assert with_one != plain
