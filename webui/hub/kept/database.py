"""The hub's PostgreSQL database: reaching it, and bringing its tables up to this version.

Plain numbered SQL files in ``migrations/`` are applied in order, each once, each whole or not at all.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any, TypeAlias

import psycopg

from webui.hub.carried.wire import HubError

FOLDER = Path(__file__).parent / "migrations"
NUMBERED = re.compile(r"(\d{4})_\w+\.sql")
LOCK = 0x6A616E74
"""Held while the tables are changed, so that two programs do not do it at once."""
INGEST_LOCK = 0x6A616E75
"""Held by the one program that takes entries into this database."""
Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"


def connect(address: str) -> Connection:
    """A connection to the database at `address` (``postgresql://...``); HubError when there is none."""
    try:
        return psycopg.connect(address, connect_timeout=5, application_name="jantaku")
    except psycopg.Error as wrong:
        raise HubError(f"the hub's database cannot be reached: {_one_line(wrong)}") from wrong


def migrations() -> list[tuple[int, Path]]:
    """The files of this version, by number."""
    found = ((NUMBERED.fullmatch(path.name), path) for path in FOLDER.glob("*.sql"))
    return sorted((int(match[1]), path) for match, path in found if match)


def migrate(connection: Connection) -> int:
    """Brings the database up to this version and gives its number; HubError when it is of a newer one."""
    try:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            connection.execute("CREATE TABLE IF NOT EXISTS version (number integer PRIMARY KEY)")
            done = connection.execute("SELECT coalesce(max(number), 0) FROM version").fetchone()
            at = 0 if done is None else int(done[0])
            newest = migrations()[-1][0]
            if at > newest:
                raise HubError(f"the hub's database is of a newer Jantaku ({at}, this one knows {newest})")
            for number, path in migrations():
                if number > at:
                    connection.execute(path.read_bytes())
                    connection.execute("INSERT INTO version VALUES (%s)", (number,))
            if at == 0:
                connection.execute("INSERT INTO hub (id) VALUES (%s)", (secrets.token_hex(8),))
    except psycopg.Error as wrong:
        raise HubError(f"the hub's database cannot be brought up to date: {_one_line(wrong)}") from wrong
    return newest


def hub_id(connection: Connection) -> str:
    """The identity of the hub whose database this is. HubError: the database is not one of Jantaku's."""
    row = connection.execute("SELECT id FROM hub").fetchone()
    if row is None:
        raise HubError("the hub's database has no identity; it was not made by Jantaku")
    return str(row[0])


def hold_ingest(connection: Connection) -> None:
    """Takes the place of the one program that takes entries in, for as long as the connection lasts.

    HubError when another has it."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", (INGEST_LOCK,)).fetchone()
    connection.commit()
    if row is None or not row[0]:
        raise HubError("another hub takes entries into this database already; stop it first")


def _one_line(wrong: Exception) -> str:
    return " ".join(str(wrong).split())[:200]
