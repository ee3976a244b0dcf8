"""Each table's game as the hub knows it: the fold of its entries by the same engine, kept up to date."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

import msgspec

from engine.house import with_settings
from engine.journal.amend import in_force
from engine.journal.east import begun
from engine.journal.record import Entry, entry_from_line
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import FaultFound
from engine.table.state import GameState
from webui.hub.carried.wire import GameHeader
from webui.hub.kept.store import HubStore, JournalRow
from webui.mishaps import Mishaps
from webui.referee.view import open_calls


@dataclass(frozen=True, slots=True)
class Followed:
    """A game: what is known of it, its entries, and the table after them. `said`: why it cannot be told."""

    journal: int
    header: GameHeader
    start: GameState | None
    state: GameState | None
    entries: tuple[Entry, ...] = ()
    said: str = ""
    calls: tuple[Entry, ...] = ()
    faults: int = 0
    """Faults nobody has judged."""


@dataclass(slots=True)
class Folds:
    """The games that are on, by the table's number. For several threads."""

    store: HubStore
    is_late: bool = False
    """Whether they are followed as spectators of a delayed broadcast see them."""
    _now: dict[int, Followed] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _mishaps: Mishaps = field(default_factory=lambda: Mishaps("folding a table's entries"))

    def look(self) -> dict[int, Followed]:
        """All games as the database has them now."""
        with self._lock:
            rows = self.store.newest_on_air() if self.is_late else self.store.newest_journals()
            for table in self._now.keys() - rows.keys():
                del self._now[table]
            for table, row in rows.items():
                known = self._now.get(table)
                if known is None or known.journal != row.number or len(known.entries) > row.last:
                    known = None
                header = msgspec.json.decode(row.game, type=GameHeader)
                if known is None or len(known.entries) != row.last or known.header != header:
                    self._now[table] = self._followed(row, header, known)
            return dict(self._now)

    def whole(self, row: JournalRow) -> Followed:
        """One game folded from its first entry, whichever it is."""
        return self._followed(row, msgspec.json.decode(row.game, type=GameHeader), None)

    def _followed(self, row: JournalRow, header: GameHeader, known: Followed | None) -> Followed:
        before = () if known is None else known.entries
        try:
            fresh = tuple(map(entry_from_line, self.store.lines(row.number, len(before), row.last)))
            entries = (*before, *fresh)
            dealer = header.dealer if header.is_dealer_known else None
            start = begun(new_table(with_settings(load_ruleset(header.rules), header.house), dealer), entries)
            is_same = known is not None and known.start == start and not any(each.amends for each in fresh)
            if is_same and known is not None and known.state is not None:
                state = _after(known.state, fresh)
            else:
                state = _after(start, in_force(entries))
            return Followed(
                row.number, header, start, state, entries, "", open_calls(entries), _open_faults(entries)
            )
        except Exception as wrong:  # one table's entries must not keep the others from being shown
            self._mishaps.survived(wrong)
            return Followed(row.number, header, None, None, before, str(wrong)[:200])


def _after(state: GameState, entries: Sequence[Entry]) -> GameState:
    return reduce(apply, (event for entry in entries for event in entry.events), state)


def _open_faults(entries: Sequence[Entry]) -> int:
    standing = (event for entry in in_force(entries) for event in entry.events)
    return sum(isinstance(event, FaultFound) and event.verdict is None for event in standing)
