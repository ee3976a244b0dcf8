"""The gaps of one table: while looks show the same, what was found for one is remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from engine.follow.propose.gap_acts import acts_of_a_gap
from engine.follow.propose.moves import Run
from engine.table.apply import apply
from engine.table.events import HandsDealt
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState

REMEMBERED = 500
"""Answers kept."""


class Gaps:
    """What may have happened in gaps between looks."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[GameState, tuple[Run, ...]]] = {}

    def between(self, state: GameState, seen: TableReading, predicted: TableReading) -> tuple[Run, ...]:
        """What lies there since `state`, as `acts_of_a_gap` finds it."""
        return self._once(state, (), seen, lambda: acts_of_a_gap(state, seen, predicted))

    def taken_up(self, state: GameState, opening: Run, seen: TableReading) -> tuple[Run, ...]:
        """What `opening`, which ends with the break, and the deal and play after it may have been, where
        tiles lie open already: only all of it shows where the wall was broken."""
        return self._once(state, opening, seen, lambda: _dealt(state, opening, seen))

    def _once(
        self, state: GameState, after: Run, seen: TableReading, found: Callable[[], Iterable[Run]]
    ) -> tuple[Run, ...]:
        """What is `found`, once for all looks that show the same. A state is known by identity, which lasts
        as long as it is kept here."""
        key = (id(state), after, _lying(seen))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = (state, tuple(found()))
        return known[1]


def _dealt(state: GameState, opening: Run, seen: TableReading) -> Iterator[Run]:
    then = state
    for event in opening:
        then = apply(then, event)
    dealt = HandsDealt(then.dealer)
    then = apply(then, dealt)
    for run in acts_of_a_gap(then, seen, expected(then), many=1):
        yield (*opening, dealt, *run)


def _lying(seen: TableReading) -> Hashable:
    """All that the order of acts is found by."""
    rows = (
        (
            tuple((each.tile, each.turned) for each in seat.river),
            tuple(each.tile for each in seat.flowers),
            seat.melds,
            seat.standing,
        )
        for seat in seen.seats
    )
    return (*rows, tuple(each.tile for each in seen.dora_indicators), seen.hidden)
