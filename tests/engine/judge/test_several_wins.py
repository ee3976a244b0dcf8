"""Several winners and wins that do not count: paid, waiting, drawn, dealt again, played on."""

from dataclasses import replace

import pytest
from rule_rows import D, T, names, pung, rule

from engine.formats.game import RecordedDeal, RecordedGame
from engine.formats.replay import replay
from engine.journal.amend import folded
from engine.judge.deal_points import settle
from engine.judge.faults import faults
from engine.judge.rounds import next_deal
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import (
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DoraRevealed,
    HandsDealt,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.fault import fault
from engine.table.wins import counted_winners, waiting_winners

STRAIGHT = "123m456m789m11p23s"
"""Thirteen tiles that wait for 1s and 4s and are worth a win anywhere but in MCR."""
PLAIN = "123m456p789s11p24s"
"""Thirteen tiles that wait for 3s."""


def won(seat, tile, giver, hand=STRAIGHT):
    return Won(seat, tile, giver, parse_tiles(hand))


def ended(at, rules, *events, hands=None):
    """The table after the deal's opening and `events`, every fault of a win taken in as it is found."""
    state = at(rules, hands=hands)
    for event in events:
        found = [each.event() for each in faults(state, event)] if isinstance(event, Won) else []
        state = folded(state, [event, *found])
    return state


def table_of(at, rules, *before, winners, tile="4s", hands=None):
    """The table before the wins, the wins in that order, and the deal with them."""
    state = at(rules, *before, hands=dict.fromkeys(winners, STRAIGHT) | (hands or {}))
    giver = state.last_discard
    wins = [won(seat, tile, giver) for seat in winners]
    return state, wins, [*before, *wins]


@rule("S000-24")
@pytest.mark.parametrize("winners", [(1, 2), (2, 1)], ids=["nearest told first", "nearest told last"])
@pytest.mark.parametrize("rules", ["doubles", "hong_kong", "beginner"])
def test_of_two_winners_only_the_nearest_is_paid(at, rules, winners):
    rules = replace(load_ruleset(rules), minimum=0)
    state, wins, deal = table_of(at, rules, D(0, "4s"), winners=winners)
    paid = settle(state, deal).payments
    assert paid[1] > 0
    assert paid[2] <= 0
    after = ended(at, rules, D(0, "4s"), *wins, hands=dict.fromkeys(winners, STRAIGHT))
    assert counted_winners(after) == (1,)


@rule("S000-24")
def test_two_winners_in_doubles_are_one_too_many_once_the_deal_is_over(at):
    rules = replace(load_ruleset("doubles"), minimum=0)
    game = RecordedGame("test", rules, (two_wins(),))
    [found] = [each for _, each in replay(game).deals[0].faults]
    assert (found.name, found.seat) == ("win_not_nearest", 2)


def two_wins():
    hands = (("4s", *[None] * 13), parse_tiles(STRAIGHT), parse_tiles(STRAIGHT), (None,) * 13)
    opening = (DealStarted(0), WallBuilt(), WallBroken(0, 10), HandsDealt(0, hands))
    wins = (D(0, "4s"), won(2, "4s", 0), won(1, "4s", 0))
    return RecordedDeal((*opening, *wins))


@rule("S000-25")
@pytest.mark.parametrize("winners", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_three_winners_in_doubles_are_all_paid(at, winners):
    rules = replace(load_ruleset("doubles"), minimum=0)
    state, wins, deal = table_of(at, rules, D(0, "4s"), winners=winners)
    paid = settle(state, deal).payments
    assert all(paid[seat] > 0 for seat in winners)
    after = ended(at, rules, D(0, "4s"), *wins, hands=dict.fromkeys(winners, STRAIGHT))
    assert (counted_winners(after), after.win_faults) == ((1, 2, 3), ())
    assert names(after, DealStarted(1)) == set()


@rule("G-06")
@pytest.mark.parametrize("winners", [(1, 2, 3), (3, 2, 1)])
def test_three_winners_in_riichi_break_the_deal_off(at, winners):
    state, wins, deal = table_of(at, "riichi", D(0, "4s"), winners=winners)
    assert settle(state, deal).payments == (0, 0, 0, 0)
    after = ended(at, "riichi", D(0, "4s"), *wins, hands=dict.fromkeys(winners, STRAIGHT))
    assert (after.ended_by, counted_winners(after)) == ("triple_win", ())
    due = next_deal(after)
    assert (due.dealer, due.honba, due.riichi_sticks) == (0, 1, 0)
    assert names(after, DealDrawn("triple_win")) == set()
    assert names(after, DealStarted(0, honba=1)) == set()
    assert "wrong_dealer" in names(after, DealStarted(1, honba=1))


@rule("S001-29")
def test_where_nothing_is_broken_off_three_winners_are_all_paid(at):
    state, wins, deal = table_of(at, "riichi_classic", D(0, "4s"), winners=(3, 1, 2))
    paid = settle(state, deal).payments
    assert all(paid[seat] > 0 for seat in (1, 2, 3))
    after = folded(state, wins)
    assert (after.ended_by, counted_winners(after)) == ("won", (1, 2, 3))


@rule("S004-84")
@rule("S002-41")
@rule("S003-18")
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_a_second_winner_waits_for_a_ruling_and_is_not_paid(at, first, second):
    rules = replace(load_ruleset("mcr"), minimum=0)
    state, wins, deal = table_of(at, rules, D(0, "4s"), winners=(first, second))
    after = ended(at, rules, D(0, "4s"), *wins, hands={1: STRAIGHT, 2: STRAIGHT})
    assert {(each.name, each.seat, each.verdict) for each in after.win_faults} == {
        ("win_not_nearest", 2, None)
    }
    assert (counted_winners(after), waiting_winners(after)) == ((1,), (2,))
    paid = settle(state, deal).payments
    assert paid[1] > 0 > paid[2]


FURITEN = [T(0), D(0, "9p"), T(1), D(1, "4s"), T(2), D(2, "1s")]
FALSE = [D(0, "9s")]
DEAD = [D(0, "4s")]


def faulted(at, name):
    """A table, the faulty win at it, the events before it, and the hands."""
    match name:
        case "furiten ron":
            state = at("riichi", *FURITEN, hands={1: STRAIGHT})
            return state, won(1, "1s", 2), FURITEN, "win_on_passed_tile"
        case "false win":
            return at("riichi", *FALSE, hands={3: STRAIGHT}), won(3, "9s", 0), FALSE, "false_win"
        case "dead hand":
            state = at("riichi", *DEAD, hands={3: STRAIGHT})
            dead = fault(state, "wrong_count", 3).event()
            return apply(state, dead), won(3, "4s", 0), [*DEAD, dead], "win_with_dead_hand"


@rule("S001-30")
@rule("S004-103")
@rule("S000-31")
@pytest.mark.parametrize("name", ["furiten ron", "false win", "dead hand"])
def test_a_faulty_win_is_paid_only_when_a_referee_dismisses_the_fault(at, name):
    state, win, before, expected = faulted(at, name)
    assert names(state, win) == {expected}
    told = fault(state, expected, win.seat).event()
    assert settle(state, [*before, win]).payments == (0, 0, 0, 0)
    assert settle(state, [*before, win, told]).payments == (0, 0, 0, 0)
    assert settle(state, [*before, win, replace(told, verdict="upheld")]).payments == (0, 0, 0, 0)
    paid = settle(state, [*before, win, replace(told, verdict="dismissed")]).payments
    assert (paid[win.seat] > 0) is (name != "false win"), "a hand that is none has no worth"
    after = folded(state, [win, told])
    assert (waiting_winners(after), counted_winners(after)) == ((win.seat,), ())
    after = folded(state, [win, replace(told, verdict="dismissed")])
    assert (waiting_winners(after), counted_winners(after)) == ((), (win.seat,))


@rule("S001-19")
def test_a_dealer_whose_win_does_not_count_does_not_keep_the_deal_by_it(at):
    rules = replace(load_ruleset("riichi_classic"), several_winners="nearest")
    state, wins, _ = table_of(at, rules, T(0), D(0, "9p"), T(1), D(1, "9p"), T(2), D(2, "4s"), winners=(3, 0),
                              hands={0: STRAIGHT + "9p"})  # fmt: skip
    for verdict in (None, "upheld"):
        void = replace(fault(state, "win_not_nearest", 0).event(), verdict=verdict)
        after = folded(state, [*wins, void])
        assert counted_winners(after) == (3,)
        assert next_deal(after).dealer == 1
    paid = folded(state, [*wins, replace(void, verdict="dismissed")])
    assert counted_winners(paid) == (3,), "the rule set pays the nearest alone"


@rule("S000-31")
def test_after_a_chombo_the_deal_is_dealt_again_with_dealer_counters_and_bets_as_they_were(at):
    """As the European rules have it (3.4.6)."""
    state = at("riichi", DeclaredReady(0), D(0, "9s"), T(1), D(1, "9s"), hands={3: STRAIGHT})
    state = replace(state, honba=2, riichi_sticks=state.riichi_sticks + 1)
    assert (state.riichi_sticks, state.seats[0].score) == (2, 24_000)
    win = won(3, "9s", 1)
    upheld = replace(fault(state, "false_win", 3).event(), verdict="upheld")
    after = folded(state, [win, upheld])
    assert (after.ended_by, counted_winners(after)) == ("chombo", ())
    assert (after.riichi_sticks, after.seats[0].score) == (1, 25_000)
    due = next_deal(after)
    assert (due.dealer, due.prevalent_wind, due.honba, due.riichi_sticks) == (0, 0, 2, 1)
    assert names(after, DealStarted(0, 0, 2, 1)) == set()
    assert "wrong_dealer" in names(after, DealStarted(1))


@rule("S000-31")
@pytest.mark.parametrize("started", [DealStarted(0), DealStarted(1)], ids=["dealt again", "as after a win"])
def test_while_a_win_waits_neither_way_of_going_on_is_a_fault(at, started):
    state, win, _, name = faulted(at, "false win")
    after = folded(state, [win, fault(state, name, win.seat).event()])
    assert names(after, started) == set()


@rule("S000-31")
@rule("S004-103")
def test_after_a_false_win_that_kills_the_hand_the_others_play_on(at):
    rules = replace(load_ruleset("riichi"), consequences=(("false_win", "dead_hand"),))
    before = at(rules, D(0, "9s"), hands={3: STRAIGHT})
    win = won(3, "9s", 0)
    [found] = faults(before, win)
    for verdict in (None, "upheld"):
        after = folded(before, [win, replace(found.event(), verdict=verdict)])
        assert names(after, T(1)) == set()
        assert names(after, pung(2, 0, "9s")) == set()
        on = apply(after, T(1))
        assert (on.phase, on.turn, on.winners, on.ended_by) == ("playing", 1, (), None)
        assert on.seats[3].is_dead_hand
        assert on.seats[0].river == before.seats[0].river
        assert names(on, Won(3, "1s", None)) >= {"win_with_dead_hand"}
    dismissed = folded(before, [win, replace(found.event(), verdict="dismissed")])
    assert "deal_over" in names(dismissed, T(1))


@rule("S000-31")
def test_an_unjudged_false_win_of_a_recorded_deal_pays_nobody_and_a_redeal_is_no_fault():
    hands = (("9s", *[None] * 13), (None,) * 13, (None,) * 13, parse_tiles(STRAIGHT))
    dealt = (WallBuilt(), WallBroken(0, 10), HandsDealt(0, hands), DoraRevealed("1z"))
    deal = (*dealt, D(0, "9s"), won(3, "9s", 0))
    again = (DealStarted(0), *dealt, D(0, "4s"), won(3, "4s", 0))
    deals = (RecordedDeal((DealStarted(0), *deal)), RecordedDeal(again))
    game = RecordedGame("test", load_ruleset("riichi"), deals)
    first, second = replay(game).deals
    assert [each.name for _, each in first.faults] == ["false_win"]
    assert first.payments == (0, 0, 0, 0)
    assert [each.name for _, each in second.faults] == []
    assert second.payments[3] > 0


@rule("S001-29")
@pytest.mark.parametrize("winners", [(1, 3), (3, 1)])
def test_counters_and_sticks_go_to_the_nearest_whoever_is_told_first(at, winners):
    state, wins, deal = table_of(at, "riichi", D(0, "4s"), winners=winners)
    state = replace(state, honba=1, riichi_sticks=2)
    alone = replace(state, honba=0, riichi_sticks=0)
    worth = [score_win(alone, each).seat_payments for each in wins]
    total = [sum(each) for each in zip(*worth, strict=True)]
    paid = settle(state, deal).payments
    assert [now - then for now, then in zip(paid, total, strict=True)] == [-300, 2300, 0, 0]
