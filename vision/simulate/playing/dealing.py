"""The deal block by block: what lies on the table after each handful of tiles is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.table.deal_plan import deal_plan
from engine.table.events import Seat
from engine.table.state import GameState
from engine.table.wall import take_at


def dealing_states(before: GameState, after: GameState) -> Iterator[tuple[Seat, GameState]]:
    """Who takes, and the table then, for every handful between the broken wall and the dealt hands."""
    wall = before.wall
    held = [0] * after.rules.seats
    for grab in deal_plan(before.rules, before.wall, after.dealer):
        for place in grab.places:
            for _ in range(grab.tiles // len(grab.places)):
                wall = take_at(wall, place)
        held[grab.seat] += grab.tiles
        seats = [
            replace(own, standing=own.standing[: held[number]]) for number, own in enumerate(after.seats)
        ]
        yield grab.seat, replace(after, wall=wall, seats=tuple(seats), owes=None)
