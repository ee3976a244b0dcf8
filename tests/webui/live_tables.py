"""A live table that begins with some events, and looks at it as a perfect camera sees it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import apply
from engine.table.events import Event, HandsDealt, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import TableReading
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

MCR = load_ruleset("mcr")
OPENING = (WallBuilt(), WallBroken(1, 12), HandsDealt(0))


def table(*events: Event, journal: Path | None = None, rules: Ruleset = MCR) -> LiveTable:
    live = LiveTable(rules, Journal(journal))
    for event in events:
        live.record("import", (event,))
    return live


def reading_after(live: LiveTable, *events: Event) -> TableReading:
    state = live.state
    for event in events:
        state = apply(state, event)
    return expected(state)


def looked(reading: TableReading, at_s: float) -> SeenTable:
    """A look of its own: a camera that looks again makes a reading of its own."""
    return SeenTable(round(at_s * 5), at_s, replace(reading))


def events_of(entries: tuple[object, ...]) -> list[Event]:
    return [event for entry in entries for event in entry.events]
