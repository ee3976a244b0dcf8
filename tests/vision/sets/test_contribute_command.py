"""`jantaku contribute` as somebody uses it who wants the networks to learn his set."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from drawn_sets import strange_row

from vision.contribution import read_contribution
from vision.own_set.named import keep_named
from webui.commands.camera.contribute import AGREEMENT, command


@pytest.fixture(scope="module")
def row(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "flowers.png"
    cv2.imwrite(str(path), strange_row(range(8)))
    return path


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    folder = tmp_path / "sets"
    keep_named(folder, "5m", "3m", np.full((64, 48, 3), 90, np.uint8))
    return folder


def run(sets: Path, *words: object, answer: str = "") -> Result:
    return CliRunner().invoke(command, [*map(str, words), "--sets", str(sets)], input=answer)


def test_a_set_laid_out_a_wall_and_named_tiles_make_one_file(row: Path, sets: Path, tmp_path: Path):
    file = tmp_path / "given.zip"
    done = run(sets, file, "--laid", row, "--faces", "12345678f", "--wall", row, answer="y\n")
    assert done.exit_code == 0, done.output
    assert AGREEMENT in done.output
    given = read_contribution(file)
    assert given.agreed == AGREEMENT
    assert [each.kind for each in given.pictures] == ["laid", "wall"]
    assert [tile.face for tile in given.pictures[0].tiles] == [f"{number}f" for number in range(1, 9)]
    assert [(one.face, one.read_as) for one in given.crops] == [("5m", "3m")]
    assert given.number in done.output


def test_the_corners_of_the_file_lie_round_its_tiles(row: Path, sets: Path, tmp_path: Path):
    file = tmp_path / "given.zip"
    assert run(sets, file, "--laid", row, "--faces", "12345678f", "--agree").exit_code == 0
    for place, tile in enumerate(read_contribution(file).pictures[0].tiles):
        left = 60 + place * 68
        x, y = np.mean(tile.corners, axis=0)
        assert (x, y) == pytest.approx((left + 30, 120), abs=8)


def test_a_wrong_order_is_told_before_anything_is_given(row: Path, sets: Path, tmp_path: Path):
    done = run(sets, tmp_path / "given.zip", "--laid", row, "--faces", "12345678f", "--agree")
    assert "of them read otherwise" in done.output
    assert "Is the order right?" in done.output


def test_who_does_not_agree_gives_nothing(row: Path, sets: Path, tmp_path: Path):
    file = tmp_path / "given.zip"
    done = run(sets, file, "--wall", row, answer="n\n")
    assert done.exit_code != 0
    assert not file.exists()


def test_named_tiles_can_stay_at_home(row: Path, sets: Path, tmp_path: Path):
    file = tmp_path / "given.zip"
    assert run(sets, file, "--wall", row, "--no-named", "--agree").exit_code == 0
    assert read_contribution(file).crops == ()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--no-named",), "there is nothing to give"),
        (("--laid", "ROW"), "name all tiles of the --laid pictures with --faces"),
        (("--faces", "1m"), "there is none"),
        (("--laid", "ROW", "--faces", "12f"), "2 faces were given but 8 tiles are seen"),
        (("--laid", "ROW", "--faces", "gold"), "no tiles at 'gold'"),
        (("--wall", "nothing.jpg"), "nothing.jpg"),
    ],
    ids=["nothing", "no faces", "faces of nothing", "too few", "no tiles", "no file"],
)
def test_what_cannot_be_given_is_one_clear_line(
    row: Path, sets: Path, tmp_path: Path, words: tuple[str, ...], told: str
):
    file = tmp_path / "given.zip"
    done = run(sets, file, *(row if word == "ROW" else word for word in words), "--agree")
    assert done.exit_code != 0
    assert told in done.output.splitlines()[-1]
    assert not file.exists()


def test_a_file_that_is_there_is_kept(row: Path, sets: Path, tmp_path: Path):
    (tmp_path / "given.zip").write_text("mine")
    done = run(sets, tmp_path / "given.zip", "--wall", row, "--agree")
    assert "is there already" in done.output
    assert (tmp_path / "given.zip").read_text() == "mine"
