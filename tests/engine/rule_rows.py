"""Short words for acts at the table, so that a rule's test is one row."""

import pytest

from engine.events import ChowClaimed, KongClaimed, KongDeclared, PungClaimed, TileDiscarded, TileDrawn
from engine.faults import faults
from engine.notation import parse_tiles

rule = pytest.mark.rule
D, T = TileDiscarded, TileDrawn


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
