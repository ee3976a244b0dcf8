"""What the measurings share."""

from pathlib import Path

import cv2
import pytest

from vision.tile_art import ink_picture


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five faces of our own drawing, as a drawn set."""
    folder = tmp_path_factory.mktemp("art") / "ours"
    folder.mkdir()
    for name, face in (("m3", "3m"), ("p7", "7p"), ("s8", "8s"), ("east", "1z"), ("red", "7z")):
        cv2.imwrite(str(folder / f"{name}.png"), ink_picture(face, 240, 320))
    return folder
