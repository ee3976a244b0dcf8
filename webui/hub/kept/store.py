"""What the hub's pages read and write in its database, each call a transaction of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from webui.hub.carried.link_file import new_secret
from webui.hub.carried.wire import HubError
from webui.hub.kept import keeping
from webui.hub.kept.database import Connection

AIRED = "greatest(clock_timestamp() - make_interval(secs => delay_s), aired_until)"
"""In the table ``hub``: what came up to then is on the air."""
_ON_AIR = f"""
WITH air AS (SELECT {AIRED} AS until FROM hub)
SELECT DISTINCT ON (tables.id)
  recent.id, tables.id, coalesce(newest.number, 0), header.game, recent.generation
FROM air, tables
CROSS JOIN LATERAL (SELECT id, generation FROM journals WHERE table_id = tables.id AND began <= air.until
  ORDER BY id DESC LIMIT 4) AS recent
CROSS JOIN LATERAL (SELECT game FROM headers WHERE journal_id = recent.id AND came <= air.until
  ORDER BY came DESC LIMIT 1) AS header
LEFT JOIN LATERAL (SELECT number FROM entries WHERE journal_id = recent.id AND came <= air.until
  ORDER BY number DESC LIMIT 1) AS newest ON true
ORDER BY tables.id, (header.game::json->>'ended') IS NOT NULL, recent.id DESC
"""
MOST_CONNECTIONS = 6
PATIENCE_S = 4.0


class DatabaseAway(HubError):
    """The database cannot be reached just now."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the club. `heard`: when it last said how it is, None never; `health` as JSON, "" none."""

    number: int
    site: str
    own: str
    heard: datetime | None
    is_gone: bool
    health: str
    silent_s: float | None

    @property
    def name(self) -> str:
        """``site.table``."""
        return f"{self.site}.{self.own}"


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A journal as the hub keeps it; `last` entries, `game` the header as JSON."""

    number: int
    table: int
    last: int
    game: str
    generation: int


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """Something that is not as it should be under a table's name ("" the hub's own)."""

    table_name: str
    kind: str
    detail: str
    since: datetime
    times: int


@dataclass(frozen=True, slots=True)
class TakenCall:
    """A call for the referee that somebody took."""

    journal: int
    number: int
    referee: str
    taken: datetime


class HubStore:
    """The database at `address`. For several threads."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            address, min_size=1, max_size=MOST_CONNECTIONS, open=False, timeout=PATIENCE_S, check=_is_alive
        )

    def open(self) -> None:
        """Begins to hold connections."""
        self._pool.open()

    def close(self) -> None:
        """Gives them back."""
        self._pool.close()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection, committed at the end. DatabaseAway: there is none. HubError: it cannot keep that."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except (PoolTimeout, psycopg.OperationalError) as wrong:
            raise DatabaseAway(
                "the hub's database cannot be reached; the tables keep all until it can"
            ) from wrong
        except psycopg.DataError as wrong:
            raise HubError(f"the hub cannot keep that: {str(wrong).splitlines()[0][:160]}") from wrong

    def tables(self) -> list[TableRow]:
        """All tables, by site and name."""
        with self.connection() as connection:
            rows = connection.execute(
                "SELECT id, site, name, heard, is_gone, health, extract(epoch FROM now() - heard) FROM tables"
                " ORDER BY site, length(name), name"
            ).fetchall()
        return [
            TableRow(number, site, own, heard, gone, health, None if silent is None else float(silent))
            for number, site, own, heard, gone, health, silent in rows
        ]

    def newest_journals(self) -> dict[int, JournalRow]:
        """The game that is on at each table, or its last, by the table's number."""
        with self.connection() as connection:
            rows = connection.execute(
                "SELECT DISTINCT ON (table_id) id, table_id, number, game, generation FROM journals"
                " ORDER BY table_id, (game::json->>'ended') IS NOT NULL, heard DESC, id DESC"
            ).fetchall()
        return {row[1]: JournalRow(*row) for row in rows}

    def newest_on_air(self) -> dict[int, JournalRow]:
        """The same as spectators of a delayed broadcast see it: as it was when the delay began to run."""
        with self.connection() as connection:
            rows = connection.execute(_ON_AIR).fetchall()
        return {row[1]: JournalRow(*row) for row in rows}

    def lines(self, journal: int, after: int, up_to: int) -> list[str]:
        """A journal's lines above the number `after` and up to another, in order."""
        with self.connection() as connection:
            rows = connection.execute(
                "SELECT line FROM entries WHERE journal_id = %s AND number > %s AND number <= %s"
                " ORDER BY number",
                (journal, after, up_to),
            ).fetchall()
        return [line for (line,) in rows]

    def delay_s(self) -> int:
        """By how much spectators see all tables late."""
        with self.connection() as connection:
            row = connection.execute("SELECT delay_s FROM hub").fetchone()
        return 0 if row is None else int(row[0])

    def set_delay(self, delay_s: int) -> None:
        """From now on so many seconds. What is on the air by now stays there."""
        with self.connection() as connection:
            connection.execute(f"UPDATE hub SET aired_until = {AIRED}, delay_s = %s", (delay_s,))

    def conditions(self) -> list[ConditionRow]:
        """What is not as it should be now."""
        with self.connection() as connection:
            rows = connection.execute(
                "SELECT table_name, kind, detail, since, times FROM conditions"
                " WHERE NOT is_over ORDER BY since"
            ).fetchall()
        return [ConditionRow(*row) for row in rows]

    def put_right(self, table_name: str, kind: str) -> None:
        """Somebody has seen to it; it comes back when it happens again."""
        with self.connection() as connection:
            connection.execute(
                "UPDATE conditions SET is_over = true WHERE table_name = %s AND kind = %s", (table_name, kind)
            )

    def add_table(self, name: str) -> str:
        """Makes a table known and gives its secret; a known one gets another secret."""
        secret = new_secret()
        with self.connection() as connection:
            keeping.add_table(connection, name, secret)
        return secret

    def secrets(self) -> dict[str, str]:
        """The tables' secrets by name."""
        with self.connection() as connection:
            return {name: each.secret for name, each in keeping.known_tables(connection).items()}

    def taken_calls(self) -> dict[tuple[int, int], TakenCall]:
        """Who took which call, by journal and entry."""
        with self.connection() as connection:
            rows = connection.execute("SELECT journal_id, number, referee, taken FROM calls_taken").fetchall()
        return {(row[0], row[1]): TakenCall(*row) for row in rows}

    def take_call(self, journal: int, number: int, referee: str) -> str:
        """The referee takes a call; gives who has it: the first who came."""
        with self.connection() as connection:
            connection.execute(
                "INSERT INTO calls_taken (journal_id, number, referee) VALUES (%s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                (journal, number, referee),
            )
            row = connection.execute(
                "SELECT referee FROM calls_taken WHERE journal_id = %s AND number = %s", (journal, number)
            ).fetchone()
        assert row is not None
        return str(row[0])


def _is_alive(connection: Connection) -> None:
    ConnectionPool.check_connection(connection)
