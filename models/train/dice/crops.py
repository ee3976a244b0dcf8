"""Crops for the classifier of dice: what the detector finds on pages, cut as it is cut when it is looked at
again, and whether a die lies there.

::

    page 320 x 320         crops 44 x 44, a die 20 px wide in the middle of each
    +--------------+       +----+  +----+  +----+
    | [3]   o      |  -->  | 3  |  | o  |  | |  |
    |    []   |    |       +----+  +----+  +----+
    +--------------+        3 pips  none    none
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.overlap import ENOUGH_OVERLAP, box_of, most_shared
from models.train.dice.lay import LEAST_SEEN
from models.train.dice.page import Page
from models.train.dice.pages import PageSource
from models.train.pool import Arrays
from models.train.scenes.body import Picture, Rng
from models.train.scenes.scene import CELLS
from vision.detect.dice.looks import windows_of
from vision.detect.dice.network import DiceNetwork, side_of

CROP, DIE_PX = 44, 20.0
LEAST = 0.05
"""From this chance of the detector on something is a find to learn from."""
HARDLY = 0.3
"""A find that shares no more than this with any die is none."""
TIMES = 2
"""Crops of one find: a page costs more than a crop."""
MOST_OF_NOTHING = 5
"""Of a page."""
SIDES_PX = (8.0, 120.0)
"""Of dice that are learnt from, found or not."""
NOISE = {"scale": 0.1, "shift": 0.05, "turn": 0.08}
"""Spread of what a find's outline is changed by: parts of its side, radians."""

Crop = tuple[Picture, int]
"""A crop and its pips, 0 for no die."""


class CropSource:
    """Cuts crops from pages, endlessly."""

    def __init__(self, pages: PageSource, network: DiceNetwork, windows: NDArray[np.uint8] | None) -> None:
        """`windows`: (n, 96, 96, 3) without dice, in which an earlier network found some."""
        self.pages, self.network, self.windows = pages, network, windows
        self.rng = pages.rng

    def batch(self, count: int) -> Arrays:
        """`count` crops: ``pictures`` (n, 44, 44, 3) and ``pips`` (n,)."""
        made: list[Crop] = []
        while len(made) < count:
            made += self._of_page(self.pages.page())
            if self.windows is not None:
                made += self._of_page(_page_without(self.windows[int(self.rng.integers(len(self.windows)))]))
        pictures, pips = zip(*made[:count], strict=True)
        return {"pictures": np.stack(pictures), "pips": np.array(pips, np.int64)}

    def _of_page(self, page: Page) -> Iterator[Crop]:
        boxes, is_found, nothing = [box_of(die.corners) for die in page.dice], set[int](), 0
        for find in self.network.in_photo(page.picture, LEAST):
            number, share = most_shared(box_of(find.corners), boxes)
            if share >= ENOUGH_OVERLAP and page.dice[number].seen >= LEAST_SEEN:
                is_found.add(number)
                yield from self._cut(page, find.corners, page.dice[number].pips)
            elif share <= HARDLY and nothing < MOST_OF_NOTHING and _is_known(page, find.middle):
                nothing += 1
                yield from self._cut(page, find.corners, 0)
        for number in missed(page, is_found):
            yield from self._cut(page, page.dice[number].corners, page.dice[number].pips)

    def _cut(self, page: Page, corners: NDArray[np.float64], pips: int) -> list[Crop]:
        return [(cut(page.picture, corners, self.rng), pips) for _ in range(TIMES)]


def missed(page: Page, found: set[int]) -> list[int]:
    """Numbers of the dice of a page that lie open in it, large enough, and were not found."""
    high, wide = page.picture.shape[:2]
    return [
        number
        for number, die in enumerate(page.dice)
        if number not in found
        and die.seen >= LEAST_SEEN
        and SIDES_PX[0] <= side_of(die.corners) <= SIDES_PX[1]
        and die.corners.min() >= 0
        and (die.corners.max(axis=0) < (wide, high)).all()
    ]


def cut(picture: Picture, corners: NDArray[np.float64], rng: Rng) -> Picture:
    """(44, 44, 3): what lies between corners (4, 2), not quite in the middle, turned anyhow."""
    side, middle = side_of(corners), corners.mean(axis=0)
    angle = rng.normal(0, NOISE["turn"])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (corners - middle) @ turn.T + middle + rng.normal(0, NOISE["shift"] * side, 2)
    wide = DIE_PX * float(np.exp(rng.normal(0, NOISE["scale"])))
    windows = windows_of(picture, moved, side, CROP, (wide,))
    chosen: Picture = windows[int(rng.integers(len(windows)))]
    return chosen


def _is_known(page: Page, at: tuple[float, float]) -> bool:
    scale = CELLS / page.picture.shape[0]
    column, row = (min(CELLS - 1, max(0, int(value * scale))) for value in at)
    return not page.unknown[row, column]


def _page_without(window: Picture) -> Page:
    return Page(window, (), np.zeros((CELLS, CELLS), bool))
