"""Who sits with whom: whole schedules in which nobody meets twice, and single rounds as good as they can be.

A whole schedule is a difference matrix. The players stand in four blocks of m; a table takes one of each::

    round r, table t:  block 0 player t + d[0][r],  block 1 player t + d[1][r], ...      (all modulo m)

Two players of blocks i and j meet in each round in which d[i][r] - d[j][r] is their distance; so nobody meets
twice when these differences are all different. CP-SAT finds such a matrix, or proves that there is none.
For few tables without one all rounds are searched at once; else round by round, with few repeats.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from engine.tiles import EngineError

from .winds import SEATS, Round, Table, fair_winds, in_fair_winds, solver, turned, winds_before

MOST_AT_ONCE = 6
"""Tables up to which all rounds are searched at once."""
Pair = frozenset[int]


class SeatingError(EngineError):
    """These players cannot be seated so; the message says why."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Rounds of tables. `repeats`: how many pairs meet again, counted each time."""

    rounds: tuple[Round, ...]
    repeats: int


def schedule(players: Sequence[int], rounds: int) -> Seating:
    """So many rounds for all `players`, in their order; nobody meets twice where that can be.

    SeatingError when they do not fill their tables."""
    tables = _tables(players)
    if rounds < 1:
        raise SeatingError(f"a tournament has a round at least, got {rounds}")
    differences = _differences(tables, rounds) if rounds <= tables else None
    if differences is None:
        return _all_at_once(players, rounds) or _round_by_round(players, rounds)
    blocks = [players[block * tables : (block + 1) * tables] for block in range(SEATS)]
    found = tuple(
        tuple(
            turned([blocks[i][(t + differences[i][r]) % tables] for i in range(SEATS)], r)
            for t in range(tables)
        )
        for r in range(rounds)
    )
    return Seating(found, repeats_in(found))


def one_round(
    players: Sequence[int],
    before: Sequence[Round],
    *,
    apart: Collection[Pair] = (),
    fixed: Sequence[Table] = (),
    standing: Mapping[int, float] | None = None,
) -> Round:
    """One more round in which as few as can be meet again.

    A pair kept `apart` (a team) does not sit together if it can be helped; `fixed` tables stay. With
    `standing` (Swiss) those of like results meet, the best at the first table."""
    tables = _tables(players)
    met = _met(before)
    order = list(players) if standing is None else sorted(players, key=lambda one: -standing.get(one, 0.0))
    groups = _solved(order, tables, met, set(apart), fixed, is_ranked=standing is not None)
    sat = winds_before(before)
    return tuple(fair_winds(group, sat) for group in groups)


def progressive_round(
    players: Sequence[int],
    before: Sequence[Round],
    standing: Mapping[int, float],
    part: float,
    *,
    apart: Collection[Pair] = (),
) -> Round:
    """One more round of a progressive Swiss: the standings are cut into blocks, few meet again within each.

    `part` of the tournament is over, 0 to 1: at first all are one block, at last each has two tables or
    three."""
    tables = _tables(players)
    ranked = sorted(players, key=lambda one: -standing.get(one, 0.0))
    blocks = 1 + round(min(1.0, part) * max(0, tables // 2 - 1))
    ends = [SEATS * (tables * block // blocks) for block in range(blocks + 1)]
    return tuple(
        table
        for first, last in itertools.pairwise(ends)
        for table in one_round(ranked[first:last], before, apart=apart)
    )


def repeats_in(rounds: Sequence[Round]) -> int:
    """How often two meet who met before."""
    return sum(count - 1 for count in _met(rounds).values() if count > 1)


def _tables(players: Sequence[int]) -> int:
    if len(set(players)) != len(players):
        raise SeatingError("a player is in the list twice")
    if not players or len(players) % SEATS:
        missing = -len(players) % SEATS
        raise SeatingError(
            f"{len(players)} players do not fill their tables; {missing or SEATS} more are needed"
        )
    return len(players) // SEATS


def _differences(tables: int, rounds: int) -> list[list[int]] | None:
    """Four rows of numbers modulo `tables` whose differences, row from row, are all different.

    None when there are none or none was found in time. The first row is 0, the second counts up."""
    model = cp_model.CpModel()
    rows = [[model.new_constant(0)] * rounds, [model.new_constant(r) for r in range(rounds)]]
    for row in (2, 3):
        rows.append([model.new_int_var(0, tables - 1, f"d{row},{r}") for r in range(rounds)])
        model.add_all_different(rows[row])
    for row in (2, 3):
        model.add(rows[row][0] == 0)
    for i, j in ((1, 2), (1, 3), (2, 3)):
        between = []
        for r in range(rounds):
            distance = model.new_int_var(0, tables - 1, f"{i}-{j},{r}")
            model.add_modulo_equality(distance, rows[i][r] - rows[j][r] + tables, tables)
            between.append(distance)
        model.add_all_different(between)
    search = solver()
    if search.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [[search.value(each) for each in row] for row in rows]


def _all_at_once(players: Sequence[int], rounds: int) -> Seating | None:
    """A schedule without repeats by one search over all rounds; None when none was found.

    The first round is the list's order; the first four, who have met then, sit at tables 0 to 3 then."""
    count, tables = len(players), len(players) // SEATS
    if not SEATS <= tables <= MOST_AT_ONCE or rounds * (SEATS - 1) > count - 1:
        return None
    model = cp_model.CpModel()
    places = itertools.product(range(rounds), range(count), range(tables))
    at = {place: model.new_bool_var(str(place)) for place in places}
    for r in range(rounds):
        for one in range(count):
            model.add_exactly_one(at[r, one, t] for t in range(tables))
        for t in range(tables):
            model.add(sum(at[r, one, t] for one in range(count)) == SEATS)
    for one in range(count):
        model.add(at[0, one, one // SEATS] == 1)
    for r, one in itertools.product(range(1, rounds), range(SEATS)):
        model.add(at[r, one, one] == 1)
    for one, other in itertools.combinations(range(count), 2):
        together = []
        for r in range(rounds):
            is_so = model.new_bool_var(f"{one}&{other},{r}")
            for t in range(tables):
                model.add_bool_or(~at[r, one, t], ~at[r, other, t], is_so)
            together.append(is_so)
        model.add_at_most_one(together)
    search = solver()
    if search.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    found = in_fair_winds(
        [
            tuple(tuple(players[o] for o in range(count) if search.value(at[r, o, t])) for t in range(tables))
            for r in range(rounds)
        ]
    )
    return Seating(found, repeats_in(found))


def _round_by_round(players: Sequence[int], rounds: int) -> Seating:
    found: list[Round] = []
    for _ in range(rounds):
        found.append(one_round(players, found))
    return Seating(in_fair_winds(found), repeats_in(found))


def _solved(
    order: Sequence[int],
    tables: int,
    met: Mapping[Pair, int],
    apart: set[Pair],
    fixed: Sequence[Table],
    *,
    is_ranked: bool,
) -> list[list[int]]:
    """Groups of four at the least cost: a pair kept apart weighs most, then who meets again, then how far
    one sits from his rank's table."""
    model = cp_model.CpModel()
    at = {(one, t): model.new_bool_var(f"{one}@{t}") for one in order for t in range(tables)}
    for one in order:
        model.add_exactly_one(at[one, t] for t in range(tables))
    for t in range(tables):
        model.add(sum(at[one, t] for one in order) == SEATS)
    for t, table in enumerate(fixed):
        for one in table:
            model.add(at[one, t] == 1)
    cost: list[Any] = []
    for pair in {*met, *apart}:
        one, other = sorted(pair)
        if (one, 0) not in at or (other, 0) not in at:
            continue
        together = model.new_bool_var(f"{one}&{other}")
        for t in range(tables):
            model.add(together >= at[one, t] + at[other, t] - 1)
        cost.append(together * (10_000 * (pair in apart) + 400 * met.get(pair, 0) ** 2))
    if is_ranked:
        for place, one in enumerate(order):
            cost += [at[one, t] * abs(place // SEATS - t) ** 2 for t in range(tables)]
    model.minimize(sum(cost))
    for place, one in enumerate(order):
        for t in range(tables):
            model.add_hint(at[one, t], place // SEATS == t if is_ranked else place % tables == t)
    search = solver()
    if search.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise SeatingError("no seating keeps the fixed tables")
    return [[one for one in order if search.value(at[one, t])] for t in range(tables)]


def _met(rounds: Sequence[Round]) -> dict[Pair, int]:
    met: dict[Pair, int] = {}
    for table in itertools.chain.from_iterable(rounds):
        for pair in itertools.combinations(table, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met
