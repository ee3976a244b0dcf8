"""Every recorded game is walked three ways: its journal replays, its frames are read, and what is inferred
from the frames is its journal."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.follow.weigh.acts import act_of
from engine.formats.notation_table import table_text
from engine.journal.amend import events_in_force
from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import Event, StacksTaken, TileDiscarded, WallBroken
from engine.table.state import GameState
from hardware.camera import Frame
from hardware.cameras import open_camera
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import SteppedClock
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.simulate.filming.director import film_of
from vision.simulate.filming.shots import shots
from vision.simulate.playing.play import play_deal
from vision.simulate.settings import preset
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
from webui.watch.seen_table import SeenTable, looks

ROOT = Path(__file__).parents[3]
SHIPPED = sorted(path.parent for path in ROOT.glob("webui/recordings/*/settings.toml"))
GAMES = [*SHIPPED, *sorted(path.parent for path in ROOT.glob("tests/games/*/settings.toml"))]
AFTER_S = 1.6
"""A recording is walked until so long after its first discard: walls, dice, break, deal, flowers."""
RATE = 5.0


class Beginning:
    """The first seconds of a recording as a camera that sees every other frame of it."""

    is_live = False

    def __init__(self, folder: Path, seconds: float) -> None:
        self._camera, self._seconds = open_camera(str(folder), every_frame=True), seconds

    def read(self) -> Frame | None:
        self._camera.read()
        frame = self._camera.read()
        return frame if frame is not None and frame.taken_at_s < self._seconds else None

    def settings(self) -> dict[str, object]:
        return {}

    def close(self) -> None:
        self._camera.close()


def told(folder: Path) -> dict[str, object]:
    return tomllib.loads((folder / "settings.toml").read_text())["recording"]


def start_of(folder: Path) -> GameState:
    return new_table(load_ruleset(str(told(folder)["rules"])), int(str(told(folder)["dealer"])))


def journal_of(folder: Path) -> list[tuple[float, Event]]:
    entries = [entry_from_line(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    times = {id(event): entry.at_s for entry in entries for event in entry.events}
    return [(times[id(event)], event) for event in events_in_force(entries)]


def walked_s(folder: Path) -> float:
    """How much of a recording is walked, in seconds."""
    discards = [at_s for at_s, event in journal_of(folder) if isinstance(event, TileDiscarded)]
    return discards[0] + AFTER_S if discards else float("inf")


def known_of(folder: Path) -> list[Event]:
    """The events of that part."""
    return [event for at_s, event in journal_of(folder) if at_s < walked_s(folder)]


def looked(folder: Path, detector: Detector) -> Iterator[SeenTable]:
    camera = Beginning(folder, walked_s(folder))
    square_mm, stacks = float(str(told(folder)["square_mm"])), start_of(folder).rules.stacks
    yield from looks(
        camera, detector, square_mm=square_mm, stacks=stacks, with_overlay=False, with_pictures=False
    )
    camera.close()


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(LIVE_MODELS)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, detector: Detector) -> Path:
    """The beginning of a deal at the simulated table, recorded while it was followed."""
    folder = tmp_path_factory.mktemp("recorded") / "evening"
    rules, settings = load_ruleset("riichi"), preset("easy")
    film, _ = film_of(rules, play_deal(rules, 4)[:3], settings, 4)
    pictures = [shot.picture for shot in shots(film, RATE, 4)]
    camera = SimulatedCamera(pictures, rate=RATE, every_frame=True, clock=SteppedClock())
    begin_recording(folder, RecordingSettings("riichi", settings.square_mm, RATE))
    writer, table = JournalWriter(folder, print), LiveTable(rules, Journal(None), 0)
    recorded = RecordedCamera(camera, FrameWriter(folder, print))
    seen = looks(recorded, detector, square_mm=settings.square_mm, stacks=rules.stacks, with_overlay=False)
    for _ in pictures:
        table.see(next(seen))
        writer.take(table)
    table.finish()
    writer.take(table)
    table.close()
    assert pack(folder) == len(pictures)
    return folder


@pytest.fixture(params=[pytest.param(path, id=path.name) for path in GAMES] + ["recorded"])
def folder(request: pytest.FixtureRequest) -> Path:
    return request.getfixturevalue("recorded") if request.param == "recorded" else request.param


@pytest.fixture(scope="module")
def walks() -> dict[Path, list[SeenTable]]:
    """The looks at each recording, taken once."""
    return {}


def walk(folder: Path, walks: dict[Path, list[SeenTable]], detector: Detector) -> list[SeenTable]:
    if folder not in walks:
        walks[folder] = [replace(seen, picture=None) for seen in looked(folder, detector)]
    return walks[folder]


def dice_as_thrown(seen: Sequence[SeenTable], journal: Sequence[tuple[float, Event]]) -> list[int]:
    """What the dice show last where they fell: until the break, when they are put aside beside a wall."""
    broken_s = next(at_s for at_s, event in journal if isinstance(event, WallBroken))
    last = [look.reading for look in seen if look.at_s <= broken_s and look.reading.dice][-1]
    return sorted(die.pips or 0 for die in last.dice)


def test_the_journal_replays_to_the_final_table(folder: Path) -> None:
    state = start_of(folder)
    for _, event in journal_of(folder):
        state = apply(state, event)
    assert table_text(state).strip() == (folder / "final.txt").read_text().strip()


def test_the_frames_are_read_as_the_journal_says(
    folder: Path, walks: dict[Path, list[SeenTable]], detector: Detector
) -> None:
    seen = walk(folder, walks, detector)
    state = start_of(folder)
    for event in known_of(folder):
        state = apply(state, event)
    reading = seen[-1].reading
    assert [side.heights for side in reading.walls if None not in side.heights] == [
        heights
        for side, heights in zip(reading.walls, state.wall.heights, strict=True)
        if None not in side.heights
    ]
    for seat, own in zip(reading.seats, state.seats, strict=True):
        assert len(seat.river) == len(own.lying_river)
        assert len(seat.flowers) == len(own.flowers)
    if state.dice:
        assert dice_as_thrown(seen, journal_of(folder)) == sorted(state.dice[-1][1])


def test_what_is_inferred_from_the_frames_is_the_journal(
    folder: Path, walks: dict[Path, list[SeenTable]], detector: Detector
) -> None:
    seen = walk(folder, walks, detector)
    start = start_of(folder)
    table = LiveTable(start.rules, Journal(None), start.dealer)
    for look in seen:
        table.see(look)
    table.finish()
    known = known_of(folder)
    assert len(known) >= 2
    told = [event for event in table.events if not isinstance(event, StacksTaken)]
    assert [act_of(event) for event in told] == [act_of(event) for event in known]
