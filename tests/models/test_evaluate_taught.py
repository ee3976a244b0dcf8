"""What teaching is worth is measured on pictures that were not taught."""

import cv2
import numpy as np
import pytest

from models.evaluate.taught import Shown, count, fullest, taught_by
from vision.detect.detector import Detector
from vision.tile_art import face_picture

ROW = ("1m", "9p", "7s", "6z", "2z", "8m", "4p", "3s")


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(threads=1)


def row(faces: tuple[str, ...], named: tuple[str, ...]) -> Shown:
    """Tiles in a row that show `faces`, and what somebody says they are."""
    page = np.full((200, 60 + 60 * len(faces), 3), (70, 110, 40), np.float32)
    boxes = []
    for place, face in enumerate(faces):
        tile, left = face_picture(face, 48, 64).astype(np.float32), 30 + 60 * place
        share = tile[..., 3:] / 255
        part = page[70:134, left : left + 48]
        part[:] = tile[..., :3] * share + part * (1 - share)
        boxes.append((left, 70.0, left + 48.0, 134.0))
    picture = cv2.GaussianBlur(page, (0, 0), 0.5).astype(np.uint8)
    return Shown(picture, tuple(zip(named, boxes, strict=True)))


def test_the_pictures_to_teach_from_are_those_that_show_most_together():
    faces = [("1m", "2m"), ("1m", "2m", "3m"), ("1m", "2m", "3m"), ("9p", "1m")]
    shown = [row(each, each) for each in faces]
    assert fullest(shown, 2) == [1, 3]
    assert sorted(fullest(shown, 9)) == [0, 1, 2, 3]


def test_a_set_whose_faces_mean_something_else_is_recognised_and_read_as_it_was_taught(detector):
    # At this table the flowers are written as these faces are elsewhere: only teaching can tell.
    renamed = ("1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f")
    taught = taught_by(detector, "club", [row(ROW, renamed)])
    assert taught.known == renamed
    other = row(ROW[::-1], renamed[::-1])
    assert count(detector, [other]) == (8, [(8, 0), (8, 0)], 0)
    boxes, counts, recognised = count(detector.with_sets([taught]), [other])
    assert (boxes, recognised) == (8, 1)
    assert counts[0][1] >= 7
