"""Scenes of dice that Blender rendered (`models.render.dice`): turned, scaled, in other colours."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.dice.lay import LEAST_SEEN, LaidDie, clockwise
from models.train.dice.page import Page
from models.train.scenes.body import Picture, Rng
from models.train.scenes.looks import lit, photographed
from models.train.scenes.scene import CELLS
from models.train.scenes.views import SIDE


class RenderedScenes:
    """Draws windows from rendered scenes; keeps the decoded pictures (half a megabyte each)."""

    def __init__(self, folder: Path, seed: int) -> None:
        """`folder`: pictures and `dice.json`. ValueError for a picture that cannot be read."""
        self.rng = np.random.default_rng(seed)
        self.shown: list[tuple[Picture, list[LaidDie]]] = []
        for name, dice in json.loads((folder / "dice.json").read_text()).items():
            picture = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
            if picture is None:
                raise ValueError(f"cannot read the picture {folder / name}")
            laid = [LaidDie(die["pips"], np.array(die["corners"], float), die["seen"]) for die in dice]
            if laid:
                self.shown.append((np.asarray(picture, np.uint8), laid))

    def page(self, sizes_px: tuple[float, float]) -> Page:
        """One window, its dice of sides between `sizes_px` where the picture is sharp enough."""
        rng = self.rng
        picture, dice = self.shown[int(rng.integers(len(self.shown)))]
        matrix = self._window(dice, sizes_px)
        is_smaller = float(np.hypot(*matrix[:, 0])) < 1
        warped = cv2.warpAffine(
            picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE,
            flags=cv2.INTER_AREA if is_smaller else cv2.INTER_LINEAR,
        )  # fmt: skip
        shown = photographed(lit(_recoloured(np.asarray(warped, np.uint8), rng), rng), rng, 0.6)
        # Beyond the edge nobody knows what lies: a die may be cut through.
        inner = cv2.warpAffine(np.ones(picture.shape[:2], np.uint8), matrix, (SIDE, SIDE))
        unknown = cv2.resize(inner, (CELLS, CELLS), interpolation=cv2.INTER_NEAREST) == 0
        laid = [
            LaidDie(die.pips, clockwise(cv2.transform(die.corners[None], matrix)[0]), die.seen)
            for die in dice
        ]
        return Page(shown, tuple(laid), unknown)

    def _window(self, dice: list[LaidDie], sizes_px: tuple[float, float]) -> NDArray[np.float64]:
        """A turn, a mirror and a scale that bring some die into the window."""
        rng = self.rng
        seen = [die for die in dice if die.seen >= LEAST_SEEN] or dice
        aimed = seen[int(rng.integers(len(seen)))].corners
        side = float(np.sqrt(max(1.0, cv2.contourArea(aimed.astype(np.float32)))))
        scale = min(float(np.exp(rng.uniform(*np.log(sizes_px)))) / side, 2.0)
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        linear = scale * turn @ np.diag([1.0, rng.choice([-1.0, 1.0])])
        aim = SIDE * rng.uniform(0.2, 0.8, 2)
        return np.column_stack([linear, aim - linear @ aimed.mean(axis=0)])


SOLARISED_SHARE, GRAINY_SHARE = 0.1, 0.2
GRAIN = (6.0, 36.0)
"""Spread of the grain that lies over a picture, of 255."""


def _recoloured(picture: Picture, rng: Rng) -> Picture:
    """Other hues, now and then the colours of a negative (pale spots become dark ones), tones that turn back
    where they are bright, as on what shines, and grain."""
    if rng.random() < 0.5:
        picture = np.ascontiguousarray(picture[..., rng.permutation(3)])
    if rng.random() < 0.15:
        picture = np.asarray(255 - picture, np.uint8)
    if rng.random() < SOLARISED_SHARE:
        turn = rng.uniform(170, 220)
        tones = np.where(np.arange(256) < turn, np.arange(256), 2 * turn - np.arange(256))
        picture = np.asarray(cv2.LUT(picture, tones.clip(0, 255).astype(np.uint8)), np.uint8)
    if rng.random() < GRAINY_SHARE:
        size = round(SIDE / rng.uniform(1, 3))
        grain = rng.normal(0, rng.uniform(*GRAIN), (size, size)).astype(np.float32)
        over = cv2.resize(grain, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        picture = np.asarray((picture + over[..., None]).clip(0, 255), np.uint8)
    return picture
