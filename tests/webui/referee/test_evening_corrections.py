"""What tripped an evening up and must not again: each told, counted and offered as it is."""

import re

import pytest

from engine.formats.lines import read_lines
from engine.formats.replay import replay
from engine.table.events import DeclaredReady, StickLaid
from tests.webui.kept_games import GAME, go_on, played, win
from tests.webui.kept_table import HAND, value
from webui.scores.files.exports import as_lines, exports_of
from webui.scores.store.ledger import corrected


@pytest.fixture
def declared(table):
    """A deal won by who had declared riichi, with ippatsu: entry 2 the declaration, entry 3 the win."""
    table.enter("/scores/ready", {"seat": 1})
    circumstances = ["riichi", "ippatsu"]
    won = {"winner": 1, "giver": 2, **HAND, "ura": ["1z"], "circumstances": circumstances}
    table.enter("/scores/wins", {"wins": [won]})
    return table


def card(table):
    return next(line["card"] for line in table.now["deals"][0]["lines"] if line["kind"] == "win")


def names(card):
    return {pattern["name"] for pattern in card["patterns"]}


def test_riichi_taken_back_takes_its_patterns_and_points_along(declared):
    assert {"riichi", "ippatsu"} <= names(card(declared))
    before = declared.totals
    declared.enter("/scores/cancel", {"number": 2})
    assert not {"riichi", "ippatsu"} & names(card(declared))
    assert "ura" not in card(declared)["said"]
    assert sum(declared.totals) == 100_000
    assert declared.totals[1] < before[1]
    assert declared.totals[2] > before[2]


def test_the_preview_of_a_riichi_taken_back_tells_another_value_and_other_payments(declared):
    told = declared.post("/referee/preview", {"number": 2, "how": "undo", "events": []}).json["html"]
    was, now = re.findall(r"<(?:del|ins)>([^<]+ \(\+[\d,]+\))</", told)
    assert was != now


def test_a_declaration_put_in_later_counts_in_the_win(table):
    table.enter("/scores/wins", {"wins": [{"winner": 1, "giver": 2, **HAND}]})
    room = table.client.application.extensions["room"]
    first = room.entries[0]
    room.record("player", (*first.events, DeclaredReady(1), StickLaid(1)), amends=first.number)
    assert "riichi" in names(card(table))
    assert sum(table.totals) == 100_000


@pytest.mark.parametrize("rules", ["riichi", "mcr", "hong_kong"])
def test_a_game_kept_by_hand_is_replayed_as_it_was_told(rules):
    acts = GAME if rules == "riichi" else (win(1, 2, 8), go_on, win(0, None, 10))
    again = replay(read_lines(as_lines(played(rules, *acts))))
    assert again.agrees
    assert [deal.faults for deal in again.deals] == [()] * len(again.deals)
    assert again.final == played(rules, *acts).ledger.totals


def test_points_of_their_own_and_corrections_are_replayed_too(table):
    table.enter("/scores/wins", value(0, 1, 3))
    table.enter("/scores/points", {"payments": [-500, 500, 0, 0]})
    table.enter("/scores/next")
    table.enter("/scores/points", {"payments": [0, 0, 700, -700]})
    table.enter("/scores/wins", value(2, 3, 2))
    table.enter("/scores/wins", {**value(0, 1, 5), "amends": 2})
    game = table.now["game"]["number"]
    again = replay(read_lines(table.get(f"/scores/games/{game}/export/journal").text))
    assert again.agrees
    assert list(again.final) == table.totals


def test_other_points_than_the_hand_is_worth_are_still_told():
    lines = as_lines(played("riichi", *GAME)).replace("[0, 6200, -5200, 0]", "[0, 7200, -6200, 0]")
    assert not replay(read_lines(lines)).agrees


def test_house_rules_and_the_first_dealer_of_a_journal_count():
    lines = as_lines(played("riichi", *GAME)).splitlines()
    lines[0] = '{"rules": "riichi", "dealer": 2, "house": {"starting_points": 30000}}'
    game = read_lines("\n".join(lines))
    assert (game.rules.starting_points, game.deals[0].first_dealer) == (30_000, 2)


def test_only_what_somebody_put_right_is_called_corrected(table):
    table.enter("/scores/wins", value(0, 1, 3))
    table.enter("/scores/next")
    table.enter("/scores/wins", value(2, 3, 2))
    table.enter("/scores/wins", {**value(0, 1, 5), "amends": 2})
    lines = [line for deal in table.now["deals"] for line in deal["lines"]]
    assert [line["is_amended"] for line in lines] == [True, False]


def test_confirming_is_not_correcting():
    kept = played("riichi", win(1, 2, 3, 40))
    assert corrected(kept.entries) == frozenset()


def test_the_next_deal_is_called_out_with_its_honba_and_sticks(table):
    table.enter("/scores/ready", {"seat": 1})
    table.enter("/scores/draws", {"kind": "exhaustive", "ready": [0, 1]})
    assert table.now["next"]["name"] == "East 1, 1 honba, sticks 1"
    assert "Next: East 1, 1 honba, sticks 1" in table.get("/scores").text


def test_a_game_kept_by_hand_is_not_offered_where_every_tile_is_needed(table):
    table.enter("/scores/wins", value(0, 1, 3))
    game = table.now["game"]["number"]
    page = table.get(f"/scores/games/{game}").text
    assert "export/csv" in page
    assert "export/mjai" not in page
    assert "export/tenhou6" not in page
    assert exports_of(played("riichi", *GAME)) == ("csv", "json", "journal")


@pytest.mark.parametrize(
    ("circumstances", "giver", "said"),
    [
        (["ippatsu"], 2, "Ippatsu does not fit"),
        (["last_draw", "replacement"], 2, "Last tile of the wall does not fit"),
        (["heavenly", "earthly"], None, "exclude each other"),
    ],
)
def test_circumstances_that_cannot_be_are_named(table, circumstances, giver, said):
    winner = 0 if giver is None else 1
    won = {"winner": winner, "giver": giver, **HAND, "circumstances": circumstances}
    told = table.post("/scores/preview", {"wins": [won]}).json
    assert said in told["why"]


def test_a_win_asked_for_after_the_deal_leads_back_to_the_board(table):
    table.enter("/scores/wins", value(0, 1, 3))
    answer = table.get("/scores/win")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/scores")


def test_a_fifth_copy_entered_by_hand_is_a_fault(opened, visitor):
    for seat in (1, 2, 3, 0, 1):
        answer = visitor.post("/record", {"seat": seat, "act": "discard", "tile": "5p"})
        assert answer.status_code == 201
    found = [event.name for event in opened.entries[-1].events if hasattr(event, "rule")]
    assert found == ["fifth_copy"]
    assert not any(hasattr(event, "rule") for event in opened.entries[-2].events)
