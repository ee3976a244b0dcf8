"""What a tile told by an entry may be instead: what the look weighed, then what is easily taken for it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.journal.record import Entry
from engine.table.alphabet import faces_of
from engine.table.events import TileDiscarded
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, is_suited, rank, suit

MOST = 3
_ALIKE = {
    "5z": "6z7z",
    "6z": "5z7z",
    "7z": "6z5z",
    "1z": "2z3z4z",
    "2z": "3z1z4z",
    "3z": "2z4z1z",
    "4z": "1z3z2z",
}
"""Honours that are taken for one another."""


def likeliest(entry: Entry, after: GameState, reading: TableReading | None) -> tuple[Tile, ...]:
    """The three likeliest other faces of the tile `entry` tells of, the likeliest first; () when it tells of
    none. `after`: the table after it, `reading`: the newest look."""
    entered = next((event.tile for event in reversed(entry.events) if hasattr(event, "tile")), None)
    if not any(hasattr(event, "tile") for event in entry.events):
        return ()
    played = set(faces_of(after.rules))
    weighed = (*_doubted(entry), *_seen(entry, after, reading), *_alike(entered))
    others = (face for face in weighed if face != entered and face in played)
    return tuple(dict.fromkeys(others))[:MOST]


def _doubted(entry: Entry) -> Iterator[str]:
    for doubt in entry.doubtful:
        alternatives = doubt.get("alternatives")
        for each in alternatives if isinstance(alternatives, list | tuple) else ():
            yield str(each[0])


def _seen(entry: Entry, after: GameState, reading: TableReading | None) -> Iterator[str]:
    """What the newest look says of the same discard, where it still lies last."""
    for event in entry.events:
        if reading is None or not isinstance(event, TileDiscarded):
            continue
        row = reading.seats[event.seat].river
        if row and len(row) == len(after.seats[event.seat].river):
            yield from (face for face, _ in row[-1].alternatives)


def _alike(tile: SeenTile) -> Iterator[str]:
    """Tiles of the same suit with one more or one less, honours of the same kind, a five and its red one."""
    if tile is None:
        return
    if tile in _ALIKE:
        near = _ALIKE[tile]
        yield from (near[at : at + 2] for at in range(0, len(near), 2))
    elif is_suited(tile):
        yield f"{0 if tile[0] != '0' else 5}{suit(tile)}" if rank(tile) == 5 else tile
        for step in (1, -1, 2, -2):
            if 1 <= rank(tile) + step <= 9:
                yield f"{rank(tile) + step}{suit(tile)}"
    else:
        number = int(tile[0])
        others = (number + 1, number - 1, number + 4, number - 4)
        yield from (f"{other}f" for other in others if 1 <= other <= 8)
