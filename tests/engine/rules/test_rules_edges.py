"""Both sides of the rules' edges: the last number that is right beside the first that is wrong."""

from dataclasses import replace

import pytest
from rule_rows import D, T, chow, names, own_kong, pung, rule, with_wall

from engine.journal.amend import folded
from engine.judge.claim_window import rule_of
from engine.judge.claims import claims
from engine.judge.faults import faults
from engine.judge.faults_claims import are_alike
from engine.judge.faults_lying import lying_faults
from engine.judge.faults_river import row_lengths
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import (
    HandsDealt,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.reading import Sighting
from engine.table.seating import with_seat
from engine.table.state import Meld

RIICHI, MCR = "riichi", "mcr"


def kongs(state, numbers):
    """The table with so many kongs before each seat."""
    for seat, number in enumerate(numbers):
        state = with_seat(state, seat, melds=(Meld("concealed_kong", (f"{seat + 1}z",) * 4),) * number)
    return state


# faults


def test_the_fifth_copy_counts_for_the_first_winner_and_not_again_for_the_second(at):
    seen = [D(0, "1z"), pung(1, 0, "1z"), D(1, "9m"), T(2), D(2, "1z"), T(3)]
    assert "fifth_copy" in names(at(MCR, *seen), Won(3, "1z"))
    three = [D(0, "4s"), T(1), D(1, "4s"), T(2), D(2, "4s"), T(3), D(3, "4s")]
    first = Won(0, "4s", 3)
    assert "fifth_copy" not in names(at(RIICHI, *three), first)
    assert "fifth_copy" not in names(at(RIICHI, *three, first), Won(1, "4s", 3))


def test_flowers_are_never_alike():
    assert not are_alike(("1f", "1f", "1f"))
    assert are_alike(("1z", None, "1z"))


@rule("G-06")
@pytest.mark.parametrize(("before", "is_fifth"), [((0, 1, 1, 1), False), ((0, 2, 1, 1), True)])
def test_the_fifth_kong_is_one_too_many_where_there_is_a_dead_wall(at, before, is_fifth):
    declared = own_kong(0, "9m")
    assert ("fifth_kong" in names(kongs(at(RIICHI), before), declared)) is is_fifth
    assert "fifth_kong" not in names(kongs(at(MCR), before), declared)
    pungs = with_seat(at(RIICHI), 1, melds=(Meld("pung", ("1z",) * 3, 0, 0),) * 4)
    assert "fifth_kong" not in names(pungs, declared)


@rule("S002-20")
@rule("S002-05")
@pytest.mark.parametrize(
    ("rules", "flower", "short", "found"),
    [
        ("beginner", False, None, set()),
        ("beginner", True, None, {("flowers_not_used", 2)}),
        (MCR, True, None, set()),
        (MCR, False, 0, {("wrong_hand_dealt", 0)}),
        ("beginner", False, 3, {("wrong_hand_dealt", 3)}),
    ],
)
def test_hands_are_dealt_whole_and_with_the_tiles_that_are_used(rules, flower, short, found):
    hands = [parse_tiles("123456789m12345p"), *(parse_tiles("123456789s1234z") for _ in range(3))]
    hands[2] = (*hands[2][:12], "1f") if flower else hands[2]
    if short is not None:
        hands[short] = hands[short][1:]
    state = folded(new_table(load_ruleset(rules)), [WallBuilt(), WallBroken(0, 10)])
    judged = faults(state, HandsDealt(0, tuple(hands)))
    assert {(each.name, each.seat) for each in judged if each.name != "fifth_copy"} == found


def test_a_kong_that_lies_wrong_is_named_by_one_tile(at):
    state = at(MCR, own_kong(0, "9m"))
    look = expected(state)
    open_kong = replace(look.seats[0].melds[0], face_down=())
    seen = replace(look, seats=(replace(look.seats[0], melds=(open_kong,)), *look.seats[1:]))
    assert [(each.name, each.tiles) for each in lying_faults(state, seen)] == [
        ("kong_not_face_down", ("9m",))
    ]


@pytest.mark.parametrize(
    ("claimed", "run", "discard", "is_swap"),
    [
        ("7m", "567m", "4m", True),
        ("7m", "567m", "5z", False),
        ("7m", "567m", "6m", False),
        ("5m", "567m", "8m", True),
        ("6m", "567m", "8m", False),
        ("6m", "567m", "4m", False),
        ("6m", "567m", "6m", True),
        ("9m", "789m", "6m", True),
        ("3m", "123m", "4m", False),
    ],
)
def test_the_other_end_of_a_claimed_run_may_not_go_out(at, claimed, run, discard, is_swap):
    state = at(RIICHI, D(0, claimed), chow(1, 0, claimed, run))
    assert ("swap_call" in names(state, D(1, discard))) is is_swap


@pytest.mark.parametrize(
    ("spots", "rows"),
    [
        ([(0, 0), (26, 0), (0, 36)], [2, 1]),
        ([(0, 0), (26, 0), (0, 20)], [2, 1]),
        ([(0, 0), (26, 0), (20, 11)], [3]),
        ([(0, 0), (26, 0), (24, 0)], [3]),
        ([(-90, 0), (-60, 0), (-40, 36)], [3]),
        ([(0, 90), (26, 90), (52, 126)], [3]),
    ],
)
def test_a_new_row_begins_back_at_the_left_and_half_a_tile_nearer(spots, rows):
    river = [
        Sighting(
            "1z", corners_mm=((x - 12, -y + 16), (x + 12, -y + 16), (x + 12, -y - 16), (x - 12, -y - 16))
        )
        for x, y in spots
    ]
    assert row_lengths(tuple(river), 0) == rows


def test_a_self_drawn_hand_laid_open_holds_the_tile_it_won_with(at):
    state = at(MCR, hands={0: "123m456p789s11122z"})
    hand = parse_tiles("123m456p789s1112z")
    assert "tile_not_held" not in names(state, Won(0, "2z", hand=hand))
    assert "tile_not_held" in names(state, Won(0, "9m", hand=hand))


@rule("S004-102")
@rule("S001-01")
@pytest.mark.parametrize(
    ("standing", "hand", "is_wrong"),
    [
        ("123m456p789s1112z", "", False),
        ("123m456p789s11122z", "", True),
        ("123m456p789s112z", "", True),
        ("123m456p789s1112z", "123m456p789s1112z", False),
        ("123m456p789s1112z", "123m456p789s11122z", False),
        ("123m456p789s11134z", "123m456p789s11134z", True),
    ],
)
def test_a_winner_holds_thirteen_tiles_besides_the_winning_one(at, standing, hand, is_wrong):
    state = with_seat(at(MCR, D(0, "2z")), 1, standing=parse_tiles(standing))
    assert ("wrong_count" in names(state, Won(1, "2z", 0, parse_tiles(hand)))) is is_wrong


def test_a_red_five_completes_a_run_as_a_plain_one_does(at):
    state = at(RIICHI, D(0, "3m"), hands={1: "40m123456789s99p"})
    assert {claim.own for claim in claims(state) if claim.kind == "chow"} == {("4m", "0m")}
    state = at(RIICHI, D(0, "3m"), hands={1: "40p123456789s99m"})
    assert not [claim for claim in claims(state) if claim.seat == 1 and claim.kind == "chow"]


@rule("S001-63")
@rule("S002-43")
@pytest.mark.parametrize(("rules", "offered"), [("riichi_classic", True), ("beginner", False)])
def test_the_last_discard_makes_a_kong_only_where_that_ends_the_deal(at, rules, offered):
    state = at(rules, D(0, "3m"), hands={2: "333m123456789s9p"})
    dead = state.rules.dead_wall
    assert ("kong" in {claim.kind for claim in claims(with_wall(state, dead))}) is offered
    assert "kong" in {claim.kind for claim in claims(with_wall(state, dead + 10))}


def test_a_refusal_is_numbered_in_the_sources_the_table_follows():
    assert rule_of("nearer", load_ruleset(MCR)) == "S004-84"
    assert rule_of("nearer", load_ruleset("beginner")) == "S002-41"
    assert rule_of("nearer", load_ruleset("doubles")) == "S000-24"
    assert rule_of("no such reason", load_ruleset(MCR)) == "G-09"
