"""Wrong hands: each one clear fault, never a score and never a traceback."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.scoring.profiles import PROFILES
from engine.scoring.wire.values import score_case, score_line

SOUND = {"ruleset": "riichi", "concealed": "23m456p789s11222z", "win_tile": "1m", "win_from": "left"}
PUNG = {"type": "pon", "tiles": "222z", "claimed": "2z", "from": "across"}
KONG = {"type": "ankan", "tiles": "2222z"}
HONOURS = {"type": "chi", "tiles": "123z"}
ROUND = {"type": "chi", "tiles": "891m"}
DRAWN = {"self_draw": True, "win_from": None}

WRONG = [
    ("thirteen tiles", {"concealed": "23m456p789s1122z"}, "wrong_count"),
    ("fifteen tiles", {"concealed": "123m456p789s11222z"}, "wrong_count"),
    ("one too few with a meld", {"melds": [PUNG]}, "wrong_count"),
    ("winning tile not in the hand", {"concealed": "23m456p789s11222z3z"}, "winning_tile_missing"),
    ("five copies", {"concealed": "11111m456p789s22z", "win_tile": "2z"}, "five_copies"),
    ("five with a red one", {"concealed": "05555m456p11222z"}, "five_copies"),
    ("a fifth in a meld", {"concealed": "456p7892s222z", "melds": [PUNG], "win_tile": "2s"}, "five_copies"),
    ("a fifth as indicator", {"dora_indicators": ["2z", "2z"]}, "five_copies"),
    ("a meld that is none", {"concealed": "23m456p789s11z", "melds": [{**PUNG, "tiles": "223z"}]}, "no_meld"),
    (
        "a run of honours",
        {"concealed": "23m456p78911s", "melds": [HONOURS]},
        "no_meld",
    ),
    (
        "a run round the end",
        {"concealed": "23m456p11z", "melds": [ROUND]},
        "no_meld",
    ),
    ("no such meld", {"melds": [{"type": "heap", "tiles": "222z"}]}, "no_meld"),
    ("a kong of three", {"concealed": "23m456p789s11z", "melds": [{**KONG, "tiles": "222z"}]}, "no_meld"),
    (
        "a chow from across",
        {"concealed": "23m456p11222z", "melds": [{"type": "chi", "tiles": "789s", "from": "across"}]},
        "chow_not_from_left",
    ),
    ("claimed tile not in the meld", {"melds": [{**PUNG, "claimed": "3z"}]}, "no_meld"),
    ("five melds", {"concealed": "", "melds": [PUNG] * 5}, "too_many_melds"),
    ("not complete", {"concealed": "24m456p789s11222z"}, "not_complete"),
    ("self-drawn with a giver", {"self_draw": True}, "contradicting_flags"),
    ("ippatsu without riichi", {"flags": {"ippatsu": True}}, "contradicting_flags"),
    (
        "riichi with an open meld",
        {"concealed": "23m456p789s11z", "melds": [PUNG], "flags": {"riichi": 1}},
        "contradicting_flags",
    ),
    ("a robbed kong self-drawn", {**DRAWN, "flags": {"chankan": True}}, None),
    ("a replacement given", {"flags": {"rinshan": True}}, "contradicting_flags"),
    ("a replacement without kong", {**DRAWN, "flags": {"rinshan": True}}, None),
    ("last draw given", {"flags": {"haitei": True}}, "contradicting_flags"),
    ("last discard drawn", {**DRAWN, "flags": {"houtei": True}}, None),
    ("last discard and robbed", {"flags": {"houtei": True, "chankan": True}}, "contradicting_flags"),
    ("dealt hand given", {"flags": {"tenhou": True}}, "contradicting_flags"),
    (
        "dealt hand not dealer",
        {"seat_wind": "S", **DRAWN, "flags": {"tenhou": 1}},
        None,
    ),
    ("first draw of the dealer", {**DRAWN, "flags": {"chiihou": True}}, None),
    ("robbed yet held", {"concealed": "123m456p78s11222z", "win_tile": "1z", "flags": {"chankan": 1}}, None),
    ("unknown flag", {"flags": {"luck": True}}, "unknown_flag"),
    ("unknown rules", {"ruleset": "poker"}, "unknown_ruleset"),
    ("unknown option", {"rules": {"luck": True}}, "unknown_option"),
    ("no tiles", {"concealed": None}, "bad_tiles"),
    ("tiles nobody knows", {"concealed": "23x456p789s11222z"}, "bad_tiles"),
    ("two winning tiles", {"win_tile": "1m2m"}, "bad_tiles"),
    ("a flower in the hand", {"concealed": "23m456p789s1122z1f"}, "no_hand_tile"),
    ("a wind that is none", {"seat_wind": "X"}, "bad_field"),
    ("honba below zero", {"honba": -1}, "bad_field"),
    ("without a yaku", {"seat_wind": "W", "concealed": "23m456p789s11222z"}, "no_yaku"),
]


@pytest.mark.rule("S004-103")
@pytest.mark.rule("S000-07")
@pytest.mark.rule("S000-21")
@pytest.mark.parametrize(("changes", "fault"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_hand_has_one_clear_fault_and_no_score(changes, fault):
    result = score_case({**SOUND, **changes})
    assert [found["name"] for found in result["faults"]] == [fault or "contradicting_flags"]
    assert result["faults"][0]["text"]
    assert not result["is_win"]
    assert result["payments"] is None
    assert not {"han", "total", "faan", "points"} & set(result)


MCR_WRONG = [
    ("five copies", {"concealed": "11111m456p789s22z", "win_tile": "2z"}, "five_copies"),
    ("last of kind with another standing", {"win_tile": "2z", "concealed": "123m456p789s1122z"}, None),
    ("nine flowers", {"flowers": 9}, "five_copies"),
    ("a flower twice", {"bonus": ["F1", "F1"]}, "five_copies"),
    ("no such flower", {"bonus": ["F5"]}, "no_flower"),
    ("not complete", {"concealed": "24m456p789s11222z"}, "not_complete"),
    ("options it has none", {"rules": {"kuitan": True}}, "unknown_option"),
]


@pytest.mark.parametrize(
    ("changes", "fault"), [row[1:] for row in MCR_WRONG], ids=[row[0] for row in MCR_WRONG]
)
def test_a_wrong_mcr_hand_never_reaches_the_library(changes, fault):
    flags = {"last_of_kind": True} if fault is None else {}
    result = score_case({**SOUND, "ruleset": "mcr", "flags": flags, **changes})
    assert [found["name"] for found in result["faults"]] == [fault or "contradicting_flags"]


def test_the_sound_hand_behind_these_rows_is_scored():
    assert score_case({**SOUND, "seat_wind": "S"})["is_win"]


def test_a_field_that_is_null_counts_as_left_out():
    empty = dict.fromkeys(
        ("melds", "flags", "honba", "flowers", "bonus", "self_draw", "round_wind", "pao", "rules")
    )
    assert score_case({**SOUND, **empty, "seat_wind": "S"}) == score_case({**SOUND, "seat_wind": "S"})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
TILES = st.text(alphabet="0123456789mpszf", max_size=20)
MELDS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["chi", "pon", "ankan", "kakan", "daiminkan", "pung", "?"]) | JSON,
        "tiles": st.sampled_from(["123m", "222z", "5555p", "340s"]) | TILES | JSON,
        "claimed": st.sampled_from(["1m", "2z"]) | JSON,
        "from": st.sampled_from(["left", "across", "right"]) | JSON,
    },
)
FLAGS = (
    "riichi",
    "ippatsu",
    "chankan",
    "rinshan",
    "haitei",
    "houtei",
    "tenhou",
    "chiihou",
    "wall_last",
    "rob",
)
CASES = st.fixed_dictionaries(
    {"ruleset": st.sampled_from(PROFILES) | JSON},
    optional={
        "id": JSON,
        "concealed": st.sampled_from(["23m456p789s11222z", "1z", "1112345678999m"]) | TILES | JSON,
        "win_tile": st.sampled_from(["1m", "1z", "5m", "0p"]) | JSON,
        "melds": st.lists(MELDS | JSON, max_size=5) | JSON,
        "self_draw": st.booleans() | JSON,
        "win_from": st.sampled_from(["left", "across", "right"]) | JSON,
        "discarder": st.sampled_from("ESWN") | JSON,
        "seat_wind": st.sampled_from("ESWN") | JSON,
        "round_wind": st.sampled_from("ESWN") | JSON,
        "flags": st.dictionaries(st.sampled_from(FLAGS), st.booleans() | JSON, max_size=4) | JSON,
        "dora_indicators": st.lists(st.sampled_from(["1m", "0p"]) | JSON, max_size=6) | JSON,
        "flowers": st.integers(-2, 12) | JSON,
        "bonus": st.lists(st.sampled_from(["F1", "S4"]) | JSON, max_size=9) | JSON,
        "honba": st.integers(-2, 5) | JSON,
        "rules": st.dictionaries(st.sampled_from(["kuitan", "pao", "full_flush"]), JSON, max_size=3) | JSON,
        "pao": JSON,
    },
)


@given(CASES | JSON)
@settings(max_examples=250, deadline=None)
def test_whatever_comes_in_one_result_comes_out(case):
    result = score_case(case)
    json.dumps(result)
    assert result["is_win"] == (result["faults"] == [])
    assert len(result["faults"]) <= 1
    if result["payments"]:
        table = result["payments"]
        assert sum(table.values()) == 1000 * (case.get("riichi_sticks") or 0)


@given(st.text(max_size=40) | st.binary(max_size=40))
@settings(max_examples=200, deadline=None)
def test_whatever_a_line_holds_it_never_ends_in_a_traceback(line):
    assert set(score_line(line)) >= {"id", "is_win", "payments", "faults"}
