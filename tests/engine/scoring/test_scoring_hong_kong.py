"""Hong Kong and Doubles: each pattern of the tables by a hand, the dearest grouping, limits, and options."""

import pytest

from engine.scoring.faan.patterns import TESTS
from engine.scoring.faan.tables import CONTESTED, FAAN_TABLES
from engine.scoring.wire.values import score_case

PUNG_EAST = {"type": "pung", "tiles": "111z"}
BASE = {"ruleset": "hkos-10", "seat_wind": "S", "round_wind": "E", "discarder": "W", "bonus": ["F1"]}
OPEN = {"type": "chow", "tiles": "123m"}
WITH_CLAIM = {"concealed": "456p789s22z55m", "win_tile": "5m", "melds": [OPEN]}
SEVEN = {"concealed": "1122m3344p5566s7z", "win_tile": "7z"}
HONOUR_PAIR = {"concealed": "123m456p789s23s22z", "win_tile": "1s"}
PING_HU = {"concealed": "234m456p67s789s99p", "win_tile": "5s"}


def kongs(tiles: str) -> list[dict]:
    return [{"type": "kong_melded", "tiles": tile} for tile in tiles.split()]


ROWS = [
    # nothing but a hand with a claim in it: no faan at all
    ("nothing", WITH_CLAIM, {}),
    (
        "no flowers",
        {**WITH_CLAIM, "bonus": []},
        {"no_bonus": 1},
    ),
    (
        "own flower and season",
        {**WITH_CLAIM, "bonus": ["F2", "S2"]},
        {"seat_flower": 1, "seat_season": 1},
    ),
    (
        "all flowers instead of the own one",
        {**WITH_CLAIM, "bonus": ["F1", "F2", "F3", "F4"]},
        {"all_flowers": 2},
    ),
    (
        "all chows with a suited pair",
        {"concealed": "456p789s23s55m", "win_tile": "1s", "melds": [OPEN]},
        {"all_chows": 1},
    ),
    ("not with honours", {"concealed": "456p789s23s22z", "win_tile": "1s", "melds": [OPEN]}, {}),
    ("concealed", {"concealed": "123m456p789s22z55m", "win_tile": "5m"}, {"concealed_hand": 1}),
    (
        "both winds in one pung",
        {
            "concealed": "456p789s55m99s",
            "win_tile": "5m",
            "melds": [PUNG_EAST],
            "seat_wind": "E",
            "bonus": ["F2"],
        },
        {"seat_wind": 1, "round_wind": 1},
    ),
    (
        "all pungs, half flush",
        {"concealed": "222m55m333z99m", "win_tile": "5m", "melds": [{"type": "pung", "tiles": "888m"}]},
        {"all_pungs": 3, "half_flush": 3},
    ),
    (
        "little dragons replace the dragons",
        {"concealed": "123m77z55m", "win_tile": "5m", "melds": kongs("5555z 6666z")},
        {"little_three_dragons": 4, "half_flush": 3},
    ),
    (
        "full flush on a replacement",
        {
            "concealed": "1355567m",
            "win_tile": "2m",
            "melds": kongs("8888m 9999m"),
            "self_draw": True,
            "discarder": None,
            "flags": {"replacement": True},
        },
        {"self_draw": 1, "replacement_win": 1, "full_flush": 6},
    ),
    ("orphans", {"concealed": "19m19p19s1234567z", "win_tile": "1m"}, {"thirteen_orphans": 10}),
    (
        "big dragons",
        {"concealed": "123m55m77z", "win_tile": "7z", "melds": kongs("5555z 6666z")},
        {"big_three_dragons": 10},
    ),
    (
        "all honours",
        {"concealed": "11z22z666z", "win_tile": "2z", "melds": kongs("5555z 4444z")},
        {"all_honors": 10},
    ),
    ("nine gates", {"concealed": "1112345678999m", "win_tile": "5m"}, {"nine_gates": 10}),
    (
        "four kongs",
        {"concealed": "5p", "win_tile": "5p", "melds": kongs("2222m 3333p 4444s 2222z")},
        {"all_kongs": 10},
    ),
    ("jade", {"concealed": "222s44s33s666z", "win_tile": "4s", "melds": kongs("8888s")}, {"jade_dragon": 10}),
    (
        "four concealed, drawn",
        {"concealed": "222m333p44s55s777p", "win_tile": "4s", "self_draw": True, "discarder": None},
        {"four_concealed_pungs": 10},
    ),
    (
        "given, they are three",
        {"concealed": "222m333p44s55s777p", "win_tile": "4s"},
        {"concealed_hand": 1, "all_pungs": 3},
    ),
]


@pytest.mark.rule("S002-46")
@pytest.mark.parametrize(("changes", "items"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_hong_kong_hand_is_worth_its_patterns(changes, items):
    result = score_case({**BASE, **changes})
    assert {pattern["name"]: pattern["value"] for pattern in result["patterns"]} == items, result["faults"]


def test_the_dearest_way_to_see_a_hand_is_taken():
    # 111222333m may be three pungs or three equal chows; with 99p 444z melded only pungs pay
    case = {
        **BASE,
        "concealed": "111222333m9p",
        "win_tile": "9p",
        "melds": [{"type": "pung", "tiles": "444s"}],
    }
    assert {pattern["name"] for pattern in score_case(case)["patterns"]} == {"all_pungs"}


@pytest.mark.parametrize(
    ("faan_hand", "base", "payments"),
    [
        ({"concealed": "123m456p789s22z55m", "win_tile": "5m", "bonus": []}, 4, (-4, 16, -8, -4)),
        ({"concealed": "19m19p19s1234567z", "win_tile": "1m"}, 64, (-64, 256, -128, -64)),
        (
            {"concealed": "123m456p789s22z55m", "win_tile": "5m", "self_draw": True, "discarder": None},
            4,
            (-8, 24, -8, -8),
        ),
    ],
)
def test_the_old_style_pays_double_from_the_giver_and_single_from_the_others(faan_hand, base, payments):
    result = score_case({**BASE, **faan_hand})
    assert (result["base_points"], tuple(result["payments"].values())) == (base, payments)


def test_a_hand_below_the_minimum_says_so():
    result = score_case({**BASE, "concealed": "123m456p789s22z55m", "win_tile": "5m"})
    assert (result["minimum_met"], result["reason"]) == (False, "below_minimum")


OPTIONS = [
    (
        {"honour_pair_in_all_chows": True},
        HONOUR_PAIR,
        "all_chows",
        1,
    ),
    ({"concealed_hand": 0}, HONOUR_PAIR, "concealed_hand", None),
    ({"seven_pairs": 4}, SEVEN, "seven_pairs", 4),
    ({"full_flush": 7}, {"concealed": "123456m11199m55m", "win_tile": "5m"}, "full_flush", 7),
    ({"seven_pairs": "limit"}, SEVEN, "seven_pairs", 10),
]


@pytest.mark.parametrize(("options", "hand", "name", "value"), OPTIONS)
def test_what_tables_dispute_is_an_option(options, hand, name, value):
    result = score_case({**BASE, **hand, "rules": options})
    assert result["faults"] == []
    assert {p["name"]: p["value"] for p in result["patterns"]}.get(name) == value


@pytest.mark.parametrize("table", FAAN_TABLES.values(), ids=lambda table: table.name)
def test_every_pattern_of_a_table_has_a_test_and_every_value_a_base(table):
    assert {*table.prices, *table.limit_patterns} <= set(TESTS)
    assert len(table.base) == table.limit + 1
    assert list(table.base) == sorted(table.base)
    replaced = {name for names in table.replaces.values() for name in names}
    assert replaced <= {*table.prices}
    assert set(CONTESTED[table.name]) <= {*TESTS, "honour_pair_in_all_chows"}


@pytest.mark.rule("S000-01")
@pytest.mark.rule("S000-21")
@pytest.mark.parametrize(
    ("hand", "tai"),
    [
        (
            {**PING_HU, "bonus": []},
            {"ping_hu": 4, "concealed_hand": 1},
        ),
        (PING_HU, {"small_ping_hu": 1, "concealed_hand": 1}),
        ({"concealed": "234m456p46s789s99p", "win_tile": "5s"}, {"concealed_hand": 1}),
        ({"concealed": "1122m3344p5566s7z", "win_tile": "7z"}, {"seven_pairs": 5}),
    ],
)
def test_doubles_counts_its_own_table(hand, tai):
    result = score_case({**BASE, "ruleset": "doubles", **hand})
    assert {pattern["name"]: pattern["value"] for pattern in result["patterns"]} == tai
