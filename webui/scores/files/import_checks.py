"""What a recorded game must be before it enters the book: plain values, of a size, points that can be.

Nothing in it is believed that can be reckoned: the card of a win is made anew from its tiles, or from what a
person said of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.journal.amend import in_force
from engine.journal.record import Entry, entry_from_json, entry_to_json
from engine.journal.said_win import card_said
from engine.scoring.card import win_card
from engine.scoring.table import score_win
from engine.scoring.wire.card_check import sound_card
from engine.scoring.wire.said_json import said_from_json
from engine.table.apply import apply
from engine.table.events import DealStarted, Event, PenaltyGiven, ScoresChanged, Won
from engine.table.seating import without
from engine.table.state import GameState
from engine.tiles import EngineError, SeenTile
from webui.page.bodies import why_not_plain

MOST_ENTRIES, MOST_EVENTS = 6000, 8000
"""A long evening has 2,000; more would keep the server busy for minutes."""
MOST_POINTS, MOST_COUNTERS = 10_000_000, 1000


def check_text(text: str) -> None:
    """EngineError naming the line of a file that holds what no value can be: half of a character, numbers
    without end or of a thousand digits."""
    for number, line in enumerate(_parts(text), 1):
        try:
            problem = why_not_plain(json.loads(line))
        except ValueError:
            continue  # whoever reads the format says what is wrong with it
        if problem:
            raise EngineError(f"line {number} of the file holds {problem}")


def check_entries(entries: Sequence[Entry]) -> None:
    """EngineError when there are too many, when one could not be read again, or moves more than there is."""
    events = sum(len(entry.events) for entry in entries)
    if len(entries) > MOST_ENTRIES or events > MOST_EVENTS:
        raise EngineError(
            f"a game has at most {MOST_ENTRIES} entries with {MOST_EVENTS} events;"
            f" this one has {len(entries)} with {events}"
        )
    known: set[int] = set()
    for entry in entries:
        entry_from_json(entry_to_json(entry))
        if entry.amends is not None and entry.amends not in known:
            raise EngineError(f"entry {entry.number} amends entry {entry.amends}, which is not before it")
        known.add(entry.number)
        for event in entry.events:
            _check_points(entry.number, event)


def check_cards(data: Mapping[str, Any]) -> None:
    """EngineError when a line of a journal tells of a win whose card is none."""
    events = data.get("events")
    for event in events if isinstance(events, list) else ():
        if isinstance(event, Mapping) and event.get("score") is not None:
            sound_card(event["score"])


def recounted(start: GameState, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with the card of each win that counts made anew, where its tiles or its value are told."""
    state, before, anew = start, list[Event](), dict[int, Entry]()
    for entry in in_force(entries):
        events = []
        for event in entry.events:
            event = scored(state, event, before) if isinstance(event, Won) else event
            before = [event] if isinstance(event, DealStarted) else [*before, event]
            state = apply(state, event)
            events.append(event)
        anew[entry.number] = replace(entry, events=tuple(events))
    return tuple(anew.get(entry.number, entry) for entry in entries)


def scored(
    state: GameState, won: Won, before: Sequence[Event], ura_indicators: Sequence[SeenTile] = ()
) -> Won:
    """The win with its hand and its card: as a person said it, else from its tiles where all are known."""
    said = won.score.get("said") if isinstance(won.score, Mapping) else None
    if said is not None:
        return replace(won, score=card_said(state, said_from_json(said)))
    standing = won.hand or state.seats[won.seat].standing
    if won.giver is None and not won.hand:
        standing = without(standing, (won.tile,))
    if None in standing or won.tile is None or not standing:
        return won
    won = replace(won, hand=standing)
    return replace(won, score=win_card(state, won, score_win(state, won, before, ura_indicators)))


def _parts(text: str) -> Iterator[str]:
    """The lines, or the whole where that is one value over several of them."""
    lines = [line for line in text.splitlines() if line.strip()]
    first = lines[0].strip() if lines else ""
    try:
        json.loads(first)
    except ValueError:
        yield text
        return
    yield from lines


def _check_points(number: int, event: Event) -> None:
    match event:
        case ScoresChanged(payments, totals) if any(abs(each) > MOST_POINTS for each in (*payments, *totals)):
            raise EngineError(f"entry {number} moves more points than there can be")
        case PenaltyGiven() if any(abs(each) > MOST_POINTS for each in event.payments):
            raise EngineError(f"entry {number} takes more points than there can be")
        case DealStarted() if max(event.honba, event.riichi_sticks) > MOST_COUNTERS:
            raise EngineError(f"entry {number} begins with more counters or sticks than there can be")
