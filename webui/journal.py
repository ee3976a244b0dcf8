"""The journal of a session: entries that are only ever added, in one SQLite file that survives a pulled plug.

One process writes, any number read (`reading_journal`). The state of the table is a replay of the entries;
a correction is one more entry that amends an earlier one.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.record import Entry, entry_from_line, entry_to_line
from engine.tiles import EngineError

_TABLES = """
CREATE TABLE IF NOT EXISTS entries (number INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""


class JournalError(EngineError):
    """The journal cannot be opened, read or written; the message says which file and why."""


class DiskFull(JournalError):
    """An entry could not be written because the disk is full; the entries before it are safe."""


class Journal:
    """The one writer of a journal file. `path` None keeps it in memory, for a session nobody will ask for."""

    def __init__(self, path: Path | None) -> None:
        """Opens or makes the file. JournalError when another process writes it, or it is no journal."""
        self.path = path
        was_held_before = path is not None and lock_of(path).exists()
        self._lock = None if path is None else hold_alone(path)
        try:
            self._store = _opened(path)
        except sqlite3.Error as wrong:
            if path is not None and not was_held_before:
                lock_of(path).unlink(missing_ok=True)  # no journal of ours: nothing is left beside it
            self._unlock()
            raise JournalError(f"{path} is not a journal that can be used: {wrong}") from wrong

    def append(self, entry: Entry) -> Entry:
        """Writes `entry` under the next number and gives it back with that number, safe on the disk."""
        numbered = replace(entry, number=self.last_number + 1)
        row = (numbered.number, entry_to_line(numbered))
        try:
            with self._store:
                self._store.execute("INSERT INTO entries VALUES (?, ?)", row)
        except sqlite3.Error as wrong:
            raise self._unwritten(wrong) from wrong
        return numbered

    def take_over(self, entries: Iterable[Entry]) -> None:
        """Writes entries that have their numbers already, all or none; JournalError when one is taken."""
        rows = [(entry.number, entry_to_line(entry)) for entry in entries]
        try:
            with self._store:
                self._store.executemany("INSERT INTO entries VALUES (?, ?)", rows)
        except (sqlite3.Error, OverflowError) as wrong:
            raise self._unwritten(wrong) from wrong

    def append_all(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes `entries` under the next numbers, all of them or none."""
        first = self.last_number + 1
        numbered = tuple(replace(entry, number=first + place) for place, entry in enumerate(entries))
        try:
            with self._store:
                rows = [(entry.number, entry_to_line(entry)) for entry in numbered]
                self._store.executemany("INSERT INTO entries VALUES (?, ?)", rows)
        except (sqlite3.Error, OverflowError) as wrong:
            raise self._unwritten(wrong) from wrong
        return numbered

    @property
    def last_number(self) -> int:
        """The number of the newest entry, 0 when there is none."""
        row = self._store.execute("SELECT max(number) FROM entries").fetchone()
        return int(row[0] or 0)

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """All entries with a number above `after`, in order."""
        return tuple(_entries(self._store, after))

    def about(self, name: str) -> str | None:
        """A remembered setting of the session, such as ``rules``."""
        return _about(self._store, name)

    def remember(self, name: str, value: str) -> None:
        """Keeps a setting of the session."""
        with self._store:
            self._store.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    def close(self) -> None:
        """Gives the file back; safe to call twice."""
        self._store.close()
        self._unlock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _unwritten(self, wrong: Exception) -> JournalError:
        is_full = getattr(wrong, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        kind = DiskFull if is_full else JournalError
        return kind(f"cannot write the journal {self.path}: {wrong}")

    def _unlock(self) -> None:
        let_go(self._lock)
        self._lock = None


class JournalReader:
    """Reads a journal that another process may be writing."""

    def __init__(self, path: Path) -> None:
        """JournalError when there is no such file."""
        if not path.is_file():
            raise JournalError(f"no journal at {path}")
        self._path = path
        self._store = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """All entries with a number above `after`, in order."""
        try:
            return tuple(_entries(self._store, after))
        except sqlite3.Error as wrong:
            raise JournalError(f"{self._path} is not a journal that can be read: {wrong}") from wrong

    def about(self, name: str) -> str | None:
        """A remembered setting of the session, such as ``rules``."""
        return _about(self._store, name)

    def close(self) -> None:
        """Gives the file back."""
        self._store.close()


def lock_of(path: Path) -> Path:
    """The file by which the one writer of `path` holds its place."""
    return path.with_name(path.name + ".lock")


def hold_alone(path: Path, what: str = "journal") -> int:
    """Takes the place of the one writer of `path`; the system gives it back by itself when the process dies.

    JournalError when another process has it; `what` is the file called in that line."""
    try:
        lock = os.open(lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as wrong:
        raise JournalError(f"cannot write the {what} {path}: {wrong.strerror}") from wrong
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as wrong:
        os.close(lock)
        raise JournalError(
            f"another program is writing the {what} {path}; stop it or choose another file"
        ) from wrong
    return lock


def let_go(lock: int | None) -> None:
    """Gives the writer's place back; None is nobody's."""
    if lock is not None:
        os.close(lock)


def _opened(path: Path | None) -> sqlite3.Connection:
    store = sqlite3.connect(":memory:" if path is None else path, check_same_thread=False)
    store.execute("PRAGMA journal_mode=WAL")
    store.execute("PRAGMA synchronous=FULL")
    store.executescript(_TABLES)
    return store


def _entries(store: sqlite3.Connection, after: int) -> Iterator[Entry]:
    for (line,) in store.execute("SELECT line FROM entries WHERE number > ? ORDER BY number", (after,)):
        yield entry_from_line(line)


def _about(store: sqlite3.Connection, name: str) -> str | None:
    row = store.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])
