"""What the networks learn dice from: scenes for the locator and crops for the reader, tiles round about.

The dice are laid on what training shows else: imagined tables, windows of real photos, bare cloth. What lies
there but dice nobody needs to tell: the networks that are there already say it, and are to go on saying it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.classes import INDEX, KINDS
from models.train.dice.bank import DiceBank
from models.train.dice.lay import LEAST_SEEN, LaidDie, lay_dice
from models.train.pool import Arrays
from models.train.scenes.body import Picture, Rng
from models.train.scenes.crops import CropSource
from models.train.scenes.cut import CROP_HEIGHT, CROP_WIDTH, SHARE
from models.train.scenes.looks import photographed
from models.train.scenes.scene import CELLS, MOST, Scene, rect_of
from models.train.scenes.views import SIDE

DIE = KINDS.index("die")
UNTOUCHED_SHARE = 0.25
"""How many scenes get no dice: there is as much to be kept as to be learnt."""
CELL = SIDE // CELLS
DICE_CROPS, BETWEEN_CROPS = 0.4, 0.12
"""Of the reader's crops: dice, and what lies between dice or shows several."""
LEAST_READ_PX = 8.0
CARELESS_SHARE, TAKEN_FOR_TILE = 0.5, 0.4


@dataclass(frozen=True, slots=True)
class DiceScene:
    """`dice`: (n, 6) as `Scene.objects`. `without_tiles`: (80, 80) where dice lie, so no tile does.
    `unknown`: (80, 80) where nobody knows whether dice lie. `laid`: the dice in pixels."""

    picture: Picture
    dice: NDArray[np.float32]
    without_tiles: NDArray[np.bool_]
    unknown: NDArray[np.bool_]
    laid: tuple[LaidDie, ...]
    strangers: tuple[NDArray[np.float64], ...] = ()
    """Corners (4, 2) of what is no tile, nor a die, and might be taken for one."""


def with_dice(
    base: Scene,
    bank: DiceBank,
    rng: Rng,
    sizes_px: tuple[float, float],
    strangers: list[NDArray[np.float64]] | None = None,
) -> DiceScene:
    """`base` with groups of dice laid on it, of sides between `sizes_px`; `strangers`: the corners,
    (4, 2) each, of what else lies there where no tile does, None where tiles may."""
    picture = np.array(base.picture)
    covered = np.zeros(picture.shape[:2], bool)
    laid: list[LaidDie] = []
    groups = 0 if rng.random() < UNTOUCHED_SHARE else int(rng.integers(1, 4))
    side = float(np.exp(rng.uniform(*np.log(sizes_px))))
    for _ in range(groups):
        fresh, over = lay_dice(picture, bank, rng, side * rng.uniform(0.85, 1.15))
        laid = [die for die in laid if not _is_over(over, die)] + fresh
        covered |= over
    if groups:
        picture = photographed(picture, rng, 0.5)
    unknown = (base.ignored >> DIE & 1).astype(bool)
    objects = [row for row in base.objects if row[0] == DIE and not covered[_pixel(row[1:3])]]
    objects += rows_of(laid, unknown)
    tiles = cv2.resize(covered.astype(np.uint8), (CELLS, CELLS), interpolation=cv2.INTER_AREA) > 0
    dice = np.array(objects[:MOST], np.float32).reshape(-1, 6)
    if strangers is None:
        return DiceScene(picture, dice, tiles, unknown, tuple(laid))
    seen = [quad for quad in strangers if _is_inside(quad) and not covered[_pixel(quad.mean(axis=0))]]
    return DiceScene(picture, dice, np.ones_like(tiles), unknown, tuple(laid), tuple(seen))


def rows_of(laid: list[LaidDie], unknown: NDArray[np.bool_]) -> list[NDArray[np.float32]]:
    """The rows, as `Scene.objects`, of the dice that are to be told; of the others `unknown` (80, 80) is set
    where they lie."""
    rows = []
    for die in laid:
        middle = die.corners.mean(axis=0)
        if die.seen >= LEAST_SEEN and middle.min() > 1 and middle.max() < SIDE - 1:
            rows.append(np.array((DIE, *rect_of(die.corners)), np.float32))
            continue
        (x, y), reach = (middle // CELL).astype(int), int(_side(die.corners) / CELL / 2) + 1
        unknown[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)] = True
    return rows


def packed(scenes: list[DiceScene]) -> Arrays:
    """Scenes as arrays of one length; missing dice have kind -1."""
    objects = np.full((len(scenes), MOST, 6), -1, np.float32)
    for number, scene in enumerate(scenes):
        objects[number, : len(scene.dice)] = scene.dice
    marks = [scene.without_tiles * 1 + scene.unknown * 2 for scene in scenes]
    return {
        "pictures": np.stack([scene.picture for scene in scenes]),
        "objects": objects,
        "ignored": np.stack(marks).astype(np.uint8),
    }


@dataclass(frozen=True, slots=True)
class DieCrops:
    """Crops (n, 64, 48, 3), the label of each, -1 where a teacher is to say it, and (n, 8) its corners as
    `Crops.corners`, nan where there are none to learn."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int64]
    corners: NDArray[np.float32]


def die_crops(scene: DiceScene, rng: Rng, most: int = 6) -> DieCrops:
    """What a locator might cut out of a scene: dice, and what lies between them."""
    pictures, labels, corners = [], [], []
    readable = [die for die in scene.laid if die.seen > LEAST_SEEN and _side(die.corners) >= LEAST_READ_PX]
    for number in rng.permutation(len(readable))[:most].tolist():
        die = readable[number]
        crop, lying = cut_clumsily(scene.picture, die.corners, rng)
        pictures.append(crop)
        labels.append(INDEX[f"die{die.pips}"])
        corners.append(lying)
        if rng.random() < BETWEEN_CROPS / DICE_CROPS:
            pictures.append(_beside(scene.picture, die.corners, rng))
            labels.append(INDEX["none"])
            corners.append(np.full(8, np.nan))
    for number in rng.permutation(len(scene.strangers))[:2].tolist():
        pictures.append(cut_clumsily(scene.picture, scene.strangers[number], rng)[0])
        labels.append(INDEX["none"])
        corners.append(np.full(8, np.nan))
    return DieCrops(
        np.array(pictures, np.uint8).reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3),
        np.array(labels, np.int64), np.array(corners, np.float32).reshape(-1, 8),
    )  # fmt: skip


def cut_clumsily(
    picture: Picture, quad: NDArray[np.float64], rng: Rng
) -> tuple[Picture, NDArray[np.float32]]:
    """A crop of what lies between four corners, cut as a locator cuts; and how far (8,) the corners lie from
    where a perfect cut has them, in crop sides."""
    careless = rng.random() < CARELESS_SHARE
    spread, off = (0.12, 0.14) if careless else (0.05, 0.04)
    corners = np.roll(quad, int(rng.integers(4)), axis=0)
    middle, side = corners.mean(axis=0), _side(corners)
    angle = rng.normal(0, 0.13 if careless else 0.06)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    if careless:
        # A first cut is along a rectangle, whatever the slant.
        wide, high, degrees = rect_of(corners)[2:]
        cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        # And what was taken for a tile is cut as one.
        long = rng.uniform(1.0, 1.5) if rng.random() < TAKEN_FOR_TILE else 1.0
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (wide / 2, high / 2 * long)
        cut = square @ np.array([[cos, sin], [-sin, cos]])
    else:
        cut = corners - middle
    cut = (cut @ turn) * np.exp(rng.normal(0, spread)) / SHARE + rng.normal(0, 0.025, (4, 2)) * side
    cut = cut + middle + rng.normal(0, off, 2) * side
    matrix = cv2.getPerspectiveTransform(cut.astype(np.float32), _frame())
    crop = _cut(picture, matrix, side)
    lying = cv2.perspectiveTransform(corners[None], matrix)[0] / (CROP_WIDTH, CROP_HEIGHT)
    perfect = (_frame() / (CROP_WIDTH, CROP_HEIGHT) - 0.5) * SHARE + 0.5
    return crop, np.asarray((lying - perfect).ravel(), np.float32)


def mixed_crops(tiles: CropSource, scenes: Callable[[], DiceScene], rng: Rng, count: int) -> DieCrops:
    """`count` crops, dice among tiles; what the tiles show is left to a teacher."""
    parts: list[DieCrops] = []
    wanted = round(count * (DICE_CROPS + BETWEEN_CROPS))
    while sum(len(part.pictures) for part in parts) < wanted:
        parts.append(die_crops(scenes(), rng))
    rest = tiles.batch(max(1, count - wanted))
    parts.append(
        DieCrops(rest.pictures, np.where(rest.labels >= INDEX["die1"], rest.labels, -1), rest.corners)
    )
    return DieCrops(
        np.concatenate([part.pictures for part in parts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.corners for part in parts]),
    )


def _beside(picture: Picture, quad: NDArray[np.float64], rng: Rng) -> Picture:
    """A tile's shape that shows two dice, half a die, a flank."""
    x, y, wide, high, degrees = rect_of(quad)
    side, angle = (wide * high) ** 0.5, np.deg2rad(degrees + 90 * rng.integers(2))
    away = rng.uniform(0.5, 0.75) * side * rng.choice([-1, 1])
    size = np.array([rng.uniform(0.9, 1.3), rng.uniform(1.7, 2.3)]) * side / 2
    shift = np.array([0.0, away])
    if rng.random() < 0.4:
        size, shift = np.array([1.0, 1.3]) * side * rng.uniform(0.4, 0.7), rng.choice([-1, 1], 2) * side * 0.6
    outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size + shift
    cos, sin = np.cos(angle), np.sin(angle)
    cut = outline @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return _cut(picture, cv2.getPerspectiveTransform(cut.astype(np.float32), _frame()), side)


def _cut(picture: Picture, matrix: NDArray[np.float64], side: float) -> Picture:
    shrink = side / CROP_WIDTH
    if shrink > 1.3:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink), np.uint8)
    size = (CROP_WIDTH, CROP_HEIGHT)
    return np.asarray(cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _frame() -> NDArray[np.float32]:
    return np.array([(0, 0), (CROP_WIDTH, 0), (CROP_WIDTH, CROP_HEIGHT), (0, CROP_HEIGHT)], np.float32)


def _side(quad: NDArray[np.float64]) -> float:
    return float(np.sqrt(max(1.0, cv2.contourArea(quad.astype(np.float32)))))


def _is_over(covered: NDArray[np.bool_], die: LaidDie) -> bool:
    x, y = die.corners.mean(axis=0)
    inside = 0 <= x < covered.shape[1] and 0 <= y < covered.shape[0]
    return bool(inside and covered[_pixel(die.corners.mean(axis=0))])


def _is_inside(quad: NDArray[np.float64]) -> bool:
    return bool(quad.min() > 0 and quad.max() < SIDE and _side(quad) >= LEAST_READ_PX)


def _pixel(point: NDArray[np.floating]) -> tuple[int, int]:
    return min(SIDE - 1, max(0, int(point[1]))), min(SIDE - 1, max(0, int(point[0])))
