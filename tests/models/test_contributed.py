"""What somebody gave becomes photos that the recipe reads."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.tiles import ALL_FACES
from models.train.classes import label_of
from models.train.contributed import CROP_SHARE, add, class_of
from models.train.photos import CROPS, WALLS, read_photos
from vision.contribution import Contribution, GivenCrop, GivenPicture, NamedInPicture, write_contribution
from vision.detect.networks import MODELS, read_settings
from vision.observation import VisionError

CORNERS = ((10.0, 10.0), (40.0, 12.0), (40.0, 50.0), (10.0, 50.0))
PICTURE = np.full((96, 120, 3), 90, np.uint8)
CROP = np.full((64, 48, 3), 200, np.uint8)


def given(number: str = "0123456789ab") -> Contribution:
    tiles = (NamedInPicture("5m", "3m", CORNERS),)
    pictures = (GivenPicture("laid", PICTURE, tiles), GivenPicture("wall", PICTURE))
    return Contribution(number, "agreed", "2026-11-24", pictures, (GivenCrop("8f", "", CROP),))


@pytest.mark.parametrize("face", ALL_FACES)
def test_the_name_of_a_face_in_a_folder_is_read_back_as_that_face(face: str):
    assert label_of(class_of(face)) == face


def test_a_crop_is_cut_as_the_reader_is_shown_tiles():
    assert read_settings(MODELS).crop_share == CROP_SHARE


def test_pictures_tiles_and_walls_become_photos(tmp_path: Path):
    folders = add(given(), tmp_path)
    assert [folder.name for folder in folders] == [
        "given_0123456789ab", f"given_0123456789ab{CROPS}", f"given_0123456789ab{WALLS}"
    ]  # fmt: skip
    laid, crops, walls = (read_photos(folder) for folder in folders)
    (tile,) = laid[0].tiles
    assert (tile.label, tile.box) == ("5m", (10.0, 10.0, 30.0, 40.0))
    assert [each.label for each in crops[0].tiles] == ["8f"]
    assert walls[0].complete
    assert walls[0].tiles == ()
    assert (tmp_path / "given_0123456789ab_sheet.jpg").exists()


def test_the_same_is_not_added_twice(tmp_path: Path):
    add(given(), tmp_path)
    with pytest.raises(VisionError, match="0123456789ab is in"):
        add(given(), tmp_path)
    assert len(add(given("ba9876543210"), tmp_path)) == 3


def test_the_command_takes_what_it_can_and_says_what_it_cannot(tmp_path: Path):
    write_contribution(tmp_path / "good.zip", given())
    (tmp_path / "bad.zip").write_text("no zip")
    done = subprocess.run(
        [
            sys.executable, "-m", "models.train.contributed",
            str(tmp_path / "bad.zip"), str(tmp_path / "good.zip"), "--photos", str(tmp_path / "photos"),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "bad.zip is no contribution" in done.stderr
    assert len(done.stdout.splitlines()) == 3
