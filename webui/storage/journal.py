"""The journal of a session: entries that are only ever added, in one SQLite file that survives a pulled plug.

A copy of its lines stands beside it (`storage.line_copy`). One process writes, any number read. The state of
the table is a replay of the entries;
a correction is one more entry that amends an earlier one.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.journal.record import Entry, entry_from_line, readable_line
from engine.tiles import EngineError
from webui.console import warn
from webui.storage.line_copy import Line, LineCopy, copy_path, read_copy, write_copy
from webui.storage.mending import COPY_ID, is_as_copied, mend_journal
from webui.storage.stores import NewerStore, Schema, StoreError, open_store, refuse_newer

SCHEMA = Schema(
    "journal",
    (
        """
CREATE TABLE IF NOT EXISTS entries (number INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
""",
    ),
)


class JournalError(EngineError):
    """The journal cannot be opened, read or written; the message says which file and why."""


class NewerJournal(JournalError):
    """A newer Jantaku wrote the journal; this one leaves it as it is."""


class CannotKeep(OSError):
    """The disk takes no entry now: it is full, read-only or broken. The entries before are safe."""

    def __init__(self, said: str, *, is_full: bool) -> None:
        super().__init__(said)
        self.is_full = is_full


class Journal:
    """The one writer of a journal file. `path` None keeps it in memory, for a session nobody will ask for."""

    def __init__(self, path: Path | None) -> None:
        """Opens or makes the file, a damaged one made whole first where its copy lies beside it; JournalError
        when another process writes it, or it is no journal."""
        if path is not None and not path.name:
            raise JournalError(f"{path} is a folder and no journal; name a file")
        self._open(path, is_ours=path is not None and copy_path(path).exists())

    @classmethod
    def mended(cls, path: Path | None) -> Self:
        """The journal at a place where nothing but a journal can be: whatever lies there is made whole first,
        with or without a copy."""
        journal = cls.__new__(cls)
        journal._open(path, is_ours=path is not None)
        return journal

    def _open(self, path: Path | None, *, is_ours: bool) -> None:
        self.path = path
        self._copy: LineCopy | None = None
        was_held_before = path is not None and lock_of(path).exists()
        self._lock = None if path is None else hold_alone(path)
        try:
            if path is not None and is_ours:
                mend_journal(path, SCHEMA)
            self._store = open_store(path, SCHEMA)
            self._begin_copy()
        except (StoreError, sqlite3.Error, OSError) as wrong:
            if path is not None and not was_held_before:
                lock_of(path).unlink(missing_ok=True)  # no journal of ours: nothing is left beside it
            self._unlock()
            raise _unusable(path, "used", wrong) from wrong

    def append(self, entry: Entry) -> Entry:
        """Writes `entry` under the next number and gives it back with that number, safe on the disk;
        CannotKeep when the disk takes nothing."""
        return self.append_all((entry,))[0]

    def take_over(self, entries: Iterable[Entry]) -> None:
        """Writes entries that have their numbers already, all or none; JournalError when one is taken."""
        self._insert([(entry.number, readable_line(entry)) for entry in entries])

    def append_all(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes `entries` under the next numbers, all of them or none; CannotKeep when the disk takes
        nothing, EngineError when one would not read back."""
        first = self.last_number + 1
        numbered = tuple(replace(entry, number=first + place) for place, entry in enumerate(entries))
        self._insert([(entry.number, readable_line(entry)) for entry in numbered])
        return numbered

    @property
    def last_number(self) -> int:
        """The number of the newest entry, 0 when there is none; CannotKeep when the disk gives nothing."""
        try:
            row = self._store.execute("SELECT max(number) FROM entries").fetchone()
        except sqlite3.Error as wrong:
            raise self._unwritten(wrong) from wrong
        return int(row[0] or 0)

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """All entries with a number above `after`, in order."""
        return tuple(_entries(self._store, after))

    def about(self, name: str) -> str | None:
        """A remembered setting of the session, such as ``rules``."""
        return _about(self._store, name)

    def remember(self, name: str, value: str) -> None:
        """Keeps a setting of the session; CannotKeep when the disk takes nothing."""
        try:
            with self._store:
                self._store.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))
        except sqlite3.Error as wrong:
            raise self._unwritten(wrong) from wrong
        self._copied(lambda copy: copy.remember(name, value))

    def close(self) -> None:
        """Gives the file back; safe to call twice."""
        self._store.close()
        if self._copy is not None:
            self._copy.close()
        self._unlock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _insert(self, rows: list[Line]) -> None:
        try:
            with self._store:
                self._store.executemany("INSERT INTO entries VALUES (?, ?)", rows)
        except (sqlite3.Error, OverflowError) as wrong:
            raise self._unwritten(wrong) from wrong
        self._copied(lambda copy: copy.add(rows))

    def _unwritten(self, wrong: Exception) -> JournalError | CannotKeep:
        said = f"cannot write the journal {self.path}: {wrong}"
        if not isinstance(wrong, sqlite3.OperationalError):
            return JournalError(said)
        return CannotKeep(said, is_full=is_full(wrong))

    def _begin_copy(self) -> None:
        """The copy as the journal is: what it lacks is added, and one that differs is written anew."""
        if self.path is None:
            return
        if self.about(COPY_ID) is None:
            mark = (COPY_ID, secrets.token_hex(8))
            with self._store:
                self._store.execute("INSERT INTO about VALUES (?, ?)", mark)
        try:
            if not self._is_copied():
                self._write_copy()
            self._copy = LineCopy(self.path)
        except OSError as wrong:
            warn(f"{copy_path(self.path)} cannot be written: {wrong.strerror}; the journal itself is kept")

    def _is_copied(self) -> bool:
        copy = None if self.path is None else read_copy(self.path)
        if copy is None or copy.spoilt or copy.is_torn:
            return False
        return (dict(copy.about), dict(copy.lines)) == (self._all("about"), self._all("entries"))

    def _copied(self, add: Callable[[LineCopy], None]) -> None:
        """Adds to the copy; one that could not be written is written anew as soon as it can be."""
        if self.path is None:
            return
        try:
            if self._copy is None:
                self._write_copy()
                self._copy = LineCopy(self.path)
            else:
                add(self._copy)
        except OSError:
            if self._copy is not None:
                self._copy.close()
            self._copy = None

    def _write_copy(self) -> None:
        assert self.path is not None
        write_copy(self.path, self._all("about"), self._all("entries").items())

    def _all(self, table: str) -> dict[Any, str]:
        return dict(self._store.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall())

    def _unlock(self) -> None:
        let_go(self._lock)
        self._lock = None


class JournalReader:
    """Reads a journal that another process may be writing."""

    def __init__(self, path: Path) -> None:
        """JournalError when there is no such file, or a newer Jantaku wrote it."""
        if not path.is_file():
            raise JournalError(f"no journal at {path}")
        self._path = path
        try:
            refuse_newer(path, SCHEMA)
            self._store = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
            # Before the journal itself, which alone may have more.
            self._copy = read_copy(path)
        except (StoreError, sqlite3.Error, OSError) as wrong:
            raise _unusable(path, "read", wrong) from wrong

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """All entries with a number above `after`, in order. JournalError: the file cannot be read."""
        try:
            return tuple(_entries(self._store, after))
        except sqlite3.Error as wrong:
            raise JournalError(f"{self._path} is not a journal that can be read: {wrong}") from wrong

    def is_as_copied(self) -> bool:
        """Whether the second copy tells no other entries; where it does the journal is damaged."""
        lines = dict(self._store.execute("SELECT number, line FROM entries").fetchall())
        return is_as_copied(lines, self._copy)

    def about(self, name: str) -> str | None:
        """A remembered setting of the session, such as ``rules``. JournalError: the file cannot be read."""
        try:
            return _about(self._store, name)
        except sqlite3.Error as wrong:
            raise JournalError(f"{self._path} is not a journal that can be read: {wrong}") from wrong

    def close(self) -> None:
        """Gives the file back."""
        self._store.close()


def _unusable(path: Path | None, how: str, wrong: Exception) -> JournalError:
    kind = NewerJournal if isinstance(wrong, NewerStore) else JournalError
    return kind(f"{path} is not a journal that can be {how}: {wrong}")


def is_full(wrong: Exception) -> bool:
    """Whether something could not be written because the disk, or what one may have of it, is full."""
    match wrong:
        case CannotKeep():
            return wrong.is_full
        case sqlite3.Error():
            return getattr(wrong, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return isinstance(wrong, OSError) and wrong.errno in (errno.ENOSPC, errno.EDQUOT)


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


def _entries(store: sqlite3.Connection, after: int) -> Iterator[Entry]:
    for (line,) in store.execute("SELECT line FROM entries WHERE number > ? ORDER BY number", (after,)):
        yield entry_from_line(line)


def _about(store: sqlite3.Connection, name: str) -> str | None:
    row = store.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])
