"""The numbered rules of S000, the doubles game."""

from dataclasses import replace

import pytest
from rule_rows import (
    PUNG_THEN_DRAW,
    D,
    T,
    chow,
    is_won,
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
from engine.judge.claims import PossibleClaim, claims, resolve
from engine.judge.deal_points import settle
from engine.judge.faults_claims import is_chow
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import ClaimCalled, FaultFound, KongClaimed, PungClaimed, Won
from engine.table.fault import fault
from engine.table.wall import height_at, live_place, tail_place
from engine.tiles import same_face

DOUBLES = "doubles"

ROWS = [
    row("draw then discard", "S000-03", [D(0, "1z"), T(1)], D(1, "2z"), ""),
    row("discard without drawing", "S000-03", [D(0, "1z")], D(1, "2z"), "discard_without_draw"),
    row("two draws", "S000-03", [D(0, "1z"), T(1)], T(1), "drew_twice"),
    row("draw after a pong", "S000-04", [D(0, "1z"), pung(2, 0, "1z")], T(2), "drew_after_claim"),
    row("draw after a chi", "S000-04", [D(0, "1m"), chow(1, 0, "1m", "123m")], T(1), "drew_after_claim"),
    row("discard after a pong", "S000-04", [D(0, "1z"), pung(2, 0, "1z")], D(2, "5m"), ""),
    row("right of the claimer goes on", "S000-05", [D(0, "1z"), pung(2, 0, "1z"), D(2, "5m")], T(3), ""),
    row("skipped seat draws", "S000-05", [D(0, "1z"), pung(2, 0, "1z"), D(2, "5m")], T(1), "out_of_turn"),
    row("chi 789", "S000-06", [D(0, "9s")], chow(1, 0, "9s", "789s"), ""),
    row("chi 891", "S000-07", [D(0, "1s")], chow(1, 0, "1s", "891s"), "not_a_chow"),
    row("chi 912", "S000-07", [D(0, "9s")], chow(1, 0, "9s", "912s"), "not_a_chow"),
    row("chi from the left", "S000-09", [D(0, "3p")], chow(1, 0, "3p", "345p"), ""),
    row("chi from across", "S000-09", [D(0, "3p")], chow(2, 0, "3p", "345p"), "chow_not_from_left"),
    row("chi from the right", "S000-09", [D(0, "3p")], chow(3, 0, "3p", "345p"), "chow_not_from_left"),
    row("pong of three alike", "S000-11", [D(0, "3p")], pung(2, 0, "3p"), ""),
    row("two kinds", "S000-11", [D(0, "3p")], PungClaimed(2, 0, "3p", parse_tiles("334p")), "not_alike"),
    *(
        row(f"pong by seat {seat}", "S000-12", [D(0, "3p")], pung(seat, 0, "3p"), "")
        for seat in (1, 2, 3)
    ),
    row("kong of four alike", "S000-14", [D(0, "3p")], kong(2, 0, "3p"), ""),
    row("two kinds", "S000-14", [D(0, "3p")], KongClaimed(2, 0, "3p", parse_tiles("3334p")), "not_alike"),
    row("um kong", "S000-14", [], own_kong(0, "3p"), ""),
    row("replacement from the tail", "S000-16", [own_kong(0, "3p")], tail(0), ""),
    row("replacement from the live end", "S000-16", [own_kong(0, "3p")], T(0), "wrong_end"),
    row("no replacement", "S000-16", [D(0, "3p"), kong(2, 0, "3p")], D(2, "1z"), "replacement_missing"),
    row("four undeclared", "S000-17", [], D(0, "9p"), "", {0: "3333m4m5m12367p99p1z"}),
    row("kong with three in hand", "S000-18", [D(0, "3p")], kong(1, 0, "3p"), "", {1: "333p12345678m11z"}),
    row(
        "kong with two in hand", "S000-18", [D(0, "3p")], kong(1, 0, "3p"), "tile_not_held",
        {1: "33p123456789m11z"},
    ),
    row(
        "promotion with the drawn fourth", "S000-18",
        PUNG_THEN_DRAW, promoted(1, "3p"),
    ),
    row("promotion without a pong", "S000-18", [], promoted(0, "3p"), "no_pung_to_promote"),
    row(
        "discard onto an exposed pong", "S000-19",
        [D(0, "3p"), pung(1, 0, "3p"), D(1, "1z"), T(2), D(2, "3p")],
        kong(1, 2, "3p"), "pung_extended_by_discard fifth_copy",
    ),
    row("claim of an older discard", "S000-30", [D(0, "3p"), T(1), D(1, "1z")], pung(3, 0, "3p"),
        "claim_of_dead_tile"),
    row("claim after the next draw", "S000-30", [D(0, "3p"), T(1)], pung(3, 0, "3p"), "claim_of_dead_tile"),
    row("false hu", "S000-31", [], Won(0, "1z"), "false_win", {0: "1379m1379p1379s11z"}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    assert names(at(DOUBLES, *before, hands=hands), event) == expected


@pytest.mark.parametrize(
    ("tiles", "complete"),
    [
        pytest.param("123m456p789s111z22z", True, marks=rule("S000-01"), id="four sets and a pair"),
        pytest.param("123m456p789s11z22z3z", False, marks=rule("S000-01"), id="three sets"),
        pytest.param("124m456p789s111z22z", False, marks=rule("S000-02"), id="1-2-4 is no set"),
        pytest.param("111m456p789s111z22z", True, marks=rule("S000-02"), id="pong and chi"),
        pytest.param("123m123m456p789s99s", True, marks=rule("S000-08"), id="concealed chis"),
        pytest.param("33334m5m123p789s11z", True, marks=rule("S000-17"), id="pong and one of four in a run"),
    ],
)
def test_a_complete_hand_is_four_sets_and_a_pair(at, tiles, complete):
    assert is_won(at, DOUBLES, tiles) is complete


@rule("S000-06")
@pytest.mark.parametrize("tiles", ["123m", "567p", "789s"])
def test_ascending_runs_are_chis(tiles):
    assert is_chow(parse_tiles(tiles))


@rule("S000-07")
@pytest.mark.parametrize("tiles", ["891m", "912p", "123z", "12m3p", "135s"])
def test_what_wraps_or_mixes_is_no_chi(tiles):
    assert not is_chow(parse_tiles(tiles))


@rule("S000-08")
def test_an_exposed_chi_is_a_meld_on_the_table(at):
    state = at(DOUBLES, D(0, "3p"), chow(1, 0, "3p", "345p"))
    assert [meld.kind for meld in state.seats[1].melds] == ["chow"]


@pytest.mark.parametrize(
    ("event", "key"),
    [
        pytest.param(chow(1, 0, "3p", "345p"), "chow", marks=rule("S000-10"), id="chi"),
        pytest.param(pung(1, 0, "3p"), "pung", marks=rule("S000-13"), id="pong"),
    ],
)
def test_a_claim_is_told_with_all_its_tiles(at, event, key):
    before = at(DOUBLES, D(0, "3p"))
    first = announce(before, event, apply(before, event))[0]
    assert first.key == key
    assert dict(first.values)["tiles"] == event.tiles


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param("claim_not_announced", "S000-10", marks=rule("S000-10")),
        pytest.param("own_tiles_not_shown_first", "S000-28", marks=rule("S000-28")),
        pytest.param("tile_taken_into_hand", "S000-29", marks=rule("S000-29")),
        pytest.param("false_win", "S000-31", marks=rule("S000-31")),
    ],
)
def test_what_only_people_can_see_is_told_by_its_number(at, name, number):
    state = at(DOUBLES)
    event = fault(state, name, 2, "3p").event()
    told = dict(announce(state, event, apply(state, event))[0].values)
    assert (told["rule"], told["fault"], told["seat"], told["tiles"]) == (number, name, 2, ("3p",))
    assert told["consequence"]


@rule("S000-15")
@rule("S000-20")
def test_kongs_are_paid_at_once_whoever_wins(at):
    rules = replace(load_ruleset(DOUBLES), kong_payment=5)
    concealed, claimed = own_kong(0, "3p"), kong(2, 0, "1z")
    state = at(rules, concealed, tail(0), D(0, "1z"), claimed)
    paid = settle(state, [concealed, claimed]).payments
    assert sum(paid) == 0
    assert paid == (30 - 5, -10, -10 + 5, -10)


@rule("S000-16")
def test_the_flower_pile_is_the_end_behind_the_break(at):
    state = at(DOUBLES)
    before = tail_place(state.wall)
    assert before != live_place(state.wall)
    after = apply(apply(state, own_kong(0, "3p")), tail(0))
    assert height_at(after.wall, before) == height_at(state.wall, before) - 1


def asked(seat, kind, giver=1):
    return PossibleClaim(seat, giver, kind, "5m")


@pytest.mark.parametrize(
    ("option", "asking", "taken"),
    [
        pytest.param(None, [(0, "win"), (2, "kong"), (2, "chow")], {0}, marks=rule("S000-22"), id="hu first"),
        pytest.param(None, [(0, "pung"), (2, "chow")], {0}, marks=rule("S000-23"), id="pong before chi"),
        pytest.param(None, [(0, "kong"), (2, "chow")], {0}, marks=rule("S000-23"), id="kong before chi"),
        pytest.param(None, [(3, "win"), (0, "win")], {3}, marks=rule("S000-24"), id="nearest of two"),
        pytest.param(None, [(0, "win"), (2, "win"), (3, "win")], {0, 2, 3}, marks=rule("S000-25")),
        pytest.param(
            "nearest", [(0, "win"), (2, "win"), (3, "win")], {2},
            marks=[rule("S000-27"), rule("G-12")], id="three, option off",
        ),
    ],
)  # fmt: skip
def test_claims_on_one_discard_are_settled(option, asking, taken):
    """Seat 1 (South) discards; 3 is North, 0 East."""
    rules = load_ruleset(DOUBLES)
    if option:
        rules = replace(rules, several_winners=option)
    resolution = resolve(rules, tuple(asked(seat, kind) for seat, kind in asking))
    assert {claim.seat for claim in resolution.taken} == taken
    assert len(resolution.taken) + len(resolution.refused) == len(asking)


NO_DOUBLE, FOUR_DOUBLES = "12m555p234s78s99p4z", "12m567p234s78s99p4z"
"""With the melded 123m and 9s: nothing at all, and all chis (ping hu, four)."""


@rule("S000-21")
@pytest.mark.parametrize(
    ("hand", "minimum", "expected"),
    [
        (NO_DOUBLE, 0, set()),
        (NO_DOUBLE, 1, {"below_minimum"}),
        (FOUR_DOUBLES, 1, set()),
        (FOUR_DOUBLES, 4, set()),
        (FOUR_DOUBLES, 5, {"below_minimum"}),
    ],
)
def test_too_few_doubles_make_a_false_hu(at, hand, minimum, expected):
    rules = replace(load_ruleset(DOUBLES), minimum=minimum)
    before = [D(0, "3m"), chow(1, 0, "3m", "123m"), D(1, "4z"), T(2), D(2, "9s")]
    state, hu = at(rules, *before, hands={1: hand}), Won(1, "9s", 2)
    assert names(state, hu) == expected
    paid = settle(state, [*before, hu]).payments
    assert (paid[1] > 0) is (not expected and hand != NO_DOUBLE)
    is_offered = any(claim.kind == "win" and claim.seat == 1 for claim in claims(state))
    assert is_offered is not bool(expected)


@rule("S000-30")
@pytest.mark.parametrize(
    "call", [pung(3, 0, "1z"), kong(2, 0, "1z"), Won(2, "1z", 0)], ids=["pong", "kong", "hu"]
)
@pytest.mark.parametrize(
    ("before", "is_live"),
    [
        ([D(0, "1z")], True),
        ([D(0, "1z"), ClaimCalled(1, "wait"), ClaimCalled(3, "pung")], True),
        ([D(0, "1z"), FaultFound("S000-29", 0, (), "warning", "tile_taken_into_hand")], True),
        ([D(0, "1z"), T(1)], False),
        ([D(0, "1z"), T(1), D(1, "9s")], False),
        ([D(0, "1z"), T(1), D(1, "9s"), T(2), D(2, "9s"), T(3)], False),
        ([D(0, "1z"), pung(1, 0, "1z"), D(1, "9s")], False),
    ],
    ids=["at once", "after calls", "after a fault", "after the next draw", "after the next discard",
         "a round later", "after another has used it"],
)  # fmt: skip
def test_a_discard_is_claimed_before_the_next_draw_and_not_once_it_is_used(at, before, is_live, call):
    dead = {"claim_of_dead_tile", "win_on_dead_tile"}
    assert bool(names(at(DOUBLES, *before), call) & dead) is not is_live


@rule("S000-12")
def test_who_could_pong_is_told_for_hidden_hands(at):
    state = at(DOUBLES, D(0, "3p"))
    assert {claim.seat for claim in claims(state) if claim.kind == "pung"} == {1, 2, 3}
    assert {claim.seat for claim in claims(state) if claim.kind == "chow"} == {1}
    assert all(same_face(claim.tile, "3p") for claim in claims(state))
