"""What must be written when a deal went otherwise than told: the entry amended, the faults that change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.follow.tell.fault_entries import is_known
from engine.journal.amending import amending
from engine.journal.record import Entry
from engine.journal.unconfirmed import still_doubted
from engine.judge.believable import hangs_on_order
from engine.table.events import Event, FaultFound
from engine.table.state import GameState


def camera_amendment(
    start: GameState,
    entries: Sequence[Entry],
    entry: Entry,
    meant: Sequence[Event],
    confidence: float,
    doubtful: tuple[Mapping[str, object], ...] = (),
) -> tuple[Entry, ...]:
    """What is to be written when the camera means `meant` instead of what it told as `entry`, and all that
    follows from it; `start` is the table before the first of `entries`."""
    changes = amending(start, entries, entry.number, tuple(meant), doubtful=doubtful).changes
    changes = tuple(sorted(changes, key=lambda change: change[0] != entry.number))
    now = [event for _, told in changes for event in told]
    changes = tuple(
        (number, tuple(each for each in told if not is_known(each, now))) for number, told in changes
    )
    (_, events), *more = ((number, _concluded(start, told, entries)) for number, told in changes)
    first = Entry(0, entry.at_s, "camera", events, entry.number, confidence, doubtful)
    number = entries[-1].number + 1
    told = {each.number: each for each in entries}
    # A fault that is left out may leave an entry as it was.
    kept = [still_doubted(told[what], each, entries) for what, each in more if each != told[what].events]
    return (first, *(replace(each, at_s=entry.at_s, source="camera", follows=number) for each in kept))


def _concluded(start: GameState, events: Sequence[Event], entries: Sequence[Entry]) -> tuple[Event, ...]:
    """The events with the faults that nobody told before marked as concluded from them, and those that no
    look can show at this table."""
    known = {
        (each.name, each.seat) for entry in entries for each in entry.events if isinstance(each, FaultFound)
    }
    return tuple(
        replace(each, evidence="concluded")
        if isinstance(each, FaultFound)
        and ((each.name, each.seat) not in known or hangs_on_order(start, each))
        else each
        for each in events
    )
