"""`python -m models.fit_askew DIR ...`: the limits of `vision.layout.askew`, on deals whose truth is known.

DIR holds what `bench_follow.py --side ANGLE --keep DIR` kept. Looks at a table in play are laid out again
with one limit at a time from half to twice. What is read is compared with what truly lies there: each
difference, counted once a deal, at what it costs the following (`engine/follow/weigh/rates.toml`), and each
further look that shows it at what an error costs that lasts; a stack that cannot be read as an unread tile.
Printed for each value: nats a deal. The fitted value is the one that costs least; the value in use stays
where none saves more than two misread stacks.
"""

from __future__ import annotations

import argparse
import math
import sys
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.follow.weigh.differences import Comparer
from engine.follow.weigh.rates import Rates
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.apply import apply, new_table
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState
from models.fit_follow import EARLY_S, LATE_S, Stand
from vision.finds.deal import KeptDeal, deals_in
from vision.layout import askew
from vision.layout.table import TableGeometry, learned, read_table, with_hands
from vision.layout.zones import Polygon
from vision.observation import VisionError
from vision.pipeline.look import Observed

LIMITS = ("FAR_MM", "TOLD_APART", "IN_ROW", "ROW_OF", "HIDDEN", "LONG_ROW", "LEAST_SIDE_MM")
FACTORS = (0.5, 0.71, 1.0, 1.41, 2.0)
WORTH = 16.0
"""Nats in all deals together: two misread stacks. Another value has to save more."""
UNPLAYED = ("building", "rolling", "breaking")


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found in one look of a deal, the table's measures by then, and how the table may stand."""

    deal: int
    rules: Ruleset
    observed: Observed
    geometry: TableGeometry
    covered: tuple[Polygon, ...]
    near: tuple[Stand, ...]


def looks_of(deal: KeptDeal, step: int) -> Iterator[Seen]:
    """Every `step`th look of a deal in play in which tiles were looked for. The dealer is seat 0."""
    rules = load_ruleset(deal.facts.rules)
    state = new_table(rules, 0)
    stands = [(-math.inf, state, expected(state))]
    for at_s, event in deal.truth:
        state = apply(state, event)
        stands.append((at_s, state, expected(state)))
    starts = [at_s for at_s, _, _ in stands]
    geometry, number = TableGeometry(deal.facts.square_mm, stacks=rules.stacks), 0
    for find in deal.finds:
        if find.camera_mm is not None and find.camera_mm != geometry.camera_mm:
            geometry = TableGeometry(deal.facts.square_mm, stacks=rules.stacks, camera_mm=find.camera_mm)
        if find.observed is None or find.settling is None or find.settling.look == "failed":
            continue
        first = max(0, bisect_right(starts, find.at_s - LATE_S) - 1)
        near = tuple((s, told) for _, s, told in stands[first : bisect_right(starts, find.at_s + EARLY_S)])
        if near[0][0].phase in UNPLAYED:
            geometry = learned(find.observed[0], geometry.fitted(find.observed[0]))
        elif near[0][0].phase == "playing":
            number += 1
            if number % step == 0:
                geometry = with_hands(find.observed[0], geometry)
                yield Seen(
                    deal.facts.seed, rules, find.observed, geometry, tuple(find.settling.covered), near
                )


def cost(looks: Sequence[Seen], rates: Rates, compare: Comparer) -> float:
    """What the readings of all looks cost, nats a deal."""
    errors, lasting = dict[Hashable, float](), 0.0
    for look in looks:
        reading = read_table(*look.observed, look.geometry, look.covered)
        seen = within_rules(reading, look.rules)
        ways = (_errors(compare, state, told, seen) for state, told in look.near)
        now = min(ways, key=lambda found: sum(found.values()))
        now |= {(f"wall:{side}", place): rates.unread for side, place in _unread(seen)}
        known: dict[Hashable, float] = {(look.deal, *key): nats for key, nats in now.items()}
        lasting += rates.lasting * len(known.keys() & errors.keys())
        errors = {**known, **errors}
    return (sum(errors.values()) + lasting) / max(1, len({look.deal for look in looks}))


def _errors(
    compare: Comparer, state: GameState, told: TableReading, seen: TableReading
) -> dict[tuple[str, Hashable], float]:
    """Each difference by its zone and name, and what it costs (nats); dice are no matter of the layout."""
    zones = compare.differences(told, state, seen)
    return {(zone, each.key): each.nats for zone, found in zones.items() if zone != "dice" for each in found}


def _unread(seen: TableReading) -> Iterator[tuple[int, int]]:
    """Side and place of each stack of which nobody can say how high it is."""
    for side, wall in enumerate(seen.walls):
        yield from ((side, place) for place, height in enumerate(wall.heights) if height is None)


@contextmanager
def limit(name: str, value: float) -> Iterator[None]:
    """The layout with one limit of that value."""
    before = getattr(askew, name)
    setattr(askew, name, value)
    try:
        yield
    finally:
        setattr(askew, name, before)


def values_of(name: str) -> tuple[float, ...]:
    """The values tried, the one in use among them, in the limit's own unit: mm, a part 0 to 1 of a tile, or
    a count."""
    used = getattr(askew, name)
    tried = {round(used * factor) if isinstance(used, int) else round(used * factor, 3) for factor in FACTORS}
    return tuple(sorted(tried))


def fitted(used: float, costs: dict[float, float], deals: int) -> float:
    """The value that costs least, nats a deal of so many; `used` when none is worth a change."""
    best = min(costs, key=lambda value: (costs[value], abs(value - used)))
    return best if (costs[used] - costs[best]) * deals > WORTH else used


def main() -> None:
    """Prints a row for each limit."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    given.add_argument("--step", type=int, default=8, help="takes one look of so many")
    given.add_argument("--only", nargs="+", choices=LIMITS, default=list(LIMITS))
    asked = given.parse_args()
    try:
        looks = [look for _, deal in deals_in(asked.folders) for look in looks_of(deal, asked.step)]
    except VisionError as wrong:
        sys.exit(str(wrong))
    if not looks:
        sys.exit("no looks at a table in play: keep some with bench_follow.py --side ANGLE --keep DIR")
    rates = Rates.load()
    compare = Comparer(rates)
    deals = len({look.deal for look in looks})
    print(f"{len(looks)} looks at {deals} deals; nats a deal with", flush=True)
    plain = cost(looks, rates, compare)
    for name in asked.only:
        used, costs = getattr(askew, name), dict[float, float]()
        for value in values_of(name):
            with limit(name, value):
                costs[value] = plain if value == used else cost(looks, rates, compare)
        tried = "  ".join(f"{value:g}: {nats:.2f}" for value, nats in costs.items())
        print(f"{name:14} in use {used:g}, fitted {fitted(used, costs, deals):g}   {tried}", flush=True)
