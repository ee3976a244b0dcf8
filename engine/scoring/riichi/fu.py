"""Riichi: the fu line by line with the tiles they stand for, and how the tiles were grouped.

The library names its fu but not the grouping it chose, so the groupings are gone through until one gives the
very same lines and patterns.
"""

from __future__ import annotations

from collections.abc import Collection

from mahjong.hand_calculating.fu import FuCalculator

from engine.scoring.groups import Group, Grouping, groupings, seven_pairs
from engine.scoring.hand import WonHand
from engine.scoring.score import FuLine
from engine.tiles import Tile, plain

Groups = tuple[tuple[Tile, ...], ...]

_SET_FU = {
    # (terminal or honour, kong, open): reason
    (False, False, False): FuCalculator.CLOSED_PON,
    (False, False, True): FuCalculator.OPEN_PON,
    (False, True, False): FuCalculator.CLOSED_KAN,
    (False, True, True): FuCalculator.OPEN_KAN,
    (True, False, False): FuCalculator.CLOSED_TERMINAL_PON,
    (True, False, True): FuCalculator.OPEN_TERMINAL_PON,
    (True, True, False): FuCalculator.CLOSED_TERMINAL_KAN,
    (True, True, True): FuCalculator.OPEN_TERMINAL_KAN,
}
_OF_TILES = frozenset((*_SET_FU.values(), FuCalculator.PENCHAN, FuCalculator.KANCHAN, FuCalculator.PAIR_WAIT))


def explained_fu(
    won: WonHand, details: Collection[tuple[str, int]], patterns: Collection[str]
) -> tuple[tuple[FuLine, ...], Groups]:
    """The library's fu `details` (reason, fu) with the tiles of each, and the grouping they come from."""
    if "chiitoitsu" in patterns:
        pairs = seven_pairs(won, fours_allowed=False) or ()
        return tuple(FuLine(reason, fu) for reason, fu in details), tuple(group.tiles for group in pairs)
    grouping = _grouping_of(won, details, patterns)
    tiles_of = _tiles_of_reasons(won, grouping)
    pair = next((group.tiles for group in grouping if group.kind == "pair"), ())
    lines = []
    for reason, fu in details:
        if reason in _OF_TILES:
            tiles = tiles_of[reason].pop() if tiles_of.get(reason) else ()
        else:
            tiles = pair if reason in (FuCalculator.VALUED_PAIR, FuCalculator.DOUBLE_VALUED_PAIR) else ()
        # The library gives an open hand without fu its two as such; drawn, they are those of the draw.
        drawn = reason == FuCalculator.HAND_WITHOUT_FU and won.self_drawn
        lines.append(FuLine(FuCalculator.TSUMO if drawn else reason, fu, tiles))
    return tuple(lines), tuple(group.tiles for group in grouping)


def _grouping_of(won: WonHand, details: Collection[tuple[str, int]], patterns: Collection[str]) -> Grouping:
    ways = groupings(won)
    if len(ways) == 1:
        return ways[0]
    wanted = sorted(reason for reason, _ in details if reason in _OF_TILES)
    fitting = [
        way
        for way in ways
        if sorted(reason for reason, tiles in _tiles_of_reasons(won, way).items() for _ in tiles) == wanted
    ]
    return max(fitting or ways, key=lambda way: len(_chow_patterns(way) & set(patterns)))


def _tiles_of_reasons(won: WonHand, grouping: Grouping) -> dict[str, list[tuple[Tile, ...]]]:
    """The sets and the wait of one grouping, by the reason they earn fu for."""
    found: dict[str, list[tuple[Tile, ...]]] = {}
    for group in grouping:
        if group.kind in ("pung", "kong"):
            outer = group.tile[1] == "z" or group.tile[0] in "19"
            is_open = group.is_open or (group.wins and not won.self_drawn)
            found.setdefault(_SET_FU[outer, group.kind == "kong", is_open], []).append(group.tiles)
        if group.wins:
            wait = _wait(group, plain(won.tile))
            if wait:
                found.setdefault(wait, []).append(group.tiles)
    return found


def _wait(group: Group, tile: Tile) -> str | None:
    if group.kind == "pair":
        return str(FuCalculator.PAIR_WAIT)
    if group.kind != "chow":
        return None
    if tile == group.tiles[1]:
        return str(FuCalculator.KANCHAN)
    if (group.tile[0], tile[0]) in (("1", "3"), ("7", "7")):
        return str(FuCalculator.PENCHAN)
    return None


def _chow_patterns(grouping: Grouping) -> set[str]:
    """The patterns that tell two groupings with the same fu apart."""
    chows = [group.tile for group in grouping if group.kind == "chow"]
    twice = sum(chows.count(tile) // 2 for tile in set(chows))
    names = {0: set(), 1: {"iipeikou"}}.get(twice, {"ryanpeikou"})
    if any({f"{rank}m", f"{rank}p", f"{rank}s"} <= set(chows) for rank in range(1, 8)):
        names = names | {"sanshoku_doujun"}
    if any({f"1{suit}", f"4{suit}", f"7{suit}"} <= set(chows) for suit in "mps"):
        names = names | {"ittsu"}
    if all(any(tile[1] == "z" or tile[0] in "19" for tile in group.tiles) for group in grouping):
        names = names | {"chanta", "junchan"}
    return names
