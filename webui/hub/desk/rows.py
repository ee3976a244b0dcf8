"""A tournament as its rows in the hub's database tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from webui.hub.desk.standing import Cut, Entrant, Penalty, Sitting, Standing, standings
from webui.hub.kept.database import Connection
from webui.hub.kept.store import AIRED


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands. `shown_rounds`: the public ones, None: all; `ends`: when a round ends."""

    number: int
    name: str
    rules: Ruleset
    rounds: int
    minutes: int
    shown_rounds: int | None
    entrants: tuple[Entrant, ...]
    sittings: tuple[Sitting, ...]
    penalties: tuple[Penalty, ...]
    ends: Mapping[int, datetime]
    cuts: tuple[Cut, ...] = ()
    """The finals, one after the other."""

    @property
    def playing(self) -> list[Entrant]:
        """Those who play on; in the finals those who are in them."""
        there = [each for each in self.entrants if each.left_after is None]
        return there if not self.cuts else [one for one in there if one.number in self.cuts[-1].entrants]

    def standings(self, up_to: int | None = None) -> list[Standing]:
        """All who played, first to last, by the rounds up to `up_to`."""
        return standings(self.rules, self.entrants, self.sittings, self.penalties, up_to, self.cuts)

    @property
    def drawn(self) -> int:
        """How many rounds are drawn."""
        return max((each.round for each in self.sittings), default=0)

    @property
    def done(self) -> int:
        """How many rounds have all their results."""
        rounds = range(1, self.drawn + 1)
        return sum(all(s.points is not None for s in self.sittings if s.round == each) for each in rounds)


def read_tournament(connection: Connection, number: int, *, is_late: bool = False) -> Tournament | None:
    """The tournament of that number, None when there is none. `is_late`: as spectators of a delayed broadcast
    see it."""
    on_air = f"told <= (SELECT {AIRED} FROM hub)" if is_late else "true"
    row = connection.execute(
        "SELECT id, name, rules, rounds, minutes, shown_rounds FROM tournaments WHERE id = %s", (number,)
    ).fetchone()
    if row is None:
        return None
    entrants = connection.execute(
        "SELECT id, name, team, country, number, left_after, replaces FROM entrants"
        " WHERE tournament_id = %s ORDER BY id",
        (number,),
    ).fetchall()
    sittings = connection.execute(
        f"SELECT round, place, seats, CASE WHEN {on_air} THEN points END, source, assignment,"
        " confirmed, is_disputed, extra FROM sittings"
        " WHERE tournament_id = %s ORDER BY round, place",
        (number,),
    ).fetchall()
    penalties = connection.execute(
        "SELECT id, entrant_id, round, points, reason, is_cancelled FROM penalties"
        f" WHERE tournament_id = %s AND {on_air} ORDER BY id",
        (number,),
    ).fetchall()
    ends = connection.execute("SELECT round, ends FROM rounds_begun WHERE tournament_id = %s", (number,))
    cuts = connection.execute(
        "SELECT after_round, carry, entrants FROM cuts WHERE tournament_id = %s ORDER BY after_round",
        (number,),
    ).fetchall()
    _, name, rules, rounds, minutes, shown = row
    return Tournament(
        number,
        name,
        load_ruleset(rules),
        rounds,
        minutes,
        shown,
        tuple(Entrant(*each) for each in entrants),
        tuple(
            Sitting(round_, place, tuple(seats), points and tuple(points), source, sent, tuple(by), *more)
            for round_, place, seats, points, source, sent, by, *more in sittings
        ),
        tuple(Penalty(*each) for each in penalties),
        dict(ends.fetchall()),
        tuple(Cut(after, carry, tuple(members)) for after, carry, members in cuts),
    )
