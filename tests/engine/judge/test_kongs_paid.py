"""Kongs in doubles: worth points the moment they are exposed, whoever wins; a robbed one never was one."""

from dataclasses import replace

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, kong, own_kong, promoted, rule, tail, with_wall

from engine.formats.game import RecordedDeal, RecordedGame
from engine.formats.replay import replay
from engine.journal.amend import folded
from engine.judge.consequences import kong_moved, payment, scored
from engine.judge.deal_points import settle
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import DealDrawn, DealStarted, HandsDealt, KongClaimed, ScoresChanged, WallBuilt, Won

DOUBLES = "doubles"
CONCEALED = (-20, 60, -20, -20)


@rule("S000-15")
@rule("S000-20")
def test_kongs_are_paid_although_the_deal_is_drawn_and_nobody_won(at):
    deal = [D(0, "9p"), T(1), own_kong(1, "3p"), tail(1), D(1, "1z"), kong(2, 1, "1z"), tail(2), D(2, "9m")]
    state = with_wall(at(DOUBLES, *deal), 0)
    assert settle(state, [*deal, DealDrawn()]).payments == (-20, 60 - 10, 10 - 20, -20)
    assert settle(state, deal).payments == (-20, 60 - 10, 10 - 20, -20)


@rule("S000-15")
def test_a_replayed_draw_pays_its_kongs(at):
    rules = load_ruleset(DOUBLES)
    deal = [
        DealStarted(0),
        WallBuilt(),
        HandsDealt(0),
        D(0, "9p"),
        T(1),
        own_kong(1, "3p"),
        tail(1),
        D(1, "1z"),
    ]
    played = replay(RecordedGame("jantaku", rules, (RecordedDeal((*deal, DealDrawn())),)))
    assert played.deals[0].payments == CONCEALED
    assert played.final == CONCEALED


@rule("S000-20")
@pytest.mark.parametrize(("price", "times", "paid"), [(10, 2, 20), (5, 1, 5), (0, 2, 0)])
def test_the_price_of_a_kong_is_what_the_table_agreed_on(at, price, times, paid):
    rules = replace(load_ruleset(DOUBLES), kong_payment=price, concealed_kong_times=times)
    deal = [D(0, "9p"), T(1), own_kong(1, "3p"), tail(1), D(1, "1z")]
    assert settle(at(rules, *deal), [*deal, DealDrawn()]).payments == (-paid, 3 * paid, -paid, -paid)


@rule("S000-15")
def test_a_robbed_kong_is_not_paid(at):
    deal = [*PUNG_THEN_DRAW, promoted(1, "3p")]
    state = at(DOUBLES, *deal, hands={3: "123m456p789s55z12p"})
    won = Won(3, "3p", 1)
    assert settle(state, [*deal, won]).payments == settle(replaced(state), [*deal, won]).payments
    passed = [*deal, tail(1), D(1, "9m"), T(2), D(2, "3s"), DealDrawn()]
    assert settle(at(DOUBLES, *passed[:-1]), passed).payments == (-10, 30, -10, -10)


def replaced(state):
    return replace(state, rules=replace(state.rules, kong_payment=0))


def live(state, deal):
    """Folds the deal as a live table does, with what moves at once after each act."""
    told = []
    for event in deal:
        score = None
        if isinstance(event, Won):
            event, score = scored(state, event, told)
        after = folded(state, [event])
        points = payment(after, score)
        points = (*points, *kong_moved(state, event, folded(after, points), told))
        state = folded(after, points)
        told += [event, *points]
    return state, [each for each in told if isinstance(each, ScoresChanged)]


@rule("S000-15")
@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        ([D(0, "9p"), T(1), own_kong(1, "3p")], CONCEALED),
        ([D(0, "1z"), kong(2, 0, "1z")], (-10, 0, 10, 0)),
        ([*PUNG_THEN_DRAW, promoted(1, "3p")], (-10, 30, -10, -10)),
    ],
)
def test_the_live_table_moves_the_points_as_soon_as_the_kong_lies(at, deal, paid):
    state, points = live(at(DOUBLES), deal)
    assert [each.payments for each in points] == [paid]
    assert tuple(seat.score for seat in state.seats) == paid


@rule("S000-15")
def test_the_live_table_takes_the_payment_of_a_robbed_kong_back(at):
    start = at(DOUBLES, hands={3: "123m456p789s55z12p"})
    won = Won(3, "3p", 1, start.seats[3].standing)
    state, points = live(start, [*PUNG_THEN_DRAW, promoted(1, "3p"), won])
    hand = settle(
        folded(start, [*PUNG_THEN_DRAW, promoted(1, "3p")]), [*PUNG_THEN_DRAW, promoted(1, "3p"), won]
    )
    assert tuple(seat.score for seat in state.seats) == hand.payments
    assert points[0].payments == (-10, 30, -10, -10)
    assert points[-1].payments == (10, -30, 10, 10)


def test_what_a_person_has_not_paid_is_not_taken_back(at):
    start = at(DOUBLES, hands={3: "123m456p789s55z12p"})
    before = folded(start, [*PUNG_THEN_DRAW, promoted(1, "3p")])
    won, score = scored(before, Won(3, "3p", 1, start.seats[3].standing), ())
    unpaid = [*PUNG_THEN_DRAW, promoted(1, "3p")]
    after = folded(before, [won, *payment(before, score)])
    assert kong_moved(before, won, after, unpaid) == ()


def test_other_rule_sets_move_nothing_for_a_kong(at):
    claimed = KongClaimed(2, 0, "1z", ("1z",) * 4)
    state = at("mcr", D(0, "1z"))
    assert kong_moved(state, claimed, folded(state, [claimed]), []) == ()
    assert new_table(load_ruleset("mcr")).rules.kong_payment == 0
