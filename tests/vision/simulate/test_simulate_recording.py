"""Recordings of the simulated table, and the one that ships: video, journal, truth, final table agree."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from engine.formats.notation_table import table_text
from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import ScoresChanged, WallBuilt, Won
from vision.observation import VisionError
from vision.simulate.filming.director import film_of
from vision.simulate.filming.disturb import parse_disturbances
from vision.simulate.filming.recording import as_seen, write_recording
from vision.simulate.filming.shots import shots
from vision.simulate.filming.video import write_video
from vision.simulate.playing.play import play_deal
from vision.simulate.settings import preset
from webui.commands.camera.simulate import command

SHIPPED = Path(__file__).parents[3] / "webui" / "recordings" / "first_deal"
SMALL = replace(preset("club"), view=replace(preset("club").view, size=(480, 360)))


def entries(path):
    return [entry_from_line(line) for line in path.read_text().splitlines()]


def told(folder):
    return tomllib.loads((folder / "settings.toml").read_text())["recording"]


def frames(folder):
    film = cv2.VideoCapture(str(folder / told(folder)["video"]))
    while True:
        is_there, picture = film.read()
        if not is_there:
            return
        yield picture


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A short deal, filmed small: the first events only."""
    folder = tmp_path_factory.mktemp("made") / "deal"
    rules = load_ruleset("mcr")
    events = play_deal(rules, 840)[:8]
    film, timed = film_of(rules, events, SMALL, 840)
    write_recording(folder, rules, replace(film, ends_s=12.0), timed, 840, rate=2.0)
    return folder


@pytest.fixture(params=["made", "shipped"])
def folder(request):
    return SHIPPED if request.param == "shipped" else request.getfixturevalue("made")


def test_the_journal_replays_to_the_final_table(folder):
    state = new_table(load_ruleset(told(folder)["rules"]), told(folder)["dealer"])
    for entry in entries(folder / "journal.jsonl"):
        for event in entry.events:
            state = apply(state, event)
    assert table_text(state).strip() == (folder / "final.txt").read_text().strip()


def test_the_journal_is_the_truth_without_what_no_camera_can_know(folder):
    rules = load_ruleset(told(folder)["rules"])
    truth, journal = entries(folder / "truth.jsonl"), entries(folder / "journal.jsonl")
    assert [entry.number for entry in journal] == list(range(1, len(journal) + 1))
    assert [entry.at_s for entry in journal] == [entry.at_s for entry in truth]
    assert [as_seen(entry.events[0], rules) for entry in truth] == [entry.events[0] for entry in journal]
    drawn = [json.loads(line)["events"][0] for line in (folder / "journal.jsonl").read_text().splitlines()]
    assert {event["tile"] for event in drawn if event["type"] == "tile_drawn"} <= {"?"}


def test_the_video_holds_as_many_frames_as_the_settings_say(folder):
    settings = told(folder)
    shapes = [picture.shape for picture in frames(folder)]
    assert shapes == [(settings["size"][1], settings["size"][0], 3)] * settings["frames"]


def test_the_shipped_deal_has_all_that_a_deal_can_show():
    kinds = {type(event).__name__ for entry in entries(SHIPPED / "journal.jsonl") for event in entry.events}
    assert kinds >= {
        "WallBuilt",
        "DiceRolled",
        "WallBroken",
        "HandsDealt",
        "FlowerDeclared",
        "TileDrawn",
        "TileDiscarded",
        "ChowClaimed",
        "PungClaimed",
        "KongDeclared",
        "Won",
        "ScoresChanged",
    }
    won, paid = (entry.events[0] for entry in entries(SHIPPED / "journal.jsonl")[-2:])
    assert isinstance(won, Won)
    assert isinstance(paid, ScoresChanged)
    assert sum(paid.payments) == 0
    assert 120 < entries(SHIPPED / "journal.jsonl")[-1].at_s < 240


def test_the_shipped_recording_is_small_and_shows_its_markers_at_once():
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 6_000_000
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    _, ids, _ = detector.detectMarkers(next(frames(SHIPPED)))
    assert sorted(ids.ravel()) == [0, 1, 2, 3]


def test_the_same_seed_films_the_same_pictures():
    rules = load_ruleset("mcr")
    film, _ = film_of(rules, play_deal(rules, 7)[:3], SMALL, 7)
    short = replace(film, ends_s=5.0)
    one, two = ([shot.picture for shot in shots(short, 2.0, 7)] for _ in range(2))
    assert len(one) == 10
    assert all(np.array_equal(left, right) for left, right in zip(one, two, strict=True))


@pytest.mark.parametrize(
    ("kind", "darker", "moved"),
    [("lamp", False, False), ("nudge", None, True), ("cover", True, False), ("blur", None, False)],
    ids=["lamp", "nudge", "cover", "blur"],
)
def test_a_disturbance_shows_from_its_first_second_to_its_last(kind, darker, moved):
    film, _ = film_of(load_ruleset("mcr"), (WallBuilt(),), SMALL, 7)
    before, during, after = (
        shot.picture.astype(float)
        for shot in shots(replace(film, ends_s=3.0), 1.0, 7, parse_disturbances(f"{kind}@1-2"))
    )
    assert np.abs(before - after).mean() < 3
    assert np.abs(before - during).mean() > 3
    if darker is not None:
        assert (during.mean() < before.mean()) == darker
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners = {}
    for name, picture in (("before", before), ("during", during)):
        found, ids, _ = detector.detectMarkers(picture.astype(np.uint8))
        corners[name] = {int(i): c[0, 0] for i, c in zip(ids.ravel(), found, strict=True)} if found else {}
    common = corners["before"].keys() & corners["during"].keys()
    shifts = [np.hypot(*(corners["before"][number] - corners["during"][number])) for number in common]
    assert bool(shifts and min(shifts) > 2) == moved


def test_an_unknown_disturbance_is_named_in_one_line():
    with pytest.raises(VisionError, match="no disturbance 'storm@3': expected lamp, nudge, cover, blur"):
        parse_disturbances("lamp@1-2,storm@3")


def test_a_folder_that_is_there_is_not_written_over(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    rules = load_ruleset("mcr")
    film, timed = film_of(rules, (), SMALL)
    with pytest.raises(VisionError, match="already there; give the name of a new folder"):
        write_recording(tmp_path, rules, film, timed, 0)
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "huge"], "size must be like 1440x1080"),
        (["--size", "641x480"], "size must be like 1440x1080"),
        (["--size", "64x48"], "size must be like 1440x1080"),
        (["--rate", "0"], "0.0 is not in the range 0.5<=x<=60"),
        (["--preset", "dark"], "'dark' is not one of"),
        (["--dealer", "4"], "4 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--events", "0"], "0 is not in the range"),
        (["--events", "3", "--mistake", "far_chow"], "are different films: give one"),
        (["--events", "3", "--control", "lamp"], "are different films: give one"),
    ],
    ids=[
        "words",
        "odd",
        "tiny",
        "no rate",
        "no preset",
        "no seat",
        "no seed",
        "no event",
        "cut mistake",
        "cut control",
    ],
)
def test_the_command_says_what_is_wrong_in_one_line(tmp_path, arguments, message):
    result = CliRunner().invoke(command, [str(tmp_path / "out"), *arguments])
    assert result.exit_code != 0
    assert message in result.output
    assert not (tmp_path / "out").exists()


def test_a_deal_is_filmed_up_to_one_of_its_events(tmp_path):
    out = tmp_path / "out"
    asked = [str(out), "--seed", "840", "--events", "2", "--size", "480x360", "--rate", "1"]
    result = CliRunner().invoke(command, asked)
    assert result.exit_code == 0, result.output
    told_events = [entry.events[0] for entry in entries(out / "truth.jsonl")]
    assert told_events == list(play_deal(load_ruleset("mcr"), 840)[:2])
    assert len(list(frames(out))) == told(out)["frames"] < 20


def test_without_the_ffmpeg_program_opencv_writes_the_video(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    pictures = [np.full((240, 320, 3), level, np.uint8) for level in (20, 90, 160)]
    assert write_video(tmp_path / "film.mp4", pictures, (320, 240), 5.0) == 3
    film = cv2.VideoCapture(str(tmp_path / "film.mp4"))
    levels = [film.read()[1].mean() for _ in pictures]
    assert levels == pytest.approx([20, 90, 160], abs=6)


def test_a_video_that_cannot_be_written_is_one_line(tmp_path):
    with pytest.raises(VisionError, match="could not"):
        write_video(tmp_path / "none" / "film.mp4", [np.zeros((240, 320, 3), np.uint8)], (320, 240), 5.0)
