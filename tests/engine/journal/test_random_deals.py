"""Complete legal deals of every rule set: no fault, no crash, every tile accounted for, points adding up."""

import pytest

from engine.journal.amend import folded
from engine.journal.record import Entry, entry_from_line, entry_to_line
from engine.judge.deal_points import scores_changed, settle
from engine.judge.faults import faults
from engine.practice.chance.deal import RandomDeal, all_tiles
from engine.rules import load_ruleset, ruleset_names
from engine.table.apply import apply, new_table
from engine.table.events import HandsDealt, ScoresChanged, WallBroken
from engine.table.state import GameState

SEEDS = range(12)


def tiles_of(state: GameState) -> int:
    """All tiles that are somewhere: wall, hands, melds, flowers, rivers."""
    count = state.wall.tiles_left
    for seat in state.seats:
        count += len(seat.standing) + len(seat.flowers) + sum(len(meld.tiles) for meld in seat.melds)
        count += len(seat.lying_river)
    by_discard = state.ended_by == "won" and any(
        seat.river and seat.river[-1].claimed_by in state.winners for seat in state.seats
    )
    return count + by_discard


@pytest.mark.rule("G-06")
@pytest.mark.parametrize("name", ["ema_riichi", "wrc_riichi"])
def test_nobody_may_lay_a_fifth_kong_where_four_end_no_deal(name):
    deal = RandomDeal(load_ruleset(name), 500187)
    deal.play()
    kongs = sum(len(meld.tiles) == 4 for seat in deal.state.seats for meld in seat.melds)
    assert kongs == 4
    assert deal.found == []


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_legal_deal_has_no_fault_and_loses_no_tile(name, seed):
    deal = RandomDeal(load_ruleset(name), seed)
    deal.play()
    assert deal.found == []
    state = new_table(deal.state.rules)
    dealt = False
    for event in deal.events:
        state = apply(state, event)
        dealt = dealt or isinstance(event, WallBroken)
        if dealt:
            assert tiles_of(state) == len(all_tiles(state.rules)), event
    assert state == deal.state


@pytest.mark.parametrize("name", ruleset_names())
def test_games_of_random_deals_pass_from_deal_to_deal_without_a_fault(name):
    state = None
    for seed in range(5):
        deal = RandomDeal(load_ruleset(name), seed, state)
        ended = deal.play()
        before_end = folded(state or new_table(deal.state.rules), deal.events[:-1])
        points = scores_changed(ended, settle(before_end, deal.events).payments)
        assert isinstance(points, ScoresChanged)
        assert deal.found == []
        assert faults(ended, points) == ()
        state = apply(ended, points)
    sticks = state.riichi_sticks * state.rules.ready_stick
    assert sum(seat.score for seat in state.seats) + sticks == state.rules.seats * state.rules.starting_points


@pytest.mark.parametrize("name", ruleset_names())
def test_the_same_events_read_back_from_lines_give_the_same_table(name):
    deal = RandomDeal(load_ruleset(name), 7)
    deal.play()
    lines = [entry_to_line(Entry(n, 0.0, "camera", (event,))) for n, event in enumerate(deal.events)]
    events = [event for line in lines for event in entry_from_line(line).events]
    assert events == deal.events
    assert repr(folded(new_table(deal.state.rules), events)) == repr(deal.state)


def test_hidden_hands_end_with_the_same_walls_and_rivers_as_known_ones():
    deal = RandomDeal(load_ruleset("mcr"), 3)
    deal.play()
    hidden = [HandsDealt(event.dealer) if isinstance(event, HandsDealt) else event for event in deal.events]
    state = folded(new_table(deal.state.rules), hidden)
    assert state.wall == deal.state.wall
    assert [seat.river for seat in state.seats] == [seat.river for seat in deal.state.seats]
    assert [seat.melds for seat in state.seats] == [seat.melds for seat in deal.state.seats]


def test_who_holds_nothing_but_flowers_declares_one():
    deal = RandomDeal(load_ruleset("hong_kong"), 1957)
    assert deal.play().ended_by is not None
    assert deal.found == []
