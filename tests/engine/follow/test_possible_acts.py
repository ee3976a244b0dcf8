"""Acts that a rule set does not know are never told, whatever the camera reads."""

from dataclasses import replace
from functools import cache

import pytest
from explained import explained
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.judge.legal import is_possible, next_events
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset, ruleset_names
from engine.table.alphabet import within_rules
from engine.table.apply import apply, new_table
from engine.table.events import DeclaredReady, DoraRevealed, FlowerDeclared, StickLaid, TileDrawn
from engine.table.expected import expected
from engine.table.reading import Sighting
from engine.tiles import ALL_FACES

NONSENSE = st.lists(st.sampled_from(ALL_FACES), max_size=7).map(
    lambda faces: tuple(Sighting(face, 0.97, ((face, 0.97),)) for face in faces)
)


@cache
def tables(name):
    """The table before each act of a random deal, and the act."""
    deal = RandomDeal(load_ruleset(name), 3)
    deal.play()
    state, found = new_table(deal.state.rules), []
    for event in deal.events:
        found.append((state, event))
        state = apply(state, event)
    return found


@pytest.mark.parametrize("name", ruleset_names())
def test_every_act_of_a_legal_deal_and_every_legal_act_is_possible(name):
    for state, event in tables(name):
        assert is_possible(state, event), event
        assert [each for each in next_events(state) if not is_possible(state, each)] == []


@pytest.mark.parametrize("name", ruleset_names())
@given(st.data())
@settings(max_examples=25, deadline=None)
def test_nonsense_on_the_table_is_never_told_as_an_act(name, data):
    """Indicators, flowers and sticks that nobody laid, at any moment of a deal."""
    played = [state for state, _ in tables(name) if state.phase in ("flowers", "playing")]
    state = data.draw(st.sampled_from(played))
    seen = expected(state)
    seats = list(seen.seats)
    seat = data.draw(st.integers(0, len(seats) - 1))
    laid = seats[seat].flowers + data.draw(NONSENSE)
    seats[seat] = replace(seats[seat], flowers=laid, sticks=data.draw(st.integers(0, 2)))
    indicators = seen.dora_indicators + data.draw(NONSENSE)
    spoilt = replace(seen, seats=tuple(seats), dora_indicators=indicators)
    for reading in (spoilt, within_rules(spoilt, state.rules)):
        now = state
        for event in explained(state, reading):
            assert is_possible(now, event), event
            now = apply(now, event)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        pytest.param("mcr", DoraRevealed("1m"), id="an indicator in mcr"),
        pytest.param("hong_kong", DeclaredReady(0), id="a ready declaration in Hong Kong"),
        pytest.param("hong_kong", StickLaid(0), id="a stick in Hong Kong"),
        pytest.param("riichi", FlowerDeclared(0, "1f"), id="a flower in riichi"),
        pytest.param("riichi", FlowerDeclared(0, None), id="an unread flower in riichi"),
        pytest.param("mcr", FlowerDeclared(0, "5z"), id="a dragon as a flower"),
        pytest.param("mcr", TileDrawn(0, "dead_wall"), id="a draw from a dead wall there is not"),
    ],
)
def test_what_the_rule_set_does_not_know_is_not_possible(name, event):
    assert all(not is_possible(state, event) for state, _ in tables(name))


def test_no_more_indicators_are_turned_than_kongs_allow():
    for state, _ in tables("riichi"):
        kongs = sum(len(meld.tiles) == 4 for seat in state.seats for meld in seat.melds)
        assert is_possible(state, DoraRevealed("1m")) == (len(state.dora_indicators) <= kongs)
