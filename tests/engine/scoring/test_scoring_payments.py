"""Who pays whom: wins, liability, draws, kongs, penalties."""

from dataclasses import replace

import pytest

from engine.judge.ruling import penalty_of
from engine.ruleset import Ruleset
from engine.scoring.payments import (
    discards_settlement,
    draw_settlement,
    false_win_settlement,
    kong_settlement,
)
from engine.scoring.wire.values import score_case
from engine.table.apply import new_table
from engine.table.events import FaultFound

RIICHI = Ruleset("riichi", "", scoring="riichi", scoring_profile="riichi-tenhou", draw_payment=3000)
DOUBLES = Ruleset("doubles", "", scoring="doubles", scoring_profile="doubles", kong_payment=10)
MCR = Ruleset("mcr", "")
PUNG = {"type": "pung", "tiles": "666s", "from": "left"}


TAI = [
    # full flush 4 and concealed 1
    (5, "S", {"concealed": "1113345567789m", "win_tile": "2m"}),
    # all pungs 2 and own flower 1
    (3, "W", {"concealed": "222m333p44s88p", "win_tile": "4s", "melds": [PUNG], "bonus": ["F3"]}),
    # half flush 2, dragon pung 1, concealed 1
    (4, "N", {"concealed": "123456m77m555z22z", "win_tile": "2z"}),
]


@pytest.mark.rule("S000-26")
@pytest.mark.rule("V-05")
@pytest.mark.parametrize(("tai", "seat", "hand"), TAI)
def test_each_double_more_doubles_what_the_discarder_pays_alone(tai, seat, hand):
    result = score_case({"ruleset": "doubles", "seat_wind": seat, "discarder": "E", **hand})
    assert result["tai"] == tai
    assert result["payments"]["E"] == -{5: 640, 3: 160, 4: 320}[tai]
    assert sum(result["payments"].values()) == 0


@pytest.mark.rule("S001-14")
@pytest.mark.rule("S001-25")
@pytest.mark.rule("S001-64")
@pytest.mark.rule("S001-65")
@pytest.mark.rule("S001-66")
@pytest.mark.rule("V-06")
@pytest.mark.parametrize(
    ("ready", "payments"),
    [
        ((), (0, 0, 0, 0)),
        ((1,), (-1000, 3000, -1000, -1000)),
        ((0, 2), (1500, -1500, 1500, -1500)),
        ((0, 1, 3), (1000, 1000, -3000, 1000)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_after_a_draw_three_thousand_go_from_the_unready_to_the_ready(ready, payments):
    assert draw_settlement(RIICHI, ready).payments == payments


def test_rules_without_a_draw_payment_move_nothing():
    assert draw_settlement(MCR, (0,)).payments == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("dealer", "seats", "payments"),
    [
        (0, (0,), (12000, -4000, -4000, -4000)),
        (0, (1,), (-4000, 8000, -2000, -2000)),
        (0, (0, 1), (8000, 4000, -6000, -6000)),
    ],
)
def test_discarding_only_terminals_and_honours_is_paid_as_a_drawn_mangan(dealer, seats, payments):
    assert discards_settlement(RIICHI, dealer, seats).payments == payments


@pytest.mark.rule("S000-15")
@pytest.mark.rule("S000-20")
@pytest.mark.parametrize(
    ("concealed", "giver", "payments"),
    [(True, None, (60, -20, -20, -20)), (False, 2, (10, 0, -10, 0)), (False, None, (30, -10, -10, -10))],
)
def test_a_kong_is_paid_when_it_is_laid(concealed, giver, payments):
    assert kong_settlement(DOUBLES, 0, concealed, giver).payments == payments


@pytest.mark.rule("S000-31")
@pytest.mark.parametrize(
    ("rules", "payments"),
    [
        (RIICHI, (-12000, 4000, 4000, 4000)),
        (MCR, (-30, 10, 10, 10)),
        (DOUBLES, (-480, 160, 160, 160)),
        (replace(MCR, scoring="hong_kong", scoring_profile="hkos-10"), (-192, 64, 64, 64)),
    ],
)
def test_a_false_win_costs_what_the_rules_say(rules, payments):
    assert false_win_settlement(rules, 0, dealer=0).payments == payments


@pytest.mark.rule("S000-31")
def test_only_faults_that_cost_points_are_penalised():
    faults = (
        FaultFound("S001-54", 1, consequence="penalty"),
        FaultFound("S004-72", 2, consequence="warning"),
        FaultFound("S001-25", None, consequence="penalty"),
    )
    (penalty,) = (given for found in faults for given in penalty_of(new_table(RIICHI), found))
    assert (penalty.rule, penalty.payments) == ("S001-54", (4000, -8000, 2000, 2000))


MCR_HAND = {"ruleset": "mcr", "concealed": "2234m234p234s555z", "win_tile": "2m", "seat_wind": "S"}


@pytest.mark.rule("S004-10")
@pytest.mark.rule("S004-66")
def test_in_mcr_everyone_pays_eight_and_the_giver_or_all_the_points():
    given = score_case({**MCR_HAND, "win_from": "left"})
    total = given["total"]
    assert given["payments"] == {"E": -8 - total, "S": 24 + total, "W": -8, "N": -8}
    drawn = score_case({**MCR_HAND, "self_draw": True})
    total = drawn["total"]
    assert drawn["payments"] == {"E": -8 - total, "S": 24 + 3 * total, "W": -8 - total, "N": -8 - total}


DRAGONS = [
    {"type": "pon", "tiles": "555z", "claimed": "5z", "from": "left"},
    {"type": "ankan", "tiles": "6666z"},
    {"type": "pon", "tiles": "777z", "claimed": "7z", "from": "right"},
]
LIABLE = {"ruleset": "riichi-tenhou", "concealed": "11m45p", "win_tile": "6p", "melds": DRAGONS, "honba": 1}
HONOURS = {"concealed": "111z2z", "win_tile": "2z"}
SOUL = {**HONOURS, "ruleset": "riichi-majsoul"}
MAJIANG = {**HONOURS, "ruleset": "riichi-majiang"}
PAO = [
    ("drawn: it pays all", {"self_draw": True}, (48300, -48300, 0, 0)),
    ("another gave: halves", {"win_from": "across"}, (48300, -24300, -24000, 0)),
    ("counters", {"win_from": "across", "rules": {"pao_honba": False}}, (48300, -24000, -24300, 0)),
    ("two yakuman drawn: all of them", {**HONOURS, "self_draw": True}, (96300, -96300, 0, 0)),
    ("two yakuman given: half of them", {**HONOURS, "win_from": "across"}, (96300, -48300, -48000, 0)),
    ("two drawn, one of them its own", {**SOUL, "self_draw": True}, (96300, -64300, -16000, -16000)),
    ("two given, one of them its own", {**SOUL, "win_from": "across"}, (96300, -24300, -72000, 0)),
    ("two drawn, counters shared", {**MAJIANG, "self_draw": True}, (96300, -64100, -16100, -16100)),
    ("it gave: all", {"win_from": "right"}, (48300, -48300, 0, 0)),
    ("a table without", {"self_draw": True, "rules": {"pao": False}}, (48300, -16100, -16100, -16100)),
    ("told by hand", {"self_draw": True, "pao": "across"}, (48300, 0, -48300, 0)),
]


@pytest.mark.parametrize(("changes", "payments"), [row[1:] for row in PAO], ids=[row[0] for row in PAO])
def test_who_gave_the_third_dragon_is_liable(changes, payments):
    result = score_case({**LIABLE, **changes})
    assert tuple(result["payments"].values()) == payments


@pytest.mark.rule("S001-45")
def test_a_concealed_kong_last_makes_nobody_liable():
    melds = [DRAGONS[0], DRAGONS[2], DRAGONS[1]]
    result = score_case({**LIABLE, "melds": melds, "self_draw": True})
    assert tuple(result["payments"].values()) == (48300, -16100, -16100, -16100)
