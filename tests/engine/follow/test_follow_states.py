"""States that histories share are worked out once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import dealt

from engine.follow.weigh.history import Act, History, begun_at
from engine.follow.weigh.likely_acts import act_nats
from engine.follow.weigh.payments import Payment
from engine.follow.weigh.rates import Limits, Rates
from engine.follow.weigh.revisions import revisions
from engine.follow.weigh.states import States
from engine.table.apply import apply
from engine.table.events import Event, ScoresChanged, TileDiscarded, TileDrawn, Won
from engine.table.expected import expected
from engine.table.reading import WallSide
from tests.engine.follow.test_follow_acts import played

RATES, LIMITS = Rates.load(), Limits()
WON = Won(1, "2m", 0, ("1m",) * 13, score={"is_win": False})


@pytest.mark.parametrize("event", [TileDiscarded(0, "2m"), TileDrawn(1, "tail"), WON])
def test_a_state_is_as_applied_and_the_same_one_each_time(event: Event) -> None:
    states, table = States(RATES), dealt()
    found = states.after(table, event)
    assert found == apply(table, event)
    assert states.after(table, event) is found
    assert states.nats(table, event) == states.nats(table, event) == act_nats(table, event, RATES)


def test_the_same_event_on_another_table_leads_elsewhere() -> None:
    states, table = States(RATES), dealt()
    other, event = replace(table, turn=2), TileDiscarded(0, "2m")
    assert states.after(other, event) == apply(other, event)
    assert states.after(table, event) == apply(table, event)


def test_what_follows_from_an_act_is_applied_too() -> None:
    acts = [Act(TileDiscarded(0, "2m"), 1.0, follows=(TileDrawn(1),)), Act(TileDiscarded(1, "3m"), 2.0)]
    wanted = dealt()
    for event in (TileDiscarded(0, "2m"), TileDrawn(1), TileDiscarded(1, "3m")):
        wanted = apply(wanted, event)
    assert States(RATES).after_all(dealt(), acts) == wanted


@pytest.fixture(name="long")
def a_long_history() -> History:
    """A history of which nothing is final though it is a hundred acts long."""
    pairs = played("mcr", 3)
    acts = tuple(Act(event, float(number)) for number, (_, event) in enumerate(pairs[:100]))
    state = States(RATES).after_all(pairs[0][0], acts)
    return History(pairs[0][0], state, expected(state), acts)


def test_of_a_history_without_a_final_act_only_the_newest_acts_are_thought_of_anew(long: History) -> None:
    states = States(RATES)
    (aged,) = states.aged([long], LIMITS)
    assert aged.old == 100 - LIMITS.acts - LIMITS.run
    assert states.after_all(aged.base, aged.acts[aged.old :]) == long.state
    lower = replace(expected(long.state), walls=tuple(WallSide((0,) * 18) for _ in range(4)))
    paid = {"wall:0": {(1, 2): Payment(6.8, 6.8)}}
    places = [each.place for each in revisions(replace(aged, paid=paid), lower, 100.0, RATES)]
    assert places
    assert min(place for place in places if place is not None) >= aged.old
    assert states.aged([aged], LIMITS) == (aged,)


@pytest.mark.parametrize("place", [3, 90])
def test_what_follows_from_an_old_act_and_what_is_dearer_is_the_same_of_an_aged_history(
    long: History, place: int
) -> None:
    states = States(RATES)
    (aged,) = states.aged([long], LIMITS)
    moved = (ScoresChanged((1, -1, 0, 0), (1, -1, 0, 0)),)
    assert states.followed_by(aged, place, moved).state == states.followed_by(long, place, moved).state
    if place >= aged.old:
        draw = next(n for n in range(place, 100) if isinstance(long.acts[n].event, TileDrawn))
        now = list(long.acts)
        now[draw] = replace(now[draw], event=replace(now[draw].event, end="tail"))
        assert states.dearer(aged, now, draw) == states.dearer(long, now, draw) > 0


def test_a_history_begun_anew_has_no_old_acts(long: History) -> None:
    (aged,) = States(RATES).aged([long], LIMITS)
    anew = begun_at(aged, long.state, ())
    assert (anew.old, anew.base, anew.acts) == (0, long.state, ())
