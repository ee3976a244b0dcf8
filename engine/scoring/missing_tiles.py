"""How many tiles are missing for so many groups, with or without a pair: the arithmetic under `shape`.

A hand is counted into four lists (nine ranks for each suit, seven honours). For each list a small table holds
how many tiles must still be added; the tables are computed once for each list seen and then added together::

    index of a table:   0 1 2 3 4 = groups, no pair      5 6 7 8 9 = groups and the pair
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""How many of each face, in a fixed order; also a table of ten costs."""

FAR = 99
"""A distance no hand has: out of reach."""


def missing_tiles(counts: Counts) -> Counts:
    """The tiles missing for every number of groups, over the whole hand."""
    return _added(
        _added(_suit_table(counts[0:9]), _suit_table(counts[9:18])),
        _added(_suit_table(counts[18:27]), _honour_table(counts[27:34])),
    )


def missing_with_each(counts: Counts, groups: int) -> Counts:
    """The tiles missing for `groups` groups and a pair after adding each of the 34 faces in turn.

    One more tile changes only the table of its own list, so the other three are added up just once."""
    lists = (counts[0:9], counts[9:18], counts[18:27], counts[27:34])
    tables = (*map(_suit_table, lists[:3]), _honour_table(lists[3]))
    result: list[int] = []
    for number, held in enumerate(lists):
        others = [table for other, table in enumerate(tables) if other != number]
        rest = _added(_added(others[0], others[1]), others[2])
        table_of = _honour_table if number == 3 else _suit_table
        for place, copies in enumerate(held):
            table = table_of((*held[:place], copies + 1, *held[place + 1 :]))
            result.append(_cheapest(table, rest, groups))
    return tuple(result)


def _cheapest(left: Counts, right: Counts, groups: int) -> int:
    return min(
        min(left[5 + here] + right[groups - here], left[here] + right[5 + groups - here])
        for here in range(groups + 1)
    )


@lru_cache(maxsize=500_000)
def _added(left: Counts, right: Counts) -> Counts:
    """The table of two lists together: the cheapest way to share the groups and the pair between them."""
    result = []
    for groups in range(5):
        result.append(min(left[here] + right[groups - here] for here in range(groups + 1)))
    for groups in range(5):
        result.append(_cheapest(left, right, groups))
    return tuple(result)


# Going through a suit by rank: a state is (runs begun two ranks ago, runs begun one rank ago, groups, pair).
# Three equal runs are three pungs, so two of a kind are enough.
_STATES = tuple(
    (two_ago, one_ago, groups, pair)
    for two_ago in range(3)
    for one_ago in range(3)
    for groups in range(5)
    for pair in range(2)
)
_STATE_INDEX = {state: number for number, state in enumerate(_STATES)}


def _steps() -> tuple[tuple[int, int, int], ...]:
    """(state before, state after, tiles of this rank used) for every way to use one rank."""
    steps = []
    for (two_ago, one_ago, groups, pair), before in _STATE_INDEX.items():
        for runs in range(3):
            for pung in range(2):
                for now_pair in range(2 - pair):
                    used = two_ago + one_ago + runs + 3 * pung + 2 * now_pair
                    after = (one_ago, runs, groups + runs + pung, pair + now_pair)
                    if used <= 4 and after in _STATE_INDEX:
                        steps.append((before, _STATE_INDEX[after], used))
    return tuple(steps)


_STEPS = _steps()
_START = tuple(0 if state == (0, 0, 0, 0) else FAR for state in _STATES)


@lru_cache(maxsize=500_000)
def _after_ranks(counts: Counts) -> Counts:
    """The least cost of each state once the ranks in `counts` are used up."""
    if not counts:
        return _START
    before = _after_ranks(counts[:-1])
    held = counts[-1]
    best = [FAR] * len(_STATES)
    for old, new, used in _STEPS:
        cost = before[old] + (used - held if used > held else 0)
        if cost < best[new]:
            best[new] = cost
    return tuple(best)


@lru_cache(maxsize=500_000)
def _suit_table(counts: Counts) -> Counts:
    costs = _after_ranks(counts)
    return tuple(costs[_STATE_INDEX[(0, 0, groups, pair)]] for pair in range(2) for groups in range(5))


@lru_cache(maxsize=100_000)
def _honour_table(counts: Counts) -> Counts:
    """Honours make only pungs and the pair, so the richest kinds are taken first."""
    table = [*([FAR] * 10)]
    pungs = [max(0, 3 - held) for held in counts]
    for pair_at in (None, *range(7)):
        costs = sorted(cost for number, cost in enumerate(pungs) if number != pair_at)
        start = 0 if pair_at is None else max(0, 2 - counts[pair_at])
        for groups in range(5):
            index = groups + (0 if pair_at is None else 5)
            table[index] = min(table[index], start + sum(costs[:groups]))
    return tuple(table)
