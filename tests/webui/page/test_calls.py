"""Calls from phones as values: early ones, what the journal is told, whether the camera agrees."""

import pytest

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    ClaimAwarded,
    ClaimCalled,
    ClaimRefused,
    DealDrawn,
    DealStarted,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from webui.live.table_clock import BEGUN_ANEW_S, TableClock
from webui.seats.calls import AGREE_S, EARLY_S, Calls
from webui.seats.move_clock import MoveClock

MCR = load_ruleset("mcr")
DISCARD = TileDiscarded(0, "5p")
PUNG = PungClaimed(2, 0, "5p", ("5p",) * 3)
CHOW = ChowClaimed(1, 0, "5p", ("5p", "4p", "6p"))


def after(*steps):
    """The calls after steps at their times, ("see", s, event) or (seat, s, call), and what is told."""
    calls, told = Calls(MCR), []
    for who, at_s, what in steps:
        if who == "see":
            calls, more = calls.follow((what,), at_s)
        elif who == "settle":
            calls, more = calls.settle(at_s)
        else:
            calls, more = calls.hear(who, what, at_s)
        told += more
    return calls, told


def outcomes(told):
    return [event for event in told if not isinstance(event, ClaimCalled)]


def test_a_call_is_told_at_once_and_awarded_when_its_time_is_over():
    calls, told = after(("see", 10, DISCARD), (2, 11, "pung"), ("settle", 12.9, None))
    assert told == [ClaimCalled(2, "pung")]
    assert calls.due_s(12.9) == 13.0
    calls, told = calls.settle(13.0)
    assert told == (ClaimAwarded(2, "pung", 0, "5p"),)
    assert [each.became for each in calls.standings] == ["awarded"]


def test_a_call_made_before_the_camera_told_of_the_discard_counts_from_when_it_was_made():
    calls, _ = after((2, 11, "pung"), ("see", 10.5, DISCARD))
    assert calls.settle(13.5)[1] == (ClaimAwarded(2, "pung", 0, "5p"),)


def test_a_discard_told_later_than_the_claim_time_still_knows_who_called_in_time():
    _, told = after((1, 10.2, "chow"), (3, 11, "pung"), ("see", 10, DISCARD), ("settle", 14.6, None))
    assert outcomes(told) == [ClaimAwarded(3, "pung", 0, "5p"), ClaimRefused(1, "chow", "set_first")]


def test_a_call_for_the_discard_before_is_not_taken_for_this_one():
    calls, _ = after((2, 8, "pung"), ("see", 10, DISCARD))
    assert calls.settle(20.0)[1] == ()


def test_a_call_that_no_discard_follows_is_forgotten():
    calls, _ = after((2, 8, "pung"))
    assert calls.settle(8 + EARLY_S)[0].early
    assert not calls.settle(8 + EARLY_S + 0.1)[0].early


@pytest.mark.parametrize(
    ("seat", "call", "at_s", "reason"),
    [(2, "pung", 13.5, "too_late"), (3, "chow", 11, "chow_not_from_left"), (0, "pung", 11, "own_discard")],
)
def test_a_call_that_cannot_count_is_refused_with_its_reason(seat, call, at_s, reason):
    calls, told = after(("see", 10, DISCARD), (seat, at_s, call))
    assert told == [ClaimCalled(seat, call), ClaimRefused(seat, call, reason)]
    assert calls.standings[0].became == "refused"


def test_the_camera_sees_what_was_awarded_and_nothing_is_left_to_say():
    calls, told = after(("see", 10, DISCARD), (2, 11, "pung"), ("settle", 13, None), ("see", 15, PUNG))
    assert (calls.differences, calls.awarded, calls.standings, calls.window) == ((), (), (), None)
    assert len(outcomes(told)) == 1


def test_a_set_laid_before_the_time_is_over_needs_no_award_when_nobody_else_asked():
    calls, told = after(("see", 10, DISCARD), (2, 11, "pung"), ("see", 12, PUNG))
    assert calls.differences == ()
    assert outcomes(told) == []


def test_a_set_laid_before_the_time_is_over_tells_why_another_did_not_get_it():
    calls, told = after(("see", 10, DISCARD), (1, 10.5, "chow"), (2, 11, "pung"), ("see", 12, PUNG))
    assert calls.differences == ()
    assert outcomes(told) == [ClaimAwarded(2, "pung", 0, "5p"), ClaimRefused(1, "chow", "set_first")]


def test_the_camera_saw_another_take_the_tile():
    calls, _ = after(("see", 10, DISCARD), (1, 10.5, "chow"), (2, 11, "pung"), ("see", 12, CHOW))
    [difference] = calls.differences
    assert (difference.seat, difference.call, difference.seen) == (2, "pung", (1, "chow"))
    assert calls.without(difference.number).differences == ()


def test_the_camera_saw_another_set_than_was_called():
    calls, _ = after(("see", 10, DISCARD), (2, 11, "kong"), ("settle", 13, None), ("see", 15, PUNG))
    assert calls.differences[0].seen == (2, "pung")
    kong = KongClaimed(2, 0, "5p", ("5p",) * 4)
    calls, _ = after(("see", 10, DISCARD), (2, 11, "kong"), ("settle", 13, None), ("see", 15, kong))
    assert calls.differences == ()


def test_the_camera_sees_nothing_for_a_while():
    calls, _ = after(("see", 10, DISCARD), (2, 11, "pung"), ("settle", 13, None))
    assert calls.due_s(13.0) == 13 + AGREE_S
    assert calls.settle(13 + AGREE_S)[0].differences == ()
    calls, _ = calls.settle(13.1 + AGREE_S)
    assert [(each.seat, each.call, each.seen) for each in calls.differences] == [(2, "pung", None)]
    calls, _ = calls.settle(99.0)
    assert len(calls.differences) == 1


def test_a_seat_that_calls_again_and_again_for_one_tile_has_one_difference():
    calls = after(("see", 10, DISCARD), (2, 11, "win"))[0]
    for at_s in (13.1, 30.0, 50.0):
        calls = calls.hear(2, "win", 12.0)[0].settle(at_s)[0].settle(at_s + AGREE_S + 0.1)[0]
    [difference] = calls.differences
    assert (difference.seat, difference.call, difference.tile, difference.giver) == (2, "win", "5p", 0)


def test_what_the_camera_sees_at_last_is_no_difference_any_more():
    calls, _ = after(("see", 10, DISCARD), (2, 11, "pung"), ("settle", 13, None), ("settle", 20, None))
    assert calls.differences
    assert calls.follow((PUNG,), 21.0)[0].differences == ()


def test_the_next_deal_asks_nothing_about_the_one_before():
    calls, _ = after(("see", 10, DISCARD), (2, 11, "pung"), ("settle", 13, None), ("settle", 20, None))
    assert calls.follow((DealStarted(1, 0, 0, 0),), 60.0)[0].differences == ()


def test_the_next_player_drew_although_the_tile_was_awarded():
    calls, _ = after(("see", 10, DISCARD), (2, 11, "pung"), ("settle", 13, None), ("see", 14, TileDrawn(1)))
    assert calls.differences[0].seen is None
    assert calls.window is None


def test_a_draw_closes_the_window_without_a_word():
    calls, told = after(("see", 10, DISCARD), (1, 10.5, "wait"), ("see", 14, TileDrawn(1)))
    assert (calls.window, calls.standings) == (None, ())
    assert told == [ClaimCalled(1, "wait")]


def test_a_promoted_kong_can_be_robbed():
    shown = ("see", 10, KongDeclared(0, "promoted", "5p"))
    _, told = after(shown, (1, 10.5, "win"), ("settle", 10.5, None))
    assert outcomes(told) == [ClaimAwarded(1, "win", 0, "5p")]
    _, told = after(shown, (1, 10.5, "pung"))
    assert outcomes(told) == [ClaimRefused(1, "pung", "nothing_to_claim")]


def test_an_amendment_forgets_what_was_said():
    calls, _ = after(("see", 10, DISCARD), (2, 11, "pung"))
    assert calls.taken_back() == Calls(MCR)


def opened():
    state = new_table(MCR)
    for event in (WallBuilt(), WallBroken(0, 5), HandsDealt(0), TileDiscarded(0, "5p")):
        state = apply(state, event)
    return state


def test_a_move_runs_from_the_end_of_the_time_to_claim_and_is_told_once():
    state = opened()
    clock = MoveClock().follow((TileDiscarded(0, "5p"),), state, 20.0)
    assert (clock.seat, clock.since_s, clock.due_s(state)) == (1, 23.0, 33.0)
    assert clock.overdue(state, 33.0) == (clock, None)
    clock, told = clock.overdue(state, 33.1)
    assert (told.name, told.rule, told.seat) == ("move_too_slow", "S004-87", 1)
    assert clock.overdue(state, 99.0)[1] is None


def test_a_draw_in_time_does_not_begin_the_move_anew_and_a_claim_does():
    state = opened()
    clock = MoveClock().follow((TileDiscarded(0, "5p"),), state, 20.0)
    assert clock.follow((TileDrawn(1),), apply(state, TileDrawn(1)), 24.0) == clock
    claimed = apply(state, PUNG)
    assert clock.follow((PUNG,), claimed, 22.0) == MoveClock(2, 22.0)


def test_no_move_runs_once_the_deal_is_over():
    state = apply(opened(), DealDrawn())
    assert MoveClock(1, 20.0).follow((DealDrawn(),), state, 30.0) == MoveClock()


def test_the_table_clock_takes_the_look_that_arrived_soonest():
    clock = TableClock(100.0).heard(5.0, 104.0).heard(6.0, 107.0)
    assert clock.at(110.0) == 11.0
    assert clock.heard(6.5, 106.6).at(110.0) == 11.0


def test_the_table_clock_follows_a_camera_that_counts_anew():
    clock = TableClock(100.0).heard(0.2, 100.0 + BEGUN_ANEW_S + 1)
    assert clock.at(100.0 + BEGUN_ANEW_S + 1) == pytest.approx(0.2)


def test_a_win_called_after_the_tile_was_taken_is_refused_with_the_rule():
    calls = Calls(MCR).follow((DISCARD,), 10, 1)[0].follow((PUNG,), 11, 2)[0].settle(13.5)[0]
    calls, told = calls.hear(3, "win", 17.0)
    assert told == (ClaimCalled(3, "win"),)  # it may be for a discard the camera has not told of yet
    assert 0 < calls.due_s(17.0) - 17.0 - EARLY_S < 0.1
    calls, told = calls.settle(17.1 + EARLY_S)
    assert told == (ClaimRefused(3, "win", "too_late"),)
    assert [(each.became, each.reason) for each in calls.standings] == [("refused", "too_late")]
    assert calls.settle(60.0)[1] == ()


def test_a_call_for_which_no_discard_ever_came_had_nothing_to_claim():
    calls, _ = after((1, 10.0, "pung"), (2, 11.0, "wait"))
    calls, told = calls.settle(17.5)
    assert told == (ClaimRefused(1, "pung", "nothing_to_claim"),)
