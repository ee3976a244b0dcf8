"""The referee: calls, rulings, penalties, amendments with their difference first, and who changed what."""

import re

import pytest

from engine.journal.amend import in_force
from engine.journal.record import event_to_json
from engine.rules import load_ruleset
from engine.table.events import (
    FaultFound,
    HandsDealt,
    PenaltyGiven,
    PungClaimed,
    RefereeCalled,
    TileDiscarded,
)
from engine.table.fault import RULES_OF_FAULTS
from engine.table.fault_groups import GROUPS
from tests.webui.conftest import Visitor
from tests.webui.wrong_claims import FAULT
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal

rule = pytest.mark.rule


def body(**values):
    return {"number": 9, "how": "change", "events": [], **values}


def pung():
    return [event_to_json(PungClaimed(2, 0, "1z", ("1z", "1z", "1z")))]


def test_a_fault_is_shown_with_its_rule_seat_time_and_links(referee):
    page = referee.get("/referee?lang=en").text
    assert "West: chow not from the player on the left" in page
    assert "A chow takes only the discard of the player on one&#39;s left." in page
    assert "S004-59" in page
    assert "/referee/entry/9" in page


def test_upholding_a_fault_lets_it_follow_and_dismissing_takes_it_away(referee, wrong_claim):
    judged = {"number": 10, "index": 0}
    assert wrong_claim.state.seats[2].is_dead_hand
    assert referee.post("/referee/judge", {**judged, "verdict": "dismissed"}).status_code == 201
    assert not wrong_claim.state.seats[2].is_dead_hand
    sent = {**judged, "verdict": "upheld", "consequence": "dead_hand", "note": "seen by all"}
    assert referee.post("/referee/judge", sent).status_code == 201
    assert wrong_claim.state.seats[2].is_dead_hand
    newest = wrong_claim.entries[-1]
    assert (newest.source, newest.by, newest.note) == ("referee", "referee", "seen by all")
    assert newest.told_at is not None
    assert referee.post("/referee/judge", {**judged, "verdict": None}).status_code == 201
    assert wrong_claim.entries[-1].events == (FAULT,)


def test_a_ruling_is_announced_in_words(referee, wrong_claim):
    referee.post("/referee/judge", {"number": 10, "index": 0, "verdict": "dismissed"})
    told = wrong_claim.story[-1].lines
    assert [line.announcement.key for line in told] == ["fault.dismissed"]


@pytest.mark.parametrize(
    ("way", "points", "paid"),
    [
        ("deduct", 10, (-10, 0, 0, 0)),
        ("share", 10, (-30, 10, 10, 10)),
        ("false_win", None, (-30, 10, 10, 10)),
    ],
)
def test_a_penalty_moves_points_as_an_event(referee, wrong_claim, way, points, paid):
    sent = {"seat": 0, "way": way, "rule": "S004-64", "name": "false_win"} | (
        {} if points is None else {"points": points}
    )
    assert referee.post("/referee/penalise", sent).status_code == 201
    assert wrong_claim.entries[-1].events == (PenaltyGiven(0, paid, "S004-64", "false_win"),)
    assert tuple(seat.score for seat in wrong_claim.state.seats) == paid


@pytest.mark.parametrize(
    ("sent", "event"),
    [
        (
            {"seat": 1, "name": "empty_call"},
            FaultFound("S004-56", 1, (), "warning", "empty_call", "upheld"),
        ),
        (
            {"seat": None, "name": "wall_knocked_down", "consequence": None},
            FaultFound("S004-24", None, (), "put_back", "wall_knocked_down", "upheld"),
        ),
        (
            {"seat": 3, "name": "hand_tile_exposed", "consequence": "dead_hand"},
            FaultFound("S004-67", 3, (), "dead_hand", "hand_tile_exposed", "upheld"),
        ),
    ],
    ids=["a player's", "the table's", "with another consequence"],
)
def test_a_fault_that_only_people_saw_is_entered_upheld(referee, wrong_claim, sent, event):
    assert referee.post("/referee/fault", {**sent, "note": "all heard it"}).status_code == 201
    newest = wrong_claim.entries[-1]
    assert (newest.source, newest.events, newest.note) == ("referee", (event,), "all heard it")
    assert [seat.is_dead_hand for seat in wrong_claim.state.seats] == [False, False, True, sent["seat"] == 3]
    assert "all heard it" in referee.get("/referee?lang=en").text


@pytest.mark.parametrize(
    ("rules", "name", "number"),
    [
        pytest.param("doubles", "claim_not_announced", "S000-10", marks=rule("S000-10")),
        pytest.param("doubles", "own_tiles_not_shown_first", "S000-28", marks=rule("S000-28")),
        pytest.param("doubles", "tile_taken_into_hand", "S000-29", marks=rule("S000-29")),
        pytest.param("beginner", "tile_taken_into_hand", "S002-31", marks=rule("S002-31")),
        pytest.param("mcr", "tile_taken_into_hand", "S004-69", marks=rule("S004-69")),
    ],
)
def test_how_a_claim_is_made_is_judged_by_people_and_told_with_its_number(rules, name, number):
    room = Room(lambda: new_session(load_ruleset(rules), Journal(None)))
    room.record("camera", (HandsDealt(0), TileDiscarded(0, "3p"), PungClaimed(1, 0, "3p", ("3p",) * 3)))
    visitor = Visitor(create_app(room, b"secret"))
    assert visitor.post("/referee/fault", {"seat": 1, "name": name}).status_code == 201
    told = dict(room.story[-1].lines[0].announcement.values)
    assert (told["rule"], told["fault"], told["seat"]) == (number, name, 1)
    assert room.state.seats[1].melds
    card = visitor.get("/referee?lang=en").text.split('class="fault-card')[1].split("</li>")[0]
    assert f'<span class="rule-number">{number}</span>' in card


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_every_fault_can_be_entered_with_its_name_rule_and_usual_consequence(referee, language):
    page = referee.get(f"/referee?lang={language}").text
    for name, (_, numbers) in RULES_OF_FAULTS.items():
        assert f'value="{name}" data-consequence="' in page
        assert any(number in page for number in numbers)
    assert page.count('class="fault-group"') == len(GROUPS)


def test_a_call_stands_until_the_referee_has_come(referee, wrong_claim):
    referee.post("/referee/call", {"seat": 1})
    referee.post("/referee/call", {"seat": None})
    assert wrong_claim.entries[-1].events == (RefereeCalled(None),)
    assert "South calls the referee" in referee.get("/referee?lang=en").text
    referee.post("/referee/answer", {})
    assert "calls the referee" not in referee.get("/referee?lang=en").text


def test_what_would_change_is_shown_and_nothing_is_written(referee, wrong_claim):
    before = wrong_claim.entries
    answer = referee.post("/referee/preview?lang=en", body(events=pung()))
    assert answer.status_code == 200
    assert {"name": "chow_not_from_left", "is_gained": False} in answer.json["faults"]
    assert "No longer a fault:" in answer.json["html"]
    assert answer.json["html"].count('<svg class="table"') == 2
    assert wrong_claim.entries == before


def test_an_accepted_amendment_takes_the_fault_along_that_it_explains(referee, wrong_claim):
    digest = referee.post("/referee/preview", body(events=pung())).json["digest"]
    sent = body(events=pung(), digest=digest, note="it was a pung")
    assert referee.post("/referee/amend", sent).status_code == 201
    amended, followed = wrong_claim.entries[-2:]
    assert (amended.amends, amended.note, amended.follows) == (9, "it was a pung", None)
    assert (followed.amends, followed.events, followed.follows) == (10, (), amended.number)
    assert wrong_claim.state.seats[2].melds[0].kind == "pung"
    assert not wrong_claim.state.seats[2].is_dead_hand
    assert [item.lines for item in wrong_claim.story[-1:]] == [()]


def test_undoing_an_amendment_brings_back_what_went_with_it(referee, wrong_claim):
    digest = referee.post("/referee/preview", body(events=pung())).json["digest"]
    referee.post("/referee/amend", body(events=pung(), digest=digest))
    newest = wrong_claim.entries[-1]
    assert newest.follows is not None
    assert referee.post("/undo", {"number": newest.number}).status_code == 201
    assert wrong_claim.state.seats[2].melds[0].kind == "chow"
    standing = [event for entry in in_force(wrong_claim.entries) for event in entry.events]
    assert "chow_not_from_left" in [event.name for event in standing if isinstance(event, FaultFound)]


def test_only_what_was_shown_can_be_accepted(referee, wrong_claim):
    digest = referee.post("/referee/preview", body(events=pung())).json["digest"]
    wrong_claim.record("player", (), amends=10)
    before = wrong_claim.entries
    answer = referee.post("/referee/amend?lang=en", body(events=pung(), digest=digest))
    assert answer.status_code == 409
    assert "Look at the difference again" in answer.json["error"]
    assert wrong_claim.entries == before


@pytest.mark.parametrize(
    ("how", "river"),
    [("before", ("5m", "1z")), ("after", ("1z", "5m")), ("undo", ()), ("change", ("5m",))],
)
def test_an_entry_can_be_changed_put_beside_or_taken_away(opened, how, river):
    visitor = Visitor(create_app(opened, b"secret"))
    sent = {"number": 8, "how": how, "events": [event_to_json(TileDiscarded(0, "5m"))]}
    digest = visitor.post("/referee/preview", sent).json["digest"]
    assert visitor.post("/referee/amend", {**sent, "digest": digest}).status_code == 201
    assert tuple(discard.tile for discard in opened.state.seats[0].river) == river


def test_what_happens_meanwhile_and_changes_nothing_of_it_does_not_disturb(referee, wrong_claim):
    digest = referee.post("/referee/preview", body(events=pung())).json["digest"]
    wrong_claim.record("camera", (TileDiscarded(2, "9p"),))
    assert referee.post("/referee/amend", body(events=pung(), digest=digest)).status_code == 201


def test_the_history_tells_who_changed_what_from_what_to_what(referee):
    digest = referee.post("/referee/preview", body(events=pung())).json["digest"]
    referee.post("/referee/amend", body(events=pung(), digest=digest, note="it was a pung"))
    page = referee.get("/referee/history?lang=en").text
    row = re.search(
        r"<li>\s*<p class=\"where\">.*?</li>\s*</ol>|<li>\s*<p class=\"where\">.*?</details>", page, re.S
    )[0]
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row))
    assert "Changed" in text
    assert "referee" in text
    assert text.index("Chow: West takes") < text.index("Pung: West takes")
    assert "it was a pung" in text
    assert "What followed: 1" in text


def test_a_correction_at_the_table_says_by_whom(referee, wrong_claim):
    referee.post("/correct", {"number": 8, "tile": "2z"})
    amended = next(entry for entry in wrong_claim.entries if entry.amends == 8)
    assert (amended.source, amended.by) == ("player", "referee")


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/referee/judge", {"number": 9, "index": 0, "verdict": "upheld"}, 409),
        ("/referee/judge", {"number": 10, "index": 5, "verdict": "upheld"}, 409),
        ("/referee/judge", {"number": 10, "index": True, "verdict": "upheld"}, 400),
        ("/referee/judge", {"number": 10, "index": 0, "verdict": "guilty"}, 400),
        ("/referee/judge", {"number": 10, "index": 0, "verdict": []}, 400),
        ("/referee/judge", {"number": 10, "index": 0, "verdict": "upheld", "consequence": {}}, 400),
        ("/referee/judge", {"number": 99, "index": 0, "verdict": "upheld"}, 404),
        ("/referee/penalise", {"seat": 4, "way": "deduct", "points": 1}, 400),
        ("/referee/penalise", {"seat": 0, "way": "deduct", "points": 0}, 400),
        ("/referee/penalise", {"seat": 0, "way": "deduct", "points": 1.5}, 400),
        ("/referee/penalise", {"seat": 0, "way": ["deduct"], "points": 1}, 400),
        ("/referee/penalise", {"seat": 0, "way": "deduct", "points": 1, "note": "x" * 401}, 400),
        ("/referee/penalise", {"seat": 0, "way": "deduct", "points": 1, "rule": "two words"}, 400),
        ("/referee/fault", {"seat": 0, "name": "rudeness"}, 400),
        ("/referee/fault", {"seat": 0, "name": ["empty_call"]}, 400),
        ("/referee/fault", {"seat": 7, "name": "empty_call"}, 400),
        ("/referee/fault", {"seat": 0, "name": "empty_call", "consequence": "banned"}, 400),
        ("/referee/call", {"seat": "east"}, 400),
        ("/referee/preview", {"number": 9, "how": "perhaps"}, 400),
        ("/referee/preview", {"number": 9, "how": {}}, 400),
        ("/referee/preview", {"number": 9, "how": "change", "events": "none"}, 400),
        ("/referee/preview", {"number": 9, "how": "change", "events": [{"type": "tile_discarded"}]}, 400),
        (
            "/referee/preview",
            {"number": 9, "how": "change", "events": [{"type": "tile_discarded", "seat": 0, "tile": "77z"}]},
            400,
        ),
        ("/referee/preview", {"number": 9, "how": "change", "events": [{}] * 21}, 400),
        ("/referee/preview", {"number": 10**30, "how": "undo"}, 400),
        ("/referee/preview", {"number": None, "how": "undo"}, 400),
        ("/referee/amend", {"number": 9, "how": "undo", "digest": "no"}, 409),
        ("/referee/amend", {"number": 9, "how": "undo"}, 409),
        ("/referee/judge", [], 400),
    ],
)
def test_what_cannot_be_is_one_line_and_changes_nothing(referee, wrong_claim, path, sent, status):
    before = wrong_claim.entries
    answer = referee.post(path, sent)
    assert answer.status_code == status
    assert answer.json["error"]
    assert wrong_claim.entries == before
