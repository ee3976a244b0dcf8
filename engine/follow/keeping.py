"""Where a live table keeps what it tells: its journal, and the pictures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.journal.record import Entry
from engine.table.reading import TableReading


class Keeps(Protocol):
    """Where entries are kept."""

    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""

    def append_all(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes all of them or none, and gives them back with their numbers."""

    def about(self, name: str) -> str | None:
        """What was remembered under that name."""

    def remember(self, name: str, value: str) -> None:
        """Keeps a word about the game."""

    def close(self) -> None:
        """Nothing more is written."""


class Pictures(Protocol):
    """Keeps the evidence of what was told."""

    def keep(self, entries: Sequence[Entry], reading: TableReading | None, is_held: bool) -> None:
        """Entries were just told from `reading`; `is_held`: more is about to be told."""
