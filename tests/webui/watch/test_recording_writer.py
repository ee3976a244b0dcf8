"""Recordings of a live game: even, small, readable at every moment, never over another's files."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.formats.notation_table import table_text
from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DiceRolled, HandsDealt, TileDiscarded, WallBuilt
from hardware.camera import Frame, HardwareError
from hardware.cameras import open_camera
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import SteppedClock
from webui.commands.camera.record import command
from webui.live.recording_writer import (
    FrameWriter,
    JournalWriter,
    RecordedCamera,
    RecordingSettings,
    begin_recording,
    pack,
)
from webui.live_table import LiveTable
from webui.storage.journal import Journal

MCR = load_ruleset("mcr")


def grey(level: int) -> np.ndarray:
    return np.full((240, 320, 3), level, np.uint8)


def silent(line: str) -> None:
    raise AssertionError(line)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    begin_recording(tmp_path / "evening", RecordingSettings("mcr", 850.0, 5.0, 2))
    return tmp_path / "evening"


def levels(folder: Path) -> list[int]:
    with open_camera(str(folder), every_frame=True) as camera:
        found = []
        while (frame := camera.read()) is not None:
            found.append(round(float(frame.picture.mean())))
        return found


def test_frames_come_at_an_even_rate_whatever_the_camera_does(folder: Path) -> None:
    writer = FrameWriter(folder, silent)
    for at_s, level in [(100.0, 20), (100.05, 90), (100.21, 60), (101.0, 200)]:
        writer.take(Frame(grey(level), at_s, 0))
    assert levels(folder) == pytest.approx([20, 60, 60, 60, 60, 200], abs=1)


def test_a_picture_in_which_nothing_changed_takes_no_room(folder: Path) -> None:
    writer = FrameWriter(folder, silent)
    rng = np.random.default_rng(1)
    for number in range(5):
        noisy = np.clip(grey(120) + rng.normal(0, 3, (240, 320, 3)), 0, 255).astype(np.uint8)
        if number == 4:
            noisy[100:130, 100:122] = 250  # a tile is laid
        writer.take(Frame(noisy, number / 5, number))
    files = {os.stat(path).st_ino for path in (folder / "frames").glob("*.jpg")}
    assert len(files) == 2
    assert len(levels(folder)) == 5


def test_it_can_be_read_after_every_single_frame(folder: Path) -> None:
    writer = FrameWriter(folder, silent)
    for number in range(4):
        writer.take(Frame(grey(40 * number), number / 5, number))
        assert len(levels(folder)) == number + 1


def test_a_camera_that_starts_again_goes_on_where_it_ended(folder: Path) -> None:
    for start_s in (7.0, 0.0):
        writer = FrameWriter(folder, silent)
        for number in range(3):
            writer.take(Frame(grey(30 * number + int(start_s)), start_s + number / 5, number))
    assert levels(folder) == pytest.approx([7, 37, 67, 0, 30, 60], abs=1)


def test_packed_it_is_one_video_of_the_same_frames(folder: Path) -> None:
    pictures = (grey(level) for level in (20, 90, 160))
    with RecordedCamera(
        SimulatedCamera(pictures, rate=5.0, every_frame=True, clock=SteppedClock()),
        FrameWriter(folder, silent),
    ) as camera:
        for _ in range(3):
            assert camera.read() is not None
    assert pack(folder) == 3
    assert not (folder / "frames").exists()
    assert levels(folder) == pytest.approx([20, 90, 160], abs=4)
    told = tomllib.loads((folder / "settings.toml").read_text())["recording"]
    assert (told["rules"], told["dealer"], told["frames"], told["size"]) == ("mcr", 2, 3, [320, 240])


def test_who_is_east_is_written_down_once_it_is_known(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    begin_recording(folder, RecordingSettings("mcr", 850.0, 5.0, None))
    FrameWriter(folder, silent).take(Frame(grey(9), 50.0, 0))
    table, writer = LiveTable(MCR, Journal(None), None), JournalWriter(folder, silent)
    table.record("camera", (WallBuilt(),))
    writer.take(table)
    assert "dealer" not in (folder / "settings.toml").read_text()
    table.record("player", (HandsDealt(3),))
    writer.take(table)
    assert tomllib.loads((folder / "settings.toml").read_text())["recording"]["dealer"] == 3


def test_the_journal_and_the_table_are_on_the_disk_after_each_act(folder: Path) -> None:
    FrameWriter(folder, silent).take(Frame(grey(9), 50.0, 0))
    table, writer = LiveTable(MCR, Journal(None), 2), JournalWriter(folder, silent)
    state = new_table(MCR, 2)
    for number, event in enumerate((WallBuilt(), DiceRolled(2, (3, 4)), TileDiscarded(0, "3p")), start=1):
        table.record("camera", (event,), at_s=50.0 + number)
        writer.take(table)
        state = apply(state, event)
        lines = (folder / "journal.jsonl").read_text().splitlines()
        assert [entry_from_line(line).at_s for line in lines] == [float(n) for n in range(1, number + 1)]
        assert entry_from_line(lines[-1]).events == (event,)
        assert (folder / "final.txt").read_text().strip() == table_text(state).strip()
    table.close()


def test_another_game_is_not_mixed_into_the_recording(folder: Path) -> None:
    said: list[str] = []
    writer = JournalWriter(folder, said.append)
    first, second = LiveTable(MCR, Journal(None), 2), LiveTable(MCR, Journal(None), 2)
    for table in (first, second, second):
        table.record("camera", (WallBuilt(),), at_s=1.0)
        writer.take(table)
    assert len((folder / "journal.jsonl").read_text().splitlines()) == 1
    assert said == [f"another game has begun; the recording {folder} ends here"]


def test_a_full_disk_is_told_once_and_stops_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("webui.live.recording_writer.LEAST_FREE_BYTES", 1 << 62)
    writer = FrameWriter(folder, said.append)
    for number in range(3):
        writer.take(Frame(grey(9), number / 5, number))
    assert len(said) == 1
    assert "no more pictures are kept" in said[0]


def test_a_folder_with_something_in_it_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(HardwareError, match="already there and not empty; give the name of a new folder"):
        begin_recording(tmp_path, RecordingSettings("mcr", 850.0))
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["nowhere.mp4"], "nowhere.mp4", id="missing file"),
        pytest.param(["simulated:", "--rules", "belote"], "belote", id="unknown rule set"),
        pytest.param(["simulated:", "--rate", "0"], "0", id="no rate"),
        pytest.param(["none"], "no camera", id="no camera"),
    ],
)
def test_what_cannot_be_recorded_leaves_no_folder(tmp_path: Path, arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "out"), *arguments])
    assert result.exit_code != 0
    assert said in result.output + str(result.exception)
    assert not (tmp_path / "out").exists()
