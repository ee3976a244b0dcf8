"""Points that wait for a person: the camera did not follow all that they rest on.

What is told across a gap in the looks may be right, and mostly is; but a set, a declaration or a whole win
may have gone unseen in it. Such an end is told as it looks, nothing is paid, and somebody confirms it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from engine.journal.amend import in_force
from engine.journal.record import Doubt, Entry
from engine.journal.said_win import seat_payments
from engine.judge.deal_points import draw_payments, scores_changed
from engine.table.apply import apply
from engine.table.events import (
    DealDrawn,
    DealStarted,
    DiceRolled,
    Event,
    FaultFound,
    HandsDealt,
    ScoresChanged,
    StacksTaken,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.state import GameState

GAP_CONFIDENCE = 0.8
"""An act told across a gap is told as no likelier than this; a face read with less is put to a person too."""
REASON = "score"
"""What the doubt of an end that waits says (docs/formats.md)."""
SAYS_LITTLE = (WallBuilt, DiceRolled, WallBroken, StacksTaken, HandsDealt, TileDrawn, FaultFound)
"""What no score rests on, or what the acts after it tell of again."""


def is_followed(entries: Sequence[Entry]) -> bool:
    """Whether every act that counts of the deal in play was followed, or put right by a person since."""
    put_right = {entry.amends for entry in entries if entry.source != "camera"}
    return not any(_is_unsure(entry) and entry.number not in put_right for entry in _in_play(entries))


def waits_for_looks(entries: Sequence[Entry], number: int) -> bool:
    """Whether an end first told in entry `number` rests on acts that were not followed, and that no person
    has put right since."""
    earlier = [entry for entry in entries if entry.number <= number]
    put_right = [entry for entry in entries if entry.number > number and entry.amends is not None]
    return not is_followed((*earlier, *put_right))


def is_waiting(entries: Sequence[Entry]) -> bool:
    """Whether the deal in play has an end that waits to be confirmed."""
    return any(map(waits, _in_play(in_force(entries))))


def _in_play(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries since the newest deal began."""
    begins = [place for place, entry in enumerate(entries) if any(map(_begins, entry.events))]
    return entries[begins[-1] if begins else 0 :]


def _is_unsure(entry: Entry) -> bool:
    is_first_told = entry.source == "camera" and entry.amends is None
    counts = any(not isinstance(event, SAYS_LITTLE) for event in entry.events)
    return is_first_told and counts and entry.confidence <= GAP_CONFIDENCE


def _begins(event: Event) -> bool:
    return isinstance(event, DealStarted)


def ending(
    entries: Sequence[Entry], act: Entry, paid: Sequence[Event], is_doubted: bool = False
) -> tuple[Entry, tuple[Entry, ...]]:
    """The entry of an act and that of the points it moves, `paid`; `entries`: all before it.

    The end of a deal that was not followed waits: it says so, and moves nothing. So does one that
    `is_doubted`: the tiles of the hand, as they were read, do not win."""
    place = next((n for n, event in enumerate(act.events) if isinstance(event, Won | DealDrawn)), None)
    if place is not None and (is_doubted or _is_unsure(act) or not is_followed(entries)):
        return replace(act, doubtful=(*act.doubtful, waiting(place))), ()
    return act, (Entry(0, act.at_s, act.source, tuple(paid)),) if paid else ()


def waiting(place: int) -> Doubt:
    """The doubt of an entry whose event at `place` is an end that waits to be confirmed."""
    return {"event": place, "tile": "?", "alternatives": [], "reason": REASON}


def waits(entry: Entry) -> bool:
    """Whether this entry tells an end that waits to be confirmed."""
    return any(doubt.get("reason") == REASON for doubt in entry.doubtful)


def reads_as_none(event: Event) -> bool:
    """Whether `event` is a win whose tiles, as they are read, do not win."""
    return isinstance(event, Won) and isinstance(event.score, Mapping) and not event.score.get("is_win")


def still_doubted(entry: Entry, events: Sequence[Event], entries: Sequence[Entry]) -> Entry:
    """The entry that amends `entry` with `events`, where that only follows from something else: what
    waited to be confirmed, or was concluded, still is, and a face that was doubtful too. A win that waited
    only because its tiles read as none, and that wins now, waits no longer. `entries`: all of the journal."""
    wins_now = any(map(reads_as_none, entry.events)) and not any(map(reads_as_none, events))
    if waits(entry) and wins_now and not waits_for_looks(entries, entry.number):
        left = tuple(doubt for doubt in entry.doubtful if doubt.get("reason") != REASON)
        entry = replace(entry, doubtful=left)
    is_kept = waits(entry) or all(isinstance(event, FaultFound) for event in entry.events)
    same = {place for place, (was, now) in enumerate(zip(entry.events, events, strict=False)) if was == now}
    doubtful = entry.doubtful if is_kept and events else _about(entry.doubtful, same)
    confidence = entry.confidence if doubtful or (is_kept and events) else 1.0
    return Entry(0, entry.at_s, entry.source, tuple(events), entry.number, confidence, doubtful)


def _about(doubts: Sequence[Doubt], places: Container[object]) -> tuple[Doubt, ...]:
    return tuple(each for each in doubts if each.get("event", 0) in places)


def confirmed(state: GameState, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of an end that waited, with the points they move; `state` is the table before them. What was
    moved already is not moved again."""
    if any(isinstance(event, ScoresChanged) for event in events):
        return tuple(events)
    paid = [0] * state.rules.seats
    for event in events:
        due = None
        if isinstance(event, Won):
            due = seat_payments(event)
        elif isinstance(event, DealDrawn):
            due = draw_payments(state, event)
        paid = [had + more for had, more in zip(paid, due, strict=True)] if due else paid
        state = apply(state, event)
    return (*events, scores_changed(state, tuple(paid))) if any(paid) else tuple(events)
