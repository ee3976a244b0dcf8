"""Games added up: who stands where over an evening, a season or all games, and how each player plays.

Rule sets that count differently are never added together: one table for each kind of result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webui.scores.store.booked import Game

BEST_HANDS = 3
_ONE_KIND = {"han": "riichi", "points": "mcr", "faan": "hong_kong", "tai": "doubles"}


@dataclass(slots=True)
class Against:
    """One player against another: games together, how often he came out ahead, and the points that discards
    moved between the two (plus: won from the other)."""

    player: int
    name: str
    games: int = 0
    ahead: int = 0
    won_from: int = 0
    dealt_in_to: int = 0


@dataclass(slots=True)
class Tally:
    """What one player did by one kind of scoring. Rates are of finished deals; None while there are none.
    `result`: table points, or points in thousands, as the scoring counts."""

    player: int
    name: str
    games: int = 0
    result: float = 0.0
    points: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    deals: int = 0
    wins: int = 0
    self_drawn: int = 0
    dealt_in: int = 0
    readies: int = 0
    gained: int = 0
    best: list[dict[str, Any]] = field(default_factory=list)
    course: list[float] = field(default_factory=list)
    """The result added up after each game, oldest first."""
    patterns: Counter[str] = field(default_factory=Counter)
    """How often each pattern was in a hand this player won with."""
    against: dict[int, Against] = field(default_factory=dict)
    """How it went against each other player, by number."""

    @property
    def average_place(self) -> float | None:
        """The mean of the places, from 1.0 on."""
        places = sum(place * count for place, count in enumerate(self.places, 1))
        return places / self.games if self.games else None

    @property
    def win_rate(self) -> float | None:
        """Deals won, 0 to 1."""
        return self.wins / self.deals if self.deals else None

    @property
    def deal_in_rate(self) -> float | None:
        """Deals in which this player gave the winning tile, 0 to 1."""
        return self.dealt_in / self.deals if self.deals else None

    @property
    def ready_rate(self) -> float | None:
        """Deals in which riichi was declared, 0 to 1."""
        return self.readies / self.deals if self.deals else None

    @property
    def average_win(self) -> float | None:
        """Points a win brought on average."""
        return self.gained / self.wins if self.wins else None


@dataclass(frozen=True, slots=True)
class Table:
    """The standings by one kind of scoring, the best first. `titles`: the rule sets that were played,
    `seats`: by how many."""

    scoring: str
    seats: int
    titles: tuple[str, ...]
    games: int
    tallies: tuple[Tally, ...]


def standings(games: Iterable[Game]) -> tuple[Table, ...]:
    """A table for each kind of scoring among the finished `games`, three players apart from four; players
    nobody named are left out."""
    kinds: dict[tuple[str, int], list[Game]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.began, game.number)):
        if game.summary is not None:
            kinds[game.rules.scoring, game.rules.seats].append(game)
    return tuple(_table(*kind, played) for kind, played in kinds.items())


def tallies_of(games: Iterable[Game], player: int) -> tuple[tuple[Table, Tally], ...]:
    """The player's own row of every table of `games`."""
    return tuple(
        (table, tally) for table in standings(games) for tally in table.tallies if tally.player == player
    )


def _table(scoring: str, seats: int, games: Sequence[Game]) -> Table:
    tallies: dict[int, Tally] = {}
    for game in games:
        for place, number in enumerate(game.players):
            if number is not None and game.summary is not None:
                tally = tallies.setdefault(number, Tally(number, game.names[place] or "", places=[0] * seats))
                _add(tally, game, game.summary, place)
    order = sorted(tallies.values(), key=lambda tally: (-tally.result, -tally.points, tally.name))
    titles = tuple(dict.fromkeys(game.rules.title for game in games))
    return Table(scoring, seats, titles, len(games), tuple(order))


def _add(tally: Tally, game: Game, summary: Mapping[str, Any], place: int) -> None:
    tally.games += 1
    tally.result = round(tally.result + summary["results"][place], 2)
    tally.points += summary["points"][place]
    tally.places[summary["places"][place] - 1] += 1
    tally.course.append(tally.result)
    for number, deal in enumerate(summary["deals"], 1):
        tally.deals += 1
        tally.readies += place in deal["ready"]
        tally.dealt_in += any(win["giver"] == place for win in deal["wins"])
        for win in deal["wins"]:
            if win["player"] == place:
                tally.wins += 1
                tally.self_drawn += win["giver"] is None
                tally.gained += win["gain"]
                tally.best.append({**win, "game": game.number, "deal": number})
                tally.patterns.update(win["patterns"])
    _meet(tally, game, summary, place)
    tally.best = sorted(tally.best, key=_dearest, reverse=True)[:BEST_HANDS]


def _meet(tally: Tally, game: Game, summary: Mapping[str, Any], place: int) -> None:
    """Adds this game to how it went against each other player with a name."""
    wins = [win for deal in summary["deals"] for win in deal["wins"]]
    for other, number in enumerate(game.players):
        if number is None or other == place:
            continue
        met = tally.against.setdefault(number, Against(number, game.names[other] or ""))
        met.games += 1
        met.ahead += summary["places"][place] < summary["places"][other]
        met.won_from += sum(win["player"] == place and win["giver"] == other for win in wins)
        met.dealt_in_to += sum(win["player"] == other and win["giver"] == place for win in wins)


def _dearest(win: Mapping[str, Any]) -> tuple[int, int]:
    return (int(win["points"] or 0), int(win["value"] or 0))
