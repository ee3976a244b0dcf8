"""`jantaku detect` as a user runs it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from vision.tile_art import face_picture
from webui.commands.camera.detect import command


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    picture = np.full((300, 400, 3), (70, 110, 40), np.uint8)
    for number, face in enumerate(("1m", "7s", "back")):
        tile = face_picture(face, 60, 81)
        share = tile[..., 3:].astype(np.float32) / 255
        under = picture[100:181, 80 + number * 80 : 140 + number * 80]
        under[:] = (tile[..., :3] * share + under * (1 - share)).astype(np.uint8)
    path = tmp_path_factory.mktemp("photos") / "tiles.png"
    cv2.imwrite(str(path), picture)
    return path


def test_json_is_one_object_a_line_with_the_documented_keys(photo: Path):
    done = CliRunner().invoke(command, ["--json", str(photo), str(photo)])
    assert done.exit_code == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 2
    found = lines[0]
    assert set(found) == {"image", "width", "height", "tiles", "dice", "ms"}
    assert (found["image"], found["width"], found["height"]) == (str(photo), 400, 300)
    assert sorted(tile["face"] for tile in found["tiles"]) == ["1m", "7s", "back"]
    for tile in found["tiles"]:
        assert set(tile) == {"face", "score", "corners"}
        assert len(tile["corners"]) == 4
        assert 0 <= tile["score"] <= 1
    assert found["ms"]["locate"] > 0


def test_people_get_a_short_table(photo: Path):
    done = CliRunner().invoke(command, [str(photo)])
    assert done.exit_code == 0
    first, *rest = done.stdout.splitlines()
    assert "3 tiles" in first
    assert [line.split()[0] for line in rest] == ["1m", "7s", "back"]


def test_a_folder_means_the_pictures_in_it(photo: Path):
    done = CliRunner().invoke(command, ["--json", str(photo.parent)])
    assert [json.loads(line)["image"] for line in done.stdout.splitlines()] == [str(photo)]


def test_a_bad_picture_is_reported_and_the_others_go_on(photo: Path, tmp_path: Path):
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    empty = tmp_path / "empty"
    empty.mkdir()
    gone = tmp_path / "gone.png"
    done = CliRunner().invoke(command, ["--json", str(text), str(gone), str(empty), str(photo)])
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 1
    complaints = done.stderr.splitlines()
    assert len(complaints) == 3
    for complaint, name in zip(complaints, (text, gone, empty), strict=True):
        assert str(name) in complaint


def test_another_folder_of_networks_that_has_none_is_one_line(photo: Path, tmp_path: Path):
    done = CliRunner().invoke(command, ["--models", str(tmp_path), str(photo)])
    assert done.exit_code != 0
    assert "locator.onnx" in str(done.exception)


def test_a_fifty_megapixel_photo_is_read(tmp_path: Path):
    small = np.full((540, 810, 3), (70, 110, 40), np.uint8)
    tile = face_picture("6z", 60, 81)
    share = tile[..., 3:].astype(np.float32) / 255
    under = small[200:281, 300:360]
    under[:] = (tile[..., :3] * share + under * (1 - share)).astype(np.uint8)
    path = tmp_path / "huge.jpg"
    cv2.imwrite(str(path), cv2.resize(small, (8640, 5760), interpolation=cv2.INTER_CUBIC))
    done = CliRunner().invoke(command, ["--json", str(path)])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert (found["width"], found["height"]) == (8640, 5760)
    assert "6z" in [tile["face"] for tile in found["tiles"]]
