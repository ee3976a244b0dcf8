"""What the hub keeps of what tables say: entries exactly once and in order, health, and what is wrong.

All within the caller's transaction; nothing is acknowledged before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from webui.hub.carried.wire import Batch, Have, Health, checked_name, digest_of, encoded, epoch_of
from webui.hub.kept.database import Connection
from webui.storage.chain import chain_start, chained

Kind = Literal[
    "unknown_table",
    "wrong_key",
    "foreign",
    "unreadable",
    "too_large",
    "disorder",
    "replaced",
    "clock",
    "restored",
    "two_machines",
    "two_hubs",
]
"""What can be wrong; each has its words on the page (``hub.condition_...``)."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table the hub made a link file for."""

    number: int
    name: str
    secret: str


@dataclass(frozen=True, slots=True)
class _Journal:
    number: int
    generation: int
    last: int
    chain: str
    game: str

    def have(self, journal: str) -> Have:
        return Have(journal, self.generation, self.last, self.chain, self.game)


def known_tables(connection: Connection) -> dict[str, KnownTable]:
    """All tables by their names."""
    rows = connection.execute("SELECT id, site, name, secret FROM tables ORDER BY site, name").fetchall()
    return {f"{site}.{name}": KnownTable(number, f"{site}.{name}", key) for number, site, name, key in rows}


def add_table(connection: Connection, name: str, secret: str) -> KnownTable:
    """Makes a table known, or gives a known one another secret; HubError when the name is none."""
    site, own = checked_name(name)
    row = connection.execute(
        "INSERT INTO tables (site, name, secret) VALUES (%s, %s, %s)"
        " ON CONFLICT (site, name) DO UPDATE SET secret = excluded.secret RETURNING id",
        (site, own, secret),
    ).fetchone()
    assert row is not None
    return KnownTable(int(row[0]), name, secret)


def have_of(connection: Connection, table: KnownTable, journal: str) -> Have:
    """What the hub keeps of the newest generation of a journal."""
    row = _row(connection, table, journal, None)
    return Have(journal, 0, 0, "") if row is None else row.have(journal)


def keep(connection: Connection, table: KnownTable, batch: Batch) -> tuple[Have, int]:
    """Keeps what is new in `batch`; what the hub has of the journal then, and how many entries were new.

    A batch that does not follow on what is kept changes nothing: the table goes on from the answer."""
    game, digest = encoded(batch.game).decode(), digest_of(batch.game)
    row = _row(connection, table, batch.journal, batch.generation)
    if row is None:
        if batch.first != 1:
            return have_of(connection, table, batch.journal), 0
        row = _begun(connection, table, batch, game, digest)
    fresh = _fresh(row, batch)
    if fresh is None:
        return have_of(connection, table, batch.journal), 0
    chain = chained(row.chain, fresh)
    if fresh:
        _insert(connection, row, fresh)
    if row.last == 0 or digest != row.game:
        _note_header(connection, row, game)
    connection.execute(
        "UPDATE journals SET number = %s, chain = %s, game = %s, game_digest = %s, heard = now()"
        " WHERE id = %s",
        (row.last + len(fresh), chain, game, digest, row.number),
    )
    return Have(batch.journal, batch.generation, row.last + len(fresh), chain, digest), len(fresh)


def note_health(connection: Connection, table: KnownTable, health: Health) -> None:
    """The table is there, and says how it is."""
    connection.execute(
        "UPDATE tables SET heard = now(), is_gone = false, instance = %s, health = %s WHERE id = %s",
        (health.instance, encoded(health).decode(), table.number),
    )


def note_gone(connection: Connection, table: KnownTable, instance: str) -> None:
    """The table's link has gone; one that came back meanwhile is not."""
    connection.execute(
        "UPDATE tables SET is_gone = true WHERE id = %s AND instance = %s",
        (table.number, instance),
    )


def note(connection: Connection, table_name: str, kind: Kind, detail: str = "") -> None:
    """Something is wrong with what comes under that table's name ("" for the hub as such)."""
    connection.execute(
        "INSERT INTO conditions (table_name, kind, detail) VALUES (%s, %s, %s)"
        " ON CONFLICT (table_name, kind) DO UPDATE SET seen = now(), detail = excluded.detail,"
        " is_over = false, times = conditions.times + 1,"
        " since = CASE WHEN conditions.is_over THEN now() ELSE conditions.since END",
        (table_name[:100], kind, detail[:500]),
    )


def note_over(connection: Connection, table_name: str, kinds: Iterable[Kind]) -> None:
    """That is well again."""
    connection.execute(
        "UPDATE conditions SET is_over = true WHERE table_name = %s AND kind = ANY(%s) AND NOT is_over",
        (table_name, list(kinds)),
    )


def _row(connection: Connection, table: KnownTable, journal: str, generation: int | None) -> _Journal | None:
    row = connection.execute(
        "SELECT id, generation, number, chain, game_digest FROM journals WHERE table_id = %s AND journal = %s"
        " AND generation = coalesce(%s, generation) ORDER BY generation DESC LIMIT 1 FOR UPDATE",
        (table.number, journal, generation),
    ).fetchone()
    return None if row is None else _Journal(*row)


def _begun(connection: Connection, table: KnownTable, batch: Batch, game: str, digest: str) -> _Journal:
    row = connection.execute(
        "INSERT INTO journals (table_id, journal, generation, chain, game, game_digest)"
        " VALUES (%s, %s, %s, %s, %s, %s) RETURNING id",
        (table.number, batch.journal, batch.generation, chain_start(batch.journal), game, digest),
    ).fetchone()
    assert row is not None
    if batch.generation > 1:
        note(connection, table.name, "replaced", epoch_of(batch.journal, batch.generation))
    return _Journal(int(row[0]), batch.generation, 0, chain_start(batch.journal), digest)


def _note_header(connection: Connection, row: _Journal, game: str) -> None:
    """What is known of the game from now on: spectators of a broadcast hear of it later."""
    connection.execute(
        "INSERT INTO headers (journal_id, game) VALUES (%s, %s)"
        " ON CONFLICT (journal_id, came) DO UPDATE SET game = excluded.game",
        (row.number, game),
    )


def _fresh(row: _Journal, batch: Batch) -> list[str] | None:
    """The lines beyond what is kept; None when there is a gap, or what is kept went another way."""
    known = row.last + 1 - batch.first
    if known < 0:
        return None
    if known <= len(batch.lines) and chained(batch.before, batch.lines[:known]) != row.chain:
        return None
    return batch.lines[known:]


def _insert(connection: Connection, row: _Journal, lines: list[str]) -> None:
    """The key is (site, table, epoch, number): an entry that is there already is not entered twice."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO entries (journal_id, number, line)"
            " SELECT %s, number, line FROM unnest(%s::integer[], %s::text[]) AS fresh (number, line)"
            " ON CONFLICT DO NOTHING",
            (row.number, list(range(row.last + 1, row.last + 1 + len(lines))), lines),
        )
