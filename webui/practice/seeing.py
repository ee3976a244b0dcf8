"""From pictures to what a learner shows: loose tiles in rows in any photo, walls and dice on a table.

A photo has no table frame: its tiles themselves say which way is up and how large a tile is. They are laid
into a frame of their own, in tile sizes, and read there like tiles on a table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from engine.events import SEATS
from engine.practice.shown import Row, Shown, ShownTile
from engine.reading import SeatReading, Sighting, TableReading
from vision.calibrate import calibrate_from_markers
from vision.detect import Detector
from vision.layout import TableGeometry, read_table
from vision.layout_rows import rows, runs
from vision.lying import READABLE, Lying, before, sighting, to_seat
from vision.observation import (
    Corners,
    Picture,
    Point,
    TileInPicture,
    TileObservation,
    VisionError,
)
from vision.rectify import Rectifier

TILE = (26.0, 35.0)
"""The frame's unit: a photo is scaled until its tiles are that large."""
APART = 0.38
"""Of a tile's width that a gap in a row must have at least."""
REVERSIBLE = frozenset(
    ("1p", "2p", "3p", "4p", "5p", "0p", "8p", "9p", "2s", "4s", "5s", "0s", "6s", "8s", "9s", "5z")
)
"""Faces that look the same upside down (S004-17)."""
WALL_BACKS = 4
"""So many backs in a line are a side of a wall worth measuring."""


def rows_in_photo(picture: Picture, detector: Detector) -> Shown:
    """The tiles of a photo, (height, width, 3) BGR, in rows; `corners` are the picture's pixels."""
    found = detector.detect_photo(picture)
    tiles = [tile for tile in found.tiles if tile.kind in ("face", "back")]
    if not tiles:
        return Shown(problem="no_tiles_seen")
    dice = tuple(die.pips for die in sorted(found.dice, key=lambda die: die.corners_px[0][0]))
    return Shown(rows_of(tiles), dice=dice)


def rows_of(tiles: Sequence[TileInPicture]) -> tuple[Row, ...]:
    """Tiles found anywhere in a picture as rows from the top, each from the left, as the tiles are read."""
    frame = _frame(tiles)
    placed = _levelled([_placed(tile, *frame) for tile in tiles])
    lying = before(0, placed)
    by_place = {id(view.seen): tile for view, tile in zip(lying, tiles, strict=True)}
    found = []
    for row in rows(lying, TILE):
        parts = [[by_place[id(view.seen)] for view in run] for run in runs(row, APART * TILE[0])]
        views = dict(zip((id(tile) for part in parts for tile in part), row, strict=True))
        kept = [part for part in parts if any(_is_readable(tile) for tile in part)]
        found.append(
            tuple(
                _shown(views[id(tile)], tile, apart=at == 0 and number > 0)
                for number, part in enumerate(kept or parts)
                for at, tile in enumerate(part)
            )
        )
    return _without_strangers(found)


def _without_strangers(found: Sequence[Row]) -> tuple[Row, ...]:
    """The rows without those in which nothing is readable, such as the table's own markers; all where none
    is."""
    readable = tuple(row for row in found if any(tile.tile or tile.face_down for tile in row))
    return readable or tuple(found)


def _is_readable(tile: TileInPicture) -> bool:
    return tile.kind == "back" or bool(tile.faces and tile.faces[0][1] >= READABLE)


def table_in_picture(
    picture: Picture, detector: Detector, rules_stacks: int | None, square_mm: float
) -> Shown:
    """Walls, gaps and dice of a table whose four markers are in the picture; `problem` when they are not."""
    try:
        calibration = calibrate_from_markers(picture, square_mm)
    except VisionError:
        return Shown(problem="no_markers_seen")
    geometry = TableGeometry(square_mm, stacks=rules_stacks, camera_mm=calibration.place_mm)
    table = Rectifier(calibration).rectify(picture, 0.0, 0)
    tiles, dice = detector.detect_table(table, None)
    reading = read_table(tiles, dice, geometry)
    return replace(shown_on_table(reading), crooked_mm=crookedness(tiles))


def shown_on_table(reading: TableReading) -> Shown:
    """What lies on a table that was read: walls, gaps, dice, and all open tiles as seat 0 sees them."""
    if all(f"wall:{seat}" in reading.hidden for seat in SEATS):
        return Shown(problem="table_covered")
    walls = tuple(
        tuple(None for _ in side.heights) if f"wall:{seat}" in reading.hidden else side.heights
        for seat, side in enumerate(reading.walls)
    )
    return Shown(
        _open_rows(reading),
        walls,
        tuple(side.gap_after for side in reading.walls),
        dice=tuple(die.pips for die in reading.dice),
    )


def crookedness(tiles: Sequence[TileObservation]) -> tuple[float | None, ...]:
    """How far the face-down stacks before each seat stray from one straight line, mm; None without a wall."""
    return tuple(_strays([tile for tile in tiles if tile.kind == "back"], seat) for seat in SEATS)


def _strays(backs: Sequence[TileObservation], seat: int) -> float | None:
    points = [to_seat(_middle(tile.corners_mm), seat) for tile in backs]
    # The wedge before the seat, without its corners: there the next walls begin.
    own = [(x, y) for x, y in points if y < -60 and abs(x) < -y - 20]
    if len(own) < WALL_BACKS:
        return None
    level = median(y for _, y in own)
    line = [(x, y) for x, y in own if abs(y - level) < 40]
    if len(line) < WALL_BACKS:
        return None
    xs, ys = np.array([x for x, _ in line]), np.array([y for _, y in line])
    slope, height = np.polyfit(xs, ys, 1)
    lean = abs(float(slope)) * (float(xs.max()) - float(xs.min()))
    # One misplaced stack and a side that stands askew are both crooked.
    return round(max(float(np.abs(ys - slope * xs - height).max()), lean / 2), 1)


def _open_rows(reading: TableReading) -> tuple[Row, ...]:
    """Every open tile of a reading, zone by zone; the hand laid open before seat 0 comes first."""
    found: list[Row] = []
    own = reading.seats[0]
    if own.revealed:
        found.append((*_row(own.revealed), *_melds(own)))
    for seat, each in enumerate(reading.seats):
        found.append(_row(each.river))
        found.append(_row(each.flowers))
        if seat or not own.revealed:
            found.append(_melds(each))
            found.append(_row(each.revealed or ()))
    found.append(_row(reading.loose))
    return tuple(row for row in found if row)


def _row(tiles: Sequence[Sighting]) -> Row:
    return tuple(
        ShownTile(each.tile, each.turned, False, False, each.confidence, each.alternatives, each.corners_mm)
        for each in tiles
    )


def _melds(seat: SeatReading) -> Row:
    return tuple(
        replace(tile, apart=at == 0, face_down=at in meld.face_down)
        for meld in seat.melds
        for at, tile in enumerate(_row(meld.tiles))
    )


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


def _voted(told: Sequence[tuple[float, bool]]) -> float:
    """The direction most tiles agree on, of (direction, whether the tile says which end is up).

    A tile that looks the same upside down votes both ways, a little; where none says more, up is up in the
    picture."""
    votes = [
        (angle + turn, 1.0 if is_sure else 0.1)
        for angle, is_sure in told
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
    spots = [_middle(tile.corners_mm) for tile in placed]
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
        replace(tile, corners_mm=_sheared(tile.corners_mm, slope, _middle(tile.corners_mm)[0]))
        for tile in placed
    ]


def _sheared(corners: Corners, slope: float, at: float) -> Corners:
    """The tile moved down by how far its row has climbed there; its own shape stays."""
    points = [(x, y - slope * at) for x, y in corners]
    return points[0], points[1], points[2], points[3]


def _by_shape(corners: Corners) -> Corners:
    """The corners begun so that the top edge is the shorter one: what looks alike upside down, or has no
    face, is told upright from turned by its shape alone."""
    reach = max(x for x, _ in corners) - min(x for x, _ in corners)
    tall = max(y for _, y in corners) - min(y for _, y in corners)
    (ax, ay), (bx, by) = corners[0], corners[1]
    is_level = abs(bx - ax) > abs(by - ay)
    return corners if is_level == (tall >= reach) else (corners[1], corners[2], corners[3], corners[0])


def _shown(view: Lying, tile: TileInPicture, *, apart: bool) -> ShownTile:
    if tile.kind == "back":
        return ShownTile(None, not view.is_upright, True, apart, corners=tile.corners_px)
    seen = sighting(view)
    return ShownTile(
        seen.tile, seen.turned, False, apart, seen.confidence, seen.alternatives, tile.corners_px
    )


def _middle(corners: Corners) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
