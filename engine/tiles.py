"""The faces a mahjong tile can show, in the one short notation used everywhere.

``1m-9m`` characters, ``1p-9p`` dots, ``1s-9s`` bamboos, ``0m 0p 0s`` red fives, ``1z-7z`` East South
West North White Green Red, ``1f-4f`` flowers (plum, orchid, chrysanthemum, bamboo), ``5f-8f`` seasons
(spring to winter). Unknown is ``None`` in code and ``?`` in text; ``back`` is a face-down tile.
"""

from __future__ import annotations

from typing import TypeAlias

Tile: TypeAlias = str
"""One face, such as ``"3s"``; always one of `ALL_FACES`."""

SeenTile: TypeAlias = Tile | None
"""A face, or `None` where it is not known."""

SUITS = ("m", "p", "s")
SUITED: tuple[Tile, ...] = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
WINDS: tuple[Tile, ...] = ("1z", "2z", "3z", "4z")
DRAGONS: tuple[Tile, ...] = ("5z", "6z", "7z")
HONOURS: tuple[Tile, ...] = WINDS + DRAGONS
FLOWERS: tuple[Tile, ...] = tuple(f"{rank}f" for rank in range(1, 9))
RED_FIVES: tuple[Tile, ...] = ("0m", "0p", "0s")
PLAIN: tuple[Tile, ...] = SUITED + HONOURS
"""The 34 faces of which a set holds four."""
ALL_FACES: tuple[Tile, ...] = PLAIN + FLOWERS + RED_FIVES

BACK = "back"
UNKNOWN = "?"

_FACES = frozenset(ALL_FACES)


class EngineError(ValueError):
    """Something handed to the engine is not what it takes; the message says what came."""


def parse_tile(text: str) -> SeenTile:
    """The face that `text` names; ``?`` gives None. Anything else raises EngineError."""
    if text == UNKNOWN:
        return None
    if text not in _FACES:
        raise EngineError(f"no such tile: {text!r}; expected one such as 3m, 0p, 7s, 1z, 5f or ?")
    return text


def tile_text(tile: SeenTile) -> str:
    """The notation of `tile`, ``?`` for an unknown one."""
    return UNKNOWN if tile is None else tile


def suit(tile: Tile) -> str:
    """``m``, ``p``, ``s``, ``z`` or ``f``."""
    return tile[1]


def rank(tile: Tile) -> int:
    """1 to 9; a red five has rank 5."""
    return int(tile[0]) or 5


def is_suited(tile: Tile) -> bool:
    """Whether the tile belongs to one of the three suits."""
    return tile[1] in "mps"


def is_honour(tile: Tile) -> bool:
    """Whether the tile is a wind or a dragon."""
    return tile[1] == "z"


def is_flower(tile: Tile) -> bool:
    """Whether the tile is one of the eight bonus tiles."""
    return tile[1] == "f"


def is_red(tile: Tile) -> bool:
    """Whether the tile is a red five."""
    return tile[0] == "0"


def is_terminal(tile: Tile) -> bool:
    """Whether the tile is a one or a nine of a suit."""
    return is_suited(tile) and tile[0] in "19"


def is_terminal_or_honour(tile: Tile) -> bool:
    """Whether the tile is a one or a nine of a suit, a wind or a dragon."""
    return is_terminal(tile) or is_honour(tile)


def plain(tile: Tile) -> Tile:
    """The tile with its red ink taken off: ``0p`` becomes ``5p``."""
    return f"5{tile[1]}" if tile[0] == "0" else tile


def same_face(left: SeenTile, right: SeenTile) -> bool:
    """Whether two tiles count as equal in a set; an unknown tile agrees with any."""
    return left is None or right is None or plain(left) == plain(right)


def is_same(left: SeenTile, right: SeenTile) -> bool:
    """Whether two tiles may be one and the same, red or not; an unknown tile agrees with any."""
    return left is None or right is None or left == right


def brother(tile: SeenTile) -> SeenTile:
    """The plain five of a red one, and the red one of a plain; None for other tiles."""
    if tile is None or tile[0] not in "05" or tile[1] not in "mps":
        return None
    return plain(tile) if is_red(tile) else f"0{tile[1]}"


def sort_key(tile: SeenTile) -> tuple[int, int, bool]:
    """Orders a hand as people do: characters, dots, bamboos, honours, flowers, unknown last."""
    if tile is None:
        return (5, 0, False)
    return ("mpszf".index(tile[1]), rank(tile), not is_red(tile))
