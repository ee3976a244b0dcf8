"""The store of drawn dice that scenes and crops are made with, built once into a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.train.dice.draw import DieSprite, draw_die
from models.train.dice.kind import Rng, any_kind

STEEPEST = 55.0
LEANING_SHARE, MOST_LEAN = 0.12, 30.0
SIDES = 6


@dataclass(frozen=True, slots=True)
class DiceBank:
    """Six sprites of each kind, one for each number. `pictures`: (n, 96, 96, 4); `corners`: (n, 4, 2)."""

    pictures: NDArray[np.uint8]
    corners: NDArray[np.float32]

    def kind(self, rng: Rng) -> list[DieSprite]:
        """The six sprites of one kind."""
        first = int(rng.integers(len(self.pictures) // SIDES)) * SIDES
        return [
            DieSprite(self.pictures[first + side], self.corners[first + side], side + 1)
            for side in range(SIDES)
        ]


def draw_bank(kinds: int, seed: int, is_apart: bool = False) -> DiceBank:
    """So many kinds of dice, each seen by one camera; `is_apart`: kinds that training never draws."""
    rng = np.random.default_rng(seed)
    sprites: list[DieSprite] = []
    for _ in range(kinds):
        kind = any_kind(rng, is_apart)
        tilt = rng.uniform(0, 18) if rng.random() < 0.5 else rng.uniform(0, STEEPEST)
        for pips in range(1, SIDES + 1):
            lean = rng.uniform(5, MOST_LEAN) if rng.random() < LEANING_SHARE else 0.0
            sprites.append(draw_die(kind, pips, rng, tilt, lean))
    return DiceBank(
        np.stack([sprite.picture for sprite in sprites]), np.stack([sprite.corners for sprite in sprites])
    )


def dice_bank(folder: Path, kinds: int, seed: int = 11) -> DiceBank:
    """The dice in `folder`, drawn first where they are not there."""
    path = folder / "dice.npz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        drawn = draw_bank(kinds, seed)
        np.savez(path, pictures=drawn.pictures, corners=drawn.corners)
    with np.load(path) as stored:
        return DiceBank(stored["pictures"], stored["corners"])
