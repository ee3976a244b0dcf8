"""Exercises end to end from pictures of the simulated table: painted, read by the networks, judged."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.apply import new_table
from engine.deal_plan import deal_plan
from engine.events import SEATS
from engine.practice.agreeing import table_agrees
from engine.practice.counting import mid_game
from engine.practice.dealing import wall_after
from engine.practice.hand import judged_hand
from engine.practice.lesson import Answer
from engine.practice.lessons import lesson_named
from engine.practice.mistakes import MISTAKES
from engine.practice.score import Winning, judged_score
from engine.practice.shown import Shown, known_faces, parse_rows, rows_text
from engine.practice.table import position
from engine.practice.throwing import thrown
from engine.rules import load_ruleset
from engine.seating import with_seat
from engine.state import StackPlace, Wall
from engine.wall import break_place, full_wall
from vision.detect import Detector
from vision.simulate.painter import Painter
from vision.simulate.poses import DiePose, Scene, TilePose
from vision.simulate.scene import scene_of
from vision.simulate.settings import preset
from webui.practice.seeing import rows_in_photo
from webui.practice.seeing_table import table_in_picture

MCR = load_ruleset("mcr")
ONE = frozenset({0})
BEGINNER = load_ruleset("beginner")
TABLE_SEED = 1
"""Of fourteen such tables eleven are read wholly right in one picture; this is one of them."""
EASY = preset("easy")
NEAR = replace(EASY, name="near", view=replace(EASY.view, size=(960, 720), across_mm=470.0))
"""As a phone is held over a row of tiles."""


@pytest.fixture(scope="module")
def detector():
    return Detector.load()


@pytest.fixture(scope="module")
def painter():
    return Painter(NEAR)


@pytest.fixture(scope="module")
def over_table():
    return Painter(EASY)


def laid_out(rows, crooked=1.0):
    """Rows of tiles on the felt, as a person before seat 0 lays them, a little crookedly."""
    chance = np.random.default_rng(7)
    poses = []
    for line, row in enumerate(rows):
        x = -14 * len(row)
        for place, tile in enumerate(row):
            wide = 35.0 if tile.turned else 26.0
            x += wide / 2 + 0.8 + (16 if tile.apart else 0)
            y = 70 - 52 * line - (4 if tile.turned else 0)
            angle = (90 if tile.turned else 0) + crooked * chance.normal()
            lies = "face_down" if tile.face_down else "face_up"
            centre = (x + crooked * 0.4 * chance.normal(), y + crooked * 0.8 * chance.normal())
            poses.append(TilePose(tile.tile, lies, centre, angle, "loose", f"{line}:{place}"))
            x += wide / 2
    return Scene(tuple(poses), (), EASY.tile_mm, EASY.die_mm)


def seen(painter, detector, text):
    return rows_in_photo(painter.still(laid_out(parse_rows(text))), detector)


def judged(lesson, shown, seed=0, rules=MCR, **answer):
    found = lesson_named(lesson)
    task = found.task(rules, seed)
    return found.check(task, Answer(shown, **answer))


def names(verdict):
    return {note.name for note in verdict.notes}


UNDER_CAMERA = ["1324z", "123456789m", "234m 567p 33s 78s +6z_ 66z", "5p 2p_ 2p", "1m5p9s / 22m8p / 7z1s9p"]


@pytest.mark.parametrize("preset_name", ["easy", "club", "hard"])
def test_tiles_under_the_tables_own_camera_are_read_without_its_markers(detector, preset_name):
    """The camera sees the whole table: tiles are small, and four markers look a little like tiles."""
    painter = Painter(preset(preset_name))
    for text in UNDER_CAMERA:
        assert rows_text(seen(painter, detector, text).rows) == rows_text(parse_rows(text))


def test_a_wall_around_the_tiles_laid_is_no_answer(over_table, detector):
    state = replace(thrown(MCR, 0), dice=(), phase="building")
    scene = laid_out(parse_rows("1234z"))
    scene = replace(scene, tiles=(*scene.tiles, *scene_of(state, EASY).tiles))
    assert rows_text(rows_in_photo(over_table.still(scene), detector).rows) == "1234z"


def test_with_a_marker_covered_the_others_are_no_tiles(detector):
    painter = Painter(EASY)
    picture = painter.still(laid_out(parse_rows("1234z")))
    picture[-160:, :260] = 90
    assert rows_text(rows_in_photo(picture, detector).rows) == "1234z"


WINDS = [
    ("1234z", "right", set()),
    ("1324z", "wrong", {"comes_here"}),
    ("123z", "wrong", {"is_missing"}),
    ("1235z", "wrong", {"does_not_belong", "is_missing"}),
    ("12z 3z_ 4z", "wrong", {"turned_tile"}),
]


@pytest.mark.parametrize(("text", "outcome", "told"), WINDS, ids=[row[0] for row in WINDS])
def test_four_winds_laid_on_the_felt_are_put_in_order(painter, detector, text, outcome, told):
    verdict = judged("order_winds", seen(painter, detector, text))
    assert verdict.outcome == outcome
    assert told <= names(verdict)


@pytest.mark.parametrize("lesson", ["order_characters", "order_dots", "order_bamboos"])
def test_nine_of_a_suit_laid_in_order_are_right(painter, detector, lesson):
    suit = {"order_characters": "m", "order_dots": "p", "order_bamboos": "s"}[lesson]
    assert judged(lesson, seen(painter, detector, f"123456789{suit}")).outcome == "right"
    assert names(judged(lesson, seen(painter, detector, f"123465789{suit}"))) >= {"comes_here"}


def test_a_tile_is_found_or_called_by_its_name(painter, detector):
    lesson = lesson_named("find_tile")
    tile = lesson.task(MCR, 3).want[0][0].tile
    other = "1m" if tile != "1m" else "9p"
    assert judged("find_tile", seen(painter, detector, tile), 3).outcome == "right"
    assert names(judged("find_tile", seen(painter, detector, other), 3)) == {"is_another"}
    assert names(judged("find_tile", seen(painter, detector, tile + other), 3)) == {"one_tile_only"}


def test_a_picture_of_nothing_and_a_blurred_one_are_not_taken_for_an_answer(painter, detector):
    empty = painter.still(Scene((), (), EASY.tile_mm, EASY.die_mm))
    nothing = judged("order_winds", rows_in_photo(empty, detector))
    assert (nothing.outcome, names(nothing)) == ("cannot_see", {"no_tiles_seen"})
    sharp = painter.still(laid_out(parse_rows("1234z")))
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 9), np.uint8)
    assert judged("order_winds", rows_in_photo(blurred, detector)).outcome in ("cannot_see", "doubtful")


SETS = [
    (2, "mcr", "{t} {t}_ {t}", "right"),
    (2, "mcr", "{t}_ {t} {t}", "wrong"),
    (1, "mcr", "{t}_ {t} {t}", "right"),
    (4, "mcr", "back back back back", "right"),
    (4, "mcr", "{t} {t} {t} {t}", "wrong"),
    (4, "riichi", "back {t} {t} back", "right"),
    (7, "mcr", "{t} {t} {t} {t}_", "right"),
]


@pytest.mark.parametrize(("seed", "rules", "form", "outcome"), SETS, ids=lambda value: str(value))
def test_a_set_laid_on_the_felt_is_judged_by_the_tables_custom(painter, detector, seed, rules, form, outcome):
    rules = load_ruleset(rules)
    tile = lesson_named("meld").task(rules, seed).rows[0][0].tile
    shown = seen(painter, detector, form.format(t=tile))
    assert judged("meld", shown, seed, rules).outcome == outcome


def test_a_river_is_laid_in_rows_of_six(painter, detector):
    task = lesson_named("river").task(MCR, 1)
    rows = [[tile.tile for tile in row] for row in task.want]
    right = " / ".join(" ".join(row) for row in rows)
    assert judged("river", seen(painter, detector, right), 1).outcome == "right"
    whole = [tile for row in rows for tile in row]
    wrong = " / ".join([" ".join(whole[:7]), " ".join(whole[7:])])
    assert "row_lengths" in names(judged("river", seen(painter, detector, wrong), 1))


def test_the_waits_of_a_ready_hand_are_laid(painter, detector):
    task = lesson_named("waits").task(MCR, 2)
    waits = " ".join(tile.tile for tile in task.want[0])
    assert judged("waits", seen(painter, detector, waits), 2).outcome == "right"
    verdict = judged("waits", seen(painter, detector, "7z"), 2)
    assert names(verdict) >= {"no_wait", "waits_missed"}


def test_a_hand_with_a_claimed_set_is_weighed_and_scored_from_its_picture(painter, detector):
    shown = seen(painter, detector, "234m 567p 33s 78s +6z_ 66z")
    report = judged_hand(shown, load_ruleset("riichi")).card
    assert report.view.distance == 0
    assert {wait.tile for wait in report.waits} == {"6s", "9s"}
    won = seen(painter, detector, "234m 567p 33s 78s 9s_ +6z_ 66z")
    verdict = judged_score(won, load_ruleset("riichi"), Winning(giver=1), ("1", "30"))
    assert verdict.outcome == "right"
    assert judged_score(won, load_ruleset("riichi"), Winning(giver=1), ("2", "30")).outcome == "wrong"


def test_a_hand_worth_enough_is_laid(painter, detector):
    shown = seen(painter, detector, "123456789p 111z 2p 2p_")
    assert judged("lay_value", shown, 0).outcome == "right"
    assert judged("lay_value", seen(painter, detector, "123m 456p 789s 123p 2p 2p_"), 3).outcome == "wrong"


def test_tiles_counted_on_the_real_table_are_the_ones_that_lie_there(painter, detector):
    lesson = lesson_named("count")
    tile = lesson.task(MCR, 5).ask.tiles[0]
    shown = seen(painter, detector, f"{tile} 19m {tile}_ / 3s {tile} 46z")
    assert known_faces(shown.tiles).count(tile) == 3
    assert judged("count", shown, 5, picked=("3",), seconds=8.0).outcome == "right"
    late = judged("count", shown, 5, picked=("2",), seconds=31.0)
    assert (late.outcome, "too_late" in names(late)) == ("wrong", True)


def walls(over_table, detector, wall, rules=MCR):
    state = replace(thrown(rules, 0), wall=wall, dice=(), phase="building")
    return table_in_picture(over_table.still(scene_of(state, EASY)), detector, rules.stacks, EASY.square_mm)


def test_four_walls_are_right_and_a_short_or_low_one_is_told(over_table, detector):
    whole = full_wall(MCR)
    assert judged("four_walls", walls(over_table, detector, whole)).outcome == "right"
    sides = list(whole.heights)
    sides[1] = (*sides[1][:-1], 0)
    sides[2] = (*sides[2][:7], 1, 1, 1, 1, *sides[2][11:])
    verdict = judged("four_walls", walls(over_table, detector, Wall(tuple(sides))))
    assert verdict.outcome == "wrong"
    told = {(note.name, dict(note.values).get("side")) for note in verdict.notes}
    assert told >= {("wall_short", 1), ("wall_not_two", 2)}


@pytest.mark.parametrize("place", [3, 9, 14])
def test_a_single_low_stack_in_a_wall_is_never_taken_for_a_whole_one(over_table, detector, place):
    """From one picture it may be a stack pushed inwards: it is told, or put to the learner."""
    sides = list(full_wall(MCR).heights)
    sides[1] = (*sides[1][: place - 1], 1, *sides[1][place:])
    verdict = judged("four_walls", walls(over_table, detector, Wall(tuple(sides))))
    assert verdict.outcome in ("doubtful", "wrong")
    said = {(note.name, dict(note.values).get("stack")) for note in verdict.notes}
    assert said & {("wall_uneven", place), ("wall_not_two", place), ("wall_gap", place - 1)}


def test_one_wall_alone_is_built_and_a_hole_in_it_is_told(over_table, detector):
    none = (0,) * 18
    whole = walls(over_table, detector, Wall(((2,) * 18, none, none, none)))
    assert judged("one_wall", whole).outcome == "right"
    short = walls(over_table, detector, Wall(((2,) * 15 + (0,) * 3, none, none, none)))
    assert names(judged("one_wall", short)) >= {"wall_short"}
    assert judged("one_wall", walls(over_table, detector, Wall((none,) * 4))).outcome == "cannot_see"


def thrown_dice(over_table, detector, pips):
    dice = tuple(DiePose(number, (28.0 * at - 20, 10.0 * at), 20.0 * at) for at, number in enumerate(pips))
    return rows_in_photo(over_table.still(Scene((), dice, EASY.tile_mm, EASY.die_mm)), detector)


def test_dice_really_thrown_decide_who_is_reached(over_table, detector):
    shown = thrown_dice(over_table, detector, (5, 2))
    assert sorted(shown.dice) == [2, 5]
    assert judged("thrower", shown, 3, picked=("2",)).outcome == "right"
    assert judged("thrower", shown, 3, picked=("1",)).outcome == "wrong"
    alone = judged("thrower", thrown_dice(over_table, detector, (5,)), 3, picked=("0",))
    assert (alone.outcome, names(alone)) == ("cannot_see", {"dice_number"})
    nothing = judged("thrower", thrown_dice(over_table, detector, ()), 3, picked=("0",))
    assert nothing.outcome == "cannot_see"


def test_a_thrown_break_is_counted_from_the_dice(over_table, detector):
    first, second = (thrown_dice(over_table, detector, pips).dice for pips in ((4, 6), (2, 3)))
    shown = Shown(dice=(*first, *second))
    assert judged("break", shown, 0, picked=("1", "15")).outcome == "right"
    assert judged("break", shown, 0, picked=("1", "10")).outcome == "wrong"


def on_table(over_table, detector, state):
    picture = over_table.still(scene_of(state, EASY))
    return table_in_picture(picture, detector, state.rules.stacks, EASY.square_mm)


def hand_is_counted(task):
    """One picture tells the number of standing tiles only of short rows."""
    seat = next(seat for seat in SEATS if str(task.table.seat_wind(seat)) == task.right[0])
    return task.right[1] != "wrong_count" or len(task.table.seats[seat].standing) < 10


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_wrong_on_a_table_really_laid_out_is_known(over_table, detector, name):
    lesson = lesson_named("mistake")
    tasks = (lesson.task(MCR, seed) for seed in range(1, 40))
    task = next(task for task in tasks if task.right[1] == name and hand_is_counted(task))
    shown = on_table(over_table, detector, task.table)
    verdict = lesson.check(task, Answer(shown, task.right))
    assert verdict.outcome == "right", verdict.notes
    assert any(note.rule for note in verdict.notes)
    other = next(each for each in MISTAKES if each not in (name, "wrong_count"))
    assert lesson.check(task, Answer(shown, (task.right[0], other))).outcome == "wrong"


def test_on_a_table_without_a_mistake_nothing_is_wrong_and_an_empty_one_is_not_judged(over_table, detector):
    shown = on_table(over_table, detector, mid_game(MCR, 3))
    assert judged("mistake", shown, picked=("nobody", "nothing")).outcome == "right"
    assert judged("mistake", shown, picked=("1", "fifth_copy")).outcome == "wrong"
    empty = on_table(over_table, detector, new_table(MCR))
    assert judged("mistake", empty, picked=("nobody", "nothing")).outcome == "cannot_see"


def middle_of_a_deal(seed):
    """A deal of the table trainer in which somebody has claimed a set; None where nobody does."""
    chosen = []
    for _ in range(30):
        found = position(BEGINNER, seed, ONE, chosen)
        claimed = any(seat.melds for seat in found.state.seats)
        if claimed and len(found.state.seats[2].river) > 3:
            return found.state
        if not found.options:
            return None
        chosen.append(found.options[-1].code)
    return None


def moved_as_told(state):
    """What lies on the learner's table: no wall, no hands of the others."""
    bare = replace(state, wall=Wall(()), dice=())
    for seat in (1, 2, 3):
        bare = with_seat(bare, seat, standing=())
    return bare


def test_the_table_trainer_says_which_tiles_were_not_moved(over_table, detector):
    state = middle_of_a_deal(TABLE_SEED)
    shown = on_table(over_table, detector, moved_as_told(state))
    verdict = table_agrees(state, shown.table, ONE)
    assert verdict.outcome == "right", verdict.notes
    last = [each for each in state.seats[2].river if each.claimed_by is None][-1]
    late = with_seat(moved_as_told(state), 2, river=tuple(d for d in state.seats[2].river if d is not last))
    verdict = table_agrees(state, on_table(over_table, detector, late).table, ONE)
    told = [(note.name, dict(note.values)["seat"], note.tiles) for note in verdict.notes]
    assert told == [("river_missing", 2, (last.tile,))]
    owner = next(seat for seat in SEATS if state.seats[seat].melds)
    bare = with_seat(moved_as_told(state), owner, melds=state.seats[owner].melds[1:])
    verdict = table_agrees(state, on_table(over_table, detector, bare).table, ONE)
    assert names(verdict) == {"set_missing"}


@pytest.mark.parametrize(("lesson", "seed"), [("name_tile", 2), ("quiz", 6), ("value", 2), ("discard", 2)])
def test_what_a_task_shows_reads_from_its_picture_as_the_task_has_it(painter, detector, lesson, seed):
    """Lessons answered by choosing: the same tiles laid on the felt are read, and a wrong choice is wrong."""
    task = lesson_named(lesson).task(MCR, seed)
    shown = seen(painter, detector, rows_text(task.rows))
    assert shown.faces == tuple(tile.tile for row in task.rows for tile in row if not tile.face_down)
    assert judged(lesson, None, seed, picked=task.right).outcome == "right"
    other = [
        next((each for each in picker.options if each not in task.right), "0") for picker in task.pickers
    ]
    assert judged(lesson, None, seed, picked=tuple(other)).outcome == "wrong"


def test_a_table_without_its_markers_is_not_judged(detector):
    shown = table_in_picture(np.full((700, 700, 3), 90, np.uint8), detector, 18, 850.0)
    verdict = judged("four_walls", shown)
    assert (verdict.outcome, names(verdict)) == ("cannot_see", {"no_markers_seen"})


def test_the_wall_opened_on_the_table_answers_where_it_breaks(over_table, detector):
    task = lesson_named("break").task(MCR, 4)
    place = StackPlace(int(task.right[0]), int(task.right[1]))
    shown = walls(over_table, detector, Wall(full_wall(MCR).heights, place))
    assert judged("break", shown, 4).outcome == "right"
    elsewhere = StackPlace((place.side + 1) % 4, 9)
    assert (
        judged("break", walls(over_table, detector, Wall(full_wall(MCR).heights, elsewhere)), 4).outcome
        == "wrong"
    )


def test_the_deal_is_checked_stack_by_stack_on_the_real_wall(over_table, detector):
    lesson = lesson_named("deal")
    seed = 16 * 2 + 3
    task = lesson.task(MCR, seed)
    assert judged("deal", walls(over_table, detector, wall_after(task)), seed).outcome == "right"
    state = thrown(MCR, 2)
    place = break_place(MCR, 0, tuple(sum(pips) for _, pips in state.dice))
    plan = deal_plan(Wall(full_wall(MCR).heights, place), 0)
    assert task.right[:2] == (str(plan[3].places[0].side), str(plan[3].places[0].stack))
    verdict = judged("deal", walls(over_table, detector, task.table.wall), seed)
    assert names(verdict) >= {"still_there"}


def test_nothing_shown_is_nothing_judged():
    for lesson in ("order_winds", "meld", "river", "waits", "lay_value", "four_walls", "find_tile"):
        assert judged(lesson, Shown(problem="no_tiles_seen")).outcome == "cannot_see"
