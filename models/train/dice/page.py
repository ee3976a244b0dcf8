"""One picture to learn dice from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.train.dice.lay import LaidDie
from models.train.scenes.body import Picture


@dataclass(frozen=True, slots=True)
class Page:
    """A picture, 320 pixels a side, and the dice on it. `unknown`: (80, 80) cells where nobody knows whether
    a die lies."""

    picture: Picture
    dice: tuple[LaidDie, ...]
    unknown: NDArray[np.bool_]
