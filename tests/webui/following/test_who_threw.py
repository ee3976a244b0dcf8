"""Nobody has said who is East: the table says so until the arm that throws the dice or a person tells, and
the deal may say otherwise later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.formats.notation_table import parse_table, table_text
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    DealerTold,
    DealStarted,
    DiceRolled,
    Event,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from engine.table.expected import expected
from engine.table.state import GameState
from engine.tiles import EngineError
from tests.webui.live_tables import MCR, looked
from vision.simulate.playing.play import play_deal
from webui.live_table import LiveTable
from webui.storage.journal import Journal

LOOK_S = 0.2
HEARD_S = 1.0


def arm_of(seat: int) -> frozenset[str]:
    """The zones under the arm of `seat` that reaches into the middle."""
    return frozenset(f"{zone}:{seat}" for zone in ("standing", "wall", "river"))


def begun(name: str, dealer: int) -> list[Event]:
    """The first acts of a deal, as a camera sees them."""
    acts: list[Event] = []
    for event in play_deal(load_ruleset(name), 23, dealer)[:9]:
        event = replace(event, hands=None) if isinstance(event, HandsDealt) else event
        acts.append(replace(event, tile=None) if isinstance(event, TileDrawn) else event)
    return acts


def watched(name: str, dealer: int, acts: list[Event], thrower: int) -> tuple[LiveTable, float]:
    """The table after looks at `acts`, the dice thrown by the arm of `thrower`; and how long after the first
    look at the first dice they are told (s)."""
    rules = load_ruleset(name)
    live, state, at_s = LiveTable(rules, Journal(None), None), new_table(rules, dealer), 0.0
    shown_s: float | None = None
    waits_s: float | None = None
    for event in acts:
        if isinstance(event, DiceRolled) and shown_s is None:
            for _ in range(4):
                at_s += LOOK_S
                live.see(replace(looked(expected(state), at_s), hidden=arm_of(thrower)))
        state = apply(state, event)
        for _ in range(12):
            at_s += LOOK_S
            entries = live.see(looked(expected(state), at_s))
            if isinstance(event, DiceRolled) and shown_s is None:
                shown_s = at_s
            if waits_s is None and any(isinstance(each, DiceRolled) for e in entries for each in e.events):
                assert shown_s is not None
                waits_s = at_s - shown_s
    assert waits_s is not None
    return live, waits_s


@pytest.mark.parametrize("dealer", [0, 3])
@pytest.mark.parametrize("name", ["mcr", "riichi"])
def test_dice_are_told_within_a_second_when_the_arm_that_threw_them_was_seen(name: str, dealer: int) -> None:
    acts = begun(name, dealer)
    live, waits_s = watched(name, dealer, acts, dealer)
    assert waits_s < HEARD_S
    assert live.start == new_table(live.rules, dealer)
    assert list(live.events) == acts


def test_when_the_deal_shows_another_dealer_than_the_arm_all_of_it_is_told_otherwise() -> None:
    acts = begun("riichi", 1)
    live, waits_s = watched("riichi", 1, acts, thrower=2)
    assert waits_s < HEARD_S
    assert live.start == new_table(live.rules, 1)
    assert list(live.events) == acts


def test_when_only_the_second_of_two_throws_was_seen_the_deal_shows_east() -> None:
    live, built = opened(), apply(new_table(MCR, 0), WallBuilt())
    state, (_, *acts) = built, begun("mcr", 0)
    first, second = (event for event in acts if isinstance(event, DiceRolled))
    assert (first.seat, second.seat) == (0, 1)
    for event in acts:
        if event == second:
            live.see(replace(looked(expected(built), live.at_s + LOOK_S), hidden=arm_of(1)))
        state = apply(state, event)
        watch(live, state, 0 if event == first else 12)
    assert live.start == new_table(MCR, 0)
    assert [type(event) for event in live.events[1:]] == [type(each) for each in acts if each != first]


def test_who_is_east_in_a_later_deal_says_nothing_of_the_first() -> None:
    journal = Journal(None)
    live = LiveTable(load_ruleset("mcr"), journal)
    live.record("import", (DealStarted(1), WallBuilt(), WallBroken(1, 12), HandsDealt(1)))
    for again in (live, LiveTable(live.rules, journal)):
        thrown = apply(again.state, TileDiscarded(again.state.turn, "3p"))
        entries = again.see(looked(expected(thrown), again.at_s + 10.0))
        assert entries
        assert again.start == new_table(live.rules, 0)
        again.record("import", (TileDrawn(again.state.turn),))


def opened() -> LiveTable:
    """A table that was looked at until its wall was told."""
    live = LiveTable(MCR, Journal(None), None)
    watch(live, apply(new_table(MCR), WallBuilt()), 12)
    assert list(live.events) == [WallBuilt()]
    return live


def watch(live: LiveTable, state: GameState, looks: int) -> None:
    for _ in range(looks):
        live.see(looked(expected(state), live.at_s + LOOK_S))


def test_while_east_is_open_the_table_has_no_winds() -> None:
    live = opened()
    assert live.state.is_dealer_known is live.start.is_dealer_known is False
    assert [live.state.known_wind(seat) for seat in range(4)] == [None] * 4
    assert live.journal.about("dealer") is None
    assert parse_table(table_text(live.state)) == live.state
    again = live.taken_up_again()
    assert again.state == live.state


def test_once_the_deal_shows_east_the_table_knows_the_winds() -> None:
    live, state, acts = LiveTable(MCR, Journal(None), None), new_table(MCR, 3), begun("mcr", 3)
    for event in acts:
        state = apply(state, event)
        watch(live, state, 12)
    assert list(live.events) == acts
    assert live.start == new_table(MCR, 3)
    assert [live.state.known_wind(seat) for seat in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("east", range(4))
def test_what_a_person_says_settles_east_at_once_and_loses_no_act(east: int) -> None:
    live, acts = opened(), begun("mcr", east)
    live.tell_east(east)
    assert live.start == new_table(MCR, east)
    assert live.state.known_wind(east) == 0
    assert list(live.events) == [WallBuilt(), DealerTold(east)]
    state = apply(new_table(MCR, east), WallBuilt())
    for event in acts[1:]:
        state = apply(state, event)
        watch(live, state, 12)
    assert list(live.events) == [acts[0], DealerTold(east), *acts[1:]]


def test_acts_that_waited_for_east_are_told_when_a_person_says_who_it_is() -> None:
    live, east = opened(), 2
    state = apply(new_table(MCR, east), WallBuilt())
    thrown = DiceRolled(east, (3, 4))
    watch(live, apply(state, thrown), 2)
    assert list(live.events) == [WallBuilt()]
    live.tell_east(east)
    watch(live, apply(state, thrown), 4)
    assert list(live.events) == [WallBuilt(), DealerTold(east), thrown]


def test_east_said_against_all_that_was_thought_stands() -> None:
    live, acts = LiveTable(MCR, Journal(None), None), begun("mcr", 1)
    live.record("player", (WallBuilt(),))
    live.tell_east(0)
    state = new_table(MCR, 1)
    for event in acts:
        state = apply(state, event)
        watch(live, state, 12)
    assert live.start == new_table(MCR, 0)


def test_east_is_said_of_a_seat_at_the_table() -> None:
    live = opened()
    with pytest.raises(EngineError, match="the dealer of mcr must be a seat from 0 to 3, got 4"):
        live.tell_east(4)
    assert not live.state.is_dealer_known
    assert list(live.events) == [WallBuilt()]


@pytest.mark.parametrize(
    "event", [DealStarted(2), HandsDealt(2)], ids=["a deal that is started", "hands that are dealt"]
)
def test_who_tells_the_dealer_tells_east(event: Event) -> None:
    live = opened()
    live.record("player", (event,))
    assert live.start == new_table(MCR, 2)
    assert live.state.known_wind(2) == 0


def test_what_a_person_enters_of_other_acts_leaves_east_open() -> None:
    live = opened()
    live.record("player", (TileDiscarded(1, "5p"),))
    assert not live.state.is_dealer_known
    live.record("player", (), amends=2)
    live.record("player", (), amends=1)
    assert not live.state.is_dealer_known
    acts, state = begun("mcr", 1), new_table(MCR, 1)
    for event in acts:
        state = apply(state, event)
        watch(live, state, 12)
    assert list(live.events) == acts


def test_a_table_in_notation_says_that_nobody_knows() -> None:
    state = replace(new_table(MCR, None), phase="rolling")
    assert "dealer ?" in table_text(state)
    assert "dealer ?" not in table_text(new_table(MCR, 0))
    dealt = apply(apply(state, WallBroken(1, 12)), HandsDealt(1))
    assert dealt.known_wind(1) == 0
