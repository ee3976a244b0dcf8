"""Entries that amend others: what is in force once all corrections are taken in.

An amending entry stands in the place of the one it amends, with its own events (none: that did not happen);
amendments can be amended again. So amending an entry equals having played it so from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from engine.journal.record import Entry
from engine.table.apply import apply
from engine.table.events import Event
from engine.table.state import GameState


def in_force(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries as they stand, each amended one replaced by its newest amendment, in the order of play."""
    place_of: dict[int, int] = {}
    standing: list[Entry] = []
    for entry in entries:
        place = place_of.get(entry.amends) if entry.amends is not None else None
        if place is None:
            place = len(standing)
            standing.append(entry)
        else:
            standing[place] = entry
        place_of[entry.number] = place
    return tuple(standing)


def places_of(entries: Iterable[Entry]) -> dict[int, int]:
    """In whose place each entry stands, by number: that of the first one written there."""
    first: dict[int, int] = {}
    for entry in entries:
        amended = first.get(entry.amends) if entry.amends is not None else None
        first[entry.number] = entry.number if amended is None else amended
    return first


def events_in_force(entries: Iterable[Entry]) -> tuple[Event, ...]:
    """All events that count, in the order of play."""
    return tuple(event for entry in in_force(entries) for event in entry.events)


def folded(state: GameState, events: Sequence[Event]) -> GameState:
    """The table after all of `events`."""
    return reduce(apply, events, state)
