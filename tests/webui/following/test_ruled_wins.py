"""Wins that wait for a referee, and several winners of one tile: at the live table and on his page."""

from dataclasses import replace

import pytest

from engine.journal.amend import in_force
from engine.judge.deal_points import settle
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.events import (
    DealStarted,
    FaultFound,
    HandsDealt,
    PenaltyGiven,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.wins import counted_winners, waiting_winners
from tests.webui.conftest import Visitor
from tests.webui.live_tables import OPENING, events_of, looked, reading_after, table
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.scores.store.ledger import ledger_of
from webui.storage.journal import Journal

STRAIGHT = parse_tiles("123m456m789m11p23s")
"""Waits for 1s and 4s: a full straight."""
RIICHI, DOUBLES = load_ruleset("riichi"), load_ruleset("doubles")
OTHER_STRAIGHT = parse_tiles("123p456p789p22m56s")
"""Waits for 4s and 7s."""
THIRD_STRAIGHT = parse_tiles("123p456p789p33m56s")


def seen_for(live, reading, at_s):
    """What is told when the table lies as it did and then so, for three seconds each."""
    for look in range(16):
        live.see(looked(expected(live.state), at_s - 3.2 + look / 5))
    return [event for look in range(16) for event in events_of(live.see(looked(reading, at_s + look / 5)))]


def standing(live):
    return [event for entry in in_force(live.entries) for event in entry.events]


@pytest.mark.rule("S001-29")
@pytest.mark.parametrize("order", [(1, 3), (3, 1)], ids=["nearest first", "nearest last"])
def test_counters_and_sticks_go_to_the_nearest_winner_whoever_is_seen_first(order):
    live = table(DealStarted(0, honba=2, riichi_sticks=1), *OPENING, TileDiscarded(0, "4s"), rules=RIICHI)
    hands = {1: STRAIGHT, 3: OTHER_STRAIGHT}
    before = live.state
    for place, seat in enumerate(order):
        seen = reading_after(live, Won(seat, "4s", 0, hands[seat]))
        told = seen_for(live, seen, 20.0 + 10 * place)
        assert [type(event) for event in told if not isinstance(event, Won)][-1] is ScoresChanged
    due = settle(before, [Won(seat, "4s", 0, hands[seat]) for seat in order]).payments
    assert tuple(seat.score - 25_000 for seat in live.state.seats) == due
    assert (sum(due), live.state.riichi_sticks) == (1000, 0)
    cards = {event.seat: event.score["seat_payments"] for event in standing(live) if isinstance(event, Won)}
    assert sum(cards[1]) == 1000, "the card of the nearest shows the stick"
    assert sum(cards[3]) == 0
    assert tuple(map(sum, zip(*cards.values(), strict=True))) == due


@pytest.mark.rule("S000-24")
@pytest.mark.rule("S000-25")
@pytest.mark.parametrize("order", [(3, 2, 1), (1, 2, 3)])
def test_in_doubles_the_nearest_is_paid_until_all_three_have_won(order):
    rules = replace(DOUBLES, minimum=0)
    live = table(*OPENING, TileDiscarded(0, "4s"), rules=rules)
    hands = {1: STRAIGHT, 2: OTHER_STRAIGHT, 3: THIRD_STRAIGHT}
    before, wins = live.state, []
    for place, seat in enumerate(order):
        wins.append(Won(seat, "4s", 0, hands[seat]))
        seen_for(live, reading_after(live, wins[-1]), 20.0 + 10 * place)
        assert tuple(each.score for each in live.state.seats) == settle(before, wins).payments
        nearest = min(order[: place + 1])
        paid = (nearest,) if place < 2 else (1, 2, 3)
        assert counted_winners(live.state) == paid
    assert not any(isinstance(event, FaultFound) for event in standing(live))


@pytest.mark.rule("G-06")
def test_a_third_winner_in_riichi_takes_back_what_the_two_before_were_paid():
    live = table(DealStarted(0, riichi_sticks=1), *OPENING, TileDiscarded(0, "4s"), rules=RIICHI)
    for place, (seat, hand) in enumerate({1: STRAIGHT, 3: OTHER_STRAIGHT, 2: THIRD_STRAIGHT}.items()):
        seen_for(live, reading_after(live, Won(seat, "4s", 0, hand)), 20.0 + 10 * place)
    assert live.state.ended_by == "triple_win"
    assert [seat.score for seat in live.state.seats] == [25_000] * 4
    assert live.state.riichi_sticks == 1


FALSE = Won(3, "9s", 0, STRAIGHT)


@pytest.fixture
def room():
    opened = Room(lambda: new_session(RIICHI, Journal(None)))
    opening = (DealStarted(0, honba=1, riichi_sticks=1), WallBuilt(), WallBroken(2, 13), HandsDealt(0))
    for event in (*opening, TileDiscarded(0, "9s")):
        opened.record("import", (event,))
    yield opened
    opened.close()


@pytest.fixture
def referee(room):
    return Visitor(create_app(room, b"secret"))


def rule_on(referee, room, name, verdict, consequence=None):
    """The referee's word on the newest fault of that name."""
    number, index = next(
        (entry.number, place)
        for entry in reversed(in_force(room.entries))
        for place, event in enumerate(entry.events)
        if isinstance(event, FaultFound) and event.name == name
    )
    sent = {"number": number, "index": index, "verdict": verdict, "consequence": consequence}
    answer = referee.post("/referee/judge", sent)
    assert answer.status_code == 201, answer.json


def scores(room):
    return [seat.score for seat in room.state.seats]


def see_it(room, event, at_s=20.0):
    """The table as it is and then as it is after `event`: the act itself is seen, not concluded."""
    before, reading = expected(room.state), reading_after(room, event)
    for look in range(16):
        room.see(looked(before, at_s - 3.2 + look / 5))
    for look in range(16):
        room.see(looked(reading, at_s + look / 5))


def furiten(room):
    """West wins on a tile it has in its own river."""
    for event in (TileDrawn(1), TileDiscarded(1, "1z"), TileDrawn(2), TileDiscarded(2, "4s")):
        room.record("import", (event,))
    for event in (TileDrawn(3), TileDiscarded(3, "2z"), TileDrawn(0), TileDiscarded(0, "1s")):
        room.record("import", (event,))
    see_it(room, Won(2, "1s", 0, STRAIGHT), 40.0)


@pytest.mark.rule("S001-30")
def test_a_furiten_win_is_paid_when_the_referee_dismisses_the_fault_and_unpaid_when_he_takes_that_back(
    referee, room
):
    furiten(room)
    assert (waiting_winners(room.state), scores(room)) == ((2,), [25_000] * 4)
    assert "not paid until you rule" in referee.get("/referee?lang=en").text
    assert "waits for the referee" in referee.get("/api/entries?lang=en").text
    rule_on(referee, room, "win_on_passed_tile", "dismissed")
    assert (waiting_winners(room.state), counted_winners(room.state)) == ((), (2,))
    assert sum(scores(room)) == 101_000
    assert scores(room)[2] > 25_000
    assert room.state.riichi_sticks == 0
    assert "not paid until you rule" not in referee.get("/referee?lang=en").text
    rule_on(referee, room, "win_on_passed_tile", None)
    assert (waiting_winners(room.state), scores(room)) == ((2,), [25_000] * 4)
    assert room.state.riichi_sticks == 1


@pytest.mark.rule("S000-31")
def test_an_upheld_chombo_costs_a_mangan_and_the_deal_is_dealt_again(referee, room):
    furiten(room)
    page = referee.get("/referee?lang=en").text
    assert "the win is not paid; West pays: East +4,000, South +2,000, West −8,000, North +2,000; " in page
    assert "the deal is dealt again; dealer and counters stay, riichi bets go back" in page
    rule_on(referee, room, "win_on_passed_tile", "upheld")
    assert scores(room) == [29_000, 27_000, 17_000, 27_000]
    assert (room.state.ended_by, room.state.honba, room.state.riichi_sticks) == ("chombo", 1, 1)
    room.record("import", (DealStarted(0, 0, 1, 1),))
    assert room.state.phase == "building"
    rule_on(referee, room, "win_on_passed_tile", None)
    assert scores(room) == [25_000] * 4
    assert not any(isinstance(event, PenaltyGiven) for event in standing(room))


@pytest.mark.rule("S000-31")
@pytest.mark.rule("S004-103")
def test_a_referee_may_have_the_deal_go_on_without_the_false_winner(referee, room):
    furiten(room)
    page = referee.get("/referee?lang=en").text
    assert "the win is not paid; the hand of West is dead until the deal ends; the deal goes on" in page
    rule_on(referee, room, "win_on_passed_tile", "upheld", "dead_hand")
    assert (room.state.phase, room.state.turn, room.state.winners) == ("playing", 1, ())
    assert room.state.seats[2].is_dead_hand
    assert scores(room) == [25_000] * 4
    drawn = expected(room.state)
    assert not [event for entry in room._table.see(looked(drawn, 90.0)) for event in entry.events]


@pytest.mark.rule("S000-31")
def test_beside_a_win_that_counts_there_is_no_chombo(referee, room):
    furiten(room)
    see_it(room, Won(1, "1s", 0, OTHER_STRAIGHT[:9] + parse_tiles("22m11s")), 60.0)
    assert (counted_winners(room.state), waiting_winners(room.state)) == ((1,), (2,))
    paid = scores(room)
    assert paid[1] > 25_000
    assert paid[2] == 25_000
    assert "another win counts, so there is no chombo" in referee.get("/referee?lang=en").text
    rule_on(referee, room, "win_on_passed_tile", "upheld")
    assert (room.state.ended_by, scores(room)) == ("won", paid)


def counts(room):
    return [line.counts for deal in ledger_of(room.start, room.entries).deals for line in deal.wins]


def test_the_score_sheet_says_whether_a_win_is_paid_waits_or_does_not_count(referee, room):
    furiten(room)
    assert counts(room) == ["waits"]
    assert "waits for the referee" in referee.get("/scores?lang=en").text
    rule_on(referee, room, "win_on_passed_tile", "dismissed")
    assert counts(room) == ["paid"]
    rule_on(referee, room, "win_on_passed_tile", "upheld")
    assert counts(room) == ["void"]
    room.record("import", (DealStarted(0, 0, 1, 1),))
    assert counts(room) == ["void"]
    assert "does not count" in referee.get("/scores?lang=en").text


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_what_a_ruling_does_is_told_in_every_language(referee, room, language):
    furiten(room)
    page = referee.get(f"/referee?lang={language}").text
    assert page.count("data-effects") == 1
    assert "−8,000" in page
