"""Chance that depends only on a seed and on what is being placed, so that a tile nobody touches stays put."""

from __future__ import annotations

import zlib

import numpy as np


def chance(seed: int, *key: object) -> np.random.Generator:
    """A generator of its own for `key`: the same seed and key always give the same numbers."""
    return np.random.default_rng((seed, zlib.crc32(repr(key).encode())))
