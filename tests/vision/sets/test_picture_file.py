"""Pictures of every kind that people have, and what only looks like one."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.observation import VisionError
from vision.picture_file import decode_picture, read_picture

PICTURE = np.zeros((40, 60, 3), np.uint8)
PICTURE[:20, :30] = (0, 0, 255)
PICTURE[20:, 30:] = (255, 0, 0)


def test_a_png_comes_back_as_it_was(tmp_path: Path):
    cv2.imwrite(str(tmp_path / "a.png"), PICTURE)
    assert np.array_equal(read_picture(tmp_path / "a.png"), PICTURE)


@pytest.mark.parametrize(
    "stored",
    [
        cv2.cvtColor(PICTURE, cv2.COLOR_BGR2GRAY),
        PICTURE.astype(np.uint16) * 257,
        cv2.cvtColor(PICTURE, cv2.COLOR_BGR2GRAY).astype(np.uint16) * 257,
        np.dstack([PICTURE, np.full((40, 60), 255, np.uint8)]),
        np.dstack([PICTURE.astype(np.uint16) * 257, np.full((40, 60), 65535, np.uint16)]),
    ],
    ids=["grey", "16 bit", "grey 16 bit", "alpha", "alpha 16 bit"],
)
def test_other_depths_and_channels_become_three_of_eight_bits(tmp_path: Path, stored: np.ndarray):
    cv2.imwrite(str(tmp_path / "a.png"), stored)
    picture = read_picture(tmp_path / "a.png")
    assert picture.shape == (40, 60, 3)
    assert picture.dtype == np.uint8
    if stored.ndim == 3:
        assert np.abs(picture.astype(int) - PICTURE).max() <= 1


def test_what_is_transparent_is_laid_on_white(tmp_path: Path):
    clear = np.dstack([PICTURE, np.zeros((40, 60), np.uint8)])
    cv2.imwrite(str(tmp_path / "a.png"), clear)
    assert (read_picture(tmp_path / "a.png") == 255).all()


def test_a_photo_is_turned_as_its_exif_says():
    plain = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    exif = b"Exif\x00\x00MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    turned = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]
    picture = decode_picture(turned, "turned.jpg")
    assert picture.shape == (60, 40, 3)
    # Orientation 6: the stored left edge is the top, so the red top left quarter comes to the top right.
    assert picture[5, 35, 2] > 200
    assert picture[5, 5, 2] < 60


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("text.jpg", b"this is no picture", "not a picture"),
        ("empty.png", b"", "is empty"),
        ("cut.jpg", cv2.imencode(".jpg", PICTURE)[1].tobytes()[:40], "not a picture"),
    ],
    ids=["text", "empty", "cut off"],
)
def test_a_file_that_is_no_picture_is_one_line_naming_it(
    tmp_path: Path, name: str, content: bytes, says: str
):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(VisionError, match=says) as wrong:
        read_picture(tmp_path / name)
    assert name in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path):
    with pytest.raises(VisionError, match=r"no picture .*gone\.png"):
        read_picture(tmp_path / "gone.png")
    with pytest.raises(VisionError, match="cannot read"):
        read_picture(tmp_path)
