"""Nobody has said who is East: the arm that throws the dice tells, and the deal may say otherwise later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
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
from tests.webui.live_tables import looked
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
