"""The deal as a list of grabs: who takes which stacks, one after the other.

Three rounds of two stacks each, then the dealer the tops of the first and third remaining stacks, the others
one tile each (S002-18..20, S004-33..36).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Seat
from engine.state import GameState, StackPlace, Wall
from engine.wall import DEALT, clockwise_from_break


@dataclass(frozen=True, slots=True)
class Grab:
    """`seat` takes `tiles` tiles at `places` (4: two whole stacks; 2: two tops; 1: the next tile)."""

    seat: Seat
    tiles: int
    places: tuple[StackPlace, ...]


def deal_plan(wall: Wall, dealer: Seat) -> tuple[Grab, ...]:
    """All sixteen grabs of the deal, in order; empty while the wall is not broken."""
    places = tuple(clockwise_from_break(wall))[:28]
    if len(places) < 28:
        return ()
    rounds = [Grab((dealer + turn) % 4, 4, places[2 * turn : 2 * turn + 2]) for turn in range(12)]
    first, second, third = places[24:27]
    south, west, north = ((dealer + step) % 4 for step in (1, 2, 3))
    return (
        *rounds,
        Grab(dealer, 2, (first, third)),
        Grab(south, 1, (first,)),
        Grab(west, 1, (second,)),
        Grab(north, 1, (second,)),
    )


def next_grab(state: GameState) -> Grab | None:
    """The grab that is due now; None before the break and when all tiles are dealt."""
    if state.phase != "dealing":
        return None
    taken = sum(len(seat.standing) for seat in state.seats)
    if taken >= DEALT:
        return None
    for grab in deal_plan(state.wall, state.dealer):
        if taken < grab.tiles:
            return grab
        taken -= grab.tiles
    return None
