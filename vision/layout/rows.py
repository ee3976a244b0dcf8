"""Tiles that lie side by side: rows, however crooked, and the close runs within a row."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from vision.layout.lying import Lying, linked


def rows(tiles: Sequence[Lying], tile_mm: tuple[float, float]) -> list[list[Lying]]:
    """The rows, the one nearest the centre first; in each the tiles from left to right.

    Neighbours are chained first, so that a row may drift; pieces parted by holes are joined when one goes on
    where the other ends.
    """
    pieces = _chained(tiles, tile_mm)
    joined: list[list[Lying]] = []
    for piece in sorted(pieces, key=len, reverse=True):
        for row in joined:
            if _continues(row, piece, tile_mm):
                row.extend(piece)
                row.sort(key=lambda tile: tile.x)
                break
        else:
            joined.append(piece)
    return sorted(
        joined, key=lambda row: -_height_at(row, 0.0) if len(row) > 3 else -median(t.y for t in row)
    )


def runs(row: Sequence[Lying], gap_mm: float) -> list[list[Lying]]:
    """A row cut wherever two neighbours leave more than `gap_mm` between them."""
    found: list[list[Lying]] = []
    for tile in row:
        if found and tile.left - found[-1][-1].right <= gap_mm:
            found[-1].append(tile)
        else:
            found.append([tile])
    return found


def _chained(tiles: Sequence[Lying], tile_mm: tuple[float, float]) -> list[list[Lying]]:
    """Groups of tiles linked by lying beside each other."""
    width, long = tile_mm

    def are_beside(one: int, other: int) -> bool:
        a, b = tiles[one], tiles[other]
        return 0.45 * width < abs(a.x - b.x) < 1.9 * width and abs(a.y - b.y) < 0.4 * long

    pieces = ([tiles[number] for number in group] for group in linked(len(tiles), are_beside))
    return [sorted(piece, key=lambda tile: tile.x) for piece in pieces]


def _continues(row: Sequence[Lying], piece: Sequence[Lying], tile_mm: tuple[float, float]) -> bool:
    """Whether `piece` lies on the line of `row` without standing on its tiles."""
    width, long = tile_mm
    middle = sum(tile.x for tile in piece) / len(piece)
    if abs(_height_at(row, middle) - median(tile.y for tile in piece)) > 0.42 * long:
        return False
    return all(abs(tile.x - other.x) > 0.6 * width for tile in piece for other in row)


def _height_at(row: Sequence[Lying], x: float) -> float:
    """The y of a row's line at `x`: sloped when it is long enough to tell, level otherwise."""
    middle_x, middle_y = sum(tile.x for tile in row) / len(row), median(tile.y for tile in row)
    spread = sum((tile.x - middle_x) ** 2 for tile in row)
    if len(row) < 4 or spread == 0:
        return middle_y
    slope = sum((tile.x - middle_x) * (tile.y - middle_y) for tile in row) / spread
    return middle_y + max(-0.12, min(0.12, slope)) * (x - middle_x)
