"""Whether what the hub keeps is what the tables sent: each journal's chain counted anew."""

from __future__ import annotations

from dataclasses import dataclass

from webui.hub.carried.wire import epoch_of
from webui.hub.kept.database import Connection
from webui.storage.chain import chain_start, chained


@dataclass(frozen=True, slots=True)
class Checked:
    """One journal. `number` entries were acknowledged, `kept` are there; `is_whole`: each is as it came."""

    table: str
    epoch: str
    number: int
    kept: int
    is_whole: bool


def checked_journals(connection: Connection) -> list[Checked]:
    """All journals, by table and age."""
    rows = connection.execute(
        "SELECT journals.id, site, name, journal, generation, number, chain FROM journals"
        " JOIN tables ON tables.id = table_id ORDER BY site, length(name), name, journals.id"
    ).fetchall()
    return [
        _checked(
            connection, int(key), f"{site}.{name}", str(journal), int(generation), int(number), str(chain)
        )
        for key, site, name, journal, generation, number, chain in rows
    ]


def _checked(
    connection: Connection, key: int, table: str, journal: str, generation: int, number: int, chain: str
) -> Checked:
    rows = connection.execute(
        "SELECT number, line FROM entries WHERE journal_id = %s ORDER BY number", (key,)
    ).fetchall()
    is_counted = [each[0] for each in rows] == list(range(1, number + 1))
    is_whole = is_counted and chained(chain_start(journal), [each[1] for each in rows]) == chain
    return Checked(table, epoch_of(journal, generation), number, len(rows), is_whole)
