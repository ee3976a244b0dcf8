"""`jantaku enrol` and `jantaku detect --profile` as a user runs them."""

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from drawn_sets import strange_row

from webui.commands.camera.detect import command as detect
from webui.commands.camera.enrol import command as enrol


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "flowers.png"
    cv2.imwrite(str(path), strange_row(range(8)))
    return path


@pytest.fixture
def sets(tmp_path: Path, picture: Path) -> Path:
    folder = tmp_path / "sets"
    assert run(folder, "club", str(picture), "--faces", "12345678f").exit_code == 0
    return folder


def run(sets: Path, *words: str) -> Result:
    return CliRunner().invoke(enrol, [*words, "--sets", str(sets)])


def test_a_set_is_taught_listed_and_forgotten(sets: Path):
    assert "club  8 of 42 faces known, 8 crops" in run(sets, "--list").output
    assert run(sets, "club", "--forget").output == "the set club is forgotten\n"
    assert "no set is taught" in run(sets, "--list").output


def test_teaching_says_what_is_still_missing(sets: Path, picture: Path):
    done = run(sets, "club", str(picture), "--faces", "1f2f3f4f5f6f7f8f", "--json")
    told = json.loads(done.output)
    assert (told["set"], told["learnt"], told["left_out"]) == ("club", 8, 0)
    assert told["faces"] == [f"{number}f" for number in range(1, 9)]
    assert len(told["missing"]) == 34


def test_detect_reads_with_the_set_that_is_named(sets: Path, picture: Path):
    done = CliRunner().invoke(detect, ["--json", "--sets", str(sets), "--profile", "club", str(picture)])
    found = json.loads(done.output)
    assert found["set"] == "club"
    assert sorted(tile["face"] for tile in found["tiles"]) == [f"{number}f" for number in range(1, 9)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "a NAME for the set is missing"),
        (("club",), "no PICTURE to learn the set club from"),
        (("../club", "PICTURE"), "cannot be a set's name"),
        (("club", "nothing.jpg"), "nothing.jpg"),
        (("club", "PICTURE", "--faces", "12f"), "2 faces were given but 8 tiles are seen"),
        (("club", "PICTURE", "--faces", "gold"), "no tiles at 'gold'"),
        (("home", "--forget"), "no set 'home' was taught"),
    ],
    ids=["no name", "no picture", "bad name", "no file", "too few faces", "no faces", "not taught"],
)
def test_what_cannot_be_taught_is_one_clear_line(
    tmp_path: Path, picture: Path, words: tuple[str, ...], told: str
):
    done = run(tmp_path / "sets", *(str(picture) if word == "PICTURE" else word for word in words))
    assert done.exit_code != 0
    assert told in done.output.splitlines()[-1]
    assert not (tmp_path / "sets").exists()


def test_a_set_that_was_never_taught_cannot_be_read_with(tmp_path: Path, picture: Path):
    words = ["--sets", str(tmp_path), "--profile", "club", str(picture)]
    done = CliRunner().invoke(detect, words)
    assert done.exit_code != 0
    assert "no set 'club' was taught" in str(done.exception)
