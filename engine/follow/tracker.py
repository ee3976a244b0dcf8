"""Follows one table: histories side by side, each look multiplying every one by how likely the look is in it.

::

    look -> every history: cost of the look -> acts that may explain it -> the best few are kept

What all of them agree on long enough is final. Time enters only as seconds between looks.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from engine.follow.differences import Comparer
from engine.follow.history import Act, Dice, History, looked
from engine.follow.likely_acts import act_nats, haste_nats
from engine.follow.rates import Following
from engine.follow.revisions import Revision, after_all, revisions
from engine.infer import act_of
from engine.infer_candidates import Hints, proposals
from engine.infer_flowers import with_flowers_told_apart
from engine.table.apply import apply
from engine.table.events import Event, Seat
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState


class Tracker:
    """The histories of one table. `final` are the acts that no later look can change."""

    def __init__(
        self, state: GameState, dealers: Sequence[Seat] | None = None, following: Following | None = None
    ) -> None:
        """Begins at `state`, which is believed. `dealers`: who may be East when nobody has said so."""
        self._following = following or Following()
        self._dealers = dealers
        self._compare = Comparer(self._following.rates)
        self._seen: TableReading | None = None
        self._at_s = -math.inf
        self.histories: tuple[History, ...] = (History(state, state, expected(state)),)
        self.final: tuple[Act, ...] = ()
        self.tried = 0
        """Histories tried for the newest look."""

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    @property
    def acts(self) -> tuple[Act, ...]:
        """All acts of the likeliest history, the final ones first."""
        return (*self.final, *self.best.acts)

    def shares(self, with_faces: bool = False) -> tuple[float, ...]:
        """For each act that is not final the share (0-1) of all weight that agrees on it and all before it;
        which face a tile has is another question, asked `with_faces`."""
        same = repr if with_faces else act_of
        weights = [math.exp(self.best.nats - each.nats) for each in self.histories]
        whole = sum(weights)
        ours = [same(act.event) for act in self.best.acts]
        others = [[same(act.event) for act in each.acts[: len(ours)]] for each in self.histories]
        return tuple(
            sum(w for w, theirs in zip(weights, others, strict=True) if theirs[:end] == ours[:end]) / whole
            for end in range(1, len(ours) + 1)
        )

    def share_of_end(self) -> float:
        """The share (0-1) of all weight that holds just the acts of the likeliest history, and no more."""
        weights = [math.exp(self.best.nats - each.nats) for each in self.histories]
        ours = [act_of(act.event) for act in self.best.acts]
        same = ([act_of(act.event) for act in each.acts] == ours for each in self.histories)
        return sum(w for w, is_same in zip(weights, same, strict=True) if is_same) / sum(weights)

    def look(self, at_s: float, seen: TableReading) -> None:
        """Takes one look in; the same reading again says nothing new."""
        if seen is self._seen:
            return
        self._seen, since_s, self._at_s = seen, at_s - self._at_s, at_s
        rules, rates, limits = self.best.state.rules, self._following.rates, self._following.limits
        trusted = seen if rules.flowers == "off" else with_flowers_told_apart(seen)
        share = min(1.0, since_s / rates.look_s)
        kept = sorted(self._searched(trusted, at_s, share), key=lambda each: each.nats)
        best = kept[0].nats
        near = [replace(each, nats=each.nats - best) for each in kept if each.nats < best + limits.worth]
        self._settle(near[: limits.histories], at_s)

    def _settle(self, kept: Sequence[History], at_s: float) -> None:
        """Makes final what is old, and gives up the histories that see it otherwise."""
        limits, acts = self._following.limits, kept[0].acts
        old = 0
        while old < len(acts) and (
            len(acts) - old > limits.acts or at_s - acts[old].since_s > limits.seconds
        ):
            old += 1
        head = [act.event for act in acts[:old]]
        agreed = [each for each in kept if [act.event for act in each.acts[:old]] == head]
        self.final = (*self.final, *acts[:old])
        begun = after_all(agreed[0].begun, head)
        self.histories = tuple(replace(each, begun=begun, acts=each.acts[old:]) for each in agreed)

    def _searched(self, seen: TableReading, at_s: float, share: float) -> list[History]:
        """Every history after the look, with and without acts that may explain it, most promising first."""
        limits, tie = self._following.limits, count()
        found: dict[GameState, History] = {}
        queue: list[tuple[float, int, History, History, int]] = []
        best, self.tried = math.inf, 0

        def take(before: History, run: int) -> None:
            nonlocal best
            after = self._looked(before, seen, share)
            known = found.get(after.state)
            if known is not None and known.nats <= after.nats:
                return
            found[after.state] = after
            best = min(best, after.nats)
            if after.open > limits.open and run < limits.run:
                heapq.heappush(queue, (after.nats, next(tie), before, after, run))

        for each in self.histories:
            take(each, 0)
        while queue and self.tried < limits.tried:
            nats, _, before, after, run = heapq.heappop(queue)
            if nats > best + limits.worth:
                break
            for events in self._proposed(after, seen):
                self.tried += 1
                take(self._with(before, events, at_s), run + len(events))
            for revised in revisions(after, seen):
                self.tried += 1
                take(self._revised(before, revised), run + 1)
        return list(found.values())

    def _looked(self, before: History, seen: TableReading, share: float) -> History:
        zones = self._compare.differences(before.told, before.state, seen)
        return looked(before, zones, seen, self._following.rates, share)

    def _proposed(self, history: History, seen: TableReading) -> Iterator[tuple[Event, ...]]:
        """What may have happened after `history`, as what is seen suggests."""
        hints = Hints(self._dealers or (history.state.dealer,), frozenset())
        for events, _ in proposals(history.state, seen, history.told, hints):
            yield events

    def _revised(self, history: History, revised: Revision) -> History:
        """The history with a recent act otherwise, before the newest look is weighed."""
        acts = revised.acts
        state = after_all(history.begun, [act.event for act in acts])
        nats = history.nats + self._following.rates.misread * revised.looks + self._dearer(history, revised)
        dice = Dice() if revised.has_dice_thrown else history.dice
        return replace(history, state=state, told=expected(state), acts=acts, nats=nats, dice=dice)

    def _dearer(self, history: History, revised: Revision) -> float:
        """How much less usual (nats) the act is that is thought to have happened instead."""
        if revised.place is None:
            return 0.0
        state = after_all(history.begun, [act.event for act in history.acts[: revised.place]])
        now, was = revised.acts[revised.place].event, history.acts[revised.place].event
        return act_nats(state, now, self._following.rates) - act_nats(state, was, self._following.rates)

    def _with(self, history: History, events: Iterable[Event], at_s: float) -> History:
        """The history with more acts, before the look at `at_s` is weighed."""
        state, nats, acts = history.state, history.nats, list(history.acts)
        for event in events:
            nats += act_nats(state, event, self._following.rates)
            nats += haste_nats(acts[-1] if acts else None, event, at_s, self._following.rates)
            state = apply(state, event)
            acts.append(Act(event, at_s))
        return replace(history, state=state, told=expected(state), acts=tuple(acts), nats=nats)
