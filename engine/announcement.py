"""One thing to tell the table: a key and its values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Announcement:
    """`key` names the sentence, `values` fill it: (name, value) pairs."""

    key: str
    values: tuple[tuple[str, object], ...] = ()


def tell(key: str, **values: object) -> Announcement:
    """The announcement `key` with these values."""
    return Announcement(key, tuple(values.items()))
