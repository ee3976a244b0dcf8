"""What single looks found, joined over time; and which look is worth asking the networks about.

Nothing is read again that has not changed: a still table is read a few times, then only compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.table.reading import UNSEEN_S, ZONES, TableReading, TentativeLook
from vision.layout.table import TableGeometry
from vision.pipeline.look import NOTHING, Find, Look, Observed, Place
from vision.track.calm import Settling
from vision.track.steady import SteadyTable

READS_WHEN_CALM, MOST_READS = 3, 8
"""Looks with the networks at a table that does not change; more would say the same. As long as a tile is
neither believed nor given up, there are more, up to the second number."""
LAID = frozenset(name for name in ZONES if name.startswith(("river", "melds", "flowers")))
"""Where a hand lays tiles that everybody is to see at once."""
AWAY_S, AWAY_LOOKS = 10.0, 3.0
"""Nobody has looked for so long, and for as many times as long as between the two looks before: whatever lay
there may be gone. After `UNSEEN_S`, and as many times as long, no zone is known before it is read again."""
BETWEEN_READS_S = 0.4
"""Between two such looks: far enough apart not to share one moment's noise."""


class JoinedLooks:
    """Follows one table from look to look. What it tells is all that is believed; only zones never seen yet
    are hidden in it."""

    def __init__(self, square_mm: float, stacks: int | None) -> None:
        self._steady = SteadyTable(TableGeometry(square_mm=square_mm, stacks=stacks))
        self._never_seen = ZONES
        """Zones that were never seen, or not since somebody looks again."""
        self._reading = NOTHING
        self._reads, self._read_s = 0, float("-inf")
        self._seen_s, self._apart_s = float("inf"), 0.0
        self._unread = ZONES
        """Zones that could not be seen when the networks were last asked, or since somebody looks again."""

    @property
    def geometry(self) -> TableGeometry:
        """What is known of the table's measures."""
        return self._steady.geometry

    def realigned(self, camera_mm: Place) -> None:
        """Called after a new calibration: everything is looked at anew."""
        self._steady.realigned(camera_mm)
        self._reads = 0

    def look_again(self) -> None:
        """Called when another look at a table that does not change would tell more."""
        self._reads = 0

    def faces_anew(self) -> None:
        """Called when tiles are told otherwise than before by all that is known: earlier looks at their faces
        count no more."""
        self._steady.faces_anew()

    def look(self, find: Find, observe: Callable[[], Observed] | None = None) -> Look:
        """What is believed after one more look. When `find` has nothing observed yet, and the look may show
        something that is not known, the tiles and dice are asked for with `observe`."""
        settling = find.settling
        if settling is None:
            return Look(find)
        if settling.look == "failed":
            self._reads = 0
            return Look(find)
        away_s = self._away_s(find.at_s)
        if away_s > UNSEEN_S:
            self._reads, self._unread = 0, ZONES
        if away_s > AWAY_S:
            self._steady.unwatched()
            self._never_seen = ZONES
            return Look(find)  # beside the look before all of it seems to move
        if find.observed is None and observe is not None:
            find = self._asked(find, settling, observe)
        hidden, tentative = frozenset(ZONES - settling.calm), self._tentative(find, settling)
        if find.observed is None or find.is_tentative:
            self._steady.pass_over(settling)
        else:
            self._take(find.at_s, find.observed, settling)
            self._unread = hidden
        # What a hand covered when the table was read is not known before it is read again.
        return Look(find, self._without_rolling_dice(), hidden | self._unread, tentative=tentative)

    def _away_s(self, at_s: float) -> float:
        """How long (s) nobody has looked before this look; 0 where looks come so far apart."""
        before_s, self._apart_s = self._apart_s, max(0.0, at_s - self._seen_s)
        self._seen_s = at_s
        return self._apart_s if self._apart_s > AWAY_LOOKS * before_s else 0.0

    def _asked(self, find: Find, settling: Settling, observe: Callable[[], Observed]) -> Find:
        """The find with what the networks see, where they are worth asking."""
        if self._is_due(find.at_s, settling):
            return replace(find, observed=observe())
        if settling.tentative is not None and LAID & (settling.tentative.calm - settling.calm):
            return replace(find, observed=observe(), is_tentative=True)
        return find

    def _tentative(self, find: Find, settling: Settling) -> TentativeLook | None:
        """What is believed when what a hand has just left counts as still; nothing else changes by it."""
        if find.observed is None or settling.tentative is None:
            return None
        reading = self._steady.copied().update(*find.observed, settling.tentative)
        assert reading is not None, "a look that failed is not read"
        reading = replace(reading, hidden=self._never_seen & reading.hidden)
        return TentativeLook(reading, frozenset(ZONES - settling.tentative.calm))

    def _is_due(self, at_s: float, settling: Settling) -> bool:
        """Whether this look may show something that is not known yet."""
        is_still = not settling.moving and not settling.covered
        if not is_still or settling.lamp:
            self._reads = 0
        # A hand has left a zone that it covered when the table was read.
        is_open_again = bool(self._unread & settling.calm)
        is_first = is_open_again or (is_still and self._reads == 0)
        is_time = is_first or at_s - self._read_s >= BETWEEN_READS_S - 1e-6 or self._steady.has_unclear_dice
        enough = MOST_READS if self._steady.is_undecided else READS_WHEN_CALM
        return bool(settling.calm) and self._reads < enough and is_time

    def _take(self, at_s: float, observed: Observed, settling: Settling) -> None:
        """One more look at the tiles, which has not failed."""
        self._reads, self._read_s = self._reads + 1, at_s
        reading = self._steady.update(*observed, settling)
        assert reading is not None, "a look that failed is not read"
        self._never_seen &= reading.hidden
        self._reading = replace(reading, hidden=self._never_seen)

    def _without_rolling_dice(self) -> TableReading:
        """Dice that something has stirred since they were read may show anything by now."""
        if self._steady.has_rolling_dice and (self._reading.dice or self._reading.is_visible("dice")):
            self._reading = replace(self._reading, dice=(), hidden=self._reading.hidden | {"dice"})
        return self._reading
