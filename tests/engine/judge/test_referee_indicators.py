"""Dora indicators: which are due and when, by the rule set; missing, early and extra ones are found."""

from dataclasses import replace

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, dead, kong, names, own_kong, promoted, rule

from engine.judge.legal import next_events
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DoraRevealed, HandsDealt, WallBuilt, Won

FIRST = DoraRevealed("1m")
ANOTHER = DoraRevealed("2m")
CONCEALED = [FIRST, own_kong(0, "3p")]
CLAIMED = [FIRST, D(0, "1z"), kong(2, 0, "1z")]
PROMOTED = [FIRST, *PUNG_THEN_DRAW, promoted(1, "3p")]


def rules(timing):
    return replace(load_ruleset("riichi"), kong_indicators=timing)


def may_turn(state):
    return any(isinstance(event, DoraRevealed) for event in next_events(state))


@pytest.mark.parametrize(
    ("timing", "before", "expected"),
    [
        ("melded_after_discard", CONCEALED, set()),
        ("melded_after_discard", CLAIMED, {"indicator_early"}),
        ("melded_after_discard", PROMOTED, {"indicator_early"}),
        ("melded_after_discard", [*CLAIMED, dead(2)], {"indicator_early"}),
        ("melded_after_discard", [*CLAIMED, dead(2), D(2, "9p")], set()),
        ("melded_after_discard", [*CLAIMED, dead(2), own_kong(2, "9p")], set()),
        ("at_once", CONCEALED, set()),
        ("at_once", CLAIMED, set()),
        ("at_once", PROMOTED, set()),
        ("after_discard", CONCEALED, {"indicator_early"}),
        ("after_discard", [*CONCEALED, dead(0), D(0, "9p")], set()),
        ("off", CONCEALED, {"indicator_extra"}),
        ("off", [*CLAIMED, dead(2), D(2, "9p")], {"indicator_extra"}),
        ("at_once", [FIRST], {"indicator_extra"}),
        ("at_once", [*CONCEALED, ANOTHER], {"indicator_extra"}),
        ("at_once", [], set()),
    ],
)
@rule("G-06")
def test_an_indicator_is_judged_when_it_is_turned(at, timing, before, expected):
    state = at(rules(timing), *before, indicator=False)
    assert names(state, DoraRevealed("5z")) == expected
    assert may_turn(state) is (not expected)


@pytest.mark.parametrize("name", ["mcr", "hong_kong", "doubles", "beginner"])
def test_without_dora_every_indicator_is_one_too_many(at, name):
    assert names(at(name), DoraRevealed("5z")) == {"indicator_extra"}


def test_before_the_deal_no_indicator_is_due():
    built = apply(new_table(load_ruleset("riichi")), WallBuilt())
    assert names(built, DoraRevealed("5z")) == {"indicator_early"}
    assert names(apply(new_table(load_ruleset("riichi")), HandsDealt(0)), DoraRevealed("5z")) == set()


@pytest.mark.parametrize(
    ("timing", "before", "event", "expected"),
    [
        pytest.param("at_once", [], D(0, "1z"), True, id="the first, at the first discard"),
        pytest.param("at_once", [FIRST], D(0, "1z"), False, id="it lies there"),
        pytest.param("at_once", [D(0, "1z"), T(1)], D(1, "1z"), False, id="told once only"),
        pytest.param("at_once", [*CONCEALED, dead(0)], D(0, "9p"), True, id="a concealed kong's"),
        pytest.param("at_once", [*CONCEALED, ANOTHER, dead(0)], D(0, "9p"), False, id="turned"),
        pytest.param(
            "at_once", [*CONCEALED, dead(0), ANOTHER], D(0, "9p"), False, id="turned after the draw"
        ),
        pytest.param("at_once", [*CLAIMED, dead(2)], D(2, "9p"), True, id="a claimed one's"),
        pytest.param("melded_after_discard", [*CLAIMED, dead(2)], D(2, "9p"), False, id="not yet due"),
        pytest.param(
            "melded_after_discard", [*CLAIMED, dead(2), D(2, "9p"), T(3)], D(3, "9s"), True, id="due now"
        ),
        pytest.param(
            "melded_after_discard",
            [*CLAIMED, dead(2), D(2, "9p"), ANOTHER, T(3)],
            D(3, "9s"),
            False,
            id="in time",
        ),
        pytest.param("after_discard", [*CONCEALED, dead(0)], D(0, "9p"), False, id="concealed, later too"),
        pytest.param(
            "after_discard", [*CONCEALED, dead(0), D(0, "9p"), T(1)], D(1, "9s"), True, id="later, missing"
        ),
        pytest.param("off", [*CONCEALED, dead(0)], D(0, "9p"), False, id="none is due"),
        pytest.param(
            "at_once", [*CONCEALED, dead(0)], Won(0, "9p"), True, id="before a win on the replacement"
        ),
    ],
)
@rule("G-06")
def test_a_missing_indicator_is_found_once_it_should_lie_there(at, timing, before, event, expected):
    assert ("indicator_missing" in names(at(rules(timing), *before, indicator=False), event)) is expected


def test_a_rule_set_without_dora_misses_none(at):
    assert names(at("mcr"), D(0, "1z")) == set()
