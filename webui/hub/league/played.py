"""What each finished game of the hub's tables came to, kept so that a league need not fold them all again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import msgspec
from psycopg.rows import class_row

from engine.rules import load_ruleset
from webui.hub.carried.wire import GameHeader
from webui.hub.desk.at_tables import assignment_in
from webui.hub.desk.standing import game_results
from webui.hub.kept.folds import Folds, Followed
from webui.hub.kept.store import AIRED, HubStore, JournalRow
from webui.scores.store.booked import evening_of
from webui.scores.store.ledger import ledger_of
from webui.scores.store.ranking import ranking

MOST_AT_ONCE = 50
"""Games folded while one page is asked for; the next one goes on."""
_DUE = """
SELECT id, table_id, number, game, generation, game_digest FROM (
  SELECT DISTINCT ON (table_id, journal) * FROM journals ORDER BY table_id, journal, generation DESC
) AS newest
WHERE (game::json->>'ended') IS NOT NULL AND NOT EXISTS (SELECT 1 FROM games_played
  WHERE journal_id = newest.id AND number = newest.number AND digest = newest.game_digest)
ORDER BY id DESC LIMIT %s
"""
_KEEP = """
INSERT INTO games_played
SELECT %(journal)s, %(number)s, %(digest)s,
  greatest((SELECT max(came) FROM entries WHERE journal_id = %(journal)s AND number <= %(number)s),
           (SELECT max(came) FROM headers WHERE journal_id = %(journal)s)),
  %(rules)s, %(began)s, %(assignment)s, %(names)s, %(points)s, %(places)s, %(results)s
ON CONFLICT DO NOTHING
"""
_AT_TABLES = """
SELECT DISTINCT ON (journals.table_id, journals.journal)
  games_played.rules, games_played.began, tables.site, games_played.names, places, results, assignment
FROM games_played JOIN journals ON journals.id = journal_id JOIN tables ON tables.id = table_id
WHERE {air}
ORDER BY journals.table_id, journals.journal, journals.generation DESC, told DESC, games_played.number DESC
"""
_OF_DESK = """
SELECT tournaments.rules, greatest(told, made), assignment, points, source, is_hidden,
  array(SELECT name FROM unnest(seats) WITH ORDINALITY AS seat (one, turn)
        JOIN entrants ON entrants.id = one ORDER BY turn)
FROM (SELECT *, coalesce(round > (SELECT shown_rounds FROM tournaments WHERE id = tournament_id), false)
      AS is_hidden FROM sittings) AS sat JOIN tournaments ON tournaments.id = tournament_id
WHERE assignment IS NOT NULL OR (points IS NOT NULL AND {air})
"""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: who played, by seat, the place each took and the points it counts for
    (`results`). `site` "": the desk entered it from a sheet."""

    rules: str
    began: str
    site: str
    names: Sequence[str]
    places: Sequence[int]
    results: Sequence[float]
    assignment: int = 0

    @property
    def evening(self) -> date:
        """The day it belongs to."""
        return evening_of(self.began)


def games_played(store: HubStore, folds: Folds, *, is_late: bool = False) -> list[Played]:
    """All finished games that are public, oldest first. `is_late`: as spectators of a delayed broadcast see
    them. What a hidden round of a tournament came to is not among them."""
    _collect(store, folds)
    air = f"told <= (SELECT {AIRED} FROM hub)" if is_late else "true"
    with store.connection() as connection, connection.cursor(row_factory=class_row(Played)) as cursor:
        at_tables = cursor.execute(_AT_TABLES.format(air=air)).fetchall()
        sittings = connection.execute(_OF_DESK.format(air=air)).fetchall()
    elsewhere = {
        number for _, _, number, _, source, is_hidden, _ in sittings if is_hidden or source == "desk"
    }
    found = [each for each in at_tables if each.names and each.assignment not in elsewhere]
    for rules, entered_at, _, points, source, is_hidden, names in sittings:
        if source == "desk" and points is not None and not is_hidden:
            found.append(_entered(rules, entered_at, points, names))
    return sorted(found, key=lambda each: each.began)


def _entered(rules: str, entered_at: datetime, points: Sequence[int], names: Sequence[str]) -> Played:
    places = [1 + sum(other > own for other in points) for own in points]
    return Played(rules, entered_at.isoformat(), "", names, places, game_results(load_ruleset(rules), points))


def _collect(store: HubStore, folds: Folds) -> None:
    with store.connection() as connection:
        due = connection.execute(_DUE, (MOST_AT_ONCE,)).fetchall()
    for number, table, last, game, generation, digest in due:
        header = msgspec.json.decode(game, type=GameHeader)
        followed = folds.whole(JournalRow(number, table, last, game, generation))
        fields = {"journal": number, "number": last, "digest": digest, "rules": header.rules}
        fields |= {"began": header.began, "assignment": assignment_in(header.note) or 0, **_came_to(followed)}
        with store.connection() as connection:
            connection.execute(_KEEP, fields)


def _came_to(game: Followed) -> dict[str, Sequence[object]]:
    """Nothing where the game cannot be told, or nobody was named, or nobody knows when it began."""
    names = game.header.names
    if game.start is None or not any(names) or not _is_time(game.header.began):
        return {"names": [], "points": [], "places": [], "results": []}
    rows = sorted(ranking(ledger_of(game.start, game.entries)), key=lambda each: each.player)
    return {
        "names": [*names, "", "", "", ""][: len(rows)],
        "points": [each.points for each in rows],
        "places": [each.place for each in rows],
        "results": [each.result for each in rows],
    }


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
