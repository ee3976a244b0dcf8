"""How strong each player is, from the places of all finished games: Plackett-Luce (Weng and Lin, 2011).

Each kind of scoring has its own rating, three players apart from four. A game moves a rating by who came
before whom, not by points; it moves more while little is known of a player.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from webui.scores.store.booked import Game

Who = TypeVar("Who", bound=Hashable)
MIDDLE, UNIT = 1500.0, 40.0
"""What a new player is rated with, and how many points one of the model's units is: it begins at 25, with a
standard deviation of 25 / 3."""
TREND_GAMES = 5
"""The trend is the change over so many games."""


@dataclass(slots=True)
class Rating:
    """One player's rating. `course`: after each game, oldest first; `spread`: two standard deviations."""

    value: float = MIDDLE
    spread: float = 0.0
    course: list[float] = field(default_factory=list)

    @property
    def trend(self) -> float | None:
        """The change over the last `TREND_GAMES` games, fewer when there are fewer; None after the first."""
        if len(self.course) < 2:
            return None
        return self.course[-1] - [MIDDLE, *self.course][-min(TREND_GAMES, len(self.course)) - 1]


def ratings(games: Iterable[Game], scoring: str, seats: int) -> dict[int, Rating]:
    """The rating of each named player, by number, after the finished `games` of one kind."""
    of_kind = [
        game
        for game in sorted(games, key=lambda game: (game.began, game.number))
        if game.summary is not None and (game.rules.scoring, game.rules.seats) == (scoring, seats)
    ]
    return rated(map(_ranked, of_kind))


def rated(games: Iterable[Sequence[tuple[Who | None, int]]]) -> dict[Who, Rating]:
    """The rating of each known player after games, oldest first, each told as who took which place."""
    # Loaded where somebody looks at a rating: a table's server starts without it.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    held: dict[Who, Any] = {}
    ratings: dict[Who, Rating] = {}
    for game in games:
        known = [(who, place) for who, place in game if who is not None]
        if len(known) < 2:
            continue
        teams = [[held.setdefault(who, model.rating())] for who, _ in known]
        after = model.rate(teams, ranks=[place for _, place in known])
        for (who, _), [now] in zip(known, after, strict=True):
            held[who] = now
            own = ratings.setdefault(who, Rating())
            own.value = MIDDLE + UNIT * (now.mu - 25.0)
            own.spread = 2 * UNIT * now.sigma
            own.course.append(round(own.value, 1))
    return ratings


def _ranked(game: Game) -> Sequence[tuple[int | None, int]]:
    """Each place's player with the place that was taken, 1 to the number of seats."""
    places = [] if game.summary is None else game.summary["places"]
    return list(zip(game.players, places, strict=False))
