"""Crops of tiles that people named are kept as files that say what was read and what it was."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.observation import VisionError
from vision.own_set import named
from vision.own_set.named import keep_named, named_tiles


def crop(grey: int) -> np.ndarray:
    return np.full((64, 48, 3), grey, np.uint8)


def test_a_named_tile_is_a_picture_under_both_names(tmp_path: Path):
    path = keep_named(tmp_path, "5m", "3m", crop(7))
    assert path.name.startswith("5m-read-3m-")
    assert np.array_equal(cv2.imread(str(path)), crop(7))
    (only,) = named_tiles(tmp_path)
    assert (only.face, only.read_as, only.path) == ("5m", "3m", path)


def test_a_tile_no_face_was_read_on_is_kept_too(tmp_path: Path):
    keep_named(tmp_path, "8f", None, crop(7))
    assert [(one.face, one.read_as) for one in named_tiles(tmp_path)] == [("8f", None)]


def test_the_same_crop_is_kept_once_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(named, "MOST", 3)
    for age, grey in enumerate((1, 1, 2, 3, 4)):
        path = keep_named(tmp_path, "5m", "3m", crop(grey))
        os.utime(path, (1000 + age, 1000 + age))
    kept = {int(cv2.imread(str(one.path))[0, 0, 0]) for one in named_tiles(tmp_path)}
    assert kept == {2, 3, 4}


@pytest.mark.parametrize(
    "name",
    ["5m.png", "9z-read-3m-00000000.png", "5m-read-8z-00000000.png", "5m-read-3m-0000.png", "holiday.png"],
)
def test_other_pictures_in_the_folder_are_left_out(tmp_path: Path, name: str):
    keep_named(tmp_path, "5m", "3m", crop(7))
    (tmp_path / named.FOLDER / name).write_bytes(b"")
    assert len(named_tiles(tmp_path)) == 1


def test_a_face_that_is_none_is_refused(tmp_path: Path):
    with pytest.raises(VisionError):
        keep_named(tmp_path, "9z", None, crop(7))
    assert named_tiles(tmp_path) == []


def test_a_disk_that_takes_nothing_is_one_clear_line(tmp_path: Path):
    (tmp_path / named.FOLDER).write_text("no folder")
    with pytest.raises(VisionError, match="cannot be kept"):
        keep_named(tmp_path, "5m", None, crop(7))
