"""Discards that lie in the middle in any order (S002-22, S003-02): whose each is.

Nothing about such a tile says who laid it. A tile that lies where a discard that is told already lay is that
discard; one more is of who has just laid out a set, or of the player in turn.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from engine.follow.discards.lying import UNSEEN, Lying, lying
from engine.follow.discards.spots import Key, Spots, centre, told_discards
from engine.table.events import SEATS, Seat
from engine.table.play_order import next_seat, seats_of
from engine.table.reading import Point, Sighting, TableReading, Zones
from engine.table.state import GameState

MIDDLE_MM = 60.0
"""A tile so near to the centre that belongs to nobody is a discard too."""
MOVED_MM = 40.0
"""While a heap lies still and somebody discards, no tile of it is moved so far."""
RIVERS = frozenset(f"river:{seat}" for seat in SEATS)


def all_rivers(hidden: Zones) -> Zones:
    """The zones that cannot be seen: where part of the middle is covered, no discard of anybody is known."""
    return hidden | RIVERS if hidden & (RIVERS | {"dice"}) else hidden


def lying_in_the_middle(
    seen: TableReading,
    state: GameState,
    spots: Spots,
    is_new: bool = False,
    newest: Collection[Key] = frozenset(),
) -> Lying:
    """Which discards of `state` a look that has `seen` them in the middle shows, as in `lying`."""
    moved_mm = MOVED_MM if is_new else math.inf
    return lying(in_the_middle(seen)[0], told_discards(state), spots, newest, moved_mm, is_new)


def shared(seen: TableReading, state: GameState, there: Lying, next_by: Seat) -> tuple[TableReading, Spots]:
    """`seen`, whose discards lie in the middle, as it would be with rivers, and where each discard lies.
    `state`: what is thought of the table; `there`: what lies in the middle; `next_by`: who lays the next."""
    found = dict(there.found)
    ends = [len(each.river) for each in state.seats]
    for seat, number in _given(state, _first(state, seen, next_by), there.fresh, there.places):
        found[seat, ends[seat]] = number
        ends[seat] += 1
    lie = {key: replace(there.tiles[number], turned=False) for key, number in found.items()}
    lie |= dict.fromkeys(there.unseen, UNSEEN)
    rivers = [tuple(lie[key] for key in sorted(lie) if key[0] == seat) for seat in SEATS]
    seats = [replace(each, river=river) for each, river in zip(seen.seats, rivers, strict=True)]
    loose = tuple(in_the_middle(seen)[1])
    reading = replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]), loose=loose)
    return reading, {**there.spots, **{key: there.places[number] for key, number in found.items()}}


def in_the_middle(seen: TableReading) -> tuple[list[Sighting], list[Sighting]]:
    """(the discards, the loose tiles that are none)."""
    lying = [each for seat in seen.seats for each in seat.river]
    loose: list[Sighting] = []
    for each in seen.loose:
        is_central = bool(each.corners_mm) and max(map(abs, centre(each))) < MIDDLE_MM
        (lying if is_central else loose).append(each)
    return lying, loose


def _first(state: GameState, seen: TableReading, next_by: Seat) -> Seat:
    """Who discards first."""
    claimant = (s for s in seats_of(state.rules) if len(seen.seats[s].melds) > len(state.seats[s].melds))
    return next(claimant, next_by)


def _given(
    state: GameState, first: Seat, fresh: Sequence[int], places: Sequence[Point]
) -> Iterator[tuple[Seat, int]]:
    """Who laid each tile that is new: `first`, then the next ones. Which of a few is whose nobody saw: people
    lay them rather before themselves."""
    seats = [next_seat(state.rules, first, step) for step in range(len(fresh))]
    orders = permutations(fresh) if len(fresh) <= len(SEATS) else iter([tuple(fresh)])
    ways = (
        (sum(_before(places[n], seat) for n, seat in zip(order, seats, strict=True)), order)
        for order in orders
    )
    yield from zip(seats, min(ways)[1], strict=True)


def _before(place: Point, seat: Seat) -> float:
    """How far (mm) a place is from the side of the table at which `seat` sits, from the centre on."""
    x, y = place
    return (y, -x, -y, x)[seat]
