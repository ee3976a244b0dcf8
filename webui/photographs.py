"""The evidence pictures of a live table: the calm table kept for acts to come, and one snapshot an act."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.journal.record import Entry
from engine.table.reading import TableReading
from webui.watch.snapshots import Snapshot, TablePicture, snapshot

UNCLAIMED = 64
"""Evidence nobody asks for is forgotten beyond so many entries."""


class Photographs:
    """The table before and after each act told from the camera; not for two threads at once."""

    def __init__(self) -> None:
        self._now: TablePicture | None = None
        self._calm: TablePicture | None = None
        """The table when last nothing was held: what lay there before the acts held now."""
        self._unclaimed: deque[Snapshot] = deque(maxlen=UNCLAIMED)

    def see(self, picture: TablePicture | None) -> None:
        """Takes in the picture that came with a look; None: the one before still holds."""
        self._now = picture or self._now

    def keep(self, entries: Sequence[Entry], reading: TableReading | None, is_held: bool) -> None:
        """Keeps the pictures of the entries just told from `reading`; `is_held`: more is about to be told."""
        if self._now is None:
            return
        for entry in entries:
            if reading is not None and entry.source == "camera":
                self._unclaimed.append(
                    snapshot(entry.number, entry.at_s, entry.events, reading, self._calm, self._now)
                )
        if entries or not is_held:
            self._calm = self._now

    def handed_over(self) -> tuple[Snapshot, ...]:
        """The snapshots since this was last asked, by number; each is handed over once."""
        taken = tuple(self._unclaimed)
        self._unclaimed.clear()
        return taken
