"""A hand shown: what it waits for, what is in its reach, what it is worth; and how it is written."""

import json
from dataclasses import replace

import pytest

from engine.practice.chance.hand import finished_hand, lying_hand
from engine.practice.hand import judged_hand, rate
from engine.practice.held import held_of
from engine.practice.lessons import lesson_named
from engine.practice.score import Winning, judged_score, scored, values, won_of
from engine.practice.shown import Shown, parse_rows, rows_text
from engine.rules import load_ruleset
from engine.scoring.case import won_hand
from engine.scoring.mcr.score import library
from engine.scoring.profiles import score_hand, table_of
from engine.scoring.shape import SHAPES, waits
from engine.scoring.table import profile_of
from engine.tiles import EngineError

MCR, RIICHI = load_ruleset("mcr"), load_ruleset("riichi")


def shown(text):
    return Shown(parse_rows(text))


@pytest.mark.parametrize("rules", ["mcr", "riichi", "hong_kong"])
def test_waits_of_a_hand_shown_are_the_engines(rules):
    rules, lesson = load_ruleset(rules), lesson_named("waits")
    for seed in range(25):
        hand = tuple(tile.tile for tile in lesson.task(rules, seed).rows[0])
        report = judged_hand(shown(" ".join(hand)), rules).card
        assert {each.tile for each in report.view.useful} == set(waits(hand, 0, SHAPES[rules.scoring]))


def test_tiles_seen_elsewhere_are_no_longer_useful():
    hand = "123m 456p 789s 1122z"
    alone = judged_hand(shown(hand), RIICHI).card.view
    beside = judged_hand(shown(f"{hand} / 1z 1z 5p"), RIICHI).card.view
    assert {each.tile: each.unseen for each in alone.useful} == {"1z": 2, "2z": 2}
    assert {each.tile: each.unseen for each in beside.useful} == {"1z": 0, "2z": 2}


def test_a_hand_in_two_rows_is_one_hand():
    assert held_of(shown("123m 456p / 789s 1122z")).missing == 1


def test_what_is_in_reach_is_scored_by_the_table_and_can_be_finished():
    report = judged_hand(shown("123456m 99p 67s 111z"), MCR).card
    for reach in report.reach:
        assert len(reach.hand.complete_standing) == 14
        assert reach.score == replace(
            score_hand(reach.hand, "mcr", table_of("mcr")), minimum=8, minimum_met=reach.score.minimum_met
        )
    assert {"pure_straight"} <= {p.name for reach in report.reach for p in reach.score.patterns}


def test_a_discard_is_rated_against_the_best():
    held = held_of(shown("234567m 345p 22s 78s 1z"))
    assert rate(held, "1z", RIICHI).grade == "best"
    assert rate(held, "1z", RIICHI).percent == 100
    assert (rate(held, "5p", RIICHI).grade, rate(held, "5p", RIICHI).percent) == ("back", 0)


@pytest.mark.parametrize("rules", ["mcr", "riichi", "hong_kong", "doubles"])
def test_a_finished_hand_laid_open_is_read_back_as_it_was_won(rules):
    rules = load_ruleset(rules)
    for seed in range(60):
        hand = finished_hand(rules, seed)
        text = rows_text((lying_hand(hand, rules),))
        held = held_of(shown(text), finished=True)
        read = won_of(held, Winning(0, hand.prevalent_wind, hand.giver))
        assert (sorted(read.standing), read.tile, read.self_drawn) == (
            sorted(hand.standing),
            hand.tile,
            hand.self_drawn,
        )
        assert scored(read, rules).score.value == scored(hand, rules).score.value


def test_a_value_said_is_right_only_when_all_of_it_is():
    laid = shown("123m456p789s11122z")
    assert values(scored(won_of(held_of(laid, finished=True), Winning()), RIICHI).score) == ("3", "40")
    assert judged_score(laid, RIICHI, Winning(), ("3", "40")).outcome == "right"
    assert judged_score(laid, RIICHI, Winning(), ("3", "30")).outcome == "wrong"
    assert judged_score(shown("123m456p789s1112z"), RIICHI, Winning()).outcome == "wrong"


FILES = ["riichi/hands_majiang_10000", "mcr/hands_generated_3way", "hk/hands_hk13"]
RULES = {"riichi": "riichi", "mcr": "mcr", "hk": "hong_kong"}


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_shared_hands_laid_open_are_worth_what_the_scorer_says(shared, name):
    rules = load_ruleset(RULES[name.split("/")[0]])
    if rules.scoring == "mcr" and library() is None:
        pytest.skip("PyMahjongGB is not installed")
    cases = json.loads((shared / "vectors" / f"{name}.json").read_text())["cases"]
    compared = 0
    for case in cases:
        hand = won_hand(case)
        if any(meld.kind == "concealed_kong" for meld in hand.melds):
            continue
        left = (hand.seat_wind + 3) % 4
        hand = replace(
            hand,
            melds=tuple(
                meld if meld.claimed_index is not None else replace(meld, giver=left, claimed_index=0)
                for meld in hand.melds
            ),
        )
        bare = replace(
            hand, flowers=(), flower_count=0, dora_indicators=(), ura_indicators=(), honba=0, riichi_sticks=0
        )
        seat = Winning(hand.seat_wind, hand.prevalent_wind, hand.giver, hand.circumstances)
        own = held_of(shown(rows_text((lying_hand(bare, rules),))), finished=True)
        profile = profile_of(rules)
        expected = score_hand(bare, profile, table_of(profile))
        found = scored(won_of(own, seat), rules).score
        assert (found.is_win, found.value, found.fu) == (expected.is_win, expected.value, expected.fu), case[
            "id"
        ]
        compared += 1
    assert compared > 0.3 * len(cases)


@pytest.mark.parametrize("text", ["123m 5p_ +back 7s~ / 55z", "? 1z", "+1m_", "0p 5p 5p_"])
def test_what_is_shown_is_text_both_ways(text):
    assert rows_text(parse_rows(text)) == rows_text(parse_rows(rows_text(parse_rows(text))))
    assert rows_text(parse_rows("1m 2m 3p_")) == "12m 3p_"


@pytest.mark.parametrize("text", ["xx", "5q", "back5", "_"])
def test_what_is_no_tile_is_one_line(text):
    with pytest.raises(EngineError, match="expected such as"):
        parse_rows(text)
