"""Halves of a tile that were taken for two: the two dots of a four of dots, the number over its sign.

On a photo of unknown scale half a tile can look like a tile. Its neighbours tell: where two finds, each half
as large as the clear tiles around them, make up one tile together, the whole is read as well, and counts when
it reads clearly::

    +----+ +----+ +----+         +----+ +----+ +----+
    | 3m | |_2p_| | 7s |   -->   | 3m | | 4p | | 7s |
    +----+ |_2p_| +----+         +----+ +----+ +----+
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES
from vision.detect.cut import Quads, areas
from vision.detect.locate import Found
from vision.detect.networks import Network, Settings
from vision.detect.read import Read, read
from vision.observation import Picture

CLEAR, DOUBTFUL = 0.97, 0.3
"""The chance of its face from which a find is clear, and below which it is none."""
NEAREST = 3
"""Clear tiles around, by which a find's size is judged."""
HALF = (0.3, 0.72)
WHOLE = (0.75, 1.35)
"""Areas against the usual one around: of a half, and of both together."""
APART = 0.8
"""Of the square root of the usual area: how far apart the middles of two halves may lie."""


def joined(network: Network, settings: Settings, picture: Picture, reads: list[Read]) -> list[Read]:
    """The reads, with each two that are halves of a tile which reads clearly replaced by it."""
    quads = np.array([one.corners for one in reads], np.float64).reshape(-1, 4, 2)
    pairs = list(_pairs(reads, quads, settings))
    if not pairs:
        return reads
    wholes = [_whole(reads[first], quads[[first, second]].reshape(-1, 2)) for first, second, _ in pairs]
    gone: set[int] = set()
    added = []
    for (first, second, usual), whole in zip(pairs, wholes, strict=True):
        answers = read(network, settings, picture, [whole])
        if answers and not gone & {first, second} and _is_one(answers[0], usual, settings):
            gone |= {first, second}
            added.append(answers[0])
    return [one for number, one in enumerate(reads) if number not in gone] + added


def _pairs(reads: list[Read], quads: Quads, settings: Settings) -> Iterator[tuple[int, int, float]]:
    """Two finds each that may be halves, and the usual area around them."""
    faces = settings.numbers(ALL_FACES)
    chances = np.array([float(one.chances[faces].max()) for one in reads])
    clear = np.flatnonzero(chances >= CLEAR)
    if len(clear) <= NEAREST:
        return
    sizes, places = areas(quads), quads.mean(axis=1)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
    near = np.triu(gaps < 2 * np.sqrt(np.maximum(sizes[:, None], sizes[None])), 1) & (chances > DOUBTFUL)
    for first, second in np.argwhere(near & (chances > DOUBTFUL)[:, None]).tolist():
        others = clear[(clear != first) & (clear != second)]
        away = np.hypot(*(places[others] - (places[first] + places[second]) / 2).T)
        usual = float(np.median(sizes[others[np.argsort(away)[:NEAREST]]]))
        both = np.array([sizes[first], sizes[second]]) / usual
        if (both > HALF[0]).all() and (both < HALF[1]).all() and gaps[first, second] < APART * usual**0.5:
            yield first, second, usual


def _whole(one: Read, points: NDArray[np.float64]) -> Found:
    """The rectangle round both halves, its long side along."""
    (x, y), (across, along), turn = cv2.minAreaRect(points.astype(np.float32))
    if across > along:
        across, along, turn = along, across, turn + 90
    found = one.found
    return Found("face", found.heat, found.weight, x, y, across, along, float(np.deg2rad(turn)), True)


def _is_one(whole: Read, usual: float, settings: Settings) -> bool:
    faces = settings.numbers(ALL_FACES)
    size = float(areas(np.array([whole.corners]))[0]) / usual
    return bool(whole.chances[faces].max() >= CLEAR and WHOLE[0] < size < WHOLE[1])
