"""What was done by whom, whatever the tiles show."""

from __future__ import annotations

from dataclasses import fields

from engine.table.events import Event

_FACES = frozenset({"tile", "tiles", "hand", "hands"})


def act_of(event: Event) -> tuple[object, ...]:
    """What was done by whom, without the faces of the tiles."""
    kept = (getattr(event, field.name) for field in fields(event) if field.name not in _FACES)
    return (type(event).__name__, *kept)
