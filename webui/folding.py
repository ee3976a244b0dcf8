"""From the entries of a journal to the state of the table: the fold, amendments in their places."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apply import apply, new_table
from engine.events import Seat
from engine.record import Entry
from engine.ruleset import Ruleset
from engine.state import GameState


def effective(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that count, in order: an amended one gives its place to its amendment."""
    place = {entry.number: entry.number for entry in entries}
    counts: dict[int, Entry] = {}
    for entry in entries:
        if entry.amends is not None and entry.amends in place:
            place[entry.number] = place[entry.amends]
        counts[place[entry.number]] = entry
    return tuple(counts[number] for number in sorted(counts))


def folded(rules: Ruleset, entries: Sequence[Entry], dealer: Seat = 0) -> GameState:
    """The state after all entries, amendments in the place of what they amend."""
    state = new_table(rules, dealer)
    for entry in effective(entries):
        for event in entry.events:
            state = apply(state, event)
    return state
