"""How many hidden tiles stand before a seat, from the narrow strips (or one long strip) they appear as."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from vision.lying import Lying
from vision.zones import TableGeometry

APART = 0.75
"""Strips with more room than this between them (in tile widths) leave open whether one was overlooked."""


def standing_row(tiles: Sequence[Lying], geometry: TableGeometry) -> list[Lying]:
    """The strips that stand in the seat's row, left to right."""
    if not tiles:
        return []
    long = geometry.tile[1]
    y = median(tile.y for tile in tiles)
    return sorted((tile for tile in tiles if abs(tile.y - y) < 0.8 * long), key=lambda tile: tile.left)


def count_standing(row: Sequence[Lying], geometry: TableGeometry) -> int | None:
    """The number of tiles in a row of strips, None when the strips and the row's length do not agree."""
    width = geometry.tile[0] * geometry.growth(geometry.tile[1])
    total = 0
    stretches = _stretches(row, 0.3 * width)
    for number, stretch in enumerate(stretches):
        length = stretch[-1][1] - stretch[0][0]
        by_length = max(1, round(length / (width * 1.012)))
        by_strip = sum(max(1, round((right - left) / width)) for left, right in stretch)
        if by_length != by_strip:
            return None
        total += by_length
        if number:
            is_apart = number == len(stretches) - 1 and by_length == 1
            between = _overlooked(stretch[0][0] - stretches[number - 1][-1][1], width, is_apart)
            if between is None:
                return None
            total += between
    return total


def _overlooked(gap_mm: float, width: float, is_apart: bool) -> int | None:
    """How many tiles a gap hides: in the midst of a row nobody leaves room for just one or two, but the tile
    last drawn may stand apart. None when it cannot be said."""
    gap = gap_mm / width
    if gap < (APART if is_apart else 0.6):
        return 0
    count = round(gap)
    return count if count in (1, 2) and abs(gap - count) < 0.25 and not is_apart else None


def _stretches(row: Sequence[Lying], gap_mm: float) -> list[list[tuple[float, float]]]:
    """The strips' (left, right) edges, in groups without a gap; a strip inside another one is left out."""
    found: list[list[tuple[float, float]]] = []
    reach = float("-inf")
    for tile in row:
        if tile.right - reach < 0.3 * (tile.right - tile.left):
            continue
        if found and tile.left - reach <= gap_mm:
            found[-1].append((tile.left, tile.right))
        else:
            found.append([(tile.left, tile.right)])
        reach = tile.right
    return found
