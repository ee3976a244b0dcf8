"""A score says why: fu line by line, the tiles of each pattern, what was left out, in the players' words."""

import subprocess
import sys

import pytest

from engine.scoring.case import won_hand
from engine.scoring.faan.tables import FAAN_TABLES
from engine.scoring.mcr.fans import CANNOT_COMBINE, PRICES
from engine.scoring.mcr.score import mcr_excluded
from engine.scoring.pattern_names import ORIGINAL_NAMES, original_name
from engine.scoring.pattern_tiles import pattern_tiles
from engine.scoring.profiles import score_hand, table_of
from engine.scoring.riichi.names import YAKU_BY_NUMBER
from engine.scoring.score import Excluded, Score


def scored(profile: str, **case: object) -> tuple[object, Score]:
    won = won_hand({"seat_wind": "S", "win_from": "left", **case})
    return won, score_hand(won, profile, table_of(profile, case.get("rules")))


FU = [
    ("23m456p789s11222z", "1m", {}, {"base": 30, "closed_terminal_pon": 8, "valued_pair": 2}),
    ("13m456p789s11222z", "2m", {}, {"base": 30, "closed_terminal_pon": 8, "valued_pair": 2, "kanchan": 2}),
    ("12m456p789s44222z", "3m", {}, {"base": 30, "closed_terminal_pon": 8, "penchan": 2}),
    ("123m456p789s4222z", "4z", {}, {"base": 30, "closed_terminal_pon": 8, "pair_wait": 2}),
    ("234m456p22789s55m", "5m", {"flags": {"riichi": 1}}, {"base": 30, "open_pon": 2}),
    ("23m456p234789s55p", "1m", {"flags": {"riichi": 1}}, {"base": 30}),
    ("1122m3344p5566s7z", "7z", {}, {"base": 25}),
    (
        "23m456p55s",
        "4m",
        {"melds": [{"type": "ankan", "tiles": "9999s"}, {"type": "kakan", "tiles": "6666z"}]},
        {"base": 20, "closed_terminal_kan": 32, "open_terminal_kan": 16},
    ),
    (
        "23m456p55s",
        "4m",
        {
            "melds": [{"type": "chi", "tiles": "678s"}, {"type": "chi", "tiles": "678m"}],
            "self_draw": True,
            "win_from": None,
        },
        {"base": 20, "tsumo": 2},
    ),
]


@pytest.mark.parametrize(("concealed", "winning", "more", "lines"), FU)
def test_each_fu_has_its_line(concealed, winning, more, lines):
    _, score = scored("riichi-tenhou", concealed=concealed, win_tile=winning, **more)
    assert score.faults == ()
    assert {line.reason: line.fu for line in score.fu_lines} == lines
    assert score.fu == (25 if 25 in lines.values() else -(-sum(lines.values()) // 10) * 10)


def test_fu_lines_show_their_tiles():
    _, score = scored("riichi-tenhou", concealed="13m456p789s11222z", win_tile="2m")
    tiles = {line.reason: "".join(line.tiles) for line in score.fu_lines}
    assert tiles == {"base": "", "closed_terminal_pon": "2z2z2z", "valued_pair": "1z1z", "kanchan": "1m2m3m"}


@pytest.mark.parametrize(("fu", "expected"), [(None, 4), (True, 2), (False, 4)])
def test_a_pair_of_the_double_wind_is_worth_four_fu_or_two(fu, expected):
    rules = {} if fu is None else {"double_wind_pair_2fu": fu}
    case = {"concealed": "234m456p78s11555z", "win_tile": "9s", "seat_wind": "E"}
    _, score = scored("riichi-tenhou", **case, rules=rules, win_from="right")
    pair = [line.fu for line in score.fu_lines if "pair" in line.reason]
    assert pair == [expected]


TILES = [
    ("mcr", "123m123p123s99s56p", "4p", "mixed_triple_chow", "123m 123p 123s"),
    ("mcr", "123m456p789s99s56s", "4s", "mixed_straight", "123m 456p 789s"),
    ("riichi-tenhou", "234m234p234s99s56p", "4p", "sanshoku_doujun", "234m 234p 234s"),
    ("riichi-tenhou", "123456789m99s55z", "5z", "ittsu", "123m 456m 789m"),
    ("hk-13", "123m456p789s1122z", "2z", "seat_wind", "222z"),
]


@pytest.mark.parametrize(("profile", "concealed", "winning", "name", "expected"), TILES)
def test_a_pattern_shows_the_sets_that_make_it(profile, concealed, winning, name, expected):
    won, score = scored(profile, concealed=concealed, win_tile=winning)
    assert name in {pattern.name for pattern in score.patterns}
    assert pattern_tiles(name, won, score) == tuple(
        tuple(f"{rank}{group[-1]}" for rank in group[:-1]) for group in expected.split()
    )


def test_dora_and_red_fives_show_their_own_tiles():
    case = {"concealed": "23m406p789s11222z", "win_tile": "1m", "dora_indicators": ["4p", "9m"]}
    won, score = scored("riichi-tenhou", **case)
    assert {pattern.name: pattern.value for pattern in score.patterns}["dora"] == 2
    assert pattern_tiles("dora", won, score) == (("0p",), ("1m",))
    assert pattern_tiles("aka_dora", won, score) == (("0p",),)


def test_what_a_pattern_contains_is_named_as_left_out():
    case = {"concealed": "123m99p55566677z", "win_tile": "9p", "bonus": ["F1", "F2", "F3", "F4"]}
    _, score = scored("hkos-10", **case)
    assert score.excluded == (
        Excluded("seat_flower", "all_flowers"),
        Excluded("dragon_pung", "little_three_dragons"),
    )


def test_beside_a_limit_hand_nothing_else_counts():
    _, score = scored("hkos-10", concealed="19m19p19s1234567z", win_tile="1m")
    assert Excluded("concealed_hand", "thirteen_orphans") in score.excluded


def test_an_open_hand_names_what_it_lost():
    melds = [{"type": "pon", "tiles": "777p", "from": "left"}]
    _, score = scored(
        "riichi-tenhou", concealed="22555m234p78s", win_tile="6s", melds=melds, self_draw=True, win_from=None
    )
    assert Excluded("menzen_tsumo", "open_hand") in score.excluded


@pytest.mark.parametrize("name", list(CANNOT_COMBINE))
def test_mcr_patterns_contain_only_patterns_that_exist_and_are_no_dearer(name):
    prices = {pattern: price for price, names in PRICES.items() for pattern in names}
    assert all(prices[other] <= prices[name] for other in CANNOT_COMBINE[name])


def test_every_pattern_has_an_original_name():
    names = {name for names in PRICES.values() for name in names} | set(YAKU_BY_NUMBER.values())
    for table in FAAN_TABLES.values():
        names |= {*table.prices, *table.limit_patterns}
    assert names <= set(ORIGINAL_NAMES)
    assert all(map(original_name, names))


def test_mcr_names_what_is_not_counted_twice():
    _, score = scored("mcr", concealed="1112345678999m", win_tile="5m", self_draw=True, win_from=None)
    assert Excluded("full_flush", "nine_gates") in mcr_excluded(score.patterns)


def test_without_the_mcr_library_a_hand_is_scored_all_the_same():
    program = (
        "import sys; sys.modules['MahjongGB'] = None\n"
        "from engine.scoring.wire.values import score_case\n"
        "case = {'concealed': '123m456p789s1122z', 'win_tile': '1z'}\n"
        "print(score_case({**case, 'ruleset': 'mcr'})['is_win'])\n"
        "print(score_case({**case, 'ruleset': 'hkos-10'})['is_win'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["True", "True"]
