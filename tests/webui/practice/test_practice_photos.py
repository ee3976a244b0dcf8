"""Hands, orders, scores and counts on photos of real tiles: right whenever the reading is."""

import json
from collections import Counter

import pytest
from mahjong.shanten import Shanten

from engine.practice.hand import judged_hand
from engine.practice.held import held_of
from engine.practice.lesson import Answer
from engine.practice.lessons import lesson_named
from engine.practice.score import Winning, judged_score, scored, won_of
from engine.practice.shown import Shown, laid, rows_text
from engine.rules import load_ruleset
from engine.scoring.shape import RIICHI_SHAPES, counted, is_complete
from engine.tiles import PLAIN, is_flower, plain, sort_key
from vision.detect.detector import Detector
from vision.picture_file import read_picture
from webui.practice.pictures.seeing import rows_in_photo

pytestmark = pytest.mark.shared
RIICHI = load_ruleset("riichi")
WORDS = {"east": "1z", "south": "2z", "west": "3z", "north": "4z", "white": "5z", "green": "6z", "red": "7z"}
HANDS = (
    "test_hand_001", "test_hand_002", "test_hand_006", "test_hand_007", "test_hand_011",
    "test_hand_012", "test_hand_016", "test_hand_020", "train_hand_043", "train_hand_045",
    "train_hand_092", "train_hand_093", "train_hand_097", "train_hand_101", "train_hand_104",
    "train_hand_112", "train_hand_116", "train_hand_124", "train_hand_125", "train_hand_131",
    "train_hand_136", "train_hand_171", "valid_hand_002", "valid_hand_016",
)  # fmt: skip
LEAST_READ = 21
"""Of the 24, so many must be read wholly right; 24 were when this was written."""


def face(name):
    if name in WORDS:
        return WORDS[name]
    if name.startswith(("flower", "season")):
        return f"{int(name[6:]) + 4 * name.startswith('season')}f"
    return f"0{name[0]}" if name.endswith("r") else name[1] + name[0]


@pytest.fixture(scope="module")
def photos(shared):
    """(name, what is shown by the reading, the faces that were annotated) of each photo."""
    folder = shared / "photos" / "hand"
    told = json.loads((folder / "annotations.json").read_text())
    names = {each["id"]: each["name"] for each in told["categories"]}
    detector, found = Detector.load(), []
    for picture in told["images"]:
        if picture["complete"] and picture["file_name"].startswith(HANDS):
            boxes = [box for box in told["annotations"] if box["image_id"] == picture["id"]]
            truth = [face(names[box["category_id"]]) for box in boxes if names[box["category_id"]] != "back"]
            shown = rows_in_photo(read_picture(folder / "images" / picture["file_name"]), detector)
            found.append((picture["file_name"], shown, truth))
    assert len(found) == len(HANDS)
    return found


def is_right(shown, truth):
    return Counter(shown.faces) == Counter(truth) and not shown.doubtful_places


def test_most_rows_of_real_tiles_are_read(photos):
    read = [name for name, shown, truth in photos if is_right(shown, truth)]
    assert len(read) >= LEAST_READ


def test_distance_and_waits_of_a_row_read_right_are_those_of_another_program(photos):
    compared = 0
    for name, shown, truth in photos:
        tiles = [plain(tile) for tile in truth if not is_flower(tile)]
        if not is_right(shown, truth) or len(tiles) not in (13, 14):
            continue
        compared += 1
        report = judged_hand(shown, RIICHI).card
        counts = list(counted(tiles))
        assert report.view.distance == Shanten().calculate_shanten(counts), name
        if len(tiles) == 13 and report.view.distance == 0:
            finishing = {
                tile
                for at, tile in enumerate(PLAIN)
                if counts[at] < 4 and is_complete([*tiles, tile], 0, RIICHI_SHAPES)
            }
            assert {each.tile for each in report.view.useful} == finishing, name
    assert compared >= 6


def test_a_finished_hand_in_a_photo_is_worth_what_its_tiles_are(photos):
    compared = 0
    for name, shown, truth in photos:
        tiles = [plain(tile) for tile in truth if not is_flower(tile)]
        if not is_right(shown, truth) or len(tiles) != 14 or not is_complete(tiles, 0, RIICHI_SHAPES):
            continue
        compared += 1
        verdict = judged_score(shown, RIICHI, Winning())
        held = held_of(shown, finished=True)
        again = scored(won_of(held_of(Shown((laid(held.standing),)), finished=True), Winning()), RIICHI)
        assert verdict.card.score.value == again.score.value, name
        assert Counter(verdict.card.hand.complete_standing) == Counter(tiles), name
    assert compared >= 2


def test_counting_a_pattern_in_a_photo_gives_what_was_annotated(photos):
    lesson = lesson_named("count")
    for name, shown, truth in photos:
        if not is_right(shown, truth):
            continue
        for seed in range(3):
            task = lesson.task(RIICHI, seed)
            tile = plain(task.ask.tiles[0])
            count = sum(plain(each) == tile for each in truth)
            assert lesson.check(task, Answer(shown, (str(count),), 5.0)).outcome == "right", name
            other = Answer(shown, (str(count + 1),), 5.0)
            assert lesson.check(task, other).outcome == "wrong", name


def test_the_order_of_real_tiles_is_judged_as_they_lie(photos):
    """Nine in a row of one suit are cut out of a row read right, as they lie and with two exchanged."""
    judged = 0
    for _, shown, truth in photos:
        row = max(shown.rows, key=len)
        for suit, name in (("m", "characters"), ("p", "dots"), ("s", "bamboos")):
            lesson = lesson_named(f"order_{name}")
            ranks = [tile for tile in row if tile.tile and tile.tile[1] == suit and not tile.is_doubtful]
            if not is_right(shown, truth) or not ranks:
                continue
            judged += 1
            verdict = lesson.check(lesson.task(RIICHI, 0), Answer(Shown((tuple(ranks),))))
            faces = [plain(tile.tile) for tile in ranks]
            whole = faces == sorted(set(faces), key=sort_key) and len(faces) == 9
            assert verdict.outcome == ("right" if whole else "wrong"), rows_text((ranks,))
    assert judged >= 6
