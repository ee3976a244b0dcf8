"""Short words for acts at the table, so that a rule's test is one row."""

from dataclasses import replace

import pytest

from engine.judge.faults import faults
from engine.judge.faults_deal import due_break, next_thrower
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    DiceRolled,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.seating import with_seat
from engine.table.state import Meld, Wall
from engine.table.wall import full_wall

rule = pytest.mark.rule
D = TileDiscarded


def T(seat, tile=None):
    return TileDrawn(seat, "live", tile)


def tail(seat, tile=None, end="tail"):
    return TileDrawn(seat, end, tile)


def dead(seat, tile=None):
    return TileDrawn(seat, "dead_wall", tile)


def pung(seat, giver, tile):
    return PungClaimed(seat, giver, tile, (tile,) * 3)


def kong(seat, giver, tile):
    return KongClaimed(seat, giver, tile, (tile,) * 4)


def chow(seat, giver, tile, tiles):
    return ChowClaimed(seat, giver, tile, parse_tiles(tiles))


def own_kong(seat, tile):
    return KongDeclared(seat, "concealed", tile)


def promoted(seat, tile):
    return KongDeclared(seat, "promoted", tile)


def names(state, event, waited_s=None):
    return {found.name for found in faults(state, event, waited_s)}


def is_won(at, rules, tiles, melds=0):
    """Whether seat 1 wins when it lays open `tiles` besides so many kongs of 5z, the last of them given."""
    *standing, last = parse_tiles(tiles)
    kongs = (Meld("concealed_kong", ("5z",) * 4),) * melds
    state = with_seat(at(rules, D(0, last)), 1, standing=tuple(standing), melds=kongs)
    return not names(state, Won(1, last, 0)) & {"false_win", "wrong_count"}


def row(name, numbers, before, event, expected="", hands=None):
    """One row: what happened before, the act, the faults expected of it, the hands that are known."""
    return pytest.param(before, event, set(expected.split()), hands, id=name, marks=ruled(numbers))


def ruled(numbers):
    return [rule(number) for number in numbers.split()]


def case(numbers, *values, name=None):
    """A row of plain values for the rules of these numbers."""
    return pytest.param(*values, marks=ruled(numbers), id=name)


# A pung of seat 1 on the table, three turns later its next draw.
PUNG_THEN_DRAW = [
    D(0, "3p"),
    pung(1, 0, "3p"),
    D(1, "1z"),
    T(2),
    D(2, "2z"),
    T(3),
    D(3, "2z"),
    T(0),
    D(0, "2z"),
    T(1),
]


def with_wall(state, tiles_left):
    """The same table with only so many tiles in the wall, a dead wall included."""
    full = list(full_wall(state.rules).heights[0])
    sides = []
    for _ in range(4):
        take = min(tiles_left, sum(full))
        sides.append(tuple([2] * (take // 2) + [1] * (take % 2)) + (0,) * (len(full) - (take + 1) // 2))
        tiles_left -= take
    return replace(state, wall=Wall(tuple(sides), state.wall.break_after))


def ended(rules, dealer=0, winners=(), ready=(), kind=None, **facts):
    """A table whose deal is over: won, or drawn with `ready` seats ready."""
    state = new_table(load_ruleset(rules) if isinstance(rules, str) else rules)
    return replace(
        state,
        phase="ended",
        dealer=dealer,
        winners=winners,
        ended_by="won" if winners else kind or "exhaustive",
        ready_at_end=None if winners else ready,
        **facts,
    )


def rolled(name, *throws, dealer=0):
    """The table after the wall is built and these sums thrown by whoever has to."""
    rules = load_ruleset(name)
    state = apply(new_table(rules, dealer), WallBuilt())
    for total in throws:
        state = apply(
            state, DiceRolled(next_thrower(state), pips_of(total, 3 if rules.dice == "one3" else 2))
        )
    return state


def pips_of(total, dice):
    pips = [1] * dice
    for number in range(dice):
        pips[number] += min(5, total - sum(pips))
    return tuple(pips)


def broken(name, *throws, dealer=0):
    state = rolled(name, *throws, dealer=dealer)
    place = due_break(state)
    return apply(state, WallBroken(place.side, place.stack))
