"""Dots of a tile that were taken for tiles: close by, each dot of a five of dots looks like the one of dots.

On a photo of unknown scale the many small finds then outvote the one large one. Where several clear ones of
dots lie within a larger find, that is read as well, and counts when it reads clearly as a tile of dots::

    +---------+
    | 1p   1p |         +---------+
    |   1p    |   -->   |    5p   |
    | 1p   1p |         +---------+
    +---------+
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect_cut import Quads, areas
from vision.detect_files import Network, Settings
from vision.detect_locate import Found, without_doubles
from vision.detect_read import Read, corner_arrays, read
from vision.observation import Picture

ONE = "1p"
MANY = tuple(f"{number}p" for number in (0, 2, 3, 4, 5, 6, 7, 8, 9))
LEAST_DOTS = 2
LARGER = 3.0
"""Times the area of a dot from which a find may be the tile around it."""
SHOWS_DOTS, READS_DOTS = 0.5, 0.8
"""The chance of a face from which a find is taken for a dot, and the whole for the tile that bears them."""


def with_dots_joined(
    network: Network, settings: Settings, picture: Picture, reads: list[Read], located: list[Found]
) -> list[Read]:
    """The reads, with those that are the dots of one tile replaced by it. `located`: all that was found at
    any scale, the larger finds too."""
    if not reads:
        return reads
    one = settings.labels.index(ONE)
    shows_one = np.array([each.chances[one] >= SHOWS_DOTS for each in reads])
    if shows_one.sum() < LEAST_DOTS:
        return reads
    quads = np.array([each.corners for each in reads])
    middles, dot = quads.mean(axis=1), float(np.median(areas(quads[shows_one])))
    around = [each for each in located if each.kind == "face" and each.across * each.along > LARGER * dot]
    around = [
        each for each in around if (_inside(corner_arrays([each]), middles) & shows_one).sum() >= LEAST_DOTS
    ]
    many = [settings.labels.index(face) for face in MANY]
    tiles = [
        each
        for each in read(network, settings, picture, without_doubles(around))
        if each.chances[many].max() >= READS_DOTS
    ]
    for tile in tiles:
        within = _inside(np.array([tile.corners]), middles) & shows_one
        if within.sum() >= LEAST_DOTS:
            # Whatever else lies there was made of the same dots.
            gone = _inside(np.array([tile.corners]), middles)
            reads = [each for each, is_gone in zip(reads, gone, strict=True) if not is_gone] + [tile]
            middles = np.array([each.corners for each in reads]).mean(axis=1)
            shows_one = np.array([each.chances[one] >= SHOWS_DOTS for each in reads])
    return reads


def _inside(quad: Quads, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,): which points (n, 2) lie within the one outline (1, 4, 2)."""
    first, second, _, fourth = quad[0]
    ways = np.column_stack([second - first, fourth - first])
    if abs(np.linalg.det(ways)) < 1e-6:
        return np.zeros(len(points), bool)
    own = np.linalg.solve(ways, (points - first).T)
    return np.asarray(((own > 0) & (own < 1)).all(axis=0))
