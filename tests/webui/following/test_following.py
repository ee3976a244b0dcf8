"""Nothing behind a look stops the following: the look is left out, and the table goes on from its journal."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import cache

import click.testing
import numpy as np
import pytest

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import Event, FaultFound, ScoresChanged, TileDiscarded, Won
from engine.table.expected import expected
from hardware.camera import Frame
from tests.webui.full_disk import FullJournal
from tests.webui.gone_wrong import FailingJournal, NowAndThen
from tests.webui.live_tables import OPENING, looked, reading_after, table
from vision.simulate.filming.recording import as_seen
from vision.simulate.playing.play import play_deal
from webui.cli import jantaku
from webui.following import LONGEST_WAIT_S, Following
from webui.live.camera_state import camera_json
from webui.live.room import Room
from webui.live.session import new_session
from webui.live_table import LiveTable
from webui.mishaps import Mishaps
from webui.storage.folding import effective, folded
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable, looks
from webui.words import languages, load_words

MCR = load_ruleset("mcr")
PARTS = [
    pytest.param("engine.follow.weigh.tracker", "nearest", "mcr", id="inference"),
    pytest.param("engine.follow.weigh.tracker", "nearest", "riichi", id="inference in riichi"),
    pytest.param("engine.follow.tell.writing", "scored", "hong_kong", id="scoring"),
    pytest.param("engine.follow.tell.writing", "ending", "riichi", id="the end of the deal"),
    pytest.param("engine.follow.tell.writing", "faults_told", "mcr", id="faults"),
    pytest.param("webui.live.room", "keep", "riichi", id="evidence"),
    pytest.param("webui.text.story", "announce", "hong_kong", id="announcing"),
    pytest.param("webui.live.tentative", "continued", "riichi", id="the story"),
]


def whole_deal(rules: Ruleset) -> Iterator[SeenTable]:
    """Perfect looks of a deal, two a second, five after each act."""
    state, at_s = new_table(rules), 0.0
    for event in play_deal(rules, 11):
        state = apply(state, event)
        for _ in range(5):
            at_s += 0.5
            yield looked(expected(state), at_s)
    for _ in range(10):
        at_s += 0.5
        yield looked(expected(state), at_s)


def followed(rules: Ruleset, journal: Journal | None = None) -> Room:
    """The room after all looks of the deal."""
    kept = journal or Journal(None)
    room = Room(lambda: new_session(rules, kept))
    for seen in whole_deal(rules):
        room.see(seen)
    room.finish()
    return room


def told(room: Room) -> list[Event]:
    """What counts in the journal, without what a score says of itself."""
    events = [event for entry in effective(room.entries) for event in entry.events]
    return [replace(each, score=None) if isinstance(each, Won) else each for each in events]


def assert_told_alike(room: Room, truth: list[Event]) -> None:
    """Every act once and in its place; points that are not paid wait for a person, with the win in doubt."""
    found = told(room)
    assert acts(found) == acts(truth)
    if found != truth:
        assert [each for each in found if isinstance(each, ScoresChanged)] == []
        (won,) = (entry for entry in effective(room.entries) if any(isinstance(e, Won) for e in entry.events))
        assert won.doubtful


def acts(events: list[Event]) -> list[Event]:
    return [each for each in events if not isinstance(each, ScoresChanged)]


@cache
def undisturbed(name: str) -> list[Event]:
    """What is told of the deal when nothing goes wrong."""
    return told(followed(load_ruleset(name)))


@pytest.mark.parametrize(("module", "function", "name"), PARTS)
def test_one_look_in_ten_going_wrong_changes_nothing_of_what_is_told(
    monkeypatch, name, module, function
) -> None:
    truth = undisturbed(name)
    part = NowAndThen(monkeypatch, module, function)
    room = followed(load_ruleset(name))
    assert part.failed >= 1
    assert_told_alike(room, truth)
    assert room.state == folded(room.state.rules, room.entries, room.start.dealer)
    assert room.camera_state.trouble is None


@pytest.mark.parametrize("name", ["riichi", "hong_kong"])
@pytest.mark.parametrize("after_writing", [False, True], ids=["nothing written", "written all the same"])
def test_one_write_in_ten_going_wrong_loses_and_doubles_nothing(name, after_writing) -> None:
    journal = FailingJournal(after_writing=after_writing)
    room = followed(load_ruleset(name), journal)
    assert journal.failed > 5
    assert_told_alike(room, undisturbed(name))
    assert [entry.events for entry in journal.entries()] == [entry.events for entry in room.entries]
    assert [item.entry.number for item in room.story] == list(range(1, len(room.entries) + 1))


def test_the_cause_is_logged_once_with_its_traceback_and_counted_every_time(monkeypatch, caplog) -> None:
    NowAndThen(monkeypatch, "engine.follow.weigh.tracker", "nearest")
    room = followed(MCR)
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(records) == 1
    assert records[0].exc_info is not None
    assert "nearest went wrong on purpose" in records[0].getMessage()
    assert room.mishaps.count > 10
    assert room.mishaps.causes == 1


def test_when_every_look_goes_wrong_the_tries_become_rarer_and_end_with_the_wrong(monkeypatch) -> None:
    part = NowAndThen(monkeypatch, "engine.follow.weigh.tracker", "nearest", every=1)
    mishaps = Mishaps("a test")
    following = Following(table(*OPENING), mishaps, lambda: 1_700_000_000.0)
    reading = reading_after(following.table, TileDiscarded(0, "1z"))
    for look in range(300):
        following.see(looked(replace(reading), look * 0.2))
    assert part.failed < 20
    assert mishaps.count == 300, "looks that were not tried are left out too"
    assert following.trouble is not None
    assert (following.trouble.since, following.trouble.looks) == (1_700_000_000.0, 300)
    part.is_off = True
    for look in range(300, 300 + round(LONGEST_WAIT_S / 0.2) + 10):
        following.see(looked(replace(reading), look * 0.2))
    assert following.trouble is None
    assert following.table.events[-1] == TileDiscarded(0, "1z")


def test_what_a_person_enters_lets_the_next_look_be_tried_at_once(monkeypatch) -> None:
    part = NowAndThen(monkeypatch, "engine.follow.weigh.tracker", "nearest", every=1)
    room = Room(lambda: new_session(MCR, Journal(None)))
    for look in range(100):
        room.see(looked(expected(room.state), look * 0.2))
    tries = part.calls
    room.record("player", OPENING)
    room.see(looked(expected(room.state), 20.1))
    assert part.calls == tries + 1


@pytest.mark.parametrize("language", languages())
def test_the_page_says_what_stopped_and_since_when_only_while_it_lasts(monkeypatch, language) -> None:
    words = load_words(language)
    part = NowAndThen(monkeypatch, "engine.follow.weigh.tracker", "nearest", every=1)
    room = Room(lambda: new_session(MCR, Journal(None)))
    room.see(looked(expected(room.state), 0.0))
    assert camera_json(room.camera_state, words)["trouble"] == "", "one look alone is soon made good"
    room.see(looked(replace(expected(room.state)), 0.2))
    said = str(camera_json(room.camera_state, words)["trouble"])
    assert "nearest went wrong on purpose" in said
    assert ":" in said
    part.is_off = True
    room.see(looked(replace(expected(room.state)), 20.0))
    assert camera_json(room.camera_state, words)["trouble"] == ""


def test_a_full_disk_keeps_nothing_and_says_so_until_there_is_room_again() -> None:
    journal = FullJournal(None)
    room = Room(lambda: new_session(MCR, journal))
    room.record("player", OPENING)
    kept = room.entries
    state = apply(room.state, TileDiscarded(0, "1z"))
    journal.is_full = True
    for look in range(50):
        room.see(looked(replace(expected(state)), look * 0.2))
    assert room.entries == kept
    assert "full" in str(camera_json(room.camera_state, load_words("en"))["trouble"])
    journal.is_full = False
    for look in range(50, 120):
        room.see(looked(replace(expected(state)), look * 0.2))
    assert told(room)[-1] == TileDiscarded(0, "1z")
    assert told(room).count(TileDiscarded(0, "1z")) == 1
    assert room.camera_state.trouble is None


def test_who_is_east_is_still_found_out_after_a_look_went_wrong(monkeypatch) -> None:
    rules = load_ruleset("mcr")
    part = NowAndThen(monkeypatch, "engine.follow.weigh.tracker", "nearest", every=7)
    room = Room(lambda: new_session(rules, Journal(None), None))
    state, at_s, truth = new_table(rules, 2), 0.0, []
    for event in play_deal(rules, 5, 2)[:12]:
        state = apply(state, event)
        truth.append(as_seen(event, rules))
        for _ in range(6):
            at_s += 0.5
            room.see(looked(replace(expected(state)), at_s))
    assert part.failed > 3
    assert room.state.dealer == 2
    assert [event for event in told(room) if not isinstance(event, FaultFound)] == truth


def test_a_look_of_eyes_that_were_replaced_is_dropped() -> None:
    room = Room(lambda: new_session(MCR, Journal(None)))
    room.record("player", OPENING)
    first, second = room.new_watch(), room.new_watch()
    state = apply(room.state, TileDiscarded(0, "1z"))
    for look in range(20):
        room.see(looked(replace(expected(state)), look * 0.2), first)
    assert len(room.entries) == 1
    assert room.camera_state.look == 0
    room.set_condition("stopped", "by the first", first)
    assert room.camera_state.condition == "starting"
    for look in range(20):
        room.see(looked(replace(expected(state)), look * 0.2), second)
    assert told(room)[-1] == TileDiscarded(0, "1z")


def test_a_session_that_cannot_be_opened_is_opened_by_a_later_look() -> None:
    sessions = iter([new_session(MCR, Journal(None)), None, new_session(MCR, Journal(None))])

    def open_session():
        opened = next(sessions)
        if opened is None:
            raise OSError(28, "No space left on device")
        return opened

    room = Room(open_session)
    with pytest.raises(OSError, match="No space left"):
        room.begin()
    room.see(looked(expected(room.state), 0.0))
    room.record("player", OPENING)
    assert len(room.entries) == 1


class _Blank:
    """A camera that shows three grey pictures."""

    is_live = False

    def __init__(self) -> None:
        self._left = 3

    def read(self) -> Frame | None:
        self._left -= 1
        number = 3 - self._left
        return Frame(np.zeros((8, 8, 3), np.uint8), 0.2 * number, number) if self._left >= 0 else None

    def settings(self):
        return {}


def test_a_picture_that_breaks_the_reading_is_a_failed_look(monkeypatch) -> None:
    NowAndThen(monkeypatch, "vision.pipeline.looker", "calibrate_from_markers", every=2)
    mishaps = Mishaps("a test")
    seen = list(looks(_Blank(), None, square_mm=850.0, mishaps=mishaps))
    assert [each.status.get("look") for each in seen] == ["failed", None, "failed"]
    assert mishaps.count == 2


def test_jantaku_watch_goes_on_and_ends_with_a_count_and_another_status(monkeypatch, tmp_path) -> None:
    rules = load_ruleset("mcr")
    NowAndThen(monkeypatch, "engine.follow.weigh.tracker", "nearest")
    monkeypatch.setattr("webui.commands.camera.watch.looks", lambda *_, **__: whole_deal(rules))
    monkeypatch.setattr("webui.commands.camera.watch.open_camera", lambda *_, **__: nullcontext())
    monkeypatch.setattr("webui.commands.camera.watch.Detector.load", lambda *_: None)
    monkeypatch.setattr("webui.commands.camera.watch.sets_for", lambda *_: None)
    journal = tmp_path / "kept.db"
    asked = ["watch", "simulated:", "--rules", "mcr", "--dealer", "0", "--json", "--journal", str(journal)]
    done = click.testing.CliRunner().invoke(jantaku, asked)
    assert done.exit_code == 1
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines[-1]["final"]["phase"] == "ended"
    assert "looks went wrong and were left out" in done.output


def test_a_table_taken_up_again_is_the_one_its_journal_tells() -> None:
    live = table(*OPENING)
    assert isinstance(live, LiveTable)
    again = live.taken_up_again()
    assert (again.state, again.entries, again.journal) == (live.state, live.entries, live.journal)
