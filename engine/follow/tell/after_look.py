"""What later looks are judged by: the table as told, and as it is seen."""

from __future__ import annotations

from dataclasses import dataclass

from engine.journal.record import Entry
from engine.table.reading import TableReading
from engine.table.state import GameState


@dataclass(frozen=True, slots=True)
class AfterLook:
    """One look at a table of which nothing waits to be told. `start`: the table before the first entry.

    `is_idle`: all that is seen agrees with what was told, as far as it can be explained. `is_guess`: nobody
    saw whose some discards of this deal are."""

    start: GameState
    entries: tuple[Entry, ...]
    state: GameState
    reading: TableReading
    at_s: float
    is_idle: bool = True
    is_guess: bool = False
