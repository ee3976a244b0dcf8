"""The live table of a session: looks as the camera tells them, and the pictures that explain them."""

from __future__ import annotations

from engine.follow import live_table
from engine.follow.weigh.rates import Following
from engine.journal.record import Entry
from engine.ruleset import Ruleset
from engine.table.events import Seat
from webui.photographs import Photographs
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable
from webui.watch.snapshots import Snapshot


class LiveTable(live_table.LiveTable):
    """One table, its journal and its evidence; not for two threads at once."""

    journal: Journal

    def __init__(
        self,
        rules: Ruleset,
        journal: Journal,
        dealer: Seat | None = 0,
        pictures: Photographs | None = None,
        following: Following | None = None,
    ) -> None:
        """As in `engine.follow.live_table`; the pictures are its own."""
        self._photographs = pictures or Photographs()
        super().__init__(rules, journal, dealer, self._photographs, following)

    def see(self, seen: SeenTable) -> tuple[Entry, ...]:
        """Takes one look in and gives the entries it leads to, oldest first."""
        self._photographs.see(seen.picture)
        return self.look(seen.at_s, seen.reading, seen.hidden, seen.tentative)

    def take_snapshots(self) -> tuple[Snapshot, ...]:
        """The evidence pictures of the entries told from the camera since this was last asked, by number.

        The table around the tiles concerned, before and after. Each is handed over once (ask after every
        `see` and `finish`); entries that people or a file told have none, nor has a look that came without
        a picture.
        """
        return self._photographs.handed_over()
