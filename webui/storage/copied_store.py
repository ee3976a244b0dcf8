"""Small SQLite files that are kept twice: after each change the whole file is copied, with its digest.

A number that grows with each change tells which of the two is newer, so a file that a failing card took back
to an older state, or in which a letter changed, is noticed as well as one that does not open.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.writing import PRIVATE, READABLE, replace_file
from webui.console import warn
from webui.storage.aside import fresh_beside, note, place_aside, put_in_place
from webui.storage.line_copy import copy_path
from webui.storage.stores import DamagedStore, Schema, open_store, rows_that_read

REVISION = """
CREATE TABLE IF NOT EXISTS revision (number INTEGER NOT NULL) STRICT;
INSERT INTO revision SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM revision);
"""
"""What the schema of such a file has beside its own tables."""
_DIGEST = 65


@dataclass(frozen=True, slots=True)
class CopiedKind:
    """One such file: its schema, the tables whose rows are compared, and whether only its owner reads it."""

    schema: Schema
    tables: tuple[str, ...]
    is_private: bool = False


@contextmanager
def changing(path: Path | None, store: sqlite3.Connection, kind: CopiedKind) -> Iterator[None]:
    """All that is changed meanwhile is kept, or nothing of it; then it is copied."""
    with store:
        yield
        store.execute("UPDATE revision SET number = number + 1")
    if path is not None:
        _copy(path, store, kind)


def open_copied(path: Path | None, kind: CopiedKind) -> sqlite3.Connection:
    """The file, made whole first where it is damaged; NewerStore or StoreError when it cannot be used."""
    if path is None:
        return open_store(None, kind.schema)
    image = _image(path)
    if path.exists() or image is not None:
        wrong = _why_not_whole(path, image, kind)
        if wrong:
            _rebuild(path, image, kind, wrong)
    store = open_store(path, kind.schema)
    if image is None or _revision_of_image(image) != _revision(store):
        _copy(path, store, kind)
    return store


def open_salvaged(path: Path | None, schema: Schema, tables: tuple[str, ...]) -> sqlite3.Connection:
    """As `open_copied` for a file that has no copy: of a damaged one what reads is taken over."""
    try:
        return open_store(path, schema)
    except DamagedStore as wrong:
        if path is None:
            raise
        place, fresh = place_aside(path), fresh_beside(path)
        said = f"{_salvage(path, fresh, schema, tables)} rows of it are recovered, others may be lost"
        put_in_place(fresh, path, place)
        note(path, place, f"was damaged ({str(wrong).rpartition(': ')[2]}): {said}", is_lost=True)
    return open_store(path, schema)


def _why_not_whole(path: Path, image: bytes | None, kind: CopiedKind) -> str:
    if not path.exists():
        return "it is gone"
    try:
        with closing(open_store(path, kind.schema)) as store:
            revision, rows = _revision(store), _rows(store, kind)
    except (DamagedStore, sqlite3.Error, ValueError) as wrong:
        return str(wrong)
    if image is None:
        return ""
    with closing(_opened(image)) as copy:
        if _revision(copy) > revision:
            return "its newest changes are gone"
        is_other = _revision(copy) == revision and _rows(copy, kind) != rows
    return "something in it was changed" if is_other else ""


def _rebuild(path: Path, image: bytes | None, kind: CopiedKind, wrong: str) -> None:
    place = place_aside(path)
    if copy_path(path).exists():
        shutil.copy2(copy_path(path), place)
    fresh = fresh_beside(path)
    fresh.touch(PRIVATE if kind.is_private else READABLE)
    if image is not None:
        fresh.write_bytes(image)
        said = "all of it is recovered from its copy"
    else:
        count = _salvage(path, fresh, kind.schema, kind.tables)
        said = f"{count} rows of it are recovered, others may be lost"
    with closing(open_store(fresh, kind.schema)) as store:
        _copy(path, store, kind)
    put_in_place(fresh, path, place)
    note(path, place, f"was damaged ({wrong.rpartition(': ')[2]}): {said}", is_lost=image is None)


def _salvage(path: Path, fresh: Path, schema: Schema, tables: tuple[str, ...]) -> int:
    """Puts the rows that still read into the new file, and gives their number."""
    count = 0
    with closing(open_store(fresh, schema)) as store, store:
        for table in tables:
            known = [str(row[1]) for row in store.execute(f"PRAGMA table_info({table})")]
            marks = ", ".join("?" * len(known))
            for row in rows_that_read(path, table, ", ".join(known)):
                try:
                    store.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
                    count += 1
                except sqlite3.Error:
                    continue  # a row that was spoilt into something else
    return count


def _copy(path: Path, store: sqlite3.Connection, kind: CopiedKind) -> None:
    """What cannot be copied now is copied with the next change, or at the next start."""
    content = bytearray(store.serialize())
    content[18:20] = b"\x01\x01"  # without a log beside it
    digest = hashlib.sha256(content).hexdigest().encode()
    try:
        replace_file(copy_path(path), digest + b"\n" + content, PRIVATE if kind.is_private else READABLE)
    except OSError as wrong:
        warn(f"the copy of {path} cannot be written: {wrong.strerror}")


def _image(path: Path) -> bytes | None:
    """What the copy holds, None when there is none or it is damaged: then it is written anew."""
    try:
        content = copy_path(path).read_bytes()
    except OSError:
        return None
    image = content[_DIGEST:]
    return image if content[: _DIGEST - 1] == hashlib.sha256(image).hexdigest().encode() else None


def _opened(image: bytes) -> sqlite3.Connection:
    store = sqlite3.connect(":memory:")
    store.deserialize(image)
    return store


def _revision_of_image(image: bytes) -> int:
    with closing(_opened(image)) as copy:
        return _revision(copy)


def _revision(store: sqlite3.Connection) -> int:
    row = store.execute("SELECT number FROM revision").fetchone()
    if row is None:
        raise DamagedStore("it tells no revision")
    return int(row[0])


def _rows(store: sqlite3.Connection, kind: CopiedKind) -> list[list[Any]]:
    return [store.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall() for table in kind.tables]
