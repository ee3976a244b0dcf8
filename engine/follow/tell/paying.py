"""What is paid when a win is told: what counts, and what several winners of one tile share."""

from __future__ import annotations

from collections.abc import Sequence

from engine.follow.tell.amendments import camera_amendment
from engine.journal.amend import events_in_force, folded, in_force
from engine.journal.owing import Owing
from engine.journal.record import Entry
from engine.journal.several_wins import passed_on
from engine.judge.consequences import deal_so_far
from engine.judge.deal_points import scores_changed
from engine.table.events import Event, FaultFound, ScoresChanged, Won
from engine.table.state import GameState
from engine.table.wins import WIN_FAULTS


def points_due(start: GameState, events: Sequence[Event]) -> tuple[ScoresChanged, ...]:
    """The points that still move after `events`: none for a win that waits for a ruling, and back if it was
    paid before its fault was told. `start`: the table before all of them."""
    owing = Owing(start).take_all(events)
    return (scores_changed(owing.state, owing.due),) if owing.due and any(owing.due) else ()


def concerns_wins(events: Sequence[Event]) -> bool:
    """Whether any of `events` may change what a win pays."""
    return any(
        isinstance(event, Won) or (isinstance(event, FaultFound) and event.name in WIN_FAULTS)
        for event in events
    )


def counters_passed_on(start: GameState, entries: Sequence[Entry], event: Event) -> tuple[Entry, ...]:
    """What is to be written when `event` is the win of a seat nearer the giver than a winner told before: his
    card no longer has the counters and sticks, and what he was paid follows."""
    state = folded(start, events_in_force(entries)) if isinstance(event, Won) else start
    if not isinstance(event, Won) or not state.winners:
        return ()
    deal = deal_so_far(events_in_force(entries))
    for entry in in_force(entries):
        told = next((each for each in entry.events if isinstance(each, Won)), None)
        if told is None or told not in deal or told.seat not in state.winners:
            continue
        now = passed_on(state, event, told, deal[: deal.index(told)])
        if now != told:
            events = tuple(now if each is told else each for each in entry.events)
            return camera_amendment(start, entries, entry, events, entry.confidence, entry.doubtful)
    return ()
