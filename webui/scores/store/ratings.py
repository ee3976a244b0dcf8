"""How strong each player is, from the places of all finished games: Plackett-Luce (Weng and Lin, 2011).

Each kind of scoring has its own rating, three players apart from four. A game moves a rating by who came
before whom, not by points; it moves more while little is known of a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from webui.scores.store.booked import Game

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
    # Loaded where somebody looks at a rating: a table's server starts without it.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    held: dict[int, Any] = {}
    told: dict[int, Rating] = {}
    for game in sorted(games, key=lambda game: (game.began, game.number)):
        if game.summary is None or (game.rules.scoring, game.rules.seats) != (scoring, seats):
            continue
        known = [(number, place) for number, place in _ranked(game) if number is not None]
        if len(known) < 2:
            continue
        teams = [[held.setdefault(number, model.rating())] for number, _ in known]
        rated = model.rate(teams, ranks=[place for _, place in known])
        for (number, _), [after] in zip(known, rated, strict=True):
            held[number] = after
            own = told.setdefault(number, Rating())
            own.value = MIDDLE + UNIT * (after.mu - 25.0)
            own.spread = 2 * UNIT * after.sigma
            own.course.append(round(own.value, 1))
    return told


def _ranked(game: Game) -> Sequence[tuple[int | None, int]]:
    """Each place's player with the place that was taken, 1 to the number of seats."""
    places = [] if game.summary is None else game.summary["places"]
    return list(zip(game.players, places, strict=False))
