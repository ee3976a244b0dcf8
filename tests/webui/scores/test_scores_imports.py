"""Games brought in by strangers: whatever is in the file, the book, its pages and its files stay whole."""

import csv
import io
import json
import re
import sqlite3
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rules import load_ruleset
from engine.tiles import EngineError
from tests.webui.kept_games import GAME, played, win
from webui.scores.files.exports import EXPORTS
from webui.scores.files.import_checks import MOST_ENTRIES
from webui.scores.files.imports import bring_in, read_import
from webui.scores.store.kept import KeptGame
from webui.scores.store.standings import standings

HUGE = "1" + "0" * 4000


def lines(rules="riichi", acts=GAME):
    return EXPORTS["journal"].write(played(rules, *acts)).splitlines()


def spoilt(change, acts=GAME):
    """A journal whose wins were changed by whoever sends it; what json cannot write stands as text."""
    out = []
    for line in lines(acts=acts):
        data = json.loads(line)
        for event in data.get("events", ()):
            if event["type"] == "won":
                change(event)
        out.append(json.dumps(data))
    return "\n".join(out)


def put(name, value):
    return lambda event: event["score"].__setitem__(name, value)


CARDS = {
    "a formula as the value": put("value", "=1+1"),
    "a formula as the unit": put("unit", ["=cmd"]),
    "text as points": put("points", "many"),
    "a number without end": put("points", float("inf")),
    "no number": put("value", float("nan")),
    "patterns that are text": put("patterns", "tanyao"),
    "a pattern without a value": put("patterns", [{"name": "x"}]),
    "a pattern of a formula": put("patterns", [{"name": "x", "value": "=1"}]),
    "groups that are numbers": put("groups", [1, 2]),
    "faults of another shape": put("faults", ["no"]),
    "payments that are text": put("seat_payments", ["a", "b", "c", "d"]),
    "too many payments": put("seat_payments", [0] * 9),
    "nobody liable": put("liable", 9),
    "what no card has": put("onclick", "alert(1)"),
    "what was said of another kind": put("said", {"winner": "=1"}),
    "a list": lambda event: event.__setitem__("score", [1]),
    "a text": lambda event: event.__setitem__("score", "=1+1"),
}


@pytest.mark.parametrize("change", CARDS.values(), ids=CARDS.keys())
def test_a_card_that_is_none_is_refused_in_one_line_and_nothing_is_left(table, change):
    before = table.get("/api/scores/games").json
    files = sorted((table.folder / "games").iterdir())
    answer = table.post("/scores/import", {"text": spoilt(change)})
    assert answer.status_code == 400
    assert "\n" not in answer.json["error"]
    assert table.get("/api/scores/games").json == before
    assert sorted((table.folder / "games").iterdir()) == files


def test_a_card_that_claims_more_than_the_hand_is_worth_is_made_anew(tmp_path):
    brought = read_import(spoilt(put("value", 99)))
    cards = [event.score for entry in brought.entries for event in entry.events if hasattr(event, "score")]
    assert [card["value"] for card in cards] == [3, 3]


def changed(old, new):
    return "\n".join(lines()).replace(old, new)


NUMBERS = {
    "points of 4001 digits": changed('"payments": [', f'"payments": [{HUGE}, -{HUGE}, 0, 0], "x": ['),
    "totals without end": changed('"totals": [', '"totals": [Infinity, 0, 0, 0], "x": ['),
    "more points than there can be": changed('"totals": [', '"totals": [99999999999, 0, 0, 0], "x": ['),
    "counters of 4001 digits": changed('"honba": 0', f'"honba": {HUGE}'),
    "a million counters": changed('"honba": 0', '"honba": 1000000'),
    "text where a number belongs": changed('"number": 2', '"number": "2"'),
    "a time that is none": changed('"at_s": 1.0', '"at_s": NaN'),
    "half of a character": changed('"source": "player"', '"by": "\\ud800", "source": "player"'),
    "an amendment of nothing": changed('"amends": null', '"amends": 7777'),
    "a dealer of no seat": "\n".join(['{"rules": "riichi", "dealer": 1e400}', *lines()[1:]]),
    "a dealer that is no whole number": "\n".join(['{"rules": "riichi", "dealer": 0.0}', *lines()[1:]]),
    "house rules without end": "\n".join(['{"rules": "riichi", "house": {"minimum": 1e999}}', *lines()[1:]]),
    "half a name": "\n".join(['{"rules": "riichi", "players": ["\\udfff", "b", "c", "d"]}', *lines()[1:]]),
    "a list of lists": "\n".join([lines()[0], '{"number": 1, "events": [[]]}']),
}


@pytest.mark.parametrize("text", NUMBERS.values(), ids=NUMBERS.keys())
def test_a_journal_with_what_cannot_be_is_refused_in_one_line(table, text):
    before = table.get("/api/scores/games").json
    answer = table.post("/scores/import", {"text": text})
    assert answer.status_code == 400
    assert "\n" not in answer.json["error"]
    assert table.get("/api/scores/games").json == before


def test_25_000_entries_are_refused_before_they_are_reckoned():
    first, entry = lines()[0], json.loads(lines()[1])
    many = [json.dumps({**entry, "number": number}) for number in range(1, 25_001)]
    with pytest.raises(EngineError, match=f"at most {MOST_ENTRIES}"):
        read_import("\n".join([first, *many]))
    with pytest.raises(EngineError, match="at most"):
        read_import("\n".join([first, json.dumps({**entry, "events": entry["events"] * 25_000})]))


def test_an_import_that_fails_while_it_is_written_leaves_no_game(book, tmp_path, monkeypatch):
    brought = read_import("\n".join(lines()))
    monkeypatch.setattr("webui.storage.journal.Journal.take_over", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bring_in(book, brought, "", None)
    assert book.games() == ()


def test_the_same_game_twice_is_asked_about_and_counts_once_unless_wanted(table):
    text = spoilt(lambda event: None, acts=(*GAME, win(2, 1, 5, 40)))
    assert table.post("/scores/import", {"text": text}).status_code == 201
    asked = table.post("/scores/import", {"text": text, "note": "again"})
    assert asked.status_code == 409
    assert str(asked.json["twin"]) in asked.json["error"]
    count = len([each for day in table.get("/api/scores/games").json["evenings"] for each in day["games"]])
    assert table.post("/scores/import", {"text": text, "again": True}).status_code == 201
    games = [each for day in table.get("/api/scores/games").json["evenings"] for each in day["games"]]
    assert len(games) == count + 1


PAGES = ("", "/sheet", "/export/csv", "/export/json", "/export/journal", "/export/mjai", "/export/tenhou6")
odd = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=5),
    st.sampled_from(["=1+1", "\ud800", "Infinity", "1e999"]), st.lists(st.integers(), max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_changed_in_a_journal_no_page_of_the_book_breaks(empty_table, data):
    text = lines()
    row = data.draw(st.integers(0, len(text) - 1))
    told = json.loads(text[row])
    place = told
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(odd)
            break
        place = place[key]
    text[row] = json.dumps(told)
    answer = empty_table.post("/scores/import", {"text": "\n".join(text), "again": True})
    assert answer.status_code in (201, 400)
    for page in ("/scores/games", "/scores/players", "/api/scores/players", "/scores/seasons"):
        assert empty_table.get(page).status_code == 200
    if answer.status_code == 201:
        number = answer.json["game"]["number"]
        for page in PAGES:
            assert empty_table.get(f"/scores/games/{number}{page}").status_code in (200, 409)
        assert empty_table.get(f"/replay/{number}").status_code < 500


SUMMARIES = [
    '{"points": ["=1", 2, 3, 4], "places": [1, 2, 3, 4], "results": [1, 2, 3, 4], "deals": []}',
    '{"points": [1, 2, 3, 4], "places": [9, 2, 3, 4], "results": [1, 2, 3, 4], "deals": []}',
    '{"points": [1, 2, 3, 4], "places": [1, 2, 3, 4], "results": [Infinity, 2, 3, 4], "deals": []}',
    '{"points": [1, 2, 3, 4], "places": [1, 2, 3, 4], "results": [1, 2, 3, 4], "deals": [{"wins": 3}]}',
    "[]",
    "{",
    f'{{"points": [{HUGE}, 0, 0, 0]}}',
]


@pytest.mark.parametrize("summary", SUMMARIES, ids=range(len(SUMMARIES)))
def test_a_game_in_the_book_that_cannot_be_read_is_shown_as_damaged_and_counts_nowhere(table, summary):
    number = table.post("/scores/import", {"text": "\n".join(lines()), "again": True}).json["game"]["number"]
    book = table.serving._open_book()
    spoil(book, "UPDATE games SET summary = ? WHERE id = ?", summary, number)
    for page in ("/scores/games", "/scores/players", "/scores/players/1", "/api/scores/players"):
        assert table.get(page).status_code == 200
    assert "may be damaged" in table.get("/scores/games?lang=en").text
    assert table.get(f"/scores/games/{number}").status_code == 200
    assert all(number not in [w["game"] for t in tally.best for w in [t]] for tally in tallies(book))
    spoil(book, "DELETE FROM games WHERE id = ?", number)


def test_a_game_by_rules_nobody_knows_is_named_and_holds_no_other_up(table):
    number = table.post("/scores/import", {"text": "\n".join(lines()), "again": True}).json["game"]["number"]
    book = table.serving._open_book()
    spoil(book, "UPDATE games SET rules = 'club_2031' WHERE id = ?", number)
    for page in ("/scores/games", "/scores/players", "/api/scores/games", "/replay"):
        assert table.get(page).status_code == 200
    assert "club_2031" in table.get("/scores/games").text
    refused = table.get(f"/api/scores/games/{number}")
    assert refused.status_code == 404
    assert "club_2031" in refused.json["error"]
    for act in ("open", "finish"):
        assert table.post(f"/scores/games/{number}/{act}", {}).status_code in (404, 409)
    spoil(book, "DELETE FROM games WHERE id = ?", number)


def spoil(book, change, *values):
    with sqlite3.connect(book.folder / "scores.db") as store:
        store.execute(change, values)


def tallies(book):
    return [tally for table in standings(book.games()) for tally in table.tallies]


formula = st.sampled_from("=+-@\t\r＝＋－＠")
blank = st.sampled_from(["", " ", "\u3000", ";", "a;", "Ann, "])
named = st.builds(lambda before, sign, rest: before + sign + rest, blank, formula, st.text(max_size=12))


@given(st.tuples(named | st.text(max_size=20), named, st.just("Cem"), st.just("Dov")), named)
def test_no_cell_of_the_table_for_spreadsheets_begins_as_a_formula_does(names, ended_by):
    kept = played("riichi", *GAME)
    told = EXPORTS["csv"].write(KeptGame(Named(names), kept.start, kept.entries, False))
    for row in csv.reader(io.StringIO(told, newline="")):
        for cell in row:
            if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", cell):
                continue
            for part in re.split("[;\t\r\n]", cell):
                begins = unicodedata.normalize("NFKC", part).strip()[:1]
                assert begins not in ("=", "+", "-", "@")
            assert cell[:1] not in ("\t", "\r", "\n")


class Named:
    """What the exports need of a game."""

    def __init__(self, names):
        self.names, self.rules = names, load_ruleset("riichi")
