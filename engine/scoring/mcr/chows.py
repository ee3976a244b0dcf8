"""The patterns of several chows in MCR: four together, three with the fourth joined to them, or pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from engine.scoring.mcr.patterns import Chow, View
from engine.tiles import Tile


def chow_ways(view: View) -> Iterator[Counter[str]]:
    """Every way to count the chows: four, three and the fourth joined once, or pairs that close no ring."""
    chows = view.chows
    pair = next((group.tile for group in view.groups if group.kind == "pair"), "")
    if len(chows) == 4 and (name := _of_four(chows, pair)):
        yield Counter({name: 1})
    for three in combinations(range(len(chows)), 3):
        name = _of_three([chows[number] for number in three])
        left = [number for number in range(len(chows)) if number not in three]
        joins = {_of_two(chows[one], chows[other]) for one in left for other in three} - {""}
        if name:
            yield from (Counter([name, *filter(None, [join])]) for join in joins or {""})
    yield from _forests(chows)


def _forests(chows: Sequence[Chow]) -> Iterator[Counter[str]]:
    edges = [(a, b) for a, b in combinations(range(len(chows)), 2) if _of_two(chows[a], chows[b])]
    for size in range(len(chows), -1, -1):
        found = [chosen for chosen in combinations(edges, size) if _is_forest(chosen)]
        if found:
            yield from (Counter(_of_two(chows[a], chows[b]) for a, b in chosen) for chosen in found)
            return


def _is_forest(edges: Iterable[tuple[int, int]]) -> bool:
    root = list(range(4))
    for one, other in edges:
        if root[one] == root[other]:
            return False
        gone = root[other]
        root = [root[one] if each == gone else each for each in root]
    return True


def _of_two(one: Chow, other: Chow) -> str:
    (low, suit), (high, other_suit) = sorted((one, other))
    if suit != other_suit:
        return "mixed_double_chow" if low == high else ""
    return {0: "pure_double_chow", 3: "short_straight"}.get(
        high - low, "two_terminal_chows" if (low, high) == (1, 7) else ""
    )


def _of_three(chows: Sequence[Chow]) -> str:
    (low, mid, high), suits = sorted(rank for rank, _ in chows), len({suit for _, suit in chows})
    steps = (mid - low, high - mid)
    if suits == 1:
        names = {(0, 0): "pure_triple_chow", (3, 3): "pure_straight"}
        return names.get(steps, "pure_shifted_chows" if steps in ((1, 1), (2, 2)) else "")
    names = {(0, 0): "mixed_triple_chow", (3, 3): "mixed_straight", (1, 1): "mixed_shifted_chows"}
    return names.get(steps, "") if suits == 3 else ""


def _of_four(chows: Sequence[Chow], pair: Tile) -> str:
    ranks, suits = sorted(rank for rank, _ in chows), Counter(suit for _, suit in chows)
    steps = {high - low for low, high in pairwise(ranks)}
    if len(suits) == 1 and steps <= {0}:
        return "quadruple_chow"
    if len(suits) == 1 and (steps == {1} or steps == {2}):
        return "four_pure_shifted_chows"
    if ranks != [1, 1, 7, 7] or pair[0] != "5" or pair[1] == "z":
        return ""
    if len(suits) == 1:
        return "pure_terminal_chows" if pair[1] in suits else ""
    both = all(sorted(rank for rank, each in chows if each == suit) == [1, 7] for suit in suits)
    return "three_suited_terminal_chows" if both and pair[1] not in suits else ""
