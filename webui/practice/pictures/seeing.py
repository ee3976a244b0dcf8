"""From pictures to what a learner lays: loose tiles in rows, in any photo or under the table's camera.

Where the table's four markers are in the picture it is read as the table is, straight from above and in
millimetres; in any other photo the tiles themselves say which way is up and where a row ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.practice.shown import Row, Shown, ShownTile
from vision.camera.calibrate import calibrate_from_marks
from vision.camera.calibration import Calibration
from vision.camera.markers import SQUARE_MM, find_markers
from vision.camera.rectify import TILE_TOP_MM
from vision.detect.detector import Detector
from vision.layout.lying import READABLE, Lying, before, sighting
from vision.layout.rows import rows, runs
from vision.layout.stacks import read_walls
from vision.layout.zones import TableGeometry, covered_mask
from vision.observation import (
    Corners,
    DieInPicture,
    Picture,
    TileInPicture,
    TileObservation,
    VisionError,
)
from vision.pipeline.photo import look_at_photo
from webui.practice.pictures.clearness import is_soft, why_nothing
from webui.practice.pictures.photo_frame import TILE, framed_tiles, middle

APART = 0.38
"""Of a tile's width that a gap in a row must have at least."""
A_WALL = 7
"""So many stacks in a line before a seat are a wall, none of the learner's rows."""
MARKER_ROOM = 1.3
"""Of a marker's size within which a find is the marker itself, taken for a tile."""
Tiles = Sequence[TileInPicture]


def rows_in_photo(picture: Picture, detector: Detector, square_mm: float = SQUARE_MM) -> Shown:
    """The tiles of a picture, (height, width, 3) BGR, in rows; `corners` are the picture's pixels.

    `square_mm`: the side of the playing square, should its markers be in the picture."""
    marks = find_markers(picture)
    try:
        height, width = picture.shape[:2]
        calibration = calibrate_from_marks(marks, (width, height), square_mm)
        tiles, dice = _on_table(picture, detector, calibration)
    except VisionError:
        found = detector.detect_photo(picture)
        tiles = [tile for tile in found.tiles if not _is_marker(tile, marks)]
        dice = found.dice
    tiles = [tile for tile in tiles if tile.kind in ("face", "back")]
    sharp = [die for die in dice if not is_soft(picture, [die.corners_px])]
    pips = tuple(die.pips for die in sorted(sharp, key=lambda die: die.corners_px[0][0]))
    if not tiles:
        return Shown(dice=pips, problem="no_tiles_seen" if pips else why_nothing(picture))
    if is_soft(picture, [tile.corners_px for tile in tiles]):
        return Shown(problem="too_blurred")
    return Shown(rows_of(tiles), dice=pips)


def rows_of(tiles: Tiles) -> tuple[Row, ...]:
    """Tiles found anywhere in a picture as rows from the top, each from the left, as the tiles are read."""
    lying = before(0, framed_tiles(tiles))
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


def _on_table(
    picture: Picture, detector: Detector, calibration: Calibration
) -> tuple[Tiles, Sequence[DieInPicture]]:
    """The loose tiles and the dice of a table, found as the watch finds them; walls are left out."""
    photo = look_at_photo(picture, detector, calibration)
    half = calibration.square_mm / 2
    inside = [tile for tile in photo.tiles if max(map(abs, middle(tile.corners_mm))) < half]
    return (
        [
            TileInPicture(t.kind, t.score, _in_picture(t.corners_mm, calibration), t.faces)
            for t in _without_walls(inside, photo.geometry)
        ],
        [DieInPicture(d.pips, d.score, _in_picture(d.corners_mm, calibration)) for d in photo.dice],
    )


def _without_walls(tiles: Sequence[TileObservation], geometry: TableGeometry) -> list[TileObservation]:
    """The tiles less the stacks of a wall that stands around them."""
    walls = read_walls(tiles, geometry.fitted(tiles), covered_mask((), geometry.square_mm))
    stacks = sum(height != 0 for side in walls.sides for height in side.heights)
    return [tile for at, tile in enumerate(tiles) if stacks < A_WALL or at not in walls.taken]


def _is_marker(tile: TileInPicture, marks: Mapping[int, NDArray[np.float64]]) -> bool:
    """Whether a find in a picture is one of the markers seen there."""
    x, y = middle(tile.corners_px)
    return any(_is_within((x, y), np.asarray(corners)) for corners in marks.values())


def _is_within(spot: tuple[float, float], corners: NDArray[np.float64]) -> bool:
    around = corners.mean(axis=0) + MARKER_ROOM * (corners - corners.mean(axis=0))
    return cv2.pointPolygonTest(around.astype(np.float32), spot, False) >= 0


def _in_picture(corners: Corners, calibration: Calibration) -> Corners:
    """Corners on the tiles' tops, mm, as pixels of the camera's picture."""
    points = calibration.project(np.array([(x, y, TILE_TOP_MM) for x, y in corners]))
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _without_strangers(found: Sequence[Row]) -> tuple[Row, ...]:
    """The rows without those in which nothing is readable; all where none is."""
    readable = tuple(row for row in found if any(tile.tile or tile.face_down for tile in row))
    return readable or tuple(found)


def _is_readable(tile: TileInPicture) -> bool:
    return tile.kind == "back" or bool(tile.faces and tile.faces[0][1] >= READABLE)


def _shown(view: Lying, tile: TileInPicture, *, apart: bool) -> ShownTile:
    if tile.kind == "back":
        return ShownTile(None, not view.is_upright, True, apart, corners=tile.corners_px)
    seen = sighting(view)
    return ShownTile(
        seen.tile, seen.turned, False, apart, seen.confidence, seen.alternatives, tile.corners_px
    )
