"""How sets, flowers and open hands must lie, judged from a look at the table."""

from dataclasses import replace

import pytest
from rule_rows import PUNG_THEN_DRAW, D, case, chow, kong, own_kong, promoted, pung, tail

from engine.judge.faults_lying import lying_faults
from engine.table.events import FlowerDeclared, Won
from engine.table.expected import expected
from engine.table.reading import SeenMeld


def seen_with(state, seat, **changes):
    reading = expected(state)
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(reading, seats=tuple(seats))


def turned_at(meld, *places):
    return replace(meld, tiles=tuple(replace(t, turned=n in places) for n, t in enumerate(meld.tiles)))


@pytest.mark.parametrize(
    ("rules", "events"),
    [
        ("mcr", [D(0, "3m"), chow(1, 0, "3m", "345m")]),
        ("mcr", [*PUNG_THEN_DRAW, promoted(1, "3p")]),
        ("mcr", [own_kong(0, "9m"), tail(0)]),
        ("riichi_classic", [own_kong(0, "9m"), tail(0)]),
        ("riichi_classic", [D(0, "4m"), chow(1, 0, "4m", "345m")]),
        ("mcr", [FlowerDeclared(0, "1f"), tail(0)]),
        ("mcr", [D(0, "3m"), Won(1, "3m", 0)]),
    ],
)
def test_what_lies_as_expected_has_no_fault(at, rules, events):
    state = at(rules, *events)
    assert lying_faults(state, expected(state)) == ()


@pytest.mark.parametrize(
    ("rules", "events", "seat", "places", "name"),
    [
        case("S004-72", "mcr", [D(0, "3m"), chow(1, 0, "3m", "345m")], 1, [2], "chow_tile_not_left"),
        case("S004-73 S004-68", "mcr", [D(0, "1z"), pung(2, 0, "1z")], 2, [0], "claimed_tile_misplaced"),
        case("S004-73", "mcr", [D(0, "1z"), pung(2, 0, "1z")], 2, [], "claimed_tile_misplaced"),
        case("S004-75", "mcr", [D(0, "1z"), kong(3, 0, "1z")], 3, [0], "claimed_tile_misplaced"),
        case("S004-76", "mcr", [*PUNG_THEN_DRAW, promoted(1, "3p")], 1, [3], "added_tile_misplaced"),
        case("S001-38", "riichi_classic", [D(0, "1z"), pung(1, 0, "1z")], 1, [2], "claimed_tile_misplaced"),
        case("S001-44", "riichi_classic", [D(0, "1z"), kong(1, 0, "1z")], 1, [3], "claimed_tile_misplaced"),
        case(
            "S001-32",
            "riichi_classic",
            [D(0, "3m"), chow(1, 0, "3m", "345m")],
            1,
            [],
            "claimed_tile_misplaced",
        ),
    ],
)
def test_a_turned_tile_in_the_wrong_place_is_found(at, rules, events, seat, places, name):
    state = at(rules, *events)
    meld = turned_at(expected(state).seats[seat].melds[0], *places)
    assert [found.name for found in lying_faults(state, seen_with(state, seat, melds=(meld,)))] == [name]


@pytest.mark.parametrize(
    ("rules", "down", "names"),
    [
        case("S004-74", "mcr", (0, 3), ["kong_not_face_down"]),
        case("S004-74", "mcr", (0, 1, 2, 3), []),
        case("S001-51", "riichi_classic", (0, 3), []),
        case("S001-52", "riichi_classic", (1, 2), []),
        case("S001-51", "riichi_classic", (), ["kong_not_face_down"]),
        case("S001-52", "riichi_classic", (0, 1), ["kong_not_face_down"]),
        case("S001-52", "riichi_classic", (0, 1, 2, 3), ["kong_not_face_down"]),
        case("S004-74", "mcr", (1, 2), ["kong_not_face_down"]),
        case("S002-37", "beginner", (), ["kong_not_face_down"]),
    ],
)
def test_the_face_of_a_concealed_kong(at, rules, down, names):
    state = at(rules, own_kong(0, "9m"))
    meld = replace(expected(state).seats[0].melds[0], face_down=down)
    assert [found.name for found in lying_faults(state, seen_with(state, 0, melds=(meld,)))] == names


def test_a_chow_out_of_order_an_open_kong_face_down_and_a_turned_flower_are_found(at):
    state = at("riichi_classic", D(0, "4m"), chow(1, 0, "4m", "345m"))
    tiles = expected(state).seats[1].melds[0].tiles
    wrong = SeenMeld((tiles[1], tiles[0], tiles[2]))
    assert [each.name for each in lying_faults(state, seen_with(state, 1, melds=(wrong,)))] == [
        "chow_out_of_order"
    ]
    state = at("mcr", D(0, "1z"), kong(2, 0, "1z"))
    down = replace(expected(state).seats[2].melds[0], face_down=(3,))
    assert [each.name for each in lying_faults(state, seen_with(state, 2, melds=(down,)))] == [
        "kong_face_down"
    ]
    state = at("mcr", FlowerDeclared(0, "1f"), tail(0))
    flower = replace(expected(state).seats[0].flowers[0], turned=True)
    assert [each.rule for each in lying_faults(state, seen_with(state, 0, flowers=(flower,)))] == ["S004-71"]


def test_a_set_nobody_declared_and_a_hand_not_shown_are_found_unless_covered(at):
    state = at("mcr", D(0, "1z"), pung(2, 0, "1z"))
    twice = expected(state).seats[2].melds * 2
    seen = seen_with(state, 2, melds=twice)
    assert [each.rule for each in lying_faults(state, seen)] == ["S004-67"]
    assert lying_faults(state, replace(seen, hidden=frozenset({"melds:2"}))) == ()
    won = at("mcr", D(0, "1z"), Won(2, "1z", 0))
    assert [each.name for each in lying_faults(won, seen_with(won, 2, revealed=None))] == ["hand_not_shown"]
