"""The faces of a set are cut out of its photos, whatever the light and however the tiles lie."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.photographed import INSIDE, SIZE, cut_set, face_of, main
from vision.detect.detector import Detector
from vision.simulate.drawing.art import ink_from_file, picture_name
from vision.tile_art import face_picture

FACES = ("1m", "9p", "7s", "6z", "5z", "8m")
FELT = (70, 110, 40)
Row = Callable[[Sequence[str], tuple[int, int, int]], np.ndarray]
BODY = np.array((225, 235, 240), np.float32)
LIGHTS = (1.0, 0.9, 0.75, 0.8)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(threads=1)


@pytest.fixture(scope="module")
def photos(row_of: Row, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four photos of one row, two of them from the other side, in light that falls off to the right."""
    folder = tmp_path_factory.mktemp("photos")
    (folder / "images").mkdir()
    images, boxes = [], []
    for number, light in enumerate(LIGHTS):
        page = row_of(FACES, FELT)
        page *= np.linspace(light, light - 0.2, 480, dtype=np.float32)[None, :, None]
        if number % 2:
            page = page[::-1, ::-1]
        cv2.imwrite(str(folder / "images" / f"{number}.png"), page.astype(np.uint8))
        images.append({"id": number, "file_name": f"{number}.png", "width": 480, "height": 240})
        for place in range(len(FACES)):
            left = 480 - 51 - 40 - 66 * place if number % 2 else 40 + 66 * place
            boxes.append((number, place, [left, 92 if number % 2 else 80, 51, 68]))
    coco = {
        "images": images,
        "categories": [{"id": n, "name": picture_name(face)} for n, face in enumerate(FACES)],
        "annotations": [
            {"id": n, "image_id": image, "category_id": place, "bbox": box}
            for n, (image, place, box) in enumerate(boxes)
        ],
    }
    (folder / "annotations.json").write_text(json.dumps(coco))
    return folder


def test_each_face_is_cut_as_the_ink_it_was_painted_with(detector: Detector, photos: Path) -> None:
    cut = cut_set(detector, photos)
    assert set(cut) == set(FACES)
    drawn = {face: face_picture(face, *SIZE)[32:-32, 24:-24, :3].astype(float) for face in FACES}
    for face, ink in cut.items():
        assert ink.shape == (round(SIZE[1] * INSIDE), round(SIZE[0] * INSIDE), 4)
        page = 255.0 - (255.0 - ink[..., :3]) * (ink[..., 3:] / 255.0)
        likeness = {other: _likeness(page, own) for other, own in drawn.items()}
        assert max(likeness, key=likeness.__getitem__) == face
        assert likeness[face] > 0.3, likeness
        assert likeness[face] > _likeness(page[::-1, ::-1], drawn[face]) or face == "5z"


def test_a_face_without_any_ink_is_cut_as_none() -> None:
    bare = np.full((SIZE[1], SIZE[0], 3), 0.9, np.float32)
    assert not face_of([(900.0, bare), (800.0, bare)])[..., 3].any()


def _likeness(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


def test_a_cut_set_is_read_as_the_set_it_was_cut_from(
    detector: Detector, photos: Path, tmp_path: Path
) -> None:
    main([str(photos), str(tmp_path / "cut")])
    page = np.full((240, 480, 3), FELT, np.uint8)
    for place, face in enumerate(FACES):
        ink = ink_from_file(tmp_path / "cut", face, 51, 68).astype(np.float32)
        share, cover = face_picture("5z", 51, 68)[..., 3:] / 255, ink[..., 3:] / 255
        part = page[80:148, 40 + 66 * place : 91 + 66 * place]
        part[:] = (BODY * (1 - cover) + ink[..., :3] * cover) * share + part * (1 - share)
    found = [tile for tile in detector.detect_photo(page).tiles if tile.faces]
    read = [tile.faces[0][0] for tile in sorted(found, key=lambda tile: tile.corners_px[0][0])]
    assert read == list(FACES)


@pytest.mark.parametrize("names", [{}, {"images": [], "categories": [], "annotations": []}])
def test_a_folder_without_boxed_photos_is_one_clear_line(
    names: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "annotations.json").write_text(json.dumps(names))
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path), str(tmp_path / "out")])
    assert ended.value.code == 2
    assert str(tmp_path) in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "out").exists()
