"""Finals: who plays on after the rounds, and what of his result he takes along.

The rule sets say nothing of finals, so the desk chooses: how many play on, and whether they take along all of
their results, half of them or none. Whoever is in the finals stands before everybody who is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from webui.hub.desk.rows import Tournament
from webui.hub.desk.seating import SeatingError
from webui.hub.desk.standing import Entrant, Standing
from webui.hub.desk.winds import SEATS
from webui.hub.kept.store import HubStore

CARRIES = (100, 50, 0)
"""Percent of the results that can be taken along."""
MOST_ROUNDS = 60


def begin_finals(
    store: HubStore, tournament: Tournament, count: int, carry: int, rounds: int, names: Sequence[str] = ()
) -> None:
    """From the next round on only the best `count` play, or those named; `rounds` more rounds are played.

    SeatingError: a round is not over, they do not fill their tables, or two are equal where the cut goes.
    """
    if carry not in CARRIES or not 1 <= rounds <= MOST_ROUNDS - tournament.drawn:
        raise SeatingError(f"finals take 0, 50 or 100 percent along and have a round at least, got {rounds}")
    if not tournament.drawn or tournament.done < tournament.drawn:
        raise SeatingError("finals begin when every round drawn has all its results")
    if tournament.cuts and tournament.cuts[-1].after == tournament.drawn:
        raise SeatingError("these finals have begun already; take them back first")
    members = _named(tournament, names) if names else _best(tournament, count)
    if not members or len(members) % SEATS:
        raise SeatingError(f"finals have 4, 8, 12 … players, got {len(members)}")
    with store.connection() as connection:
        connection.execute(
            "INSERT INTO cuts (tournament_id, after_round, carry, rounds, entrants)"
            " VALUES (%s, %s, %s, %s, %s)",
            (tournament.number, tournament.drawn, carry, rounds, [each.number for each in members]),
        )
        connection.execute(
            "UPDATE tournaments SET rounds = %s WHERE id = %s",
            (tournament.drawn + rounds, tournament.number),
        )


def take_finals_back(store: HubStore, tournament: Tournament) -> None:
    """The last finals are none, as long as no round of theirs is drawn. SeatingError when one is."""
    if not tournament.cuts or tournament.cuts[-1].after < tournament.drawn:
        raise SeatingError("there are no finals whose first round is still to be drawn")
    with store.connection() as connection:
        connection.execute(
            "DELETE FROM cuts WHERE tournament_id = %s AND after_round = %s",
            (tournament.number, tournament.drawn),
        )
        connection.execute(
            "UPDATE tournaments SET rounds = %s WHERE id = %s", (tournament.drawn, tournament.number)
        )


def _best(tournament: Tournament, count: int) -> list[Entrant]:
    there = {each.number for each in tournament.playing}
    rows = [row for row in tournament.standings() if row.entrant.number in there]
    if not 0 < count <= len(rows):
        raise SeatingError(f"finals of {count} need as many who play on; there are {len(rows)}")
    if count < len(rows) and rows[count - 1].place == rows[count].place:
        equal = ", ".join(row.entrant.name for row in rows if row.place == rows[count].place)
        raise SeatingError(f"{equal} are equal where the cut goes; name who plays on")
    return [row.entrant for row in rows[:count]]


def _named(tournament: Tournament, names: Sequence[str]) -> list[Entrant]:
    by_name = {each.name.casefold(): each for each in tournament.playing}
    unknown = [name for name in names if name.casefold() not in by_name]
    if unknown:
        raise SeatingError(f"nobody who plays on is called {', '.join(unknown)[:200]}")
    found = {by_name[name.casefold()].number: by_name[name.casefold()] for name in names}
    if len(found) < len(names):
        raise SeatingError("somebody is named twice")
    return _in_order(tournament.standings(), found)


def _in_order(rows: Sequence[Standing], found: dict[int, Entrant]) -> list[Entrant]:
    return [row.entrant for row in rows if row.entrant.number in found]
