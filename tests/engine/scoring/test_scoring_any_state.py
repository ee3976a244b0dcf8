"""Whatever lies on the table, asking what it is worth gives an answer: points, or why there are none."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.journal.amend import folded
from engine.judge.consequences import payment, scored
from engine.judge.deal_points import draw_payments, ready_seats, scores_changed, settle
from engine.judge.draws import due_draw
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset, ruleset_names
from engine.scoring.table import score_win
from engine.scoring.worth import meets_minimum
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DoraRevealed, Won
from engine.table.state import MeldKind
from engine.tiles import ALL_FACES
from tests.engine.journal.test_any_events import events, rulesets, seats, tiles

faces = st.sampled_from(ALL_FACES)
wins = st.builds(Won, seats, tiles, st.none() | seats, st.lists(faces, max_size=15).map(tuple))


def asked(state, won, deal):
    """Everything that is asked of a win; its score."""
    after, score = scored(state, won, deal)
    meets_minimum(state, won)
    payment(apply(state, after), score)
    # A win with a fault waits for a ruling: it is not settled yet.
    assert len(settle(state, (*deal, won)).scores) <= 1
    due_draw(state)
    ready_seats(state)
    scores_changed(state, draw_payments(state, DealDrawn("exhaustive")))
    return score_win(state, won, deal)


@given(st.data(), rulesets)
@settings(deadline=None, max_examples=60)
def test_a_win_at_any_table_is_scored_or_told_why_not(data, rules):
    deal = RandomDeal(rules, data.draw(st.integers(0, 30)))
    deal.play()
    cut = data.draw(st.integers(0, len(deal.events)))
    more = data.draw(st.lists(events, max_size=8))
    played = [*deal.events[:cut], *more]
    state = folded(new_table(rules), played)
    own = [event for event in deal.events if isinstance(event, Won)]
    won = data.draw(st.one_of(wins, st.sampled_from(own)) if own else wins)
    score = asked(state, won, tuple(played))
    assert score.minimum_met or score.reason or score.faults


def won_deal(rules, first_seed):
    """A random legal deal that somebody wins."""
    seeds = range(first_seed, first_seed + 100)
    return next(deal for seed in seeds if (deal := RandomDeal(rules, seed)).play() and deal.state.winners)


def spoilt(data, state):
    """`state` with a few things in it that cannot be: faces, kinds of sets, winds, counters."""
    changed = list(state.seats)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(seats) % len(changed)
        own = changed[place]
        match data.draw(st.sampled_from(["flowers", "meld", "standing", "ready"])):
            case "flowers":
                own = replace(own, flowers=data.draw(st.lists(tiles, max_size=9).map(tuple)))
            case "meld" if own.melds:
                meld = own.melds[0]
                kind = data.draw(st.sampled_from(get_args(MeldKind)))
                laid = data.draw(st.one_of(st.just(meld.tiles), st.lists(tiles, max_size=5).map(tuple)))
                giver = data.draw(st.none() | seats)
                own = replace(own, melds=(replace(meld, kind=kind, tiles=laid, giver=giver), *own.melds[1:]))
            case "standing":
                kept = own.standing[: data.draw(st.integers(0, 14))]
                own = replace(own, standing=(*kept, *data.draw(st.lists(tiles, max_size=2))))
            case "ready":
                own = replace(own, is_ready=True, ready_from=data.draw(st.none() | st.integers(0, 99)))
        changed[place] = own
    return replace(
        state,
        seats=tuple(changed),
        dora_indicators=data.draw(st.lists(tiles, max_size=7).map(tuple)),
        dealer=data.draw(seats) % len(changed),
        honba=data.draw(st.integers(0, 9)),
        move_began=data.draw(st.sampled_from([None, "deal", "draw", "replacement", "claim"])),
    )


@given(st.data(), rulesets)
@settings(deadline=None, max_examples=60)
def test_a_winning_hand_at_a_table_that_cannot_be_is_scored_or_told_why_not(data, rules):
    deal = won_deal(rules, data.draw(st.integers(0, 300)))
    before = spoilt(data, folded(new_table(rules), deal.events[:-1]))
    won = deal.events[-1]
    assert isinstance(won, Won)
    won = replace(won, seat=data.draw(st.one_of(st.just(won.seat), seats)), tile=data.draw(tiles))
    score = asked(before, data.draw(st.sampled_from([won, deal.events[-1]])), tuple(deal.events[:-1]))
    assert score.minimum_met or score.reason or score.faults


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("face", [None, "1f", "0p", "1z"])
def test_any_face_turned_up_on_the_wall_leaves_the_score_an_answer(name, face):
    rules = load_ruleset(name)
    deal = won_deal(rules, 0)
    before = folded(new_table(rules), deal.events[:-1])
    won = deal.events[-1]
    turned = apply(before, DoraRevealed(face))
    score = asked(turned, won, tuple(deal.events[:-1]))
    assert score.is_win or score.reason
