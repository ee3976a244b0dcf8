"""Dice drawn to learn from: what they show, where they lie, and how they are counted."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra `train`")

from models.die_spots import MORE_SPOTS, cover_of_spot
from models.evaluate.dice import PX_PER_MM, OnTable, count, drawn, thrown
from models.train.dice.bank import draw_bank
from models.train.dice.draw import draw_die
from models.train.dice.kind import (
    MATERIALS,
    MATERIALS_APART,
    MORE_MATERIALS,
    SPOTS_APART,
    DieKind,
    any_kind,
)
from models.train.dice.lay import lay_dice
from models.train.dice.rendered import RenderedScenes
from models.train.dice.skin import BY_AXIS, skin
from models.train.nets import STRIDE
from models.train.scenes.club import club_things
from vision.observation import Detections, DieInPicture, DieObservation, TableImage

WHITE, BLACK = np.ones(3, np.float32), np.zeros(3, np.float32)
PLAIN = DieKind(
    "solid", WHITE, WHITE, BLACK, BLACK, BLACK, round_edge=0.2, ball=1.74, spot=0.17, spot_of_one=0.17,
    apart=0.5, shape="disc", one="disc", shine=0.0, sunk=0.0,
)  # fmt: skip


@pytest.fixture(scope="module")
def bank():
    return draw_bank(5, seed=3)


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("tilt", [0.0, 40.0])
def test_the_side_that_looks_up_shows_as_many_spots_as_it_is_said_to(pips: int, tilt: float):
    die = draw_die(PLAIN, pips, np.random.default_rng(pips), tilt)
    flat = np.array([(0, 0), (80, 0), (80, 80), (0, 80)], np.float32)
    upper = cv2.warpPerspective(die.picture, cv2.getPerspectiveTransform(die.corners, flat), (80, 80))
    dark = (upper[8:-8, 8:-8, :3].max(axis=2) < 100).astype(np.uint8)
    assert cv2.connectedComponents(dark)[0] - 1 == pips == die.pips


def test_opposite_sides_make_seven():
    assert [sum(pair) for pair in BY_AXIS] == [7, 7, 7]


def test_kinds_kept_apart_are_never_drawn_to_learn_from():
    rng = np.random.default_rng(5)
    learnt = [any_kind(rng) for _ in range(300)]
    apart = [any_kind(rng, is_apart=True) for _ in range(300)]
    assert {kind.material for kind in learnt} == {*MATERIALS, *MORE_MATERIALS}
    assert not {kind.shape for kind in learnt} & set(SPOTS_APART)
    assert all(kind.material in MATERIALS_APART or kind.shape in SPOTS_APART for kind in apart)


@pytest.mark.parametrize("shape", [*MORE_SPOTS, "disc", *SPOTS_APART])
def test_a_spot_of_any_shape_is_as_large_as_its_size_says(shape: str):
    at = np.linspace(-1, 1, 81)
    points = np.column_stack([np.repeat(at, 81), np.tile(at, 81)])
    covers = [cover_of_spot(points, size, shape).mean() for size in (0.2, 0.4)]
    assert 0.3 * np.pi * 0.04 / 4 < covers[0] < 1.3 * np.pi * 0.04 / 4
    assert covers[1] == pytest.approx(4 * covers[0], rel=0.3)


@pytest.mark.parametrize("material", MORE_MATERIALS)
def test_a_material_of_two_colours_shows_both(material: str):
    kind = replace(PLAIN, material=material, second=np.array((0.1, 0.1, 0.8), np.float32))
    points = np.random.default_rng(2).uniform(-1, 1, (4000, 3))
    points[np.arange(4000), np.abs(points).argmax(axis=1)] = 1.0
    colours, cover = skin(kind, points, np.random.default_rng(3))
    share = (np.abs(colours - kind.second).max(axis=1) < 0.1).mean()
    assert 0.02 < share < 0.98
    assert (cover == 1).all()


def test_dice_are_drawn_where_they_are_said_to_lie(bank):
    picture = np.full((200, 200, 3), (60, 110, 50), np.uint8)
    laid, covered = lay_dice(picture, bank, np.random.default_rng(4), 30.0, (100.0, 100.0))
    assert laid
    for die in laid:
        x, y = die.corners.mean(axis=0)
        if die.seen > 0.9:
            assert covered[int(y), int(x)]
            edges = np.linalg.norm(np.roll(die.corners, -1, axis=0) - die.corners, axis=1)
            assert 12 < edges.min() <= edges.max() < 33
            first, second = np.diff(die.corners, axis=0)[:2]
            assert first[0] * second[1] > first[1] * second[0], "clockwise, as a tile's corners"


class _Exact:
    """Sees every die as it lies, and calls each a two."""

    def __init__(self, shown):
        self.shown = iter([dice for _, dice in shown])

    def detect_photo(self, _picture):
        dice = tuple(DieInPicture(2, 1.0, tuple(map(tuple, die.corners))) for die in next(self.shown))
        return Detections((), dice, (), "")


def test_the_measure_counts_what_is_found_and_what_is_read(bank):
    shown = list(drawn(4, seed=6, kinds=3))
    tally = count(_Exact(shown), shown)["all"]
    twos = sum(die.pips == 2 for _, dice in shown for die in dice if die.seen >= 0.75)
    assert tally.there == tally.found == sum(die.seen >= 0.75 for _, dice in shown for die in dice)
    assert tally.right == twos
    assert (tally.strangers, tally.faces) == (0, 0)


class _ExactOnTable:
    """Sees every die of a table as it lies, and calls each a two."""

    def __init__(self, shown):
        self.shown = iter([dice for _, dice in shown])

    def detect_table(self, table: TableImage):
        corners = [table.to_mm(tuple(map(tuple, die.corners))) for die in next(self.shown)]
        return (), tuple(DieObservation(2, 1.0, each) for each in corners)


def test_a_throw_on_a_table_is_counted_in_millimetres_as_in_pixels():
    shown = list(thrown(2, seed=6, kinds=3))
    tally = count(OnTable(_ExactOnTable(shown)), shown)["all"]
    assert tally.found == tally.there >= 4
    sides = [np.sqrt(cv2.contourArea(die.corners.astype(np.float32))) for _, dice in shown for die in dice]
    assert 8 < min(sides) / PX_PER_MM < max(sides) / PX_PER_MM < 18


def test_where_club_things_are_said_to_stand_the_picture_shows_them():
    rng = np.random.default_rng(12)
    sign = np.full((96, 72, 4), 255, np.uint8)
    for _ in range(12):
        picture = np.full((320, 320, 3), (60, 110, 50), np.uint8)
        before = picture.copy()
        quads = club_things(picture, rng, [sign])
        things, drawn = np.zeros((320, 320), np.uint8), (picture != before).any(axis=2)
        for quad in quads:
            cv2.fillConvexPoly(things, np.rint(quad).astype(np.int32), 1)
        assert not things.any() or drawn[things > 0].any()
        assert 0 < drawn.mean() < 0.9


def test_dice_of_a_rendered_scene_stay_where_they_are_told_however_it_is_turned(tmp_path):
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[40:60, 70:90] = 255
    corners = [(70, 40), (70, 60), (90, 60), (90, 40)]
    (tmp_path / "dice.json").write_text(
        json.dumps({"1.png": [{"pips": 3, "corners": corners, "seen": 1.0}], "2.png": []})
    )
    cv2.imwrite(str(tmp_path / "1.png"), picture)
    cv2.imwrite(str(tmp_path / "2.png"), picture)
    source = RenderedScenes(tmp_path, 5)
    for page in (source.page((18.0, 40.0)) for _ in range(12)):
        (die,) = page.dice
        x, y = die.corners.mean(axis=0)
        assert 17 < np.sqrt(cv2.contourArea(die.corners.astype(np.float32))) < 42
        own = cv2.getRectSubPix(page.picture, (3, 3), (float(x), float(y))).astype(float).mean()
        assert abs(own - float(np.median(page.picture))) > 30
        assert not page.unknown[int(y / STRIDE), int(x / STRIDE)]


def test_a_rendered_picture_that_is_missing_is_named(tmp_path):
    (tmp_path / "dice.json").write_text(json.dumps({"1.png": []}))
    with pytest.raises(ValueError, match=r"cannot read the picture .*1\.png"):
        RenderedScenes(tmp_path, 5)
