"""`jantaku read` as a person or a program uses it."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from engine.ruleset import Ruleset
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading, WallSide
from engine.table.state import Discard, GameState, Meld, SeatState, Wall
from vision.camera.calibrate import calibrate_from_markers
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.scene import scene_of
from vision.simulate.settings import preset
from webui.cli import jantaku
from webui.text.reading_text import reading_fields, reading_lines


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    """A picture of a simulated table with three discards, a pung and walls."""
    settings = replace(preset("easy"), cups=0)
    seats = [SeatState((None,) * 13) for _ in range(4)]
    river = tuple(Discard(tile) for tile in ("2p", "9s", "7z"))
    seats[0] = SeatState((None,) * 10, (Meld("pung", ("6s",) * 3, 1, 2),), (), river)
    state = GameState(
        Ruleset("mcr", "MCR"), phase="playing", wall=Wall(((2,) * 12 + (0,) * 6,) * 4), seats=tuple(seats)
    )
    taken = Sensor(settings, 1).taken(Painter(settings, 1).still(scene_of(state, settings, 1)), 0, 0.0)
    path = tmp_path_factory.mktemp("read") / "table.png"
    cv2.imwrite(str(path), taken)
    return path


def read(*arguments):
    return CliRunner().invoke(jantaku, ["read", *map(str, arguments)])


def test_a_picture_is_read_as_json_with_the_tiles_in_their_zones(photo):
    done = read("--json", "--rules", "mcr", photo)
    assert done.exit_code == 0
    told = json.loads(done.output)
    assert set(told) == {
        "source",
        "number",
        "at_s",
        "walls",
        "seats",
        "middle",
        "dice",
        "dora_indicators",
        "loose",
        "hidden",
    }
    assert [len(side) for side in told["walls"]] == [18] * 4
    own = told["seats"][0]
    assert len(own["river"]) == 3
    assert [len(meld) for meld in own["melds"]] == [3]
    assert all(len(tile["corners_mm"]) == 4 for tile in own["river"])


def test_a_picture_is_read_for_people_too(photo):
    done = read("--rules", "mcr", photo)
    assert done.exit_code == 0
    assert "seat 0 (bottom)" in done.output
    assert "dice" in done.output


def test_a_folder_of_pictures_gives_one_reading_each(photo):
    done = read("--json", photo.parent)
    assert len(done.output.splitlines()) == 1


def test_a_calibration_for_another_size_is_one_clear_line(photo, tmp_path):
    calibrate_from_markers(cv2.imread(str(photo))).save(tmp_path / "table.json")
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.zeros((200, 300, 3), np.uint8))
    wrong = read("--calibration", tmp_path / "table.json", small)
    assert wrong.exit_code != 0
    assert "300 x 200" in str(wrong.exception)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.png", None, "none.png"),
        ("text.jpg", b"hello", "not a picture"),
        ("empty.png", b"", "not a picture"),
        ("plain.bmp", "white", "marker"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(tmp_path, name, content, said):
    path = tmp_path / name
    if content == "white":
        cv2.imwrite(str(path), np.full((480, 640, 3), 255, np.uint8))
    elif content is not None:
        path.write_bytes(content)
    wrong = read(path)
    assert wrong.exit_code != 0
    assert said in str(wrong.exception)
    assert "\n" not in str(wrong.exception)


def test_an_empty_folder_says_so(tmp_path):
    wrong = read(tmp_path)
    assert wrong.exit_code != 0
    assert "no picture" in str(wrong.exception)


def test_the_lines_name_turned_doubtful_and_face_down_tiles():
    meld = SeenMeld((Sighting(None), Sighting("7s"), Sighting("7s"), Sighting(None)), (0, 3))
    seat = SeatReading((Sighting("1m"), Sighting("9p", 0.5, turned=True)), (meld,), standing=None)
    reading = TableReading(
        (WallSide((2, 1, 0, None)),) * 4, (seat, *TableReading().seats[1:]), hidden=frozenset({"dice"})
    )
    lines = "\n".join(reading_lines(reading))
    assert "wall     21.?" in lines
    assert "river    1m 9p_~" in lines
    assert "[back 7s 7s back]" in lines
    assert "standing ?" in lines
    assert "hidden dice" in lines
    assert reading_fields(reading)["seats"][0]["melds"][0][0]["tile"] == "back"


def test_a_heap_is_told_as_one_whatever_zone_its_tiles_lie_in():
    """S002-22: one picture does not tell whose a discard in the middle is."""
    centre = ((-13.0, 17.0), (13.0, 17.0), (13.0, -17.0), (-13.0, -17.0))
    seat = SeatReading(river=(Sighting("1m", turned=True),))
    loose = (Sighting("3s", corners_mm=centre), Sighting("9s"))
    reading = TableReading(seats=(seat, *TableReading().seats[1:]), loose=loose)
    lines = reading_lines(reading, is_heap=True)
    assert "middle 1m 3s" in lines
    assert "loose  9s" in lines
    assert not any("river" in line for line in lines)
    fields = reading_fields(reading, is_heap=True)
    assert [each["tile"] for each in fields["middle"]] == ["1m", "3s"]
    assert [each["tile"] for each in fields["loose"]] == ["9s"]
    assert fields["seats"][0]["river"] == []
    assert reading_fields(reading)["middle"] == []
