"""Exercises with loose tiles end to end from pictures of the simulated table: painted, read, judged."""

from dataclasses import replace

import pytest

from engine.practice.hand import judged_hand
from engine.practice.laying import SETS
from engine.practice.lessons import lesson_named
from engine.practice.score import Winning, judged_score
from engine.practice.shown import known_faces, parse_rows, rows_text
from engine.practice.throwing import thrown
from engine.rules import load_ruleset
from tests.webui.practice_felt import EASY, MCR, detector, judged, laid_out, names, over_table, seen
from vision.simulate.scene import scene_of
from webui.practice.pictures.seeing import rows_in_photo

RIICHI = load_ruleset("riichi")
UNDER_CAMERA = ["1324z", "123456789m", "234m 567p 33s 78s +6z_ 66z", "5p 2p_ 2p", "1m5p9s / 22m8p / 7z1s9p"]


@pytest.mark.parametrize("preset_name", ["easy", "club", "hard"])
def test_tiles_under_the_tables_own_camera_are_read_without_its_markers(preset_name):
    """The camera sees the whole table: tiles are small, and four markers look a little like tiles."""
    for text in UNDER_CAMERA:
        assert rows_text(seen(text, preset_name).rows) == rows_text(parse_rows(text))


def test_a_wall_around_the_tiles_laid_is_no_answer():
    state = replace(thrown(MCR, 0), dice=(), phase="building")
    scene = laid_out("1234z")
    scene = replace(scene, tiles=(*scene.tiles, *scene_of(state, EASY).tiles))
    assert rows_text(rows_in_photo(over_table().still(scene), detector()).rows) == "1234z"


def test_with_a_marker_covered_the_others_are_no_tiles():
    picture = over_table().still(laid_out("1234z"))
    picture[-160:, :260] = 90
    assert rows_text(rows_in_photo(picture, detector()).rows) == "1234z"


ORDERS = [
    ("order_winds", "1234z", "right", set()),
    ("order_winds", "1324z", "wrong", {"comes_here"}),
    ("order_winds", "123z", "wrong", {"is_missing"}),
    ("order_winds", "1235z", "wrong", {"does_not_belong", "is_missing"}),
    ("order_winds", "12z 3z_ 4z", "wrong", {"turned_tile"}),
    ("order_winds", "12z / 34z", "wrong", {"one_row_only"}),
    ("order_winds", "12z back 4z", "wrong", {"face_down"}),
    ("order_characters", "123456789m", "right", set()),
    ("order_characters", "123465789m", "wrong", {"comes_here"}),
    ("order_characters", "12345789m 6s", "wrong", {"does_not_belong", "is_missing"}),
    ("order_dots", "123456789p", "right", set()),
    ("order_dots", "123465789p", "wrong", {"comes_here"}),
    ("order_bamboos", "123456789s", "right", set()),
    ("order_bamboos", "987654321s", "wrong", {"comes_here"}),
    ("order_bamboos", "12345678s", "wrong", {"is_missing"}),
]


@pytest.mark.parametrize(("lesson", "text", "outcome", "told"), ORDERS, ids=[row[1] for row in ORDERS])
def test_tiles_laid_on_the_felt_are_put_in_order(lesson, text, outcome, told):
    verdict = judged(lesson, seen(text))
    assert verdict.outcome == outcome
    assert told <= names(verdict)


def test_a_tile_is_found_or_called_by_its_name():
    tile = lesson_named("find_tile").task(MCR, 3).want[0][0].tile
    other = "1m" if tile != "1m" else "9p"
    assert judged("find_tile", seen(tile), 3).outcome == "right"
    assert names(judged("find_tile", seen(other), 3)) == {"is_another"}
    assert names(judged("find_tile", seen(tile + other), 3)) == {"one_tile_only"}
    assert names(judged("find_tile", seen("back"), 3)) == {"face_down"}


@pytest.mark.parametrize("seed", range(len(SETS)), ids=[f"{kind}-{giver}" for kind, giver in SETS])
def test_a_set_of_each_kind_from_each_giver_is_laid_as_the_table_does_and_wrongly(seed):
    task = lesson_named("meld").task(MCR, seed)
    row = task.want[0]
    assert judged("meld", seen(rows_text([row])), seed).outcome == "right"
    turned = [at for at, tile in enumerate(row) if tile.turned]
    if turned:
        place = len(row) - 1 if turned == [0] else 0
        wrong = [replace(tile, turned=at == place) for at, tile in enumerate(row)]
    else:
        wrong = [replace(tile, face_down=False, tile="4s") for tile in row]
    assert judged("meld", seen(rows_text([wrong])), seed).outcome == "wrong"


def test_a_concealed_kong_lies_by_the_custom_of_the_rule_set():
    tile = lesson_named("meld").task(RIICHI, 4).rows[0][0].tile
    assert judged("meld", seen(f"back {tile} {tile} back"), 4, RIICHI).outcome == "right"
    assert judged("meld", seen("back back back back"), 4, RIICHI).outcome == "wrong"
    assert names(judged("meld", seen(f"back {tile} back"), 4, RIICHI)) >= {"set_size"}


def test_a_river_is_laid_in_rows_of_six():
    task = lesson_named("river").task(MCR, 1)
    rows = [[tile.tile for tile in row] for row in task.want]
    assert judged("river", seen(" / ".join(" ".join(row) for row in rows)), 1).outcome == "right"
    whole = [tile for row in rows for tile in row]
    long = " / ".join([" ".join(whole[:7]), " ".join(whole[7:])])
    assert "row_lengths" in names(judged("river", seen(long), 1))
    rows[0][0], rows[0][1] = rows[0][1], rows[0][0]
    assert "comes_there" in names(judged("river", seen(" / ".join(" ".join(row) for row in rows)), 1))
    assert "is_missing" in names(judged("river", seen(" ".join(whole[:6])), 1))


def test_the_waits_of_a_ready_hand_are_laid():
    task = lesson_named("waits").task(MCR, 2)
    waits = " ".join(tile.tile for tile in task.want[0])
    assert judged("waits", seen(waits), 2).outcome == "right"
    assert names(judged("waits", seen("7z"), 2)) >= {"no_wait", "waits_missed"}
    assert names(judged("waits", seen(waits.split()[0]), 2)) >= {"waits_missed"}


def test_a_hand_with_a_claimed_set_is_weighed_and_scored_from_its_picture():
    report = judged_hand(seen("234m 567p 33s 78s +6z_ 66z"), RIICHI).card
    assert report.view.distance == 0
    assert {wait.tile for wait in report.waits} == {"6s", "9s"}
    won = seen("234m 567p 33s 78s 9s_ +6z_ 66z")
    assert judged_score(won, RIICHI, Winning(giver=1), ("1", "30")).outcome == "right"
    assert judged_score(won, RIICHI, Winning(giver=1), ("2", "30")).outcome == "wrong"


NO_HANDS = [
    ("234m 567p 33s", "hand_count", "hand_count"),
    ("11111m 234p 567s 22z 3z", "five_copies", "five_copies"),
    ("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 2z 3z 4z 5z", "", "no_win"),
]


@pytest.mark.parametrize(("text", "weighed", "scored"), NO_HANDS, ids=[row[0] for row in NO_HANDS])
def test_what_is_no_hand_or_no_win_in_its_picture_is_said_to_be_so(text, weighed, scored):
    hand = judged_hand(seen(text), RIICHI)
    assert names(hand) == ({weighed} if weighed else set())
    assert names(judged_score(seen(text), RIICHI, Winning(), ("1", "30"))) >= {scored}


def test_a_hand_worth_enough_is_laid():
    assert judged("lay_value", seen("123456789p 111z 2p 2p_"), 0).outcome == "right"
    assert names(judged("lay_value", seen("123m 456p 789s 123p 2p 2p_"), 3)) >= {"worth_less"}
    assert judged("lay_value", seen("1234z"), 0).outcome in ("wrong", "cannot_see")


def test_tiles_counted_on_the_real_table_are_the_ones_that_lie_there():
    tile = lesson_named("count").task(MCR, 5).ask.tiles[0]
    shown = seen(f"{tile} 19m {tile}_ / 3s {tile} 46z")
    assert known_faces(shown.tiles).count(tile) == 3
    assert judged("count", shown, 5, picked=("3",), seconds=8.0).outcome == "right"
    late = judged("count", shown, 5, picked=("2",), seconds=31.0)
    assert (late.outcome, "too_late" in names(late)) == ("wrong", True)


@pytest.mark.parametrize(("lesson", "seed"), [("name_tile", 2), ("quiz", 6), ("value", 2), ("discard", 2)])
def test_what_a_task_shows_reads_from_its_picture_as_the_task_has_it(lesson, seed):
    """Lessons answered by choosing: the same tiles laid on the felt are read, and a wrong choice is wrong."""
    task = lesson_named(lesson).task(MCR, seed)
    shown = seen(rows_text(task.rows))
    assert shown.faces == tuple(tile.tile for row in task.rows for tile in row if not tile.face_down)
    assert judged(lesson, None, seed, picked=task.right).outcome == "right"
    other = [
        next((each for each in picker.options if each not in task.right), "0") for picker in task.pickers
    ]
    assert judged(lesson, None, seed, picked=tuple(other)).outcome == "wrong"
