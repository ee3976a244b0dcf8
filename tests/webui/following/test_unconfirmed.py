"""Points of a deal that the camera did not follow wait for a person, who confirms them in one press."""

from __future__ import annotations

import pytest

from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.journal.unconfirmed import GAP_CONFIDENCE, ending, is_followed, still_doubted, waits
from engine.table.events import (
    UNSEEN,
    DealDrawn,
    DealStarted,
    DiceRolled,
    FaultFound,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from tests.webui.conftest import Visitor
from tests.webui.live_tables import OPENING, events_of, looked, reading_after, table
from webui.app import create_app
from webui.live.evidence import Evidence
from webui.live.room import Room, Session
from webui.live_table import LiveTable

HAND = ("1m", "2m", "3m", "1p", "2p", "3p", "1s", "2s", "3s", "7s", "8s", "5z", "5z")
WON = Won(1, "9s", 0, HAND)
PAID = ScoresChanged((-8, 24, -8, -8), (-8, 24, -8, -8))


def entry(number, *events, source="camera", confidence=1.0, amends=None):
    return Entry(number, float(number), source, events, amends, confidence)


def won_across(apart_s: float) -> LiveTable:
    """A win that is looked at so seldom."""
    live = table(*OPENING, TileDiscarded(0, "9s"))
    seen, at_s = reading_after(live, WON), 20.0
    for reading in (*[expected(live.state)] * 3, *[seen] * 20):
        live.see(looked(reading, at_s))
        at_s += apart_s
    return live


def test_a_win_seen_between_near_looks_is_paid_at_once():
    live = won_across(0.2)
    assert isinstance(events_of(live.entries)[-1], ScoresChanged)
    assert not any(map(waits, live.entries))


@pytest.mark.parametrize("apart_s", [1.0, 3.3])
def test_a_win_told_across_a_gap_waits_and_moves_no_point(apart_s):
    live = won_across(apart_s)
    (told,) = (each for each in live.entries if any(isinstance(event, Won) for event in each.events))
    assert waits(told)
    assert told.confidence <= GAP_CONFIDENCE
    assert not any(isinstance(event, ScoresChanged) for event in events_of(live.entries))
    assert [seat.score for seat in live.state.seats] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("before", "followed"),
    [
        pytest.param([entry(1, TileDiscarded(0, "1m"))], True, id="followed"),
        pytest.param([entry(1, TileDiscarded(0, "1m"), confidence=0.8)], False, id="an act across a gap"),
        pytest.param([entry(1, TileDrawn(0), confidence=0.5)], True, id="a draw says little"),
        pytest.param([entry(1, FaultFound("", 0), confidence=0.5)], True, id="a concluded fault"),
        pytest.param(
            [
                entry(1, TileDiscarded(0, "1m"), confidence=0.8),
                entry(2, TileDiscarded(0, "2m"), source="player", amends=1),
            ],
            True,
            id="put right by a person",
        ),
    ],
)
def test_points_rest_on_the_acts_of_the_deal(before, followed):
    assert is_followed(before) is followed
    act, paid = ending(before, entry(9, WON), (PAID,))
    assert waits(act) is not followed
    assert bool(paid) is followed
    drawn, _ = ending(before, entry(9, DealDrawn()), ())
    assert waits(drawn) is not followed


def test_what_follows_from_another_amendment_still_waits():
    told, _ = ending([], entry(9, WON, confidence=0.7), (PAID,))
    kept = still_doubted(told, (WON,), (told,))
    assert waits(kept)
    assert kept.confidence == 0.7


@pytest.fixture
def waiting():
    live = won_across(1.0)
    return Room(lambda: Session(live, "kept", Evidence(None)))


@pytest.fixture
def visitor(waiting):
    return Visitor(create_app(waiting, b"secret"))


def test_a_person_confirms_what_waits_and_it_is_paid_once(waiting, visitor):
    told = next(each for each in waiting.entries if waits(each))
    assert "waits for you" in visitor.get("/scores?lang=en").text
    assert visitor.post("/scores/confirm", {"number": told.number}).status_code == 201
    assert not any(map(waits, in_force(waiting.entries)))
    paid = [seat.score for seat in waiting.state.seats]
    assert paid[1] > 0
    assert sum(paid) == 0
    assert visitor.post("/scores/confirm", {"number": told.number}).status_code in (404, 409)
    assert [seat.score for seat in waiting.state.seats] == paid


def test_what_waits_is_said_on_the_page(waiting, visitor):
    told = next(each for each in waiting.entries if waits(each))
    lines = visitor.get(f"/api/entries?after={told.number - 1}&lang=en").json["entries"][0]["told"]
    assert lines[-1]["key"] == "points_wait"
    assert "Not paid yet" in lines[-1]["text"]


@pytest.fixture
def unseen():
    """A deal in play, and after a while in which nobody looked the wall of the next one, broken."""
    live = table(*OPENING, TileDiscarded(0, "9s"), TileDrawn(1), TileDiscarded(1, "1z"))
    started = (DealDrawn(UNSEEN), DealStarted(1), WallBuilt())
    thrown = (*started, DiceRolled(1, (2, 4)), DiceRolled(2, (1, 2)))
    steps = [(), started, thrown[:-1], thrown, (*thrown, WallBroken(2, 9))]
    readings = [reading for step in steps for reading in [reading_after(live, *step)] * 12]
    for number, reading in enumerate(readings):
        live.see(looked(reading, 20.0 + 0.2 * number + 60.0 * (number >= 12)))
    return live


def test_an_end_that_nobody_saw_waits_and_the_next_deal_is_followed(unseen):
    (told,) = (each for each in unseen.entries if DealDrawn(UNSEEN) in each.events)
    assert waits(told)
    assert unseen.state.dealer == 1
    assert DiceRolled(1, (2, 4)) in unseen.events
    assert not any(isinstance(event, FaultFound) for event in unseen.events)


def test_a_person_says_how_the_deal_ended_that_nobody_saw(unseen):
    (told,) = (each for each in unseen.entries if DealDrawn(UNSEEN) in each.events)
    won = Won(2, "1z", 1, (*HAND[:9], "1z", "5z", "5z", "5z"))
    unseen.amend(Entry(0, unseen.at_s, "player", (won,), told.number))
    assert any(isinstance(event, Won) for event in unseen.events)
    assert DealDrawn(UNSEEN) not in unseen.events
    assert unseen.state.dealer == 1
    assert DiceRolled(1, (2, 4)) in unseen.events


def test_the_page_says_that_nobody_saw_the_end(unseen):
    visitor = Visitor(create_app(Room(lambda: Session(unseen, "kept", Evidence(None))), b"secret"))
    (told,) = (each for each in unseen.entries if DealDrawn(UNSEEN) in each.events)
    lines = visitor.get(f"/api/entries?after={told.number - 1}&lang=en").json["entries"][0]["told"]
    assert [line["key"] for line in lines] == ["deal_unseen", "points_wait"]
    assert "was not seen" in lines[0]["text"]
    assert "Nobody saw how it ended" in visitor.get("/scores?lang=en").text


def test_the_win_of_a_deal_whose_end_nobody_saw_is_entered_under_scores(unseen):
    room = Room(lambda: Session(unseen, "kept", Evidence(None)))
    visitor = Visitor(create_app(room, b"secret"))
    (told,) = (each for each in unseen.entries if DealDrawn(UNSEEN) in each.events)
    page = visitor.get("/scores?lang=en").text
    assert "Nobody saw how it ended" in page
    assert f'href="/scores/win/{told.number}"' in page
    sheet = visitor.get(f"/api/scores/win/{told.number}?lang=en").json
    assert [each["name"] for each in sheet["seats"]]
    won = {**sheet["wins"][0], "winner": 2, "giver": 1, "value": {"value": 8}}
    told_now = visitor.post("/scores/wins", {"wins": [won], "amends": told.number})
    assert told_now.status_code == 201, told_now.text
    assert DealDrawn(UNSEEN) not in unseen.events
    assert [seat.score for seat in room.state.seats] == [-8, -16, 32, -8]
    assert room.state.dealer == 1
    assert DiceRolled(1, (2, 4)) in unseen.events
