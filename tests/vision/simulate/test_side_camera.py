"""A camera at the side: it stands as told, sees the whole square, and walls and hands hide things."""

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.observation import VisionError
from vision.simulate.drawing.lens import lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.poses import DiePose, Scene, TilePose
from vision.simulate.settings import View, preset
from vision.simulate.views import from_the_side, side_of

SQUARE_MM = 850.0
LENS = View(size=(1280, 720), roll_deg=0.0, k1=0.0, k2=0.0)
FAR_WALL = tuple(
    TilePose(
        None, "face_down", (26.0 * n, 254.0), 180.0, "wall:2", f"{n}:{level}", 20.0 * level, 0, not level
    )
    for n in range(-4, 5)
    for level in (0, 1)
)


@pytest.mark.parametrize("angle", [0, 15, 30, 45, 60])
@pytest.mark.parametrize("towards", [0, 45, 90, 200])
def test_a_camera_at_the_side_stands_as_told_and_sees_the_whole_square_upright(angle, towards):
    lens = lens_of(from_the_side(LENS, SQUARE_MM, angle, towards))
    x, y, height = lens.place_mm
    assert math.degrees(math.atan2(math.hypot(x, y), height)) == pytest.approx(angle, abs=0.1)
    if angle:
        assert math.degrees(math.atan2(x, -y)) % 360 == pytest.approx(towards, abs=0.1)
        foot, top = lens.project(np.array([(0.0, 0.0, 0.0), (0.0, 0.0, 60.0)]))
        assert top[0] == pytest.approx(foot[0], abs=1.5)
        assert top[1] < foot[1]
    half = SQUARE_MM / 2
    corners = lens.project(np.array([(a, b, 0.0) for a in (-half, half) for b in (-half, half)]))
    assert (corners > 0).all()
    assert (corners < LENS.size).all()
    # As near as that allows: the square spans most of the picture one way.
    assert ((corners.max(axis=0) - corners.min(axis=0)) / LENS.size).max() > 0.7


@pytest.mark.parametrize(("text", "angles"), [("30", (30, 0)), ("45@90", (45, 90)), ("45@", (45, 0))])
def test_both_angles_are_told_in_one_word(text, angles):
    assert side_of(text) == angles


@pytest.mark.parametrize("text", ["left", "70", "30@nan", "nan", "-5"])
def test_what_is_no_place_at_the_side_is_refused(text):
    with pytest.raises(VisionError, match=r"--side is like 30|looks down 0 to 60 degrees askew"):
        from_the_side(LENS, SQUARE_MM, *side_of(text))


@pytest.fixture(scope="module")
def painter():
    easy = preset("easy")
    view = from_the_side(replace(LENS, size=(960, 540)), SQUARE_MM, 45)
    return Painter(replace(easy, view=view, light=replace(easy.light, shadow=0.0)))


def seen(painter, point, *tiles, dice=()):
    """The brightness around the picture's place of a table point (mm)."""
    scene = Scene(tiles, tuple(dice), painter.settings.tile_mm, 16.0)
    x, y = np.round(painter.lens.project(np.array([point]))[0]).astype(int)
    return float(painter.still(scene)[y - 2 : y + 3, x - 2 : x + 3].mean())


def test_a_wall_hides_the_die_behind_it_and_not_the_one_before_it(painter):
    behind, before = DiePose(1, (0.0, 296.0), 0.0), DiePose(1, (0.0, 200.0), 0.0)
    for die in (behind, before):
        top = (*die.centre_mm, 16.0)
        bare = seen(painter, top, *FAR_WALL)
        assert (seen(painter, top, *FAR_WALL, dice=[die]) == bare) == (die is behind)


@pytest.mark.parametrize(("seat_y", "angle", "shows"), [(-330.0, 0.0, True), (330.0, 180.0, False)])
def test_the_camera_sees_the_faces_only_of_a_hand_it_stands_behind(painter, seat_y, angle, shows):
    """The nine is mostly ink, the blank dragon is none."""
    middle = (0.0, seat_y - (10.0 if shows else -10.0), 17.0)
    nine, blank = (
        seen(painter, middle, TilePose(tile, "standing", (0.0, seat_y), angle, "standing", "1"))
        for tile in ("9s", "5z")
    )
    assert (nine != blank) == shows
