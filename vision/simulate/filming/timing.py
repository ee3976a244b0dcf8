"""How long hands take, and when they move."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.observation import Point
from vision.simulate.settings import Pace

CARRY_MM_PER_S = 1100.0


@dataclass(frozen=True, slots=True)
class Times:
    """The four moments of one act, as in `vision.simulate.filming.film.Act`."""

    start_s: float
    pick_s: float
    lay_s: float
    gone_s: float


def times_of(start_s: float, pick: Point, lay: Point, pace: Pace, rng: np.random.Generator) -> Times:
    """When a hand that comes in at `start_s` takes up, lets go and is gone."""
    carry = pace.hold_s + math.dist(pick, lay) / CARRY_MM_PER_S
    pick_s = start_s + varied(pace.reach_s, pace, rng)
    lay_s = pick_s + varied(carry, pace, rng)
    return Times(start_s, pick_s, lay_s, lay_s + varied(pace.reach_s, pace, rng))


def varied(seconds: float, pace: Pace, rng: np.random.Generator) -> float:
    """`seconds`, a little more or less, as people are."""
    return seconds * (1 + pace.variation * float(rng.uniform(-1, 1)))
