"""Which shapes a hand can finish in: complete or not, the waits, and the distance from ready.

Only shapes are judged here, never values. `Counts` here are how many of each of the 34 plain faces, in the
order of `PLAIN`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Literal, TypeAlias

from engine.ruleset import Ruleset
from engine.scoring.missing_tiles import FAR, Counts, missing_tiles
from engine.tiles import PLAIN, EngineError, SeenTile, Tile

Shape: TypeAlias = Literal[
    "regular",
    "seven_pairs",
    "seven_pairs_fours",
    "thirteen_orphans",
    "knitted_straight",
    "honours_and_knitted",
]
"""``seven_pairs_fours``: four alike may stand for two of the pairs (MCR)."""

RIICHI_SHAPES: frozenset[Shape] = frozenset({"regular", "seven_pairs", "thirteen_orphans"})
MCR_SHAPES: frozenset[Shape] = frozenset(
    {"regular", "seven_pairs_fours", "thirteen_orphans", "knitted_straight", "honours_and_knitted"}
)
HONG_KONG_SHAPES: frozenset[Shape] = frozenset({"regular", "thirteen_orphans"})
DOUBLES_SHAPES: frozenset[Shape] = frozenset({"regular", "seven_pairs", "thirteen_orphans"})
SHAPES: dict[str, frozenset[Shape]] = {
    "riichi": RIICHI_SHAPES,
    "mcr": MCR_SHAPES,
    "hong_kong": HONG_KONG_SHAPES,
    "doubles": DOUBLES_SHAPES,
}
"""The shapes of each kind of scoring, by `Ruleset.scoring`."""


def shapes_of(rules: Ruleset) -> frozenset[Shape]:
    """The shapes a hand may be won in at this table: those of its scoring, and seven pairs where its options
    pay for them and only there."""
    shapes = SHAPES[rules.scoring]
    if rules.scoring not in ("hong_kong", "doubles"):
        return shapes
    price = dict(rules.scoring_options).get("seven_pairs", "seven_pairs" in shapes)
    return shapes | _PAIRS if price else shapes - _PAIRS


_PAIRS: frozenset[Shape] = frozenset({"seven_pairs"})

ORPHANS: tuple[int, ...] = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
KNITTED: tuple[tuple[int, ...], ...] = tuple(
    tuple(9 * suit_number + first + 3 * step for suit_number, first in enumerate(firsts) for step in range(3))
    for firsts in permutations(range(3))
)
"""The six ways to lay 1-4-7, 2-5-8 and 3-6-9 in three different suits, as indexes into `PLAIN`."""
_KNITTED_FIRSTS = (0, 1, 2, 9, 10, 11, 18, 19, 20)
_KNITTED_PLACES = tuple(
    tuple(3 * suit_number + first for suit_number, first in enumerate(firsts))
    for firsts in permutations(range(3))
)

_INDEX = {tile: number for number, tile in enumerate(PLAIN)} | {"0m": 4, "0p": 13, "0s": 22}


def counted(tiles: Iterable[SeenTile]) -> Counts:
    """How many of each plain face are in `tiles`; raises EngineError for an unknown tile or a flower."""
    counts = [0] * 34
    for tile in tiles:
        try:
            counts[_INDEX[tile]] += 1  # type: ignore[index]
        except KeyError:
            raise EngineError(f"a hand is made of known suit and honour tiles, got {tile or '?'!r}") from None
    return tuple(counts)


def is_complete(tiles: Sequence[SeenTile], melds: int = 0, shapes: frozenset[Shape] = RIICHI_SHAPES) -> bool:
    """Whether the standing `tiles` with `melds` sets on the table make a finished hand in one of `shapes`;
    with an unknown tile or a flower among them they do not."""
    is_hand = len(tiles) == 14 - 3 * melds and all(tile in _INDEX for tile in tiles)
    return is_hand and counts_complete(counted(tiles), melds, shapes)


def waits(
    tiles: Sequence[SeenTile], melds: int = 0, shapes: frozenset[Shape] = RIICHI_SHAPES
) -> tuple[Tile, ...]:
    """The tiles that finish a hand of 13 - 3 * `melds` standing tiles; a fifth copy is no wait, and with an
    unknown tile or a flower among them none are told. S001-68"""
    if len(tiles) != 13 - 3 * melds or any(tile not in _INDEX for tile in tiles):
        return ()
    counts = list(counted(tiles))
    if counts_distance(tuple(counts), melds, shapes) != 0:
        return ()
    found = []
    for number in range(34):
        if counts[number] < 4:
            counts[number] += 1
            if counts_complete(tuple(counts), melds, shapes):
                found.append(PLAIN[number])
            counts[number] -= 1
    return tuple(found)


def distance(tiles: Sequence[SeenTile], melds: int = 0, shapes: frozenset[Shape] = RIICHI_SHAPES) -> int:
    """Tiles away from ready: 0 ready, -1 complete. Takes 13 or 14 (less 3 for each meld) standing tiles."""
    return counts_distance(counted(tiles), melds, shapes)


def counts_complete(counts: Counts, melds: int, shapes: frozenset[Shape]) -> bool:
    """`is_complete` for a hand already counted."""
    if max(counts) > 4:
        return False
    if "regular" in shapes and _is_regular(counts):
        return True
    return any(
        shape != "regular" and _DISTANCES[shape](counts, melds) == -1
        for shape in shapes
        if melds == 0 or shape == "knitted_straight"
    )


def counts_distance(counts: Counts, melds: int, shapes: frozenset[Shape]) -> int:
    """`distance` for a hand already counted: the nearest of `shapes`."""
    return min(_DISTANCES[shape](counts, melds) for shape in shapes)


def shape_distance(counts: Counts, melds: int, shape: Shape) -> int:
    """The distance from ready in one `shape` alone; `FAR` or more when melds rule it out."""
    return _DISTANCES[shape](counts, melds)


def _is_regular(counts: Counts) -> bool:
    kinds = (
        _suit_kind(counts[0:9]),
        _suit_kind(counts[9:18]),
        _suit_kind(counts[18:27]),
        _honour_kind(counts[27:34]),
    )
    return sum(kinds) == 1 and min(kinds) == 0


@lru_cache(maxsize=500_000)
def _suit_kind(counts: Counts) -> int:
    """0: groups only; 1: groups and one pair; -9: neither."""
    if sum(counts) % 3 == 1:
        return -9
    if sum(counts) % 3 == 0:
        return 0 if _only_groups(counts) else -9
    for rank, held in enumerate(counts):
        if held >= 2 and _only_groups((*counts[:rank], held - 2, *counts[rank + 1 :])):
            return 1
    return -9


def _only_groups(counts: Counts) -> bool:
    """From the left each tile has one fate: three alike go as a pung, the rest must start runs."""
    left = [*counts, 0, 0]
    for rank in range(9):
        runs = left[rank] % 3
        if left[rank + 1] < runs or left[rank + 2] < runs:
            return False
        left[rank + 1] -= runs
        left[rank + 2] -= runs
    return left[9] == left[10] == 0


@lru_cache(maxsize=100_000)
def _honour_kind(counts: Counts) -> int:
    if any(held in (1, 4) for held in counts) or counts.count(2) > 1:
        return -9
    return counts.count(2)


def _regular_distance(counts: Counts, melds: int) -> int:
    return missing_tiles(counts)[5 + 4 - melds] - 1


def _seven_pairs_distance(counts: Counts, melds: int) -> int:
    if melds:
        return FAR
    kinds = 34 - counts.count(0)
    return 6 - (kinds - counts.count(1)) + max(0, 7 - kinds)


def _seven_pairs_fours_distance(counts: Counts, melds: int) -> int:
    return FAR if melds else 6 - sum(held // 2 for held in counts)


def _thirteen_orphans_distance(counts: Counts, melds: int) -> int:
    if melds:
        return FAR
    held = [counts[orphan] for orphan in ORPHANS]
    return 13 - (13 - held.count(0)) - any(number > 1 for number in held)


def _knitted_held(counts: Counts) -> list[int]:
    """How many of 1-4-7, 2-5-8 and 3-6-9 are held in each suit: nine numbers, suit by suit."""
    return [
        (counts[first] > 0) + (counts[first + 3] > 0) + (counts[first + 6] > 0) for first in _KNITTED_FIRSTS
    ]


def _honours_and_knitted_distance(counts: Counts, melds: int) -> int:
    """Fourteen different tiles out of the seven honours and one knitted straight."""
    if melds:
        return FAR
    held = _knitted_held(counts)
    knitted = max([held[first] + held[second] + held[third] for first, second, third in _KNITTED_PLACES])
    return 13 - (7 - counts[27:].count(0)) - knitted


def _knitted_straight_distance(counts: Counts, melds: int) -> int:
    """Nine knitted tiles, one group and the pair; the group may be a meld."""
    if melds > 1:
        return FAR
    held = _knitted_held(counts)
    best = FAR
    choices = [
        (9 - held[first] - held[second] - held[third], knitted)
        for (first, second, third), knitted in zip(_KNITTED_PLACES, KNITTED, strict=True)
    ]
    for missing, knitted in sorted(choices):
        if missing - 1 >= best:
            break
        rest = list(counts)
        for tile in knitted:
            rest[tile] -= rest[tile] > 0
        best = min(best, missing + missing_tiles(tuple(rest))[5 + 1 - melds] - 1)
    return best


_DISTANCES = {
    "regular": _regular_distance,
    "seven_pairs": _seven_pairs_distance,
    "seven_pairs_fours": _seven_pairs_fours_distance,
    "thirteen_orphans": _thirteen_orphans_distance,
    "honours_and_knitted": _honours_and_knitted_distance,
    "knitted_straight": _knitted_straight_distance,
}
