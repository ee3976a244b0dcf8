"""All the ways to see a finished hand as sets and a pair, and which of them the winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

from engine.scoring.hand import WonHand
from engine.scoring.missing_tiles import Counts
from engine.scoring.shape import counted
from engine.tiles import PLAIN, Tile, plain

GroupKind: TypeAlias = Literal["chow", "pung", "kong", "pair"]


@dataclass(frozen=True, slots=True)
class Group:
    """One set or pair of a finished hand, by its lowest tile. `wins`: the winning tile completed it;
    `is_open`: it lay on the table with a claimed tile in it."""

    kind: GroupKind
    tile: Tile
    is_open: bool = False
    wins: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the group, red ink taken off."""
        if self.kind == "chow":
            return tuple(f"{int(self.tile[0]) + step}{self.tile[1]}" for step in range(3))
        return (self.tile,) * {"pair": 2, "pung": 3, "kong": 4}[self.kind]


Grouping: TypeAlias = tuple[Group, ...]
"""Four sets and a pair, or seven pairs; melds last, in the order they were made."""


def groupings(won: WonHand) -> tuple[Grouping, ...]:
    """Every way to group the hand into four sets and a pair, and every place for the winning tile in it.

    Empty when the hand is not regular."""
    melds = tuple(_of_meld(meld.kind, meld.tiles) for meld in won.melds)
    counts = counted(won.complete_standing)
    found: list[Grouping] = []
    for groups in _ways(counts):
        if len(groups) == 5 - len(melds):
            found.extend(_with_winning_tile(groups, plain(won.tile), melds))
    return tuple(found)


def seven_pairs(won: WonHand, fours_allowed: bool) -> Grouping | None:
    """The hand as seven pairs, or None; with `fours_allowed` four alike stand for two of them."""
    if won.melds:
        return None
    counts = counted(won.complete_standing)
    if any(held % 2 or (held == 4 and not fours_allowed) for held in counts):
        return None
    tiles = [PLAIN[number] for number, held in enumerate(counts) for _ in range(held // 2)]
    winning = tiles.index(plain(won.tile))
    return tuple(Group("pair", tile, wins=number == winning) for number, tile in enumerate(tiles))


def is_thirteen_orphans(won: WonHand) -> bool:
    """Whether the hand is one of each terminal and honour and one more of them."""
    orphans = {tile for tile in PLAIN if tile[1] == "z" or tile[0] in "19"}
    return not won.melds and set(map(plain, won.complete_standing)) == orphans


def _of_meld(kind: str, tiles: tuple[Tile | None, ...]) -> Group:
    lowest = min(plain(tile) for tile in tiles if tile is not None)
    is_open = kind != "concealed_kong"
    match kind:
        case "chow":
            return Group("chow", lowest, is_open)
        case "pung":
            return Group("pung", lowest, is_open)
        case _:
            return Group("kong", lowest, is_open)


def _with_winning_tile(groups: Grouping, tile: Tile, melds: Grouping) -> Iterator[Grouping]:
    seen = set()
    for number, group in enumerate(groups):
        if tile in group.tiles and group not in seen:
            seen.add(group)
            yield (*groups[:number], replace(group, wins=True), *groups[number + 1 :], *melds)


def _ways(counts: Counts) -> Iterator[Grouping]:
    """Each suit by itself, then all suits together: just one pair in all."""
    suits = (
        _suit_ways(counts[0:9], "m"),
        _suit_ways(counts[9:18], "p"),
        _suit_ways(counts[18:27], "s"),
        _honour_ways(counts[27:34]),
    )
    for parts in product(*suits):
        groups = parts[0] + parts[1] + parts[2] + parts[3]
        if sum(1 for group in groups if group.kind == "pair") == 1:
            yield groups


@lru_cache(maxsize=50_000)
def _suit_ways(counts: Counts, suit: str) -> tuple[Grouping, ...]:
    return tuple(_from_rank(list(counts), 0, suit, True))


def _from_rank(left: list[int], rank: int, suit: str, pair_free: bool) -> Iterator[Grouping]:
    """Every grouping of what is left from `rank` on; each tile goes to a pung, the pair, or starts a run."""
    while rank < 9 and not left[rank]:
        rank += 1
    if rank == 9:
        yield ()
        return
    tile = f"{rank + 1}{suit}"
    for kind, held in (("pung", 3), ("pair", 2)):
        if left[rank] >= held and (kind == "pung" or pair_free):
            left[rank] -= held
            group = Group("pung" if kind == "pung" else "pair", tile)
            for rest in _from_rank(left, rank, suit, pair_free and kind == "pung"):
                yield (group, *rest)
            left[rank] += held
    if rank < 7 and left[rank + 1] and left[rank + 2]:
        for step in range(3):
            left[rank + step] -= 1
        for rest in _from_rank(left, rank, suit, pair_free):
            yield (Group("chow", tile), *rest)
        for step in range(3):
            left[rank + step] += 1


@lru_cache(maxsize=20_000)
def _honour_ways(counts: Counts) -> tuple[Grouping, ...]:
    if any(held in (1, 4) for held in counts):
        return ()
    return (
        tuple(
            Group("pung" if held == 3 else "pair", f"{number + 1}z")
            for number, held in enumerate(counts)
            if held
        ),
    )
