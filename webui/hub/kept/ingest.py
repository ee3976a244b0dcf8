"""Takes in what tables say: one thread listens to the broker, several keep in PostgreSQL.

A table's messages are kept by one thread, so their order stays. What is acknowledged was committed before;
what is lost on the way, with the broker or with the database, is not acknowledged and comes again.
"""

from __future__ import annotations

import queue
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec
import psycopg

from webui.console import warn
from webui.hub.carried.wire import (
    LARGEST_MESSAGE,
    Batch,
    Gone,
    Haves,
    Health,
    Hello,
    HubError,
    checked_name,
    decoded,
    encoded,
    from_table,
    is_signed,
    signing_key,
    topic_down,
)
from webui.hub.kept import keeping
from webui.hub.kept.database import Connection, connect
from webui.hub.kept.keeping import KnownTable

WORKERS = 4
MOST_WAITING = 2000
"""Messages that may wait for one worker; beyond that they are dropped, and the tables send them again."""
AT_ONCE = 64
"""Messages kept with one commit."""
PAUSE_S = 1.0
CLOCK_OFF_S = 120.0
TABLES_AGAIN_S = 5.0
WELL_AGAIN: tuple[keeping.Kind, ...] = ("disorder", "wrong_key", "foreign", "unreadable", "too_large")
"""What is over as soon as a table's entries come as they should."""

Answer = Callable[[str, bytes, bytes], None]
"""Sends a payload to a topic, signed with a key."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message as the broker brought it."""

    topic: str
    payload: bytes
    signature: str = ""


class _Line(msgspec.Struct):
    number: int


class Ingest:
    """The threads that keep what tables say. `instance`: this run of the hub; `now_s`: Unix seconds."""

    def __init__(
        self,
        database: str,
        instance: str,
        answer: Answer,
        *,
        workers: int = WORKERS,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self._queues = [queue.Queue[Said | None](MOST_WAITING) for _ in range(workers)]
        self._threads = [
            threading.Thread(
                target=_Worker(database, instance, answer, now_s, each).run, name="keep", daemon=True
            )
            for each in self._queues
        ]

    def open(self) -> None:
        """Begins keeping."""
        for thread in self._threads:
            thread.start()

    def take(self, said: Said) -> None:
        """A message came; never waits."""
        place = zlib.crc32(said.topic.split("/")[1].encode()) % len(self._queues)
        try:
            self._queues[place].put_nowait(said)
        except queue.Full:
            return  # not acknowledged: the table sends it again

    def close(self) -> None:
        """Keeps what waits, then ends."""
        for each in self._queues:
            each.put(None)
        for thread in self._threads:
            thread.join(timeout=10)


class _Worker:
    def __init__(
        self,
        database: str,
        instance: str,
        answer: Answer,
        now_s: Callable[[], float],
        waiting: queue.Queue[Said | None],
    ) -> None:
        self._database, self._instance, self._answer = database, instance, answer
        self._now_s, self._waiting = now_s, waiting
        self._tables: dict[str, KnownTable] = {}
        self._tables_s = float("-inf")
        self._instances: dict[str, tuple[str, float]] = {}

    def run(self) -> None:
        connection: Connection | None = None
        while (first := self._waiting.get()) is not None:
            several = [first, *self._more()]
            for pause_s in (0.0, PAUSE_S):  # a database that was restarted is there at the second try
                try:
                    connection = connection or connect(self._database)
                    self._keep_all(connection, several)
                    break
                except Exception as wrong:  # nothing ends the keeping; what was not committed comes again
                    warn(f"not kept, the tables will send it again: {str(wrong)[:200]}")
                    _shut(connection)
                    connection = None
                    time.sleep(pause_s)
        _shut(connection)

    def _more(self) -> Iterator[Said]:
        while True:
            try:
                said = self._waiting.get_nowait()
            except queue.Empty:
                return
            if said is None:
                self._waiting.put(None)
                return
            yield said
            if self._waiting.qsize() == 0:
                return

    def _keep_all(self, connection: Connection, several: list[Said]) -> None:
        for start in range(0, len(several), AT_ONCE):
            some = several[start : start + AT_ONCE]
            try:
                self._keep(connection, some)
            except psycopg.Error:
                if connection.closed:
                    raise
                for said in some:
                    self._keep_alone(connection, said)

    def _keep_alone(self, connection: Connection, said: Said) -> None:
        try:
            self._keep(connection, [said])
        except psycopg.Error as wrong:
            if connection.closed:
                raise
            with connection.transaction():
                keeping.note(connection, _name_in(said), "unreadable", str(wrong))

    def _keep(self, connection: Connection, several: list[Said]) -> None:
        answers: list[tuple[KnownTable, Haves]] = []
        with connection.transaction():
            self._know_tables(connection)
            for said in several:
                answers += self._one(connection, said)
        for table, haves in answers:
            self._answer(topic_down(table.name, "have"), encoded(haves), signing_key(table.secret))

    def _know_tables(self, connection: Connection) -> None:
        if time.monotonic() - self._tables_s >= TABLES_AGAIN_S:
            self._tables = keeping.known_tables(connection)
            self._tables_s = time.monotonic()

    def _one(self, connection: Connection, said: Said) -> Iterator[tuple[KnownTable, Haves]]:
        """Keeps one message; what is wrong with it is noted under the name it came by."""
        name, kind = from_table(said.topic) or (_name_in(said), "")
        table = self._tables.get(name)
        try:
            if table is None:
                self._tables_s = float("-inf")  # it may be new
                keeping.note(connection, name, "unknown_table")
            elif len(said.payload) > LARGEST_MESSAGE:
                keeping.note(connection, name, "too_large", f"{len(said.payload):,} bytes")
            elif not is_signed(signing_key(table.secret), said.topic, said.payload, said.signature):
                self._note_wrong_key(connection, table, said)
            else:
                have = self._take(connection, table, kind, said.payload)
                if have is not None:
                    yield table, have
        except HubError as wrong:
            keeping.note(connection, name, "unreadable", str(wrong))

    def _note_wrong_key(self, connection: Connection, table: KnownTable, said: Said) -> None:
        others = (each for each in self._tables.values() if each.number != table.number)
        whose = next(
            (
                e.name
                for e in others
                if is_signed(signing_key(e.secret), said.topic, said.payload, said.signature)
            ),
            None,
        )
        if whose is None:
            keeping.note(connection, table.name, "wrong_key")
        else:
            keeping.note(connection, table.name, "foreign", whose)

    def _take(self, connection: Connection, table: KnownTable, kind: str, payload: bytes) -> Haves | None:
        match kind:
            case "hello":
                hello = decoded(payload, Hello)
                self._watch_instances(connection, table, hello.instance)
                names = [each.journal for each in hello.journals]
                return Haves(self._instance, [keeping.have_of(connection, table, name) for name in names])
            case "entries":
                return self._entries(connection, table, decoded(payload, Batch))
            case "health":
                self._health(connection, table, decoded(payload, Health))
            case "gone":
                keeping.note_gone(connection, table, decoded(payload, Gone).instance)
            case _:
                raise HubError(f"no table says {kind[:40]!r}")
        return None

    def _entries(self, connection: Connection, table: KnownTable, batch: Batch) -> Haves:
        if not _is_in_order(batch):
            keeping.note(connection, table.name, "disorder", f"{batch.journal} from {batch.first}")
            return Haves(self._instance, [keeping.have_of(connection, table, batch.journal)])
        have, fresh = keeping.keep(connection, table, batch)
        if fresh:
            keeping.note_over(connection, table.name, WELL_AGAIN)
        return Haves(self._instance, [have])

    def _health(self, connection: Connection, table: KnownTable, health: Health) -> None:
        keeping.note_health(connection, table, health)
        off_s = health.clock - self._now_s()
        if abs(off_s) > CLOCK_OFF_S:
            keeping.note(connection, table.name, "clock", f"{off_s:.0f} s")
        else:
            keeping.note_over(connection, table.name, ("clock",))
        if health.rewound:
            keeping.note(connection, table.name, "restored", f"{health.rewound}")
        elif not health.waiting:
            keeping.note_over(connection, table.name, ("restored",))
        self._watch_instances(connection, table, health.instance)

    def _watch_instances(self, connection: Connection, table: KnownTable, instance: str) -> None:
        """Two links that speak in turn under one name are two machines with one link file."""
        before, changes = self._instances.get(table.name, (instance, 0.0))
        changes = changes + 1 if before != instance else max(0.0, changes - 0.25)
        self._instances[table.name] = instance, changes
        if changes >= 3:
            keeping.note(connection, table.name, "two_machines")
        elif changes == 0:
            keeping.note_over(connection, table.name, ("two_machines",))


def _is_in_order(batch: Batch) -> bool:
    """Whether each line is the entry of the number it stands at."""
    try:
        numbers = [msgspec.json.decode(line, type=_Line).number for line in batch.lines]
    except msgspec.MsgspecError as wrong:
        raise HubError(f"a line that is no entry: {str(wrong)[:120]}") from wrong
    if any("\x00" in line for line in batch.lines):
        raise HubError("a line with a zero byte")
    return numbers == list(range(batch.first, batch.first + len(numbers)))


def _name_in(said: Said) -> str:
    name = said.topic.split("/")[1] if said.topic.count("/") else ""
    try:
        checked_name(name)
    except HubError:
        return ""
    return name


def _shut(connection: Connection | None) -> None:
    if connection is not None:
        connection.close()
