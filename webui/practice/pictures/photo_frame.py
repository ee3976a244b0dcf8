"""Which way is up in a photo and how large its tiles are, told by the tiles themselves.

A photo has no table frame. Its tiles are laid into a frame of their own, x to the right and y up along the
rows, in tile sizes, and read there like tiles on a table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from vision.observation import Corners, Point, TileInPicture, TileObservation

TILE = (26.0, 35.0)
"""The frame's unit: a photo is scaled until its tiles are that large."""
REVERSIBLE = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "0p", "8p", "9p", "2s", "4s", "5s", "0s", "6s", "8s", "9s", "5z")
)
"""Faces that look the same upside down (S004-17)."""
TURNED_PITCH = 28.2
"""Nearer than this to its neighbour's middle no tile can lie on its side: two upright ones are 26 apart, an
upright and a turned one 30.5."""


def framed_tiles(tiles: Sequence[TileInPicture]) -> list[TileObservation]:
    """The tiles of a photo in its frame, in the order given."""
    frame = _frame(tiles)
    placed = _levelled([_placed(tile, *frame) for tile in tiles])
    spots = [middle(tile.corners_mm) for tile in placed]
    return [
        _stood_up(seen, spot, spots) if tile.kind == "face" and not _says_which_way(tile) else seen
        for tile, seen, spot in zip(tiles, placed, spots, strict=True)
    ]


def _frame(tiles: Sequence[TileInPicture]) -> tuple[Point, Point, float, float]:
    """Unit vectors across and down a row (pixels), and the width and height of a tile along them.

    Most tiles of a row stand the same way; those turned on their side, a quarter away, are outvoted."""
    faces = [tile for tile in tiles if tile.kind == "face"] or list(tiles)
    across_angle = _voted([(_direction(tile), _says_which_way(tile)) for tile in faces])
    across = (math.cos(across_angle), math.sin(across_angle))
    down = (-across[1], across[0])
    upright = [tile for tile in faces if abs(math.cos(_direction(tile) - across_angle)) > 0.7]
    wide = median(_extent(tile.corners_px, across) for tile in upright or faces)
    high = median(_extent(tile.corners_px, down) for tile in upright or faces)
    return across, down, wide, high


def _voted(ballots: Sequence[tuple[float, bool]]) -> float:
    """The direction most tiles agree on, of (direction, whether the tile says which end is up).

    A tile that looks the same upside down votes both ways, a little; where none says more, up is up in the
    picture."""
    votes = [
        (angle + turn, 1.0 if is_sure else 0.1)
        for angle, is_sure in ballots
        for turn in ((0.0,) if is_sure else (0.0, math.pi))
    ]

    def support(angle: float) -> float:
        agreed = sum(weight for other, weight in votes if math.cos(other - angle) > 0.86)
        return agreed + 0.04 * math.cos(angle)

    leader = max((angle for angle, _ in votes), key=support)
    with_it = [(angle, weight) for angle, weight in votes if math.cos(angle - leader) > 0.86]
    return math.atan2(
        sum(weight * math.sin(angle) for angle, weight in with_it),
        sum(weight * math.cos(angle) for angle, weight in with_it),
    )


def _says_which_way(tile: TileInPicture) -> bool:
    """Whether the face is another upside down; backs and faces not read say nothing."""
    return tile.kind == "face" and bool(tile.faces) and tile.faces[0][0] not in REVERSIBLE


def _direction(tile: TileInPicture) -> float:
    """Where the top edge leads; the shorter edge where the face does not tell and the shape does."""
    angle, corners = _angle(tile.corners_px), tile.corners_px
    wide, high = math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2])
    is_askew = not _says_which_way(tile) and wide > 1.12 * high
    return angle + math.pi / 2 if is_askew else angle


def _angle(corners: Corners) -> float:
    """Where the top edge of a face leads, from its left to its right."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    return math.atan2(by - ay + cy - dy, bx - ax + cx - dx)


def _extent(corners: Corners, along: Point) -> float:
    spots = [x * along[0] + y * along[1] for x, y in corners]
    return max(max(spots) - min(spots), 1.0)


def _placed(tile: TileInPicture, across: Point, down: Point, wide: float, high: float) -> TileObservation:
    """The tile in the frame of the rows: x to the right, y up, in tile sizes."""
    points = [
        (
            (x * across[0] + y * across[1]) * TILE[0] / wide,
            -(x * down[0] + y * down[1]) * TILE[1] / high,
        )
        for x, y in tile.corners_px
    ]
    corners: Corners = (points[0], points[1], points[2], points[3])
    if not _says_which_way(tile):
        corners = _by_shape(corners)
    return TileObservation(tile.kind, tile.score, corners, tile.faces)


def _levelled(placed: list[TileObservation]) -> list[TileObservation]:
    """The tiles with their rows made level: seen askew a row climbs though its tiles stand upright."""
    spots = [middle(tile.corners_mm) for tile in placed]
    climbs = [
        (other[1] - one[1]) / (other[0] - one[0])
        for one in spots
        for other in spots
        if 0.7 * TILE[0] < other[0] - one[0] < 1.6 * TILE[0] and abs(other[1] - one[1]) < 0.6 * TILE[1]
    ]
    if not climbs:
        return placed
    slope = median(climbs)
    return [
        replace(tile, corners_mm=_sheared(tile.corners_mm, slope, middle(tile.corners_mm)[0]))
        for tile in placed
    ]


def _sheared(corners: Corners, slope: float, at: float) -> Corners:
    """The tile moved down by how far its row has climbed there; its own shape stays."""
    points = [(x, y - slope * at) for x, y in corners]
    return points[0], points[1], points[2], points[3]


def _stood_up(seen: TileObservation, spot: Point, spots: Sequence[Point]) -> TileObservation:
    """A tile found lying on its side for which its neighbours leave no room: it stands upright there."""
    corners = seen.corners_mm
    is_turned = abs(corners[1][0] - corners[0][0]) < abs(corners[1][1] - corners[0][1])
    beside = [abs(x - spot[0]) for x, y in spots if abs(x - spot[0]) > 0 and abs(y - spot[1]) < TILE[1] / 2]
    if not is_turned or not beside or min(beside) > TURNED_PITCH:
        return seen
    (x, y), (wide, high) = spot, (TILE[0] / 2, TILE[1] / 2)
    upright: Corners = (
        (x - wide, y + high), (x + wide, y + high), (x + wide, y - high), (x - wide, y - high)
    )  # fmt: skip
    return replace(seen, corners_mm=upright)


def _by_shape(corners: Corners) -> Corners:
    """The corners begun so that the top edge is the shorter one: what looks alike upside down, or has no
    face, is told upright from turned by its shape alone."""
    reach = max(x for x, _ in corners) - min(x for x, _ in corners)
    tall = max(y for _, y in corners) - min(y for _, y in corners)
    (ax, ay), (bx, by) = corners[0], corners[1]
    is_level = abs(bx - ax) > abs(by - ay)
    return corners if is_level == (tall >= reach) else (corners[1], corners[2], corners[3], corners[0])


def middle(corners: Corners) -> Point:
    """The mean of four corners."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
