"""Riichi of three players: seats, wall, North beside the hand, no chows, what is paid."""

from dataclasses import replace

import pytest
from rule_rows import D, T, dead, pung
from three_players import ORPHANS, SANMA, WAITS_NORTH, after, names, table

from engine.judge.claims import claims
from engine.judge.legal import next_events
from engine.notation import parse_tiles
from engine.scoring.table import score_win
from engine.table.alphabet import faces_of
from engine.table.apply import new_table
from engine.table.deal_plan import deal_plan
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DoraRevealed,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    PungClaimed,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.seating import with_seat
from engine.table.tile_set import all_tiles
from engine.table.wall import break_place, clockwise_from_break, live_tiles_left

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
