"""Leagues: which games count in each, and who stands where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from engine.rules import load_ruleset
from engine.tiles import EngineError
from webui.hub.kept.store import HubStore
from webui.hub.league.played import Played
from webui.scores.store.ratings import Rating, rated

MOST_NAME = 100


class LeagueError(EngineError):
    """There can be no such league; the message says why."""


@dataclass(frozen=True, slots=True)
class League:
    """Games by one rule set from `first` to `last` (None: it goes on) at `sites` (none: at all of them).

    Who has fewer than `least` games stands at the end."""

    number: int
    name: str
    rules: str
    first: date
    last: date | None
    sites: tuple[str, ...]
    least: int
    by_average: bool

    def counts(self, game: Played) -> bool:
        """Whether that game counts in it."""
        is_then = self.first <= game.evening and (self.last is None or game.evening <= self.last)
        return is_then and game.rules == self.rules and (not self.sites or game.site in self.sites)


@dataclass(slots=True)
class LeagueRow:
    """A player's games in a league. `places`: how often first, second and so on; `place` None: too few."""

    name: str
    games: int = 0
    result: float = 0.0
    places: list[int] = field(default_factory=lambda: [0] * 4)
    sites: set[str] = field(default_factory=set)
    rating: Rating | None = None
    place: int | None = None

    @property
    def average(self) -> float:
        """The result of a game."""
        return self.result / self.games


def leagues(store: HubStore) -> list[League]:
    """All of them, the newest first."""
    with store.connection() as connection:
        rows = connection.execute(
            "SELECT id, name, rules, first_day, last_day, sites, least, by_average FROM leagues"
            " ORDER BY first_day DESC, id DESC"
        ).fetchall()
    return [
        League(number, name, rules, first, last, tuple(sites), least, by_average)
        for number, name, rules, first, last, sites, least, by_average in rows
    ]


def begin_league(store: HubStore, league: League) -> int:
    """Makes it known; its number. LeagueError when it cannot be."""
    name = " ".join(league.name.split())[:MOST_NAME]
    if not name or not name.isprintable() or not 1 <= league.least <= 1000:
        raise LeagueError("a league has a name, and 1 to 1000 games at least")
    if league.last is not None and league.last < league.first:
        raise LeagueError("a league ends after it began")
    load_ruleset(league.rules)
    with store.connection() as connection:
        row = connection.execute(
            "INSERT INTO leagues (name, rules, first_day, last_day, sites, least, by_average)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id",
            (
                name,
                league.rules,
                league.first,
                league.last,
                list(league.sites),
                league.least,
                league.by_average,
            ),
        ).fetchone()
    if row is None:
        raise LeagueError(f"there is a league called {name} already")
    return int(row[0])


def table_of(league: League, games: Sequence[Played]) -> list[LeagueRow]:
    """Who stands where by these games; players of one name are one, however it is written."""
    rows: dict[str, LeagueRow] = {}
    for game in games:
        for name, place, result in zip(game.names, game.places, game.results, strict=True):
            if not name.strip():
                continue
            row = rows.setdefault(name.casefold(), LeagueRow(name))
            row.games, row.result = row.games + 1, row.result + result
            row.places[place - 1] += 1
            row.sites |= {game.site} - {""}
    strengths = ratings_of(games)
    for key, row in rows.items():
        row.rating = strengths.get(key)
    sorted_rows = sorted(
        rows.values(), key=lambda row: (row.games < league.least, -_worth(league, row), row.name)
    )
    enough = [row for row in sorted_rows if row.games >= league.least]
    for row in enough:
        row.place = 1 + sum(_worth(league, other) > _worth(league, row) for other in enough)
    return sorted_rows


def ratings_of(games: Sequence[Played]) -> dict[str, Rating]:
    """How strong each player is by these games, oldest first; by the name in small letters."""
    return rated(
        [
            (name.casefold() if name.strip() else None, place)
            for name, place in zip(game.names, game.places, strict=True)
        ]
        for game in games
    )


def _worth(league: League, row: LeagueRow) -> float:
    return round(row.average if league.by_average else row.result, 3)
