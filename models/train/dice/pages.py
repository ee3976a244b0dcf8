"""Pages for the detector of dice: what lies on tables, in photos and in print, most of it with dice on it.

What it must never take for a die is shown as often as dice are: dots of tiles at every size, corners of
tiles, keys, coins, plates, sticks and displays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.bank import Bank
from models.train.classes import KINDS
from models.train.dice.bank import DiceBank
from models.train.dice.lay import LaidDie, lay_dice
from models.train.dice.page import Page
from models.train.dice.rendered import RenderedScenes
from models.train.dice.tables import KeptTables
from models.train.photos import Photo
from models.train.scenes.body import Picture, Rng, surface
from models.train.scenes.club import club_things
from models.train.scenes.distractors import litter
from models.train.scenes.looks import lit, photographed
from models.train.scenes.patterns import pattern
from models.train.scenes.scene import CELLS, SceneSource
from models.train.scenes.views import SIDE

SIZES_PX = (7.0, 46.0)
"""Sides of dice; what is larger or smaller is found at another scale of the picture."""
LARGER_SHARE, LARGEST_PX = 0.12, 110.0
TILES_PX = (14.0, 150.0)
"""How wide tiles of photos become: their dots are as large as dice then."""
UNTOUCHED_SHARE = 0.35
"""How many pages get no dice."""
SHARES = {"cloth": 0.24, "photo": 0.3, "drawn tiles": 0.14, "print": 0.06, "rendered": 0.45, "table": 0.2}
WINDS = ("1z", "2z", "3z", "4z")
DIE = KINDS.index("die")


class PageSource:
    """Makes pages, endlessly."""

    def __init__(
        self,
        faces: Bank,
        photos: Sequence[Photo],
        dice: DiceBank,
        seed: int,
        rendered: Path | None = None,
        tables: Sequence[Path] = (),
        has_dice: bool = True,
    ) -> None:
        """`faces`: what drawn tiles show; `photos`: of tiles, no die in any; `rendered`: the folder of
        `models.render.dice`; `tables`: the folders of kept tables.
        Without `has_dice` none is laid on what is drawn and photographed."""
        self.rng, self.has_dice = np.random.default_rng(seed), has_dice
        self.dice, self.drawn = dice, SceneSource(faces, seed)
        self.signs = [faces.faces[n] for n, label in enumerate(faces.face_labels) if label in WINDS]
        self.photos: dict[str, list[Photo]] = {}
        for photo in photos:
            self.photos.setdefault(photo.source, []).append(photo)
        self.rendered = None if rendered is None else RenderedScenes(rendered, seed)
        self.tables = KeptTables(tables) if tables else None
        makers: dict[str, Callable[[], Page]] = {
            "cloth": self._cloth, "photo": self._photo, "drawn tiles": self._tiles, "print": self._print,
        }  # fmt: skip
        if self.rendered is not None:
            makers["rendered"] = self._of_blender
        if self.tables is not None:
            makers["table"] = self._table
        self.makers = list(makers.values())
        shares = np.array([SHARES[name] for name in makers])
        self.shares = shares / shares.sum()

    def page(self) -> Page:
        """One page, `SIDE` pixels a side."""
        return self.makers[int(self.rng.choice(len(self.makers), p=self.shares))]()

    def _cloth(self) -> Page:
        picture = surface((SIDE, SIDE), self.rng)
        litter(picture, self.rng)
        if self.rng.random() < 0.5:
            club_things(picture, self.rng, self.signs)
        return self._with_dice(lit(picture, self.rng), 0.15)

    def _print(self) -> Page:
        return self._with_dice(lit(pattern(SIDE, self.rng), self.rng), 0.5)

    def _tiles(self) -> Page:
        scene = self.drawn.scene()
        page = self._with_dice(scene.picture, 0.5)
        for _, x, y, side, *_ in (row for row in scene.objects if row[0] == DIE):
            cells = (
                (np.array([x - side / 2, y - side / 2, x + side / 2, y + side / 2])) * CELLS / SIDE
            ).clip(0)
            left, top, right, low = cells.astype(int)
            page.unknown[top : low + 1, left : right + 1] = True
        return page

    def _photo(self) -> Page:
        names = list(self.photos)
        weights = np.array([len(self.photos[name]) ** 0.5 for name in names])
        photos = self.photos[names[int(self.rng.choice(len(names), p=weights / weights.sum()))]]
        photo = photos[int(self.rng.integers(len(photos)))]
        return self._with_dice(lit(window_of(photo, self.rng), self.rng), 0.5)

    def _table(self) -> Page:
        assert self.tables is not None
        picture, dice = self.tables.window(self.rng, SIDE)
        page = self._with_dice(lit(picture, self.rng), 0.4)
        return Page(page.picture, (*page.dice, *dice), page.unknown)

    def _of_blender(self) -> Page:
        assert self.rendered is not None
        return self.rendered.page(self._sizes_px())

    def _sizes_px(self) -> tuple[float, float]:
        return (SIZES_PX[1], LARGEST_PX) if self.rng.random() < LARGER_SHARE else SIZES_PX

    def _with_dice(self, picture: Picture, untouched_share: float) -> Page:
        rng, laid = self.rng, list[LaidDie]()
        picture = np.array(picture)
        if self.has_dice and rng.random() > untouched_share:
            side = float(np.exp(rng.uniform(*np.log(self._sizes_px()))))
            for _ in range(int(rng.integers(1, 4))):
                fresh, over = lay_dice(picture, self.dice, rng, side * rng.uniform(0.85, 1.15))
                laid = [die for die in laid if not _is_over(over, die)] + fresh
        return Page(photographed(picture, rng, 0.8), tuple(laid), np.zeros((CELLS, CELLS), bool))


def window_of(photo: Photo, rng: Rng) -> Picture:
    """A window of a photo, turned and scaled; ValueError when it cannot be read."""
    loaded = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
    if loaded is None:
        raise ValueError(f"cannot read the photo {photo.path}")
    high, wide = loaded.shape[:2]
    boxes = np.array([tile.box for tile in photo.tiles]).reshape(-1, 4)
    usual = float(np.median(boxes[:, 2:].min(axis=1))) if len(boxes) else min(high, wide) / 8
    scale = min(float(np.exp(rng.uniform(*np.log(TILES_PX)))) / usual, 2.5)
    while scale < 0.45:
        loaded, scale, boxes = cv2.pyrDown(loaded), scale * 2, boxes / 2
    aim = np.array([loaded.shape[1], loaded.shape[0]]) * rng.uniform(0.1, 0.9, 2)
    if len(boxes) and rng.random() < 0.8:
        box = boxes[int(rng.integers(len(boxes)))]
        aim = box[:2] + box[2:] * rng.uniform(0, 1, 2)
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = scale * turn @ np.diag([1.0, rng.choice([-1.0, 1.0])])
    matrix = np.column_stack([linear, np.full(2, SIDE / 2) - linear @ aim])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(loaded, matrix, (SIDE, SIDE), flags=way, borderMode=cv2.BORDER_REFLECT_101), np.uint8
    )


def _is_over(covered: NDArray[np.bool_], die: LaidDie) -> bool:
    x, y = (int(value) for value in die.corners.mean(axis=0))
    return bool(0 <= x < covered.shape[1] and 0 <= y < covered.shape[0] and covered[y, x])
