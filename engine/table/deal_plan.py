"""The deal as a list of grabs: who takes which stacks, one after the other.

Three rounds of two stacks each, then the dealer the tops of the first and third remaining stacks, the others
one tile each (S002-18..20, S004-33..36).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.ruleset import Ruleset
from engine.table.events import Seat
from engine.table.play_order import order_from
from engine.table.state import GameState, StackPlace, Wall
from engine.table.wall import clockwise_from_break, dealt_tiles


@dataclass(frozen=True, slots=True)
class Grab:
    """`seat` takes `tiles` tiles at `places` (4: two whole stacks; 2: two tops; 1: the next tile)."""

    seat: Seat
    tiles: int
    places: tuple[StackPlace, ...]


def deal_plan(rules: Ruleset, wall: Wall, dealer: Seat) -> tuple[Grab, ...]:
    """All grabs of the deal, four for each seat, in order; empty while the wall is not broken."""
    places = tuple(clockwise_from_break(wall))[: 6 * rules.seats + 4]
    if len(places) < 6 * rules.seats + 4:
        return ()
    order = order_from(rules, dealer)
    turns = range(3 * rules.seats)
    rounds = [Grab(order[turn % rules.seats], 4, places[2 * turn : 2 * turn + 2]) for turn in turns]
    first, second, third = places[6 * rules.seats :][:3]
    last = [Grab(seat, 1, (place,)) for seat, place in zip(order[1:], (first, second, second), strict=False)]
    return (*rounds, Grab(dealer, 2, (first, third)), *last)


def next_grab(state: GameState) -> Grab | None:
    """The grab that is due now; None before the break and when all tiles are dealt."""
    if state.phase != "dealing":
        return None
    taken = sum(len(seat.standing) for seat in state.seats)
    if taken >= dealt_tiles(state.rules):
        return None
    for grab in deal_plan(state.rules, state.wall, state.dealer):
        if taken < grab.tiles:
            return grab
        taken -= grab.tiles
    return None
