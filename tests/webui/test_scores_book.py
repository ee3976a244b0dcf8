"""The score book and what games add up to: names, seasons, ledgers, rankings, standings, exports."""

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.apply import apply, new_table
from engine.events import DealDrawn, DealStarted, DeclaredReady, PenaltyGiven, SeatsChanged, StickLaid
from engine.house import with_settings
from engine.record import Entry
from engine.rounds import next_deal, opening_of
from engine.rules import load_ruleset
from engine.said_win import ending_said, said_from_json
from engine.tiles import EngineError
from webui.journal import JournalError
from webui.scores.book import BookError, ScoreBook
from webui.scores.endings import declared_ready, drawn, kong_laid, opened, penalty, points_moved
from webui.scores.exports import EXPORTS
from webui.scores.imports import bring_in, read_import
from webui.scores.kept import KeptGame
from webui.scores.ledger import ledger_of
from webui.scores.plot import Course, plot_svg
from webui.scores.ranking import ranking
from webui.scores.standings import standings
from webui.scores.summary import summary_of


class Clock:
    """Days one after the other."""

    def __init__(self, *times):
        self.times = list(times)

    def __call__(self):
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]


@pytest.fixture
def book():
    opened_book = ScoreBook(None, Clock("2026-11-21T20:00:00+01:00"))
    yield opened_book
    opened_book.close()


def played(rules="riichi", *acts):
    """Entries of a game: each act is a tuple of events, or a function of the state that gives one."""
    start = state = new_table(load_ruleset(rules) if isinstance(rules, str) else rules)
    entries = []
    for act in ((DealStarted(0),), *acts):
        events = act(state) if callable(act) else act
        entries.append(Entry(len(entries) + 1, float(len(entries)), "player", tuple(events)))
        for event in events:
            state = apply(state, event)
    return KeptGame(None, start, tuple(entries), False)


def win(winner, giver, value, fu=30):
    told = said_from_json({"winner": winner, "giver": giver, "value": {"value": value, "fu": fu}})
    return lambda state: ending_said(state, [told])


def go_on(state):
    return opening_of(next_deal(state), state)


GAME = (
    (DeclaredReady(1), StickLaid(1)),
    win(1, 2, 3, 40),
    go_on,
    lambda state: drawn(state, "exhaustive", (0, 1), ()),
    go_on,
    lambda state: penalty(state, 3, "false_win", None, True),
    win(0, None, 3),
)


# The book


def test_a_game_keeps_who_plays_and_everybody_is_entered_once(book):
    rules = load_ruleset("riichi")
    book.begin_game("by_hand", rules, ("Ann", " Bob ", None, "Çem"))
    again = book.begin_game("by_hand", rules, ("bob", "Ann", None, None))
    assert again.names == ("Bob", "Ann", None, None)
    assert [player.name for player in book.players()] == ["Ann", "Bob", "Çem"]
    assert [game.number for game in book.games(player=1)] == [2, 1]


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (("Ann", "ann", None, None), "cannot sit in two seats"),
        (("x" * 61, None, None, None), "60 characters at most"),
        (("\n\t", None, None, None), "cannot be empty"),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_is_entered(book, names, line):
    with pytest.raises(BookError, match=line):
        book.begin_game("by_hand", load_ruleset("mcr"), names)
    assert book.games() == ()
    assert book.players() == ()


def test_house_rules_come_back_with_the_game(book):
    rules = with_settings(
        load_ruleset("hong_kong"), {"minimum": 1, "consequences": {"false_win": "warning"}, "rounds": 1}
    )
    assert book.game(book.begin_game("by_hand", rules).number).rules == rules


def test_a_renamed_player_is_renamed_in_all_games(book):
    number = book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", None, None, None)).number
    book.rename_player(1, "Anna <b>")
    assert book.game(number).names[0] == "Anna <b>"
    with pytest.raises(BookError, match="there is no player 9"):
        book.rename_player(9, "x")


def test_a_name_that_is_taken_is_refused(book):
    book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", "Bob", None, None))
    with pytest.raises(BookError, match="called Bob already"):
        book.rename_player(1, "Bob")


def test_the_newest_season_that_is_on_is_the_one_games_count_in(book):
    first, second = book.begin_season("Spring"), book.begin_season("Summer")
    assert book.season_on == second
    book.end_season(second.number)
    assert book.season_on == first
    with pytest.raises(BookError, match="called spring already"):
        book.begin_season("spring")


@pytest.mark.parametrize("number", [0, -1, 7, 2**63, 2**200])
def test_a_number_that_is_not_in_the_book_is_one_line(book, number):
    for ask in (book.game, book.player, book.season):
        with pytest.raises(BookError, match="there is no"):
            ask(number)


def test_after_midnight_it_is_still_the_same_evening():
    times = Clock("2026-11-22T01:30:00+01:00", "2026-11-22T11:00:00+01:00")
    book = ScoreBook(None, times)
    games = [book.begin_game("by_hand", load_ruleset("mcr"), began=times()) for _ in range(2)]
    assert [game.evening for game in games] == ["2026-11-21", "2026-11-22"]


def test_one_process_writes_the_book_and_it_is_there_after_a_restart(tmp_path):
    book = ScoreBook(tmp_path)
    number = book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", None, None, None)).number
    book.lay_out(number)
    with pytest.raises(JournalError, match="another program is writing the score book"):
        ScoreBook(tmp_path)
    book.close()
    again = ScoreBook(tmp_path)
    assert again.at_table is not None
    assert again.at_table.names[0] == "Ann"
    again.close()


def test_a_file_that_is_no_book_is_one_line(tmp_path):
    (tmp_path / "scores.db").write_text("no book at all, but long enough to be looked at" * 50)
    with pytest.raises(BookError, match="is not a score book"):
        ScoreBook(tmp_path)


# The ledger


def test_the_ledger_tells_deals_sticks_penalties_and_totals_by_player():
    ledger = played("riichi", *GAME).ledger
    assert [(deal.prevalent_wind, deal.place, deal.honba) for deal in ledger.deals] == [
        (0, 1, 0),
        (0, 2, 0),
        (0, 2, 1),
    ]
    assert [[line.kind for line in deal.lines] for deal in ledger.deals] == [
        ["ready", "win"],
        ["draw"],
        ["penalty", "win"],
    ]
    assert ledger.deals[0].payments == (0, 5200, -5200, 0)
    assert ledger.deals[2].lines[0].payments == (2000, 4000, 2000, -8000)
    assert sum(ledger.totals) == 100_000
    assert ledger.deducted == 0


def test_points_go_along_with_the_player_who_changes_chairs():
    kept = played("mcr", win(0, None, 24), (SeatsChanged((1, 0, 3, 2)), DealStarted(0, 1)), win(0, 1, 10))
    ledger = kept.ledger
    # Player 1 sits in seat 0 now and wins from player 0.
    assert ledger.deals[0].payments == (96, -32, -32, -32)
    assert ledger.deals[1].payments == (-18, 34, -8, -8)
    assert ledger.totals == (78, 2, -40, -40)
    assert ledger.deals[1].lines[0].player == 1


def test_a_penalty_that_nobody_gets_is_told_as_deducted():
    ledger = played("riichi", lambda state: penalty(state, 2, "other", 3000, False)).ledger
    assert ledger.deducted == 3000
    assert ledger.totals == (25_000, 25_000, 22_000, 25_000)


def test_riichi_ranks_with_uma_and_oka_and_the_sticks_left_go_to_the_first():
    kept = played(
        "riichi", win(1, 2, 3, 40), go_on, (DeclaredReady(0), StickLaid(0)), (DealDrawn("exhaustive"),)
    )
    ranked = ranking(kept.ledger)
    assert [(each.player, each.points, each.place) for each in ranked] == [
        (1, 31_200, 1),
        (3, 25_000, 2),
        (0, 24_000, 3),
        (2, 19_800, 4),
    ]
    assert [each.result for each in ranked] == [41.2, 5.0, -16.0, -30.2]
    assert round(sum(each.result for each in ranked), 6) == 0


def test_equal_points_share_the_table_points_of_mcr():
    ranked = ranking(played("mcr", win(0, None, 24)).ledger)
    assert [(each.player, each.place, each.result) for each in ranked] == [
        (0, 1, 4.0),
        (1, 2, 1.0),
        (2, 2, 1.0),
        (3, 2, 1.0),
    ]


acts = st.lists(
    st.one_of(
        st.tuples(st.just("win"), st.integers(0, 3), st.integers(1, 3) | st.none(), st.integers(1, 13)),
        st.tuples(st.just("draw"), st.lists(st.integers(0, 3), unique=True)),
        st.tuples(st.just("ready"), st.integers(0, 3)),
        st.tuples(st.just("penalty"), st.integers(0, 3), st.integers(1, 20)),
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None)
@given(acts, st.sampled_from(["riichi", "hong_kong", "doubles", "mcr"]))
def test_points_add_up_to_what_everybody_began_with_whatever_happens(told, rules):
    kept = KeptGame(None, *_random_game(told, rules), False)
    ledger = kept.ledger
    stick = ledger.state.rules.ready_stick * ledger.state.riichi_sticks
    assert sum(ledger.totals) + stick == 4 * ledger.state.rules.starting_points
    assert ledger.deducted == 0
    if rules != "mcr":
        assert round(sum(each.result for each in ranking(ledger)), 6) == 0
    else:
        assert sum(each.result for each in ranking(ledger)) == 7
    for deal in ledger.deals:
        assert all(sum(line.payments) in (0, stick_of(line, ledger)) for line in deal.lines)
    rows = list(csv.reader(io.StringIO(EXPORTS["csv"].write(kept))))
    for row in rows[1:-3]:
        assert sum(map(int, row[-4:])) % 1000 == 0 or rules != "riichi"
    assert json.loads(EXPORTS["json"].write(kept))["deducted"] == 0


def stick_of(line, ledger):
    """Sticks go to the table and come from it: the only points of a line that need not add up to zero."""
    over = sum(line.payments)
    return over if over % ledger.state.rules.ready_stick == 0 and ledger.state.rules.riichi else 0


def _random_game(told, rules):
    start = state = new_table(load_ruleset(rules))
    entries = []
    for act in (("open",), *told):
        if state.ended_by is not None:
            entries.append(go_on(state))
            for event in entries[-1]:
                state = apply(state, event)
        try:
            events = _events(act, state)
        except EngineError:
            continue
        entries.append(events)
        for event in events:
            state = apply(state, event)
    return start, tuple(Entry(n, 0.0, "player", events) for n, events in enumerate(entries, 1))


def _events(act, state):
    match act:
        case ("open",):
            return (DealStarted(0),)
        case ("win", winner, step, value):
            giver = None if step is None else (winner + step) % 4
            value = max(value, state.rules.minimum)
            return win(winner, giver, value)(state)
        case ("draw", ready):
            return drawn(state, "exhaustive", ready, ())
        case ("ready", seat):
            return declared_ready(state, seat)
        case ("penalty", seat, points):
            return penalty(state, seat, "other", 3 * points, True)


# What people enter besides


@pytest.mark.parametrize(
    ("act", "line"),
    [
        (lambda state: drawn(state, "no_such", None, ()), "no such draw here"),
        (lambda state: drawn(state, "nagashi_mangan", None, ()), "say who discarded"),
        (lambda state: kong_laid(state, 0, None, True), "not paid by themselves"),
        (lambda state: penalty(state, 0, "other", None, True), "how many points"),
        (lambda state: penalty(state, 0, "other", 1000, True), "shared equally by three; take 999"),
        (lambda state: penalty(state, 0, "no_such", 3, True), "no such penalty"),
        (lambda state: points_moved(state, (1, 0, 0, 0)), "must add up to zero"),
        (lambda state: points_moved(state, (0, 0, 0, 0)), "nothing changes hands"),
        (lambda state: opened(state, {}), "is not over"),
    ],
)
def test_what_cannot_be_entered_is_one_line(act, line):
    with pytest.raises(EngineError, match=line):
        act(played("riichi").ledger.state)


def test_a_kong_of_doubles_is_paid_at_once():
    kept = played("doubles", lambda state: kong_laid(state, 0, None, True))
    assert kept.ledger.totals == (60, -20, -20, -20)
    claimed = played("doubles", lambda state: kong_laid(state, 0, 2, False))
    assert claimed.ledger.totals == (10, 0, -10, 0)


def test_a_drawn_mangan_for_discards_is_paid_instead_of_readiness():
    ledger = played("riichi", lambda state: drawn(state, "nagashi_mangan", (0, 1), (1,))).ledger
    assert ledger.totals == (21_000, 33_000, 23_000, 23_000)


# Games added up


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
