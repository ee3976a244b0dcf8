"""The journals a table keeps, read beside the program that writes them; neither holds the other up."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from webui.hub.carried.wire import GameHeader
from webui.scores.store.book import FILE as BOOK
from webui.scores.store.booked import OF_GAMES
from webui.storage.chain import chain_start, chained
from webui.storage.mending import COPY_ID

Stamp = tuple[int, ...]
"""When a file and its log were last written, and how large they are."""
WARM_S = 60.0
"""What is written is seen in the file before a reader finds it: so long after a change a file is looked into
with every look, and at least this often always."""


@dataclass(slots=True)
class _Watched:
    """A file that need not be read again as long as it is as it was."""

    stamp: Stamp = ()
    changed_s: float = float("-inf")
    read_s: float = float("-inf")

    def is_due(self, path: Path, now_s: float) -> bool:
        """Whether something may be new in it; to be called before it is read."""
        stamp = _stamp(path)
        if stamp != self.stamp:
            self.stamp, self.changed_s = stamp, now_s
        is_due = now_s - self.changed_s < WARM_S or now_s - self.read_s >= WARM_S
        self.read_s = now_s if is_due else self.read_s
        return bool(stamp) and is_due


@dataclass(slots=True)
class TableJournal:
    """One journal file. `identity`: what it is known by; `last`: the number of its newest entry."""

    path: Path
    identity: str
    last: int
    header: GameHeader
    _chain: list[str] = field(default_factory=list)

    def lines(self, after: int, most: int) -> list[str]:
        """At most `most` lines above the number `after`, in order, without a gap."""
        with closing(_read_only(self.path)) as store:
            rows = store.execute(
                "SELECT number, line FROM entries WHERE number > ? ORDER BY number LIMIT ?", (after, most)
            ).fetchall()
        whole = zip(rows, range(after + 1, after + 1 + len(rows)), strict=True)
        return [line for (number, line), due in whole if number == due]

    def chain_at(self, number: int) -> str:
        """The chain after entry `number`, "" where there is no such entry."""
        if not self._chain:
            self._chain.append(chain_start(self.identity))
        while len(self._chain) <= number:
            lines = self.lines(len(self._chain) - 1, 1000)
            if not lines:
                return ""
            for line in lines:
                self._chain.append(chained(self._chain[-1], [line]))
        return self._chain[number]

    def forget_chain(self) -> None:
        """Gives the memory back: the hub has all of it."""
        self._chain.clear()


class TableJournals:
    """All journals of the games in a data folder's score book, by identity."""

    def __init__(self, data: Path, now_s: Callable[[], float] = time.monotonic) -> None:
        self._data, self._now_s = data, now_s
        self._by_path: dict[Path, TableJournal] = {}
        self._watched: dict[Path, _Watched] = {}
        self._headers: dict[Path, GameHeader] = {}

    def look(self) -> dict[str, TableJournal]:
        """The journals as they are now; one that cannot be read now is tried again with the next look."""
        headers = self._games()
        for path, header in headers.items():
            is_told_otherwise = self._headers.get(path) != header
            if self._is_due(path) or is_told_otherwise:
                self._take(path, header)
        self._headers = headers
        return {each.identity: each for each in self._by_path.values()}

    def _is_due(self, path: Path) -> bool:
        return self._watched.setdefault(path, _Watched()).is_due(path, self._now_s())

    def _take(self, path: Path, header: GameHeader) -> None:
        known = self._by_path.get(path)
        try:
            with closing(_read_only(path)) as store:
                about = dict(store.execute("SELECT name, value FROM about").fetchall())
                last = int(store.execute("SELECT max(number) FROM entries").fetchone()[0] or 0)
        except sqlite3.Error:
            self._watched.pop(path, None)
            return
        identity = str(about.get(COPY_ID) or "")
        if "dealer" in about:
            header = msgspec.structs.replace(header, dealer=int(about["dealer"]), is_dealer_known=True)
        if known is not None and known.identity == identity and last >= known.last:
            known.last, known.header = last, header
        elif identity:
            self._by_path[path] = TableJournal(path, identity, last, header)

    def _games(self) -> dict[Path, GameHeader]:
        book = self._data / BOOK
        if not self._is_due(book):
            return self._headers
        try:
            with closing(_read_only(book)) as store:
                store.row_factory = sqlite3.Row
                rows = store.execute(f"{OF_GAMES} ORDER BY games.id").fetchall()
        except sqlite3.Error:
            self._watched.pop(book, None)
            return self._headers
        return {self._data / row["journal"]: _header(row) for row in rows}


def _header(row: sqlite3.Row) -> GameHeader:
    names = [row[f"name{seat}"] or "" for seat in range(4)]
    try:
        house = json.loads(row["house"])
    except (ValueError, RecursionError):
        house = {}
    return GameHeader(
        row["rules"],
        house if isinstance(house, dict) else {},
        row["first_dealer"] or 0,
        names,
        row["began"],
        row["ended"],
        row["kind"],
        row["note"],
        row["first_dealer"] is not None,
    )


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=1.0)


def _stamp(path: Path) -> Stamp:
    """Empty when there is no such file."""
    try:
        own = path.stat()
    except OSError:
        return ()
    try:
        log = path.with_name(f"{path.name}-wal").stat()
    except OSError:
        return own.st_mtime_ns, own.st_size
    return own.st_mtime_ns, own.st_size, log.st_mtime_ns, log.st_size
