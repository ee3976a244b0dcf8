"""Opens the SQLite files: each says its version; an older one is taken on, a newer one is left as it is."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.tiles import EngineError

_OURS = 0x4A54 << 16
"""The upper half of `application_id`, "JT"; the lower half says the version once more: a version counts when
both tell it, so that one flipped bit makes no file look newer than it is."""
_HEADER = 100
_MACHINE = frozenset(
    {
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_IOERR),
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
    }
)
"""What SQLite says when the disk, the memory or another program is in the way."""


class StoreError(EngineError):
    """A file cannot be used; the message says which and why."""


class DamagedStore(StoreError):
    """The file is there and is not what it was."""


class NewerStore(StoreError):
    """A newer Jantaku wrote the file; this one leaves it as it is."""


@dataclass(frozen=True, slots=True)
class Schema:
    """One kind of file: `what` people call it, and the SQL that takes version n (0: nothing) to n + 1."""

    what: str
    steps: tuple[str, ...]

    @property
    def version(self) -> int:
        """The version this program writes."""
        return len(self.steps)


def open_store(
    path: Path | None, schema: Schema, *, synchronous: str = "FULL", is_checked: bool = True
) -> sqlite3.Connection:
    """The file of that kind, made when it is not there, in memory when `path` is None.

    An older version is taken on to the present one, in one transaction. NewerStore, DamagedStore or
    StoreError; `is_checked`: the whole file is read for that, which a file of pictures is too large for."""
    try:
        store = sqlite3.connect(path or ":memory:", check_same_thread=False)
    except sqlite3.Error as wrong:
        raise _in_words(path, wrong) from wrong
    try:
        store.execute("PRAGMA journal_mode=WAL")
        store.execute(f"PRAGMA synchronous={synchronous}")
        _check_version(store, path, schema)
        if is_checked and (spoilt := why_not_whole(store)):
            raise DamagedStore(f"{path} is damaged: {spoilt}")
        _take_on(store, schema)
    except sqlite3.Error as wrong:
        store.close()
        raise _in_words(path, wrong) from wrong
    except StoreError:
        store.close()
        raise
    return store


def why_not_whole(store: sqlite3.Connection) -> str:
    """What SQLite finds wrong in the file, "" when nothing."""
    row = store.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if row is None or row[0] == "ok" else " ".join(str(row[0]).split())


def refuse_newer(path: Path, schema: Schema) -> None:
    """NewerStore when a newer Jantaku wrote the file; nothing is opened or changed."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return
    if len(header) == _HEADER:
        version = _agreed(int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big"))
        _refuse_above(version, path, schema)


def is_writable(path: Path) -> bool:
    """Whether the system lets the file be written; where it does not, a refused write is no damage."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def rows_that_read(path: Path, table: str, columns: str) -> list[tuple[Any, ...]]:
    """What can still be read of a damaged file's table: from its beginning, then from its end."""
    found: dict[Any, tuple[Any, ...]] = {}
    for order in ("", " DESC"):
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
                store.text_factory = lambda raw: raw.decode("utf-8", "replace")
                for row in store.execute(f"SELECT {columns} FROM {table} ORDER BY rowid{order}"):
                    found.setdefault(row[0], row)
        except (sqlite3.Error, OverflowError):
            continue
    return list(found.values())


def _check_version(store: sqlite3.Connection, path: Path | None, schema: Schema) -> None:
    _refuse_above(_version_in(store), path, schema)


def _refuse_above(version: int, path: Path | None, schema: Schema) -> None:
    if version > schema.version:
        raise NewerStore(
            f"{path} was written by a newer Jantaku ({schema.what}, version {version}; this one knows "
            f"{schema.version}); start that one, or give another folder"
        )


def _take_on(store: sqlite3.Connection, schema: Schema) -> None:
    version = _version_in(store)
    if version == schema.version:
        store.execute("BEGIN IMMEDIATE")  # a file that cannot be written is noticed now
        store.execute("ROLLBACK")
        return
    marks = f"PRAGMA user_version={schema.version}; PRAGMA application_id={_OURS | schema.version};"
    steps = "".join(schema.steps[version:])
    try:
        store.executescript(f"BEGIN IMMEDIATE; {steps} {marks} COMMIT;")
    except sqlite3.Error:
        if store.in_transaction:
            store.execute("ROLLBACK")
        raise


def _version_in(store: sqlite3.Connection) -> int:
    (user,), (application,) = (
        store.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")
    )
    return _agreed(int(user), int(application))


def _agreed(user: int, application: int) -> int:
    """The version that both marks tell; where they differ the lower: each step can be done twice."""
    if application & 0xFFFF_0000 != _OURS:
        return 0
    return max(0, min(user, application & 0xFFFF))


def _in_words(path: Path | None, wrong: sqlite3.Error) -> StoreError:
    """The machine's refusals are not the file's fault; whatever else SQLite says is."""
    code = getattr(wrong, "sqlite_errorcode", 0) & 0xFF
    is_machine = code in _MACHINE or (
        code == sqlite3.SQLITE_READONLY and (path is None or not is_writable(path))
    )
    return (StoreError if is_machine else DamagedStore)(f"cannot use {path}: {wrong}")
