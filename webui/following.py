"""A live table that goes on whatever goes wrong behind a look.

That look is left out, the table is taken up again from its journal, and the next look is taken as any other.
When looks keep failing it waits longer and longer between two tries, by the looks' own clock::

    look  look  look(fails)  look(fails)  . . .  look(fails)  . . . . . .  look  look
                  left out     left out   0.5 s                1 s, 2 s .. 8 s
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from engine.follow.tell.no_wall import NoWall
from engine.journal.record import Entry
from engine.tiles import EngineError
from webui.live_table import LiveTable
from webui.mishaps import Mishaps
from webui.storage.journal import CannotKeep
from webui.watch.seen_table import SeenTable

TroubleKind = Literal["following", "full", "disk", "no_wall"]
"""What stopped: the thinking, or the journal, because the disk is full or because it takes nothing; or too
little of the wall is found for a deal to begin."""
AT_ONCE = 2
"""So many looks may fail one after the other before the tries become rarer."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 8.0


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why looks are not followed now: `since` when (Unix s), how many were left out, and what was said."""

    kind: TroubleKind
    since: float
    looks: int
    said: str

    @property
    def is_lasting(self) -> bool:
        """Whether people should hear of it: one look alone is soon made good."""
        return self.kind != "following" or self.looks >= AT_ONCE


class Following:
    """One live table and what went wrong behind its looks; not for two threads at once."""

    def __init__(self, table: LiveTable, mishaps: Mishaps, clock: Callable[[], float] = time.time) -> None:
        """`clock`: the time of day, Unix s."""
        self.table, self._mishaps, self._clock = table, mishaps, clock
        self._failing: Trouble | None = None
        self._no_wall = NoWall()
        self._unbegun: Trouble | None = None
        self._failed_s, self._wait_s, self._is_torn = 0.0, 0.0, False

    @property
    def trouble(self) -> Trouble | None:
        """What keeps looks from being followed; None while all is well."""
        return self._failing or self._unbegun

    def see(self, seen: SeenTable) -> tuple[Entry, ...]:
        """Takes one look in and gives the entries it led to, oldest first."""
        if 0 <= seen.at_s - self._failed_s < self._wait_s:
            self._count_one_more()
            return ()
        return self._tried(lambda: self._looked(seen), seen.at_s)

    def finish(self) -> tuple[Entry, ...]:
        """The recording is over."""
        return self._tried(self.table.finish, self.table.at_s)

    def person_acts(self) -> None:
        """Somebody enters something: what could not be followed may be followed now."""
        self._wait_s, self._unbegun = 0.0, None
        if self._is_torn:
            self._take_up_again()

    def mend(self, wrong: Exception) -> None:
        """Something other than a look went wrong at the table: it is taken up again from its journal."""
        if not isinstance(wrong, EngineError | CannotKeep):
            self._mishaps.survived(wrong)
            self._take_up_again()

    def _looked(self, seen: SeenTable) -> tuple[Entry, ...]:
        entries = self.table.see(seen)
        is_unbegun = self._no_wall.look(seen.at_s, self.table.state, seen.reading)
        asked = self._unbegun or Trouble("no_wall", self._clock(), 0, "")
        self._unbegun = asked if is_unbegun else None
        return entries

    def _tried(self, act: Callable[[], tuple[Entry, ...]], at_s: float) -> tuple[Entry, ...]:
        count = len(self.table.entries)
        try:
            if self._is_torn:
                self._take_up_again()
            entries = act()
        except Exception as wrong:  # whatever it is, it costs this look and no more
            self._stumbled(wrong, at_s)
            return self.table.entries[count:]  # what was written before it went wrong stays written
        if entries or not self._is_disk_shut(at_s):
            self._failing, self._wait_s = None, 0.0
        return entries

    def _is_disk_shut(self, at_s: float) -> bool:
        """Whether the disk still takes nothing; a look that leads to no entry does not tell."""
        if self._failing is None or self._failing.kind == "following":
            return False
        try:
            self.table.journal.remember("asked", "is there room?")
        except CannotKeep as wrong:
            self._put_off(wrong, self._mishaps.survived(wrong), at_s)
            return True
        return False

    def _stumbled(self, wrong: Exception, at_s: float) -> None:
        self._put_off(wrong, self._mishaps.survived(wrong), at_s)
        self._is_torn = True
        try:
            self._take_up_again()
        except Exception as also_wrong:  # the journal cannot be read either: tried again with the next look
            self._mishaps.survived(also_wrong)

    def _put_off(self, wrong: Exception, said: str, at_s: float) -> None:
        """The next try is later the more looks have failed."""
        before = self._failing
        since, looks = (self._clock(), 0) if before is None else (before.since, before.looks)
        self._failing, self._failed_s = Trouble(_kind_of(wrong), since, looks + 1, said), at_s
        if self._failing.looks > AT_ONCE:
            self._wait_s = min(max(FIRST_WAIT_S, self._wait_s * 2), LONGEST_WAIT_S)

    def _take_up_again(self) -> None:
        self.table = self.table.taken_up_again()
        self._is_torn = False

    def _count_one_more(self) -> None:
        if self._failing is not None:
            self._failing = replace(self._failing, looks=self._failing.looks + 1)
            self._mishaps.one_more()


def _kind_of(wrong: Exception) -> TroubleKind:
    match wrong:
        case CannotKeep(is_full=True):
            return "full"
        case CannotKeep():
            return "disk"
    return "following"
