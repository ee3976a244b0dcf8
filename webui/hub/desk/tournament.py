"""A tournament in the hub's database: what the desk does to it, each act a transaction of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Literal

import psycopg

from engine.rules import load_ruleset
from webui.hub.desk import seating
from webui.hub.desk.at_tables import ended_at_tables, tell_tables
from webui.hub.desk.rows import Tournament, read_tournament
from webui.hub.desk.seating import SeatingError
from webui.hub.desk.standing import Entrant, checked_points
from webui.hub.desk.winds import SEATS, Round
from webui.hub.kept.database import Connection
from webui.hub.kept.folds import Folds
from webui.hub.kept.store import HubStore

Plan = Literal["all", "next", "swiss", "progressive"]
MOST_EXTRA = 120
"""Minutes."""


class Tournaments:
    """All tournaments of a hub."""

    def __init__(self, store: HubStore, folds: Folds) -> None:
        self._store, self._folds = store, folds

    def names(self) -> list[tuple[int, str]]:
        """Number and name, newest first."""
        with self._store.connection() as connection:
            return [
                (int(number), str(name))
                for number, name in connection.execute("SELECT id, name FROM tournaments ORDER BY id DESC")
            ]

    def begin(self, name: str, rules: str, rounds: int, minutes: int) -> int:
        """A new tournament; SeatingError when it cannot be."""
        name = " ".join(name.split())[:100]
        if not name or not 1 <= rounds <= 60 or not 1 <= minutes <= 600:
            raise SeatingError("a tournament has a name, 1 to 60 rounds and 1 to 600 minutes a round")
        load_ruleset(rules)
        with self._store.connection() as connection:
            row = connection.execute(
                "INSERT INTO tournaments (name, rules, rounds, minutes) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING RETURNING id",
                (name, rules, rounds, minutes),
            ).fetchone()
        if row is None:
            raise SeatingError(f"there is a tournament called {name} already")
        return int(row[0])

    def find_on_air(self, number: int) -> Tournament | None:
        """As spectators of a delayed broadcast see it: without the results and penalties that came since."""
        if self.find(number) is None:
            return None
        with self._store.connection() as connection:
            return read_tournament(connection, number, is_late=True)

    def find(self, number: int) -> Tournament | None:
        """The tournament of that number, with the results that finished journals brought."""
        if not 0 < number < 2**31:
            return None
        with self._store.connection() as connection:
            found = read_tournament(connection, number)
        if found is not None and self._collect(found):
            with self._store.connection() as connection:
                found = read_tournament(connection, number)
        return found

    def enter(self, tournament: Tournament, rows: Sequence[Mapping[str, str]]) -> None:
        """More entrants; those known by name get what is told of them now."""
        with self._store.connection() as connection:
            for row in rows:
                connection.execute(
                    "INSERT INTO entrants (tournament_id, name, team, country, number)"
                    " VALUES (%s, %s, %s, %s, %s)"
                    " ON CONFLICT (tournament_id, name) DO UPDATE SET team = excluded.team,"
                    " country = excluded.country, number = excluded.number",
                    (
                        tournament.number,
                        row["name"],
                        row.get("team", ""),
                        row.get("country", ""),
                        row.get("number", ""),
                    ),
                )

    def draw(self, tournament: Tournament, plan: Plan) -> int:
        """Draws all rounds, or the next (``swiss``, ``progressive``: by the standings); gives how many pairs
        meet again.

        SeatingError: what is asked for is drawn already, or cannot be drawn.
        """
        players = [each.number for each in tournament.playing]
        before = drawn_rounds(tournament)
        if plan == "all":
            if before:
                raise SeatingError("rounds are drawn already; draw the next one")
            drawn = seating.schedule(players, tournament.rounds)
            self._seat(tournament, drawn.rounds, 1)
            return drawn.repeats
        if tournament.drawn >= tournament.rounds:
            raise SeatingError(f"all {tournament.rounds} rounds are drawn")
        standing = {row.entrant.number: row.total for row in tournament.standings()}
        teams = _teams(tournament)
        if plan == "progressive":
            part = tournament.drawn / max(1, tournament.rounds - 1)
            fresh = seating.progressive_round(players, before, standing, part, apart=teams)
        else:
            by = standing if plan == "swiss" else None
            fresh = seating.one_round(players, before, apart=teams, standing=by)
        self._seat(tournament, [fresh], tournament.drawn + 1)
        return seating.repeats_in([*before, fresh]) - seating.repeats_in(before)

    def substitute(self, tournament: Tournament, leaves: int, name: str) -> None:
        """Somebody plays on for one who leaves, in every sitting without a result; what was played
        stays his who played it. In the finals one who is not in them may move up.
        SeatingError when that cannot be."""
        who = next((each for each in tournament.playing if each.number == leaves), None)
        name = " ".join(name.split())[:60]
        known = next((each for each in tournament.entrants if each.name == name), None)
        if who is None or not name or (known is not None and not _may_move_up(tournament, known)):
            raise SeatingError("say who leaves, and a substitute who does not play already")
        with self._store.connection() as connection:
            fresh = known.number if known is not None else _entered(connection, tournament, name, leaves)
            connection.execute("UPDATE entrants SET left_after = %s WHERE id = %s", (tournament.done, leaves))
            connection.execute(
                "UPDATE sittings SET seats = array_replace(seats, %s, %s)"
                " WHERE tournament_id = %s AND points IS NULL",
                (leaves, fresh, tournament.number),
            )
            connection.execute(
                "UPDATE cuts SET entrants = array_replace(entrants, %s, %s) WHERE tournament_id = %s"
                " AND after_round = (SELECT max(after_round) FROM cuts WHERE tournament_id = %s)",
                (leaves, fresh, tournament.number, tournament.number),
            )

    def result(
        self, tournament: Tournament, round_: int, place: int, points: Sequence[int], source: str
    ) -> None:
        """What a table came to; SeatingError when the points do not add up or there is no such table."""
        points = checked_points(tournament.rules, points)
        with self._store.connection() as connection:
            row = connection.execute(
                "UPDATE sittings SET points = %s, source = %s, told = clock_timestamp(),"
                " confirmed = '{}', is_disputed = false"
                " WHERE tournament_id = %s AND round = %s AND place = %s"
                " RETURNING 1",
                (list(points), source, tournament.number, round_, place),
            ).fetchone()
        if row is None:
            raise SeatingError(f"there is no table {place} in round {round_}")

    def confirm(self, tournament: Tournament, round_: int, place: int, seat: int, *, is_right: bool) -> None:
        """Who sits in `seat` (0 East) says whether the table's result is right; another result asks anew.
        SeatingError when there is no result."""
        if seat not in range(SEATS):
            raise SeatingError(f"a seat is 0 to {SEATS - 1}, got {seat}")
        with self._store.connection() as connection:
            row = connection.execute(
                "UPDATE sittings SET is_disputed = is_disputed OR NOT %s,"
                " confirmed = CASE WHEN %s AND NOT %s = ANY(confirmed) THEN confirmed || %s"
                " ELSE confirmed END"
                " WHERE tournament_id = %s AND round = %s AND place = %s AND points IS NOT NULL RETURNING 1",
                (is_right, is_right, seat, seat, tournament.number, round_, place),
            ).fetchone()
        if row is None:
            raise SeatingError(f"table {place} has no result in round {round_} yet")

    def penalise(self, tournament: Tournament, entrant: int, points: float, reason: str) -> None:
        """Takes points off an entrant's result, in the round that is on.

        SeatingError: nobody of that number, or points that cannot be.
        """
        if entrant not in [each.number for each in tournament.entrants] or not 0 < points < 1_000_000:
            raise SeatingError("a penalty has somebody who plays here and points above 0")
        with self._store.connection() as connection:
            connection.execute(
                "INSERT INTO penalties (tournament_id, entrant_id, round, points, reason)"
                " VALUES (%s, %s, %s, %s, %s)",
                (tournament.number, entrant, max(1, tournament.done), points, reason[:200]),
            )

    def cancel_penalty(self, tournament: Tournament, number: int) -> None:
        """The penalty counts no more; it stays in the list."""
        with self._store.connection() as connection:
            connection.execute(
                "UPDATE penalties SET is_cancelled = true WHERE id = %s AND tournament_id = %s",
                (number, tournament.number),
            )

    def show(self, tournament: Tournament, rounds: int | None) -> None:
        """From now on the public sees the standings of so many rounds; None: of all."""
        with self._store.connection() as connection:
            connection.execute(
                "UPDATE tournaments SET shown_rounds = %s WHERE id = %s", (rounds, tournament.number)
            )

    def start_clock(self, tournament: Tournament, round_: int, minutes: int) -> None:
        """The round ends in so many minutes, on every page that shows it.

        SeatingError: a round not drawn, or minutes outside 1 to 600.
        """
        if not (1 <= round_ <= tournament.drawn and 1 <= minutes <= 600):
            raise SeatingError(f"the clock runs 1 to 600 minutes for a round that is drawn, got {minutes}")
        with self._store.connection() as connection:
            connection.execute(
                "INSERT INTO rounds_begun VALUES (%s, %s, now() + make_interval(mins => %s))"
                " ON CONFLICT (tournament_id, round) DO UPDATE SET ends = excluded.ends",
                (tournament.number, round_, minutes),
            )

    def give_time(self, tournament: Tournament, round_: int, place: int, minutes: int) -> None:
        """A table has so many minutes more than the others, 0 to 120. SeatingError when there is no such."""
        if not 0 <= minutes <= MOST_EXTRA:
            raise SeatingError(f"a table gets 0 to {MOST_EXTRA} minutes more, got {minutes}")
        with self._store.connection() as connection:
            row = connection.execute(
                "UPDATE sittings SET extra = %s WHERE tournament_id = %s AND round = %s AND place = %s"
                " RETURNING 1",
                (minutes, tournament.number, round_, place),
            ).fetchone()
        if row is None:
            raise SeatingError(f"there is no table {place} in round {round_}")

    def send(self, tournament: Tournament, round_: int) -> int:
        """Tells the tables who sits there in that round, the first at the hub's first table, and so on;
        how many were told."""
        return tell_tables(self._store, tournament, round_)

    def seat(self, tournament: Tournament, rounds: Sequence[Round]) -> None:
        """The next rounds are seated so. SeatingError: somebody drew them just now."""
        self._seat(tournament, rounds, tournament.drawn + 1)

    def _seat(self, tournament: Tournament, rounds: Sequence[Round], first: int) -> None:
        try:
            with self._store.connection() as connection:
                for round_, tables in enumerate(rounds, start=first):
                    for place, table in enumerate(tables, start=1):
                        connection.execute(
                            "INSERT INTO sittings (tournament_id, round, place, seats)"
                            " VALUES (%s, %s, %s, %s)",
                            (tournament.number, round_, place, list(table)),
                        )
        except psycopg.errors.UniqueViolation as wrong:
            raise SeatingError("somebody drew this round just now") from wrong

    def _collect(self, tournament: Tournament) -> bool:
        """Takes over the results of games that ended at the tables; whether there were any."""
        found = False
        for sitting, points in ended_at_tables(self._folds, tournament):
            with suppress(SeatingError):  # it does not add up: the desk enters it from the sheet
                self.result(tournament, sitting.round, sitting.place, points, "journal")
                found = True
        return found


def _may_move_up(tournament: Tournament, one: Entrant) -> bool:
    """Whether somebody who is in the list plays no more, as the finals go on without him."""
    return bool(tournament.cuts) and one.left_after is None and one not in tournament.playing


def _entered(connection: Connection, tournament: Tournament, name: str, replaces: int) -> int:
    row = connection.execute(
        "INSERT INTO entrants (tournament_id, name, replaces) VALUES (%s, %s, %s) RETURNING id",
        (tournament.number, name, replaces),
    ).fetchone()
    assert row is not None
    return int(row[0])


def _teams(tournament: Tournament) -> set[seating.Pair]:
    """Pairs of one team, who are not seated together."""
    playing = [each for each in tournament.playing if each.team]
    return {
        frozenset((one.number, other.number))
        for one in playing
        for other in playing
        if one.number < other.number and one.team == other.team
    }


def drawn_rounds(tournament: Tournament) -> list[Round]:
    """The rounds as they are seated."""
    return [
        tuple(each.seats for each in tournament.sittings if each.round == round_)
        for round_ in range(1, tournament.drawn + 1)
    ]
