"""The detector on pictures made here: our own tile art laid on a plain table, turned, scaled, rectified."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect.colours import lifted
from vision.detect.detector import Detector, best_face
from vision.detect.networks import LIVE_MODELS, MODELS
from vision.observation import TableImage, VisionError
from vision.tile_art import face_picture

FELT = (70, 110, 40)
ROW = ("1m", "5p", "7s", "1z", "6z", "9m", "2p", "3s")


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load()


def table(faces: tuple[str, ...], wide: int = 40, size: tuple[int, int] = (480, 640)) -> np.ndarray:
    """A row of tiles in the middle of a felt."""
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = FELT
    rng = np.random.default_rng(1)
    picture = np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    high = round(wide * 35 / 26)
    x0, y0 = (size[1] - len(faces) * (wide + 2)) // 2, (size[0] - high) // 2
    for number, face in enumerate(faces):
        tile = face_picture(face, wide, high)
        share = tile[..., 3:].astype(np.float32) / 255
        x = x0 + number * (wide + 2)
        under = picture[y0 : y0 + high, x : x + wide]
        cv2.rectangle(picture, (x + 2, y0 + high), (x + wide, y0 + high + 3), (30, 50, 20), -1)
        under[:] = (tile[..., :3] * share + under * (1 - share)).astype(np.uint8)
    return picture


def faces_of(detector: Detector, picture: np.ndarray) -> list[str]:
    tiles = [tile for tile in detector.detect_photo(picture).tiles if tile.kind == "face"]
    tiles.sort(key=lambda tile: np.mean([x for x, _ in tile.corners_px]))
    return [best_face(tile, 0.0)[0] for tile in tiles]


@pytest.mark.parametrize("wide", [22, 40, 60], ids=lambda wide: f"{wide}px")
def test_a_row_of_our_own_tiles_is_read(detector, wide):
    assert faces_of(detector, table(ROW, wide)) == list(ROW)


def close_up(face: str, turn: float, wide: int = 200) -> np.ndarray:
    """One tile, slanted, that nearly fills a dark picture."""
    high = round(wide * 4 / 3)
    size = round(wide * 1.5), round(wide * 1.75)
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1)
    matrix[:, 2] += ((size[0] - wide) / 2, (size[1] - high) / 2)
    tile = cv2.warpAffine(face_picture(face, wide, high), matrix, size)
    share = tile[..., 3:].astype(np.float32) / 255
    return (tile[..., :3] * share + 30 * (1 - share)).astype(np.uint8)


@pytest.mark.parametrize("turn", [17, 40])
@pytest.mark.parametrize("face", ["1m", "5p", "8p", "6z", "3s"])
def test_one_tile_close_by_is_one_tile_and_its_dots_are_none(detector, face, turn):
    assert faces_of(detector, close_up(face, turn)) == [face]


def test_tiles_that_show_one_dot_stay_tiles(detector):
    row = ("1p", "1p", "2p", "1p", "5p", "1p")
    assert faces_of(detector, table(row)) == list(row)


@pytest.mark.parametrize("light", [0.5, 0.15])
def test_a_row_in_the_dark_is_read(detector, light):
    dark = table(ROW) * light + np.random.default_rng(1).normal(0, 2, (480, 640, 3))
    assert faces_of(detector, np.clip(dark, 0, 255).astype(np.uint8)) == list(ROW)


def test_a_picture_in_good_light_is_not_made_brighter():
    picture = table(ROW)
    assert lifted(picture) is picture


@pytest.mark.parametrize(
    ("code", "down"),
    [
        (None, (0, 1)),
        (cv2.ROTATE_90_CLOCKWISE, (-1, 0)),
        (cv2.ROTATE_180, (0, -1)),
        (cv2.ROTATE_90_COUNTERCLOCKWISE, (1, 0)),
    ],
    ids=["upright", "turned right", "upside down", "turned left"],
)
def test_the_corners_carry_the_direction_the_face_points(detector, code, down):
    picture = table(ROW)
    if code is not None:
        picture = cv2.rotate(picture, code)
    tiles = [tile for tile in detector.detect_photo(picture).tiles if tile.kind == "face"]
    telling = [tile for tile in tiles if tile.faces[0][0] in {"1m", "7s", "1z", "6z", "9m", "3s"}]
    assert len(telling) == 6
    for tile in telling:
        corners = np.array(tile.corners_px)
        along = corners[3] - corners[0]
        assert along @ np.array(down) > 0.8 * np.linalg.norm(along)


def test_probabilities_come_likeliest_first_and_sum_to_at_most_one(detector):
    for tile in detector.detect_photo(table(ROW)).tiles:
        chances = [chance for _, chance in tile.faces]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1.0001
        assert len(chances) <= 5
        assert 0 <= tile.score <= 1


def test_a_row_of_backs_is_backs(detector):
    kinds = [tile.kind for tile in detector.detect_photo(table(("back",) * 6)).tiles]
    assert kinds == ["back"] * 6


def test_an_empty_felt_holds_no_face(detector):
    picture = np.empty((480, 640, 3), np.uint8)
    picture[:] = FELT
    assert [tile for tile in detector.detect_photo(picture).tiles if tile.kind == "face"] == []


def test_a_red_five_is_told_from_a_plain_one_by_its_ink(detector):
    assert faces_of(detector, table(("0m", "5m", "0p", "5p", "0s", "5s"), 48)) == [
        "0m",
        "5m",
        "0p",
        "5p",
        "0s",
        "5s",
    ]


def test_tiles_on_a_rectified_table_come_in_its_millimetres(detector):
    picture = np.empty((1360, 1360, 3), np.uint8)
    picture[:] = FELT
    rows = table(ROW, wide=39, size=(200, 600))
    picture[880:1080, 380:980] = rows
    image = TableImage(picture, px_per_mm=1.5)
    tiles, dice = detector.detect_table(image, (26.0, 35.0))
    faces = sorted((tile for tile in tiles if tile.kind == "face"), key=lambda tile: tile.corners_mm[0][0])
    assert [tile.faces[0][0] for tile in faces] == list(ROW)
    assert dice == ()
    for tile in faces:
        corners = np.array(tile.corners_mm)
        assert corners[:, 1].mean() == pytest.approx(-(980 - 680) / 1.5, abs=3)
        assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(26, abs=3)
        assert np.linalg.norm(corners[3] - corners[0]) == pytest.approx(35, abs=3.5)


@pytest.mark.parametrize("models", [MODELS, LIVE_MODELS])
@pytest.mark.parametrize("wide_mm", [20, 23, 26, 30, 33])
def test_tiles_of_any_usual_size_are_read_before_their_size_is_known(models, wide_mm):
    wide = round(wide_mm * 1.5)
    image = TableImage(table(ROW, wide=wide, size=(700, 900)), px_per_mm=1.5)
    tiles, _ = Detector.load(models).detect_table(image)
    faces = sorted((tile for tile in tiles if tile.kind == "face"), key=lambda tile: tile.corners_mm[0][0])
    assert [tile.faces[0][0] for tile in faces] == list(ROW)
    across = [np.linalg.norm(np.subtract(tile.corners_mm[1], tile.corners_mm[0])) for tile in faces]
    assert np.median(across) == pytest.approx(wide_mm, rel=0.08)


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((10, 10), np.uint8),
        np.zeros((10, 10, 4), np.uint8),
        np.zeros((10, 10, 3), np.float32),
        np.zeros((0, 10, 3), np.uint8),
    ],
    ids=["grey", "with alpha", "floats", "empty"],
)
def test_what_is_no_picture_is_refused_in_one_line(detector, picture):
    with pytest.raises(VisionError, match="picture must") as wrong:
        detector.detect_photo(picture)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (700, 3), (16, 16)], ids=str)
def test_tiny_and_narrow_pictures_are_searched_without_complaint(detector, size):
    detector.detect_photo(np.full((*size, 3), 128, np.uint8))


@pytest.mark.parametrize("name", ["locator.onnx", "reader.onnx", "labels.json"])
@pytest.mark.parametrize("fate", ["missing", "broken"])
def test_a_missing_or_broken_model_is_one_line_with_its_name_and_a_remedy(
    tmp_path: Path, name: str, fate: str
):
    for file in ("locator.onnx", "reader.onnx", "labels.json"):
        (tmp_path / file).write_bytes((Path("models") / file).resolve().read_bytes())
    if fate == "missing":
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(b"not a model")
    with pytest.raises(VisionError) as wrong:
        Detector.load(tmp_path)
    message = str(wrong.value)
    assert name in message
    assert fate in message
    assert "models/README.md" in message
    assert "\n" not in message


def test_the_runtime_writes_no_telemetry_file(tmp_path: Path):
    program = (
        "import numpy as np; from vision.detect.detector import Detector;"
        "Detector.load().detect_photo(np.zeros((64, 64, 3), np.uint8));"
        "import os; assert os.environ['ORT_DISABLE_TELEMETRY'] == '1'"
    )
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PATH": "/usr/bin:/bin",
    }
    root = Path(__file__).resolve().parents[3]
    subprocess.run([sys.executable, "-B", "-c", program], check=True, cwd=root, env=environment)
    assert list(home.rglob("*")) == []
