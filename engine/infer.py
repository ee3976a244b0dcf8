"""What happened between the last known state and what is seen now: analysis by synthesis.

Short runs of events are proposed from the difference (`infer_candidates`), folded with the ordinary `apply`,
and the run whose expected reading agrees best with the seen one wins (`infer_fit`)::

    state --apply--> state' --expected--> reading'  <-- compared with -->  reading seen
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import count

from engine.infer_candidates import Hints, proposals
from engine.infer_doubts import Doubt, doubtful_faces
from engine.infer_fit import Baseline, Fit
from engine.judge.legal import is_possible
from engine.table.apply import apply
from engine.table.events import Event, Seat
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState

AGREES, MOST_REST = 0.4, 1.0
"""Below this price, and no more than so much of what was left over before, nothing has happened."""
WORTH_PURSUING = 9.0
"""A run this much worse than the best one is not followed further."""
UNEXPLAINED = 4.0
"""What is left of a zone's price above which the zone counts as unexplained."""
_FACES = frozenset({"tile", "tiles", "hand", "hands"})
LOOKS, LONGEST = 220, 24
"""Readings compared at most, and events in a run."""


@dataclass(frozen=True, slots=True)
class Inference:
    """What happened, as far as can be told.

    `events`: the likeliest run, empty when nothing happened. `confidence`: its share of the likelihood of all
    runs tried, 0-1. `doubtful`: faces in it that were not read surely.
    `unexplained`: zones that the run does not explain. `cost`: how many runs were tried. `certainty`: for
    each event, the share of all runs that begin with the same acts up to it.
    """

    events: tuple[Event, ...]
    confidence: float
    doubtful: tuple[Doubt, ...]
    unexplained: tuple[str, ...]
    cost: int
    certainty: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class _Run:
    state: GameState
    told: TableReading
    events: tuple[Event, ...]
    prior: float
    price: float


def infer(
    state: GameState,
    seen: TableReading,
    baseline: Baseline | None = None,
    dealers: Sequence[Seat] | None = None,
    dipped: frozenset[Seat] = frozenset(),
) -> Inference:
    """The likeliest run of events after `state` that leads to what is seen.

    `baseline`: the look at which the state was last found right. `dealers`: who may be East, when nobody has
    said so; the state's own dealer otherwise. `dipped`: whose rows were one tile shorter than they should be
    in some look since the last act, so that a tile was laid out that nobody found.
    """
    fit = Fit(seen, baseline)
    told = expected(state)
    start = _Run(state, told, (), 0.0, fit.cost(told, state))
    rest = min(MOST_REST, baseline.rest) if baseline else 0.0
    runs = _searched(start, fit, AGREES + rest, Hints(dealers or (state.dealer,), dipped))
    best = min(runs, key=lambda run: (run.price, len(run.events)))
    zones = fit.by_zone(best.told, best.state)
    shares = _shares(best, runs)
    return Inference(
        events=best.events,
        confidence=shares[-1],
        doubtful=doubtful_faces(best.events, best.state, seen),
        unexplained=tuple(zone for zone, price in zones.items() if price >= UNEXPLAINED),
        cost=len(runs),
        certainty=shares[:-1],
    )


def _searched(start: _Run, fit: Fit, agrees: float, hints: Hints) -> list[_Run]:
    """All runs tried, the most promising followed first."""
    runs, best, tie = [start], start.price, count()
    cheapest = {start.state: 0.0}
    queue = [(start.price, next(tie), start)] if start.price > agrees else []
    while queue and len(runs) < LOOKS:
        _, _, run = heapq.heappop(queue)
        is_done = len(run.events) >= LONGEST or run.price - run.prior <= agrees
        if is_done or run.price > best + WORTH_PURSUING:
            continue
        for longer in _longer(run, fit, hints):
            # The same acts in another order may be the likelier way to the same table.
            if longer.prior >= cheapest.get(longer.state, math.inf):
                continue
            cheapest[longer.state] = longer.prior
            runs.append(longer)
            best = min(best, longer.price)
            # Unlikely acts come later in the queue than they must: a long ordinary run goes before them.
            heapq.heappush(queue, (longer.price + longer.prior, next(tie), longer))
    return runs


def _longer(run: _Run, fit: Fit, hints: Hints) -> Iterator[_Run]:
    for events, price in proposals(run.state, fit.seen, run.told, hints):
        state = run.state
        if not _are_possible(state, events):
            continue
        for event in events:
            state = apply(state, event)
        told = expected(state)
        prior = run.prior + price
        yield _Run(state, told, (*run.events, *events), prior, prior + fit.cost(told, state))


def _are_possible(state: GameState, events: Sequence[Event]) -> bool:
    """Whether the rule set knows every one of these acts where it would stand."""
    for number, event in enumerate(events):
        if not is_possible(state, event):
            return False
        if number + 1 < len(events):
            state = apply(state, event)
    return True


def _shares(best: _Run, runs: list[_Run]) -> tuple[float, ...]:
    """Of all likelihood, the part of the runs that begin with the same acts as `best`, for each of its acts;
    and last the part of those with just its acts. Which face a tile has is another matter."""
    acts = _acts(best)
    shared, every = [0.0] * (len(acts) + 1), 0.0
    for run in runs:
        weight, others = math.exp(max(-60.0, best.price - run.price)), _acts(run)
        every += weight
        for length in range(len(acts)):
            shared[length] += weight if others[: length + 1] == acts[: length + 1] else 0.0
        shared[-1] += weight if others == acts else 0.0
    return tuple(share / every for share in shared)


def _acts(run: _Run) -> list[tuple[object, ...]]:
    return [act_of(event) for event in run.events]


def act_of(event: Event) -> tuple[object, ...]:
    """What was done by whom, without the faces of the tiles."""
    kept = (getattr(event, field.name) for field in fields(event) if field.name not in _FACES)
    return (type(event).__name__, *kept)
