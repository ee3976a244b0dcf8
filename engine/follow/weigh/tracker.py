"""Follows one table: histories side by side, each look multiplying every one by how likely the look is in it.

::

    look -> every history: cost of the look -> acts that may explain it -> the best few are kept

What all of them agree on long enough is final. Time enters only as seconds between looks.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import count

from engine.follow.propose.candidates import proposals
from engine.follow.propose.flowers import with_flowers_told_apart
from engine.follow.propose.gaps import Gaps
from engine.follow.propose.opening import is_gathered
from engine.follow.weigh.acts import read_of
from engine.follow.weigh.differences import Comparer
from engine.follow.weigh.evidence import Witness
from engine.follow.weigh.explained import (
    counted_anew,
    has_paid,
    has_unseen_discard,
    owed,
    paid_back,
    with_misread_flowers,
)
from engine.follow.weigh.history import (
    Act,
    History,
    begun_at,
    graded,
    is_unclear,
    looked,
    nearest,
    stacks_misread,
    was_taken_up,
)
from engine.follow.weigh.likely_acts import haste_nats, unseen_nats
from engine.follow.weigh.payments import LookPart
from engine.follow.weigh.rates import Following
from engine.follow.weigh.revisions import Revision, claimed, revisions
from engine.follow.weigh.sights import Sights
from engine.follow.weigh.states import States
from engine.follow.weigh.thrown import Dice
from engine.table.events import DealStarted, Event, HandsDealt, Seat
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState


class Tracker:
    """The histories of one table. `final` are the acts that no later look can change."""

    def __init__(self, *begun: GameState, following: Following | None = None) -> None:
        """`begun`: how the table may stand at the beginning, one state for each that may be East when nobody
        has said who is."""
        self._following = following or Following()
        self._compare, self._gaps = Comparer(self._following.rates), Gaps()
        self._witness, self._sights, self._states = Witness(), Sights(), States(self._following.rates)
        self._seen: TableReading | None = None
        self._read = self._before = TableReading()
        self._before_s = self._read_s = -math.inf
        self._part, self._is_overruled, self._at_s = LookPart(-math.inf, 1.0), False, -math.inf
        self.histories = tuple(History(state, state, expected(state)) for state in begun)
        self.final: tuple[Act, ...] = ()
        self.east: Seat | None = None
        """Who was East in the likeliest history when they last did not agree on it."""
        self._is_east_open, self._is_dealer_open, self._is_taken_up = len(begun) > 1, False, False
        self.tried = 0
        """Histories tried for the newest look."""

    def take_over(self, other: Tracker, told: int) -> None:
        """Thinks of the table as `other` did, of whose acts the first `told` are believed here already."""
        begun = {each.begun.dealer: each.begun for each in self.histories}
        self.histories = tuple(
            replace(begun_at(each, begun[dealer], left), state=self._states.after_all(begun[dealer], left))
            for each in other.histories
            for dealer, left in [(each.begun.dealer, (*other.final, *each.acts)[told:])]
            if dealer in begun
        )

    def copied(self) -> Tracker:
        """The same thoughts, to look at something by itself."""
        other = copy(self)
        other._witness, other._sights = copy(self._witness), self._sights.copied()
        return other

    def believe(self, *states: GameState) -> None:
        """The table stands so, whatever was thought; only what the camera gets wrong here is remembered.
        `states`: one for each that may be East."""
        best, self._is_east_open = self.best, len(states) > 1
        self.final, self.east, self._seen, self._is_overruled = (), None, None, True
        self.histories = tuple(
            replace(begun_at(best, state, ()), state=state, predicted=expected(state), nats=0.0)
            for state in states
        )

    def is_told_east(self, seat: Seat) -> bool:
        """Somebody says that `seat` is East: the histories in which another is are given up. False, and
        nothing is given up, when it is in none that explains what lies there."""
        kept = [each for each in self.histories if each.begun.dealer == seat]
        if self._is_taken_up:
            kept = [each for each in kept if was_taken_up(each.acts, False)]
        if kept:
            self.histories, self.east = tuple(nearest(kept, self._following.limits)), None
            self._is_east_open = False
        return bool(kept)

    def add(self, place: int, events: Sequence[Event]) -> None:
        """`events` follow from the `place`th of `acts`, which is told."""
        place -= len(self.final)
        self.histories = tuple(self._states.followed_by(each, place, events) for each in self.histories)

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    @property
    def is_east_guessed(self) -> bool:
        """Whether nothing that lay there at the first look tells who is East: somebody has to say it."""
        return self._is_east_open and self._is_taken_up

    @property
    def hidden(self) -> frozenset[str]:
        """The zones that moved or were covered in the newest look."""
        return self._part.hidden

    @property
    def is_unbroken(self) -> bool:
        """Whether looks have come without a gap lately: what was taken back was seen lying and seen gone."""
        return self._witness.is_unbroken

    @property
    def acts(self) -> tuple[Act, ...]:
        """All acts of the likeliest history, the final ones first."""
        return (*self.final, *self.best.acts)

    def look(self, at_s: float, seen: TableReading, hidden: frozenset[str] = frozenset()) -> None:
        """Takes one look in. `hidden`: the zones that moved or were covered in this very look, and are given
        as they were last seen. The same reading again shows that nothing is half done any more; what the
        camera gets wrong it gets wrong as before."""
        if is_gathered(self.best.state, seen):
            return  # it is as if nobody looked
        self._witness.look(at_s, hidden)
        stale = self._sights.stale(seen, hidden)
        is_new = seen is not self._seen
        self._seen, since_s, self._at_s = seen, at_s - self._at_s, at_s
        if is_new:
            self._before, self._before_s, self._read_s = self._read, self._read_s, at_s
            has_flowers = self.best.state.rules.flowers != "off"
            self._read = with_flowers_told_apart(seen) if has_flowers else seen
        elif all(each.open <= self._following.rates.agrees for each in self.histories):
            return
        share, known = min(1.0, since_s / self._following.rates.look_s), self._witness
        given = (share, hidden, is_new, self._is_overruled, stale)
        self._part = LookPart(at_s, *given, known.since_s, known.is_whole(self._following.limits.seconds))
        found = self._searched(self._read, at_s)
        likeliest = min(found, key=lambda each: each.nats)
        self._is_taken_up = was_taken_up(likeliest.acts, self._is_taken_up)
        # As long as nothing explains what is seen, or not all of it is seen, nobody is given up as East.
        is_open = likeliest.open > self._following.rates.agrees
        is_open |= self.is_east_guessed and bool(hidden or is_unclear(likeliest, self._read))
        self._settle(nearest(found, self._following.limits, self._is_east_open and is_open), at_s)
        self._is_overruled = False

    def rest(self) -> None:
        """No look follows: what the last one showed is not half done any more."""
        rates = self._following.rates
        for _ in range(math.ceil((rates.open_hand - rates.first) / rates.again)):
            if self._seen is not None:
                self.look(self._at_s + rates.look_s, self._seen)

    def _settle(self, kept: Sequence[History], at_s: float) -> None:
        """Makes final what is old, and gives up the histories that see it otherwise."""
        limits, acts = self._following.limits, kept[0].acts
        old, is_back = 0, kept[0].agreed_s < self._witness.since_s
        if self._is_east_open:
            self.east = kept[0].begun.dealer
            self._is_east_open = any(each.begun.dealer != self.east for each in kept)
        if self._is_east_open:
            self.histories = self._states.aged(kept, limits)  # who is East must show first
            return
        starts = {act.event for each in kept for act in each.acts if isinstance(act.event, DealStarted)}
        self._is_dealer_open = len(starts) > 1
        while old < len(acts) and (
            len(acts) - old > limits.acts or (at_s - acts[old].since_s > limits.seconds and not is_back)
        ):
            if self._is_dealer_open and isinstance(acts[old].event, DealStarted):
                break
            old += 1
        if not old:
            self.histories = self._states.aged(kept, limits)
            return
        head = [act.event for act in acts[:old]]
        agreed = [each for each in kept if [act.event for act in each.acts[:old]] == head]
        self.final = (*self.final, *acts[:old])
        begun = self._states.after_all(agreed[0].begun, acts[:old])
        self.histories = tuple(begun_at(each, begun, each.acts[old:]) for each in agreed)

    def _searched(self, seen: TableReading, at_s: float) -> list[History]:
        """Every history after the look, with and without acts that may explain it, most promising first."""
        limits, tie = self._following.limits, count()
        found: dict[tuple[GameState, frozenset[object]], History] = {}
        queue: list[tuple[float, int, History, History, int]] = []
        # Who is East shows late: the acts of each who may be are compared with one another only.
        best, self.tried = dict[Seat, float](), 0

        def take(before: History, run: int) -> None:
            after = self._looked(before, seen)
            same = (after.state, stacks_misread(after))
            known = found.get(same)
            if known is not None and known.nats <= after.nats:
                return
            found[same] = after
            east = after.begun.dealer
            best[east] = min(best.get(east, math.inf), after.nats)
            if after.open > self._following.rates.agrees and run < limits.run:
                heapq.heappush(queue, (after.nats, next(tie), before, after, run))

        for each in self.histories:
            take(each, 0)
        most = limits.tried if self.is_east_guessed else limits.tried * len(best)
        while queue and self.tried < most:
            nats, _, before, after, run = heapq.heappop(queue)
            near = min(best.values()) if self.is_east_guessed else best[after.begun.dealer]
            is_back = not run and after.agreed_s < self._witness.since_s  # all is unexplained in each
            if nats > near + limits.worth and not is_back:
                continue
            for events in self._proposed(after, seen):
                self.tried += 1
                longer = self._with(before, events, seen, at_s)
                take(longer, run + len(events))
                for revised in claimed(longer, self._following.rates):
                    take(self._revised(longer, revised), run + len(events))
            for revised in revisions(after, seen, at_s, self._following.rates):
                self.tried += 1
                take(self._revised(before, revised), run + 1)
        return list(found.values())

    def _looked(self, before: History, seen: TableReading) -> History:
        zones = self._compare.differences(before.predicted, before.state, seen)
        return looked(before, zones, seen, self._part, self._following.rates)

    def _proposed(self, history: History, seen: TableReading) -> Iterator[tuple[Event, ...]]:
        """What may have happened after `history`, as what is seen suggests; only acts that the rule set knows
        where they would stand."""
        last = history.acts[-1] if history.acts else None
        is_first = last is None or last.since_s < self._at_s or isinstance(last.event, HandsDealt)
        tried = proposals(history.state, seen, history.predicted, is_first, self._gaps)
        return self._states.possible(history.state, tried)

    def _revised(self, history: History, revised: Revision) -> History:
        """The history with a recent act otherwise, before the newest look is weighed."""
        acts = revised.acts
        state = self._states.after_all(history.base, acts[history.old :])
        dearer = self._states.dearer(history, acts, revised.place)
        nats = history.nats + revised.nats + dearer
        dice = Dice() if revised.has_dice_thrown else history.dice
        now = replace(history, state=state, predicted=expected(state), acts=acts, nats=nats, dice=dice)
        now = replace(now, undone_s=self._at_s) if len(acts) < len(history.acts) else now
        if revised.seen_before is not None:
            zones = self._compare.differences(now.predicted, state, self._before)
            if revised.explains_s < math.inf:
                now = paid_back(now, zones, revised.explains_s, self._following.rates)
            return owed(now, {zone: zones[zone] for zone in zones if zone.startswith(revised.seen_before)})
        return now

    def _with(self, history: History, events: Sequence[Event], seen: TableReading, at_s: float) -> History:
        """The history with more acts, before the look at `at_s` is weighed."""
        state, nats, acts = history.state, history.nats, list(history.acts)
        for event in events:
            nats += self._states.nats(state, event)
            nats += haste_nats(history, acts, event, at_s, self._following.rates)
            if self._is_east_open or self._is_dealer_open:
                nats += unseen_nats(self._witness, event, self._following.rates)
            state = self._states.after(state, event)
            acts.append(Act(event, at_s, read=read_of(event, seen)))
        acts = graded(history, acts, self._witness, at_s, self._is_taken_up)
        now = replace(history, state=state, predicted=expected(state), acts=tuple(acts), nats=nats)
        return counted_anew(with_misread_flowers(self._half_done_before(now, history, at_s), events), events)

    def _half_done_before(self, now: History, before: History, at_s: float) -> History:
        """The history `now` without what `before` paid for its newest acts while half done; without all it
        paid since the act before, where nobody found one, or no look since a gap has agreed with it."""
        is_late = before.agreed_s < self._witness.since_s or has_unseen_discard(now, self._read, at_s)
        times = [act.since_s for act in before.acts if not (is_late and act.since_s == at_s)]
        since_s = math.nextafter(times[-1] if times else -math.inf, math.inf)
        since_s = since_s if is_late else max(self._before_s, since_s)
        if not has_paid(before, since_s):
            return now
        zones = self._compare.differences(now.predicted, now.state, self._before)
        return paid_back(now, zones, since_s, self._following.rates, is_claim_seen=not is_late)
