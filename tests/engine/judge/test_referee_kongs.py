"""Kongs judged to the letter: robbed late, robbed for orphans, shown at the end, flowers kept."""

from dataclasses import replace

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, dead, names, own_kong, promoted, rule, tail, with_wall

from engine.judge.claims import claims
from engine.judge.faults_lying import lying_faults
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import DealDrawn, FlowerDeclared, Won
from engine.table.expected import expected

CLASSIC = "riichi_classic"
ROBBER = "234m456p678s55s12p"
PROMOTER = "33p9m1z123s456s789s"
"""Seat 1: a pung of 3p called, then 3p drawn and added."""
LATE = [*PUNG_THEN_DRAW[:-1], T(1, "3p"), promoted(1, "3p")]


def late(at, supplement, **hands):
    known = {1: PROMOTER, 3: ROBBER} | {int(seat[1:]): hand for seat, hand in hands.items()}
    return at(CLASSIC, *LATE, dead(1, supplement), hands=known)


@rule("S001-59")
def test_a_kong_robbed_after_the_supplement_is_scored_as_robbed_and_paid_by_its_owner(at):
    state = late(at, "7z")
    won = Won(3, "3p", 1)
    assert names(state, won) == set()
    assert [claim.seat for claim in claims(state) if claim.kind == "win" and claim.sure] == [3]
    score = score_win(state, won, [*LATE, dead(1, "7z")])
    assert "chankan" in {pattern.name for pattern in score.patterns}
    assert score.seat_payments[1] == -score.seat_payments[3] < 0


@rule("S001-59")
def test_the_supplement_goes_back_to_the_dead_wall(at):
    before = at(CLASSIC, *LATE, hands={1: PROMOTER, 3: ROBBER})
    drawn = apply(before, dead(1, "7z"))
    assert drawn.wall != before.wall
    after = apply(drawn, Won(3, "3p", 1))
    assert after.wall == before.wall
    assert after.seats[1].standing == before.seats[1].standing
    assert [meld.kind for meld in after.seats[1].melds] == ["pung"]


@rule("S001-59")
def test_where_both_tiles_of_a_stack_went_one_comes_back_on_it(at):
    before = at(CLASSIC, own_kong(0, "1z"), dead(0, "9m"), *LATE, hands={1: PROMOTER, 3: ROBBER})
    after = apply(apply(before, dead(1, "7z")), Won(3, "3p", 1))
    assert after.wall == before.wall


@rule("S001-59")
@pytest.mark.parametrize(
    ("supplement", "promoter"),
    [
        pytest.param("9m", "33p1z999m123s456s7s", id="another kong"),
        pytest.param("9s", "33p1z123s456s789s9s", id="a win on it"),
    ],
)
def test_a_supplement_that_lets_him_go_on_bars_the_robbery(at, supplement, promoter):
    state = late(at, supplement, s1=promoter)
    assert names(state, Won(3, "3p", 1)) == {"kong_robbed_too_late"}
    assert not [claim for claim in claims(state) if claim.kind == "win"]


@rule("S001-59")
def test_a_supplement_nobody_saw_is_not_held_against_the_robber(at):
    state = at(CLASSIC, *PUNG_THEN_DRAW, promoted(1, "3p"), dead(1), hands={3: ROBBER})
    assert names(state, Won(3, "3p", 1)) == set()


@rule("S001-57")
@pytest.mark.parametrize("may_rob", [None, True])
def test_orphans_rob_a_concealed_kong_only_where_the_table_says_so(at, may_rob):
    rules = load_ruleset("riichi")
    rules = rules if may_rob is None else replace(rules, rob_concealed_kong_for_orphans=True)
    state = at(rules, own_kong(0, "1z"), hands={3: "119m19p19s234567z"})
    assert names(state, Won(3, "1z", 0)) == (set() if may_rob else {"kong_not_to_be_robbed"})


KEEPS = "1f123m456m789m11p2s"


@rule("S003-19")
@pytest.mark.parametrize(
    ("rules", "expected_names"),
    [("hong_kong", {"flower_kept"}), ("doubles", {"flower_kept"}), ("mcr", set())],
)
def test_a_flower_that_must_be_laid_is_not_kept_silently(at, rules, expected_names):
    state = at(rules, D(0, "9p"), T(1, "1z"), hands={1: KEEPS})
    assert names(state, D(1, "1z")) == expected_names


@rule("S003-19")
def test_a_flower_kept_is_told_once_it_could_have_been_laid_and_replaced(at):
    state = at("hong_kong", D(0, "9p"), T(1, "1z"), hands={1: KEEPS})
    laid = apply(apply(state, FlowerDeclared(1, "1f")), tail(1, "5p"))
    assert names(laid, D(1, "1z")) == set()
    assert names(with_wall(state, 0), D(1, "1z")) == set()
    hidden = at("hong_kong", D(0, "9p"), T(1, "1z"))
    assert names(hidden, D(1, "1z")) == set()


@rule("S003-12")
@rule("X-05")
@pytest.mark.parametrize(
    ("rules", "down", "expected_names"),
    [
        ("mcr", (0, 1, 2, 3), ["concealed_kong_not_shown"]),
        ("mcr", (), []),
        ("hong_kong", (0, 1, 2, 3), ["concealed_kong_not_shown"]),
        ("riichi_classic", (0, 3), []),
    ],
)
def test_a_concealed_kong_is_revealed_when_the_deal_is_drawn(at, rules, down, expected_names):
    supplement = dead(0) if rules == CLASSIC else tail(0)
    state = apply(at(rules, own_kong(0, "9m"), supplement, D(0, "1z")), DealDrawn())
    reading = expected(state)
    meld = replace(reading.seats[0].melds[0], face_down=down)
    seats = (replace(reading.seats[0], melds=(meld,)), *reading.seats[1:])
    found = lying_faults(state, replace(reading, seats=seats))
    assert [each.name for each in found] == expected_names
