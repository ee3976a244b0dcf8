"""How a simulated player decides: sensibly, quickly and with a little chance, never cleverly.

A player looks at its first tiles and takes a plan: one suit, all pungs, or simply the nearest hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.ruleset import Ruleset
from engine.scoring.shape import Shape, counted, counts_distance, shapes_of
from engine.tiles import SUITS, SeenTile, Tile, is_honour, plain, rank, suit

Plan = Literal["nearest", "pungs", "one_suit"]
REGULAR: frozenset[Shape] = frozenset({"regular"})


@dataclass(frozen=True, slots=True)
class Player:
    """One player's way. `suit` is the one kept when the plan is `one_suit`."""

    plan: Plan
    suit: str
    shapes: frozenset[Shape]
    chow_share: float = 0.7
    """How often a helpful chow is called."""

    def discard(self, standing: Sequence[Tile], melds: int, rng: np.random.Generator) -> Tile:
        """The tile to part with: the one after which the hand is nearest to what the plan wants."""
        choices = sorted(set(standing))
        costs = [self.cost(_without(standing, (tile,)), melds) for tile in choices]
        least = min(costs)
        ties = [tile for tile, cost in zip(choices, costs, strict=True) if cost <= least + 0.01]
        worth = [_company(tile, standing) + rng.uniform(0, 0.4) for tile in ties]
        return ties[int(np.argmin(worth))]

    def cost(self, standing: Sequence[Tile], melds: int) -> float:
        """How far the hand is from what the plan wants, in tiles."""
        shapes = self.shapes if self.plan == "nearest" and melds == 0 else REGULAR
        far = float(counts_distance(counted(standing), melds, shapes))
        if self.plan == "one_suit":
            far += 0.8 * sum(1 for tile in standing if not self._in_suit(tile))
        elif self.plan == "pungs":
            alike = Counter(map(plain, standing))
            far = far / 4 + sum({1: 1.0, 2: 0.35}.get(held, 0.0) for held in alike.values())
        return far

    def wants_pung(self, standing: Sequence[Tile], melds: int, tile: Tile) -> bool:
        """Whether taking `tile` for a pung brings the hand nearer."""
        held = [own for own in standing if plain(own) == plain(tile)]
        if len(held) < 2 or (self.plan == "one_suit" and not self._in_suit(tile)):
            return False
        rest = _without(standing, held[:2])
        return self._after_discard(rest, melds + 1) < self.cost(standing, melds) - 0.01

    def wanted_chow(
        self, standing: Sequence[Tile], melds: int, tile: Tile, rng: np.random.Generator
    ) -> tuple[Tile, Tile] | None:
        """The two own tiles to take `tile` with for a run, or None."""
        if self.plan == "pungs" or is_honour(tile) or rng.random() > self.chow_share:
            return None
        if self.plan == "one_suit" and not self._in_suit(tile):
            return None
        best: tuple[float, tuple[Tile, Tile]] | None = None
        for pair in _runs_with(tile, standing):
            cost = self._after_discard(_without(standing, pair), melds + 1)
            if cost < self.cost(standing, melds) - 0.01 and (best is None or cost < best[0]):
                best = (cost, pair)
        return best[1] if best else None

    def _after_discard(self, standing: Sequence[Tile], melds: int) -> float:
        return min(self.cost(_without(standing, (tile,)), melds) for tile in set(standing))

    def _in_suit(self, tile: Tile) -> bool:
        return suit(tile) == self.suit or is_honour(tile)


def player_for(hand: Sequence[Tile], rules: Ruleset) -> Player:
    """The plan that suits the first tiles."""
    tiles = [tile for tile in hand if suit(tile) != "f"]
    alike = Counter(map(plain, tiles))
    pairs = sum(1 for held in alike.values() if held >= 2)
    best = max(SUITS, key=lambda name: sum(suit(tile) == name for tile in tiles))
    in_suit = sum(suit(tile) == best or is_honour(tile) for tile in tiles)
    plan: Plan = "pungs" if pairs >= 4 else "one_suit" if in_suit >= 9 else "nearest"
    return Player(plan, best, shapes_of(rules))


def known(tiles: Sequence[SeenTile]) -> tuple[Tile, ...]:
    """The tiles, all of which must be known: the simulated table has no hidden ones."""
    return tuple(tile for tile in tiles if tile is not None)


def _runs_with(tile: Tile, standing: Sequence[Tile]) -> list[tuple[Tile, Tile]]:
    by_rank = {rank(own): own for own in standing if suit(own) == suit(tile)}
    middle = rank(tile)
    wanted = ((middle - 2, middle - 1), (middle - 1, middle + 1), (middle + 1, middle + 2))
    return [(by_rank[low], by_rank[high]) for low, high in wanted if low in by_rank and high in by_rank]


def _without(tiles: Sequence[Tile], gone: Sequence[Tile]) -> tuple[Tile, ...]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def _company(tile: Tile, standing: Sequence[Tile]) -> float:
    """How much else in the hand a tile goes with; lonely honours first, then lonely ends."""
    same = sum(plain(own) == plain(tile) for own in standing) - 1
    if is_honour(tile):
        return 3.0 * same
    near = [abs(rank(own) - rank(tile)) for own in standing if suit(own) == suit(tile)]
    inner = min(rank(tile) - 1, 9 - rank(tile), 2)
    return 3.0 * same + 2.0 * near.count(1) + near.count(2) + 0.3 * inner + 0.2
