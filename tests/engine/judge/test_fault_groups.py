"""Faults in groups, and the faults of turned discards and of rivers out of rows."""

from dataclasses import replace

import pytest
from rule_rows import D

from engine.judge.faults import faults
from engine.judge.faults_lying import lying_faults
from engine.judge.legal import next_events
from engine.rules import load_ruleset
from engine.table.events import DeclaredReady, FaultFound, TileDiscarded
from engine.table.expected import expected
from engine.table.fault import RULES_OF_FAULTS, fault
from engine.table.fault_groups import GROUPS, faults_by_group

READY = "123m456m789m1123z5p"
TOLD_BY_PEOPLE = (
    *("empty_call", "changed_call", "double_call", "taken_in_wrong_order", "discarded_in_wrong_order"),
    *("claimed_tile_not_taken", "win_called_without_showing", "wall_tile_exposed", "dead_wall_tile_exposed"),
    *("hand_tile_exposed", "wall_knocked_down", "wrong_payment", "wrong_stick"),
)


def test_every_fault_is_in_one_group_and_no_group_is_empty():
    groups = faults_by_group()
    assert sorted(name for names in groups.values() for name in names) == sorted(RULES_OF_FAULTS)
    assert all(groups[group] for group in GROUPS)
    assert "out_of_turn" in groups["draw"]
    assert "false_win" in groups["win"]
    assert set(TOLD_BY_PEOPLE) <= set(groups["conduct"])


@pytest.mark.parametrize("name", TOLD_BY_PEOPLE)
def test_what_only_people_can_tell_has_a_number_in_every_rule_set(at, name):
    for rules in ("mcr", "riichi", "doubles", "beginner", "hong_kong"):
        found = fault(at(rules), name, 2)
        assert (found.name, found.seat) == (name, 2)
        assert found.rule[:2] in ("S0", "G-")
        assert found.event() == FaultFound(found.rule, 2, (), found.consequence, name)


@pytest.mark.parametrize(
    ("declared", "turned", "names"),
    [
        (True, True, []),
        (True, False, ["ready_discard_not_turned"]),
        (False, True, ["ready_not_called"]),
        (False, False, []),
    ],
)
def test_who_declares_ready_calls_it_and_turns_the_discard(at, declared, turned, names):
    state = at("riichi", *([DeclaredReady(0)] if declared else []), hands={0: READY})
    assert [each.name for each in faults(state, TileDiscarded(0, "5p", turned))] == names


def test_only_the_declaring_discard_is_turned_and_the_lawful_one_is_listed_so(at):
    declared = at("riichi", DeclaredReady(0), hands={0: READY})
    assert TileDiscarded(0, None, turned=True) in next_events(declared)
    assert TileDiscarded(0, None, turned=False) not in next_events(declared)
    assert TileDiscarded(0, None) in next_events(at("mcr"))
    assert faults(at("mcr"), TileDiscarded(0, "5p", True)) == ()


def lying_in_rows(state, seat, lengths):
    """What is seen of the table when the river of `seat` lies in rows of those lengths."""
    reading, tiles = expected(state), []
    spots = [(26.0 * column, 90.0 + 36.0 * row) for row, long in enumerate(lengths) for column in range(long)]
    for sighting, (along, out) in zip(reading.seats[seat].river, spots, strict=True):
        x, y = {0: (along, -out), 1: (out, along), 2: (-along, out), 3: (-out, -along)}[seat]
        corners = ((x - 12, y + 16), (x + 12, y + 16), (x + 12, y - 16), (x - 12, y - 16))
        tiles.append(replace(sighting, corners_mm=corners))
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], river=tuple(tiles))
    return replace(reading, seats=tuple(seats))


def table_with_river(at, seat, discards, claimed=0):
    state = at("mcr", D(0, "3m"))
    own = state.seats[seat]
    river = [replace(state.seats[0].river[0], tile="1z")] * discards
    river[:claimed] = [replace(river[0], claimed_by=(seat + 1) % 4)] * claimed
    seats = list(state.seats)
    seats[seat] = replace(own, river=tuple(river))
    return replace(state, seats=tuple(seats), last_discard=None)


@pytest.mark.rule("S004-20")
@pytest.mark.rule("S001-09")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(
    ("lengths", "claimed", "is_wrong"),
    [
        ([6, 6, 2], 0, False),
        ([3], 0, False),
        ([7], 0, True),
        ([6, 7], 0, True),
        ([5, 4], 0, True),
        ([5, 4], 1, False),
        ([4, 3], 1, True),
        ([6, 6, 9], 0, False),
    ],
    ids=str,
)
def test_a_river_out_of_rows_of_six_is_found(at, seat, lengths, claimed, is_wrong):
    state = table_with_river(at, seat, sum(lengths) + claimed, claimed)
    seen = lying_in_rows(state, seat, lengths)
    found = [(each.name, each.seat) for each in lying_faults(state, seen)]
    assert found == ([("river_row_wrong", seat)] if is_wrong else [])
    assert lying_faults(state, replace(seen, hidden=frozenset({f"river:{seat}"}))) == ()


def test_a_river_that_is_not_wholly_seen_is_not_judged(at):
    state = table_with_river(at, 0, 8)
    assert lying_faults(state, lying_in_rows(table_with_river(at, 0, 7), 0, [7])) == ()
    assert lying_faults(state, expected(state)) == ()


def test_rows_are_as_long_as_the_rule_set_has_them(at):
    wide = replace(load_ruleset("mcr"), discard_row=7)
    state = replace(table_with_river(at, 0, 7), rules=wide)
    assert lying_faults(state, lying_in_rows(state, 0, [7])) == ()
    assert [each.name for each in lying_faults(state, lying_in_rows(state, 0, [6, 1]))] == ["river_row_wrong"]
