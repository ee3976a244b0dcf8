"""The pictures beside a journal: the table before and after an entry, and the looks of the last minutes.

One SQLite file beside the journal, written by the journal's writer, read by anybody. It is bounded: when it
is full the oldest pictures of everyday acts go first (draws, discards), then the oldest of all; the looks are
a ring. Losing pictures never stops a game: what cannot be written is told by `problem`.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from engine.journal.record import Entry
from engine.table.events import (
    Event,
    FaultFound,
    FlowerDeclared,
    HandsDealt,
    ScoresChanged,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
)
from webui.storage.aside import note, place_aside, set_aside
from webui.storage.stores import DamagedStore, Schema, StoreError, open_store
from webui.watch.seen_table import SeenTable
from webui.watch.snapshots import Snapshot, TablePicture, jpeg_of

Side = Literal["before", "after"]
SIDES: tuple[Side, ...] = ("before", "after")
MOST_BYTES = 400_000_000
"""Of pictures in one file: some eighty deals' worth."""
ELSEWHERE = "JANTAKU_PICTURES"
"""The variable that names a folder in memory (tmpfs) for the pictures, so that a card is not worn by them;
they are gone when the machine is switched off."""
MOST_LOOKS = 900
"""A quarter of an hour at one a second."""
BETWEEN_LOOKS_S = 1.0
LOOK_WIDTH_PX, LOOK_QUALITY = 440, 68
_SPOILT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
IDLE = (WallBuilt, StacksTaken, HandsDealt, TileDrawn, TileDiscarded, FlowerDeclared, ScoresChanged)
"""Acts whose pictures go first: they happen all the time."""
SCHEMA = Schema(
    "pictures",
    (
        """
CREATE TABLE IF NOT EXISTS pictures (
  entry INTEGER NOT NULL, side TEXT NOT NULL, idle INTEGER NOT NULL, at_s REAL NOT NULL, jpeg BLOB NOT NULL,
  PRIMARY KEY (entry, side)) STRICT;
CREATE TABLE IF NOT EXISTS looks (
  number INTEGER PRIMARY KEY AUTOINCREMENT, at_s REAL NOT NULL, jpeg BLOB NOT NULL) STRICT;
""",
    ),
)


@dataclass(frozen=True, slots=True)
class KeptLook:
    """One picture of the strip: its number, and the journal's seconds at which it was taken."""

    number: int
    at_s: float


def evidence_path(journal: Path) -> Path:
    """The evidence file that belongs to a journal file: beside it, or in the folder of `ELSEWHERE`."""
    elsewhere = os.environ.get(ELSEWHERE)
    if elsewhere:
        return Path(elsewhere) / f"{journal.parent.name}-{journal.name}.evidence"
    return journal.with_name(journal.name + ".evidence")


def make_room_elsewhere(path: Path) -> int:
    """How many bytes the pictures of `path` may take where it lies. Elsewhere is small and in memory: half of
    it, and what other games left there goes, the oldest first, until the other half is free."""
    if ELSEWHERE not in os.environ:
        return MOST_BYTES
    path.parent.mkdir(parents=True, exist_ok=True)
    half = shutil.disk_usage(path.parent).total // 2
    others = [each for each in path.parent.glob("*.evidence*") if not each.name.startswith(path.name)]
    for each in sorted(others, key=lambda each: each.stat().st_mtime):
        if shutil.disk_usage(path.parent).free >= half:
            break
        each.unlink(missing_ok=True)
    return min(MOST_BYTES, half)


def is_idle(events: Sequence[Event], doubtful: Sequence[object] = ()) -> bool:
    """Whether nobody is likely to ask for the pictures of these events."""
    return not doubtful and all(isinstance(event, IDLE) for event in events)


class EvidenceReader:
    """Reads the pictures of a journal; when there is no file, or it cannot be read, there are none."""

    problem: str = ""
    """Why pictures cannot be kept or read, for people; empty while all is well."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.Lock()
        self._store: sqlite3.Connection | None = None
        if path is not None and path.is_file():
            try:
                self._store = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
            except sqlite3.Error as wrong:
                self.problem = str(wrong)

    def picture(self, entry: int, side: Side) -> bytes | None:
        """The JPEG of an entry's one side, None when there is none (any more)."""
        rows = self._rows("SELECT jpeg FROM pictures WHERE entry = ? AND side = ?", (entry, side))
        return bytes(rows[0][0]) if rows else None

    def sides(self) -> dict[int, frozenset[Side]]:
        """Which pictures there are, by entry."""
        found: dict[int, frozenset[Side]] = {}
        for entry, side in self._rows("SELECT entry, side FROM pictures", ()):
            found[int(entry)] = found.get(int(entry), frozenset()) | {side}
        return found

    def looks(self, most: int = MOST_LOOKS) -> tuple[KeptLook, ...]:
        """The newest looks of the strip, oldest first."""
        rows = self._rows("SELECT number, at_s FROM looks ORDER BY number DESC LIMIT ?", (most,))
        return tuple(KeptLook(int(number), float(at_s)) for number, at_s in reversed(rows))

    def look(self, number: int) -> bytes | None:
        """The JPEG of one look."""
        rows = self._rows("SELECT jpeg FROM looks WHERE number = ?", (number,))
        return bytes(rows[0][0]) if rows else None

    def close(self) -> None:
        """Gives the file back; safe to call twice."""
        with self._lock:
            if self._store is not None:
                self._store.close()
            self._store = None

    def _rows(self, question: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._lock:
            if self._store is None:
                return []
            try:
                return self._store.execute(question, values).fetchall()
            except sqlite3.Error as wrong:
                self.problem = str(wrong)
                return []


class Evidence(EvidenceReader):
    """The one writer. `path` None keeps the pictures in memory."""

    def __init__(
        self, path: Path | None, *, most_bytes: int = MOST_BYTES, most_looks: int = MOST_LOOKS
    ) -> None:
        super().__init__(None)
        self._most_bytes, self._most_looks = most_bytes, most_looks
        self._bytes, self._looked_s = 0, float("-inf")
        self._path = path
        try:
            self._store = _opened(path)
            kept = self._store.execute("SELECT sum(length(jpeg)) FROM pictures").fetchone()
            newest = self._store.execute("SELECT at_s FROM looks ORDER BY number DESC LIMIT 1").fetchone()
            self._bytes = int(kept[0] or 0)
            self._looked_s = float(newest[0]) if newest else self._looked_s
        except (StoreError, OSError, sqlite3.Error) as wrong:
            self._store, self.problem = None, f"cannot keep pictures in {path}: {wrong}"

    def keep(self, snapshot: Snapshot, *, idle: bool) -> None:
        """Keeps the pictures of one entry; `idle`: they may go before others."""
        pictures = [(side, jpeg) for side in SIDES if (jpeg := getattr(snapshot, side)) is not None]
        for side, jpeg in pictures:
            row = (snapshot.number, side, int(idle), snapshot.at_s, jpeg)
            if self._write("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?)", row):
                self._bytes += len(jpeg)
        while self._bytes > self._most_bytes and self._drop():
            continue

    def treasure(self, entry: int) -> None:
        """The pictures of `entry` are wanted after all: they go with the last."""
        self._write("UPDATE pictures SET idle = 0 WHERE entry = ?", (entry,))

    def take_look(self, at_s: float, picture: TablePicture) -> None:
        """Adds a look to the strip, at most one in `BETWEEN_LOOKS_S`; the oldest leaves."""
        if 0 <= at_s - self._looked_s < BETWEEN_LOOKS_S:
            return
        self._looked_s = at_s
        if self._write("INSERT INTO looks (at_s, jpeg) VALUES (?, ?)", (at_s, _small(picture.jpeg))):
            oldest = "SELECT max(number) FROM looks"
            self._write(f"DELETE FROM looks WHERE number <= ({oldest}) - ?", (self._most_looks,))

    def _drop(self) -> bool:
        """Lets the pictures of one entry go; whether there were any."""
        rows = self._rows("SELECT entry FROM pictures ORDER BY idle DESC, entry LIMIT 1", ())
        if not rows:
            return False
        gone = self._rows("SELECT sum(length(jpeg)) FROM pictures WHERE entry = ?", rows[0])
        self._bytes -= int(gone[0][0] or 0)
        return self._write("DELETE FROM pictures WHERE entry = ?", rows[0])

    def _write(self, change: str, values: tuple[object, ...]) -> bool:
        """Whether it was written; when not, `problem` says why and the game goes on."""
        with self._lock:
            if self._store is None:
                return False
            try:
                with self._store:
                    self._store.execute(change, values)
            except sqlite3.Error as wrong:
                self.problem = f"pictures cannot be kept: {wrong}"
                if getattr(wrong, "sqlite_errorcode", 0) & 0xFF in _SPOILT:
                    self._begin_anew(str(wrong))
                return False
        self.problem = ""
        return True

    def _begin_anew(self, wrong: str) -> None:
        """The file turned out to be damaged: it is set aside, the pictures from now on have a new one."""
        if self._store is None or self._path is None:
            return
        self._store.close()
        self._store, self._bytes = None, 0
        try:
            _set_aside(self._path, wrong)
            self._store = _opened(self._path)
        except (StoreError, OSError, sqlite3.Error) as again:
            self.problem = f"pictures cannot be kept: {again}"


def _opened(path: Path | None) -> sqlite3.Connection:
    """The journal itself waits for the disk at every entry; its pictures need not: in a write-ahead log
    nothing tears when the program is killed, and a pulled plug may cost the last picture."""
    try:
        return open_store(path, SCHEMA, synchronous="NORMAL", is_checked=False)
    except DamagedStore as wrong:
        if path is None:
            raise
        _set_aside(path, str(wrong))
    return open_store(path, SCHEMA, synchronous="NORMAL", is_checked=False)


def _set_aside(path: Path, wrong: str) -> None:
    place = place_aside(path)
    set_aside(path, place)
    said = f"was damaged ({wrong.rpartition(': ')[2]}): the pictures so far are not shown any more"
    note(path, place, said, is_lost=True)


def _small(jpeg: bytes) -> bytes:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_REDUCED_COLOR_2)
    return jpeg if picture is None else jpeg_of(picture, LOOK_WIDTH_PX, LOOK_QUALITY)


def keep(
    evidence: Evidence, entries: Sequence[Entry], snapshots: Sequence[Snapshot], seen: SeenTable | None = None
) -> None:
    """Keeps what came of one look: the pictures of its entries, and the look itself.

    The act before a fault is worth its pictures, whatever it is."""
    by_number = {entry.number: entry for entry in entries}
    for each in snapshots:
        entry = by_number.get(each.number)
        evidence.keep(each, idle=entry is None or is_idle(entry.events, entry.doubtful))
    for entry in entries:
        if any(isinstance(event, FaultFound) for event in entry.events):
            evidence.treasure(entry.number - 1)
    if seen is not None and seen.picture is not None:
        evidence.take_look(seen.at_s, seen.picture)
