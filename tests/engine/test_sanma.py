"""Riichi of three players: seats, wall, North beside the hand, no chows, what is paid."""

from dataclasses import replace

import pytest
from rule_rows import D, T, dead, pung

from engine.formats.any import read_game
from engine.formats.lines import read_lines, write_lines
from engine.formats.mjai_write import write_mjai
from engine.formats.replay import replay
from engine.formats.tenhou6_write import write_tenhou6
from engine.house import with_settings
from engine.judge.claims import claims
from engine.judge.deal_points import draw_payments, scores_changed, settle
from engine.judge.faults import faults
from engine.judge.legal import next_events
from engine.judge.rounds import final_scores, game_over, next_deal
from engine.notation import parse_tiles
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset
from engine.scoring.by_value import SaidValue, score_of_value
from engine.scoring.table import score_win
from engine.table.alphabet import faces_of
from engine.table.apply import apply, new_table
from engine.table.deal_plan import deal_plan
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    PungClaimed,
    ScoresChanged,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.seating import with_seat
from engine.table.tile_set import all_tiles
from engine.table.wall import break_place, clockwise_from_break, live_tiles_left
from engine.tiles import EngineError

SANMA = load_ruleset("sanma")
WAITS_NORTH = "111p234p567s99s44z"
"""Ready on North and the nine of bamboos."""
ORPHANS = "19m369p147s12356z"


def table(*events, hands=(None, None, None), rules=SANMA, dealer=0):
    """A deal under way, the dealer holding fourteen tiles; None: thirteen (fourteen) nobody has seen."""
    known = tuple(
        parse_tiles(hand) if hand else (None,) * (14 if seat == dealer else 13)
        for seat, hand in enumerate(hands)
    )
    opened = (WallBuilt(), DiceRolled(dealer, (2, 3)), WallBroken(*_place(rules, dealer)))
    return after(new_table(rules, dealer), *opened, HandsDealt(dealer, known), DoraRevealed("6s"), *events)


def after(state, *events):
    for event in events:
        state = apply(state, event)
    return state


def _place(rules, dealer):
    place = break_place(rules, dealer, (5,))
    return place.side, place.stack


def names(state, event):
    return {fault.name for fault in faults(state, event)}


# the set and the wall


def test_three_players_have_108_tiles_without_the_middle_characters_and_two_red_fives():
    tiles = all_tiles(SANMA)
    assert len(tiles) == 108
    assert {tile for tile in tiles if tile[1] == "m"} == {"1m", "9m"}
    assert {tile for tile in tiles if tile[0] == "0"} == {"0p", "0s"}
    assert set(faces_of(SANMA)) == set(tiles)


def test_each_of_three_builds_eighteen_stacks_and_the_fourth_side_stays_empty():
    state = after(new_table(SANMA), WallBuilt())
    assert [len(side) for side in state.wall.heights] == [18, 18, 18]
    seen = expected(state)
    assert [len(side.heights) for side in seen.walls] == [18, 18, 18, 0]


@pytest.mark.parametrize(
    ("dealer", "total", "side", "stack"),
    [(0, 2, 1, 2), (0, 4, 0, 4), (0, 6, 2, 6), (1, 3, 0, 3), (2, 12, 1, 12)],
)
def test_the_dice_are_counted_round_three_sides(dealer, total, side, stack):
    place = break_place(SANMA, dealer, (total,))
    assert (place.side, place.stack) == (side, stack)


def test_the_wall_goes_on_clockwise_past_the_empty_side():
    wall = after(new_table(SANMA), WallBuilt(), WallBroken(0, 17)).wall
    places = [(place.side, place.stack) for place in clockwise_from_break(wall)]
    assert places[:3] == [(0, 18), (2, 1), (2, 2)]
    assert places[19] == (1, 1)
    assert len(set(places)) == 54


def test_forty_tiles_are_dealt_to_three_in_twelve_grabs():
    state = after(new_table(SANMA, 1), WallBuilt(), WallBroken(0, 4))
    plan = deal_plan(SANMA, state.wall, 1)
    assert [grab.seat for grab in plan] == [1, 2, 0] * 3 + [1, 2, 0]
    assert sum(grab.tiles for grab in plan) == 40
    dealt = after(state, HandsDealt(1))
    assert [len(seat.standing) for seat in dealt.seats] == [13, 14, 13]
    assert live_tiles_left(SANMA, dealt.wall) == 54


# the order of play


def test_south_follows_east_west_south_and_east_west():
    state = table(D(0, "1z"))
    assert state.turn == 1
    state = after(state, T(1), D(1, "1z"), T(2), D(2, "1z"))
    assert state.turn == 0
    assert [state.seat_wind(seat) for seat in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("seat", "giver", "place"), [(0, 2, 0), (0, 1, 2), (1, 0, 0), (1, 2, 2), (2, 1, 0), (2, 0, 2)]
)
def test_a_claimed_tile_is_turned_left_for_the_left_player_and_right_for_the_right(seat, giver, place):
    state = table(dealer=giver)
    claimed = after(state, D(giver, "5p"), pung(seat, giver, "5p"))
    meld = expected(claimed).seats[seat].melds[0]
    assert [tile.turned for tile in meld.tiles].index(True) == place


def test_nobody_claims_a_chow():
    state = table(D(0, "4p"), hands=(None, "35p" + "1199m1155599s", None))
    assert not any(claim.kind == "chow" for claim in claims(state))
    assert not any(isinstance(event, ChowClaimed) for event in next_events(state))
    assert names(state, ChowClaimed(1, 0, "4p", ("3p", "4p", "5p"))) == {"chow_not_played"}
    assert "chow_not_played" not in names(state, PungClaimed(1, 0, "4p", ("4p",) * 3))


# North


def test_a_north_laid_out_is_replaced_from_the_dead_wall_and_its_owner_moves_on():
    state = table(hands=("4z" + "123p456p789p11s99s", None, None))
    assert FlowerDeclared(0, None) in next_events(state)
    laid = FlowerDeclared(0, "4z")
    assert names(state, laid) == set()
    state = after(state, laid)
    assert (state.owes, state.seats[0].flowers, len(state.seats[0].standing)) == ("replacement", ("4z",), 13)
    assert names(state, dead(0, "5z")) == set()
    assert names(state, T(0, "5z")) == {"wrong_end"}
    assert names(state, D(0, "1p")) == {"flower_not_replaced"}
    left = live_tiles_left(SANMA, state.wall)
    assert live_tiles_left(SANMA, after(state, dead(0)).wall) == left - 1


@pytest.mark.parametrize(
    ("state", "event", "fault"),
    [
        pytest.param(table(), FlowerDeclared(0, "3z"), "flowers_not_used", id="another wind"),
        pytest.param(table(), FlowerDeclared(1, "4z"), "flower_out_of_turn", id="not in turn"),
        pytest.param(table(D(0, "5p"), pung(1, 0, "5p")), FlowerDeclared(1, "4z"), "flower_after_claim",
                     id="after a claim"),
        pytest.param(
            table(D(0, "1z"), T(1), DeclaredReady(1), D(1, "1p", turned=True), T(2), D(2, "1z"), T(0),
                  D(0, "1z"), T(1, "5s")),
            FlowerDeclared(1, "4z"), "not_the_drawn_tile", id="from within a hand that declared ready",
        ),
    ],
)  # fmt: skip
def test_a_north_is_laid_out_in_the_own_move_only(state, event, fault):
    assert fault in names(state, event)


def test_a_north_just_drawn_may_be_laid_out_after_declaring_ready():
    state = table(D(0, "1z"), T(1), DeclaredReady(1), D(1, "1p", turned=True), T(2), D(2, "1z"), T(0),
                  D(0, "1z"), T(1, "4z"))  # fmt: skip
    assert names(state, FlowerDeclared(1, "4z")) == set()


def robbed(*more):
    state = table(D(0, "1z"), T(1), DeclaredReady(1), D(1, "1p", turned=True),
                  hands=(None, WAITS_NORTH, None))  # fmt: skip
    return after(state, T(2, "4z"), FlowerDeclared(2, "4z"), *more)


def test_a_north_laid_out_can_be_won_on_before_its_replacement_is_drawn():
    state = robbed()
    assert [(claim.seat, claim.kind) for claim in claims(state)] == [(0, "win"), (1, "win")]
    won = Won(1, "4z", 2, parse_tiles(WAITS_NORTH))
    assert names(state, won) == set()
    ended = after(state, won)
    assert ended.seats[2].flowers == ()
    assert sum(tile == "4z" for tile in ended.seats[1].standing) == 3
    late = after(state, dead(2))
    assert names(late, won) == {"kong_robbed_too_late"}


def test_a_win_on_a_north_is_no_robbed_kong():
    deal = [DealStarted(0), D(0, "1z"), T(1), DeclaredReady(1), D(1, "1p", turned=True), T(2, "4z"),
            FlowerDeclared(2, "4z")]  # fmt: skip
    score = score_win(robbed(), Won(1, "4z", 2, parse_tiles(WAITS_NORTH)), deal)
    patterns = {pattern.name for pattern in score.patterns}
    assert "chankan" not in patterns
    assert {"double_riichi", "ippatsu"} & patterns == {"double_riichi", "ippatsu"}


def test_each_north_is_a_dora_and_a_west_indicator_doubles_it():
    hand = "123p456p789p111s9s"
    state = table(hands=(hand + "9s", None, None))
    state = replace(with_seat(state, 0, flowers=("4z", "4z")), dora_indicators=("3z",))
    score = score_win(state, Won(0, "9s", None))
    values = {pattern.name: pattern.value for pattern in score.patterns}
    assert values["north_dora"] == 2
    assert values["dora"] == 2


def test_the_one_of_characters_points_at_the_nine():
    state = table(hands=("123p456p789p99m99s" + "9s", None, None))
    pointed = replace(state, dora_indicators=("1m",))
    score = score_win(pointed, Won(0, "9s", None), circumstances=frozenset())
    assert {pattern.name: pattern.value for pattern in score.patterns}["dora"] == 2


def test_a_norths_replacement_that_wins_is_a_win_on_a_replacement():
    state = table(hands=("4z" + "123p456p789p11s99s", None, None))
    acts = (FlowerDeclared(0, "4z"), dead(0, "9s"))
    score = score_win(after(state, *acts), Won(0, "9s", None), acts)
    assert "rinshan" in {pattern.name for pattern in score.patterns}
    assert "tenhou" not in {pattern.name for pattern in score.patterns}


def test_a_north_laid_out_ends_ippatsu_and_the_nine_terminals():
    state = table(FlowerDeclared(0, "4z"), dead(0), D(0, "1z"), T(1), hands=(None, ORPHANS, None))
    assert "abort_without_cause" in names(state, DealDrawn("nine_terminals"))


def test_a_claimed_kongs_indicator_may_be_turned_with_the_north_that_replaced_it():
    state = table(D(0, "5p"), KongClaimed(1, 0, "5p", ("5p",) * 4), dead(1, "4z"))
    assert names(state, DoraRevealed("1p")) == {"indicator_early"}
    assert names(after(state, FlowerDeclared(1, "4z")), DoraRevealed("1p")) == set()


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
