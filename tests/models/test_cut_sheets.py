"""Sheets of drawn tiles are cut into faces with ink on a transparent ground."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import ALL_FACES
from models.train.bank import art_bank
from models.train.classes import label_of
from models.train.draw.cut_sheets import SHEETS, Sheet, cut


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_names_each_face_once(name: str) -> None:
    faces = [face for face in SHEETS[name].faces.split() if face != "-"]
    labels = {label_of(face) for face in faces}
    assert len(labels) == len(faces)
    assert labels <= set(ALL_FACES)


def test_ink_covers_and_the_bare_tile_does_not() -> None:
    picture = np.full((200, 200, 3), (230, 240, 245), np.uint8)
    cv2.circle(picture, (150, 150), 20, (40, 30, 190), -1)
    faces = cut(np.asarray(picture, np.uint8), Sheet(2, 2, "p1 - - red", (0.1, 0.1, 0.9, 0.9)))
    assert sorted(faces) == ["p1", "red"]
    assert faces["p1"].shape == (320, 240, 4)
    assert faces["p1"][..., 3].max() == 0
    assert faces["red"][160, 120].tolist() == [40, 30, 190, 255]
    assert faces["red"][5, 5, 3] == 0


def test_a_sheet_that_is_not_cut_is_no_drawn_set(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "gnome_smooth.png"), np.zeros((264, 4128, 4), np.uint8))
    with pytest.raises(ValueError, match="must hold pictures of faces"):
        art_bank(tmp_path)
    cv2.imwrite(str(tmp_path / "p1.png"), np.full((320, 240, 4), 255, np.uint8))
    assert set(art_bank(tmp_path).face_labels) == {"1p"}
