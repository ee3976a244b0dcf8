"""How many hidden tiles stand before a seat, from the narrow strips (or one long strip) they appear as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from engine.table.events import SEATS
from vision.layout.lying import Lying, before_each
from vision.layout.owners import standing_owner
from vision.layout.zones import WALL_DISTANCE, TableGeometry
from vision.observation import TileObservation

APART = 0.75
"""Strips with more room than this between them (in tile widths) leave open whether one was overlooked."""

DRAWN_APART = 1.7
"""From the middle of the tile last drawn to that of the row's last, in tile widths: farther apart it is left
open whether one was overlooked, however wide their strips are seen."""
PITCH_MOST, STEP_OFF = 1.12, 0.35
"""Of the tile's width as measured, the pitch of a row at most; and by how much of it one step may differ."""
STRIP_MOST = 1.7
"""Of the pitch: a longer strip shows two tiles."""
BEYOND_WALL_MM = 35.0
"""Nearer to the wall than this what looks like a strip is the side of one of its stacks."""
SURE_ROW, MOVED_ROW = 5, 10
"""So many strips in a line beyond the wall are a hand, fewer may be the edges of tiles that lie; and so many,
where the hand stood elsewhere before: fewer may be marks on the table's rim."""
IN_LINE = 0.8
"""Of a tile's length: strips no farther from a row are in it."""


def with_hands(tiles: Sequence[TileObservation], geometry: TableGeometry) -> TableGeometry:
    """`geometry` with where each hand that now stands does so: there it will be laid open."""
    strips = [tile for tile in tiles if tile.kind == "standing"]
    views = before_each(strips)
    whose = [standing_owner(each) for each in zip(*views, strict=True)]
    hands = list(geometry.hands)
    for seat in SEATS:
        wall = geometry.walls[seat]
        edge = (wall.y if wall else -WALL_DISTANCE * geometry.square_mm) - BEYOND_WALL_MM
        own = [view for view, owner in zip(views[seat], whose, strict=True) if owner == seat]
        row = standing_row([tile for tile in own if tile.y < edge], geometry, hands[seat])
        y, known = median(tile.y for tile in row) if row else 0.0, hands[seat]
        is_elsewhere = known is not None and abs(y - known) >= IN_LINE * geometry.tile[1]
        if len(row) >= (MOVED_ROW if is_elsewhere else SURE_ROW):
            hands[seat] = y
    return replace(geometry, hands=tuple(hands))


def standing_row(
    tiles: Sequence[Lying], geometry: TableGeometry, stood_y: float | None = None
) -> list[Lying]:
    """The strips that stand in the seat's row, left to right. `stood_y`: where its hand stood (mm, its own
    frame), where that is known: fewer than a whole hand stand elsewhere only if none stand there."""
    if not tiles:
        return []

    def in_line(y: float) -> list[Lying]:
        near = (tile for tile in tiles if abs(tile.y - y) < IN_LINE * geometry.tile[1])
        return sorted(near, key=lambda tile: tile.left)

    usual = in_line(median(tile.y for tile in tiles))
    if stood_y is None or len(usual) >= MOVED_ROW:
        return usual
    return in_line(stood_y) or usual


def standing_apart(flat: Sequence[Lying], row: Sequence[Lying], geometry: TableGeometry) -> Lying | None:
    """The find among flat tiles that is the tile last drawn: it stands a little to the right of its row, and
    its side alone looks like a blank tile on its side."""
    if len(row) < 3:
        return None
    wide, long = geometry.tile
    y, end = median(tile.y for tile in row), max(tile.right for tile in row)
    for tile in flat:
        is_in_line = abs(tile.y - y) < 0.35 * long and 0 < tile.left - end < wide
        is_blank = tile.seen.kind == "face" and (not tile.seen.faces or tile.seen.faces[0][0] == "5z")
        beside = (abs(tile.x - other.x) + abs(tile.y - other.y) for other in flat if other is not tile)
        if is_in_line and is_blank and tile.half_x > tile.half_y and min(beside, default=999.0) > 1.5 * long:
            return tile
    return None


def count_standing(row: Sequence[Lying], geometry: TableGeometry) -> int | None:
    """The number of tiles in a row of strips, None when the strips and the row's length do not agree."""
    width = geometry.tile[0] * geometry.growth(geometry.tile[1])
    total = 0
    stretches = _stretches(row, 0.3 * width)
    for number, stretch in enumerate(stretches):
        length = stretch[-1][1] - stretch[0][0]
        by_length = max(1, round(length / (width * 1.012)))
        by_strip = sum(max(1, round((right - left) / width)) for left, right in stretch)
        if _is_even(stretch, width):
            by_length = by_strip = len(stretch)
        if by_length != by_strip:
            return None
        total += by_length
        if number:
            is_apart = number == len(stretches) - 1 and by_length == 1
            before = stretches[number - 1][-1]
            between = _overlooked(stretch[0][0] - before[1], width, is_apart)
            if between is None or (is_apart and sum(stretch[0]) - sum(before) > 2 * DRAWN_APART * width):
                return None
            total += between
    return total


def _is_even(stretch: Sequence[tuple[float, float]], width: float) -> bool:
    """Whether every tile of a stretch has its own strip: strips of one size, one tile apart. They tell their
    number without the tile's width, of which a small error would count one more or less in a long row."""
    middles = [(left + right) / 2 for left, right in stretch]
    steps = [later - earlier for earlier, later in pairwise(middles)]
    if len(steps) < 3:
        return False
    pitch = min(max(median(steps), width), PITCH_MOST * width)
    is_one_each = all(right - left < STRIP_MOST * pitch for left, right in stretch)
    return is_one_each and all(abs(step / pitch - 1) < STEP_OFF for step in steps)


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
