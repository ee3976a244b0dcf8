"""However badly a table is seen: no exception, the journal folds to it, no tile is made up or copied."""

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules import load_ruleset, ruleset_names
from engine.table.apply import apply, new_table
from engine.table.expected import expected

from .noise import MOST_AMOUNT, MOST_PLACES, NAMES, Spoil, random_spoil, spoilt
from .noisy_eyes import HOW, Glance, NoisyTable, played, random_glances

spoils = st.builds(
    Spoil,
    st.sampled_from(NAMES),
    st.integers(0, 3),
    st.integers(0, MOST_PLACES - 1),
    st.integers(0, MOST_AMOUNT - 1),
)
glances = st.builds(
    Glance,
    st.sampled_from([0.1, 0.2, 0.5, 1.0, 3.3]),
    st.integers(0, 3),
    st.lists(spoils, max_size=4).map(tuple),
    st.sampled_from(HOW),
)


@cache
def acts_of(name, seed):
    return played(load_ruleset(name), seed)


@pytest.mark.parametrize("name", ruleset_names())
@given(st.integers(0, 4), st.integers(0, 150), st.booleans(), st.lists(glances, min_size=1, max_size=20))
@settings(deadline=None, max_examples=12)
def test_looks_spoilt_in_any_way_break_nothing(name, seed, begun, is_dealer_told, looks):
    table = NoisyTable(load_ruleset(name), seed, begun, is_dealer_told, acts_of(name, seed))
    for glance in looks:
        table.look(glance)
    table.finish()


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_a_deal_seen_badly_for_a_while_breaks_nothing(name, noise):
    chance = random.Random(f"{name} {noise}")
    table = NoisyTable(load_ruleset(name), 1, acts=acts_of(name, 1))
    for glance in random_glances(chance, 2.0, noise):
        table.look(glance)
        if table.seen.number >= 90 or table.is_over:
            break
    table.finish()


@pytest.mark.parametrize("name", ["hong_kong", "beginner", "doubles"])
@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_discards_in_the_middle_seen_badly_break_nothing(name, noise):
    rules = replace(load_ruleset(name), discards="middle")
    chance = random.Random(f"{name} {noise} middle")
    table = NoisyTable(rules, 2, acts=acts_of(name, 2))
    for glance in random_glances(chance, 2.0, noise):
        table.look(glance)
        if table.seen.number >= 90 or table.is_over:
            break
    table.finish()
    assert len(table.room.entries) > 5


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_of_noise_spoils_some_look(kind):
    state, readings = new_table(load_ruleset("riichi")), []
    for event in acts_of("riichi", 0):
        state = apply(state, event)
        readings.append(expected(state))
    chance = random.Random(kind)
    tried = [Spoil(kind, each.seat, each.place, each.amount) for each in map(random_spoil, [chance] * 300)]
    assert any(spoilt(chance.choice(readings), each) not in readings for each in tried)
