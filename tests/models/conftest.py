"""What the measurings share."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.tile_art import face_picture, ink_picture

Row = Callable[[Sequence[str], tuple[int, int, int]], np.ndarray]


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five faces of our own drawing, as a drawn set."""
    folder = tmp_path_factory.mktemp("art") / "ours"
    folder.mkdir()
    for name, face in (("m3", "3m"), ("p7", "7p"), ("s8", "8s"), ("east", "1z"), ("red", "7z")):
        cv2.imwrite(str(folder / f"{name}.png"), ink_picture(face, 240, 320))
    return folder


@pytest.fixture(scope="session")
def row_of() -> Row:
    """Paints tiles of our own, 51 x 68 px each, 66 apart from (40, 80) on, on a cloth: (240, 480, 3) BGR."""

    def painted(faces: Sequence[str], felt: tuple[int, int, int]) -> np.ndarray:
        page = np.full((240, 480, 3), felt, np.float32)
        for place, face in enumerate(faces):
            tile, left = face_picture(face, 51, 68).astype(np.float32), 40 + 66 * place
            share, part = tile[..., 3:] / 255, page[80:148, left : left + 51]
            part[:] = tile[..., :3] * share + part * (1 - share)
        return page

    return painted
