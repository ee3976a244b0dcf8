"""States that histories share are worked out once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import dealt

from engine.follow.weigh.history import Act
from engine.follow.weigh.likely_acts import act_nats
from engine.follow.weigh.rates import Rates
from engine.follow.weigh.states import States
from engine.table.apply import apply
from engine.table.events import Event, TileDiscarded, TileDrawn, Won

RATES = Rates.load()
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
