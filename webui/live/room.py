"""The one table this server tells of: its entries, what its camera says, and who waits for news of either."""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.journal.amending import Difference, difference
from engine.journal.record import Entry, Source
from engine.journal.recount import Change
from engine.ruleset import Ruleset
from engine.table.events import Event, Seat
from engine.table.reading import TableReading
from engine.table.state import GameState
from webui.following import Following
from webui.live.camera_state import CameraState, Condition, looked
from webui.live.entering import east_told, entered
from webui.live.evidence import EvidenceReader, keep
from webui.live.pins import Pins
from webui.live.session import Session
from webui.live.table_clock import TableClock
from webui.live.tentative import Shown, Tentative
from webui.live_table import LiveTable
from webui.mishaps import Mishaps
from webui.text.story import StoryEntry, doubtful_places
from webui.watch.preview import Preview
from webui.watch.seen_table import SeenTable
from webui.watch.snapshots import Snapshot


class Room:
    """Holds the live table; whatever happens to it passes here, one at a time, and wakes waiting streams.

    Two locks, always taken in this order: `_acting` while the table thinks, `_changed` only while what others
    read is exchanged, so that no page waits for an inference.
    """

    def __init__(
        self, open_session: Callable[[], Session], machine_s: Callable[[], float] = time.monotonic
    ) -> None:
        """`open_session` opens a new session, or takes up the one whose journal is there. `machine_s`: the
        clock that what people do is timed by."""
        self._open_session, self._machine_s = open_session, machine_s
        self._acting = threading.Lock()
        self._changed = threading.Condition()
        self.mishaps = Mishaps("following the table")
        """What went wrong behind looks, and was survived."""
        opened = open_session()
        self._following, self._session = Following(opened.table, self.mishaps), opened.name
        self._evidence = opened.evidence
        self._is_shut = False
        self._watch = 0
        self._shown = Shown.of(self._table)
        self._camera_state = CameraState()
        self._clock = self._started_clock()
        self._news = 0
        self.pins = Pins()
        self.preview: Preview | None = None
        """The newest picture of the camera itself."""
        self.reading: TableReading | None = None
        """What the newest look read."""
        self.keep_record: Callable[[LiveTable], None] | None = None
        """Told of the table whenever it tells something new: it is being recorded."""

    @property
    def _table(self) -> LiveTable:
        return self._following.table

    @property
    def session(self) -> str:
        """Changes whenever the table starts anew, so that a listener knows its numbers no longer count."""
        return self._session

    @property
    def state(self) -> GameState:
        """The table as it is now."""
        return self._shown.tentative.entered

    @property
    def tentative(self) -> Tentative:
        """The table with what is thought of and not told yet."""
        return self._shown.tentative

    @property
    def rules(self) -> Ruleset:
        """What is played at the table."""
        return self.state.rules

    @property
    def story(self) -> tuple[StoryEntry, ...]:
        """All entries so far with what is told of each."""
        return self._shown.story

    @property
    def camera_state(self) -> CameraState:
        """What is known of camera and detector."""
        return self._camera_state

    @property
    def evidence(self) -> EvidenceReader:
        """The pictures beside the journal."""
        return self._evidence

    @property
    def start(self) -> GameState:
        """The table before the first entry; while nobody knows who is East it says so."""
        return self._shown.start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The journal."""
        return self._table.entries

    @property
    def now_s(self) -> float:
        """The table's own time: seconds as in the journal, going on between looks and without a camera."""
        return self._clock.at(self._machine_s())

    @property
    def doubtful(self) -> frozenset[str]:
        """Where tiles lie whose face is not certain."""
        return doubtful_places(self.story)

    def begin(self) -> None:
        """Closes this session and opens a new one; if it cannot be opened now, the next look tries again."""
        with self._acting:
            self._begin()

    def _begin(self) -> None:
        self._table.close()
        self._evidence.close()
        self._is_shut = True
        opened = self._open_session()
        self._is_shut = False
        self._following = Following(opened.table, self.mishaps)
        self._evidence = opened.evidence
        shown = Shown.of(self._table)
        with self._changed:
            self._session, self._shown = opened.name, shown
            self._camera_state = CameraState(look=self._camera_state.look)
            self._clock = self._started_clock()
            self._changed.notify_all()

    def close(self) -> None:
        """Gives the journal back."""
        with self._acting:
            self._table.close()
            self._evidence.close()

    def new_watch(self) -> int:
        """The number of a new vision process: from now on nothing is taken from any before it."""
        with self._changed:
            self._watch += 1
            return self._watch

    def see(self, seen: SeenTable, watch: int | None = None) -> None:
        """Takes one look in; what goes wrong behind it costs this look alone, and the camera's state says so.
        A look by another vision process than that of `watch`, or from before this session, is dropped."""
        with self._changed:
            if watch not in (None, self._watch):
                return
            session, self.reading = self._session, seen.reading
            self._camera_state = looked(self._camera_state, seen, time.monotonic())
            self._clock = self._clock.heard(seen.at_s, self._machine_s())
        kept = None
        with self._acting:
            if self._is_shut:
                self._begin_again()
            elif session == self._session and watch in (None, self._watch):
                kept = self._followed(self._following.see(seen))
        if kept is not None:
            self._keep(*kept, seen)

    def finish(self, watch: int | None = None) -> None:
        """The recording is over."""
        kept = None
        with self._acting:
            if not self._is_shut and watch in (None, self._watch):
                kept = self._followed(self._following.finish())
        if kept is not None:
            self._keep(*kept)
        self.set_condition("ended", watch=watch)

    def _begin_again(self) -> None:
        try:
            self._begin()
        except Exception as wrong:  # looks go on, and this is tried with every look
            said = self.mishaps.survived(wrong)
            with self._changed:
                self._camera_state = self._camera_state.shut(wrong, said)

    def _followed(self, entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], tuple[Snapshot, ...]]:
        """Tells what a look led to, and hands over its pictures."""
        self._tell()
        with self._changed:
            self._camera_state = replace(self._camera_state, trouble=self._following.trouble)
        return entries, self._table.take_snapshots()

    def _keep(
        self, entries: tuple[Entry, ...], snapshots: tuple[Snapshot, ...], seen: SeenTable | None = None
    ) -> None:
        with self.mishaps.contained():  # a picture that cannot be made or kept costs no entry
            keep(self._evidence, entries, snapshots, seen)

    def record(
        self,
        source: Source,
        events: Sequence[Event],
        amends: int | None = None,
        at_s: float | None = None,
        *,
        by: str = "",
        note: str = "",
        also: Sequence[Change] = (),
    ) -> Entry:
        """What a person says happened; `amends` names the entry it replaces. `at_s`: when, None for now.
        `by`: who says so; `note`: why; `also`: other entries he changes by the same word, or not at all.

        What later entries concluded from the amended one is concluded again, one more amendment each.
        SaidError: who is East must be known for it."""
        with self._acting:
            self._shown.check(events)
            at_s, told_at = self.now_s if at_s is None else at_s, round(time.time(), 3)
            said = Entry(0, at_s, source, tuple(events), amends, by=by, note=note, told_at=told_at)
            if self._is_shut:
                self._begin()
            entry = entered(self._following, said, also)
            self.pins.said(self.state, self._table.state, self.reading)
            self._tell()
            return entry

    def tell_east(self, seat: Seat | None, by: str = "") -> Entry:
        """A person says who is East, or that nobody knows (None), whatever was told. SaidError: it is too
        late."""
        with self._acting:
            if self._is_shut:
                self._begin()
            said = Entry(0, self.now_s, "player", (), by=by, told_at=round(time.time(), 3))
            entry = east_told(self._following, seat, said)
            self._tell()
            return entry

    def difference(self, number: int, events: Sequence[Event]) -> Difference:
        """What amending entry `number` to `events` would change; nothing is written."""
        with self._acting:
            start, entries = self._table.unsaid, self._table.entries
        return difference(start, entries, number, events)

    def set_condition(self, condition: Condition, message: str = "", watch: int | None = None) -> None:
        """Says whether the camera still looks; only the vision process of `watch` is heard."""
        with self._changed:
            if watch in (None, self._watch):
                self._camera_state = replace(self._camera_state, condition=condition, message=message)
                self._changed.notify_all()

    def take_preview(self, preview: Preview, watch: int) -> None:
        """The newest picture of the camera itself, by the vision process of `watch`."""
        with self._changed:
            if watch == self._watch:
                self.preview = preview

    def nudge(self) -> None:
        """Wakes whoever waits: something is to be told that is no entry."""
        with self._changed:
            self._news += 1
            self._changed.notify_all()

    def wait(self, session: str, after: int, timeout_s: float) -> tuple[str, tuple[StoryEntry, ...]]:
        """The session and its entries numbered above `after`; waits at most `timeout_s` for the first, or for
        a nudge."""
        with self._changed:
            news = self._news
            self._changed.wait_for(
                lambda: self._session != session or self._shown.newest > after or self._news != news,
                timeout_s,
            )
            known = bisect_right(self.story, after, key=lambda line: line.entry.number)
            return self._session, self.story[known:]

    def _started_clock(self) -> TableClock:
        return TableClock(self._machine_s() - self._table.at_s)

    def _tell(self) -> None:
        """Takes over what the table has that was not told yet; one act may bring several entries."""
        fresh = self._table.entries[len(self.story) :]
        if fresh and self.keep_record is not None:
            with self.mishaps.contained():  # a recording that cannot be written costs no entry
                self.keep_record(self._table)
        shown = self._shown.further(self._table, self.mishaps)
        with self._changed:
            self._news += not shown.is_drawn_as(self._shown)
            self._shown = shown
            self._changed.notify_all()
