"""Riichi of three players: what is paid, and whole deals."""

from dataclasses import replace

import pytest
from rule_rows import D, T
from three_players import SANMA, table

from engine.formats.any import read_game
from engine.formats.lines import read_lines, write_lines
from engine.formats.mjai_write import write_mjai
from engine.formats.replay import replay
from engine.formats.tenhou6_write import write_tenhou6
from engine.house import with_settings
from engine.judge.deal_points import draw_payments, scores_changed, settle
from engine.judge.faults import faults
from engine.judge.rounds import final_scores, game_over, next_deal
from engine.practice.chance.deal import RandomDeal
from engine.scoring.by_value import SaidValue, score_of_value
from engine.scoring.table import score_win
from engine.table.apply import apply, new_table
from engine.table.events import (
    DealDrawn,
    DealStarted,
    HandsDealt,
    ScoresChanged,
    Won,
)
from engine.tiles import EngineError

# what is paid


@pytest.mark.parametrize(
    ("share", "winner", "payments"),
    [
        ("loss", 1, (-4000, 6000, -2000)),
        ("loss", 0, (8000, -4000, -4000)),
        ("halved", 1, (-5000, 8000, -3000)),
        ("halved", 0, (12000, -6000, -6000)),
        ("full", 1, (-5300, 8000, -2700)),
        ("full", 0, (12000, -6000, -6000)),
    ],
)
def test_what_the_missing_fourth_would_pay_for_a_drawn_mangan(share, winner, payments):
    rules = with_settings(SANMA, {"drawn_share": share})
    assert score_of_value(rules, SaidValue(5), (winner, None), 0, 0, 0).seat_payments == payments


@pytest.mark.parametrize(
    ("share", "payments"),
    [
        ("loss", (-2000, 3000, -1000)),
        ("halved", (-2500, 4000, -1500)),
        ("full", (-2600, 3900, -1300)),
    ],
)
def test_three_han_thirty_fu_drawn_by_another_than_the_dealer(share, payments):
    rules = with_settings(SANMA, {"drawn_share": share})
    assert score_of_value(rules, SaidValue(3, 30), (1, None), 0, 0, 0).seat_payments == payments


def test_a_counter_is_worth_a_hundred_from_each_of_the_two():
    state = replace(table(hands=("123p456p789p111s99s", None, None)), honba=2)
    drawn = score_win(state, Won(0, "9s", None)).seat_payments
    plain = score_win(replace(state, honba=0), Won(0, "9s", None)).seat_payments
    assert [with_two - without for with_two, without in zip(drawn, plain, strict=True)] == [400, -200, -200]
    given = table(D(0, "9s"), hands=(None, "123p456p789p111s9s", None))
    given = replace(given, honba=2)
    told = score_win(given, Won(1, "9s", 0)).seat_payments
    without = score_win(replace(given, honba=0), Won(1, "9s", 0)).seat_payments
    assert (told[1] - without[1], told[2]) == (400, 0)


@pytest.mark.parametrize(
    ("ready", "payments"),
    [
        ((), (0, 0, 0)),
        ((1,), (-1000, 2000, -1000)),
        ((0, 2), (1000, -2000, 1000)),
        ((0, 1, 2), (0, 0, 0)),
    ],
)
def test_two_thousand_go_from_the_unready_to_the_ready(ready, payments):
    assert draw_payments(table(), DealDrawn("exhaustive", ready)) == payments


def test_the_places_of_three_and_the_return_add_up():
    results = final_scores(SANMA, (50_000, 35_000, 20_000))
    assert results == (40.0, -5.0, -35.0)


def test_the_deal_passes_to_the_next_of_three_and_the_round_ends_after_the_third():
    state = replace(new_table(SANMA), ended_by="won", winners=(1,))
    assert next_deal(state).dealer == 1
    last = replace(state, dealer=2, winners=(1,))
    assert (next_deal(last).dealer, next_deal(last).prevalent_wind) == (0, 1)
    assert not game_over(last)
    done = replace(last, prevalent_wind=2)
    assert game_over(done)


# whole deals


def test_what_is_told_of_a_seat_nobody_sits_at_changes_nothing():
    state = table()
    for event in (T(3), D(3, "1z"), ScoresChanged((0,) * 4, (0,) * 4), HandsDealt(3), Won(1, "1z", 3)):
        assert apply(state, event) == state
        assert faults(state, event) == ()


@pytest.mark.parametrize("share", ["loss", "halved", "full"])
def test_points_only_change_hands(share):
    rules = with_settings(SANMA, {"drawn_share": share})
    state = None
    for seed in range(12):
        deal = RandomDeal(rules, seed, state)
        ended = deal.play()
        assert deal.found == []
        before = state or new_table(rules)
        for event in deal.events[:-1]:
            before = apply(before, event)
        state = apply(ended, scores_changed(ended, settle(before, deal.events).payments))
        sticks = state.riichi_sticks * 1000
        assert sum(seat.score for seat in state.seats) + sticks == 105_000


def played_lines():
    deal = RandomDeal(SANMA, 4)
    deal.play()
    return deal.events


def test_a_game_of_three_is_written_and_read_as_mjai_and_as_our_own_lines():
    from engine.formats.lines import game_of

    game = game_of((DealStarted(0), *played_lines()), "sanma")
    for text in ("\n".join(write_mjai(game)), "\n".join(write_lines(game))):
        again = read_game(text) if '"start_game"' in text else read_lines(text)
        assert again.rules.name == "sanma"
        result = replay(again).deals[0]
        assert result.faults == ()
        assert result.payments == replay(game).deals[0].payments
    with pytest.raises(EngineError, match="three players"):
        write_tenhou6(game)


def test_lines_of_four_are_no_game_of_three():
    lines = ['{"rules": "sanma"}', '{"number": 1, "at_s": 0, "source": "import", "events": '
             '[{"type": "tile_discarded", "seat": 3, "tile": "1z"}]}']  # fmt: skip
    with pytest.raises(EngineError, match="3 players"):
        read_lines("\n".join(lines))


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"place_bonus": [20, 10, -10, -20]}, "place_bonus"),
        ({"honba_payment": 300}, "honba_payment"),
        ({"draw_payment": 1001}, "draw_payment"),
        ({"seats": 4}, "seats"),
    ],
)
def test_house_rules_of_three_are_checked(settings, wrong):
    with pytest.raises(EngineError, match=wrong):
        with_settings(SANMA, settings)
