"""The simulated table: where things lie, and that the picture shows them there."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.ruleset import Ruleset
from engine.table.state import Discard, GameState, Meld, SeatState, StackPlace, Wall
from vision.observation import VisionError
from vision.simulate.drawing.lens import lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.filming.arms import Arm, covered_by, paint_arm
from vision.simulate.observations import observations_of, truth_observations
from vision.simulate.scene import scene_of
from vision.simulate.settings import PRESETS, TwinSettings, preset

RULES = Ruleset("mcr", "MCR")
FULL = tuple((2,) * 18 for _ in range(4))
CALM = replace(preset("easy"), light=replace(preset("easy").light, noise=0.0))


def table(rules=RULES, wall=FULL, break_after=None, dice=(), **by_seat):
    """A table in play; `seat0=SeatState(...)` and so on."""
    seats = tuple(by_seat.get(f"seat{seat}", SeatState()) for seat in range(4))
    return GameState(rules, phase="playing", wall=Wall(wall, break_after), dice=dice, seats=seats)


def zone(scene, name):
    return [pose for pose in scene.tiles if pose.zone == name]


@pytest.mark.rule("S004-19")
@pytest.mark.parametrize("name", list(PRESETS))
def test_a_full_wall_shows_one_back_a_stack_and_hides_the_tile_below(name):
    state = table()
    tiles, dice = truth_observations(state, preset(name))
    assert len(tiles) == 72
    assert {tile.kind for tile in tiles} == {"back"}
    assert dice == ()
    assert len(scene_of(state, preset(name)).tiles) == 144


@pytest.mark.rule("S004-30")
def test_the_break_is_the_widest_gap_of_its_side():
    scene = scene_of(table(break_after=StackPlace(0, 15)), CALM)
    xs = sorted(pose.centre_mm[0] for pose in zone(scene, "wall:0") if not pose.covered)
    gaps = np.diff(xs)
    assert int(np.argmax(gaps)) == 18 - 15 - 1
    assert max(gaps) > 26 + 15


@pytest.mark.rule("S004-20")
@pytest.mark.parametrize("seat", range(4))
def test_a_river_lies_in_rows_of_six_upright_for_its_owner(seat):
    river = tuple(Discard("5m") for _ in range(8))
    scene = scene_of(table(**{f"seat{seat}": SeatState(river=river)}), CALM)
    own = [pose for pose in scene.tiles if pose.zone == f"river:{seat}"]
    turn = np.exp(-1j * np.radians(90 * seat))
    places = np.array([complex(*pose.centre_mm) * turn for pose in own])
    assert (np.diff(places[:6].real) > 25).all()
    assert abs(places[6].real - places[0].real) < 5
    assert 30 < places[0].imag - places[6].imag < 45
    assert all(abs((pose.angle_deg - 90 * seat + 180) % 360 - 180) < 5 for pose in own)


@pytest.mark.parametrize(
    ("custom", "backs"),
    [("all_down", [0, 1, 2, 3]), ("outer_down", [0, 3]), ("middle_down", [1, 2])],
)
@pytest.mark.rule("S001-51")
@pytest.mark.rule("S001-52")
@pytest.mark.rule("S004-74")
def test_a_concealed_kong_lies_by_the_custom_of_the_table(custom, backs):
    rules = replace(RULES, concealed_kong_face=custom)
    kong = Meld("concealed_kong", ("7s",) * 4)
    scene = scene_of(table(rules, seat0=SeatState(melds=(kong,))), CALM)
    lying = [pose.lies for pose in zone(scene, "melds:0")]
    assert [index for index, lies in enumerate(lying) if lies == "face_down"] == backs


@pytest.mark.rule("S004-68")
def test_only_the_claimed_tile_of_a_meld_is_rotated():
    meld = Meld("pung", ("1z",) * 3, giver=2, claimed_index=1)
    scene = scene_of(table(seat0=SeatState(melds=(meld,))), CALM)
    turns = [abs((pose.angle_deg + 45) % 180 - 45) for pose in zone(scene, "melds:0")]
    assert [turn > 45 for turn in turns] == [False, True, False]


def test_the_same_seed_lays_the_same_table_and_another_does_not():
    state = table(seat0=SeatState(river=(Discard("5m"),)))
    assert scene_of(state, seed=3) == scene_of(state, seed=3)
    assert scene_of(state, seed=3) != scene_of(state, seed=4)


def test_a_further_discard_moves_none_of_the_tiles_that_lie():
    river = (Discard("5m"), Discard("6p"))
    before = scene_of(table(seat1=SeatState(river=river)))
    after = scene_of(table(seat1=SeatState(river=(*river, Discard("1z")))))
    assert set(before.tiles) < set(after.tiles)
    assert len(after.tiles) == len(before.tiles) + 1


def test_a_claimed_discard_lies_in_no_river():
    river = (Discard("5m"), Discard("6p", claimed_by=2))
    scene = scene_of(table(seat1=SeatState(river=river)))
    assert [pose.tile for pose in zone(scene, "river:1")] == ["5m"]


def test_higher_tiles_appear_farther_out_and_larger():
    scene = scene_of(table(), CALM)
    plan, _ = observations_of(scene)
    seen, _ = observations_of(scene, (0.0, 0.0, 1200.0), 20.0)
    for flat, raised in zip(plan, seen, strict=True):
        ratio = np.hypot(*np.array(raised.corners_mm).T) / np.hypot(*np.array(flat.corners_mm).T)
        assert ratio == pytest.approx((1200 - 20) / (1200 - 40))


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_lens_goes_both_ways(name):
    lens = lens_of(preset(name).view)
    points = np.array([[x, y, 20.0] for x in (-400, 0, 400) for y in (-400, 30, 400)], float)
    back = lens.on_plane(lens.project(points), 20.0)
    assert np.abs(back - points[:, :2]).max() < 0.5


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_markers_are_found_on_the_corners_of_the_square(name):
    painter = Painter(preset(name))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(painter.still(scene_of(table(), preset(name))))
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    outer = {0: (3, -425, -425), 1: (2, 425, -425), 2: (1, 425, 425), 3: (0, -425, 425)}
    for found, number in zip(corners, ids.ravel(), strict=True):
        corner, x, y = outer[int(number)]
        expected = painter.lens.project(np.array([[x, y, 0.0]]))[0]
        assert np.hypot(*(found[0][corner] - expected)) < 1.5


def test_the_picture_shows_each_face_where_the_truth_says():
    """The green dragon's ink is green, the red dragon's red, at the projected corners of their tiles."""
    settings = CALM
    seats = {f"seat{seat}": SeatState(river=(Discard("6z"), Discard("7z"))) for seat in range(4)}
    scene = scene_of(table(**seats), settings)
    painter = Painter(settings)
    picture = painter.still(scene)
    for pose in scene.tiles:
        if pose.lies != "face_up":
            continue
        corners = np.array([(*corner, 20.0) for corner in scene.footprint(pose)])
        target = np.array([[0, 0], [26, 0], [26, 35], [0, 35]], np.float32)
        warp = cv2.getPerspectiveTransform(painter.lens.project(corners).astype(np.float32), target)
        ink = cv2.warpPerspective(picture, warp, (26, 35))[6:-6, 5:-5].astype(int)
        red, green = (ink[..., 2] - ink[..., 1]).max(), (ink[..., 1] - ink[..., 2]).max()
        assert (green > 40 > red) if pose.tile == "6z" else (red > 40 > green)


def test_an_arm_covers_what_lies_under_its_fingers():
    settings = CALM
    painter = Painter(settings)
    picture = painter.still(scene_of(table(), settings))
    arm = Arm(1, (100.0, 60.0))
    painted = picture.copy()
    paint_arm(painted, arm, painter.lens, settings)
    covered = (np.abs(painted.astype(int) - picture).max(axis=2) > 25).astype(np.uint8)
    assert 0.01 < covered.mean() < 0.2
    for outline in covered_by(arm, painter.lens):
        points = np.array([(x, y, 20.0) for x, y in outline])
        inside = np.zeros_like(covered)
        cv2.fillConvexPoly(inside, painter.lens.project(points).astype(np.int32), 1)
        inside = cv2.erode(inside, np.ones((7, 7), np.uint8))
        assert covered[inside > 0].mean() > 0.6


def test_an_unknown_preset_is_named_in_one_line():
    with pytest.raises(VisionError, match="no preset called 'dark'; there are easy, club, hard"):
        preset("dark")


def test_presets_differ_in_name_only_where_they_should():
    assert PRESETS["club"] == TwinSettings()
    assert {name: settings.name for name, settings in PRESETS.items()} == {name: name for name in PRESETS}
