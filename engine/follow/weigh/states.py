"""The states that acts lead to, remembered: the histories of a table share most of what they hold."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.follow.weigh.history import Act
from engine.table.apply import apply
from engine.table.events import Event, Won
from engine.table.state import GameState

REMEMBERED = 8_000
"""States kept, some 2 kB each."""


class States:
    """Applies events; what was applied to the very same state lately is not applied again."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[GameState, Event, GameState]] = {}

    def after(self, state: GameState, event: Event) -> GameState:
        """The state after `event`, as `apply` gives it."""
        # States are known by identity, which lasts as they are kept here; a win's card is no key.
        key: Hashable = (id(state), id(event) if isinstance(event, Won) else event)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = (state, event, apply(state, event))
        return found[2]

    def after_all(self, state: GameState, acts: Sequence[Act]) -> GameState:
        """The state after all of `acts`, with what follows from them."""
        for act in acts:
            state = self.after(state, act.event)
            for event in act.follows:
                state = self.after(state, event)
        return state
