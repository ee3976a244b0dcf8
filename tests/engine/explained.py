"""What the tracker makes of a table that lay as expected and then lies otherwise for some looks."""

from __future__ import annotations

from dataclasses import replace

from engine.follow.weigh.tracker import Tracker
from engine.table.events import Event
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState

LOOK_S = 0.4


def looked(state: GameState, *seen: TableReading, looks: int = 8) -> Tracker:
    """The tracker after a look at `state` as it should lie, and then `looks` at each of `seen`."""
    tracker = Tracker(state)
    readings = [expected(state), *(reading for reading in seen for _ in range(looks))]
    for number, reading in enumerate(readings):
        tracker.look(number * LOOK_S, replace(reading))
    return tracker


def explained(state: GameState, *seen: TableReading) -> tuple[Event, ...]:
    """The acts of the likeliest history."""
    return tuple(act.event for act in looked(state, *seen).acts)
