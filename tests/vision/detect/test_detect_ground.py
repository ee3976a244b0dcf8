"""Felt between tiles laid apart is no tile; backs that lie there are."""

from __future__ import annotations

import numpy as np

from tests.bench.vision.bench_spaced import compared, laid_apart
from vision.detect.detector import Detector
from vision.detect.ground import without_ground
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


def test_a_photo_of_spaced_tiles_tells_only_tiles_that_were_laid():
    settings, tiles = laid_apart(2)
    painter = Painter(settings, 2)
    picture = painter.still(Scene(tuple(tiles), (), settings.tile_mm, settings.die_mm))
    extra, missing, _ = compared(painter, tiles, rows_in_photo(picture, Detector.load()))
    assert (extra, missing) == (0, 0)
