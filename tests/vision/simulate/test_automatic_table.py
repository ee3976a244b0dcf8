"""A table with a console in its middle: the dice stay in the dome, and it is drawn where it stands."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.rules import load_ruleset
from engine.table.events import DealStarted, DiceRolled, WallBuilt
from vision.simulate.drawing.console import DISPLAY_MM, DOME_MM, console_picture
from vision.simulate.drawing.painter import Painter
from vision.simulate.filming.director import film_of
from vision.simulate.playing.play import play_game
from vision.simulate.poses import Scene
from vision.simulate.settings import LAYOUTS, preset

AUTOMATIC = replace(preset("club"), places=LAYOUTS["automatic"])
RIICHI = load_ruleset("riichi")
OPENING = play_game(RIICHI, 5, 1)[:5]


@pytest.fixture(scope="module")
def film():
    return film_of(RIICHI, play_game(RIICHI, 5, 1), AUTOMATIC, 5)


def test_the_dice_stay_in_the_dome_where_they_were_thrown(film):
    shown, timed = film
    thrown_s = max(at_s for at_s, event in timed if isinstance(event, DiceRolled))
    lying = {act.after.dice for act in shown.acts if act.lay_s >= thrown_s}
    assert len(lying) == 1
    (dice,) = lying
    assert len(dice) == 2
    for die in dice:
        assert math.hypot(*die.centre_mm) + shown.first.die_mm * 0.71 < DOME_MM
    assert math.dist(dice[0].centre_mm, dice[1].centre_mm) > shown.first.die_mm


def test_what_tumbles_stays_in_the_dome(film):
    shown, _ = film
    tumbling = [die for act in shown.acts if act.rolling for die in act.rolling.dice]
    assert tumbling
    assert all(math.hypot(*die.centre_mm) < DOME_MM for die in tumbling)


def test_no_tile_lies_on_the_console(film):
    shown, _ = film
    half = AUTOMATIC.places.console_mm / 2
    for act in shown.acts:
        for pose in act.after.tiles:
            corners = act.after.footprint(pose)
            assert any(abs(x) > half or abs(y) > half for x, y in corners), pose
            assert max(max(abs(x), abs(y)) for x, y in corners) > half


def test_the_console_is_dark_and_the_felt_round_it_is_not():
    painter = Painter(AUTOMATIC)
    picture = painter.still(Scene((), (), AUTOMATIC.tile_mm, AUTOMATIC.die_mm))
    spots = np.array([[-70.0, -70.0, 0.0], [-110.0, -110.0, 0.0]])
    on, beside = (picture[round(y), round(x)].astype(int) for x, y in painter.lens.project(spots))
    assert on.max() < 90
    assert beside[1] > on[1] + 25


def display_lit(layout, pips):
    """Which pixels of the display are lit after a throw of `pips`, seat 0's side below."""
    settings = replace(preset("club"), places=LAYOUTS[layout])
    painter = Painter(settings)
    scene = Scene((), (), settings.tile_mm, settings.die_mm, display=pips)
    half = np.array(DISPLAY_MM) / 2
    corners = np.array([[-half[0], half[1], 0.0], [half[0], -half[1], 0.0]])
    (left, top), (right, bottom) = painter.lens.project(corners).round().astype(int)
    shown = painter.still(scene)[top:bottom, left:right].astype(int)
    return shown[..., 2] - shown[..., 1] > 80


@pytest.mark.parametrize("layout", ["automatic-pips", "automatic-digits"])
def test_a_display_shows_each_throw_and_no_die_lies_there(layout):
    lit = {pips: display_lit(layout, pips) for pips in ((1, 6), (6, 1), (3, 3))}
    assert not display_lit(layout, ()).any()
    assert all(each.any() for each in lit.values())
    assert not any((lit[one] == lit[other]).all() for one, other in pairwise(lit))
    film, timed = film_of(RIICHI, OPENING, replace(preset("club"), places=LAYOUTS[layout]), 5)
    (thrown,) = (event for _, event in timed if isinstance(event, DiceRolled))
    assert film.acts[-1].after.display == thrown.pips
    assert all(not scene.dice for act in film.acts for scene in (act.between, act.after))


def test_a_table_without_dice_shows_and_tells_no_throw():
    film, timed = film_of(RIICHI, OPENING, replace(preset("club"), places=LAYOUTS["automatic-no-dice"]), 5)
    told = [type(event) for _, event in timed]
    assert told == [type(event) for event in OPENING if not isinstance(event, DiceRolled)]
    assert all(not (scene.dice or scene.display) for act in film.acts for scene in (act.between, act.after))


def test_a_deal_by_rules_without_dice_is_broken_somewhere_and_filmed():
    rules = replace(RIICHI, dice="none")
    events = play_game(rules, 5, 1)[:3]
    assert [type(event).__name__ for event in events] == ["WallBuilt", "WallBroken", "HandsDealt"]
    assert film_of(rules, events, AUTOMATIC, 5)[0].acts[-1].after.dice == ()


def test_the_machine_takes_the_tiles_in_and_raises_all_walls_at_once():
    events = play_game(RIICHI, 2356, 2)
    begun = next(place for place, event in enumerate(events) if isinstance(event, DealStarted))
    film, timed = film_of(RIICHI, events[: begun + 2], AUTOMATIC, 2356)
    built_s, event = timed[-1]
    assert isinstance(event, WallBuilt)
    left = [len(act.after.tiles) for act in film.acts[-5:-1]]
    assert left == sorted(left, reverse=True)
    assert (left[0] > 0, left[-1]) == (True, 0)
    assert not film.arms_at(built_s)
    assert len(film.scene_at(built_s - 0.1).tiles) == 0
    assert {pose.zone[:4] for pose in film.scene_at(built_s).tiles} == {"wall"}
    assert len(film.scene_at(built_s).tiles) == RIICHI.tiles


def test_each_side_of_the_console_looks_to_its_seat():
    picture = console_picture(AUTOMATIC.places.console_mm, 2.0)
    turned = np.rot90(picture)
    lit = (picture[..., 2].astype(int) - picture[..., 1] > 120).any(axis=None)
    assert lit
    assert picture.shape == turned.shape
    # The button is at the right of each seat: the same place after a quarter turn.
    side = len(picture)
    at = (side - 18, side // 2 + 116)
    assert np.array_equal(picture[at], turned[at])
