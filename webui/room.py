"""The one table this server tells of: its entries, what its camera says, and who waits for news of either."""

from __future__ import annotations

import secrets
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.amending import Difference, amending, difference
from engine.events import Event, Seat
from engine.reading import TableReading
from engine.record import Entry, Source
from engine.recount import Change
from engine.ruleset import Ruleset
from engine.state import GameState
from webui.evidence import Evidence, EvidenceReader, evidence_path, keep
from webui.glimpse import Glimpse
from webui.journal import Journal
from webui.live_table import LiveTable
from webui.looking import SeenTable
from webui.sight import Condition, Sight
from webui.story import Told, doubtful_places, retold, told
from webui.table_clock import TableClock


@dataclass(frozen=True, slots=True)
class Session:
    """A table and the name of its session, which stays the same as long as its journal does."""

    table: LiveTable
    name: str
    evidence: Evidence


def new_session(rules: Ruleset, journal: Journal, dealer: Seat | None = 0) -> Session:
    """The session kept in `journal`, which gets a name when it is new."""
    name = journal.about("session")
    if name is None:
        name = secrets.token_hex(4)
        journal.remember("session", name)
    evidence = Evidence(None if journal.path is None else evidence_path(journal.path))
    return Session(LiveTable(rules, journal, dealer), name, evidence)


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
        opened = open_session()
        self._table, self._session = opened.table, opened.name
        self._evidence = opened.evidence
        self._state = self._table.state
        self._story = retold(self._table.start, self._table.entries)
        self._sight = Sight()
        self._clock = self._started_clock()
        self._news = 0
        self.glimpse: Glimpse | None = None
        """The newest picture of the camera itself."""
        self.reading: TableReading | None = None
        """What the newest look read."""
        self.keep_record: Callable[[LiveTable], None] | None = None
        """Told of the table whenever it tells something new: it is being recorded."""

    @property
    def session(self) -> str:
        """Changes whenever the table starts anew, so that a listener knows its numbers no longer count."""
        return self._session

    @property
    def state(self) -> GameState:
        """The table as it is now."""
        return self._state

    @property
    def rules(self) -> Ruleset:
        """What is played at the table."""
        return self._state.rules

    @property
    def story(self) -> tuple[Told, ...]:
        """All entries so far with what is told of each."""
        return self._story

    @property
    def sight(self) -> Sight:
        """What is known of camera and detector."""
        return self._sight

    @property
    def evidence(self) -> EvidenceReader:
        """The pictures beside the journal."""
        return self._evidence

    @property
    def start(self) -> GameState:
        """The table before the first entry."""
        return self._table.start

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
        return doubtful_places(self._story)

    def begin(self) -> None:
        """Closes this session and opens a new one."""
        with self._acting:
            self._table.close()
            self._evidence.close()
            opened = self._open_session()
            self._table = opened.table
            self._evidence = opened.evidence
            story = retold(self._table.start, self._table.entries)
            with self._changed:
                self._session = opened.name
                self._state, self._story = self._table.state, story
                self._sight = Sight(look=self._sight.look)
                self._clock = self._started_clock()
                self._changed.notify_all()

    def close(self) -> None:
        """Gives the journal back."""
        with self._acting:
            self._table.close()
            self._evidence.close()

    def see(self, seen: SeenTable) -> None:
        """Takes one look in."""
        self.reading = seen.reading
        with self._changed:
            now_s = time.monotonic()
            self._sight = _looked(self._sight, seen, now_s)
            self._clock = self._clock.heard(seen.at_s, self._machine_s())
        with self._acting:
            entries = self._table.see(seen)
            self._tell()
        keep(self._evidence, entries, self._table.take_snapshots(), seen)

    def finish(self) -> None:
        """The recording is over."""
        with self._acting:
            entries = self._table.finish()
            self._tell()
        keep(self._evidence, entries, self._table.take_snapshots())
        self.set_condition("ended")

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
        `by`: who says so; `note`: why, in his words; `also`: other entries he changes by the same word,
        written with it or not at all.

        What later entries concluded from the amended one is concluded again, one more amendment each."""
        with self._acting:
            at_s, told_at = self.now_s if at_s is None else at_s, round(time.time(), 3)
            said = Entry(0, at_s, source, tuple(events), amends, by=by, note=note, told_at=told_at)
            if amends is None and not also:
                entry = self._table.record(source, events, None, at_s, by=by, note=note, told_at=told_at)
            else:
                entry = self._amend(said, also)
            self._tell()
            return entry

    def difference(self, number: int, events: Sequence[Event]) -> Difference:
        """What amending entry `number` to `events` would change; nothing is written."""
        with self._acting:
            start, entries = self._table.start, self._table.entries
        return difference(start, entries, number, events)

    def _amend(self, said: Entry, also: Sequence[Change]) -> Entry:
        """What was said, with the amendments and all that follows from them, written at once."""
        wanted = [*also, *([] if said.amends is None else [(said.amends, said.events)])]
        *before, (what, events) = wanted
        thought = amending(self._table.start, self._table.entries, what, events, before)
        number = self._table.entries[-1].number + len(wanted)
        written = [
            replace(said, events=each, amends=what)
            if place < len(wanted)
            else replace(said, events=each, amends=what, note="", follows=number)
            for place, (what, each) in enumerate(thought.changes)
        ]
        if said.amends is None:
            written.append(said)
        place = len(wanted) - 1 if said.amends is not None else len(written) - 1
        return self._table.take_in(written)[place]

    def set_condition(self, condition: Condition, message: str = "") -> None:
        """Says what became of the looking."""
        with self._changed:
            self._sight = replace(self._sight, condition=condition, message=message)
            self._changed.notify_all()

    def nudge(self) -> None:
        """Wakes whoever waits: something is to be told that is no entry."""
        with self._changed:
            self._news += 1
            self._changed.notify_all()

    def wait(self, session: str, after: int, timeout_s: float) -> tuple[str, tuple[Told, ...]]:
        """The session and its entries numbered above `after`; waits at most `timeout_s` for the first, or for
        a nudge."""
        with self._changed:
            news = self._news
            self._changed.wait_for(
                lambda: self._session != session or self._newest > after or self._news != news, timeout_s
            )
            return self._session, self._story[bisect_right(self._story, after, key=_number) :]

    def _started_clock(self) -> TableClock:
        return TableClock(self._machine_s() - self._table.at_s)

    @property
    def _newest(self) -> int:
        return self._story[-1].entry.number if self._story else 0

    def _tell(self) -> None:
        """Takes over what the table has that was not told yet; one act may bring several entries."""
        fresh = self._table.entries[len(self._story) :]
        if fresh and self.keep_record is not None:
            self.keep_record(self._table)
        if any(entry.amends is not None for entry in fresh):
            story = retold(self._table.start, self._table.entries)
        else:
            story = self._story + told(self._table.start, self._story, fresh)
        with self._changed:
            self._state, self._story = self._table.state, story
            if fresh:
                self._changed.notify_all()


def _number(item: Told) -> int:
    return item.entry.number


def _looked(before: Sight, seen: SeenTable, now_s: float) -> Sight:
    """The sight after one more look; the rate is a mean over the last few."""
    between_s = max(now_s - before.came_at_s, 0.001)
    if before.looks_per_s:
        # The mean is taken of the waits: looks that come in a burst must not count as a high rate.
        between_s = 0.8 / before.looks_per_s + 0.2 * between_s
    problem = str(seen.status.get("problem") or "")
    is_blind = bool(problem) or seen.status.get("look") == "failed"
    return Sight(
        condition="blind" if is_blind else "watching",
        message=problem,
        look=before.look + 1,
        came_at_s=now_s,
        looks_per_s=1 / between_s if before.look else 0.0,
        picture=seen.overlay or before.picture,
        picture_number=before.picture_number + (seen.overlay is not None),
        spots=seen.spots or before.spots,
        hidden=tuple(sorted(seen.hidden)),
        details=seen.status,
    )
