"""Windows of tables that Blender rendered, as scenes for the locator for tables."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.scenes.body import Picture
from models.train.scenes.looks import lit, photographed
from models.train.scenes.scene import ALL_KINDS, CELLS, MOST, Scene
from models.train.scenes.views import SIDE

SPREAD = 0.12
"""How much larger or smaller, as the spread of a logarithm, the tiles may be than the locator has them."""


class TableScenes:
    """Draws windows from straightened tables; keeps the decoded pictures (a megabyte each)."""

    def __init__(self, folder: Path, seed: int) -> None:
        """`folder`: where `models.train.scenes.straighten` left tables. ValueError for a picture that cannot
        be read."""
        self.rng = np.random.default_rng(seed)
        self.tables: list[tuple[Picture, NDArray[np.float64]]] = []
        for name, objects in json.loads((folder / "straight" / "objects.json").read_text()).items():
            picture = cv2.imread(str(folder / "straight" / name), cv2.IMREAD_COLOR)
            if picture is None:
                raise ValueError(f"cannot read the picture {folder / 'straight' / name}")
            self.tables.append((np.asarray(picture, np.uint8), np.array(objects, float).reshape(-1, 6)))

    def scene(self) -> Scene:
        """One window around some tile or die."""
        rng = self.rng
        picture, objects = self.tables[int(rng.integers(len(self.tables)))]
        scale, turn = float(np.exp(rng.normal(0, SPREAD))), float(rng.normal(0, 3))
        angle = np.deg2rad(turn)
        linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        aimed = objects[int(rng.integers(len(objects))), 1:3]
        matrix = np.column_stack([linear, SIDE * rng.uniform(0.15, 0.85, 2) - linear @ aimed])
        flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        warped = cv2.warpAffine(picture, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REFLECT_101)
        laid, ignored = _truth(objects, matrix, scale, turn)
        # Beyond the picture's edge it is mirrored, and so are the tiles there.
        inner = cv2.warpAffine(np.ones(picture.shape[:2], np.uint8), matrix, (SIDE, SIDE))
        ignored[cv2.resize(inner, (CELLS, CELLS), interpolation=cv2.INTER_NEAREST) == 0] = ALL_KINDS
        return Scene(photographed(lit(np.asarray(warped, np.uint8), rng), rng, 0.6), laid, ignored)


def _truth(
    objects: NDArray[np.float64], matrix: NDArray[np.float64], scale: float, turn: float
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """What lies whole in the window, and around what is cut by its edge the cells that nothing is learnt
    from."""
    moved = objects.copy()
    moved[:, 1:3] = objects[:, 1:3] @ matrix[:, :2].T + matrix[:, 2]
    moved[:, 3:5] *= scale
    moved[:, 5] += turn
    inside = ((moved[:, 1:3] > 2) & (moved[:, 1:3] < SIDE - 2)).all(axis=1)
    ignored = np.zeros((CELLS, CELLS), np.uint8)
    for x, y, across, along in moved[~inside, 1:5]:
        reach = max(across, along) / 2
        low, high = (
            (np.array([(x - reach, y - reach), (x + reach, y + reach)]) / 4).clip(0, CELLS).astype(int)
        )
        ignored[low[1] : high[1] + 1, low[0] : high[0] + 1] = ALL_KINDS
    for x, y in moved[inside, 1:3] / 4:
        ignored[max(0, int(y) - 1) : int(y) + 2, max(0, int(x) - 1) : int(x) + 2] = 0
    return moved[inside][:MOST].astype(np.float32), ignored
