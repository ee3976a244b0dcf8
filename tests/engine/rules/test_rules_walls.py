"""Walls, dice, break and deal: S002, S004 and the worked examples, for every throw and every dealer."""

from itertools import product

import pytest
from rule_rows import D, T, broken, case, names, rolled, rule

from engine.announce import announce
from engine.journal.amend import folded
from engine.judge.faults_deal import due_break, next_thrower
from engine.notation import parse_place, place_text
from engine.practice.chance.deal import all_tiles
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.deal_plan import deal_plan
from engine.table.events import DealDrawn, DiceRolled, HandsDealt, WallBroken, WallBuilt
from engine.table.state import StackPlace
from engine.table.wall import (
    break_place,
    dealt_wall,
    full_wall,
    height_at,
    live_place,
    place_after,
    tail_place,
    take_tail,
    thrower_reached,
)
from engine.tiles import FLOWERS, PLAIN

MCR, BEGINNER = load_ruleset("mcr"), load_ruleset("beginner")
SUMS = range(2, 13)


def chain(state):
    """The grabs of the deal as text: ``E S16 S17``, ``S N4`` ..."""
    return [
        " ".join(
            [
                "ESWN"[(grab.seat - state.dealer) % 4],
                *(place_text(each, state.dealer) for each in grab.places),
            ]
        )
        for grab in deal_plan(state.rules, state.wall, state.dealer)
    ]


V01 = """E S16 S17,S S18 E1,W E2 E3,N E4 E5,E E6 E7,S E8 E9,W E10 E11,N E12 E13,E E14 E15,S E16 E17,W E18 N1,
N N2 N3,E N4 N6,S N4,W N5,N N5"""
V03 = """E N13 N14,S N15 N16,W N17 W1,N W2 W3,E W4 W5,S W6 W7,W W8 W9,N W10 W11,E W12 W13,S W14 W15,W W16 W17,
N S1 S2,E S3 S5,S S3,W S4,N S4"""


@pytest.mark.parametrize(
    ("name", "throws", "after", "expected", "left", "following", "replacements"),
    [
        case(
            "V-01 S004-31 S004-33 S004-34 S004-35 S004-36 S004-37 S004-38 G-01",
            "mcr", (10, 5), "S15", V01, 91, "N6", ["S15", "S15", "S14"], name="S004: 10 and 5",
        ),
        case(
            "V-03 S002-18 S002-19 S002-20 S002-21 G-03",
            "beginner", (12,), "N12", V03, 83, "S5", ["N12", "N12", "N11"], name="S002: 12",
        ),
    ],
)  # fmt: skip
def test_the_worked_examples_of_the_deal(name, throws, after, expected, left, following, replacements):
    state = broken(name, *throws)
    assert place_text(state.wall.break_after) == after
    assert chain(state) == expected.replace("\n", "").split(",")
    wall = dealt_wall(state.rules, state.wall, 0)
    assert wall.tiles_left == left
    assert place_text(live_place(wall)) == following
    assert height_at(wall, live_place(wall)) == 1
    for place in replacements:
        assert place_text(tail_place(wall)) == place
        wall = take_tail(wall)


@rule("S004-37")
def test_what_is_left_after_the_worked_example():
    wall = dealt_wall(MCR, broken("mcr", 10, 5).wall, 0)
    left = {
        place_text(StackPlace(side, stack)): wall.heights[side][stack - 1]
        for side in range(4)
        for stack in range(1, 19)
    }
    full = [f"N{n}" for n in range(7, 19)] + [f"W{n}" for n in range(1, 19)] + [f"S{n}" for n in range(1, 16)]
    assert {name for name, height in left.items() if height} == {"N6", *full}
    assert all(left[name] == 2 for name in full)


@rule("S004-26")
@rule("S004-27")
@rule("S004-28")
@rule("S004-29")
@rule("V-02")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("first", "second"), list(product(SUMS, SUMS)))
def test_every_pair_of_throws_breaks_where_the_text_says(dealer, first, second):
    thrower = {0: [5, 9], 1: [2, 6, 10], 2: [3, 7, 11], 3: [4, 8, 12]}
    place_of_thrower = next(place for place, sums in thrower.items() if first in sums)
    state = rolled("mcr", first, dealer=dealer)
    assert next_thrower(state) == (dealer + place_of_thrower) % 4
    place = due_break(rolled("mcr", first, second, dealer=dealer))
    total = first + second
    if total <= 18:
        assert place == StackPlace((dealer + place_of_thrower) % 4, total)
    else:
        clockwise = {0: 3, 3: 2, 2: 1, 1: 0}[place_of_thrower]
        assert place == StackPlace((dealer + clockwise) % 4, total - 18)


@rule("S004-32")
@rule("V-02")
def test_east_can_never_take_e7_or_n6_first():
    taken = set()
    for first, second in product(SUMS, SUMS):
        grab = deal_plan(MCR, broken("mcr", first, second).wall, 0)[0]
        taken |= {place_text(place) for place in grab.places}
    everything = {place_text(StackPlace(side, stack)) for side in range(4) for stack in range(1, 19)}
    assert everything - taken == {"E7", "N6"}


@rule("S002-16")
@rule("S002-17")
@rule("G-02")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("total", range(3, 19))
def test_every_throw_of_three_dice_breaks_where_the_text_says(dealer, total):
    place = due_break(rolled("beginner", total, dealer=dealer))
    side = (dealer + (total - 1) % 4) % 4
    expected = StackPlace(side, total) if total <= 17 else StackPlace((side - 1) % 4, total - 17)
    assert place == expected


@pytest.mark.parametrize(
    ("total", "wind"),
    [case("S002-17", total, wind) for total, wind in zip(range(3, 13), "WNESWNESWN", strict=True)],
)
def test_the_sum_of_three_dice_names_the_wall(total, wind):
    assert "ESWN"[thrower_reached(MCR, 0, total)] == wind


@rule("S002-18")
@rule("G-02")
@pytest.mark.parametrize(("total", "first"), [(12, "N13 N14"), (17, "N1 N2"), (18, "E2 E3"), (16, "N17 W1")])
def test_east_takes_the_two_stacks_after_the_counted_ones(total, first):
    assert chain(broken("beginner", total))[0] == f"E {first}"


@pytest.mark.parametrize(
    ("name", "tiles", "stacks"),
    [
        case("S002-01 S002-15", "beginner", 136, 17),
        case("S004-11 S004-12 S004-19 S004-24", "mcr", 144, 18),
    ],
)
def test_the_set_and_the_square_it_builds(name, tiles, stacks):
    rules = load_ruleset(name)
    wall = apply(new_table(rules), WallBuilt()).wall
    assert wall.tiles_left == len(all_tiles(rules)) == tiles
    assert [len(side) for side in wall.heights] == [stacks] * 4
    assert {height for side in wall.heights for height in side} == {2}


@rule("S002-05")
def test_flowers_are_put_away(at):
    assert names(at("beginner"), D(0, "1f")) == {"flowers_not_used"}
    assert not any(tile in FLOWERS for tile in all_tiles(BEGINNER))
    assert not any(tile[0] == "0" for tile in all_tiles(BEGINNER))


@rule("S004-12")
@rule("S004-06")
def test_a_set_has_four_of_each_pattern_and_one_of_each_flower(at):
    tiles = all_tiles(MCR)
    assert {tiles.count(tile) for tile in PLAIN} == {4}
    assert {tiles.count(tile) for tile in FLOWERS} == {1}
    patterns = {name: len(set(all_tiles(load_ruleset(name)))) for name in ("mcr", "riichi_classic", "riichi")}
    assert patterns == {"mcr": 42, "riichi_classic": 34, "riichi": 37}
    groups = {"z567": 12, "z1234": 16, "s": 36, "p": 36, "m": 36, "f1234": 4, "f5678": 4}
    for group, count in groups.items():
        suit, ranks = group[0], group[1:] or "123456789"
        assert sum(tile[1] == suit and tile[0] in ranks for tile in tiles) == count
    state = at("mcr", D(0, "1m"), T(1), D(1, "1m"), T(2), D(2, "1m"), T(3), D(3, "1m"), T(0))
    assert names(state, D(0, "1m")) == {"fifth_copy"}


@rule("S002-14")
@rule("S004-23")
def test_south_sits_to_the_right_of_east(at):
    state = at("beginner")
    assert [state.seat_wind((state.dealer + step) % 4) for step in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("name", "before", "event", "expected"),
    [
        case("S002-16", "beginner", (), DiceRolled(0, (1, 2, 3)), set(), name="East, three dice"),
        case("S002-16", "beginner", (), DiceRolled(2, (1, 2, 3)), {"wrong_thrower"}, name="West throws"),
        case("S002-16", "beginner", (), DiceRolled(0, (1, 2)), {"wrong_dice"}, name="two dice"),
        case("S002-16", "beginner", (6,), DiceRolled(0, (1, 2, 3)), {"wrong_thrower"}, name="a second throw"),
        case("S004-26", "mcr", (), DiceRolled(0, (6, 4)), set(), name="East first"),
        case("S004-26 S004-31", "mcr", (10,), DiceRolled(1, (4, 1)), set(), name="then South"),
        case("S004-26", "mcr", (10,), DiceRolled(2, (4, 1)), {"wrong_thrower"}, name="not West"),
        case("S004-11", "mcr", (), DiceRolled(0, (6, 4, 1)), {"wrong_dice"}, name="three dice in MCR"),
        case("S004-27 S004-30", "mcr", (10, 5), WallBroken(1, 15), set(), name="S15"),
        case("S004-27", "mcr", (10, 5), WallBroken(1, 14), {"wrong_break"}, name="one off"),
        case("S004-27", "mcr", (10, 5), WallBroken(0, 15), {"wrong_break"}, name="another wall"),
        case("S002-17", "beginner", (12,), WallBroken(3, 12), set(), name="N12"),
        case("S002-17", "beginner", (12,), WallBroken(2, 12), {"wrong_break"}, name="W12"),
    ],
)
def test_throws_and_breaks_are_judged(name, before, event, expected):
    assert names(rolled(name, *before), event) == expected


@rule("S004-04")
@rule("S004-25")
def test_stacks_are_numbered_from_their_owners_right(at):
    assert [place_text(place_after(MCR, 1, count)) for count in (1, 18, 19)] == ["S1", "S18", "E1"]
    assert parse_place("S15") == StackPlace(1, 15)
    assert parse_place("S15", dealer=2) == StackPlace(3, 15)


@rule("S004-18")
@rule("S004-22")
def test_the_table_is_told_what_comes_next_in_order():
    state, told = new_table(MCR), []
    for event in (
        WallBuilt(),
        DiceRolled(0, (6, 4)),
        DiceRolled(1, (4, 1)),
        WallBroken(1, 15),
        HandsDealt(0),
    ):
        after = apply(state, event)
        told += [each.key for each in announce(state, event, after)]
        state = after
    assert told == [
        "roll_dice",
        "dice_rolled",
        "roll_again",
        "dice_rolled",
        "break_here",
        "wall_broken",
        "take_stacks",
        "hands_dealt",
        "exchange_flowers",
    ]
    assert state.dice == ((0, (6, 4)), (1, (4, 1)))


@rule("S002-50")
def test_after_every_hand_the_wall_is_built_anew(at):
    state = at("beginner", D(0, "1z"))
    assert folded(state, [DealDrawn(), WallBuilt()]).wall == full_wall(BEGINNER)


def test_one_throw_of_two_dice_names_side_and_stack():
    rules = load_ruleset("riichi")
    assert break_place(rules, 0, (9,)) == StackPlace(0, 9)
    assert break_place(rules, 2, (2,)) == StackPlace(3, 2)
