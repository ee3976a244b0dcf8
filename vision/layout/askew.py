"""What a camera that stands at the side sees otherwise: lower stacks far from their place, and the sides of
what stands.

From above a stack that has lost its upper tile appears some millimetres nearer to the camera. From the side
it appears so far from its row that it is no part of it, and the side of a hand looks like a row of tiles::

    camera                    ____
      \\             seen as  |top |  of the hand
       \\                     |side|  down to where it stands: what seems to lie here is the hand itself
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table.events import SEATS
from vision.layout.lying import Lying, before_each, to_seat
from vision.layout.near import near_pairs
from vision.layout.zones import TableGeometry
from vision.observation import Point, TileObservation

FAR_MM = 9.0
"""By so much a stack that becomes lower must appear elsewhere to be looked for there: a camera 25 degrees
askew. Nearer, `stacks` measures it among the others."""
TOLD_APART = 0.12
"""Of a tile's length: where a lower stack's row and a whole one's are nearer than this nobody can tell them
apart by their row."""
IN_ROW = 0.35
"""Of a tile's length, from the middle of its row."""
ROW_OF = 3
"""Strips in a line that are a hand."""
HIDDEN = 0.4
"""Of a tile's width: a lower stack that the next one hides so much of is overlooked."""
LONG_ROW = 5
"""Strips that tell how askew their row stands."""
LEAST_SIDE_MM = 8.0
"""A side that shows less than this is taken for nothing."""
INTO_MM = 2.0
"""No tile lies so far within another. In deals filmed from 30 and 45 degrees blank tiles beside another are
at least 0 mm away from it, and what is taken for one on a side mostly reaches 3 mm and more into it."""


def raised(
    view: Sequence[Lying], y: float, seat: int, geometry: TableGeometry
) -> tuple[list[Lying], frozenset[int]]:
    """The tiles as one seat has them, those of its stacks that are one tile high put where they would be
    seen two high; and which. `y` of its wall as seen, mm."""
    foot = to_seat((geometry.camera[0], geometry.camera[1]), seat)
    grown = geometry.growth(2 * geometry.thickness_mm) / geometry.growth(geometry.thickness_mm)
    moved = list(view)
    found = set()
    for number, tile in enumerate(view):
        if not (tile.is_back and tile.is_upright):
            continue
        up = (foot[0] + (tile.x - foot[0]) * grown, foot[1] + (tile.y - foot[1]) * grown)
        if math.dist(up, (tile.x, tile.y)) < FAR_MM:
            continue
        off, off_up = abs(tile.y - y), abs(up[1] - y)
        if off_up < IN_ROW * geometry.tile[1] and off - off_up > TOLD_APART * geometry.tile[1]:
            moved[number] = replace(tile, x=up[0], y=up[1])
            found.add(number)
    return moved, frozenset(found)


def behind_others(
    spots: Sequence[Point], whole: Collection[int], seat: int, geometry: TableGeometry
) -> set[int]:
    """The places at which a stack one tile high would be hidden by the next one: they look bare either way.
    `spots`: each place of the side as a whole stack is seen there, mm; `whole`: those where one is."""
    foot = to_seat((geometry.camera[0], geometry.camera[1]), seat)
    part = 1 - geometry.growth(geometry.thickness_mm) / geometry.growth(2 * geometry.thickness_mm)
    hidden = set()
    for place, (x, _) in enumerate(spots):
        nearer = part * (foot[0] - x)
        # Places count from the owner's right.
        before_it = place - 1 if nearer > 0 else place + 1
        if before_it in whole and abs(nearer) > HIDDEN * geometry.tile[0]:
            hidden.add(place)
    return hidden


def without_sides(
    tiles: Sequence[TileObservation], geometry: TableGeometry, walls_y: Sequence[float]
) -> list[TileObservation]:
    """The tiles without what is only seen on the sides of walls, of hands that stand and of tiles that lie.
    `walls_y`: how far before each seat its wall is seen (mm)."""
    views = before_each(tiles)
    on_sides = _on_lying(views[0], geometry)
    for seat in SEATS:
        foot = to_seat((geometry.camera[0], geometry.camera[1]), seat)
        on_sides |= _on_walls(views[seat], walls_y[seat], seat, foot, geometry)
        row = [n for n in _rows(views)[seat] if n not in on_sides]
        on_sides |= _on_hand(views[seat], row, foot, geometry)
    return [tile for number, tile in enumerate(tiles) if number not in on_sides]


def _on_lying(view: Sequence[Lying], geometry: TableGeometry) -> set[int]:
    """The numbers of blank faces that are the side of a tile that lies behind them as the camera sees it:
    they reach into it, and it is the surer find."""
    flat = [number for number, tile in enumerate(view) if tile.seen.kind != "standing"]
    blank = [number for number in flat if view[number].seen.kind == "face" and _is_blank(view[number])]
    spots = [(view[number].x, view[number].y) for number in flat]
    found = set()
    for _, one, other in near_pairs([(view[n].x, view[n].y) for n in blank], spots, geometry.tile[1]):
        tile, behind = view[blank[one]], view[flat[other]]
        right, up = tile.x - behind.x, tile.y - behind.y
        into = min(tile.half_x + behind.half_x - abs(right), tile.half_y + behind.half_y - abs(up))
        is_nearer = right * (geometry.camera[0] - behind.x) + up * (geometry.camera[1] - behind.y) > 0
        if is_nearer and into > INTO_MM and behind.seen.score > tile.seen.score:
            found.add(blank[one])
    return found


def _is_blank(tile: Lying) -> bool:
    """Whether it shows nothing, as a blank white dragon does."""
    return not tile.seen.faces or tile.seen.faces[0][0] == "5z"


def _on_walls(view: Sequence[Lying], y: float, seat: int, foot: Point, geometry: TableGeometry) -> set[int]:
    """The numbers of faces and strips on the sides of one seat's stacks.

    The end of a wall looks like a blank tile that lies in its row. What lies there as exactly as a tile on
    the wall is one, if it shows a face or a stack stands next to it on the camera's side.
    """
    wide, long = geometry.tile
    placed, lower = raised(view, y, seat, geometry)
    row = [n for n, t in enumerate(placed) if t.is_back and t.is_upright and abs(t.y - y) < IN_ROW * long]
    whole = [placed[number] for number in row if number not in lower]
    sides = _sides(whole, 2 * geometry.thickness_mm, foot, geometry)
    sides += _sides([view[number] for number in lower], geometry.thickness_mm, foot, geometry)

    def is_on_wall(tile: Lying) -> bool:
        if tile.seen.kind == "standing" or abs(tile.y - y) > TOLD_APART * long:
            return False
        nearer = 1.0 if foot[0] > tile.x else -1.0
        steps = (nearer * (placed[number].x - tile.x) / wide for number in row)
        return not _is_blank(tile) or any(0.5 < step < 1.5 for step in steps)

    return {
        number
        for number, tile in enumerate(view)
        if not tile.is_back and not is_on_wall(tile) and _is_on((tile.x, tile.y), sides)
    }


def _on_hand(view: Sequence[Lying], row: Sequence[int], foot: Point, geometry: TableGeometry) -> set[int]:
    """The numbers of what lies on the sides of a hand, and of the strip that is the end of its row."""
    if len(row) < ROW_OF:
        return set()
    strips = sorted((view[number] for number in row), key=lambda tile: abs(tile.x - foot[0]))
    sides = _sides(strips, geometry.tile[1], foot, geometry)
    found = {n for n, t in enumerate(view) if t.seen.kind != "standing" and _is_on((t.x, t.y), sides)}
    if sides and _is_end(strips, foot, geometry):
        found.add(next(number for number in row if view[number] is strips[0]))
    return found


def _is_end(strips: Sequence[Lying], foot: Point, geometry: TableGeometry) -> bool:
    """Whether the strip nearest to the camera, the first, is no tile's top but the end of the row.

    A further top stands a tile's width on, in the row's line; the end's middle is half-way down::

          [top][top][top]          [top][top][top]
                    [end]                        [top]  camera
    """
    last, tile, *others = strips
    if not (foot[0] > max(each.right for each in strips) or foot[0] < min(each.left for each in strips)):
        return False
    reach = geometry.tile[1] / (geometry.camera[2] - geometry.tile[1]) / 2
    down = ((foot[0] - tile.x) * reach, (foot[1] - tile.y) * reach)
    nearer = 1.0 if foot[0] > tile.x else -1.0
    if nearer * down[0] < LEAST_SIDE_MM / 2:
        return False
    at = (last.x - tile.x, last.y - _line_y([tile, *others], last.x))
    width = geometry.tile[0] * geometry.growth(geometry.tile[1])
    return math.dist(at, (nearer * width / 2 + down[0], down[1])) < math.dist(at, (nearer * width, 0.0))


def _line_y(row: Sequence[Lying], x: float) -> float:
    """The y of a row's line at `x`; level where it has few tiles."""
    if len(row) < LONG_ROW:
        return median(tile.y for tile in row)
    slope, y = np.polyfit([tile.x for tile in row], [tile.y for tile in row], 1)
    return float(slope * x + y)


def _rows(views: Sequence[Sequence[Lying]]) -> list[list[int]]:
    """The numbers of each seat's strips, those nobody else sits nearer to."""
    found: list[list[int]] = [[], [], [], []]
    for number, tile in enumerate(views[0]):
        if tile.seen.kind == "standing":
            found[min(SEATS, key=lambda seat: views[seat][number].y)].append(number)
    return found


def _sides(
    standing: Sequence[Lying], top_mm: float, foot: Point, geometry: TableGeometry
) -> list[NDArray[np.float32]]:
    """What the sides of things `top_mm` high fill, outlines (n, 2) mm without their tops; none where a
    camera hardly sees them."""
    height = geometry.camera[2]
    sides = []
    for tile in standing:
        right, up = tile.half_x, tile.half_y
        top = np.array(
            [(tile.x + a * right, tile.y + b * up) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        low = np.array(foot) + (top - foot) * (height - top_mm) / height
        if float(np.linalg.norm((low - top).mean(axis=0))) > LEAST_SIDE_MM:
            sides.append(cv2.convexHull(np.concatenate([top, low]).astype(np.float32)).reshape(-1, 2))
    return sides if len(sides) == len(standing) else []


def _is_on(spot: Point, sides: Sequence[NDArray[np.float32]]) -> bool:
    return any(cv2.pointPolygonTest(side, spot, False) >= 0 for side in sides)
