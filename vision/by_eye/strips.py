"""Standing tiles that the locator overlooked, found by their colour where a row of them goes on.

From above a standing tile is a narrow strip, the hardest thing to find by itself; but a row shows its own
colour, and its neighbours say where to look::

    [][][]  [][][][]  ?        a hole, and the place after the last
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table.events import SEATS
from vision.layout.lying import Lying, before_each, to_table
from vision.layout.standing import standing_row
from vision.layout.zones import TableGeometry
from vision.observation import Corners, Point, TableImage, TileObservation

FEWEST = 2
"""Strips that show what colour a row has."""
MOST = 14
ALIKE = 28.0
"""Colours (CIE Lab, 8 bit) no farther apart than this may be one."""
APART = 0.36
"""Of a width: the room people leave before the tile they have drawn."""
DEPTH_MM = 9.0
"""To each side of a strip's middle."""
ASIDE_MM = (-5.0, -2.5, 0.0, 2.5, 5.0)
"""A tile may stand a little before or behind the row."""
SCORE = 0.3
_Test = Callable[[float], bool]


def with_overlooked_strips(
    table: TableImage, tiles: Sequence[TileObservation], geometry: TableGeometry
) -> tuple[TileObservation, ...]:
    """`tiles`, and for every seat the strips that the row's own colour shows in its holes and at its ends."""
    standing = [tile for tile in tiles if tile.kind == "standing"]
    views = before_each(standing)
    owner = [min(SEATS, key=lambda seat: views[seat][n].y) for n in range(len(standing))]
    found = list(tiles)
    for seat in SEATS:
        own = [views[seat][n] for n in range(len(standing)) if owner[n] == seat]
        row = standing_row([tile for tile in own if tile.y < -0.33 * geometry.square_mm], geometry)
        if len(row) >= FEWEST:
            found += _overlooked(table, seat, row, geometry)
    return tuple(found)


def _overlooked(
    table: TableImage, seat: int, row: Sequence[Lying], geometry: TableGeometry
) -> list[TileObservation]:
    """The strips missing in one seat's row."""
    width = geometry.fitted([tile.seen for tile in row]).tile[0] * geometry.growth(geometry.tile[1])
    middles = [(tile.x, tile.y) for tile in row if tile.right - tile.left < 1.5 * width]
    if len(middles) < FEWEST:
        return []
    slope, level = _line(middles)
    seen = _profiles(table, seat, middles, width)
    usual = np.median(seen, axis=0)
    reach = max(ALIKE, 3 * float(np.median([_unlike(each, usual) for each in seen])))

    def is_strip(x: float) -> bool:
        spots = [(x, slope * x + level + aside) for aside in ASIDE_MM]
        return min(_unlike(each, usual) for each in _profiles(table, seat, spots, width)) < reach

    places = _in_holes(row, width, is_strip)
    ends = _at_ends(row, width, is_strip)
    # Longer than any hand: what goes on there is the table, of the tiles' colour.
    if len(row) + len(places) + len(ends) <= MOST:
        places += ends
    return [_strip(seat, x, slope * x + level, width) for x in places]


def _line(spots: Sequence[Point]) -> tuple[float, float]:
    """(slope, y at x = 0) of a row; level when it is too short to tell."""
    level = float(np.median([y for _, y in spots]))
    if len(spots) < 5:
        return 0.0, level
    slope = float(np.clip(np.polyfit([x for x, _ in spots], [y for _, y in spots], 1)[0], -0.015, 0.015))
    return slope, float(np.median([y - slope * x for x, y in spots]))


def _in_holes(row: Sequence[Lying], width: float, is_strip: _Test) -> list[float]:
    """The middles of the strips in holes of one tile or more."""
    found = []
    for left, right in pairwise(row):
        room = right.left - left.right
        count = round(room / width)
        if count and abs(room - count * width) < 0.35 * width:
            step = room / count
            found += [left.right + (number + 0.5) * step for number in range(count)]
    return [x for x in found if is_strip(x)]


def _at_ends(row: Sequence[Lying], width: float, is_strip: _Test) -> list[float]:
    """The middles of the strips with which the row goes on to either side."""
    found: list[float] = []
    for edge, step in ((row[0].left, -width), (row[-1].right, width)):
        x = edge + step / 2
        while len(row) + len(found) <= MOST and is_strip(x):
            found.append(x)
            x += step
    # The tile last drawn stands a little apart at the right.
    end = max([row[-1].right, *(x + width / 2 for x in found)])
    apart = end + APART * width
    if len(row) + len(found) < MOST and not is_strip(end + 0.15 * width) and is_strip(apart + width / 2):
        found.append(apart + width / 2)
    return found


def _unlike(profile: NDArray[np.float64], usual: NDArray[np.float64]) -> float:
    """How far apart the colours of two profiles are, on the average."""
    return float(np.abs(profile - usual).sum(axis=1).mean())


def _profiles(table: TableImage, seat: int, spots: Sequence[Point], width: float) -> NDArray[np.float64]:
    """What is seen across the row at each spot: the colours (n, 7, 3), CIE Lab, from its far side to its near
    one, each the median along a part of the strip."""
    grid = [(u * 0.25 * width, v * DEPTH_MM / 3) for v in range(-3, 4) for u in (-1, -0.5, 0, 0.5, 1)]
    points = (np.array(spots)[:, None] + np.array(grid)).reshape(-1, 2)
    x, y = (points @ np.array([to_table(axis, seat) for axis in ((1.0, 0.0), (0.0, 1.0))])).T
    half, last = table.picture.shape[0] / 2, table.picture.shape[0] - 1
    columns = np.clip(np.rint(half + x * table.px_per_mm).astype(int), 0, last)
    rows = np.clip(np.rint(half - y * table.px_per_mm).astype(int), 0, last)
    pixels = table.picture[rows, columns].reshape(len(spots) * 7, 5, 3)
    lab = np.median(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), axis=1)
    return np.asarray(lab.reshape(len(spots), 7, 3), dtype=np.float64)


def _strip(seat: int, x: float, y: float, width: float) -> TileObservation:
    corners: Corners = (
        to_table((x - width / 2, y + 10), seat),
        to_table((x + width / 2, y + 10), seat),
        to_table((x + width / 2, y - 10), seat),
        to_table((x - width / 2, y - 10), seat),
    )
    return TileObservation("standing", SCORE, corners)
