"""The drawings of the tiles: all there, all different, the same as SVG and as pixels."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from engine.tiles import ALL_FACES
from vision.observation import VisionError
from vision.tile_art import DRAWN, face_picture, face_svg_symbol, ink_picture, sprite
from vision.tile_art.raster import painted
from vision.tile_art.shapes import Outline, Shape, block, disc

SPRITE = Path(__file__).parents[3] / "webui" / "static" / "tiles.svg"


def test_there_is_a_drawing_for_every_face_and_the_back():
    assert set(DRAWN) == {*ALL_FACES, "back"}
    assert len(DRAWN) == 46


@pytest.mark.parametrize("tile", DRAWN)
def test_a_picture_has_the_asked_size_and_clear_corners(tile):
    picture = face_picture(tile, 60, 80)
    assert picture.shape == (80, 60, 4)
    assert picture.dtype == np.uint8
    assert picture[0, 0, 3] < 64
    assert picture[40, 30, 3] == 255


@pytest.mark.parametrize("tile", [tile for tile in DRAWN if tile not in ("5z", "back")])
def test_every_face_carries_a_fair_amount_of_ink(tile):
    ground = np.array((0xEC, 0xF7, 0xFB), int)
    inked = np.abs(face_picture(tile, 60, 80)[4:-4, 4:-4, :3].astype(int) - ground).max(axis=2) > 60
    assert 0.06 < inked.mean() < 0.6


def test_any_two_drawings_differ_even_when_small():
    small = np.array([face_picture(tile, 18, 24)[..., :3].astype(int) for tile in DRAWN])
    for index, picture in enumerate(small):
        apart = np.abs(small - picture).mean(axis=(1, 2, 3))
        apart[index] = np.inf
        assert apart.min() > 4, f"{DRAWN[index]} looks like {DRAWN[int(apart.argmin())]}"


@pytest.mark.parametrize("tile", ["0m", "0p", "0s"])
def test_a_red_five_has_only_red_ink(tile):
    ink = ink_picture(tile, 60, 80)
    blue, green, red, alpha = (ink[..., channel].astype(int) for channel in range(4))
    coloured = (alpha == 255) & (red < 230)
    assert coloured.any()
    assert (red[coloured] > green[coloured] + 60).all()
    assert (red[coloured] > blue[coloured] + 60).all()


def test_an_unknown_face_is_one_clear_line():
    with pytest.raises(VisionError, match="no drawing for '9z'"):
        face_picture("9z", 30, 40)
    with pytest.raises(VisionError, match="no drawing for"):
        face_svg_symbol("?")


@pytest.mark.parametrize("tile", DRAWN)
def test_a_symbol_is_well_formed_and_named_after_its_tile(tile):
    symbol = ElementTree.fromstring(face_svg_symbol(tile))
    assert symbol.attrib == {"id": f"tile-{tile}", "viewBox": "0 0 240 320"}
    assert len(symbol) >= 2


def test_the_sprite_in_the_repository_is_the_one_the_program_draws():
    assert SPRITE.read_text(encoding="utf-8") == sprite(), (
        "run: python -m vision.tile_art.write_sprite webui/static/tiles.svg"
    )


def test_the_sprite_carries_nothing_that_could_run_or_load():
    assert not re.search(r"script|href|url\(|style", sprite())


def test_a_half_covered_pixel_keeps_its_colour():
    picture = painted([block(0, 0, 121, 320, 0.01, "#ff0000")], 120, 160)
    edge = picture[80, 60]
    assert tuple(edge[:3]) == (0, 0, 255)
    assert 80 < edge[3] < 200


def test_an_outline_running_the_other_way_cuts_a_hole():
    outer, inner = disc((120, 160), 80, "#000000"), disc((120, 160), 40, "#000000")
    points = [inner.outlines[0].start, *(p for step in inner.outlines[0].steps for p in step)][::-1]
    steps = tuple(tuple(points[i : i + 3]) for i in range(1, len(points), 3))
    ring = Shape((outer.outlines[0], Outline(points[0], steps)), "#000000")
    alpha = painted([ring], 240, 320)[..., 3]
    assert alpha[160, 120] == 0
    assert alpha[160, 120 + 60] == 255
