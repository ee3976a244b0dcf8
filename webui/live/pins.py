"""What a person says of a tile that lies there; whatever looks like it is then told so too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import Tile
from vision.observation import Point

Rows = Mapping[tuple[str, int, int], tuple[Sighting, ...]]
"""The rows of tiles that lie face up: (zone, seat, which of them)."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A person's word: the tile whose middle lies at `place` (mm, table frame) is `face`."""

    place: Point
    face: Tile


class Pins:
    """What people said of tiles that lie there, until the vision process is told."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._waiting: tuple[Pin, ...] = ()

    def said(self, before: GameState, after: GameState, reading: TableReading | None) -> None:
        """A person has changed the table from `before` to `after`; `reading`: the newest look."""
        self._waiting += pins(before, after, reading)

    def take(self) -> tuple[Pin, ...]:
        """What was said since this was last asked."""
        taken, self._waiting = self._waiting, ()
        return taken


def pins(before: GameState, after: GameState, reading: TableReading | None) -> tuple[Pin, ...]:
    """What a person has said of tiles that lie there: the one tile of a row that is told otherwise `after`
    than `before`, where the newest look has as many tiles in that row and reads it otherwise."""
    if reading is None:
        return ()
    entered, meant, seen = _rows(expected(before)), _rows(expected(after)), _rows(reading)
    found = []
    for key, row in meant.items():
        old, lying = entered.get(key, ()), seen.get(key, ())
        if not len(row) == len(old) == len(lying):
            continue
        others = [n for n, (one, was) in enumerate(zip(row, old, strict=True)) if one.tile != was.tile]
        if len(others) == 1:
            found += _pin(row[others[0]], lying[others[0]])
    return tuple(found)


def _pin(meant: Sighting, lying: Sighting) -> list[Pin]:
    if meant.tile is None or meant.tile == lying.tile or len(lying.corners_mm) != 4:
        return []
    x, y = (sum(corner[axis] for corner in lying.corners_mm) / 4 for axis in (0, 1))
    return [Pin((x, y), meant.tile)]


def _rows(reading: TableReading) -> Rows:
    rows = {("dora", 0, 0): reading.dora_indicators}
    for number, seat in enumerate(reading.seats):
        rows["river", number, 0], rows["flowers", number, 0] = seat.river, seat.flowers
        for which, meld in enumerate(seat.melds):
            rows["meld", number, which] = meld.tiles
    return rows
