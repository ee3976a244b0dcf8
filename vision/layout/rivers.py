"""The discards inside the wall: whose river a tile lies in, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from engine.table.events import SEATS
from engine.table.reading import Sighting
from vision.layout.lying import Lying, before_each, sighting
from vision.layout.rows import rows
from vision.layout.zones import TableGeometry
from vision.observation import TileObservation

UPRIGHT_BONUS = 0.9
"""Standing upright for a seat counts as much as lying this many tiles deeper in its part of the table."""
NEAREST = 0.045
"""Tiles closer to the centre than this part of the square lie in nobody's river."""


def read_rivers(
    tiles: Sequence[TileObservation], geometry: TableGeometry
) -> tuple[tuple[tuple[Sighting, ...], ...], tuple[Sighting, ...]]:
    """(the four rivers in order, the tiles in the middle that belong to none); `tiles`: all inside the wall.

    Rows run from the owner's left, the row nearest the centre first (S004-20, S001-09).
    """
    views = before_each(tiles)
    owned: list[list[Lying]] = [[], [], [], []]
    loose: list[Sighting] = []
    for number in range(len(tiles)):
        seat = max(SEATS, key=lambda seat: _belongs(views[seat][number], geometry))
        tile = views[seat][number]
        if tile.y < -NEAREST * geometry.square_mm:
            owned[seat].append(tile)
        else:
            loose.append(sighting(tile))
    rivers = tuple(
        tuple(sighting(tile) for row in rows(mine, geometry.tile) for tile in row) for mine in owned
    )
    return rivers, tuple(loose)


def _belongs(tile: Lying, geometry: TableGeometry) -> float:
    """How much a tile looks like one of this seat's: how deep in its quarter, and which way it stands."""
    depth = (-tile.y - abs(tile.x)) / geometry.tile[0]
    return depth + UPRIGHT_BONUS * tile.is_upright
