"""The chain of a journal: a hash of each line and of all before it, so that two journals alike to a number
are known by one value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def chain_start(journal: str) -> str:
    """The value before the first line of the journal with this identity."""
    return hashlib.sha256(f"jantaku journal {journal}".encode()).hexdigest()


def chained(before: str, lines: Iterable[str]) -> str:
    """The value after `lines` when it was `before` ahead of them; 64 hexadecimal digits."""
    value = before
    for line in lines:
        value = hashlib.sha256(f"{value}\n{line}".encode()).hexdigest()
    return value
