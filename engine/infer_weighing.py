"""Weighs the other histories of the last moves against the one told, look after look.

What a look says counts once between two acts: more looks at a table that has not changed would repeat the
same error. An act moves hands and the ends of the wall, so that the next look is a witness of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from engine.infer_fit import Baseline, Fit
from engine.infer_otherwise import Otherwise
from engine.table.events import Event
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState

WITNESSES = 3
"""Looks with an act between them, at least, until another history is believed or given up."""
SURELY = 3.0
"""All witnesses together must say this much (nats) more than what was told, or less."""
CLEARLY, CLEAR, SOMEWHAT, MOST = 2.0, 2, 1.2, 4.0
"""So much (more than one row miscounted, or one stack) must be said by so many witnesses, and something by
each of the last ones; no witness counts for more than the last number."""
EXPLAINED = 1.2
"""A look counts when one of the two leaves no more than this of walls and hands unexplained: else something
has happened that neither tells."""
APART = 1.0
"""The history believed is better than any other by this much, or nobody can tell which."""
Key = tuple[int, tuple[Event, ...]]


class Weighing:
    """What has been seen for and against every other history, by how many acts had been told."""

    def __init__(self) -> None:
        self._said: dict[Key, dict[int, float]] = {}
        self._others: dict[Key, Otherwise] = {}

    def take(
        self,
        state: GameState,
        others: Sequence[Otherwise],
        seen: TableReading,
        acts: int,
        baselines: Mapping[int, Baseline | None],
    ) -> None:
        """One more look: `seen` at the table of `state`, after so many acts. `baselines`: for the number of
        each act that may be thought over, what the camera got wrong before it."""
        fits: dict[int, tuple[Fit, dict[str, float]]] = {}
        ours = expected(state)
        self._others = {(each.number, each.events): each for each in others if each.number in baselines}
        self._said = {key: self._said.get(key, {}) for key in self._others}
        for key, each in self._others.items():
            baseline = baselines[each.number]
            if id(baseline) not in fits:
                fit = Fit(seen, baseline)
                fits[id(baseline)] = (fit, fit.by_zone(ours, state))
            fit, prices = fits[id(baseline)]
            other = fit.by_zone(each.told, each.state)
            if min(_of_counts(prices), _of_counts(other)) < EXPLAINED:
                self._said[key][acts] = sum(prices.values()) - sum(other.values())

    def believed(self) -> tuple[Otherwise, float] | None:
        """The history that the looks have shown to be the right one, and how much (nats) they say for it."""
        ranked = sorted(self._others, key=self._sum, reverse=True)
        weights = [(self._weight(key), key) for key in ranked]
        if not weights or weights[0][0] < SURELY:
            return None
        weight, key = weights[0]
        said = [self._said[key][acts] for acts in sorted(self._said[key])]
        is_clear = sum(each >= CLEARLY for each in said) >= CLEAR
        is_lasting = len(said) >= WITNESSES and min(said[-WITNESSES:]) >= SOMEWHAT
        is_alone = all(self._sum(key) - self._sum(other) >= APART for _, other in weights[1:])
        if not (is_clear and is_lasting and is_alone):
            return None
        return self._others[key], weight

    def against(self, numbers: Iterable[int]) -> float | None:
        """How much (nats) the looks say against every more ordinary history of these acts; None until enough
        of them have been seen."""
        keys = [key for key, each in self._others.items() if each.number in numbers and each.price < 0]
        if any(len(self._said[key]) < WITNESSES for key in keys):
            return None
        return min((-self._weight(key) for key in keys), default=math.inf)

    def _sum(self, key: Key) -> float:
        """All that was said for it: among the histories that differ in the same way the best says most."""
        return sum(self._said[key].values()) - self._others[key].price

    def _weight(self, key: Key) -> float:
        said = self._said[key].values()
        return sum(max(-MOST, min(MOST, each)) for each in said) - self._others[key].price


def _of_counts(prices: Mapping[str, float]) -> float:
    return sum(price for zone, price in prices.items() if zone.startswith(("standing", "wall")))
