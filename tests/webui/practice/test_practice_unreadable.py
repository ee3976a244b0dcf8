"""What cannot be read is nobody's mistake: blurred, dark, empty and covered pictures of every exercise."""

import time
from dataclasses import replace

import numpy as np
import pytest

from engine.practice.counting import mid_game
from engine.practice.hand import judged_hand
from engine.practice.lessons import lesson_named
from engine.practice.score import Winning, judged_score
from engine.practice.throwing import thrown
from engine.table.reading import ZONES
from engine.table.wall import full_wall
from hardware.camera import Frame
from tests.webui.practice_felt import (
    EASY,
    MCR,
    blurred,
    dark,
    detector,
    dice_picture,
    judged,
    laid_out,
    names,
    near,
    over_table,
    table_picture,
    under_a_hand,
)
from vision.pipeline.look import NOTHING
from vision.simulate.poses import Scene
from webui.practice import sources
from webui.practice.kept import Practice
from webui.practice.pictures.seeing import rows_in_photo
from webui.practice.pictures.seeing_table import table_in_picture
from webui.practice.progress import Progress
from webui.practice.sources import PictureSource
from webui.watch.preview import preview_of
from webui.watch.seen_table import SeenTable

TILES = ("find_tile", "order_winds", "order_characters", "order_dots", "order_bamboos", "meld", "river",
         "waits", "lay_value", "count")  # fmt: skip
TABLES = ("one_wall", "four_walls", "break", "deal", "mistake")


def empty(picture):
    """The felt alone."""
    return near().still(Scene((), (), EASY.tile_mm, EASY.die_mm))


BAD = [
    (blurred, {"too_blurred"}),
    (dark, {"too_dark", "no_tiles_seen"}),
    (empty, {"no_tiles_seen"}),
    (lambda picture: under_a_hand(picture, 1.0), {"no_tiles_seen"}),
]
WAYS = ["blurred", "dark", "empty", "under a hand"]


@pytest.fixture(scope="module", params=BAD, ids=WAYS)
def unread(request):
    """(what was read of a picture spoilt in one way, how the page may say so), for a short row and a long."""
    spoil, why = request.param
    rows = ("1234z", "123456789p")
    return [rows_in_photo(spoil(near().still(laid_out(row))), detector()) for row in rows], why


@pytest.mark.parametrize("lesson", TILES)
def test_tiles_that_cannot_be_read_are_no_answer(unread, lesson):
    task = lesson_named(lesson).task(MCR, 2)
    for shown in unread[0]:
        verdict = judged(lesson, shown, 2, picked=task.right)
        assert (verdict.outcome, names(verdict) - unread[1]) == ("cannot_see", set())


def test_a_hand_that_cannot_be_read_is_neither_weighed_nor_scored(unread):
    for shown in unread[0]:
        for verdict in (judged_hand(shown, MCR), judged_score(shown, MCR, Winning(), ("8",))):
            assert (verdict.outcome, names(verdict) - unread[1]) == ("cannot_see", set())


def test_the_faces_a_hand_leaves_to_be_seen_are_not_called_certain_where_it_cuts_them():
    """A tile that a hand covers is not there for the camera; one that it cuts is asked for."""
    shown = rows_in_photo(under_a_hand(near().still(laid_out("123456789m")), 0.28), detector())
    read = [tile.tile for tile in shown.tiles if not tile.is_doubtful]
    assert 0 < len(read) < 9
    assert set(read) <= {f"{rank}m" for rank in range(1, 10)}


SPOILT_TABLES = [
    (blurred, {"too_blurred", "no_markers_seen"}),
    (lambda picture: dark(picture, 0.15), {"too_dark"}),
    (lambda picture: np.full_like(picture, 90), {"no_markers_seen"}),
    (lambda picture: under_a_hand(picture, 1.0), {"no_markers_seen"}),
]


@pytest.fixture(scope="module", params=SPOILT_TABLES, ids=["blurred", "dark", "lens covered", "under a hand"])
def unread_tables(request):
    """(what was read of a built wall and of a table in play, spoilt in one way; how the page may say so)."""
    spoil, why = request.param
    states = (replace(thrown(MCR, 0), wall=full_wall(MCR), dice=(), phase="building"), mid_game(MCR, 3))
    pictures = [spoil(table_picture(state)) for state in states]
    return [table_in_picture(each, detector(), MCR.stacks, EASY.square_mm) for each in pictures], why


@pytest.mark.parametrize("lesson", TABLES)
def test_a_table_that_cannot_be_read_is_no_answer(unread_tables, lesson):
    task = lesson_named(lesson).task(MCR, 4)
    for shown in unread_tables[0]:
        assert shown.problem in unread_tables[1]
        verdict = judged(lesson, shown, 4, picked=task.right)
        assert (verdict.outcome, names(verdict)) == ("cannot_see", {shown.problem})


def test_the_table_trainer_says_nothing_of_a_table_it_cannot_read(unread_tables):
    assert all(shown.table is None for shown in unread_tables[0])


@pytest.mark.parametrize(
    "spoil", [blurred, dark, lambda picture: under_a_hand(picture, 1.0)], ids=WAYS[:2] + WAYS[3:]
)
def test_dice_that_cannot_be_read_decide_nothing(spoil):
    shown = rows_in_photo(spoil(dice_picture(5, 2)), detector())
    for lesson, picked in (("thrower", ("1",)), ("break", ("0", "3"))):
        assert judged(lesson, shown, 3, picked=picked).outcome in ("cannot_see", "doubtful")


@pytest.fixture
def camera(visitor, room, monkeypatch):
    """The practice page of a table whose camera shows what `lies` is told; nobody waits for hands to go."""
    monkeypatch.setattr(sources, "FRESH_S", 0.0)
    kept = Practice(Progress(None), PictureSource(lambda: None))
    visitor.client.application.extensions["practice"] = kept

    def lies(picture, hidden):
        room.see(SeenTable(1, 0.0, NOTHING, None, frozenset(hidden), {}))
        frame = Frame(picture, 0.0, 1)
        room.preview = replace(preview_of(frame), at_s=time.monotonic() + 3600)

    visitor.lies = lies
    return visitor


LOOKS = [
    ("/practice/read", {}),
    ("/practice/read", {"what": "table"}),
    ("/practice/hand/photo?from=camera", {}),
]


@pytest.mark.parametrize(("path", "body"), LOOKS, ids=["tiles", "table", "hand"])
def test_while_a_hand_is_over_the_table_nothing_is_read(camera, path, body):
    picture = over_table().still(laid_out("1234z"))
    camera.lies(picture, {"river:0"})
    told = camera.post(path, body).json
    assert (told["problem"], told["rows"]) == ("table_covered", [])
    assert "hands" in told["told"]
    camera.lies(dark(picture, 0.05), ZONES)
    assert camera.post(path, body).json["problem"] == "too_dark"


def test_without_hands_the_tiles_are_read(camera):
    camera.lies(over_table().still(laid_out("1234z")), ())
    assert camera.post("/practice/read", {}).json["rows"] == [["1z", "2z", "3z", "4z"]]


@pytest.mark.parametrize("lesson", ["mistake", "thrower"])
def test_a_look_under_a_hand_is_kept_as_nobodys_answer(camera, lesson):
    camera.lies(table_picture(mid_game(MCR, 3)), {"river:0"})
    if lesson == "thrower":
        told = camera.post("/practice/dice", {"lesson": lesson, "task": 1}).json["told"]
        assert "hands" in told
    else:
        body = {"lesson": lesson, "task": 1, "picked": ["1", "fifth_copy"], "look": True}
        assert camera.post("/practice/check", body).json["outcome"] == "cannot_see"
    assert "0/1" not in camera.get("/practice").text
