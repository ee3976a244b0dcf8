"""Chance that depends only on a seed and on what is being placed, so that a tile nobody touches stays put."""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np

REMEMBERED = 4096
"""Places, of which a table has some three hundred."""


def chance(seed: int, *key: object) -> np.random.Generator:
    """A generator of its own for `key`: the same seed and key always give the same numbers."""
    return np.random.default_rng((seed, zlib.crc32(repr(key).encode())))


@lru_cache(maxsize=REMEMBERED)
def three_normal(seed: int, *key: object) -> tuple[float, float, float]:
    """The first three normal numbers of `chance`, remembered: a table is laid anew with every act."""
    first, second, third = chance(seed, *key).standard_normal(3).tolist()
    return first, second, third
