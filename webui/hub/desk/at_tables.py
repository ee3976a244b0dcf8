"""What the desk tells the tables, and what their journals tell the desk."""

from __future__ import annotations

import json
from collections.abc import Iterator

from webui.hub.desk.rows import Tournament
from webui.hub.desk.standing import Sitting
from webui.hub.kept.folds import Folds, Followed
from webui.hub.kept.store import HubStore
from webui.scores.store.ledger import ledger_of
from webui.scores.store.ranking import with_sticks


def tell_tables(store: HubStore, tournament: Tournament, round_: int) -> int:
    """Tells the tables who sits there in that round, the first at the hub's first table, and so on;
    how many were told."""
    names = {each.number: each.name for each in tournament.entrants}
    sittings = [each for each in tournament.sittings if each.round == round_]
    tables = store.tables()
    with store.connection() as connection:
        for sitting, table in zip(sittings, tables, strict=False):
            fields = {
                "names": [names[one] for one in sitting.seats],
                "title": f"{tournament.name} · {round_} · {sitting.place}",
                "rules": tournament.rules.name,
            }
            row = connection.execute(
                "INSERT INTO seats_sent (table_id, told) VALUES (%s, %s) RETURNING number",
                (table.number, json.dumps(fields, ensure_ascii=False)),
            ).fetchone()
            connection.execute(
                "UPDATE sittings SET assignment = %s WHERE tournament_id = %s AND round = %s AND place = %s",
                (row and row[0], tournament.number, round_, sitting.place),
            )
    return min(len(sittings), len(tables))


def ended_at_tables(folds: Folds, tournament: Tournament) -> Iterator[tuple[Sitting, tuple[int, ...]]]:
    """The sittings without a result whose game has ended at a table, with its points."""
    due = {each.assignment: each for each in tournament.sittings if each.points is None and each.assignment}
    for game in folds.look().values() if due else ():
        number = assignment_in(game.header.note)
        if number in due and game.header.ended is not None and game.start is not None:
            yield due[number], points_of(game)


def points_of(game: Followed) -> tuple[int, ...]:
    """What a game that has ended came to, with the sticks left over; `start` must be known."""
    assert game.start is not None
    ledger = ledger_of(game.start, game.entries)
    return with_sticks(ledger.state, ledger.totals)


def assignment_in(note: str) -> int | None:
    """The number at the beginning of a game's note, as the table's page writes it: ``#12 Open · 2 · 5``."""
    first = note.split(" ", 1)[0]
    return int(first[1:]) if first.startswith("#") and first[1:].isdigit() and len(first) < 11 else None
