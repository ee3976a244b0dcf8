"""A finished hand as it was won: the tiles, the sets, who gave the last tile, and how.

Seats here are winds: 0 East, 1 South, 2 West, 3 North, because that is all a score needs to know of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.table.state import Meld
from engine.table.tile_set import NORTH
from engine.tiles import Tile, plain, sort_key

Wind: TypeAlias = int
"""0 East .. 3 North; a seat, as a score sees it."""

WIND_LETTERS = "ESWN"

Circumstance: TypeAlias = Literal[
    "riichi",
    "double_riichi",
    "ippatsu",
    "robbed_kong",
    "replacement",
    "second_replacement",
    "last_draw",
    "last_discard",
    "last_of_kind",
    "heavenly",
    "earthly",
    "human",
]
"""How the win came about. ``heavenly``: on the dealt hand; ``earthly``: on the first draw (riichi) or the
dealer's first discard (Hong Kong); ``last_of_kind``: the three others lie visible (MCR)."""

OPEN_KINDS = ("chow", "pung", "melded_kong", "promoted_kong")
KONG_KINDS = ("melded_kong", "promoted_kong", "concealed_kong")


@dataclass(frozen=True, slots=True)
class WonHand:
    """One winning hand. `standing` is without the winning `tile`; a meld's `giver` is a wind or unknown.

    `giver` is who gave the winning tile (None: self-drawn, or not known). `flowers` are 1f-8f, or each North
    laid beside the hand of three players; where only
    their number is known, `flower_count` has it. `liable` is the seat that pays for a yakuman it completed;
    None lets the melds decide."""

    standing: tuple[Tile, ...]
    tile: Tile
    melds: tuple[Meld, ...] = ()
    self_drawn: bool = False
    giver: Wind | None = None
    seat_wind: Wind = 0
    prevalent_wind: Wind = 0
    circumstances: frozenset[Circumstance] = frozenset()
    flowers: tuple[Tile, ...] = ()
    flower_count: int = 0
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    riichi_sticks: int = 0
    liable: Wind | None = None
    players: int = 4
    """How many play: of three nobody is North."""
    drawn_share: Literal["loss", "halved", "full"] = "loss"
    """What becomes of the share the missing fourth would pay (`engine.ruleset`)."""

    @property
    def is_concealed(self) -> bool:
        """Whether nothing was claimed before the winning tile; concealed kongs allowed. S003-13"""
        return all(meld.kind == "concealed_kong" for meld in self.melds)

    @property
    def norths(self) -> int:
        """How many Norths three players have laid beside the hand: each is a dora (nukidora)."""
        return self.flowers.count(NORTH) if self.players == 3 else 0

    @property
    def complete_standing(self) -> tuple[Tile, ...]:
        """The standing tiles with the winning tile."""
        return (*self.standing, self.tile)

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, melds and kongs included, as printed (red fives red)."""
        return (*self.standing, self.tile, *meld_tiles(self.melds))


def meld_tiles(melds: Sequence[Meld]) -> tuple[Tile, ...]:
    """The tiles of `melds` one after the other; unknown ones are left out."""
    return tuple(tile for meld in melds for tile in meld.tiles if tile is not None)


def is_set(meld: Meld) -> bool:
    """Whether the tiles of `meld` really are what its kind says."""
    if None in meld.tiles:
        return False
    tiles = sorted((plain(tile) for tile in meld.tiles if tile is not None), key=sort_key)
    if meld.kind == "chow":
        return (
            len(tiles) == 3
            and tiles[0][1] in "mps"
            and [tile[1] for tile in tiles] == [tiles[0][1]] * 3
            and [int(tile[0]) - int(tiles[0][0]) for tile in tiles] == [0, 1, 2]
        )
    return len(tiles) == (4 if meld.kind in KONG_KINDS else 3) and len(set(tiles)) == 1 and tiles[0][1] != "f"
