"""Drawn sets for what Blender is to render."""

from pathlib import Path

import cv2
import pytest

from engine.tiles import ALL_FACES
from models.render.laid import SETS
from vision.simulate.drawing.art import picture_name
from vision.tile_art import ink_picture


@pytest.fixture(scope="package")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own drawing under the names of the sets that tables to measure on play with."""
    art = tmp_path_factory.mktemp("art")
    for name, _ in SETS:
        (art / name).mkdir()
        for face in ALL_FACES:
            cv2.imwrite(str(art / name / f"{picture_name(face)}.png"), ink_picture(face, 120, 160))
    return art
