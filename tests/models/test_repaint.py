"""Photos painted over with another set: the new faces lie where the old ones lay, in their light."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.art import count_photos
from models.train.bank import art_bank
from models.train.photos import read_photos
from models.train.repaint import places, repainted_photos
from vision.detect.detector import Detector, best_face

OLD = ("1m", "9p", "7s", "6z", "2z", "8m")
FELT, LIGHT = (70, 110, 40), 0.8
CLASSES = {"1m": "m1", "9p": "p9", "7s": "s7", "6z": "green", "2z": "south", "8m": "m8"}


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(threads=1)


@pytest.fixture(scope="module")
def photos(row_of, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One photo of six tiles of our own in a row, as a COCO folder."""
    folder = tmp_path_factory.mktemp("photos")
    page = row_of(OLD, FELT)
    boxes = [[40 + 66 * place, 80, 51, 68] for place in range(len(OLD))]
    (folder / "ours" / "images").mkdir(parents=True)
    cv2.imwrite(str(folder / "ours" / "images" / "row.png"), (page * LIGHT).astype(np.uint8))
    told = {
        "images": [{"id": 1, "file_name": "row.png", "width": 480, "height": 240}],
        "categories": [{"id": n, "name": CLASSES[face]} for n, face in enumerate(OLD)],
        "annotations": [
            {"id": n, "image_id": 1, "category_id": n, "bbox": box} for n, box in enumerate(boxes)
        ],
    }
    (folder / "ours" / "annotations.json").write_text(json.dumps(told))
    return folder


def test_the_new_faces_are_read_where_the_old_ones_lay(detector, art, photos):
    picture, faces = next(repainted_photos(detector, photos, art_bank(art), 1))
    assert len(faces) == len(OLD)
    seen = detector.detect_photo(picture).tiles
    for face in faces:
        middle = face.corners.mean(axis=0)
        nearest = min(seen, key=lambda tile: np.hypot(*(np.mean(tile.corners_px, axis=0) - middle)))
        assert best_face(nearest, 0.0)[0] == face.label
    # The felt is the photo's own, and a body is no lighter than it was.
    assert (picture[:60] == (np.array(FELT) * LIGHT).astype(np.uint8)).all()
    assert picture.max() <= 255 * LIGHT + 2


def test_the_same_faces_are_painted_every_time(detector, art, photos):
    first, again = (next(repainted_photos(detector, photos, art_bank(art), 1))[0] for _ in range(2))
    assert np.array_equal(first, again)


def test_a_tile_that_is_not_read_as_boxed_lends_no_place(detector, photos):
    photo = read_photos(photos / "ours")[0]
    picture = cv2.imread(str(photo.path))
    picture[70:160, 30:100] = FELT
    assert len(list(places(detector, picture, photo))) == len(OLD) - 1


def test_painted_tiles_are_counted_by_their_new_faces(detector, art, photos):
    tally = count_photos(detector, art, photos, 1)
    assert (tally.there, tally.found, tally.right) == (len(OLD),) * 3
