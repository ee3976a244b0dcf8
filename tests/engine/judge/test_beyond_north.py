"""People who play on after the last round: it is an East round again, and what is written reads back."""

from dataclasses import replace

import pytest

from engine.journal.amend import folded
from engine.journal.record import Entry, entry_from_json, entry_to_json
from engine.judge.faults import faults
from engine.judge.rounds import game_over, next_deal, opening_of
from engine.rules import load_ruleset, ruleset_names
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, SeatsChanged
from engine.table.play_order import next_seat


def last_deal_drawn(name, wind=3):
    """The last deal of the round of that wind, drawn, with nobody ready; it ends the round."""
    rules = load_ruleset(name)
    state = replace(new_table(rules), prevalent_wind=wind, dealer=next_seat(rules, 0, -1), phase="playing")
    return apply(state, DealDrawn("exhaustive", ()))


@pytest.mark.parametrize("name", ruleset_names())
def test_after_north_people_play_on_in_east(name):
    state = last_deal_drawn(name)
    if next_deal(state).dealer == state.dealer:
        state = replace(state, rules=replace(state.rules, dealer_after_draw="passes"))
    assert game_over(state)
    opening = opening_of(next_deal(state), state)
    (started,) = opening
    assert (started.dealer, started.prevalent_wind) == (0, 0)
    assert not list(faults(state, started))
    told = Entry(1, 0.0, "camera", opening)
    assert entry_from_json(entry_to_json(told)).events == opening


def test_who_played_on_after_north_keeps_the_chairs():
    """S004-93 and S004-94 change chairs after the first three rounds of a game only."""
    state = last_deal_drawn("mcr")
    state = replace(state, players=next_deal(last_deal_drawn("mcr", wind=2)).players)
    players = state.players
    for _ in range(20):
        opening = opening_of(next_deal(state), state)
        assert not any(isinstance(event, SeatsChanged) for event in opening)
        state = apply(replace(folded(state, opening), phase="playing"), DealDrawn("exhaustive", ()))
        assert state.players == players


def test_a_round_that_nobody_expects_is_told():
    state = last_deal_drawn("mcr")
    assert "wrong_prevalent_wind" in {each.name for each in faults(state, DealStarted(0, 3))}
