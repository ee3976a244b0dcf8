"""A close row of tiles cut into the sets it is made of.

How far apart the tiles lie says most, then which are turned or face down; their faces only help to choose
between cuts that the lying leaves open, so that one wrong face moves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

from engine.table.reading import SeenMeld
from engine.tiles import is_flower, is_suited, plain, rank, suit
from vision.layout.lying import Lying, centre, sighting
from vision.observation import Corners, Point, TileObservation

KONG_BACKS = ((0, 1, 2, 3), (0, 3), (1, 2))
"""The customs for a concealed kong (X-05)."""
GAP = 0.12
"""Neighbours in a set leave less room than this, in tile widths; sets leave more."""
HOLE = 0.22
"""How far two tiles may be, in widths and lengths, from leaving room for just one turned tile."""
STEP_MM, MISREAD = 1.6, 3.5
"""How far from its place a tile of a set usually lies; what it costs to believe the room, not the reader."""


def cut_into_sets(row: Sequence[Lying], tile_mm: tuple[float, float]) -> list[list[Lying]]:
    """The likeliest cut of a row into sets of three and four (and smaller ones being laid)."""
    width = tile_mm[0]

    @cache
    def best(start: int) -> tuple[float, tuple[int, ...]]:
        if start == len(row):
            return (0.0, ())
        options = []
        for size in range(1, min(4, len(row) - start) + 1):
            rest, cuts = best(start + size)
            tiles = with_turns(row[start : start + size], tile_mm)
            gain = rest + _worth(tiles, width)
            if start + size < len(row):
                gain += _apart(tiles[-1], row[start + size], width)
            options.append((gain, (size, *cuts)))
        return max(options)

    found, start = [], 0
    for size in best(0)[1]:
        found.append(with_turns(row[start : start + size], tile_mm))
        start += size
    return found


def with_turns(tiles: Sequence[Lying], tile_mm: tuple[float, float]) -> list[Lying]:
    """The tiles of a set, the claimed one told by the room it takes as well as by how it was read.

    Tiles side by side are as far apart as they are wide, beside a turned one half the difference more::

        |  |  |  |      26  26          |    |  |  |     30.5  26
    """
    if len(tiles) < 3 or any(tile.is_back for tile in tiles):
        return list(tiles)
    width, long = tile_mm
    steps = [b.x - a.x for a, b in pairwise(tiles)]

    def doubt(turned: int) -> float:
        wider = (long - width) / 2
        fits = (
            step - width - 0.6 - wider * (number == turned) - wider * (number + 1 == turned)
            for number, step in enumerate(steps)
        )
        misread = sum((number == turned) == tile.is_upright for number, tile in enumerate(tiles))
        return sum(min(9.0, (fit / STEP_MM) ** 2) for fit in fits) + MISREAD * misread + 1.5 * (turned < 0)

    turned = min(range(-1, len(tiles)), key=doubt)
    return [_lies(tile, number != turned) for number, tile in enumerate(tiles)]


def with_hole_filled(singles: Sequence[Lying], tile_mm: tuple[float, float]) -> list[list[Lying]]:
    """The sets of which the middle tile was overlooked: the claimed one, or the one beside it.

    The missing tile is added without a face::

        |5z|      |5z|   ->   |5z| [ ? ] |5z|         [ 4s ]    |6s|   ->   [ 4s ] |?| |6s|
    """
    found: list[list[Lying]] = []
    # Flowers may lie above the row, between the two.
    in_order = sorted((tile for tile in singles if not tile.is_back), key=lambda tile: tile.x)
    for left, right in combinations(in_order, 2):
        is_taken = any(left in tiles or right in tiles for tiles in found)
        if not is_taken and leave_a_hole(left, right, tile_mm):
            found.append([left, _overlooked(left, right, tile_mm[0]), right])
    return found


def leave_a_hole(one: Lying, other: Lying, tile_mm: tuple[float, float]) -> bool:
    """Whether two tiles in a row leave room for just the one that makes a set of them. One of the three is
    turned: the one between two upright ones, or one of the two."""
    width, long = tile_mm
    if not (one.is_upright or other.is_upright):
        return False
    apart = width + long if one.is_upright and other.is_upright else (long + 3 * width) / 2
    return abs(abs(other.x - one.x) - apart) < HOLE * width and abs(other.y - one.y) < HOLE * long


def _overlooked(left: Lying, right: Lying, width: float) -> Lying:
    """The tile between two, of unknown face: turned between upright ones, else upright beside the upright."""
    if left.is_upright and right.is_upright:
        moved = [tuple((a + b) / 2 for a, b in zip(p, q, strict=True)) for p, q in _pairs(left, right)]
        a, b, c, d = ((x, y) for x, y in moved)
        middle = ((left.x + right.x) / 2, (left.y + right.y) / 2)
        return Lying(_unread(left, (a, b, c, d)), *middle, False, left.half_y, left.half_x)
    upright, turned = (left, right) if left.is_upright else (right, left)
    share = width / abs(turned.x - upright.x)
    (x, y), (u, v) = centre(upright.seen.corners_mm), centre(turned.seen.corners_mm)
    a, b, c, d = ((p + share * (u - x), q + share * (v - y)) for p, q in upright.seen.corners_mm)
    beside = (upright.x + share * (turned.x - upright.x), upright.y)
    return Lying(_unread(upright, (a, b, c, d)), *beside, True, upright.half_x, upright.half_y)


def _unread(like: Lying, corners: Corners) -> TileObservation:
    return replace(like.seen, score=0.0, corners_mm=corners, faces=())


def _pairs(left: Lying, right: Lying) -> zip[tuple[Point, Point]]:
    return zip(left.seen.corners_mm, right.seen.corners_mm, strict=True)


def _lies(tile: Lying, is_upright: bool) -> Lying:
    """The tile, standing upright or not."""
    if tile.is_upright == is_upright:
        return tile
    return replace(tile, is_upright=is_upright, half_x=tile.half_y, half_y=tile.half_x)


def meld_of(tiles: Sequence[Lying]) -> SeenMeld:
    """The set as the engine takes it, owner's left first."""
    backs = tuple(number for number, tile in enumerate(tiles) if tile.is_back)
    return SeenMeld(tuple(sighting(tile) for tile in tiles), backs)


def flower_share(tiles: Sequence[Lying]) -> float:
    """How likely the tiles are flowers, 0-1: the mean over them of what the reader says."""
    shares = [sum(p for face, p in tile.seen.faces if is_flower(face)) for tile in tiles]
    return sum(shares) / max(1, len(shares))


def set_share(tiles: Sequence[Lying]) -> float:
    """How well the faces go together as a chow, pung or kong, 0-1; hidden ones agree with all."""
    shown = [_plain_shares(tile.seen.faces) for tile in tiles if tile.seen.faces]
    if not shown:
        return 0.5
    faces = {face for shares in shown for face in shares}
    alike = max(sum(shares.get(face, 0.0) for shares in shown) for face in faces) / len(shown)
    if len(tiles) != 3:
        return alike
    starts = {(suit(face), rank(face) + step) for face in faces if is_suited(face) for step in (-2, -1, 0)}
    run = max((_run_share(shown, *start) for start in starts), default=0.0)
    return max(alike, run)


def _apart(left: Lying, right: Lying, width: float) -> float:
    """-2 to 2: how much the room between two neighbours looks like that between two sets."""
    gap = (right.left - left.right) / width
    return 2.0 * min(1.0, max(-1.0, (gap - GAP) / GAP))


def _worth(tiles: Sequence[Lying], width: float) -> float:
    """How much a run of tiles looks like one set."""
    size = len(tiles)
    worth = -sum(_apart(a, b, width) for a, b in pairwise(tiles)) / 2
    turned = sum(not tile.is_upright for tile in tiles)
    backs = tuple(number for number, tile in enumerate(tiles) if tile.is_back)
    if size < 3:
        return worth - 3.0
    worth += {0: -0.5, 1: 1.5}.get(turned, -2.0)
    if backs:
        worth += 2.5 if size == 4 and backs in KONG_BACKS and not turned else -1.0
    return worth + 2.0 * set_share(tiles) + (0.5 if size == 3 else 0.0)


def _plain_shares(options: Sequence[tuple[str, float]]) -> dict[str, float]:
    """How likely a tile shows each face, a red five counted with the plain one."""
    shares: dict[str, float] = {}
    for face, likely in options:
        face = plain(face)
        shares[face] = shares.get(face, 0.0) + likely
    return shares


def _run_share(shown: Sequence[dict[str, float]], letter: str, start: int) -> float:
    """The mean chance over the faces of a run that some tile shows it."""
    if not 1 <= start <= 7:
        return 0.0
    wanted = [f"{start + step}{letter}" for step in range(3)]
    return sum(max(shares.get(face, 0.0) for shares in shown) for face in wanted) / 3
