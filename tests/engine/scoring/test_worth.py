"""Wins, kongs and readiness judged with what a known hand is worth."""

from dataclasses import replace

import pytest
from rule_rows import D, T, names, own_kong, pung, rule, tail, with_wall

from engine.judge.claims import PossibleClaim, claims, resolve
from engine.judge.deal_points import ready_seats, settle
from engine.judge.legal import next_events
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import DealDrawn, DeclaredReady, FlowerDeclared, KongDeclared, Won

CHEAP = "123m456p777s99s23s"
"""Ready for 1s and 4s without a riichi yaku when won on another's tile."""
DEAR = "123m456m789m11p23s"


def who_wins(state):
    return {(claim.seat, claim.sure) for claim in claims(state) if claim.kind == "win"}


@pytest.mark.parametrize(
    ("rules", "hand", "wins"),
    [
        ("riichi", CHEAP, False),
        ("riichi", DEAR, True),
        ("mcr", CHEAP, False),
        ("mcr", DEAR, True),
        ("hong_kong", CHEAP, False),
        ("beginner", CHEAP, True),
    ],
)
def test_only_a_hand_worth_the_minimum_may_claim_the_win(at, rules, hand, wins):
    state = at(rules, D(0, "9m"), T(1), D(1, "4s"), hands={2: hand})
    assert ((2, True) in who_wins(state)) is wins
    assert ("below_minimum" in names(state, Won(2, "4s", 1))) is not wins
    assert (1, True) not in who_wins(state)


def test_a_hidden_hand_may_always_claim_and_is_never_called_too_cheap(at):
    state = at("riichi", D(0, "4s"))
    assert who_wins(state) == {(1, False), (2, False), (3, False)}
    assert names(state, Won(2, "4s", 0)) == set()


def test_riichi_the_last_tile_and_a_robbed_kong_make_a_cheap_hand_dear_enough(at):
    before = [D(0, "9m"), T(1), D(1, "9p"), T(2, "9m"), DeclaredReady(2), D(2, "9m"), T(3)]
    assert names(at("riichi", *before, D(3, "4s"), hands={2: CHEAP}), Won(2, "4s", 3)) == set()
    last = with_wall(at("riichi", D(0, "9m"), T(1), D(1, "4s"), hands={2: CHEAP}), 14)
    assert names(last, Won(2, "4s", 1)) == set()
    kong = [D(0, "4s"), pung(1, 0, "4s"), D(1, "4z"), T(2, "1z"), D(2, "1z"), T(3), D(3, "2z"), T(0)]
    kong += [D(0, "2z"), T(1), KongDeclared(1, "promoted", "4s")]
    assert names(at("riichi", *kong, hands={2: CHEAP}), Won(2, "4s", 1)) == set()


def test_a_flower_in_hand_is_no_win(at):
    state = at("mcr", D(0, "4s"), hands={2: "123m456m789m1p1f23s"})
    assert (2, True) not in who_wins(state)
    assert "false_win" in names(state, Won(2, "4s", 0))


def test_three_winners_draw_the_deal_where_that_is_the_rule():
    asked = tuple(PossibleClaim(seat, 0, "win", "4s") for seat in (1, 2, 3))
    assert resolve(load_ruleset("riichi"), asked).taken == ()
    assert len(resolve(load_ruleset("riichi_classic"), asked).taken) == 3
    assert len(resolve(load_ruleset("riichi"), asked[:2]).taken) == 2


@pytest.mark.parametrize(
    ("hand", "drawn", "kong", "expected"),
    [
        pytest.param("111m456p789s22p34s", "1m", "1m", set(), id="the waits stay"),
        pytest.param("111m456p789s22p34s", "9p", "1m", {"tile_not_held"}, id="four are not there"),
        pytest.param("3334m456p789s111z", "3m", "3m", {"kong_changes_waits"}, id="a wait lost"),
        pytest.param("1111m23m456p789s1z", "5z", "1m", {"kong_changes_waits"}, id="not with the drawn tile"),
    ],
)
def test_after_riichi_a_concealed_kong_keeps_the_waits(at, hand, drawn, kong, expected):
    before = [D(0, "9m"), T(1, "7z"), DeclaredReady(1), D(1, "7z"), T(2), D(2, "9m"), T(3), D(3, "8m"), T(0),
              D(0, "8m"), T(1, drawn)]  # fmt: skip
    state = at("riichi", *before, hands={1: hand})
    assert names(state, own_kong(1, kong)) == expected
    if kong == drawn:
        listed = KongDeclared(1, "concealed", None) in next_events(state)
        assert listed is (not expected)


def test_before_riichi_a_kong_may_change_the_waits(at):
    state = at("riichi", D(0, "9m"), T(1, "3m"), hands={1: "3334m456p789s111z"})
    assert names(state, own_kong(1, "3m")) == set()


@rule("S001-69")
@rule("S001-68")
@pytest.mark.parametrize(("strict", "ready"), [(False, {1, 2}), (True, {1})])
def test_a_stricter_table_asks_a_ready_hand_for_its_worth(at, strict, ready):
    rules = replace(load_ruleset("riichi"), ready_needs_minimum=strict)
    before = [D(0, "2m"), pung(2, 0, "2m"), D(2, "9p"), T(3), D(3, "9m")]
    state = with_wall(at(rules, *before, hands={1: DEAR, 2: "22m456p99s777s23s9p"}), 14)
    assert set(ready_seats(state)) == ready
    paid = settle(state, [DealDrawn()]).payments
    assert paid == ((-1500, 1500, 1500, -1500) if ready == {1, 2} else (-1000, 3000, -1000, -1000))
    assert ("not_ready" in names(state, DealDrawn("exhaustive", (1, 2)))) is strict


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        ("1z1z1z1z", set()),
        ("1z2m3m4m", {"abort_without_cause"}),
        ("5z5z5z5z", {"abort_without_cause"}),
        ("1z1z2z1z", {"abort_without_cause"}),
    ],
)
def test_four_winds_are_four_of_one_wind(at, discards, expected):
    tiles = [discards[place : place + 2] for place in range(0, 8, 2)]
    acts = [D(0, tiles[0]), *[act for seat in (1, 2, 3) for act in (T(seat), D(seat, tiles[seat]))]]
    assert names(at("riichi", *acts), DealDrawn("four_winds")) == expected


@rule("S003-20")
@pytest.mark.parametrize(
    ("rules", "value", "payments"),
    [
        ("mcr", 8, (48, -16, -16, -16)),
        ("hong_kong", 8, (192, -64, -64, -64)),
        ("doubles", 5, (960, -320, -320, -320)),
    ],
)
def test_all_eight_flowers_win_at_once_at_their_own_price(at, rules, value, payments):
    rules = replace(load_ruleset(rules), all_flowers_win=True)
    laid = [act for n in range(1, 8) for act in (FlowerDeclared(0, f"{n}f"), tail(0))]
    state = at(rules, *laid, FlowerDeclared(0, "8f"))
    won = Won(0, "8f")
    assert names(state, won) == set()
    score = score_win(state, won)
    assert (score.value, [pattern.name for pattern in score.patterns]) == (value, ["eight_flowers"])
    assert score.seat_payments == payments
    assert len(apply(state, won).seats[0].standing) == 13
    dearer = score_win(replace(state, rules=replace(rules, all_flowers_value=1)), won)
    assert dearer.value == 1


@pytest.mark.parametrize(
    ("reason", "found"), [("unknown_tiles", False), ("unavailable", False), ("below_minimum", True)]
)
def test_a_score_that_could_not_be_reckoned_says_nothing_of_the_minimum(at, reason, found):
    """A concealed kong lies face down: nobody knows what the hand is worth."""
    state = at("mcr", D(0, "4s"))
    won = Won(2, "4s", 0, score={"minimum_met": False, "reason": reason})
    assert ("below_minimum" in names(state, won)) is found
