"""Felt between tiles laid apart is no tile; backs that lie there are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.bench.vision.bench_spaced import compared, laid_apart
from vision.detect.colours import Palette, middles
from vision.detect.company import without_shadows
from vision.detect.detector import Detector
from vision.detect.ground import is_shadow, without_ground
from vision.detect.locate import Found
from vision.detect.read import Read
from vision.observation import TileInPicture
from vision.simulate.drawing.painter import Painter
from vision.simulate.poses import Scene
from webui.practice.pictures.seeing import rows_in_photo

FELT, BACK = (38, 118, 60), (142, 86, 36)


def tile(kind, left, wide=52, high=70, score=0.5):
    corners = ((left, 100), (left + wide, 100), (left + wide, 100 + high), (left, 100 + high))
    return TileInPicture(kind, score, corners, (("5p", 0.9),) if kind == "face" else ())


def felt_with(*backs):
    picture = np.full((300, 600, 3), FELT, np.uint8)
    for each in backs:
        (left, top), _, (right, bottom), _ = each.corners_px
        picture[top:bottom, left:right] = BACK
    return picture


FACES = [tile("face", 40, score=0.9), tile("face", 240, score=0.9), tile("face", 440, score=0.9)]


def test_a_slim_field_between_two_tiles_is_dropped_and_a_back_of_a_tiles_shape_stays():
    slim, back = tile("back", 170, wide=40, high=110), tile("back", 350)
    assert without_ground(felt_with(back), [*FACES, slim, back]) == (*FACES, back)


def test_a_field_of_the_grounds_own_colour_is_dropped_only_where_the_network_doubts():
    bare, sure = tile("back", 140), tile("back", 340, score=0.8)
    assert without_ground(felt_with(), [*FACES, bare, sure]) == (*FACES, sure)


def test_where_no_face_tells_a_tiles_shape_nothing_is_dropped():
    alone = [tile("back", 40, wide=40, high=110), tile("back", 240)]
    assert without_ground(felt_with(), alone) == tuple(alone)


FELTS = {"green": (60, 120, 40), "blue": (150, 90, 45), "red": (40, 40, 140), "grey": (110, 112, 115)}
IVORY, YELLOW = (215, 228, 236), (40, 190, 220)


def table_with(felt, *fields):
    """Felt with a row of ivory tiles, and fields of other colours: (left, colour)."""
    noise = np.random.default_rng(3).normal(0, 3, (300, 600, 3))
    picture = np.full((300, 600, 3), felt, float)
    for left, colour in [(40, IVORY), (100, IVORY), *fields]:
        picture[100:170, left : left + 52] = colour
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def darker(colour, share):
    return tuple(share * part for part in colour)


OTHERS = [tile("face", left).corners_px for left in (40, 100)]


@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("light", [0.35, 0.5, 0.7])
def test_felt_in_a_shadow_is_no_tile_whatever_its_colour(felt, light):
    picture = table_with(FELTS[felt], (170, darker(FELTS[felt], light)))
    assert is_shadow(picture, tile("face", 170).corners_px, OTHERS)


@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("light", [0.45, 1.0])
@pytest.mark.parametrize("body", [IVORY, YELLOW])
def test_a_white_dragon_or_a_back_in_a_shadow_is_a_tile(felt, light, body):
    """Its shadow falls on the felt beside it too."""
    picture = table_with(FELTS[felt], (170, darker(body, light)), (222, darker(FELTS[felt], light)))
    assert not is_shadow(picture, tile("face", 170).corners_px, OTHERS)


def test_felt_as_light_as_all_of_it_is_no_shadow_and_without_felt_nobody_can_say():
    picture = table_with(FELTS["green"])
    assert not is_shadow(picture, tile("back", 170).corners_px, OTHERS)
    assert not is_shadow(picture, tile("back", 2000).corners_px, OTHERS)
    everywhere = (((0, 0), (600, 0), (600, 300), (0, 300)),)
    assert not is_shadow(picture, tile("back", 170).corners_px, everywhere)


def test_on_a_table_a_shadow_is_no_white_dragon_and_no_strange_back_but_the_sets_own_back_stays():
    felt = FELTS["blue"]
    dark = darker(felt, 0.5)
    picture = table_with(felt, (170, dark), (260, IVORY), (350, dark), (440, YELLOW))
    white = (("5z", 0.95),)
    told = [
        TileInPicture("face", 0.8, tile("face", 170).corners_px, white),
        TileInPicture("face", 0.8, tile("face", 260).corners_px, white),
        TileInPicture("back", 0.8, tile("back", 350).corners_px),
        TileInPicture("back", 0.8, tile("back", 440).corners_px),
    ]
    reads = [cut(picture, one) for one in told]
    yellow = middles([reads[3].crop])[0]
    assert without_shadows(told, reads, Palette(back=yellow), picture) == [None, told[1], None, told[3]]
    blue = middles([reads[2].crop])[0]
    assert without_shadows(told, reads, Palette(back=blue), picture) == [None, *told[1:]], (
        "a set with backs of that colour"
    )
    assert without_shadows(told, reads, Palette(), picture) == [None, *told[1:]], "no back has shown yet"
    as_dark = Palette(body=middles([reads[0].crop])[0])
    assert without_shadows(told, reads, as_dark, picture) == told, "a set whose bodies have that colour"


@pytest.mark.parametrize("felt", FELTS)
def test_the_shadow_at_the_end_of_a_row_is_no_standing_tile(felt):
    fields = [(left, YELLOW) for left in (170, 230, 290, 350)]
    picture = table_with(FELTS[felt], *fields, (410, darker(FELTS[felt], 0.5)))
    row = [tile("standing", left) for left in (170, 230, 290, 350, 410)]
    told = [TileInPicture("standing", 0.8, one.corners_px) for one in row]
    reads = [cut(picture, one) for one in told]
    assert without_shadows(told, reads, Palette(), picture) == [*told[:4], None]
    assert without_shadows(told[2:], reads[2:], Palette(), picture) == [*told[2:4], None]
    assert without_shadows(told[4:], reads[4:], Palette(), picture) == told[4:], (
        "one alone may be as dark as the set"
    )


def cut(picture, one):
    (left, top), _, (right, bottom), _ = one.corners_px
    crop = cv2.resize(picture[top:bottom, left:right], (48, 64), interpolation=cv2.INTER_AREA)
    found = Found(one.kind, 0.8, 0.8, 0, 0, 52, 70, 0.0, True)
    return Read(found, np.zeros(54, np.float32), np.zeros(128, np.float32), crop, one.corners_px)


def test_a_photo_of_spaced_tiles_tells_only_tiles_that_were_laid():
    settings, tiles = laid_apart(2)
    painter = Painter(settings, 2)
    picture = painter.still(Scene(tuple(tiles), (), settings.tile_mm, settings.die_mm))
    extra, missing, _ = compared(painter, tiles, rows_in_photo(picture, Detector.load()))
    assert (extra, missing) == (0, 0)
