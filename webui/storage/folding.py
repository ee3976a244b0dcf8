"""From the entries of a journal to the state of the table, begun from an empty table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.journal import amend
from engine.journal.record import Entry
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import Seat
from engine.table.state import GameState


def effective(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that count, in order: an amended one gives its place to its amendment."""
    return amend.in_force(entries)


def folded(rules: Ruleset, entries: Sequence[Entry], dealer: Seat = 0) -> GameState:
    """The state after all entries, amendments in the place of what they amend."""
    return amend.folded(new_table(rules, dealer), amend.events_in_force(entries))
