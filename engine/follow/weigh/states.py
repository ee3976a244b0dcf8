"""The states that acts lead to and how usual each act is, remembered: the histories of a table share most of
what they hold."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.follow.weigh.history import Act
from engine.follow.weigh.likely_acts import act_nats
from engine.follow.weigh.rates import Rates
from engine.table.apply import apply
from engine.table.events import Event, Won
from engine.table.state import GameState

REMEMBERED = 8_000
"""States kept, some 2 kB each."""


class States:
    """Applies events; what was applied to the very same state lately is not applied again."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._known: dict[Hashable, tuple[GameState, Event, GameState]] = {}
        self._nats: dict[Hashable, tuple[GameState, Event, float]] = {}

    def after(self, state: GameState, event: Event) -> GameState:
        """The state after `event`, as `apply` gives it."""
        key = _key(state, event)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = (state, event, apply(state, event))
        return found[2]

    def nats(self, state: GameState, event: Event) -> float:
        """How surprising `event` is after `state`, as `act_nats` gives it."""
        key = _key(state, event)
        found = self._nats.get(key)
        if found is None:
            if len(self._nats) >= REMEMBERED:
                self._nats.clear()
            found = self._nats[key] = (state, event, act_nats(state, event, self._rates))
        return found[2]

    def after_all(self, state: GameState, acts: Sequence[Act]) -> GameState:
        """The state after all of `acts`, with what follows from them."""
        for act in acts:
            state = self.after(state, act.event)
            for event in act.follows:
                state = self.after(state, event)
        return state


def _key(state: GameState, event: Event) -> Hashable:
    """States are known by identity, which lasts as long as they are kept here; a win's card is no key."""
    return id(state), id(event) if isinstance(event, Won) else event
