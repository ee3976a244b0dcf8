"""Phones at the seats: codes that work once, calls, differences with the camera, who may what."""

import re
import threading

import pytest

from engine.rules import load_ruleset
from engine.table.events import (
    ChowClaimed,
    ClaimAwarded,
    ClaimCalled,
    ClaimRefused,
    FaultFound,
    HandsDealt,
    RefereeCalled,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from tests.webui.phones import StoodStill, told
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.seats.desk import Desk
from webui.storage.journal import Journal


class Table:
    """An application and the phones at it."""

    def __init__(self, app, new_visitor):
        self.desk = app.extensions["desk"]
        self.visitor = lambda: new_visitor(app)

    def code(self, seat):
        answer = self.visitor().post("/seats/codes", {"seat": seat})
        assert answer.status_code == 201
        return re.search(r"pass=([\w-]+)", answer.json["address"])[1]

    def phone(self, seat):
        """A phone of its own in `seat`."""
        phone = self.visitor()
        assert phone.post("/seats/sit", {"pass": self.code(seat)}).json == {"seat": seat}
        return phone


@pytest.fixture
def clock():
    return StoodStill()


@pytest.fixture
def opened(clock):
    """A table at which East has just discarded an east wind."""
    rules = load_ruleset("mcr")
    room = Room(lambda: new_session(rules, Journal(None)), clock)
    for event in (WallBuilt(), WallBroken(2, 13), HandsDealt(0), TileDiscarded(0, "1z")):
        room.record("import", (event,))
    yield room
    room.close()


@pytest.fixture
def table(opened, new_visitor):
    app = create_app(opened, b"secret")
    yield Table(app, new_visitor)
    app.extensions["desk"].close()


def test_a_code_seats_one_phone_and_no_second_one(table):
    given = table.code(2)
    first, second = table.visitor(), table.visitor()
    assert "West" in first.get(f"/seat?pass={given}").text
    assert first.post("/seats/sit", {"pass": given}).status_code == 201
    assert second.post("/seats/sit", {"pass": given}).status_code == 410
    assert first.get("/seats").json["seated"] == [2]


def test_looking_at_a_code_does_not_use_it_up(table):
    given = table.code(1)
    for _ in range(3):
        table.visitor().get(f"/seat?pass={given}")
    assert table.visitor().post("/seats/sit", {"pass": given}).status_code == 201


def test_the_code_is_drawn_without_anything_a_strict_page_refuses(table):
    drawing = table.visitor().post("/seats/codes", {"seat": 0}).json["drawing"]
    assert drawing.startswith("<svg")
    assert "style=" not in drawing
    assert "http://" not in drawing.replace("http://www.w3.org/2000/svg", "")


def test_a_phone_that_stands_up_has_no_seat_and_cannot_call(table):
    phone = table.phone(1)
    assert phone.post("/seats/stand", {}).status_code == 200
    assert phone.post("/seats/call", {"call": "pung"}).status_code == 409
    assert phone.get("/seats/melds.svg").status_code == 404


def test_the_nearest_win_is_had_at_once_and_told_with_both_calls(table, opened):
    south, north = table.phone(1), table.phone(3)
    north.post("/seats/call", {"call": "pung"})
    south.post("/seats/call", {"call": "win"})
    last = [(type(event).__name__, event.seat) for event in told(opened)[-4:]]
    assert last == [("ClaimCalled", 3), ("ClaimCalled", 1), ("ClaimAwarded", 1), ("ClaimRefused", 3)]
    state = south.get("/seats").json
    assert {each["seat"]: each["became"] for each in state["calls"]} == {1: "awarded", 3: "refused"}
    assert state["calls"][0]["rule"] == "S004-83"


def test_a_call_moves_no_tile(table, opened):
    before = opened.state
    table.phone(2).post("/seats/call", {"call": "pung"})
    assert opened.state == before
    assert told(opened)[-1] == ClaimCalled(2, "pung")


def test_without_a_camera_a_set_that_was_awarded_is_entered(table, opened):
    phones = [table.phone(seat) for seat in (1, 2, 3)]
    opened.set_condition("off")
    phones[1].post("/seats/call", {"call": "pung"})
    phones[0].post("/seats/call", {"call": "pass"})
    phones[2].post("/seats/call", {"call": "pass"})
    assert ClaimAwarded(2, "pung", 0, "1z") in told(opened)
    assert [meld.kind for meld in opened.state.seats[2].melds] == ["pung"]


def test_with_a_camera_the_award_waits_for_its_eyes(table, opened):
    phones = [table.phone(seat) for seat in (1, 2, 3)]
    opened.set_condition("watching")
    phones[1].post("/seats/call", {"call": "pung"})
    phones[0].post("/seats/call", {"call": "pass"})
    phones[2].post("/seats/call", {"call": "pass"})
    assert told(opened)[-1] == ClaimAwarded(2, "pung", 0, "1z")
    assert opened.state.seats[2].melds == ()


def test_a_difference_is_entered_or_dismissed_by_its_number(table, opened):
    phones = [table.phone(seat) for seat in (1, 2, 3)]
    opened.set_condition("watching")
    for phone, call in zip(phones, ("pass", "pung", "pass"), strict=True):
        phone.post("/seats/call", {"call": call})
    opened.record("camera", (TileDiscarded(1, "2z"),))
    [difference] = table.desk.catch_up()["differences"]
    assert (difference["seat"], difference["call"], difference["seen"]) == (2, "pung", None)
    assert table.desk.json()["watched"] is True
    number = difference["number"]
    assert phones[0].post("/seats/differences", {"number": 99, "happened": False}).status_code == 409
    assert phones[0].post("/seats/differences", {"number": number, "happened": False}).status_code == 200
    assert phones[0].get("/seats").json["differences"] == []


def test_a_claim_the_camera_missed_takes_the_tile_it_was_called_for_also_when_another_was_discarded(
    table, opened
):
    phones = [table.phone(seat) for seat in (1, 2, 3)]
    opened.set_condition("watching")
    for phone, call in zip(phones, ("pass", "pung", "pass"), strict=True):
        phone.post("/seats/call", {"call": call})
    opened.record("camera", (TileDiscarded(2, "2z"),))
    [difference] = table.desk.catch_up()["differences"]
    assert difference["tile"] == "1z"
    entered = phones[1].post("/seats/differences", {"number": difference["number"], "happened": True})
    assert entered.status_code == 201
    assert [meld.tiles for meld in opened.state.seats[2].melds] == [("1z",) * 3]
    assert [discard.tile for discard in opened.state.seats[2].river] == ["2z"]
    assert phones[0].get("/seats").json["differences"] == []


def test_time_decides_what_nobody_hurries(table, opened, clock):
    phones = {seat: table.phone(seat) for seat in (1, 2)}
    opened.set_condition("watching")
    phones[1].post("/seats/call", {"call": "chow"})
    clock.at_s += 2.9
    phones[2].post("/seats/call", {"call": "pung"})
    table.desk.catch_up()
    assert told(opened)[-2:] == [ClaimCalled(1, "chow"), ClaimCalled(2, "pung")]
    clock.at_s += 0.1
    table.desk.catch_up()
    assert told(opened)[-2:] == [ClaimAwarded(2, "pung", 0, "1z"), ClaimRefused(1, "chow", "set_first")]


def test_a_phone_calls_the_referee_for_its_seat(table, opened):
    assert table.phone(3).post("/seats/referee", {}).status_code == 201
    assert told(opened)[-1] == RefereeCalled(3)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/seats/call", {"call": "chi"}),
        ("/seats/call", {}),
        ("/seats/call", []),
        ("/seats/codes", {"seat": 4}),
        ("/seats/codes", {"seat": True}),
        ("/seats/sit", {"pass": 7}),
        ("/seats/clock", {"on": "yes"}),
        ("/seats/differences", {"number": 1}),
    ],
)
def test_a_bad_request_is_one_line(table, path, body):
    answer = table.phone(0).post(path, body)
    assert answer.status_code == 400
    assert "\n" not in answer.json["error"]


def test_a_desk_follows_a_table_that_begins_anew(opened):
    desk = Desk(opened)
    desk.call(2, "pung")
    opened.begin()
    assert desk.catch_up()["window"] is None
    opened.record("player", (TileDiscarded(0, "5p"),))
    assert desk.catch_up()["window"]["tile"] == "5p"
    desk.close()


def test_the_clock_is_told_only_where_it_was_switched_on(table, opened):
    visitor = table.visitor()
    assert visitor.get("/seats").json["timed"] is False
    assert visitor.post("/seats/clock", {"on": True}).status_code == 200
    assert visitor.get("/seats").json["timed"] is True


def test_a_desk_without_phones_has_no_thread():
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    desk = Desk(room)
    room.record("import", (TileDiscarded(0, "5p"),))
    assert desk.json()["window"] is None
    desk.close()
    room.close()


def test_a_phone_that_only_looks_hears_of_the_next_discard(table, opened):
    before = set(threading.enumerate())
    table.phone(2).get("/seat")
    opened.record("camera", (TileDiscarded(1, "2z"),))
    assert table.desk.catch_up()["window"]["tile"] == "2z"
    assert [each.name for each in set(threading.enumerate()) - before] == ["desk"]


@pytest.fixture
def timed(opened, clock):
    """Phones at a table that nobody watches; East has just discarded, and a clock runs (3 s)."""
    desk = Desk(opened)
    opened.set_condition("off")
    desk.open()
    desk.catch_up()
    yield desk
    desk.close()


@pytest.mark.rule("S004-83")
@pytest.mark.rule("S004-88")
@pytest.mark.parametrize(
    ("hasty", "name"),
    [
        (ChowClaimed(1, 0, "1z", ("1z", None, None)), "claim_out_of_precedence"),
        (TileDrawn(1), "drew_before_claim_time"),
    ],
    ids=["a chow laid at once", "a tile drawn at once"],
)
def test_a_pung_called_in_time_gets_the_tile_that_was_taken_or_drawn_over_too_hastily(
    timed, opened, clock, hasty, name
):
    clock.at_s += 1.0
    opened.record("player", (hasty,))
    clock.at_s += 1.0
    timed.call(3, "pung")
    clock.at_s += 1.1
    timed.catch_up()
    assert ClaimAwarded(3, "pung", 0, "1z") in told(opened)
    found = [(event.name, event.seat) for event in told(opened) if isinstance(event, FaultFound)]
    assert found == [(name, 1)]
    state = opened.state
    assert (state.turn, state.seats[1].melds) == (3, ())
    assert [meld.kind for meld in state.seats[3].melds] == ["pung"]
    assert len(state.seats[1].standing) == 13


@pytest.mark.rule("S004-88")
@pytest.mark.parametrize(
    "hasty", [ChowClaimed(1, 0, "1z", ("1z", None, None)), TileDrawn(1)], ids=["chow", "draw"]
)
def test_a_pung_called_too_late_gets_nothing_and_nobody_is_at_fault(timed, opened, clock, hasty):
    clock.at_s += 1.0
    opened.record("player", (hasty,))
    clock.at_s += 2.1
    timed.catch_up()
    timed.call(3, "pung")
    clock.at_s += 2.0
    timed.catch_up()
    assert not [event for event in told(opened) if isinstance(event, ClaimAwarded | FaultFound)]
    assert opened.state.turn == 1
