"""A frozen value with some fields changed: a faster `dataclasses.replace` for values with slots.

A table is folded from every event anew, again for each history that is weighed, and all that an event leaves
alone is copied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
_Put: TypeAlias = Callable[[Any, object], None]
"""Sets one field of a value that is being made, which is frozen to all others."""


def changed(value: T, **changes: object) -> T:
    """`value`, a frozen dataclass with slots and two fields at least, with `changes`. TypeError: it has no
    field of such a name."""
    kind: Any = type(value)
    taken, puts, put_of = _places(kind)
    made: T = object.__new__(kind)
    for put, kept in zip(puts, taken(value), strict=True):
        put(made, kept)
    for name, now in changes.items():
        if name not in put_of:
            raise TypeError(f"{kind.__name__} has no field {name!r}")
        put_of[name](made, now)
    return made


@cache
def _places(kind: Any) -> tuple[attrgetter[Any], tuple[_Put, ...], dict[str, _Put]]:
    """(what gives all fields of a value, what sets each, the same by the field's name)."""
    names = [field.name for field in fields(kind)]
    put_of: dict[str, _Put] = {name: getattr(kind, name).__set__ for name in names}
    return attrgetter(*names), tuple(put_of.values()), put_of
