"""What must be written when a deal went otherwise than told: the entry amended, the faults that change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.infer_otherwise import Otherwise
from engine.journal.amending import amending
from engine.journal.record import Entry
from engine.journal.unconfirmed import still_doubted
from engine.judge.consequences import found_faults
from engine.table.apply import apply
from engine.table.events import Event, FaultFound, TileDiscarded
from engine.table.state import GameState
from webui.storage.deal_entries import DealEntries


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
    changes = amending(start, entries, entry.number, tuple(meant)).changes
    (_, events), *more = ((number, _concluded(told, entries)) for number, told in changes)
    first = Entry(0, entry.at_s, "camera", events, entry.number, confidence, doubtful)
    number = entries[-1].number + 1
    told = {each.number: each for each in entries}
    return (
        first,
        *(
            replace(still_doubted(told[what], each), at_s=entry.at_s, source="camera", follows=number)
            for what, each in more
        ),
    )


def _concluded(events: Sequence[Event], entries: Sequence[Entry]) -> tuple[Event, ...]:
    """The events with the faults that nobody told before marked as concluded from them."""
    known = {
        (each.name, each.seat) for entry in entries for each in entry.events if isinstance(each, FaultFound)
    }
    return tuple(
        replace(each, evidence="concluded")
        if isinstance(each, FaultFound) and (each.name, each.seat) not in known
        else each
        for each in events
    )


def reconsidered(
    deal: DealEntries, other: Otherwise, number: int, confidence: float
) -> tuple[tuple[Entry, ...], tuple[FaultFound, ...]]:
    """The amending entries, the first of which gets `number`, and the faults that nobody has told yet."""
    place = next(n for n, entry in enumerate(deal.entries) if entry.number == other.number)
    entry, before = deal.entries[place], deal.begun
    for event in (event for each in deal.entries[:place] for event in each.events):
        before = apply(before, event)
    move = _move(deal.entries[place + 1 :])
    rest = [event for each in move for event in each.events]
    was = _faults(before, (*entry.events, *rest))
    now = _faults(before, (*other.events, *rest))
    lost = {(each.name, each.seat) for each in was} - {(each.name, each.seat) for each in now}
    first = Entry(0, entry.at_s, "camera", other.events, entry.number, confidence)
    undone = [
        Entry(0, each.at_s, "camera", (), each.number, confidence, follows=number)
        for each in move
        if each.source == "camera" and each.events and all(_is_of(event, lost) for event in each.events)
    ]
    known = {(each.name, each.seat) for each in was}
    return (first, *undone), tuple(each for each in now if (each.name, each.seat) not in known)


def _move(following: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries up to the discard that ends the move, and the faults told of it."""
    ends = False
    for place, entry in enumerate(following):
        is_fault = all(isinstance(event, FaultFound) for event in entry.events)
        if ends and not is_fault:
            return tuple(following[:place])
        ends = ends or any(isinstance(event, TileDiscarded) for event in entry.events)
    return tuple(following)


def _faults(state: GameState, events: Sequence[Event]) -> tuple[FaultFound, ...]:
    """The faults of the first of `events` that has any: what follows from one is no second one."""
    for event in events:
        found = found_faults(state, event)
        if found:
            return found
        state = apply(state, event)
    return ()


def _is_of(event: Event, faults: set[tuple[str, int | None]]) -> bool:
    return isinstance(event, FaultFound) and (event.name, event.seat) in faults
