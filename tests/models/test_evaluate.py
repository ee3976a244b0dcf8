"""The measuring of the detector, and the parts of training that can be wrong without anybody noticing."""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import ALL_FACES
from models.evaluate.photos import Tally, count_photo, evaluate
from models.overlap import overlap
from models.train.classes import INDEX, LABELS, label_of
from models.train.photos import BoxedTile, Photo
from models.train.scenes.views import PHOTO_TILE_PX, TABLE_TILE_PX
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS, MODELS
from vision.observation import Detections, TileInPicture
from vision.tile_art import face_picture


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("m3", "3m"),
        ("p9", "9p"),
        ("east", "1z"),
        ("white", "5z"),
        ("red", "7z"),
        ("flower2", "2f"),
        ("season1", "5f"),
        ("s5r", "0s"),
        ("back", "back"),
    ],
)
def test_the_photos_names_mean_our_faces(name, label):
    assert label_of(name) == label
    assert label in INDEX


def test_the_shipped_labels_are_those_that_training_uses():
    settings = json.loads((Path(__file__).parents[2] / "models" / "labels.json").read_text())
    assert tuple(settings["labels"]) == LABELS
    assert set(ALL_FACES) < set(LABELS)


def test_the_shipped_models_are_at_most_six_megabytes():
    folder = Path(__file__).parents[2] / "models"
    shipped = [path for path in folder.rglob("*.onnx") if path.parent.name not in ("held_out", "next")]
    assert len(shipped) == 7
    assert sum(path.stat().st_size for path in shipped) <= 6_000_000


def test_overlap_is_intersection_over_union():
    assert overlap((0, 0, 10, 10), (0, 0, 10, 10)) == 1
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 10, 10), (10, 0, 20, 10)) == 0


def test_a_photo_turned_is_measured_by_the_boxes_it_had():
    """A slanted tile's upright box, turned with the photo, would no longer lie round the tile."""
    slanted = cv2.boxPoints(((150, 100), (30, 40), 45.0))
    (left, top), (right, low) = slanted.min(axis=0), slanted.max(axis=0)
    tile = BoxedTile("3m", (left, top, right - left, low - top), None, 0, False)
    photo = Photo("own", Path("a.png"), (0, 0, 300, 200), (tile,), True)

    class Sees:
        """Finds the tile wherever the photo's turn has brought it."""

        def detect_photo(self, picture: np.ndarray) -> Detections:
            matrix = cv2.getRotationMatrix2D((150, 100), 45, 1.0)
            matrix[:, 2] += np.array(picture.shape[1::-1]) / 2 - (150, 100)
            corners = slanted @ matrix[:, :2].T + matrix[:, 2]
            return Detections((TileInPicture("face", 0.9, tuple(map(tuple, corners)), (("3m", 0.9),)),), ())

    tally = Tally()
    count_photo(tally, photo, Sees(), np.zeros((200, 300, 3), np.uint8), 45.0)
    assert (tally.boxes, tally.found, tally.right) == (1, 1, 1)


def test_evaluation_counts_found_right_and_false(tmp_path: Path):
    picture = np.full((240, 320, 3), (70, 110, 40), np.uint8)
    for number, face in enumerate(("1m", "7s", "1z")):
        tile = face_picture(face, 48, 65)
        share = tile[..., 3:].astype(np.float32) / 255
        under = picture[80:145, 60 + number * 70 : 108 + number * 70]
        under[:] = (tile[..., :3] * share + under * (1 - share)).astype(np.uint8)
    source = tmp_path / "own"
    (source / "images").mkdir(parents=True)
    cv2.imwrite(str(source / "images" / "a.png"), picture)
    boxes = [("m1", 60), ("s8", 130)]
    coco = {
        "images": [{"id": 1, "file_name": "a.png", "width": 320, "height": 240, "complete": True}],
        "categories": [{"id": number, "name": name} for number, (name, _) in enumerate(boxes)],
        "annotations": [
            {"id": number, "image_id": 1, "category_id": number, "bbox": [x, 80, 48, 65]}
            for number, (_, x) in enumerate(boxes)
        ],
    }
    (source / "annotations.json").write_text(json.dumps(coco))
    tally = evaluate(Detector.load(), tmp_path)["own"]
    # The second box is annotated wrongly, the third tile not at all.
    assert (tally.boxes, tally.found, tally.right, tally.false_positives) == (2, 2, 1, 1)
    assert dict(tally.mistaken) == {"8s as 7s": 1}


@pytest.mark.shared
def test_the_shipped_detector_finds_and_reads_real_tiles(shared: Path):
    tallies = evaluate(Detector.load(), shared / "photos", every=40)
    for name, floor in (("hand", 0.9), ("riichibox", 0.9)):
        assert tallies[name].found / tallies[name].boxes >= floor
        assert tallies[name].right / tallies[name].boxes >= floor - 0.05


@pytest.mark.shared
def test_the_held_out_pair_reads_sets_it_has_never_seen(shared: Path):
    only = ("hand", "riichibox")
    tallies = evaluate(Detector.load(MODELS / "held_out"), shared / "photos", every=30, only=only)
    assert tuple(tallies) == only
    for tally in tallies.values():
        assert tally.right / tally.boxes >= 0.95


def test_the_pair_for_tables_answers_in_the_same_order():
    """What one pair tells is understood as the other's; the scale they search at and the scores differ."""
    photos, tables = (json.loads((folder / "labels.json").read_text()) for folder in (MODELS, LIVE_MODELS))
    assert tables.pop("tile_px") == TABLE_TILE_PX
    assert photos.pop("tile_px") == PHOTO_TILE_PX
    assert tables.pop("least_on_table").keys() == photos.pop("least_on_table").keys()
    assert tables == photos


def test_the_reader_in_8_bits_was_made_from_the_shipped_one():
    """After shipping another reader: `python -m models.train.quantise BANK --small FOLDER`."""
    made_from = json.loads((LIVE_MODELS / "made_from.json").read_text())
    assert made_from == {"reader.onnx": hashlib.sha256((MODELS / "reader.onnx").read_bytes()).hexdigest()}
