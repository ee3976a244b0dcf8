"""Contact sheets: what training will see, to be looked at before it runs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models.train.bank import load_bank
from models.train.scenes.crops import CropSource
from models.train.scenes.scene import SceneSource


def draw_sheet(bank_folder: Path) -> None:
    """Writes crops.png (by label) and scenes.png into the bank's folder."""
    bank = load_bank(bank_folder)
    crops = CropSource(bank, seed=0).batch(960)
    order = np.argsort(crops.labels, kind="stable")
    rows = [
        np.hstack([crops.pictures[number] for number in order[row : row + 40]]) for row in range(0, 960, 40)
    ]
    cv2.imwrite(str(bank_folder / "crops.png"), np.vstack(rows))
    source = SceneSource(bank, seed=0)
    scenes = [source.scene().picture for _ in range(24)]
    cv2.imwrite(
        str(bank_folder / "scenes.png"),
        np.vstack([np.hstack(scenes[row : row + 6]) for row in range(0, 24, 6)]),
    )
