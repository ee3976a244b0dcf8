"""Dots of a tile that were taken for tiles: close by, each dot of a five of dots looks like the one of dots.

On a photo of unknown scale the many small finds then outvote the one large one. Where several clear ones of
dots lie within a larger find, that is read as well, and counts when it reads clearly as a tile of dots::

    +---------+
    | 1p   1p |         +---------+
    |   1p    |   -->   |    5p   |
    | 1p   1p |         +---------+
    +---------+

A tile so near that it fills much of the picture may be lost among the finds on its face altogether.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.tiles import ALL_FACES
from vision.detect.corners import corner_arrays
from vision.detect.cut import Quads, areas
from vision.detect.locate import Found, without_doubles
from vision.detect.networks import Network, Settings
from vision.detect.read import Read, read
from vision.observation import Picture

ONE = "1p"
MANY = tuple(f"{number}p" for number in (0, 2, 3, 4, 5, 6, 7, 8, 9))
LEAST_DOTS, MOST_DOTS = 2, 9
LARGER = 3.0
"""Times the area of a dot from which a find may be the tile around it."""
SHOWS_DOTS, READS_DOTS = 0.5, 0.8
"""The chance of a face from which a find is taken for a dot, and the whole for the tile that bears them."""
TILE_SHAPE = (1.1, 1.7)
"""A tile's long side by its short one."""
SURE_WHOLE, SURE_LARGE = 0.8, 0.97
"""The chance of a face from which the picture is one tile, and a find that fills much of it a tile."""
LEAST_FILLED, LEAST_LARGE = 0.6, 0.2
"""The part of the picture a tile must fill to be the picture, and to be read whatever lies on it."""


def with_dots_joined(
    network: Network, settings: Settings, picture: Picture, reads: list[Read], located: list[Found]
) -> list[Read]:
    """The reads, with those that are the dots of one tile replaced by it. `located`: all that was found at
    any scale, the larger finds too."""
    one = settings.labels.index(ONE)
    if sum(_is_dot(each, one) for each in reads) < LEAST_DOTS:
        return reads
    dot = float(np.median([areas(np.array([each.corners]))[0] for each in reads if _is_dot(each, one)]))
    larger = [each for each in located if each.kind == "face" and each.across * each.along > LARGER * dot]
    around = [each for each in larger if _are_dots(_within(corner_arrays([each]), reads), settings)]
    many = settings.numbers(MANY)
    for tile in read(network, settings, picture, without_doubles(around)):
        dots = _within(np.array([tile.corners]), reads)
        if tile.chances[many].max() >= READS_DOTS and _are_dots(dots, settings):
            reads = [each for each in reads if all(each is not gone for gone in dots)] + [tile]
    return reads


def the_picture(network: Network, settings: Settings, picture: Picture) -> list[Read]:
    """The picture as one tile, when it has a tile's shape and reads as one that fills it."""
    high, wide = picture.shape[:2]
    if not TILE_SHAPE[0] < max(high, wide) / min(high, wide) < TILE_SHAPE[1]:
        return []
    across, along = (wide, high) if high > wide else (high, wide)
    turn = 0.0 if high > wide else np.pi / 2
    frame = Found("face", 1.0, 1.0, wide / 2, high / 2, across, along, turn, True)
    sure = _sure(read(network, settings, picture, [frame]), settings, SURE_WHOLE)
    return [one for one in sure if _share(one.found, picture) > LEAST_FILLED]


def with_what_fills(
    network: Network, settings: Settings, picture: Picture, reads: list[Read], located: list[Found]
) -> list[Read]:
    """The reads, with those replaced that lie on a find which fills much of the picture and surely reads as a
    tile. `located` as in `with_dots_joined`."""
    large = [each for each in located if each.kind == "face" and _share(each, picture) > LEAST_LARGE]
    for tile in _sure(read(network, settings, picture, without_doubles(large)), settings, SURE_LARGE):
        parts = _within(np.array([tile.corners]), reads)
        # What was read so surely and is so large needs no company to be believed.
        whole = replace(tile, found=replace(tile.found, weight=1.0))
        reads = [each for each in reads if all(each is not gone for gone in parts)] + [whole]
    return reads


def _sure(reads: list[Read], settings: Settings, least: float) -> list[Read]:
    faces = settings.numbers(ALL_FACES)
    return [one for one in reads if one.chances[faces].max() > least]


def _share(found: Found, picture: Picture) -> float:
    """The part of the picture that a find fills, 0 to 1."""
    return float(found.across * found.along / (picture.shape[0] * picture.shape[1]))


def _is_dot(each: Read, one: int) -> bool:
    return bool(each.chances[one] >= SHOWS_DOTS)


def _are_dots(reads: list[Read], settings: Settings) -> bool:
    """Whether these may all be the dots of one tile: most show one dot, and none is clearly another tile.

    Two dots close together may look like a two, or a four, of dots."""
    one = settings.labels.index(ONE)
    dots = [_is_dot(each, one) for each in reads]
    others = [
        number for number, label in enumerate(settings.labels) if label in ALL_FACES and label[1] != "p"
    ]
    is_other = any(each.chances[others].max() >= SHOWS_DOTS for each in reads)
    return LEAST_DOTS <= sum(dots) <= MOST_DOTS and 2 * sum(dots) >= len(dots) and not is_other


def _within(quad: Quads, reads: list[Read]) -> list[Read]:
    """Those whose middle lies within the one outline (1, 4, 2)."""
    outline = quad[0].astype(np.float32)
    return [each for each in reads if cv2.pointPolygonTest(outline, _middle(each), False) > 0]


def _middle(each: Read) -> tuple[float, float]:
    x, y = np.mean(each.corners, axis=0).tolist()
    return x, y
