"""What a fault leads to is a table of the rule set, worked out by one function (engine/judge/ruling.py)."""

from dataclasses import replace

import pytest
from rule_rows import D, T, names, rule

from engine.house import house_rules
from engine.judge.rounds import final_scores
from engine.judge.ruling import penalty_of, ruling
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import FaultFound, PenaltyGiven, SeatsChanged, Won
from engine.table.fault import CONSEQUENCES, fault

FALSE_WIN = FaultFound("G-06", 1, (), "chombo", "false_win")
MANGAN_OF_SOUTH = (4000, -8000, 2000, 2000)


def table(rules, **settings):
    return new_table(replace(load_ruleset(rules), **settings))


@pytest.mark.parametrize(
    ("rules", "settings", "consequence", "paid", "off_result"),
    [
        pytest.param("riichi", {}, "chombo", MANGAN_OF_SOUTH, 0, id="a mangan the other way round"),
        pytest.param("riichi", {"chombo_off_result": 20_000}, "chombo", MANGAN_OF_SOUTH, 20_000, id="both"),
        pytest.param("riichi", {"chombo_off_result": 20_000, "false_win_payment": 0}, "chombo",
                     (0, 0, 0, 0), 20_000, id="off the result alone"),
        pytest.param("riichi", {"chombo_off_result": 20_000}, "dead_hand", (0, 0, 0, 0), 0, id="a dead hand"),
        pytest.param("riichi", {}, "warning", (0, 0, 0, 0), 0, id="a warning"),
        pytest.param("riichi", {"penalties": (("false_win", 1000),)}, "chombo", (1000, -3000, 1000, 1000), 0,
                     id="a price of its own"),
        pytest.param("riichi", {"deductions": (("false_win", 1000),)}, "chombo", (0, -1000, 0, 0), 0,
                     id="points nobody gets"),
        pytest.param("riichi", {"penalties": (("false_win", 100),), "deductions": (("false_win", 500),)},
                     "warning", (100, -800, 100, 100), 0, id="even a warning may cost"),
        pytest.param("mcr", {}, "dead_hand", (10, -30, 10, 10), 0, id="dead and ten to each"),
        pytest.param("hong_kong", {}, "chombo", (64, -192, 64, 64), 0, id="the limit to each"),
    ],
)  # fmt: skip
def test_what_a_false_win_costs_is_the_tables_own(rules, settings, consequence, paid, off_result):
    found = replace(FALSE_WIN, consequence=consequence)
    follows = ruling(table(rules, **settings), found)
    assert (follows.payments, follows.off_result) == (paid, off_result)
    assert follows.is_dead is (consequence == "dead_hand")
    assert follows.is_redealt is (consequence == "chombo")


@pytest.mark.parametrize("consequence", CONSEQUENCES)
def test_a_fault_of_nobodys_costs_nobody_points(consequence):
    assert penalty_of(table("riichi"), FaultFound("S004-86", None, (), consequence, "drawn_too_early")) == ()


def test_the_penalty_is_an_event_with_the_faults_name_and_number():
    state = table("riichi", chombo_off_result=20_000)
    [given] = penalty_of(state, FALSE_WIN)
    assert given == PenaltyGiven(1, MANGAN_OF_SOUTH, "G-06", "false_win", 20_000)
    after = apply(state, given)
    assert [seat.score for seat in after.seats] == [29_000, 17_000, 27_000, 27_000]
    assert [seat.off_result for seat in after.seats] == [0, 20_000, 0, 0]


def test_what_a_chombo_takes_off_the_result_changes_no_place_and_stays_with_its_player():
    rules = load_ruleset("riichi")
    without = final_scores(rules, (40_000, 30_000, 20_000, 10_000))
    taken = final_scores(rules, (40_000, 30_000, 20_000, 10_000), 0, (20_000, 0, 0, 0))
    assert [was - now for was, now in zip(without, taken, strict=True)] == [20.0, 0, 0, 0]
    moved = apply(apply(table("mcr"), PenaltyGiven(1, (0,) * 4, off_result=50)), SeatsChanged((1, 0, 3, 2)))
    assert [seat.off_result for seat in moved.seats] == [50, 0, 0, 0]


def test_house_rules_set_every_one_of_them():
    text = """
        rules = "riichi"
        chombo_off_result = 20000
        missed_win = "until_next_draw"
        [consequences]
        false_win = "dead_hand"
        swap_call = "chombo"
        [penalties]
        false_win = 1000
        [deductions]
        out_of_turn = 500
    """
    rules = house_rules(text, load_ruleset)
    state = new_table(rules)
    assert fault(state, "false_win", 1).consequence == "dead_hand"
    assert fault(state, "swap_call", 1).consequence == "chombo"
    assert ruling(state, fault(state, "false_win", 1).event()).payments == (1000, -3000, 1000, 1000)
    assert ruling(state, fault(state, "out_of_turn", 2).event()).payments == (0, 0, -500, 0)
    assert ruling(state, fault(state, "swap_call", 1).event()).off_result == 20_000


READY = "123m456m789p11s56s"
"""Thirteen tiles that wait for 4s and 7s."""
PASSED = [D(0, "4s"), T(1), D(1, "1z"), T(2), D(2, "7s")]

DREW_SINCE = [D(0, "4s"), T(1), D(1, "2z"), T(2), D(2, "3z"), T(3), D(3, "9m"), T(0), D(0, "7s")]


@pytest.mark.parametrize(
    ("setting", "acts", "found"),
    [
        ("until_next_draw", PASSED, {"win_on_passed_tile"}),
        ("free", PASSED, set()),
        ("until_next_draw", DREW_SINCE, set()),
        ("until_next_draw", [D(0, "9p"), T(1), D(1, "1z"), T(2), D(2, "7s")], set()),
    ],
    ids=["let pass a moment ago", "not at this table", "drawn since", "that one was no win"],
)  # fmt: skip
@rule("G-06")
def test_who_let_a_win_pass_waits_for_the_next_draw(at, setting, acts, found):
    rules = replace(load_ruleset("hong_kong"), missed_win=setting, minimum=0)
    giver = acts[-1].seat
    assert names(at(rules, *acts, hands={3: READY}), Won(3, "7s", giver)) == found
