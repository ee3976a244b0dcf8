"""Statements of the rule sources about winning and paying, each by a hand."""

import pytest

from engine.judge.deal_points import settle
from engine.rules import load_ruleset
from engine.scoring.case import parse_tiles
from engine.scoring.mcr.score import library
from engine.scoring.wire.values import score_case
from engine.table.events import DealStarted, TileDiscarded, Won
from engine.table.state import Discard, GameState, Meld, SeatState
from engine.tiles import PLAIN

needs_mcr = pytest.mark.skipif(library() is None, reason="PyMahjongGB is not installed")
RIICHI = {"ruleset": "riichi-tenhou", "seat_wind": "S", "round_wind": "E", "win_from": "left"}


def names(result: dict) -> set[str]:
    return {pattern["name"] for pattern in result["patterns"]}


@pytest.mark.rule("S001-03")
def test_dora_alone_never_make_a_win():
    hand = {"concealed": "23m456p789s11444z", "win_tile": "1m", "dora_indicators": ["9m", "3p", "3z"]}
    melds = [{"type": "pon", "tiles": "444z", "from": "left"}]
    open_hand = {**RIICHI, **hand, "concealed": "23m456p789s11z", "melds": melds}
    assert score_case(open_hand)["reason"] == "no_yaku"
    with_yaku = score_case({**open_hand, "seat_wind": "N"})
    assert (with_yaku["is_win"], with_yaku["han"]) == (True, 6)


WAYS = [
    ("from the wall", {"self_draw": True, "win_from": None}, {"menzen_tsumo"}),
    ("a supplement tile", {"self_draw": True, "win_from": None, "flags": {"rinshan": True}}, {"rinshan"}),
    ("a discard", {"flags": {"riichi": 1}}, {"riichi"}),
    ("a robbed kong", {"flags": {"chankan": True}}, {"chankan"}),
]


@pytest.mark.rule("S001-54")
@pytest.mark.rule("S004-03")
@pytest.mark.parametrize(("changes", "patterns"), [row[1:] for row in WAYS], ids=[row[0] for row in WAYS])
def test_there_are_four_ways_to_win(changes, patterns):
    kong = {"type": "ankan", "tiles": "4444z"}
    case = {**RIICHI, "concealed": "23m456p789s11z", "win_tile": "1m", "melds": [kong], **changes}
    assert patterns <= names(score_case(case))


@pytest.mark.rule("S001-56")
@pytest.mark.rule("S002-44")
@pytest.mark.rule("G-05")
def test_who_is_robbed_of_a_kong_pays_as_the_discarder_even_for_an_orphan():
    case = {**RIICHI, "concealed": "19m19p19s1234566z", "win_tile": "7z", "flags": {"chankan": True}}
    assert score_case(case)["payments"] == {"E": -32000, "S": 32000, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("table", "yakuman"), [("riichi-tenhou", 2), ("riichi-majiang", 2), ("riichi-majsoul", 3)]
)
def test_dealt_orphans_wait_on_one_tile_or_on_all_as_the_table_sees_it(table, yakuman):
    case = {"ruleset": table, "concealed": "19m19p199s123456z", "win_tile": "7z", "self_draw": True}
    assert score_case({**case, "flags": {"tenhou": True}})["yakuman"] == yakuman


@needs_mcr
@pytest.mark.rule("S003-13")
@pytest.mark.parametrize(("kind", "concealed"), [("kong_concealed", True), ("kong_melded", False)])
def test_a_hand_with_only_concealed_kongs_still_counts_as_concealed(kind, concealed):
    melds = [{"type": kind, "tiles": "9999s", "from": None if concealed else "left"}]
    case = {**RIICHI, "ruleset": "mcr", "concealed": "234m55567p88p", "win_tile": "8p", "melds": melds}
    assert ("concealed_hand" in names(score_case(case))) == concealed


GROUPS = [
    ("all_green", 6, "23468s6z", "223344666888s6z", "6z"),
    ("all_honors", 7, "1234567z", "1112223335566z", "6z"),
    ("all_terminals", 6, "19m19p19s", "111999m111999p1s", "1s"),
    ("upper_tiles", 9, "789m789p789s", "777888m789p7899s", "9s"),
    ("middle_tiles", 9, "456m456p456s", "444555m456p4566s", "6s"),
    ("lower_tiles", 9, "123m123p123s", "111222m123p1233s", "3s"),
    ("upper_four", 12, "6789m6789p6789s", "666777m678p7899s", "9s"),
    ("lower_four", 12, "1234m1234p1234s", "444222m123p1233s", "3s"),
    ("reversible_tiles", 14, "1234589p245689s5z", "123444p888s55z99p", "9p"),
    ("all_simples", 21, "2345678m2345678p2345678s", "345m345p678s2244s", "4s"),
]


@needs_mcr
@pytest.mark.rule("S004-17")
@pytest.mark.rule("V-07")
@pytest.mark.rule("S004-01")
@pytest.mark.parametrize(("name", "size", "group", "hand", "winning"), GROUPS, ids=[row[0] for row in GROUPS])
def test_a_hand_of_one_group_of_tiles_is_a_pattern(name, size, group, hand, winning):
    tiles = set(parse_tiles(group))
    assert len(tiles) == size
    assert {*parse_tiles(hand), winning} <= tiles
    case = {**RIICHI, "ruleset": "mcr", "concealed": hand, "win_tile": winning}
    result = score_case(case)
    assert name in names(result), result["faults"]


@needs_mcr
@pytest.mark.rule("V-07")
def test_the_other_groups_have_the_sizes_the_book_gives():
    assert len([tile for tile in PLAIN if tile[1] != "z"]) == 27
    assert len([tile for tile in PLAIN if tile[1] == "z"]) == 7


@pytest.mark.rule("S000-25")
@pytest.mark.rule("S000-26")
@pytest.mark.rule("V-05")
def test_three_winners_on_easts_discard_are_paid_640_160_and_320():
    hands = ("1113345567789m", "22m333p444s88p", "13m456m789m555z22z")
    past = (Discard("9p"),)
    seats = (
        SeatState(river=(Discard("9p"), Discard("2m"))),
        SeatState(river=past),
        SeatState(river=past, melds=(Meld("pung", ("6s",) * 3, 1, 0),), flowers=("3f",)),
        SeatState(river=past),
    )
    state = GameState(rules=load_ruleset("doubles"), seats=seats, phase="playing", last_discard=0)
    wins = [Won(seat, "2m", 0, parse_tiles(hand)) for seat, hand in zip((1, 2, 3), hands, strict=True)]
    settled = settle(state, (DealStarted(0), TileDiscarded(0, "2m"), *wins))
    assert [score.value for score in settled.scores] == [5, 3, 4]
    assert settled.payments == (-1120, 640, 160, 320)


@pytest.mark.rule("G-13")
def test_self_drawn_doubles_are_paid_by_all_three():
    case = {"ruleset": "doubles", "seat_wind": "S", "concealed": "1113345567789m", "win_tile": "2m"}
    result = score_case({**case, "self_draw": True})
    assert result["payments"] == {"E": -320, "S": 960, "W": -320, "N": -320}
