"""Training examples: every face has art, truth lies where the picture shows it."""

import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import ALL_FACES
from models.evaluate.later_manners import LATER_MANNERS
from models.evaluate.strange_faces import FEWEST, LATER_SEEDS, MOST, strange_faces
from models.evaluate.strange_manners import MANNERS
from models.train.bank import Bank
from models.train.classes import DICE, INDEX, KINDS
from models.train.draw.design import imagine
from models.train.draw.faces import draw_face
from models.train.draw.glyphs import HAN, LATIN, all_fonts, font_files
from models.train.draw.lettered import roman
from models.train.draw.odd import ornament
from models.train.draw.page import Page
from models.train.scenes.batches import packed, turned
from models.train.scenes.crops import ACROSS, ALONG, LARGE, UNNAMED, Crops, CropSource
from models.train.scenes.no_tile import BARE, cut_part
from models.train.scenes.patterns import pattern
from models.train.scenes.redrawn import reddened, unnamed
from models.train.scenes.scene import SceneSource, rect_of
from models.train.scenes.views import SIDE, TABLE_TILE_PX

FONTS = [[dict.fromkeys(HAN + LATIN, np.full((60, 40), 255, np.uint8))]] * 2
"""A font for signs and one for figures, in which everything is a bar."""


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Bank:
    faces, labels, sets = [], [], []
    for seed in range(2):
        design = imagine(seed, *FONTS)
        for label in (*ALL_FACES, "other"):
            faces.append(draw_face(design, label))
            labels.append(label)
            sets.append(str(seed))
    nothing = np.zeros((0, 128, 96, 3), np.uint8)
    return Bank(np.stack(faces), tuple(labels), tuple(sets), nothing, (), (), ())


def test_every_face_but_a_blank_white_dragon_has_ink(bank: Bank):
    for face, label in zip(bank.faces, bank.face_labels, strict=True):
        if label != "5z":
            assert face[..., 3].max() > 100, label


def test_the_fonts_of_this_machine_give_signs(tmp_path: Path):
    if not any("CJK" in file for file, _ in font_files(tmp_path)):
        pytest.skip("no CJK font installed here (fonts-noto-cjk)")
    han, latin = all_fonts(tmp_path)
    assert han
    assert latin
    assert all("萬" in font or "万" in font for font in han)


@pytest.mark.parametrize("manner", ["plant", "picture", "brush", "contour", "large"])
def test_flowers_of_one_set_differ_in_every_manner_of_drawing(manner: str):
    leaf = np.full((80, 60), 255, np.uint8)
    leaf[10:70, 10:50] = 0
    design = replace(imagine(5, *FONTS), flowers=manner, pictures=(leaf,))
    faces = [draw_face(design, f"{number}f") for number in range(1, 9)]
    assert all(face[40:, :, 3].any() for face in faces)
    assert len({face.tobytes() for face in faces}) == 8


@pytest.mark.parametrize("manner", ["thing", "lobed", "cornered"])
def test_as_many_odd_marks_lie_on_a_face_as_it_counts(manner: str):
    for rank in (2, 4, 5):
        design = replace(
            imagine(rank, *FONTS), dots=manner, corner="none", mark=np.full((70, 60), 255, np.uint8)
        )
        face = draw_face(design, f"{rank}p")
        marks, _ = cv2.findContours(
            (face[..., 3] > 60).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        assert len(marks) == rank


@pytest.mark.parametrize("manner", ["thing", "lathe", "strands"])
def test_odd_sticks_stand_where_the_others_do(manner: str):
    rod = np.full((80, 20), 255, np.uint8)
    for rank in (2, 4, 8):
        odd = draw_face(replace(imagine(3, *FONTS), sticks=manner, corner="none", rod=rod), f"{rank}s")
        usual = draw_face(replace(imagine(3, *FONTS), sticks="plain", corner="none"), f"{rank}s")
        middles = [np.argwhere(face[..., 3] > 60).mean(axis=0) for face in (odd, usual)]
        assert np.abs(middles[0] - middles[1]).max() < 4


def test_a_doodle_is_the_same_from_both_sides():
    face = draw_face(replace(imagine(7, *FONTS), white="doodle", odd={}, corner="none"), "5z")
    cover = (face[..., 3] > 127).astype(np.uint8)
    assert cover.any()
    assert (cv2.dilate(cover, np.ones((5, 5), np.uint8)) >= cover[:, ::-1]).all()


def test_a_bird_or_a_dragon_may_be_any_large_thing():
    thing = np.full((60, 60), 255, np.uint8)
    for label in ("1s", "5z", "6z", "7z"):
        face = draw_face(replace(imagine(4, *FONTS), odd={label: thing}), label)
        assert (face[40:56, 28:44, 3] > 200).all()


def test_winds_as_letters_differ_and_each_wind_looks_alike():
    glyphs = {sign: np.full((60, 20 + 3 * place), 255, np.uint8) for place, sign in enumerate(LATIN)}
    for seed in range(12):
        design = replace(imagine(seed, *FONTS), is_lettered=True, letters=glyphs, corner="none")
        winds = [draw_face(design, f"{rank}z") for rank in range(1, 5)]
        assert len({wind.tobytes() for wind in winds}) == 4
        assert draw_face(design, "2z").tobytes() == winds[1].tobytes()


def test_a_character_as_a_figure_is_the_figure_of_its_rank():
    bar, tall = np.full((60, 10), 255, np.uint8), np.full((60, 30), 255, np.uint8)
    glyphs = dict.fromkeys(LATIN, bar) | {"V": tall}
    design = replace(imagine(2, *FONTS), is_figured=True, letters=glyphs)
    assert [roman(design, rank).shape[1] // 10 for rank in (1, 2, 3)] == [1, 2, 4]
    assert roman(design, 4).shape == roman(design, 6).shape
    assert all(draw_face(design, f"{rank}m")[..., 3].any() for rank in range(1, 10))


def test_an_ornament_fills_the_middle_of_its_face():
    for seed in range(20):
        page = Page()
        ornament(page, random.Random(seed), (30, 30, 30))
        assert (page.cover > 127).mean() > 0.02
        rows, columns = np.nonzero(page.cover > 127)
        assert np.ptp(rows) > 0.35 * page.height
        assert np.ptp(columns) > 0.35 * page.width


def test_strange_sets_of_later_seeds_are_drawn_in_manners_of_their_own():
    assert all(not set(LATER_MANNERS[suit]) & set(manners) for suit, manners in MANNERS.items())
    for seed in (LATER_SEEDS - 1, LATER_SEEDS):
        faces = strange_faces(seed)
        assert FEWEST <= len(faces) <= MOST
        assert all(picture[..., 3].any() for picture in faces.values())
        assert {face: picture.tobytes() for face, picture in strange_faces(seed).items()} == {
            face: picture.tobytes() for face, picture in faces.items()
        }


def test_crops_come_in_the_readers_size_with_known_labels(bank: Bank):
    crops = CropSource(bank, seed=1).batch(64)
    assert crops.pictures.shape == (64, 64, 48, 3)
    assert len(set(crops.labels.tolist())) > 20
    assert (crops.labels != UNNAMED).all()
    assert set(crops.turns.tolist()) <= {-1, 0, 1, 2, 3, ALONG, ACROSS}


@pytest.fixture(scope="module")
def paired(bank: Bank) -> Crops:
    return CropSource(bank, seed=1).batch(200, is_paired=True)


def test_two_crops_after_each_other_show_one_face_seen_otherwise(paired: Crops):
    for known in (paired.labels, paired.turns, paired.drawings):
        assert (known[::2] == known[1::2]).all()
    assert len(set(paired.drawings.tolist())) > 40
    assert all((paired.pictures[n] != paired.pictures[n + 1]).any() for n in range(0, 200, 2))


def test_what_is_drawn_by_chance_each_time_is_no_pair(paired: Crops):
    is_by_chance = np.isin(paired.labels, [INDEX[label] for label in ("back", "none", *DICE)])
    assert ((paired.drawings == -1) == is_by_chance).all()


def test_half_of_the_pairs_come_from_one_set_four_after_each_other(bank: Bank):
    drawings = CropSource(bank, seed=1).batch(2400, is_paired=True).drawings.reshape(-1, 8)
    sets = [{bank.face_sets[n] for n in row if 0 <= n < len(bank.face_sets)} for row in drawings]
    assert 0.35 < sum(len(each) <= 1 for each in sets) / len(sets) < 0.75


def test_what_fills_a_crop_of_nothing_is_no_bare_part():
    rng = np.random.default_rng(3)
    face = np.full((192, 144, 3), 220, np.uint8)
    face[60:132, 40:104] = (40, 30, 160)
    parts = [cut_part(face, rng, (72, 96)) for _ in range(40)]
    assert {part.shape for part in parts} == {(64, 48, 3)}
    assert min(part.std(axis=(0, 1)).max() for part in parts) >= BARE


def test_a_face_without_a_name_comes_in_pairs_and_has_no_direction(paired: Crops):
    assert 0.03 < (paired.labels == UNNAMED).mean() < 0.25
    assert (paired.turns[paired.labels == UNNAMED] == -1).all()


def test_a_face_without_a_name_looks_otherwise_than_the_one_it_is_made_of(bank: Bank):
    rng = np.random.default_rng(2)
    for sprite in bank.faces[:9]:
        other = unnamed(sprite, rng)
        assert other.shape == sprite.shape
        shared = np.minimum(other[..., 3], sprite[..., 3]).astype(float).sum() / sprite[..., 3].sum()
        assert shared < 0.8


def test_pages_that_repeat_themselves_are_drawn_in_many_ways():
    rng = np.random.default_rng(4)
    pages = [pattern(160, rng) for _ in range(12)]
    assert all(page.shape == (160, 160, 3) for page in pages)
    assert sum(page.std() > 10 for page in pages) > 8


def test_objects_of_a_scene_lie_inside_it_and_have_sizes(bank: Bank):
    source = SceneSource(bank, seed=2)
    objects = np.concatenate([source.scene().objects for _ in range(6)])
    assert len(objects) > 5
    assert ((objects[:, 1:3] > 0) & (objects[:, 1:3] < SIDE)).all()
    assert (objects[:, 3:5] > 3).all()


def test_a_turned_and_mirrored_batch_keeps_objects_on_their_pixels(bank: Bank):
    source = SceneSource(bank, seed=3)
    arrays = packed([source.scene()])
    marked = dict(
        arrays, pictures=np.zeros_like(arrays["pictures"]), objects=np.full_like(arrays["objects"], -1)
    )
    marked["pictures"][0, 40:60, 200:210] = 255
    marked["objects"][0, 0] = (0, 205, 50, 10, 20, 0)
    for quarters in range(4):
        for mirrored in (False, True):
            after = turned(marked, quarters, mirrored)
            _, x, y, across, along, turn = after["objects"][0, 0]
            rows, columns = np.nonzero(after["pictures"][0, ..., 0])
            assert abs(columns.mean() + 0.5 - x) < 0.01
            assert abs(rows.mean() + 0.5 - y) < 0.01
            upright = round(float(turn) / 90) % 2 == 0
            assert (np.ptp(columns) + 1, np.ptp(rows) + 1) == (
                (across, along) if upright else (along, across)
            )


def test_the_rectangle_of_a_turned_square_corner_list_is_that_rectangle():
    angle = np.deg2rad(25)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quad = np.array([(-10, -15), (10, -15), (10, 15), (-10, 15)]) @ rotation + (50, 60)
    assert rect_of(quad) == pytest.approx((50, 60, 20, 30, 25))


def test_reddened_ink_is_red_and_the_body_stays():
    crop = np.full((64, 48, 3), 230, np.uint8)
    crop[20:40, 10:30] = (150, 60, 30)
    red = reddened(crop)
    assert red[30, 20, 2] > red[30, 20, 0] + 60
    assert np.abs(red[5, 5].astype(int) - 230).max() < 8


def test_straightened_tables_show_tiles_of_one_width_and_of_true_shape(bank: Bank):
    source = SceneSource(bank, seed=5, are_straight=True)
    objects = np.concatenate([source.scene().objects for _ in range(8)])
    lying = objects[(objects[:, 0] == KINDS.index("face")) | (objects[:, 0] == KINDS.index("back"))]
    assert len(lying) > 50
    assert np.median(lying[:, 3]) == pytest.approx(TABLE_TILE_PX, rel=0.1)
    assert np.ptp(np.log(lying[:, 3])) < 0.5
    assert (lying[:, 4] > 1.1 * lying[:, 3]).all()


def test_crops_for_tables_are_no_coarser_than_a_table_shows_them(bank: Bank, monkeypatch):
    widths: list[int] = []
    resize = cv2.resize

    def watched(picture, size, *rest, **options):
        if size is not None and picture.shape[:2] == (64, 48):
            widths.append(size[0])
        return resize(picture, size, *rest, **options)

    monkeypatch.setattr(cv2, "resize", watched)
    CropSource(bank, seed=6, least_px=LARGE).batch(64)
    assert min(widths) >= LARGE
