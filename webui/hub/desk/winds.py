"""Who sits in which wind at tables that are drawn: nobody much more often in one than in another."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from ortools.sat.python import cp_model

SEATS = 4
PATIENCE_S = 20.0
"""How long one search may take."""
WORKERS = 2
Table = tuple[int, ...]
"""Four players, East first."""
Round = tuple[Table, ...]


def solver() -> cp_model.CpSolver:
    """A search that gives up in time."""
    search = cp_model.CpSolver()
    search.parameters.max_time_in_seconds = PATIENCE_S
    search.parameters.num_workers = WORKERS
    search.parameters.random_seed = 1
    return search


def turned(table: Sequence[int], turns: int) -> Table:
    """Everybody one wind on, so that each is East in turn."""
    return tuple(table[(seat - turns) % SEATS] for seat in range(SEATS))


def winds_before(rounds: Sequence[Round]) -> dict[tuple[int, int], int]:
    """How often (player, wind) was sat so far."""
    sat: dict[tuple[int, int], int] = {}
    for table in itertools.chain.from_iterable(rounds):
        for wind, one in enumerate(table):
            sat[one, wind] = sat.get((one, wind), 0) + 1
    return sat


def in_fair_winds(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """The same tables in an order in which nobody sits in one wind two times more than in another.

    There always is one: players and tables are the two sides of a graph, and the edges of such a graph take
    four colours so that at each end no colour is there two times more than another (de Werra)."""
    model = cp_model.CpModel()
    tables = list(itertools.chain.from_iterable(rounds))
    sits = {
        (table, one, wind): model.new_bool_var(f"{table}:{one}={wind}")
        for table, group in enumerate(tables)
        for one in group
        for wind in range(SEATS)
    }
    for table, group in enumerate(tables):
        for wind in range(SEATS):
            model.add_exactly_one(sits[table, one, wind] for one in group)
        for one in group:
            model.add_exactly_one(sits[table, one, wind] for wind in range(SEATS))
    least = len(rounds) // SEATS
    for one in itertools.chain.from_iterable(rounds[0]):
        for wind in range(SEATS):
            often = sum(sits[table, one, wind] for table, group in enumerate(tables) if one in group)
            model.add_linear_constraint(often, least, -(-len(rounds) // SEATS))
    search = solver()
    if search.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return tuple(rounds)
    ordered = iter(
        tuple(next(one for one in group if search.value(sits[table, one, wind])) for wind in range(SEATS))
        for table, group in enumerate(tables)
    )
    return tuple(tuple(itertools.islice(ordered, len(each))) for each in rounds)


def fair_winds(group: Sequence[int], sat: Mapping[tuple[int, int], int]) -> Table:
    """The order in which each sits where he sat least."""
    return min(
        itertools.permutations(group),
        key=lambda table: sum(sat.get((one, wind), 0) ** 2 for wind, one in enumerate(table)),
    )
