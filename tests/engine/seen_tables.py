"""Tables and readings for the tests of inference, in short words."""

from __future__ import annotations

from dataclasses import replace

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import Event, HandsDealt, WallBroken, WallBuilt
from engine.table.reading import TableReading
from engine.table.state import GameState


def after(state: GameState, *events: Event) -> GameState:
    for event in events:
        state = apply(state, event)
    return state


def dealt(rules: str = "mcr") -> GameState:
    return after(new_table(load_ruleset(rules)), WallBuilt(), WallBroken(1, 12), HandsDealt(0))


def changed(reading: TableReading, seat: int, **changes: object) -> TableReading:
    """The reading with one seat's part changed."""
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))
