"""The simulated table with other faces than our own drawings."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.observation import VisionError
from vision.simulate.drawing.art import ink_from_file
from vision.simulate.drawing.textures import tile_texture
from vision.simulate.settings import TwinSettings

BLUE = (200, 40, 20)


def picture(path: Path, channels: int = 4) -> None:
    """A blue square on transparent ground."""
    page = np.zeros((320, 240, channels), np.uint8)
    page[60:260, 40:200] = (*BLUE, 255)[:channels]
    cv2.imwrite(str(path), page)


@pytest.mark.parametrize(
    ("face", "name"),
    [("3m", "m3"), ("1z", "east"), ("5z", "white"), ("7z", "red"), ("2f", "flower2"), ("7f", "season3")],
)
def test_a_face_is_taken_from_the_picture_of_its_name(tmp_path: Path, face: str, name: str) -> None:
    picture(tmp_path / f"{name}.png")
    ink = ink_from_file(tmp_path, face, 60, 80)
    assert ink.shape == (80, 60, 4)
    assert tuple(ink[40, 30]) == (*BLUE, 255)
    assert not ink[:5].any()
    assert not ink[:, :4].any()


def test_a_red_five_without_a_picture_is_the_five_in_red(tmp_path: Path) -> None:
    picture(tmp_path / "p5.png")
    blue, green, red, cover = ink_from_file(tmp_path, "0p", 60, 80)[40, 30]
    assert cover == 255
    assert red > 2 * max(blue, green)


def test_the_tiles_are_painted_with_it(tmp_path: Path) -> None:
    picture(tmp_path / "s1.png")
    ours, theirs = TwinSettings(), replace(TwinSettings(), art=tmp_path)
    middle = (slice(30, 40), slice(20, 30))
    assert np.allclose(tile_texture("1s", theirs, 2.0)[middle][..., :3], BLUE, atol=1)
    assert not np.allclose(tile_texture("1s", ours, 2.0)[middle][..., :3], BLUE, atol=30)


@pytest.mark.parametrize("channels", [0, 3], ids=["missing", "opaque"])
def test_a_picture_that_cannot_be_used_is_named(tmp_path: Path, channels: int) -> None:
    if channels:
        picture(tmp_path / "m1.png", channels)
    with pytest.raises(VisionError, match=re.escape(str(tmp_path / "m1.png"))):
        ink_from_file(tmp_path, "1m", 60, 80)
