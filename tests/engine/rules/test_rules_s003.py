"""The numbered rules of S003, the short account of Chinese Official."""

from dataclasses import replace

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

from engine.announce import announce
from engine.journal.amend import folded
from engine.judge.claims import PossibleClaim, claims, resolve
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.shape import MCR_SHAPES, distance, is_complete
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import FlowerDeclared, KongDeclared, Won
from engine.table.expected import expected

MCR = "mcr"
FORCED = replace(load_ruleset(MCR), flowers="forced", sources=("S003",))
READY = "123m456m789m11p23s"

ROWS = [
    row("east discards first", "S003-02", [], D(0, "1z")),
    row("draw and discard in turn", "S003-03", [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z")], T(3)),
    row("not out of turn", "S003-03", [D(0, "1z"), T(1), D(1, "2z")], T(3), "out_of_turn"),
    row("a claim moves the turn", "S003-03", [D(0, "1z"), pung(2, 0, "1z"), D(2, "3z")], T(3)),
    row("anybody takes what completes a set", "S003-04", [D(0, "1z")], pung(3, 0, "1z")),
    row("an older discard", "S003-04", [D(0, "1z"), T(1), D(1, "2z")], pung(3, 0, "1z"),
        "claim_of_dead_tile"),
    row("chow from the left", "S003-05", [D(0, "3m")], chow(1, 0, "3m", "345m")),
    row("chow from another", "S003-05", [D(0, "3m")], chow(3, 0, "3m", "345m"), "chow_not_from_left"),
    row("pung, then discard", "S003-06", [D(0, "1z"), pung(2, 0, "1z")], D(2, "9p")),
    row("pung, then no draw", "S003-06", [D(0, "1z"), pung(2, 0, "1z")], T(2), "drew_after_claim"),
    row("after the claimer", "S003-06", [D(0, "1z"), pung(2, 0, "1z"), D(2, "9p")], T(3)),
    row("four held, one used in a chow", "S003-08 G-14", [D(0, "2m")], chow(1, 0, "2m", "234m"), "",
        {1: "3333m4m123p11177z"}),
    row("kong, then the back end", "S003-09", [D(0, "1z"), kong(2, 0, "1z")], tail(2)),
    row("kong, then the live end", "S003-09", [D(0, "1z"), kong(2, 0, "1z")], T(2), "wrong_end"),
    row("kong, replaced, discard", "S003-09", [D(0, "1z"), kong(2, 0, "1z"), tail(2)], D(2, "9p")),
    row("a discard onto an exposed pung", "S003-10",
        [D(0, "3p"), pung(1, 0, "3p"), D(1, "1z"), T(2), D(2, "3p")], kong(1, 2, "3p"),
        "pung_extended_by_discard fifth_copy"),
    row("concealed kong, back end", "S003-11", [own_kong(0, "9m")], tail(0)),
    row("concealed kong, live end", "S003-11", [own_kong(0, "9m")], T(0), "wrong_end"),
    row("fourth drawn", "S003-14", PUNG_THEN_DRAW, promoted(1, "3p")),
    row("fourth without a pung", "S003-14", [], promoted(0, "3p"), "no_pung_to_promote"),
    row("a pair by the winning discard", "S003-15", [D(0, "5z")], Won(2, "5z", 0), "",
        {2: "123m456m789m111p5z"}),
    row("two are no claim", "S003-15", [D(0, "5z")], pung(2, 0, "5z"), "tile_not_held",
        {2: "123m456m789m111p5z"}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    rules = replace(load_ruleset(MCR), sources=("S003",))
    assert names(at(rules, *before, hands=hands), event) == expected


@rule("S003-04")
@rule("S003-06")
def test_the_completed_set_is_exposed_and_told(at):
    before = at(MCR, D(0, "1z"))
    after = apply(before, pung(2, 0, "1z"))
    assert [tile.tile for tile in expected(after).seats[2].melds[0].tiles] == ["1z"] * 3
    assert announce(before, pung(2, 0, "1z"), after)[0].key == "pung"


@rule("S003-05")
def test_a_chow_is_told_as_a_chow(at):
    before = at(MCR, D(0, "3m"))
    event = chow(1, 0, "3m", "345m")
    assert announce(before, event, apply(before, event))[0].key == "chow"


@rule("S003-07")
def test_a_kong_made_with_a_discard_lies_open_and_is_never_split(at):
    before = [D(0, "3p"), kong(2, 0, "3p"), tail(2, "9s")]
    state = at(MCR, *before, hands={2: "333p45p1m1m789s55z6z"})
    assert expected(state).seats[2].melds[0].face_down == ()
    assert [tile.tile for tile in expected(state).seats[2].melds[0].tiles] == ["3p"] * 4
    assert "tile_not_held" in names(state, D(2, "3p"))
    assert "tile_not_held" in names(state, own_kong(2, "3p"))
    assert "no_pung_to_promote" in names(state, KongDeclared(2, "promoted", "3p"))
    # A run with one of the four would need it back in the hand.
    later = folded(state, [D(2, "6z"), T(3), D(3, "9p"), T(0), D(0, "9p"), T(1), D(1, "2p")])
    assert "tile_not_held" in names(later, chow(2, 1, "2p", "234p"))
    assert not [claim for claim in claims(later) if claim.seat == 2 and claim.kind == "chow"]
    assert [meld.kind for meld in apply(later, T(2, "1z")).seats[2].melds] == ["melded_kong"]


@rule("S003-11")
@rule("S003-12")
def test_a_concealed_kong_lies_face_down(at):
    meld = expected(at(MCR, own_kong(0, "9m"))).seats[0].melds[0]
    assert meld.face_down == (0, 1, 2, 3)
    assert [tile.tile for tile in meld.tiles] == [None] * 4
    # Its face is part of the hand that is scored at the end.
    assert at(MCR, own_kong(0, "9m")).seats[0].melds[0].tiles == ("9m",) * 4


@rule("S003-13")
@pytest.mark.parametrize(("kong_of", "concealed"), [(own_kong(2, "9m"), True), (kong(2, 0, "9m"), False)])
def test_a_hand_with_concealed_kongs_only_is_concealed(at, kong_of, concealed):
    hand = "999m123p12367s55z"
    before = [D(0, "9m"), kong_of] if not concealed else [D(0, "1z"), T(1), D(1, "1z"), T(2, "9m"), kong_of]
    before += [tail(2, "2z"), D(2, "2z"), T(3), D(3, "8s")]
    score = score_win(at(MCR, *before, hands={2: hand}), Won(2, "8s", 3), before)
    assert ("concealed_hand" in {pattern.name for pattern in score.patterns}) is concealed


@pytest.mark.parametrize(
    ("asking", "taken"),
    [
        case("S003-16", [(1, "chow"), (2, "pung"), (3, "win")], [3]),
        case("S003-16", [(2, "kong"), (3, "win")], [3]),
        case("S003-17", [(1, "chow"), (3, "pung")], [3]),
        case("S003-17", [(1, "chow"), (3, "kong")], [3]),
        case("S003-18", [(3, "win"), (1, "win")], [1]),
        case("S003-18", [(3, "win"), (2, "win")], [2]),
    ],
)
def test_who_gets_a_discard_that_several_ask_for(asking, taken):
    asked = tuple(PossibleClaim(seat, 0, kind, "5m") for seat, kind in asking)
    assert [claim.seat for claim in resolve(load_ruleset(MCR), asked).taken] == taken


@rule("S003-17")
def test_pung_and_kong_have_no_order_between_them():
    rules = load_ruleset(MCR)
    for first, second in (("pung", "kong"), ("kong", "pung")):
        asked = (PossibleClaim(1, 0, first, "5m"), PossibleClaim(3, 0, second, "5m"))
        assert resolve(rules, asked).taken[0].seat == 1


@pytest.mark.parametrize(
    ("before", "event", "faults_found"),
    [
        case("S003-19", [FlowerDeclared(0, "1f")], tail(0), set(), name="replaced from the back end"),
        case("S003-19", [FlowerDeclared(0, "1f")], T(0), {"wrong_end"}, name="from the live end"),
        case("S003-19", [FlowerDeclared(0, "1f")], D(0, "9p"), {"flower_not_replaced"}, name="not replaced"),
        case("S003-19", [], D(0, "1f"), {"flower_discarded"}, name="discarded"),
    ],
)
def test_a_flower_is_laid_out_and_replaced(at, before, event, faults_found):
    assert names(at(FORCED, *before), event) == faults_found


@rule("S003-20")
@pytest.mark.parametrize(("option", "expected_faults"), [(True, set()), (False, {"false_win"})])
def test_all_eight_flowers_may_win_where_the_table_says_so(at, option, expected_faults):
    rules = replace(FORCED, all_flowers_win=option)
    before = [
        event for flower in range(1, 9) for event in (FlowerDeclared(0, f"{flower}f"), tail(0, f"{flower}m"))
    ]
    state = at(rules, *before, hands={0: "12345678f1379p13s"})
    assert names(state, Won(0, "8m")) == expected_faults


@rule("S003-21")
@rule("S003-22")
def test_ready_is_one_tile_short_of_four_sets_and_a_pair(at):
    assert distance(parse_tiles(READY), 0, MCR_SHAPES) == 0
    assert is_complete((*parse_tiles(READY), "1s"), 0, MCR_SHAPES)
    assert not is_complete((*parse_tiles(READY), "2s"), 0, MCR_SHAPES)
    state = at(MCR, D(0, "1s"), hands={2: READY})
    assert [claim.seat for claim in claims(state) if claim.kind == "win" and claim.sure] == [2]


@rule("S003-20")
def test_without_the_option_flowers_alone_score_nothing(at):
    won = score_win(at(MCR, hands={0: "12345678f137p13s1z"}), Won(0, "1z"))
    assert not won.is_win
