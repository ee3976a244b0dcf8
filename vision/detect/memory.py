"""What the last look at a table showed, so that only what has changed is searched and read again.

Between two looks of a game one tile moves and a hundred and forty lie still. The table's picture is compared
with the one the remembered tiles were read from, cell by cell with the light taken out; round what differs a
window is searched anew, and everything else is remembered::

    +----------------------+
    | 1m 2m 3m   kept      |
    |        +-------+     |
    |        | 9p  ? | <-- searched and read
    |        +-------+     |
    +----------------------+

A tile that was read with doubt is read again each time: a second look may be clearer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.colours import Palette
from vision.detect.dice.network import SeenDie
from vision.detect.locate import Found
from vision.detect.read import Read
from vision.observation import Picture, TableImage

CELL_MM = 4.0
DIFFERENT = 14.0
"""Grey levels, of the mean of a cell, that noise does not reach and a tile's edge does."""
MOST_CHANGED = 0.35
"""Of the table; with more the whole of it is searched."""
LAMP = 0.04
"""A change of brightness of the whole table by more: everything is read anew."""
ROOM_TILES = 1.6
"""How far round a change is searched, in lengths of a tile."""

ZOOMS = (1.0, 1.015)
"""How much larger the table is searched, one whole look after the other: a tile that the locator overlooks at
one scale, look by look, it finds at the next."""

Window = tuple[int, int, int, int]
"""Left, top, right, bottom in the table picture's pixels."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is to be done: the `windows` to search, and what is remembered outside them. `dice`: where dice
    may lie; `clear_dice`: those that need no other look."""

    windows: tuple[Window, ...]
    kept: tuple[Read, ...]
    dice: tuple[Found, ...] = ()
    clear_dice: tuple[SeenDie, ...] = ()


class TableMemory:
    """One table's last look. Not for several threads at once."""

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self.palette = Palette()
        """The colours of the set that lies there."""
        self._begun_looks = 0
        self._cells: NDArray[np.float32] | None = None
        self._tile_mm: tuple[float, float] | None = None
        self._reads: tuple[Read, ...] = ()
        self._dice: tuple[Found, ...] = ()
        self._clear_dice: tuple[SeenDie, ...] = ()

    @property
    def zoom(self) -> float:
        """How much larger than usual this look is searched."""
        return ZOOMS[max(0, self._begun_looks - 1) % len(ZOOMS)]

    def forget(self) -> None:
        """The next look is a first one: the camera or its calibration has changed."""
        self._cells = None

    def look(self, table: TableImage, tile_mm: tuple[float, float]) -> Search:
        """What has to be searched of `table`."""
        cells, before = _cells(table), self._cells
        whole = Search(((0, 0, table.picture.shape[1], table.picture.shape[0]),), ())
        if before is None or before.shape != cells.shape or self._tile_mm != tile_mm:
            return self._begun(cells, tile_mm, whole)
        gain = float(np.median(cells) / max(1.0, float(np.median(before))))
        if abs(gain - 1) > LAMP:
            return self._begun(cells, tile_mm, whole)
        room = max(1, round(ROOM_TILES * max(tile_mm) / CELL_MM))
        changed = (np.abs(cells - before * gain) > DIFFERENT).astype(np.uint8)
        changed = cv2.dilate(changed, np.ones((2 * room + 1, 2 * room + 1), np.uint8))
        if changed.mean() > MOST_CHANGED:
            return self._begun(cells, tile_mm, whole)
        windows = _windows(changed, _step(table), table.picture.shape)
        kept = tuple(one for one in self._reads if not any(inside(one.found, window) for window in windows))
        dice = tuple(one for one in self._dice if not any(inside(one, window) for window in windows))
        clear = tuple(one for one in self._clear_dice if not any(inside(one, window) for window in windows))
        self._cells = np.where(changed > 0, cells, before)
        return Search(windows, kept, dice, clear)

    def learn(self, reads: list[Read], dice: list[Found]) -> None:
        """Remembers what the look showed, and where it may show dice."""
        self._reads, self._dice = tuple(reads), tuple(dice)

    def learn_dice(self, clear: list[SeenDie]) -> None:
        """Remembers the dice that were seen clearly."""
        self._clear_dice = tuple(clear)

    def _begun(self, cells: NDArray[np.float32], tile_mm: tuple[float, float], look: Search) -> Search:
        self._cells, self._tile_mm, self._reads, self._dice = cells, tile_mm, (), ()
        self._clear_dice = ()
        self._begun_looks += 1
        return look


def inside(one: Found | SeenDie, window: Window) -> bool:
    """Whether a rectangle's middle lies in the window."""
    x, y = one.middle
    return window[0] <= x < window[2] and window[1] <= y < window[3]


def grown(window: Window, px: int) -> Window:
    """The window with so many pixels more on every side."""
    return window[0] - px, window[1] - px, window[2] + px, window[3] + px


def are_apart(one: Found, others: Iterable[Found], px: float) -> bool:
    """Whether no other rectangle's middle lies within so many pixels of this one's."""
    return all(dist(one.middle, other.middle) >= px for other in others)


def part_of(picture: Picture, window: Window) -> Picture:
    """The window's part of the picture."""
    return picture[window[1] : window[3], window[0] : window[2]]


def _cells(table: TableImage) -> NDArray[np.float32]:
    """The mean grey level of each cell; cells are whole pixels wide, which is quick."""
    step = _step(table)
    count = max(1, table.picture.shape[0] // step), max(1, table.picture.shape[1] // step)
    part = table.picture[: count[0] * step, : count[1] * step]
    small = cv2.resize(part, count[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _step(table: TableImage) -> int:
    return max(1, round(CELL_MM * table.px_per_mm))


def _windows(changed: NDArray[np.uint8], step: int, shape: tuple[int, ...]) -> tuple[Window, ...]:
    count, _, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    windows = []
    for x, y, wide, high, _ in stats[1:count].tolist():
        # What is left of the picture beyond the last whole cell belongs to it.
        far_x = shape[1] if x + wide == changed.shape[1] else (x + wide) * step
        far_y = shape[0] if y + high == changed.shape[0] else (y + high) * step
        windows.append((x * step, y * step, far_x, far_y))
    return tuple(windows)
