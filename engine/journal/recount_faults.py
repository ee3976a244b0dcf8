"""Which acts become faulty, and which no longer are, when an earlier entry is amended.

Faults stand in the journal as they were found. What the rules found before and would not find now is taken
out of its entry; what they find only now is put behind its act, in the entry that tells the act. A fault that
a person told, or one that nobody wrote down though the rules have it, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.journal.amend import in_force
from engine.journal.record import Entry
from engine.journal.recount import Change
from engine.judge.consequences import MISREAD
from engine.judge.faults import faults
from engine.table.apply import apply
from engine.table.events import (
    DealStarted,
    DeclaredReady,
    Event,
    FaultFound,
    PenaltyGiven,
    ScoresChanged,
    Seat,
    Won,
)
from engine.table.state import GameState

Key = tuple[str, Seat | None]
Found = Mapping[Key, FaultFound]
WITH_SCORES = (DealStarted, DeclaredReady, ScoresChanged, Won)
"""Acts that are judged by the points people have; others are by the tiles alone."""


@dataclass(frozen=True, slots=True)
class FaultChange:
    """A fault that comes (`is_gained`) or goes with an amendment; `number`: the entry in force that has it.

    `is_doubt`: it says rather that a tile was misread than that somebody did wrong; it is shown, not kept."""

    number: int
    fault: FaultFound
    is_gained: bool
    is_doubt: bool = False


def refaulted(
    start: GameState, before: Sequence[Entry], after: Sequence[Entry], now_start: GameState | None = None
) -> tuple[tuple[Change, ...], tuple[FaultChange, ...]]:
    """The entries that must change, and what changes, because `after` holds instead of `before`.

    `after` is `before` with more entries, some of which amend earlier ones; `start` is the empty table,
    `now_start` that of `after` where it is another one."""
    was = in_force(before)
    old, new = start, now_start or start
    changes: list[Change] = []
    found: list[FaultChange] = []
    gone: set[Key] = set()
    shown: dict[Key, FaultFound] = {}
    for place, entry in enumerate(in_force(after)):
        events_before = was[place].events if place < len(was) else ()
        is_same = events_before == entry.events and _look_alike(old, new, entry.events)
        found_old, old = _judged(old, events_before, not is_same)
        found_new, new = _judged(new, entry.events, not is_same)
        if any(not isinstance(event, FaultFound | PenaltyGiven) for event in entry.events):
            gone = {key for key in found_old if key not in found_new}
            shown = {key: found_new[key] for key in found_old if key in found_new}
        kept = tuple(_kept(entry.events, gone, shown))
        found += [FaultChange(entry.number, fault, False) for fault in _left_out(entry.events, gone)]
        fresh = [found_new[key] for key in found_new if key not in found_old and key not in _keys(kept)]
        found += [FaultChange(entry.number, fault, True, fault.name in MISREAD) for fault in fresh]
        kept += tuple(fault for fault in fresh if fault.name not in MISREAD)
        if kept != entry.events:
            changes.append((entry.number, kept))
    return tuple(changes), tuple(found)


def _judged(state: GameState, events: Sequence[Event], is_asked: bool) -> tuple[Found, GameState]:
    """The faults of `events`, when they are asked for, and the table after them."""
    found: dict[Key, FaultFound] = {}
    for event in events:
        if is_asked:
            found |= {(each.name, each.seat): each.event() for each in faults(state, event)}
        state = apply(state, event)
    return found, state


def _look_alike(state: GameState, other: GameState, events: Sequence[Event]) -> bool:
    """Whether both tables judge these events alike: scores matter for few acts only."""
    if any(isinstance(event, WITH_SCORES) for event in events):
        return state == other
    return _without_scores(state) == _without_scores(other)


def _without_scores(state: GameState) -> GameState:
    return replace(state, seats=tuple(replace(seat, score=0) for seat in state.seats))


def _kept(events: Sequence[Event], gone: set[Key], shown: Found) -> Iterator[Event]:
    """The events without the faults that are gone; a fault nobody judged yet names the tiles as they are."""
    for event in events:
        if not isinstance(event, FaultFound):
            yield event
            continue
        key = (event.name, event.seat)
        if key in gone:
            continue
        yield replace(event, tiles=shown[key].tiles) if key in shown and event.verdict is None else event


def _left_out(events: Sequence[Event], gone: set[Key]) -> list[FaultFound]:
    return [event for event in events if isinstance(event, FaultFound) and (event.name, event.seat) in gone]


def _keys(events: Sequence[Event]) -> set[Key]:
    return {(event.name, event.seat) for event in events if isinstance(event, FaultFound)}
