"""What a game kept by hand adds up to: deals, sticks, penalties, draws, and the ranking at its end."""

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, DeclaredReady, SeatsChanged, StickLaid
from engine.tiles import EngineError
from tests.webui.kept_games import GAME, go_on, played, win
from webui.scores.endings import declared_ready, drawn, kong_laid, opened, penalty, points_moved
from webui.scores.files.exports import EXPORTS
from webui.scores.store.kept import KeptGame
from webui.scores.store.ranking import ranking


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
        (lambda state: drawn(state, "nagashi_mangan", None, ()), "Say who discarded"),
        (lambda state: kong_laid(state, 0, None, True), "not paid by themselves"),
        (lambda state: penalty(state, 0, "other", None, True), "how many points"),
        (lambda state: penalty(state, 0, "other", 1000, True), "shared equally by three; 999 can"),
        (lambda state: penalty(state, 0, "no_such", 3, True), "no such penalty"),
        (lambda state: points_moved(state, (1, 0, 0, 0)), "add up to 0"),
        (lambda state: points_moved(state, (0, 0, 0, 0)), "Nothing changes hands"),
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
