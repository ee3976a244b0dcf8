"""What spectators see: the table as it was a while ago, the same on every path.

The table is remembered at each change, and what is on the air is the newest of these that is old enough::

    remembered:   12:00:00   12:00:04   12:00:09   ...   12:05:01
    at 12:05:05 with a delay of 300 s:      ^ on the air

A longer delay never takes back what was on the air: it stays there until the delay has caught up with it.
After a start with a delay nothing is on the air until the delay is over.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.journal.record import Entry
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.state import GameState
from webui.app_key import AppKey
from webui.live.camera_state import CameraState
from webui.live.room import Room
from webui.live.tentative import Tentative
from webui.text.story import StoryEntry, doubtful_places

LONGEST_S = 3600
"""An hour: the longest delay of a broadcast."""
BEAT_S = 0.5
"""The table is looked at this often at least while there is a delay."""
BEFORE = "before the broadcast"
"""The session that is on the air while nothing is old enough."""


class ShownTable(Protocol):
    """A table as pages show it: the live one, or the one on the air."""

    @property
    def session(self) -> str: ...
    @property
    def state(self) -> GameState: ...
    @property
    def tentative(self) -> Tentative: ...
    @property
    def rules(self) -> Ruleset: ...
    @property
    def story(self) -> tuple[StoryEntry, ...]: ...
    @property
    def start(self) -> GameState: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...
    @property
    def camera_state(self) -> CameraState: ...
    @property
    def doubtful(self) -> frozenset[str]: ...
    def wait(self, session: str, after: int, timeout_s: float) -> tuple[str, tuple[StoryEntry, ...]]: ...


@dataclass(frozen=True, slots=True)
class Remembered:
    """The table at one moment; `at_s` monotonic."""

    at_s: float
    session: str
    start: GameState
    state: GameState
    story: tuple[StoryEntry, ...]
    names: tuple[str, ...]

    def is_as(self, other: Remembered) -> bool:
        """Whether nothing changed between the two."""
        return (self.session, self.names) == (other.session, other.names) and (
            self.state is other.state and self.story is other.story
        )


class Air:
    """Remembers one table for as long as the delay is. For several threads."""

    def __init__(
        self,
        room: Room,
        names: Callable[[], Sequence[str]],
        delay_s: Callable[[], float],
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`names` of the players by where they sat at first; `delay_s`: the delay as it is set now."""
        self._room, self._names, self._asked_s, self._clock_s = room, names, delay_s, clock_s
        self._lock = threading.Lock()
        self._kept: deque[Remembered] = deque()
        self._delay_s = self._wanted_s
        self._aired_until_s = float("-inf")
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def delay_s(self) -> float:
        """By how much spectators see the table late; 0: at once."""
        self.turn()
        return self._delay_s

    @property
    def _wanted_s(self) -> float:
        return min(max(0.0, self._asked_s()), LONGEST_S)

    def open(self) -> None:
        """Looks at the table from now on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="air", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """No more."""
        self._closing.set()
        self._room.nudge()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def turn(self) -> None:
        """Remembers the table if it changed, takes a changed delay over, and forgets what is long past."""
        with self._lock:
            now_s, wanted_s = self._clock_s(), self._wanted_s
            if not wanted_s and not self._delay_s:
                self._kept.clear()
                return
            if wanted_s != self._delay_s:
                self._change(now_s, wanted_s)
            self._remember(now_s)
            until_s = self._until_s(now_s)
            while len(self._kept) > 1 and self._kept[1].at_s <= until_s:
                self._kept.popleft()

    def shown(self) -> LateTable:
        """What is on the air."""
        return LateTable(self)

    def on_air(self) -> Remembered:
        """The newest that is old enough; before the first an empty table."""
        self.turn()
        with self._lock:
            until_s = self._until_s(self._clock_s())
            old = [each for each in self._kept if each.at_s <= until_s]
        if old:
            return old[-1]
        empty = new_table(self._room.rules, None)
        return Remembered(float("-inf"), BEFORE, empty, empty, (), ("",) * 4)

    def _change(self, now_s: float, wanted_s: float) -> None:
        """What was on the air stays there: without a delay that is all there is by now."""
        if self._delay_s:
            self._aired_until_s = max(self._aired_until_s, now_s - self._delay_s)
        else:
            self._kept.clear()
            self._remember(float("-inf"))
        self._delay_s = wanted_s

    def _until_s(self, now_s: float) -> float:
        return max(now_s - self._delay_s, self._aired_until_s)

    def _remember(self, now_s: float) -> None:
        room = self._room
        session, story = room.wait("", -1, 0.0)
        fresh = Remembered(now_s, session, room.start, room.state, story, tuple(self._names()))
        if not self._kept or not fresh.is_as(self._kept[-1]):
            self._kept.append(fresh)

    def _run(self) -> None:
        while not self._closing.is_set():
            story = self._room.story
            self._room.wait(self._room.session, story[-1].entry.number if story else 0, BEAT_S)
            self.turn()


class LateTable:
    """The table on the air, as pages ask for one."""

    def __init__(self, air: Air) -> None:
        self._air = air

    @property
    def delay_s(self) -> float:
        """How late it is."""
        return self._air.delay_s

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by where they sat at first."""
        return self._air.on_air().names

    @property
    def session(self) -> str:
        """The session's name."""
        return self._air.on_air().session

    @property
    def state(self) -> GameState:
        """The table."""
        return self._air.on_air().state

    @property
    def tentative(self) -> Tentative:
        """The table: what is not told yet is not on the air."""
        return Tentative(self.state, self.state)

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self.state.rules

    @property
    def story(self) -> tuple[StoryEntry, ...]:
        """All entries so far."""
        return self._air.on_air().story

    @property
    def start(self) -> GameState:
        """The table before the first entry."""
        return self._air.on_air().start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The journal so far."""
        return tuple(item.entry for item in self.story)

    @property
    def camera_state(self) -> CameraState:
        """The camera is not on the air."""
        return CameraState(condition="off")

    @property
    def doubtful(self) -> frozenset[str]:
        """Where tiles lie whose face is not certain."""
        return doubtful_places(self.story)

    def wait(self, session: str, after: int, timeout_s: float) -> tuple[str, tuple[StoryEntry, ...]]:
        """The session and its entries numbered above `after`; waits at most `timeout_s` for the first."""
        for pause_s in (timeout_s, 0.0):
            now = self._air.on_air()
            fresh = tuple(item for item in now.story if item.entry.number > after)
            if fresh or now.session != session or not pause_s:
                break
            threading.Event().wait(pause_s)
        return now.session, fresh


def seconds_in(text: str) -> int | None:
    """A delay as people write it; None when it is none."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    return int(text) if int(text) <= LONGEST_S else None


AIR = AppKey[Air]("air")
