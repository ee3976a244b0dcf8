"""The numbered rules of S004, judged: flowers, moves, declarations, kongs, clocks."""

import pytest
from rule_rows import (
    PUNG_THEN_DRAW,
    D,
    T,
    case,
    chow,
    kong,
    names,
    own_kong,
    promoted,
    pung,
    row,
    rule,
    tail,
)

from engine.table.events import DealDrawn, FaultFound, FlowerDeclared, Won

MCR = "mcr"
READY = "123m456m789m11p23s"
F = FlowerDeclared
EXCHANGED = [F(0, "1f"), tail(0), F(1, "2f"), tail(1)]
ROWS = [
    row("flower in the own move", "S004-39 S004-58", [D(0, "1z"), T(1)], F(1, "1f")),
    row("flower in another's move", "S004-39 S004-58", [D(0, "1z"), T(1)], F(2, "1f"), "flower_out_of_turn"),
    row("flower before drawing", "S004-39", [D(0, "1z")], F(1, "1f"), "flower_out_of_turn"),
    row("replacement from the back end", "S004-39", [D(0, "1z"), T(1), F(1, "1f")], tail(1)),
    row("replacement from the live end", "S004-39", [D(0, "1z"), T(1), F(1, "1f")], T(1), "wrong_end"),
    row("a flower discarded", "S004-42", [], D(0, "1f")),
    row("exchange: East first", "S004-43", [], F(0, "1f")),
    row("exchange: then South", "S004-43", [F(0, "1f"), tail(0)], F(1, "2f")),
    row("exchange: East again after South", "S004-43 S004-50", EXCHANGED, F(0, "3f"), "not_in_first_move"),
    row("exchange: South after West", "S004-43", [F(2, "2f"), tail(2)], F(1, "3f"), "exchange_out_of_order"),
    row("exchange: three at once", "S004-43", [F(1, "1f"), F(1, "2f")], F(1, "3f")),
    row("exchange: three replacements", "S004-43", [F(1, "1f"), F(1, "2f"), F(1, "3f"), tail(1), tail(1)],
        tail(1)),
    row("exchange: a fourth replacement", "S004-43",
        [F(1, "1f"), F(1, "2f"), F(1, "3f"), tail(1), tail(1), tail(1)], tail(1), "out_of_turn"),
    row("exchange: a flower drawn as replacement", "S004-44", [F(1, "1f"), tail(1, "2f")], F(1, "2f")),
    row("after North, East moves", "S004-46", [F(3, "1f"), tail(3)], D(0, "1z")),
    row("later one at a time", "S004-47", [D(0, "1z"), T(1), F(1, "1f"), tail(1, "2f")], F(1, "2f")),
    row("the initial move needs no draw", "S004-49", EXCHANGED, T(0), "drew_twice"),
    row("initial move: discard", "S004-50", EXCHANGED, D(0, "1z")),
    row("initial move: Hu", "S004-50 S004-89", EXCHANGED, Won(0, "1z")),
    row("initial move: concealed kong", "S004-50", EXCHANGED, own_kong(0, "9m")),
    row("initial move: flower", "S004-50", EXCHANGED, F(0, "5f"), "not_in_first_move"),
    row("initial move: promoted kong", "S004-50", EXCHANGED, promoted(0, "9m"), "no_pung_to_promote"),
    row("initial move: chi", "S004-50", EXCHANGED, chow(0, 3, "3m", "345m"),
        "claim_of_dead_tile wrong_count"),
    row("flower after its concealed kong", "G-07", [*EXCHANGED, own_kong(0, "9m"), tail(0)], F(0, "5f")),
    row("other moves: take a tile", "S004-51", [D(0, "1z"), T(1)], D(1, "2z")),
    row("other moves: not without", "S004-51", [D(0, "1z")], D(1, "2z"), "discard_without_draw"),
    row("after an unclaimed discard the next", "S004-52", [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z")],
        T(3)),
    row("North is followed by East", "S004-52",
        [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z"), T(3), D(3, "4z")], T(0)),
    row("a set in the own move", "S004-57", [D(0, "1z"), T(1)], own_kong(1, "9m")),
    row("a set in another's move", "S004-57", [D(0, "1z"), T(1)], own_kong(2, "9m"), "kong_out_of_turn"),
    row("a set after a discard", "S004-57", [D(0, "1z")], pung(3, 0, "1z")),
    row("Hu after a discard", "S004-57 S004-65", [D(0, "1s")], Won(3, "1s", 0), "", {3: READY}),
    row("Hu in another's move", "S004-57", [D(0, "1z"), T(1)], Won(3, "1s"), "win_out_of_move"),
    row("Hu in another's move by robbing", "S004-57 S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p")],
        Won(3, "3p", 1)),
    row("a second flower after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], F(1, "2f")),
    row("a kong after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], own_kong(1, "9m")),
    row("a Hu after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], Won(1, "9m")),
    row("a discard after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], D(1, "9m")),
    row("chi after the left player's discard", "S004-59", [D(0, "3m")], chow(1, 0, "3m", "345m")),
    row("chi after the opposite's discard", "S004-59", [D(0, "3m")], chow(2, 0, "3m", "345m"),
        "chow_not_from_left"),
    row("chi, then no draw", "S004-59", [D(0, "3m"), chow(1, 0, "3m", "345m")], T(1), "drew_after_claim"),
    row("chi, then no kong", "S004-59", [D(0, "3m"), chow(1, 0, "3m", "345m")], own_kong(1, "9m"),
        "kong_after_claim"),
    row("chi, then no flower", "S004-59", [D(0, "3m"), chow(1, 0, "3m", "345m")], F(1, "1f"),
        "flower_after_claim"),
    row("pung after any discard", "S004-60", [D(0, "1z")], pung(3, 0, "1z")),
    row("pung, then discard", "S004-60", [D(0, "1z"), pung(3, 0, "1z")], D(3, "9m")),
    row("pung, then no kong", "S004-60", [D(0, "1z"), pung(3, 0, "1z")], own_kong(3, "9m"),
        "kong_after_claim"),
    row("concealed kong: flower next", "S004-61", [own_kong(0, "9m"), tail(0)], F(0, "1f")),
    row("concealed kong: kong next", "S004-61", [own_kong(0, "9m"), tail(0)], own_kong(0, "1m")),
    row("concealed kong: Hu next", "S004-61", [own_kong(0, "9m"), tail(0)], Won(0, "1m")),
    row("concealed kong: discard next", "S004-61", [own_kong(0, "9m"), tail(0)], D(0, "1m")),
    row("promoted kong: replacement", "S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p")], tail(1)),
    row("promoted kong: goes on", "S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p"), tail(1)], own_kong(1,
        "9m")),
    row("after robbing the deal is over", "S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p"), Won(3, "3p", 1)],
        tail(1),
        "deal_over"),
    row("melded kong after any discard", "S004-63 S004-79", [D(0, "1z")], kong(2, 0, "1z")),
    row("melded kong needs three in hand", "S004-79", [D(0, "1z")], kong(2, 0, "1z"), "tile_not_held",
        {2: "11z123456m789p22s"}),
    row("melded kong: goes on", "S004-63", [D(0, "1z"), kong(2, 0, "1z"), tail(2)], own_kong(2, "9m")),
    row("Hu in the own move", "S004-64", [D(0, "9p"), T(1, "1s")], Won(1, "1s"), "", {1: READY}),
    row("Hu with thirteen", "S004-64", [D(0, "9p"), T(1, "9s")], Won(1, "9s"), "false_win", {1: READY}),
    row("replacement at once", "S004-77", [D(0, "1z"), kong(2, 0, "1z")], D(2, "9m"), "replacement_missing"),
    row("two kongs before the first replacement", "S004-77", [own_kong(0, "9m")], own_kong(0, "1m"),
        "kong_out_of_turn"),
    row("concealed kong after a fresh tile", "S004-78", [D(0, "1z"), T(1)], own_kong(1, "9m")),
    row("concealed kong after a claim", "S004-78", [D(0, "1z"), pung(1, 0, "1z")], own_kong(1, "9m"),
        "kong_after_claim"),
    row("melded kong from one's own discard", "S004-79", [D(0, "1z")], kong(0, 0, "1z"), "claim_own_discard"),
    row("promoted kong after a fresh tile", "S004-80", PUNG_THEN_DRAW, promoted(1, "3p")),
    row("promoted kong after a claim", "S004-80",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), pung(1, 0, "8s")],
        promoted(1, "3p"), "promotion_after_claim"),
    row("a promoted kong is robbed", "S004-81 S004-Q9", [*PUNG_THEN_DRAW, promoted(1, "3p")], Won(3, "3p",
        1)),
    row("a concealed kong is not", "S004-81 S004-Q9", [own_kong(0, "3p")], Won(3, "3p", 0),
        "kong_not_to_be_robbed"),
    row("a melded kong is not", "S004-81 S004-Q9", [D(0, "3p"), kong(1, 0, "3p")], Won(3, "3p", 1),
        "win_on_dead_tile"),
    row("a second winner", "S004-84", [D(0, "1s"), Won(2, "1s", 0)], Won(1, "1s", 0), "win_not_nearest"),
    row("the next takes a tile", "S004-86", [D(0, "1z")], T(1)),
    row("fourteen after drawing", "S004-99", [D(0, "1z"), T(1)], D(1, "9m")),
    row("thirteen at another's discard", "S004-99 S004-103", [D(0, "1z")], pung(1, 0, "1z"), "wrong_count",
        {1: "11z123456m78p99s"}),
    row("flower without replacement", "S004-100 S004-103", [D(0, "1z"), T(1), F(1, "1f")], D(1, "9m"),
        "flower_not_replaced"),
    row("kong without replacement", "S004-101 S004-103", [own_kong(0, "9m")], D(0, "1m"),
        "replacement_missing"),
    row("a draw after a chi", "S004-103", [D(0, "3m"), chow(1, 0, "3m", "345m"), T(1)], D(1, "9m"),
        "wrong_count"),
    row("a dead hand may not win", "S004-103", [FaultFound("S004-103", 3, (), "dead_hand"), D(0, "1s")],
        Won(3, "1s", 0), "win_with_dead_hand", {3: READY}),
    row("a dead hand plays on", "S004-103",
        [D(0, "1z"), T(1), F(1, "1f"), FaultFound("S004-103", 1, (), "dead_hand"), D(1, "9m")], T(2)),
    row("nothing after Hu", "S004-02", [Won(0, "1z")], T(1), "deal_over"),
    row("nothing after a draw", "S004-02", [DealDrawn()], T(1), "deal_over"),
    row("fixed sets do not come back", "S004-08", [D(0, "3p"), pung(1, 0, "3p")], D(1, "3p"), "tile_not_held",
        {1: "33p123456m789s1z2z"}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    assert names(at(MCR, *before, hands=hands), event) == expected


@pytest.mark.parametrize(
    ("event", "waited_s", "expected_faults"),
    [
        case("S004-85", chow(1, 0, "5m", "567m"), 1.0, {"chow_too_early"}, name="chi at once"),
        case("S004-85 G-09", chow(1, 0, "5m", "567m"), 5.0, set(), name="chi after three seconds"),
        case("S004-88", pung(2, 0, "5m"), 2.9, set(), name="pung in time"),
        case("S004-88 S004-85", pung(2, 0, "5m"), 3.1, {"claim_too_late"}, name="pung too late"),
        case("S004-88", kong(2, 0, "5m"), 3.1, {"claim_too_late"}, name="kong too late"),
        case("S004-88", Won(2, "5m", 0), 4.0, {"claim_too_late"}, name="Hu too late"),
    ],
)
def test_claims_have_their_time(at, event, waited_s, expected_faults):
    assert names(at(MCR, D(0, "5m")), event, waited_s) == expected_faults


@rule("S004-87")
@pytest.mark.parametrize(("waited_s", "expected_faults"), [(9.0, set()), (11.0, {"move_too_slow"})])
def test_a_move_takes_ten_seconds_at_most(at, waited_s, expected_faults):
    assert names(at(MCR, D(0, "5m"), T(1)), D(1, "9m"), waited_s) == expected_faults
