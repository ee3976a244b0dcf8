"""Which tiles make a pattern: the sets behind each name, found again in the hand for the explanation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

from engine.scoring.groups import Grouping, groupings
from engine.scoring.hand import WonHand
from engine.scoring.score import Score
from engine.table.tile_set import NORTH
from engine.tiles import DRAGONS, WINDS, Tile, is_red, plain

Sets: TypeAlias = tuple[tuple[Tile, ...], ...]


def pattern_tiles(name: str, won: WonHand, score: Score) -> Sets:
    """The sets (or single tiles) that make the pattern `name`.

    Empty when the whole hand or the way of winning makes it."""
    if name in ("dora", "ura_dora"):
        indicators = won.dora_indicators if name == "dora" else won.ura_indicators
        dora = {_after(plain(tile), won.players) for tile in indicators}
        norths = (NORTH,) * won.norths
        return tuple((tile,) for tile in (*won.all_tiles, *norths) if plain(tile) in dora)
    if name == "north_dora":
        return ((NORTH,),) * won.norths
    if name == "aka_dora":
        return tuple((tile,) for tile in won.all_tiles if is_red(tile))
    sets = score.groups or _grouping_tiles(won, score)
    honour = _honour_of(name, won)
    if honour:
        return tuple(group for group in sets if group[0] in honour and len(group) > 2)
    if name in _SHAPES:
        number, fits = _SHAPES[name]
        for some in combinations([group for group in sets if len(group) > 2], number):
            if fits(some):
                return some
    return ()


def _grouping_tiles(won: WonHand, score: Score) -> Sets:
    """Where the scorer does not say how it grouped the hand: the grouping that shows most of its patterns."""
    names = [pattern.name for pattern in score.patterns if pattern.name in _SHAPES]

    def shown(grouping: Grouping) -> int:
        sets = [group.tiles for group in grouping if group.kind != "pair"]
        return sum(_has(sets, *_SHAPES[name]) for name in names)

    best = max(groupings(won), key=shown, default=())
    return tuple(group.tiles for group in best)


def _has(sets: Sequence[tuple[Tile, ...]], number: int, fits: Callable[[Sets], bool]) -> bool:
    return any(fits(some) for some in combinations(sets, number))


def _honour_of(name: str, won: WonHand) -> tuple[Tile, ...]:
    if name == "seat_wind" or name.startswith("yakuhai_seat"):
        return (WINDS[won.seat_wind],)
    if name in ("round_wind", "prevalent_wind") or name.startswith("yakuhai_round"):
        return (WINDS[won.prevalent_wind],)
    if name in ("dragon_pung", "big_three_dragons", "daisangen", "two_dragons_pungs"):
        return DRAGONS
    return {"yakuhai_haku": ("5z",), "yakuhai_hatsu": ("6z",), "yakuhai_chun": ("7z",)}.get(name, ())


def _after(tile: Tile, players: int) -> Tile:
    """The dora an indicator points at; three players have no characters between one and nine."""
    if players == 3 and tile == "1m":
        return "9m"
    rank, suit = int(tile[0]), tile[1]
    if suit != "z":
        return f"{rank % 9 + 1}{suit}"
    return f"{rank % 4 + 1}z" if rank <= 4 else f"{(rank - 4) % 3 + 5}z"


def _chows(some: Sets) -> list[Tile] | None:
    """The first tiles of sets that are all chows."""
    return [group[0] for group in some] if all(group[0] != group[1] for group in some) else None


def _pungs(some: Sets) -> list[Tile] | None:
    return [group[0] for group in some] if all(group[0] == group[1] for group in some) else None


def _equal(first: list[Tile] | None) -> bool:
    return first is not None and len(set(first)) == 1


def _same_rank(first: list[Tile] | None) -> bool:
    return (
        first is not None
        and len({tile[0] for tile in first}) == 1
        and len({tile[1] for tile in first} - {"z"}) == len(first)
    )


def _steps(first: list[Tile] | None, allowed: tuple[int, ...], suits: int) -> bool:
    """Whether the ranks rise by one of the `allowed` steps, in so many different suits."""
    if first is None or any(tile[1] == "z" for tile in first) or len({tile[1] for tile in first}) != suits:
        return False
    ranks = sorted(int(tile[0]) for tile in first)
    gaps = {later - earlier for earlier, later in pairwise(ranks)}
    return len(gaps) == 1 and gaps <= set(allowed)


_SHAPES: dict[str, tuple[int, Callable[[Sets], bool]]] = {
    "iipeikou": (2, lambda some: _equal(_chows(some))),
    "pure_double_chow": (2, lambda some: _equal(_chows(some))),
    "pure_triple_chow": (3, lambda some: _equal(_chows(some))),
    "quadruple_chow": (4, lambda some: _equal(_chows(some))),
    "mixed_double_chow": (2, lambda some: _same_rank(_chows(some))),
    "mixed_triple_chow": (3, lambda some: _same_rank(_chows(some))),
    "sanshoku_doujun": (3, lambda some: _same_rank(_chows(some))),
    "double_pung": (2, lambda some: _same_rank(_pungs(some))),
    "triple_pung": (3, lambda some: _same_rank(_pungs(some))),
    "sanshoku_doukou": (3, lambda some: _same_rank(_pungs(some))),
    "short_straight": (2, lambda some: _steps(_chows(some), (3,), 1)),
    "two_terminal_chows": (2, lambda some: _steps(_chows(some), (6,), 1)),
    "pure_straight": (3, lambda some: _steps(_chows(some), (3,), 1)),
    "ittsu": (3, lambda some: _steps(_chows(some), (3,), 1)),
    "mixed_straight": (3, lambda some: _steps(_chows(some), (3,), 3)),
    "pure_shifted_chows": (3, lambda some: _steps(_chows(some), (1, 2), 1)),
    "four_pure_shifted_chows": (4, lambda some: _steps(_chows(some), (1, 2), 1)),
    "mixed_shifted_chows": (3, lambda some: _steps(_chows(some), (1,), 3)),
    "pure_shifted_pungs": (3, lambda some: _steps(_pungs(some), (1,), 1)),
    "four_pure_shifted_pungs": (4, lambda some: _steps(_pungs(some), (1,), 1)),
    "mixed_shifted_pungs": (3, lambda some: _steps(_pungs(some), (1,), 3)),
    "big_three_winds": (3, lambda some: all(group[0] in WINDS for group in some)),
    "big_four_winds": (4, lambda some: all(group[0] in WINDS for group in some)),
    "daisuushi": (4, lambda some: all(group[0] in WINDS for group in some)),
    "all_pungs": (4, lambda some: _pungs(some) is not None),
    "toitoi": (4, lambda some: _pungs(some) is not None),
    "three_kongs": (3, lambda some: all(len(group) == 4 for group in some)),
    "sankantsu": (3, lambda some: all(len(group) == 4 for group in some)),
}
"""How many sets make a pattern, and whether some sets do."""
