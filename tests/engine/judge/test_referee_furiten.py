"""Who let a winning tile go may not win on another's: a kong's tile that was not robbed included."""

from rule_rows import PUNG_THEN_DRAW, D, T, dead, names, promoted, rule

from engine.judge.claims import claims
from engine.table.apply import apply
from engine.table.events import Won

HAND = "123m456p789s55s12p"
"""Ready for 3p alone."""
PASSED = [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1), D(1, "9m")]
WAITS_TWICE = "234m456p678s55s45p"
"""Ready for 3p and 6p."""


def may_win(state, seat):
    return any(claim.seat == seat and claim.kind == "win" for claim in claims(state))


@rule("S001-30")
def test_a_passed_kong_tile_forbids_the_win_on_the_other_wait(at):
    state = at("riichi", *PASSED, T(2), D(2, "6p"), hands={3: WAITS_TWICE})
    assert names(state, Won(3, "6p", 2)) == {"win_on_passed_tile"}
    assert not may_win(state, 3)


@rule("S001-30")
def test_the_kong_that_may_still_be_robbed_is_not_passed(at):
    state = at("riichi", *PUNG_THEN_DRAW, promoted(1, "3p"), hands={3: WAITS_TWICE, 2: HAND})
    assert names(state, Won(3, "3p", 1)) == set()
    assert may_win(state, 3)
    assert names(apply(state, Won(2, "3p", 1)), Won(3, "3p", 1)) == set()


@rule("S001-30")
def test_the_own_next_discard_ends_it_before_riichi(at):
    before = [*PASSED, T(2), D(2, "9p"), T(3, "1z"), D(3, "1z"), T(0), D(0, "6p")]
    assert names(at("riichi", *before, hands={3: WAITS_TWICE}), Won(3, "6p", 0)) == set()


def test_a_rule_set_without_furiten_asks_nothing(at):
    state = at("mcr", *[*PUNG_THEN_DRAW, promoted(1, "3p")], hands={3: WAITS_TWICE})
    assert names(state, Won(3, "3p", 1)) <= {"below_minimum"}
