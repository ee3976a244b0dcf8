"""Phones where something goes wrong: early calls, calls that cannot be, a full journal, no server."""

import pytest

from engine.judge.claim_window import ClaimWindow
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ClaimAwarded,
    ClaimRefused,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from tests.webui.full_disk import FullJournal
from tests.webui.phones import StoodStill, told
from webui.live.room import Room
from webui.live.session import new_session
from webui.seats.cannot import cannot_call
from webui.seats.desk import Desk
from webui.storage.journal import CannotKeep, Journal


@pytest.fixture
def clock():
    return StoodStill()


def riichi_room(clock, journal=None):
    """A table with three standing hands and a discard to come."""
    rules = load_ruleset("riichi")
    kept = journal or Journal(None)
    room = Room(lambda: new_session(rules, kept), clock)
    for event in (WallBuilt(), WallBroken(2, 13), HandsDealt(0)):
        room.record("import", (event,))
    return room


def wait_until(room, is_so):
    """Lets the desk's thread get there; it is given up after some seconds."""
    for _ in range(200):
        if is_so():
            return True
        room.wait(room.session, 1_000_000, 0.05)
    return False


def test_three_wins_called_before_the_discard_is_seen_break_the_deal_off_and_the_desk_goes_on(clock):
    room = riichi_room(clock)
    desk = Desk(room)
    for seat in (1, 2, 3):
        desk.call(seat, "win")
    room.record("camera", (TileDiscarded(0, "5p"),))
    assert wait_until(room, lambda: sum(isinstance(event, ClaimRefused) for event in told(room)) == 3)
    refused = [event.reason for event in told(room) if isinstance(event, ClaimRefused)]
    assert refused == ["triple_win"] * 3
    assert wait_until(room, lambda: told(room)[-1] == DealDrawn("triple_win"))
    assert (room.state.ended_by, room.state.winners) == ("triple_win", ())
    entries = len(room.entries)
    desk.catch_up()
    assert len(room.entries) == entries, "the same must not be told again and again"
    room.record("camera", (TileDrawn(1, "live"), TileDiscarded(1, "7p")))
    desk.call(3, "pung")
    clock.at_s += 60
    assert wait_until(room, lambda: ClaimAwarded(3, "pung", 1, "7p") in told(room))
    desk.close()
    room.close()


def test_a_journal_that_is_full_for_a_while_loses_the_desk_neither_its_thread_nor_an_answer(clock, tmp_path):
    journal = FullJournal(tmp_path / "riichi.db")
    room = riichi_room(clock, journal)
    desk = Desk(room)
    desk.call(3, "win")
    room.record("camera", (TileDiscarded(0, "5p"),))
    journal.is_full = True
    clock.at_s += 60
    with pytest.raises(CannotKeep, match="full"):
        desk.catch_up()
    room.nudge()
    journal.is_full = False
    assert wait_until(room, lambda: ClaimAwarded(3, "win", 0, "5p") in told(room))
    assert told(room).count(ClaimAwarded(3, "win", 0, "5p")) == 1
    desk.close()
    room.close()


@pytest.mark.rule("S000-25")
def test_three_wins_called_early_in_doubles_are_all_awarded_though_the_nearest_called_first(clock):
    rules = load_ruleset("doubles")
    room = Room(lambda: new_session(rules, Journal(None)), clock)
    for event in (WallBuilt(), WallBroken(2, 13), HandsDealt(0)):
        room.record("import", (event,))
    desk = Desk(room)
    desk.call(1, "win")
    room.record("camera", (TileDiscarded(0, "5p"),))
    desk.catch_up()
    assert not [event for event in told(room) if isinstance(event, ClaimAwarded)], "the others may still call"
    desk.call(2, "win")
    desk.call(3, "win")
    assert wait_until(room, lambda: sum(isinstance(event, ClaimAwarded) for event in told(room)) == 3)
    assert [event.seat for event in told(room) if isinstance(event, ClaimAwarded)] == [1, 2, 3]
    desk.close()
    room.close()


def test_calls_that_cannot_be_are_told_with_the_reason_and_the_rule():
    state = apply(new_table(load_ruleset("riichi")), DealStarted(0))
    state = apply(apply(state, DeclaredReady(3)), TileDiscarded(0, "5p"))
    window = ClaimWindow(state.rules, 0, "5p", 1.0)
    own, right, across, left = cannot_call(window, state, True)
    assert own["win"] == {"reason": "own_discard", "rule": "S001-27"}
    assert right == {}
    assert set(across) == {"chow"}
    assert set(left) == {"chow", "pung", "kong"}
    assert left["pung"]["reason"] == "claim_after_ready"
    assert cannot_call(None, state, True)[1] == {}  # the camera may tell of a discard a moment later
    assert cannot_call(None, state, False)[1]["win"]["reason"] == "nothing_to_claim"


def test_the_page_can_be_installed_and_has_something_to_show_offline(visitor):
    manifest = visitor.get("/manifest.webmanifest?lang=ja").json
    assert manifest["start_url"] == "/seat"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512", "any"}
    assert all(visitor.get(icon["src"]).status_code == 200 for icon in manifest["icons"])
    assert visitor.get("/worker.js").mimetype == "text/javascript"
    assert "cannot be reached" in visitor.get("/offline?lang=en").text
    assert 'rel="manifest"' in visitor.get("/").text
