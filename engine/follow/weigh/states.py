"""The states that acts lead to and how usual each act is, remembered: the histories of a table share most of
what they hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from engine.follow.propose.moves import Run
from engine.follow.weigh.history import Act, History
from engine.follow.weigh.likely_acts import act_nats
from engine.follow.weigh.rates import Limits, Rates
from engine.judge.legal import is_possible
from engine.table.apply import apply
from engine.table.events import Event, Won
from engine.table.expected import expected
from engine.table.state import GameState

REMEMBERED = 8_000
"""Answers kept of each kind, less than 1 kB each with their states."""
T = TypeVar("T")


class _Remembered(Generic[T]):
    """What `answer` gives for a state and an event; asked again about the very same state it is not worked
    out again."""

    def __init__(self, answer: Callable[[GameState, Event], T]) -> None:
        self._answer = answer
        self._known: dict[Hashable, tuple[GameState, Event, T]] = {}

    def of(self, state: GameState, event: Event) -> T:
        # A state is known by identity, which lasts as long as it is kept here; a win's card is no key.
        key = (id(state), id(event) if isinstance(event, Won) else event)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = (state, event, self._answer(state, event))
        return found[2]


class States:
    """Applies events and reckons what each costs, once for all histories."""

    def __init__(self, rates: Rates) -> None:
        self._after: _Remembered[GameState] = _Remembered(apply)
        self._nats: _Remembered[float] = _Remembered(lambda state, event: act_nats(state, event, rates))

    def after(self, state: GameState, event: Event) -> GameState:
        """The state after `event`, as `apply` gives it."""
        return self._after.of(state, event)

    def nats(self, state: GameState, event: Event) -> float:
        """How surprising `event` is after `state`, as `act_nats` gives it."""
        return self._nats.of(state, event)

    def after_all(self, state: GameState, acts: Sequence[Act]) -> GameState:
        """The state after all of `acts`, with what follows from them."""
        for act in acts:
            state = self.after(state, act.event)
            for event in act.follows:
                state = self.after(state, event)
        return state

    def aged(self, histories: Iterable[History], limits: Limits) -> tuple[History, ...]:
        """The histories, of whose acts those stay as they are from now on that are old, though they are not
        final: however many there are, a look takes no longer."""
        left = limits.acts + limits.run
        return tuple(
            each if len(each.acts) - left <= each.old else self._aged(each, len(each.acts) - left)
            for each in histories
        )

    def _aged(self, history: History, old: int) -> History:
        return replace(history, old=old, aged=self.after_all(history.base, history.acts[history.old : old]))

    def possible(self, state: GameState, runs: Iterable[Run]) -> Iterator[Run]:
        """Those of the rows of acts of which the rule set knows each where it would stand after `state`."""
        for events in runs:
            then = state
            for event in events:
                if not is_possible(then, event):
                    break
                then = self.after(then, event)
            else:
                yield events

    def followed_by(self, history: History, place: int, events: Sequence[Event]) -> History:
        """The history with what follows from its act at `place`, where it has one there."""
        if not 0 <= place < len(history.acts):
            return history
        acts = list(history.acts)
        acts[place] = replace(acts[place], follows=(*acts[place].follows, *events))
        if place < history.old:
            history = replace(history, old=0, aged=None)
        state = self.after_all(history.base, acts[history.old :])
        return replace(history, acts=tuple(acts), state=state, predicted=expected(state))

    def dearer(self, history: History, now: Sequence[Act], place: int | None) -> float:
        """How much less usual (nats) the `place`th of the acts `now` and the one after it are than what the
        history thought; 0 where `place` is None."""
        if place is None:
            return 0.0
        nats, after = 0.0, slice(place, place + 2)
        before = then = self.after_all(history.base, history.acts[history.old : place])
        for old, new in zip(history.acts[after], now[after], strict=True):
            nats += self.nats(then, new.event) - self.nats(before, old.event)
            before, then = self.after(before, old.event), self.after(then, new.event)
        return nats
