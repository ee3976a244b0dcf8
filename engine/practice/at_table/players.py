"""How the simulated players of the table trainer weigh their tiles."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scoring.shape import counted, counts_distance
from engine.tiles import Tile, is_honour, plain, rank, suit


def far(held: Sequence[Tile], melds: int) -> int:
    """Tiles away from ready, by the usual shape of a hand."""
    return counts_distance(counted(held), melds, frozenset({"regular"}))


def by_worth(held: Sequence[Tile], melds: int) -> list[Tile]:
    """The tiles of a hand, the one best parted with first."""

    def cost(tile: Tile) -> tuple[int, int]:
        rest = list(held)
        rest.remove(tile)
        near = sum(
            plain(other) == plain(tile)
            or (not is_honour(tile) and suit(other) == suit(tile) and abs(rank(other) - rank(tile)) <= 2)
            for other in rest
        )
        return (far(rest, melds), near)

    return sorted(dict.fromkeys(held), key=cost)
