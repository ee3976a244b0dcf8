"""Games added up, and games in files: standings, exports, imports, plots."""

import csv
import io
import json
import re

import pytest

from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import PenaltyGiven
from engine.tiles import EngineError
from tests.webui.kept_games import GAME, played, win
from webui.scores.files.exports import EXPORTS
from webui.scores.files.imports import bring_in, read_import
from webui.scores.plot import Course, plot_svg
from webui.scores.store.book import ScoreBook
from webui.scores.store.kept import KeptGame
from webui.scores.store.ledger import ledger_of
from webui.scores.store.standings import standings
from webui.scores.store.summary import summary_of


def test_standings_add_results_places_wins_and_deal_ins_up(book):
    for names in (("Ann", "Bob", "Cem", "Dov"), ("Bob", "Ann", "Dov", None)):
        kept = played("riichi", *GAME)
        game = book.begin_game("by_hand", kept.start.rules, names)
        book.finish_game(game.number, summary_of(kept.ledger))
    mcr = book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", None, None, None))
    book.finish_game(mcr.number, summary_of(played("mcr", win(0, None, 24)).ledger))
    riichi, other = sorted(standings(book.games()), key=lambda table: table.games, reverse=True)
    assert (other.scoring, other.tallies[0].result) == ("mcr", 4.0)
    ann = next(tally for tally in riichi.tallies if tally.name == "Ann")
    assert (ann.games, ann.deals, ann.wins, ann.self_drawn, ann.dealt_in) == (2, 6, 2, 1, 0)
    assert ann.average_place == 1.5
    assert ann.course[-1] == ann.result
    cem = next(tally for tally in riichi.tallies if tally.name == "Cem")
    assert cem.deal_in_rate == pytest.approx(1 / 3)
    assert [win["value"] for win in ann.best] == [3, 3]


def test_games_that_are_on_count_in_no_standings(book):
    book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", "Bob", None, None))
    assert standings(book.games()) == ()


# Exports and imports


def test_a_game_kept_by_hand_comes_back_from_its_own_lines(tmp_path):
    book = ScoreBook(tmp_path)
    kept = played("riichi", *GAME)
    brought = read_import(EXPORTS["journal"].write(kept))
    game = bring_in(book, brought, "a note", None)
    assert game.summary == json.loads(json.dumps(summary_of(kept.ledger)))
    assert (game.kind, game.note) == ("import", "a note")
    book.close()


@pytest.mark.parametrize("name", ["tenhou6", "mjai"])
def test_formats_that_need_every_tile_refuse_a_game_kept_by_hand(name):
    with pytest.raises(EngineError, match="needs every tile of every deal"):
        EXPORTS[name].write(played("riichi", *GAME))


@pytest.mark.parametrize("name", ["tenhou6", "mjai"])
def test_formats_of_riichi_refuse_other_rules(name):
    with pytest.raises(EngineError, match="riichi games only"):
        EXPORTS[name].write(played("mcr", win(0, None, 24)))


MJAI = "\n".join(
    json.dumps(act)
    for act in [
        {"type": "start_game", "names": ["Ann", "Bob", "Cem", "Dov"]},
        {
            "type": "start_kyoku",
            "bakaze": "E",
            "kyoku": 1,
            "honba": 0,
            "kyotaku": 0,
            "oya": 0,
            "scores": [25000] * 4,
            "dora_marker": "1p",
            "tehais": [
                ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1s", "2s", "E", "E"],
                ["1p", "1p", "4p", "4p", "7p", "7p", "2s", "5s", "8s", "S", "S", "W", "W"],
                ["2p", "2p", "5p", "5p", "8p", "8p", "4s", "6s", "9s", "N", "N", "P", "P"],
                ["3p", "3p", "6p", "6p", "9p", "9p", "4s", "6s", "9s", "F", "F", "C", "C"],
            ],
        },
        {"type": "tsumo", "actor": 0, "pai": "3s"},
        {"type": "hora", "actor": 0, "target": 0, "pai": "3s", "deltas": [48000, -16000, -16000, -16000]},
        {"type": "end_kyoku"},
        {"type": "end_game", "scores": [73000, 9000, 9000, 9000]},
    ]
)


def test_a_game_of_another_program_comes_in_with_names_points_and_values_and_goes_out_again(tmp_path):
    book = ScoreBook(tmp_path)
    game = bring_in(book, read_import(MJAI), "", None)
    assert game.names == ("Ann", "Bob", "Cem", "Dov")
    assert game.summary["points"] == [73_000, 9_000, 9_000, 9_000]
    assert game.summary["deals"][0]["wins"][0]["yakuman"] == 1
    brought = read_import(MJAI)
    kept = KeptGame(game, new_table(brought.rules), brought.entries, False)
    for name in ("mjai", "tenhou6", "journal"):
        again = read_import(EXPORTS[name].write(kept))
        assert again.names == game.names
        assert ledger_of(new_table(again.rules), again.entries).totals == (73_000, 9_000, 9_000, 9_000)
    book.close()


@pytest.mark.parametrize(
    "text",
    ["", "hello", "[]", "{}", '{"log": 3}', '{"type": "start_kyoku"}', '{"events": 3}', "[" * 100_000],
)
def test_a_file_that_is_no_game_is_one_line(text):
    with pytest.raises(EngineError) as wrong:
        read_import(text)
    assert "\n" not in str(wrong.value)


def test_a_name_that_a_spreadsheet_would_take_for_a_formula_is_defused(book):
    kept = played("riichi", *GAME)
    game = book.begin_game("by_hand", kept.start.rules, ("=1+1", "Bob", "@x", None))
    told = EXPORTS["csv"].write(KeptGame(game, kept.start, kept.entries, False))
    header = next(csv.reader(io.StringIO(told)))
    assert header[8:12] == ["'=1+1", "Bob", "'@x", "Player 4"]


# The plot


def test_the_plot_names_every_line_keeps_names_apart_and_escapes_them():
    courses = [
        Course(name, (0.0, value)) for name, value in (("<b>Ann", 10.0), ("Bob", 10.0), ("Cem", -30.0))
    ]
    drawing = str(plot_svg(courses, 'the "course"'))
    assert "&lt;b&gt;Ann" in drawing
    assert "<b>" not in drawing
    assert drawing.count('class="line line-') == 6


def test_a_plot_of_one_value_is_a_plot():
    assert "<svg" in plot_svg([Course("Ann", (5.0,))], "x")


def test_penalties_are_listed_in_the_summary():
    summary = summary_of(played("riichi", *GAME).ledger)
    assert summary["penalties"] == [{"player": 3, "name": "false_win", "payments": [2000, 4000, 2000, -8000]}]
    assert isinstance(played("riichi", *GAME).entries[6].events[0], PenaltyGiven)


def test_a_player_has_one_colour_in_every_plot_and_lines_that_are_equal_both_show():
    ann, bob = Course("Ann", (0.0, 5.0, 9.0), 3), Course("Bob", (0.0, 5.0, 2.0), 11)
    drawing = str(plot_svg([bob, ann], "x"))
    assert 'class="line line-2"' in str(plot_svg([ann], "x"))
    assert drawing.count('class="line line-2"') == drawing.count('class="line line-3"') == 2
    dashes = re.findall(r'stroke-dasharray="([^"]+)" stroke-dashoffset="([^"]+)"', drawing)
    assert dashes[:2] == [("7 7", "0"), ("7 7", "-7")]
    assert "stroke-dash" not in str(plot_svg([ann], "x"))
