"""Small things that a wrong number or a wrong word in the rules would change."""

from dataclasses import replace

import pytest
from rule_rows import D, T, names, own_kong, pung, rule, tail

from engine.judge.deal_points import settle
from engine.judge.faults_lying import lying_faults
from engine.judge.ruling import Ruling
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.hand import WonHand
from engine.scoring.profiles import score_hand, table_of
from engine.table.apply import apply
from engine.table.events import DealDrawn, DeclaredReady, FlowerDeclared, LaidSet, TileDiscarded, Won
from engine.table.expected import expected
from engine.table.seating import with_seat
from engine.table.state import Meld

EMA = "riichi-ema"
TWO_SIDED = "234m456p678s55s45p"
"""Ready for 3p and 6p."""


def won_hand(standing, tile, giver=3, **more):
    return WonHand(parse_tiles(standing), tile, giver=giver, self_drawn=giver is None, seat_wind=1, **more)


def scored(standing, tile, giver=3, profile=EMA, **more):
    return score_hand(won_hand(standing, tile, giver, **more), profile, table_of(profile))


# What lies on the table


@rule("S003-12")
def test_a_kong_left_face_down_is_named_by_one_tile(at):
    state = at("mcr", own_kong(0, "7p"), tail(0), D(0, "1z"), DealDrawn())
    seen = expected(state)
    kong = replace(seen.seats[0].melds[0], face_down=(0, 1, 2, 3))
    seats = (replace(seen.seats[0], melds=(kong,)), *seen.seats[1:])
    (found,) = lying_faults(state, replace(seen, seats=seats))
    assert (found.name, found.tiles) == ("concealed_kong_not_shown", ("7p",))


def test_another_players_draw_pays_no_replacement_that_is_owed(at):
    state = at("mcr", FlowerDeclared(0, "1f"), FlowerDeclared(0, "2f"))
    assert (state.owes, state.replacements_owed) == ("replacement", 2)
    assert apply(state, tail(0)).replacements_owed == 1
    astray = apply(state, T(1))
    assert (astray.owes, astray.replacements_owed) == ("discard", 0)


@rule("S004-39")
def test_a_kong_before_the_flowers_replacement_owes_one_tile_more(at):
    state = at("mcr", FlowerDeclared(0, "1f"), own_kong(0, "7p"))
    assert (state.owes, state.replacements_owed) == ("replacement", 2)
    assert apply(apply(state, tail(0)), tail(0)).owes == "discard"


def test_a_claim_takes_the_newest_discard_and_leaves_the_first_as_it_lies(at):
    first = [TileDiscarded(0, "1z", True), T(1), D(1, "2z"), T(2), D(2, "3z"), T(3), D(3, "4z"), T(0)]
    river = at("riichi", *first, D(0, "5z"), pung(1, 0, "5z")).seats[0].river
    assert [(each.tile, each.turned, each.claimed_by) for each in river] == [
        ("1z", True, None),
        ("5z", False, 1),
    ]
    again = [D(1, "9m"), T(2), D(2, "9p"), T(3), D(3, "9s"), T(0), D(0, "6z"), pung(3, 0, "6z")]
    river = at("riichi", *first, D(0, "5z"), pung(1, 0, "5z"), *again).seats[0].river
    assert [each.claimed_by for each in river] == [None, 1, 3]
    taken_first = [D(0, "5z"), pung(1, 0, "5z"), *again]
    assert [each.claimed_by for each in at("riichi", *taken_first).seats[0].river] == [1, 3]


def test_a_winners_set_that_lies_there_stays_as_it_lies(at):
    state = at("mcr", D(0, "1z"), pung(1, 0, "1z"), D(1, "9m"), T(2), D(2, "9p"))
    crooked = Meld("pung", ("1z",) * 3, 0, 2)
    other = Meld("pung", ("2z",) * 3, 0, 2)
    state = with_seat(state, 1, melds=(other, crooked))
    said = (LaidSet("pung", ("1z",) * 3, 0), LaidSet("pung", ("3z",) * 3, 0))
    kept, made = apply(state, Won(1, "9p", 2, melds=said)).seats[1].melds
    assert kept == crooked
    assert (made.tiles, made.claimed_index) == (("3z",) * 3, 0)


# Who may win, and what it pays


@rule("S001-30")
def test_what_was_let_go_since_riichi_is_not_forgotten_with_the_next_discard(at):
    let_go = [D(0, "9m"), T(1), D(1, "9p"), T(2, "1z"), DeclaredReady(2), TileDiscarded(2, "1z", True)]
    later = [T(3), D(3, "3p"), T(0), D(0, "9s"), T(1), D(1, "9s"), T(2, "2z"), D(2, "2z"), T(3), D(3, "6p")]
    hands = {2: TWO_SIDED}
    assert "win_on_passed_tile" in names(at("riichi", *let_go, *later, hands=hands), Won(2, "6p", 3))
    silent = [each for each in let_go if not isinstance(each, DeclaredReady)]
    silent[-1] = D(2, "1z")
    assert "win_on_passed_tile" not in names(at("riichi", *silent, *later, hands=hands), Won(2, "6p", 3))


def test_of_two_winners_the_second_is_paid_no_counters(at):
    rules = load_ruleset("riichi")
    hands = {1: TWO_SIDED, 2: TWO_SIDED}
    events = [D(0, "9m"), T(1), D(1, "9m"), T(2), D(2, "9m"), T(3), D(3, "3p")]
    wins = [Won(1, "3p", 3), Won(2, "3p", 3)]
    plain = at(rules, *events, hands=hands)
    alone = settle(plain, [*events, *wins]).payments
    assert alone[2] == settle(plain, [*events, wins[1]]).payments[2] > 0
    counted = settle(replace(plain, honba=2), [*events, *wins]).payments
    assert [more - paid for more, paid in zip(counted, alone, strict=True)] == [0, 600, 0, -600]


def test_a_single_point_off_the_result_is_a_cost():
    assert Ruling("chombo", (0, 0, 0, 0), off_result=1).costs
    assert not Ruling("warning", (0, 0, 0, 0)).costs


# Scores


@pytest.mark.parametrize(
    ("standing", "circumstances", "reason"),
    [
        ("123m456p789s1155z", {"ippatsu"}, "contradicting_flags"),
        ("123m456p789s1155z", {"human", "ippatsu"}, "contradicting_flags"),
        ("123m456p789s1256z", set(), "not_complete"),
    ],
)
def test_a_hand_that_may_not_win_says_that_one_han_was_asked(standing, circumstances, reason):
    score = scored(standing, "5z", circumstances=frozenset(circumstances))
    assert (score.is_win, score.reason, score.minimum) == (False, reason, 1)


def test_a_win_before_the_first_draw_is_a_win_of_five_han():
    score = scored("123m456p789s1144z", "4z", circumstances=frozenset({"human"}))
    assert (score.is_win, score.value, score.minimum, score.limit_name) == (True, 5, 1, "mangan")


@pytest.mark.parametrize(("standing", "name"), [("123m456p789s1155z", None), ("111222333z44z55z", "yakuman")])
def test_an_ordinary_win_and_a_yakuman_need_one_han(standing, name):
    score = scored(standing, "5z")
    assert (score.is_win, score.minimum, score.limit_name) == (True, 1, name)


def test_an_open_hand_of_simples_says_that_they_do_not_count():
    melds = (Meld("pung", ("2m",) * 3, 3), Meld("pung", ("3p",) * 3, 3))
    hand = won_hand("444s66m77p", "6m", melds=melds)
    rules = replace(table_of("riichi-tenhou"), open_tanyao=False)
    score = score_hand(hand, "riichi-tenhou", rules)
    assert "toitoi" in {each.name for each in score.patterns}
    assert ("tanyao", "open_hand") in {(each.name, each.because) for each in score.excluded}
