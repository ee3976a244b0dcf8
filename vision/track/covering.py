"""The small pictures a table is followed by: what differs between two, and which differences are hands.

A cell is about 5 mm. Light is taken out as a plane over the logarithm of the brightness: lamps and clouds
change a table smoothly, tiles and hands do not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout.zones import CELL_MM, CENTRE, Mask, Polygon
from vision.observation import TableImage

Grid = NDArray[np.float32]
"""(n, n) cells of the table seen from above, or (n, n, 3)."""

BRIGHTER, COLOURED = 0.30, 0.13
"""A cell differs when its log brightness does by the first, or a colour by the second (a shadow has none)."""
BLOCKS = 8
HAND_CELLS = 50
"""A difference at the rim this large (1,250 mm2) is an arm, not a tile."""
LARGE_CELLS = 260
"""A difference this large that moves is hands, wherever it is: seven tiles."""
ACROSS_CELLS = 10
"""An arm is at least this wide (50 mm) where it comes in; a tile is at most 42 mm long."""
AROUND_CELLS = 3
"""Taken around a hand for its shadow and for what it is about to hide."""


@dataclass(frozen=True, slots=True)
class Small:
    """A small look: `bright` (n, n) the logarithm of the brightness, `colour` (n, n, 3) what blue, green and
    red differ from it by, `luma` (n, n) 0-255; the side of a cell in mm; the cells beside the square."""

    bright: Grid
    colour: Grid
    luma: Grid
    cell_mm: float
    margin: int

    @property
    def rim(self) -> Mask:
        """(n, n): 1 in the outermost cells that are seen, beside the square where there is room. Pixels that
        the camera does not see are black in a table image."""
        size, margin = len(self.luma), self.margin
        rim = cv2.dilate(np.asarray(self.luma == 0, np.uint8), np.ones((5, 5), np.uint8))
        rim[margin : size - margin, margin : size - margin] = 0
        rim[[0, -1], :] = rim[:, [0, -1]] = 1
        return np.asarray(rim, np.uint8)

    def kept(self, other: Small, mask: NDArray[np.bool_]) -> Small:
        """This look with the cells in `mask`, (n, n), taken from `other`."""
        return Small(
            np.where(mask, other.bright, self.bright),
            np.where(mask[..., None], other.colour, self.colour),
            np.where(mask, other.luma, self.luma),
            self.cell_mm,
            self.margin,
        )


@dataclass(frozen=True, slots=True)
class Light:
    """How the light differs between two looks: log brightness as a + b x + c y over -1..1, and by colour."""

    plane: tuple[float, float, float]
    tint: tuple[float, float, float]

    @property
    def step(self) -> float:
        """The largest change of log brightness anywhere."""
        a, b, c = self.plane
        return abs(a) + abs(b) + abs(c)


def small_of(table: TableImage, square_mm: float) -> Small:
    """The table image in cells of about 5 mm, a whole number of pixels each."""
    whole = table.picture.shape[0]
    pixels = max(1, round(CELL_MM * table.px_per_mm))
    size = whole // pixels // 2 * 2
    start = (whole - size * pixels) // 2
    inner = table.picture[start : start + size * pixels, start : start + size * pixels]
    cells = cv2.resize(inner, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    logs = cv2.log(cells + np.float32(12.0))
    bright = cv2.transform(logs, np.full((1, 3), 1 / 3, np.float32))
    cell_mm = pixels / table.px_per_mm
    return Small(
        np.asarray(bright, np.float32),
        np.asarray(logs - bright[..., None], np.float32),
        np.asarray(cv2.transform(cells, np.array([[0.114, 0.587, 0.299]], np.float32)), np.float32),
        cell_mm,
        max(0, round((size - square_mm / cell_mm) / 2)),
    )


def light_between(before: Small, after: Small) -> Light:
    """The smooth change from one look to the other, by the medians of 8 x 8 blocks."""
    step = (after.bright - before.bright)[::2, ::2]
    size = step.shape[0] // BLOCKS * BLOCKS
    cut = step[:size, :size].reshape(BLOCKS, size // BLOCKS, BLOCKS, size // BLOCKS)
    medians = np.median(cut.transpose(0, 2, 1, 3).reshape(BLOCKS * BLOCKS, -1), axis=1)
    along = (np.arange(BLOCKS) + 0.5) / BLOCKS * 2 - 1
    y, x = (axis.ravel() for axis in np.meshgrid(along, along, indexing="ij"))
    terms = np.column_stack([np.ones(BLOCKS * BLOCKS), x, y])
    kept = np.abs(medians - np.median(medians)) < 0.35
    found = np.array([float(np.median(medians)), 0.0, 0.0])
    for _ in range(3):
        if np.count_nonzero(kept) < BLOCKS * BLOCKS // 3:
            break
        found = np.linalg.lstsq(terms[kept], medians[kept], rcond=None)[0]
        kept = np.abs(medians - terms @ found) < 0.06
    tints = np.median((after.colour - before.colour)[::4, ::4].reshape(-1, 3), axis=0)
    return Light(
        (float(found[0]), float(found[1]), float(found[2])),
        (float(tints[0]), float(tints[1]), float(tints[2])),
    )


def difference(before: Small, after: Small, light: Light) -> Mask:
    """(n, n): 1 where the two looks differ by more than light does."""
    along = np.linspace(-1, 1, before.bright.shape[0], dtype=np.float32)
    a, b, c = light.plane
    plane = np.float32(a) + np.float32(b) * along[None, :] + np.float32(c) * along[:, None]
    brighter = np.abs(after.bright - before.bright - plane) > BRIGHTER
    tinted = np.abs(after.colour - before.colour - np.array(light.tint, np.float32)) > COLOURED
    # Where it is nearly black colours mean nothing.
    lit = np.minimum(before.luma, after.luma) > 25
    coloured = (tinted[..., 0] | tinted[..., 1] | tinted[..., 2]) & lit
    return np.asarray(brighter | coloured, np.uint8)


def hands(over: Mask, moving: Mask, rim: Mask) -> Mask:
    """(n, n): 1 where a hand, an arm or another large thing hides the table.

    `over`: where the look differs from the calm table. What comes in over the `rim` of what is seen is an
    arm; what is large and moves is hands among the tiles; the rest is tiles, also those that lie half beside
    the square.
    """
    closed = cv2.morphologyEx(over, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    found = np.zeros_like(over)
    for label in range(1, count):
        area = int(stats[label, cv2.CC_STAT_AREA])
        if area < HAND_CELLS:
            continue
        part = labels == label
        at_rim = part & (rim > 0)
        reaches_in = max(np.count_nonzero(at_rim.any(axis)) for axis in (0, 1)) >= ACROSS_CELLS
        stirs = area >= LARGE_CELLS and np.count_nonzero(part & (moving > 0)) > 0.12 * area
        if reaches_in or stirs:
            found[part] = 1
    if not found.any():
        return found
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * AROUND_CELLS + 1,) * 2)
    return np.asarray(cv2.dilate(found, around), np.uint8)


def bared(before: Mask, now: Mask) -> Mask:
    """(n, n): 1 where a hand that covered the table, (n, n), has left it by now: what lies there lies still.
    Dice roll on when the hand is gone, so nothing in the middle counts."""
    left = np.asarray(before & ~now & 1, np.uint8)
    reach = round(len(left) * CENTRE[2])
    middle = slice(len(left) // 2 - reach, len(left) // 2 + reach)
    left[middle, middle] = 0
    return left


def outlines(mask: Mask, cell_mm: float) -> tuple[Polygon, ...]:
    """The marked areas of a mask (n, n) over the table, its cells `cell_mm` wide, as polygons in mm."""
    half = mask.shape[0] / 2
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    polygons = []
    for contour in found:
        points = cv2.approxPolyDP(contour, 1.0, True)[:, 0, :]
        if len(points) >= 3:
            polygons.append(
                tuple(((x + 0.5 - half) * cell_mm, (half - y - 0.5) * cell_mm) for x, y in points.tolist())
            )
    return tuple(polygons)


def shift_between(before: Small, after: Small) -> tuple[float, float]:
    """How far (mm: right, up) everything lies from where it was; (0, 0) when no shift explains the looks."""
    first, second = edges(before.bright), edges(after.bright)
    window = cv2.createHanningWindow(first.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(first, second, window)
    if max(abs(x), abs(y)) > 12:
        return (0.0, 0.0)
    back = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    aligned = cv2.warpAffine(second, back, first.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    # It must be told by the table as a whole, not by something large that moved on it.
    if _alike(first, aligned) < 0.6 or _alike(first, aligned) < _alike(first, second) + 0.1:
        return (0.0, 0.0)
    return (float(x) * before.cell_mm, -float(y) * before.cell_mm)


def edges(bright: Grid) -> Grid:
    """The picture without its slow changes: what is left is the outlines of things."""
    return np.asarray(bright - cv2.GaussianBlur(bright, (0, 0), 4), np.float32)


def _alike(first: Grid, second: Grid) -> float:
    """The correlation of two pictures, -1 to 1, the rim left out."""
    a, b = first[4:-4, 4:-4].ravel(), second[4:-4, 4:-4].ravel()
    scale = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / scale if scale else 0.0
