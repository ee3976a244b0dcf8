"""The numbered rules of S001, the Japanese game, judged: play, claims, kongs, going out."""

import pytest
from rule_rows import (
    PUNG_THEN_DRAW,
    D,
    T,
    case,
    chow,
    dead,
    is_won,
    kong,
    names,
    own_kong,
    promoted,
    pung,
    row,
    rule,
)

from engine.scoring.table import score_win
from engine.table.events import DeclaredReady, DoraRevealed, Won

CLASSIC = "riichi_classic"
READY = "123m456m789m11p23s"
"""Thirteen tiles that wait for 1s and 4s."""
ROWS = [
    row("east discards first", "S001-07", [], D(0, "1z")),
    row("east does not draw first", "S001-07", [], T(0), "drew_twice"),
    row("south follows east", "S001-06", [D(0, "1z")], T(1)),
    row("west does not follow east", "S001-06", [D(0, "1z")], T(2), "out_of_turn"),
    row("anyone may pung", "S001-10 S001-36", [D(0, "1z")], pung(3, 0, "1z")),
    row("anyone may kong", "S001-10 S001-42", [D(0, "1z")], kong(2, 0, "1z")),
    row("the next may chow", "S001-10 S001-31", [D(0, "5m")], chow(1, 0, "5m", "345m")),
    row("nobody else may chow", "S001-10 S001-27", [D(0, "5m")], chow(2, 0, "5m", "345m"),
        "chow_not_from_left"),
    row("nobody claims: draw and discard", "S001-10", [D(0, "5m"), T(1)], D(1, "9p")),
    row("an older discard is dead", "S001-11", [D(0, "5m"), T(1), D(1, "9p")], pung(2, 0, "5m"),
        "claim_of_dead_tile"),
    row("a drawn-over discard is dead", "S001-11", [D(0, "5m"), T(1)], Won(2, "5m", 0), "win_on_dead_tile"),
    row("nothing after the win", "S001-12", [D(0, "5m"), Won(2, "5m", 0)], T(1), "deal_over"),
    row("a gap chow", "S001-31", [D(0, "3s")], chow(1, 0, "3s", "234s")),
    row("9-1-2 is no chow", "S001-35", [D(0, "9s")], chow(1, 0, "9s", "912s"), "not_a_chow"),
    row("pung then discard", "S001-36", [D(0, "1z"), pung(2, 0, "1z")], D(2, "5m")),
    row("pung then no draw", "S001-36", [D(0, "1z"), pung(2, 0, "1z")], T(2), "drew_after_claim"),
    row("after the claimer", "S001-37", [D(0, "1z"), pung(2, 0, "1z"), D(2, "5m")], T(3)),
    row("one lost his turn", "S001-37", [D(0, "1z"), pung(2, 0, "1z"), D(2, "5m")], T(1), "out_of_turn"),
    row("after the kong's claimer", "S001-43", [D(0, "1z"), kong(2, 0, "1z"), dead(2), D(2, "5m")], T(3)),
    row("skipped by a kong", "S001-43", [D(0, "1z"), kong(2, 0, "1z"), dead(2), D(2, "5m")], T(1),
        "out_of_turn"),
    row("claimed kong", "S001-41", [D(0, "1z")], kong(2, 0, "1z")),
    row("promoted kong", "S001-41 S001-46", PUNG_THEN_DRAW, promoted(1, "3p")),
    row("concealed kong", "S001-41", [], own_kong(0, "3p")),
    row("supplement from the dead wall", "S001-42", [D(0, "1z"), kong(2, 0, "1z")], dead(2)),
    row("no supplement from the live wall", "S001-42", [D(0, "1z"), kong(2, 0, "1z")], T(2), "wrong_end"),
    row("discard after the supplement", "S001-42", [D(0, "1z"), kong(2, 0, "1z"), dead(2)], D(2, "9p")),
    row("no pung grows by a discard", "S001-46", [D(0, "3p"), pung(1, 0, "3p"), D(1, "1z"), T(2), D(2, "3p")],
        kong(1, 2, "3p"), "pung_extended_by_discard fifth_copy"),
    row("promotion in a later turn", "S001-47",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), T(1)],
        promoted(1, "3p")),
    row("no promotion after a claim", "S001-47",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), pung(1, 0, "8s")],
        promoted(1, "3p"), "promotion_after_claim"),
    row("supplement after a promotion", "S001-49", [*PUNG_THEN_DRAW, promoted(1, "3p")], dead(1)),
    row("no discard before it", "S001-49", [*PUNG_THEN_DRAW, promoted(1, "3p")], D(1, "9p"),
        "replacement_missing"),
    row("concealed kong after a pung", "S001-50", [D(0, "8s"), pung(1, 0, "8s")], own_kong(1, "3p")),
    row("concealed kong after a chow", "S001-50", [D(0, "8s"), chow(1, 0, "8s", "789s")], own_kong(1, "3p")),
    row("ready is not declared here", "S001-55", [], DeclaredReady(0), "ready_not_played"),
    row("robbing a promoted kong", "S001-56", [*PUNG_THEN_DRAW, promoted(1, "3p")], Won(3, "3p", 1)),
    row("a claimed kong is not robbed", "S001-57", [D(0, "1z"), kong(2, 0, "1z")], Won(3, "1z", 2),
        "win_on_dead_tile"),
    row("a concealed kong is not robbed", "S001-57", [own_kong(0, "1z")], Won(3, "1z", 0),
        "kong_not_to_be_robbed"),
    row("robbed after the supplement", "S001-59", [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1)], Won(3,
        "3p", 1)),
    row("not once another kong is declared", "S001-59",
        [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1), own_kong(1, "9m")], Won(3, "3p", 1),
        "kong_not_to_be_robbed fifth_copy"),
    row("not once he has discarded", "S001-59", [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1), D(1, "9m")],
        Won(3, "3p", 1), "win_on_dead_tile"),
    row("orphans rob a promoted kong", "S001-58 G-05",
        [D(0, "1m"), pung(1, 0, "1m"), D(1, "4z"), T(2), D(2, "2s"), T(3), D(3, "2s"), T(0), D(0, "2s"),
        T(1, "1m"),
         promoted(1, "1m")],
        Won(3, "1m", 1), "", {3: "99m19p19s1234567z"}),
    row("win on a drawn tile", "S001-54", [D(0, "9p"), T(1, "4s")], Won(1, "4s"), "", {1: READY}),
    row("win on a supplement tile", "S001-54", [D(0, "9p"), T(1, "9s"), own_kong(1, "9s"), dead(1, "4s")],
        Won(1, "4s"), "", {1: "123m456m11p23s999s"}),
    row("win on a discard", "S001-54", [D(0, "4s")], Won(2, "4s", 0), "", {2: READY}),
    row("win by robbing", "S001-54",
        [D(0, "4s"), pung(1, 0, "4s"), D(1, "4z"), T(2), D(2, "9s"), T(3), D(3, "2p"), T(0), D(0, "2z"), T(1),
         promoted(1, "4s")],
        Won(3, "4s", 1), "", {3: READY}),
    row("a run completed by anyone's tile", "S001-34", [D(0, "4s")], Won(3, "4s", 0), "", {3: READY}),
    row("a pung completed by anyone's tile", "S001-40", [D(0, "9s")], Won(3, "9s", 0), "",
        {3: "123m456m789m11p99s"}),
    row("on one's own discarded wait", "S001-30", [T(0), D(0, "9p"), T(1), D(1, "4s"), T(2), D(2, "1s")],
        Won(1, "1s", 2), "win_on_passed_tile", {1: READY}),
    row("on a tile let pass a moment ago", "S001-30", [D(0, "4s"), T(1), D(1, "1z"), T(2), D(2, "1s")],
        Won(3, "1s", 2), "win_on_passed_tile", {3: READY}),
    row("one who lacks a tile is not out", "S001-01", [D(0, "9s")], Won(3, "9s", 0), "false_win", {3: READY}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    assert names(at(CLASSIC, *before, hands=hands), event) == expected


@pytest.mark.parametrize(
    ("tiles", "melds", "complete"),
    [
        case("S001-01", "123m456p789s111z22z", 0, True, name="fourteen"),
        case("S001-01 S001-53", "123m456p789s22z", 1, True, name="a kong apart counts as a set"),
        case("S001-53", "123m456p789s1111z2z", 0, False, name="four alike undeclared are no set"),
        case("S001-02", "123m456p11z22z33z44z", 0, False, name="four pairs and two sets"),
        case("S001-02", "123m456p789s111z222z", 0, False, name="no pair, fifteen tiles"),
        case("S001-05", "19m19p19s1234567z1z", 0, True, name="thirteen orphans"),
        case("S001-05", "1133m5577p99s1122z", 0, True, name="seven pairs"),
        case("S001-05", "1111m5577p99s1122z", 0, False, name="four alike are not two pairs"),
        case("S001-05", "147m258p369s12345z", 0, False, name="nothing else irregular"),
        case("S001-33", "112233m111p789s55s", 0, True, name="runs that might be pairs"),
        case("S001-39", "111222333m789s55s", 0, True, name="pungs that might be runs"),
    ],
)
def test_what_is_a_winning_hand(at, tiles, melds, complete):
    assert is_won(at, CLASSIC, tiles, melds) is complete


@rule("S001-03")
def test_dora_alone_do_not_make_a_hand_worth_winning(at):
    # 1m 2m 3m melded, no pattern at all, dora in plenty
    before = [
        DoraRevealed("4p"),
        D(0, "3m"),
        chow(1, 0, "3m", "123m"),
        D(1, "4z"),
        T(2),
        D(2, "9s"),
    ]
    state = at("riichi", *before, hands={1: "12m555p234s78s99p4z"})
    won = score_win(state, Won(1, "9s", 2), before)
    assert won.payments is None
    assert won.minimum_met is False
