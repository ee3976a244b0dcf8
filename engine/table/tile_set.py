"""The tiles a rule set plays with, and which of them are laid beside the hand for a replacement: flowers
(S004-39), and North where three play (nukidora)."""

from __future__ import annotations

from functools import lru_cache

from engine.ruleset import Ruleset
from engine.tiles import FLOWERS, PLAIN, RED_FIVES, SeenTile, Tile, plain

NORTH: Tile = "4z"
_REMOVED = frozenset(f"{rank}m" for rank in range(2, 9))
"""What 108 tiles are without: the characters between the terminals."""


def bonus_tiles(rules: Ruleset) -> tuple[Tile, ...]:
    """The faces that may be laid out for a replacement."""
    return (*(() if rules.flowers == "off" else FLOWERS), *((NORTH,) if rules.north_bonus else ()))


def is_bonus(rules: Ruleset, tile: SeenTile) -> bool:
    """Whether `tile` may be laid out for a replacement."""
    return tile in bonus_tiles(rules)


def bonus_count(rules: Ruleset) -> int:
    """How many such tiles there are: each flower once, North four times."""
    return (0 if rules.flowers == "off" else len(FLOWERS)) + (4 if rules.north_bonus else 0)


@lru_cache(maxsize=64)
def plain_faces(rules: Ruleset) -> tuple[Tile, ...]:
    """The faces of which such a set holds four: all 34, or the 27 of three players."""
    return tuple(tile for tile in PLAIN if rules.tiles > 108 or tile not in _REMOVED)


@lru_cache(maxsize=64)
def red_fives(rules: Ruleset) -> tuple[Tile, ...]:
    """The red fives such a set holds, one of a suit."""
    played = [tile for tile in RED_FIVES if plain(tile) in plain_faces(rules)]
    return tuple(played[: rules.red_fives])


def all_tiles(rules: Ruleset) -> list[Tile]:
    """Every tile of the set, in order: 108, 136 or 144."""
    tiles = [tile for tile in plain_faces(rules) for _ in range(4)]
    for red in red_fives(rules):
        tiles[tiles.index(plain(red))] = red
    return tiles + (list(FLOWERS) if rules.tiles == 144 else [])


@lru_cache(maxsize=64)
def face_counts(rules: Ruleset) -> dict[Tile, int]:
    """How many of each face such a set holds, a red five being one of the fives."""
    flowers = () if rules.flowers == "off" else FLOWERS
    return {**dict.fromkeys(plain_faces(rules), 4), **dict.fromkeys(flowers, 1)}
