"""A person says who is East, says it otherwise, or that nobody knows: all is told by the last word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.journal.amend import in_force
from engine.judge.faults import faults
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    DealerTold,
    DealStarted,
    DiceRolled,
    FaultFound,
    HandsDealt,
    TileDiscarded,
    WallBroken,
    WallBuilt,
)
from engine.table.expected import expected
from engine.table.state import GameState
from tests.webui.following.test_who_threw import begun, opened, watch
from tests.webui.live_tables import MCR
from webui.live_table import LiveTable
from webui.storage.journal import Journal


def of_play(live: LiveTable) -> list[object]:
    """What counts of the deal itself."""
    return [event for event in live.events if not isinstance(event, DealerTold)]


def followed(live: LiveTable, acts: list, east: int) -> GameState:
    """The table after looks at `acts`, of which the wall was told."""
    state = apply(new_table(MCR, east), WallBuilt())
    for event in acts[1:]:
        state = apply(state, event)
        watch(live, state, 12)
    return state


def dealt_by(east: int) -> tuple[object, ...]:
    """A deal as it is told when `east` is East."""
    state, acts = new_table(MCR, east), (WallBuilt(), DiceRolled(east, (3, 4)))
    for event in acts:
        state = apply(state, event)
    return (*acts, DiceRolled((east + 6) % 4, (2, 2)), WallBroken(1, 12), HandsDealt(east))


@pytest.mark.parametrize("right", range(4))
def test_a_word_taken_back_leaves_the_last_one_and_both_stand_in_the_journal(right: int) -> None:
    live = opened()
    live.tell_east(1)
    live.tell_east(right)
    first, second = live.entries[1], live.entries[2]
    assert (first.events, second.events) == ((DealerTold(1),), (DealerTold(right),))
    assert (first.source, second.source, second.amends) == ("player", "player", first.number)
    assert live.start == new_table(MCR, right)
    acts = begun("mcr", right)
    followed(live, acts, right)
    assert of_play(live) == acts


def test_corrected_after_the_deal_the_acts_are_told_of_the_right_seats() -> None:
    live = LiveTable(MCR, Journal(None), 1)
    live.record("camera", dealt_by(1))
    live.tell_east(3)
    assert of_play(live) == list(dealt_by(3))
    assert (live.state.dealer, live.state.turn, live.state.known_wind(3)) == (3, 3, 0)
    assert [len(seat.standing) for seat in live.state.seats] == [13, 13, 13, 14]
    amended = [entry for entry in live.entries if entry.follows is not None]
    assert [entry.follows for entry in amended] == [2]


def test_a_deal_that_was_followed_with_the_wrong_east_is_told_right_once_it_is_corrected() -> None:
    live, acts = opened(), begun("mcr", 2)
    live.tell_east(0)
    followed(live, acts[:3], 2)
    live.tell_east(2)
    state = followed_on(live, acts)
    thrown = [event.seat for event in live.events if isinstance(event, DiceRolled)]
    assert thrown[0] == 2
    assert not any(isinstance(event, FaultFound) for event in live.events)
    assert (live.start, live.state.dealer) == (new_table(MCR, 2), state.dealer)


def followed_on(live: LiveTable, acts: list) -> GameState:
    """The table after the acts of which three were looked at."""
    state = new_table(MCR, 2)
    for place, event in enumerate(acts):
        state = apply(state, event)
        if place > 2:
            watch(live, state, 12)
    return state


def test_a_fault_that_only_the_wrong_east_made_goes_with_it() -> None:
    live = LiveTable(MCR, Journal(None), 1)
    live.record("camera", dealt_by(1))
    out_of_turn = TileDiscarded(3, "5p")
    live.record("camera", (out_of_turn,))
    before = live.start
    for event in live.events[:-1]:
        before = apply(before, event)
    found = [each.event() for each in faults(before, out_of_turn)]
    assert found
    live.record("camera", tuple(found))
    live.tell_east(3)
    assert not any(isinstance(event, FaultFound) for event in live.events)


def test_nobody_knows_opens_it_again_and_the_table_then_tells() -> None:
    live = opened()
    live.tell_east(1)
    live.tell_east(None)
    assert not live.start.is_dealer_known
    assert not live.state.is_dealer_known
    acts = begun("mcr", 2)
    followed(live, acts, 2)
    assert live.start == new_table(MCR, 2)
    assert of_play(live) == acts
    said = [entry for entry in in_force(live.entries) if any(isinstance(e, DealerTold) for e in entry.events)]
    assert [(entry.source, entry.events) for entry in said] == [("camera", (DealerTold(2),))]


def test_taken_back_as_any_entry_the_word_leaves_what_was_known_before() -> None:
    live = LiveTable(MCR, Journal(None), 0)
    live.record("camera", (WallBuilt(),))
    live.tell_east(2)
    live.amend(replace(live.entries[-1], events=(), amends=live.entries[-1].number))
    assert live.start == new_table(MCR, 0)
    live = opened()
    live.tell_east(2)
    live.amend(replace(live.entries[-1], events=(), amends=live.entries[-1].number))
    assert not live.start.is_dealer_known


def test_a_person_wins_over_the_camera_and_over_the_setting() -> None:
    live = LiveTable(MCR, Journal(None), 0)
    live.tell_east(3)
    followed(live, begun("mcr", 0), 0)
    assert live.start == new_table(MCR, 3)


@pytest.mark.parametrize("last", [2, None], ids=str)
def test_after_a_restart_in_mid_deal_what_was_said_still_counts(last: int | None) -> None:
    journal = Journal(None)
    live = LiveTable(MCR, journal, None)
    live.record("camera", (WallBuilt(),))
    live.tell_east(1)
    live.tell_east(last)
    for again in (LiveTable(MCR, journal, None), live.taken_up_again()):
        assert again.start == new_table(MCR, last)
        assert again.state == live.state
        state = apply(new_table(MCR, 2), WallBuilt())
        assert expected(again.state) == expected(state)


def test_three_players_have_three_seats_to_choose_from() -> None:
    rules = load_ruleset("sanma")
    live = LiveTable(rules, Journal(None), None)
    live.tell_east(2)
    assert live.start == new_table(rules, 2)


def test_what_is_said_in_a_later_deal_changes_nothing_of_the_first() -> None:
    live = LiveTable(MCR, Journal(None), 0)
    live.record("import", (WallBuilt(),))
    live.record("import", (DealStarted(1), WallBuilt()))
    live.record("import", (DealerTold(2),))
    assert live.start == new_table(MCR, 0)


def test_a_deal_that_was_begun_with_the_wrong_dealer_is_put_right_as_well() -> None:
    live = LiveTable(MCR, Journal(None), 0)
    live.record("player", (DealStarted(0),))
    for east in (1, 2, 0):
        live.tell_east(east)
        assert (live.start, live.state.dealer) == (new_table(MCR, east), east)
        assert of_play(live) == [DealStarted(east)]
