"""What tables price otherwise: MCR's kongs, and a win before the first draw as a mangan."""

from dataclasses import replace

import pytest
from rule_rows import rule

from engine.house import with_settings
from engine.rules import load_ruleset
from engine.scoring.wire.values import score_case
from engine.tiles import EngineError

KONGS = {"ruleset": "mcr", "concealed": "123p45s99s", "win_tile": "3s", "self_draw": True}
CONCEALED = [{"type": "ankan", "tiles": "1111m"}, {"type": "ankan", "tiles": "7777m"}]
MIXED = [CONCEALED[0], {"type": "daiminkan", "tiles": "7777m", "claimed": "7m", "from": "left"}]


def price(melds, **options):
    result = score_case({**KONGS, "melds": melds, "rules": options})
    prices = {each["name"]: each["value"] for each in result["patterns"]}
    return result["total"], prices.get("two_concealed_kongs"), prices.get("concealed_and_melded_kong")


@pytest.mark.parametrize(
    ("options", "two", "mixed"),
    [
        ({}, 6, 5),
        ({"two_concealed_kongs": 8}, 8, 5),
        ({"concealed_and_melded_kong": 6}, 6, 6),
        ({"two_concealed_kongs": 8, "concealed_and_melded_kong": 6}, 8, 6),
    ],
)
def test_mcr_prices_two_kongs_by_the_book_the_table_follows(options, two, mixed):
    plain_two, plain_mixed = price(CONCEALED)[0], price(MIXED)[0]
    assert price(CONCEALED, **options) == (plain_two + two - 6, two, None)
    assert price(MIXED, **options) == (plain_mixed + mixed - 5, None, mixed)


def test_the_points_a_dearer_kong_brings_are_paid():
    paid = [
        score_case({**KONGS, "melds": CONCEALED, "rules": {"two_concealed_kongs": each}})["payments"].values()
        for each in (6, 8)
    ]
    assert [dear - plain for plain, dear in zip(*paid, strict=True)] == [6, -2, -2, -2]


@pytest.mark.parametrize("price_told", [7, True, "limit"])
def test_no_book_has_another_price(price_told):
    result = score_case({**KONGS, "melds": CONCEALED, "rules": {"two_concealed_kongs": price_told}})
    assert [each["name"] for each in result["faults"]] == ["unknown_option"]
    with pytest.raises(EngineError, match="two_concealed_kongs"):
        with_settings(load_ruleset("mcr"), {"scoring_options": {"two_concealed_kongs": price_told}})


def test_house_rules_take_the_prices_of_the_other_book():
    rules = with_settings(load_ruleset("mcr"), {"scoring_options": {"two_concealed_kongs": 8}})
    assert rules == replace(load_ruleset("mcr"), scoring_options=(("two_concealed_kongs", 8),))


HUMAN = {"ruleset": "riichi", "win_from": "left", "seat_wind": "W", "flags": {"human": True}}


@pytest.mark.parametrize(
    ("concealed", "tile", "names", "limit", "points"),
    [
        pytest.param("123m456p789s55z12p", "3p", {"renhou"}, "mangan", 8000, id="no other yaku"),
        pytest.param("234m456p678s55s34p", "5p", {"renhou"}, "mangan", 8000, id="others add nothing"),
        pytest.param("1122334455667m", "7m", None, None, None, id="a dearer hand counts as it is"),
    ],
)
@rule("G-06")
def test_a_win_before_the_first_draw_is_a_mangan_and_nothing_adds_to_it(
    concealed, tile, names, limit, points
):
    case = {**HUMAN, "concealed": concealed, "win_tile": tile, "rules": {"renhou_mangan": True}}
    result = score_case(case)
    if names is None:
        plain = score_case({**case, "flags": {}})
        assert (result["han"], result["points"]) == (plain["han"], plain["points"])
        assert "renhou" not in {each["name"] for each in result["patterns"]}
        return
    assert {each["name"] for each in result["patterns"]} == names
    assert (result["limit"], result["points"]) == (limit, points)


def test_dora_add_nothing_to_a_win_before_the_first_draw():
    case = {**HUMAN, "concealed": "123m456p789s55z12p", "win_tile": "3p", "dora_indicators": ["4z"]}
    result = score_case({**case, "rules": {"renhou_mangan": True}})
    assert (result["limit"], result["points"]) == ("mangan", 8000)
