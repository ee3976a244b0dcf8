"""One thing seen otherwise than expected."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """`key`: what it is, within its zone. `nats`: how surprising it is that the camera makes this error.
    `rate`: the number of `Rates` that says so.

    `is_averaged`: the surprise is that of all looks so far together, as of a face averaged over looks."""

    key: tuple[Hashable, ...]
    nats: float
    rate: str
    is_averaged: bool = False
    first: float | None = None
    """What is paid of it in the first look (nats), and all the rest once it has lasted; None: as usual."""
