"""What is made of the networks' answers: places kept once, red ink, blank tiles."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.colours import Palette, is_plain, red_share
from vision.detect.corners import corners_of, quarter_turned
from vision.detect.judge import judge, judge_table
from vision.detect.locate import Found, are_single, scales_for, without_doubles
from vision.detect.networks import MODELS, Settings, read_settings
from vision.detect.read import Read
from vision.tile_art import face_picture


def found(
    x: float, y: float, weight: float, across: float = 20, along: float = 27, turn: float = 0.0
) -> Found:
    return Found("face", weight, weight, x, y, across, along, turn, True)


def crop(face: str, body: tuple[int, int, int] = (225, 240, 240)) -> np.ndarray:
    tile = face_picture(face, 48, 64)
    share = tile[..., 3:].astype(np.float32) / 255
    return (tile[..., :3] * share + np.array(body) * (1 - share)).astype(np.uint8)


def test_of_two_answers_on_one_place_the_weightier_stays():
    assert without_doubles([found(50, 50, 0.6), found(53, 52, 0.9), found(90, 50, 0.5)]) == [
        found(53, 52, 0.9),
        found(90, 50, 0.5),
    ]


def test_neighbours_that_touch_are_both_kept():
    row = [found(50 + 20 * number, 50, 0.9 - 0.1 * number) for number in range(4)]
    assert without_doubles(row) == row


def test_a_tile_inside_a_larger_answer_is_not_kept_twice():
    kept = without_doubles([found(50, 50, 0.9), found(52, 58, 0.5, across=60, along=70)])
    assert [one.weight for one in kept] == [0.9]


def test_slanted_tiles_side_by_side_are_no_doubles_though_the_rectangles_round_them_are():
    slant = np.array([(0, 0), (20, 12), (20, 32), (0, 20)], float)

    def are_kept(*shifts: tuple[int, int]) -> list[bool]:
        quads = np.stack([slant + shift for shift in shifts])
        middles = quads.mean(axis=1).tolist()
        finds = [found(*middle, 0.9 - 0.1 * n, 23, 20, 0.54) for n, middle in enumerate(middles)]
        return are_single(finds, quads).tolist()

    assert are_kept((0, 0), (20, 12), (40, 24)) == [True, True, True]
    assert are_kept((0, 0), (3, 2), (40, 24)) == [True, False, True]


def test_two_that_show_whole_faces_may_share_more_of_clumsy_outlines():
    pair = [found(50, 50, 0.9, 20, 27), found(63, 50, 0.8, 20, 27)]
    quads = np.array(
        [[(40, 36), (60, 36), (60, 64), (40, 64)], [(53, 36), (73, 36), (73, 64), (53, 64)]], float
    )
    assert are_single(pair, quads).tolist() == [True, False]
    assert are_single(pair, quads, np.array([True, True])).all()
    assert are_single(pair, quads, np.array([True, False])).tolist() == [True, False]


@given(
    st.lists(
        st.tuples(*[st.floats(0, 120)] * 2, *[st.floats(8, 40)] * 2, st.floats(-4, 4), st.floats(0.1, 1)),
        max_size=14,
        unique=True,
    )
)
def test_what_is_kept_lies_on_nothing_weightier_and_what_is_left_out_does(places):
    finds = [found(x, y, weight, across, along, turn) for x, y, across, along, turn, weight in places]
    kept = without_doubles(finds)
    for number, one in enumerate(kept):
        assert all(are_single([before, one]).all() for before in kept[:number])
    for one in finds:
        assert one in kept or any(
            other.weight >= one.weight and not are_single([other, one]).all() for other in kept
        )


@pytest.mark.parametrize(
    ("face", "red"), [("0p", True), ("5p", False), ("0s", True), ("5s", False), ("0m", True)]
)
@pytest.mark.parametrize("light", [1.0, 0.6], ids=["bright", "dim"])
def test_the_share_of_red_ink_tells_a_red_five(face, red, light):
    share = red_share((crop(face) * light).astype(np.uint8))
    assert share is not None
    assert (share > 0.8) == red


def test_a_grey_picture_says_nothing_about_red():
    grey = cv2.cvtColor(cv2.cvtColor(crop("0p"), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert red_share(grey) is None


def test_a_blank_tile_is_plain_and_an_inked_one_is_not():
    blank = np.full((64, 48, 3), 220, np.uint8)
    assert is_plain(blank)
    assert not is_plain(crop("1p"))
    assert not is_plain(crop("1z"))


def test_corners_start_top_left_and_go_clockwise():
    corners = corners_of(found(100, 50, 1))
    assert np.allclose(corners, [(90, 36.5), (110, 36.5), (110, 63.5), (90, 63.5)])


def test_a_quarter_turn_keeps_the_rectangle_and_renames_its_corners():
    one = found(100, 50, 1, turn=0.3)
    assert np.allclose(np.roll(corners_of(one), -1, axis=0), corners_of(quarter_turned(one)))


@pytest.mark.parametrize("size", [(40, 30), (640, 480), (1280, 960), (8660, 5773), (300, 4000)], ids=str)
def test_scales_go_up_by_no_more_than_two_and_reach_the_picture(size):
    scales = scales_for(*size)
    assert scales == sorted(scales)
    assert all(later / earlier <= 2.01 for earlier, later in pairwise(scales))
    assert max(size) * scales[-1] >= min(max(size), 1280) * 0.8


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings(MODELS)


def reads(settings: Settings, *faces: tuple[str, float], weight: float = 0.6) -> list[Read]:
    """A row of tiles read as these faces with these chances."""
    row = []
    for number, (face, chance) in enumerate(faces):
        chances = np.full(len(settings.labels), (1 - chance) / len(settings.labels), np.float32)
        chances[settings.labels.index(face)] += chance
        place = found(50 + 40 * number, 50, weight)
        row.append(Read(place, chances, np.zeros(128, np.float32), crop("1z"), corners_of(place)))
    return row


@pytest.mark.parametrize(
    ("faces", "on_table", "told"),
    [
        ([("1z", 0.8)], False, 0),
        ([("1z", 0.8)], True, 1),
        ([("1z", 0.99)], False, 1),
        ([("1z", 0.8), ("2m", 0.99)], False, 2),
        ([("1z", 0.8), ("3z", 0.8), ("4z", 0.8), ("2m", 0.99)], False, 1),
        ([("1p", 0.99)] * 9, False, 0),
        ([("1p", 0.99)] * 9, True, 9),
        ([("1p", 0.99)] * 8, False, 8),
    ],
    ids=["doubtful alone", "doubtful on a table", "clear alone", "doubtful beside a clear one",
         "doubtful ones beside one clear one", "a pattern of one face", "nine alike on a table",
         "eight alike, as two sets have them"],
)  # fmt: skip
def test_on_a_photo_doubtful_faces_need_company_and_one_face_is_no_pattern(settings, faces, on_table, told):
    shown = reads(settings, *faces)
    assert len(judge_table(shown, settings, Palette())[0] if on_table else judge(shown, settings)) == told


def test_a_doubtful_face_that_was_surely_found_needs_no_company(settings):
    assert len(judge(reads(settings, ("1z", 0.8), weight=0.9), settings)) == 1


@pytest.mark.parametrize(
    ("clear", "away", "told"),
    [(3, 1, 4), (3, 6, 3), (2, 1, 2)],
    ids=["beside three clear ones", "far from them", "beside too few"],
)
def test_a_weak_find_beside_clear_tiles_of_its_size_is_one_of_their_row(settings, clear, away, told):
    row = reads(settings, *[("2m", 0.99)] * clear, weight=0.9)
    place = found(row[-1].found.x + 24 * away, 50, 0.28)
    chances = np.zeros(len(settings.labels), np.float32)
    chances[settings.labels.index("7s")] = 0.85
    weak = Read(place, chances, np.zeros(128, np.float32), crop("7s"), corners_of(place))
    assert len(judge([*row, weak], settings)) == told


def blank(settings: Settings, x: float, white: float, back: float, colour: int, weight: float = 0.6) -> Read:
    """A plain tile of one grey, read as a white dragon or a back with these chances."""
    chances = np.zeros(len(settings.labels), np.float32)
    chances[settings.labels.index("5z")], chances[settings.labels.index("back")] = white, back
    place = found(x, 50, weight)
    shown = np.full((64, 48, 3), colour, np.uint8)
    return Read(place, chances, np.zeros(128, np.float32), shown, corners_of(place))


@pytest.mark.parametrize(
    ("colour", "beside", "told"),
    [(235, None, "face"), (255, None, "face"), (130, None, "back"), (235, 0.6, "back"), (235, 0.3, "face")],
    ids=["of the others' colour", "lighter, as blank tiles are", "darker", "beside a framed dragon",
         "beside what may be no tile"],
)  # fmt: skip
def test_a_blank_tile_is_a_dragon_where_it_has_the_colour_of_the_others(settings, colour, beside, told):
    row = reads(settings, ("1z", 0.99), ("2z", 0.99), ("3z", 0.99), weight=0.9)
    row.append(blank(settings, 200, 0.6, 0.4, colour, weight=0.7))
    if beside is not None:
        row.append(blank(settings, 300, 0.95, 0.0, 235, weight=beside))
    tiles = judge(row, settings)
    assert [tile.kind for tile in tiles if abs(np.mean([x for x, _ in tile.corners_px]) - 200) < 5] == [told]


def test_blank_tiles_beside_backs_of_another_colour_are_dragons_however_many_lie_there(settings):
    row = reads(settings, ("1z", 0.99), ("2z", 0.99), ("3z", 0.99), weight=0.9)
    row += [blank(settings, 200 + 40 * number, 0.02, 0.97, 120) for number in range(6)]
    row += [blank(settings, 600 + 40 * number, 0.93, 0.05, 235, weight=0.35) for number in range(5)]
    tiles = judge_table(row, settings, Palette())[0]
    assert [tile.kind for tile in tiles] == ["face"] * 3 + ["back"] * 6 + ["face"] * 5


def test_a_pale_strip_on_edge_is_no_framed_dragon(settings):
    row = reads(settings, ("1z", 0.99), ("2z", 0.99), ("3z", 0.99), weight=0.9)
    row.append(blank(settings, 200, 0.95, 0.05, 235, weight=0.7))
    strip = blank(settings, 300, 0.99, 0.0, 235, weight=0.7)
    row.append(replace(strip, found=replace(strip.found, kind="standing")))
    tiles = judge_table(row, settings, Palette())[0]
    assert [tile.kind for tile in tiles] == ["face"] * 4 + ["standing"]
