"""Both sides of the edges of scoring: the minimum, the limits, points that are the sum of the payments."""

import pytest

from engine.notation import parse_tiles
from engine.scoring.hand import WonHand
from engine.scoring.mcr.score import library, mcr_payments, score_mcr
from engine.scoring.profiles import score_hand, table_of
from engine.scoring.wire.values import score_case
from engine.table.state import Meld

needs_mcr = pytest.mark.skipif(library() is None, reason="PyMahjongGB is not installed")


def hand(standing, tile, giver=3, **more):
    return WonHand(parse_tiles(standing), tile, giver=giver, self_drawn=giver is None, seat_wind=1, **more)


@needs_mcr
@pytest.mark.rule("S004-48")
@pytest.mark.parametrize(
    ("standing", "tile", "value", "is_enough"),
    [("678p789p678p789s2s", "2s", 8, True), ("888s234s123s23p22s", "1p", 7, False)],
)
def test_eight_points_without_flowers_are_enough_and_seven_with_them_are_not(
    standing, tile, value, is_enough
):
    for count in range(9):
        score = score_mcr(hand(standing, tile, prevalent_wind=2, flower_count=count))
        assert score.value == value + count
        assert score.minimum_met is is_enough
        assert score.reason == (None if is_enough else "below_minimum")


@needs_mcr
@pytest.mark.parametrize("giver", [None, 0, 2, 3])
def test_mcr_points_are_what_the_others_pay_together(giver):
    score = score_mcr(hand("123m456m789m1155z", "5z", giver))
    assert score.is_win
    assert score.points == score.payments[1] == -sum(score.payments[seat] for seat in (0, 2, 3))
    expected = 3 * (8 + score.value) if giver is None else 24 + score.value
    assert score.points == expected
    assert mcr_payments(hand("123m456m789m1155z", "5z", giver), score.value) == score.payments


@needs_mcr
def test_who_gave_a_set_does_not_change_its_worth_but_a_concealed_kong_does():
    for giver in (0, 2, 3):
        melds = (Meld("melded_kong", ("9p",) * 4, giver),)
        names = {pattern.name for pattern in score_mcr(hand("123m456m789m5z", "5z", melds=melds)).patterns}
        assert "melded_kong" in names
        assert "concealed_kong" not in names
    own = (Meld("concealed_kong", ("9p",) * 4),)
    names = {pattern.name for pattern in score_mcr(hand("123m456m789m5z", "5z", melds=own)).patterns}
    assert {"concealed_kong", "concealed_hand"} <= names


@pytest.mark.parametrize("profile", ["hkos-10", "hk-13", "doubles"])
@pytest.mark.parametrize("giver", [None, 0, 2, 3])
def test_points_by_faan_are_what_the_others_pay_together(profile, giver):
    score = score_hand(hand("123m456m789m1155z", "5z", giver), profile, table_of(profile))
    assert score.is_win
    assert score.points == score.payments[1] > 0
    assert sum(score.payments) == 0
    unknown = score_hand(hand("123m456m789m1155z", "5z", None), profile, table_of(profile))
    assert unknown.points == unknown.payments[1]


def test_four_alike_are_no_two_pairs_where_seven_pairs_are_played():
    four = score_hand(hand("1111m2233p4455s6z", "6z"), "doubles", table_of("doubles"))
    assert not four.is_win
    seven = score_hand(hand("1122m2233p4455s6z", "6z"), "doubles", table_of("doubles"))
    assert "seven_pairs" in {pattern.name for pattern in seven.patterns}


RIICHI = {
    "ruleset": "riichi-tenhou",
    "seat_wind": "S",
    "round_wind": "E",
    "win_from": "left",
    "concealed": "11122233344m5m5m",
    "win_tile": "5m",
    "flags": {"riichi": 1},
}


def test_thirteen_han_are_a_yakuman_only_where_the_table_counts_them():
    case = {**RIICHI, "concealed": "2233445566778m", "win_tile": "8m", "dora_indicators": ["1m", "1m"]}
    counted = score_case(case)
    assert counted["han"] >= 13
    assert counted["points"] == 32_000
    assert score_case({**case, "rules": {"kazoe": False}})["points"] == 24_000


@pytest.mark.parametrize(("indicators", "is_win"), [(5, True), (6, False)])
def test_there_are_five_places_for_indicators(indicators, is_win):
    case = {**RIICHI, "concealed": "123m456p789s2344s", "win_tile": "1s"}
    for field in ("dora_indicators", "ura_indicators"):
        score = score_case({**case, field: ["1z", "2z", "3z", "5z", "6z", "7z"][:indicators]})
        assert score["is_win"] is is_win
        assert score["reason"] == (None if is_win else "too_many_indicators")


def test_yakuman_of_one_hand_add_up_where_the_table_combines_them():
    case = {**RIICHI, "concealed": "111222333z5566z", "win_tile": "5z", "flags": {}}
    both = score_case({**case, "concealed": "111222333z44z55z", "win_tile": "5z"})
    assert both["yakuman"] == 2
    assert both["points"] == 64_000
    alone = score_case({**case, "concealed": "111222333z44z55z", "rules": {"combine_yakuman": False}})
    assert alone["points"] == 32_000


def test_a_win_before_the_first_draw_is_a_mangan_where_the_table_says_so():
    case = {**RIICHI, "concealed": "123m456p789s1144z", "win_tile": "4z", "flags": {"renhou": True}}
    score = score_case({**case, "dora_indicators": ["9m"], "rules": {"renhou_mangan": True}})
    assert (score["is_win"], score["reason"]) == (True, None)
    assert ({each["name"]: each["value"] for each in score["patterns"]}) == {"renhou": 5}
    assert (score["points"], score["minimum_met"]) == (8_000, True)
    big = score_case(
        {**case, "concealed": "111222333z4455z", "win_tile": "4z", "rules": {"renhou_mangan": True}}
    )
    assert big["points"] > 8_000


def test_an_open_hand_of_simples_is_nothing_where_open_tanyao_is_not_played():
    melds = [{"type": "chi", "tiles": "234m", "from": "left"}]
    case = {**RIICHI, "concealed": "345p678s2255m", "win_tile": "5m", "melds": melds, "flags": {}}
    case["concealed"] = "345p678s22m55m"
    assert {each["name"] for each in score_case(case)["patterns"]} == {"tanyao"}
    assert score_case({**case, "rules": {"kuitan": False}})["reason"] == "no_yaku"
    honour = {**case, "concealed": "345p678s22m55z", "win_tile": "5z"}
    told = score_case({**honour, "rules": {"kuitan": False}})
    assert {each["name"] for each in told["patterns"]} == {"yakuhai_haku"}
    assert "tanyao" not in {each["name"] for each in told.get("excluded", [])}


@pytest.mark.parametrize("profile", ["hkos-10", "hk-13"])
def test_the_dealer_cannot_win_on_his_own_first_discard(profile):
    won = hand("123m456p789s1155z", "5z", 2, circumstances=frozenset({"earthly"}))
    assert score_hand(won, profile, table_of(profile)).is_win
    dealer = WonHand(won.standing, won.tile, giver=2, seat_wind=0, circumstances=won.circumstances)
    assert score_hand(dealer, profile, table_of(profile)).reason == "contradicting_flags"


def test_a_hand_of_five_melds_or_of_another_size_is_none():
    melds = tuple(Meld("pung", (f"{number}z",) * 3, 2) for number in range(1, 6))
    told = score_hand(hand("", "6z", melds=melds), "hkos-10", table_of("hkos-10"))
    assert told.reason == "too_many_melds"
    assert score_hand(hand("6z", "6z", melds=melds[:4]), "hkos-10", table_of("hkos-10")).is_win
    assert (
        score_hand(hand("66z7z", "6z", melds=melds[:4]), "hkos-10", table_of("hkos-10")).reason
        == "wrong_count"
    )
