"""The deal block by block: what lies on the table after each handful of tiles is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.events import Seat
from engine.state import GameState, StackPlace, Wall
from engine.wall import deal_order, take_at

Handful = tuple[Seat, tuple[StackPlace, ...]]


def handfuls(wall: Wall, dealer: Seat) -> Iterator[Handful]:
    """Who takes which tiles at once: four each, three times round, then the dealer two, the others one."""
    order = deal_order(wall, dealer)
    sizes = (4,) * 12 + (2, 1, 1, 1)
    start = 0
    for size in sizes if order else ():
        yield order[start][0], tuple(place for _, place in order[start : start + size])
        start += size


def dealing_states(before: GameState, after: GameState) -> Iterator[tuple[Seat, GameState]]:
    """Who takes, and the table then, for every handful between the broken wall and the dealt hands."""
    wall = before.wall
    held = [0, 0, 0, 0]
    for seat, places in handfuls(before.wall, after.dealer):
        for place in places:
            wall = take_at(wall, place)
        held[seat] += len(places)
        seats = [
            replace(own, standing=own.standing[: held[number]]) for number, own in enumerate(after.seats)
        ]
        first, second, third, fourth = seats
        yield seat, replace(after, wall=wall, seats=(first, second, third, fourth), owes=None)
