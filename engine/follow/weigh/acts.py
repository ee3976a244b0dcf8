"""What was done by whom, whatever the tiles show; and what was read of the tile."""

from __future__ import annotations

from dataclasses import fields

from engine.table.events import Event, TileDiscarded
from engine.table.reading import TableReading
from engine.tiles import Tile

_FACES = frozenset({"tile", "tiles", "hand", "hands"})


def act_of(event: Event) -> tuple[object, ...]:
    """What was done by whom, without the faces of the tiles."""
    kept = (getattr(event, field.name) for field in fields(event) if field.name not in _FACES)
    return (type(event).__name__, *kept)


def read_of(event: Event, seen: TableReading) -> tuple[tuple[Tile, float], ...]:
    """What the newest tile of a river may be, each with its likelihood (0-1), for the discard that laid it
    there."""
    if not isinstance(event, TileDiscarded):
        return ()
    river = seen.seats[event.seat].river
    return river[-1].alternatives if river and river[-1].tile == event.tile else ()
