"""Who is about to discard at a table without rivers: what hands and arms show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.acting import Acting
from engine.follow.believed import Believed
from engine.follow.tell.writing import Journalled
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import FaultFound, TileDiscarded, TileDrawn
from engine.table.reading import NO_ZONE, SeatReading, TableReading, Zones
from engine.table.seating import with_seat
from engine.table.state import Discard, GameState
from tests.webui.calm_table import followed
from vision.simulate.filming.director import film_of
from vision.simulate.playing.mistakes import mistaken_deal
from vision.simulate.settings import preset
from webui.live_table import LiveTable
from webui.storage.journal import Journal

RULES = replace(load_ruleset("hong_kong"), discards="middle")
HELD = (13, 10, 13, 13)
"""What each player holds between two turns."""
OVER_2, OVER_0 = frozenset({"standing:2"}), frozenset({"standing:0"})


def table(*discards: str) -> GameState:
    state = replace(new_table(RULES), phase="playing", turn=0, owes="draw")
    for seat, held in enumerate(HELD):
        state = with_seat(state, seat, standing=(None,) * held)
    return with_seat(state, 3, river=tuple(map(Discard, discards)))


def hands(*tiles: int | None) -> TableReading:
    four = [SeatReading(standing=each) for each in tiles]
    return TableReading(seats=(four[0], four[1], four[2], four[3]))


def acting(*looks: tuple[TableReading, Zones]) -> Acting:
    found = Acting()
    for seen, hidden in looks:
        found.look(seen, table(), hidden)
    return found


FULL = hands(13, 10, 14, 13), NO_ZONE


def test_who_drew_a_tile_acts_out_of_turn() -> None:
    assert acting((hands(13, 10, 13, 13), OVER_2), FULL, FULL).instead_of(0) == 2


def test_no_arm_was_seen_at_all_and_the_hands_tell() -> None:
    assert acting(FULL, FULL).instead_of(0) == 2


def test_the_player_in_turn_acts_in_turn() -> None:
    assert acting(FULL, FULL).instead_of(2) is None


@pytest.mark.parametrize(
    "looks",
    [
        (FULL,),
        (FULL, FULL, (hands(13, 10, 14, 13), OVER_0)),
        (FULL, FULL, (hands(13, 10, 14, 13), frozenset({"standing:1"}))),
        ((hands(13, 10, 14, 13), OVER_2), (hands(13, 10, 14, 13), OVER_2)),
        (FULL, FULL, (hands(14, 10, 14, 13), NO_ZONE)),
        ((hands(13, 11, 13, 13), NO_ZONE), (hands(13, 10, 14, 13), NO_ZONE)),
        ((hands(13, None, 14, 13), NO_ZONE), (hands(13, None, 14, 13), NO_ZONE)),
    ],
    ids=["once", "his arm", "another arm", "as last seen", "then both", "one look each", "one unseen"],
)
def test_what_does_not_show_it(looks: tuple[tuple[TableReading, Zones], ...]) -> None:
    assert acting(*looks).instead_of(0) is None


def test_another_discard_begins_another_turn() -> None:
    found = acting(FULL, FULL)
    found.look(hands(13, 10, 13, 13), table("3z"))
    assert found.instead_of(0) is None


def test_a_hand_that_is_counted_wrongly_in_every_turn_tells_nothing() -> None:
    found = acting(FULL, FULL)
    for _ in range(3):
        found.look(hands(13, 10, 14, 13), table("3z"))
    assert found.looks
    assert found.instead_of(0) is None


def test_a_tile_more_tells_nothing_where_it_is_known() -> None:
    """S002-29: after a second draw a hand stays one tile too large."""
    found, state = Acting(), with_seat(table(), 2, standing=(None,) * 14)
    for _ in range(3):
        found.look(hands(13, 10, 14, 13), state)
    assert found.instead_of(0) is None


def test_after_a_restart_in_mid_deal_whose_the_discards_are_is_a_guess() -> None:
    assert not Believed(RULES).is_guess
    assert Believed(RULES, is_begun=True).is_guess
    assert not Believed(load_ruleset("hong_kong"), is_begun=True).is_guess
    journal = Journal(None)
    LiveTable(RULES, journal, 0).record("camera", (TileDrawn(0), TileDiscarded(0, "3z")), at_s=1.0)
    assert not LiveTable(RULES, Journal(None), 0)._journalled.is_guess
    again: Journalled = LiveTable(RULES, journal, 0)._journalled
    assert again.is_guess


@pytest.mark.parametrize("name", ["hong_kong", "beginner", "doubles"])
def test_who_discards_out_of_turn_into_the_middle_is_told(name: str) -> None:
    """S002-23, S003-03: nobody else may draw; the discard is told of who laid it."""
    rules = replace(load_ruleset(name), discards="middle")
    planted = mistaken_deal(rules, 3, "out_of_turn")
    film, _ = film_of(rules, planted.events, preset("club"), 3, 0, planted.misplaced, planted.instead)
    told = [event for event in followed(rules, film).events if isinstance(event, FaultFound)]
    assert [(each.rule, each.seat) for each in told] == [(planted.fault.rule, planted.fault.seat)]


def test_a_tile_that_is_taken_back_from_a_heap_is_never_told_as_seen() -> None:
    """S002-25; in a heap a tile may only lie where it is not found."""
    planted = mistaken_deal(RULES, 3, "taken_back")
    film, _ = film_of(RULES, planted.events, preset("club"), 3, 0, planted.misplaced, planted.instead)
    told = [event for event in followed(RULES, film).events if isinstance(event, FaultFound)]
    assert [(each.rule, each.evidence) for each in told] == [(planted.fault.rule, "concluded")]
