"""Teaching a set: faces no network knows are read after one picture of them, and nothing else gets worse."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_sets import strange_row

from vision.detect.corners import corners_of
from vision.detect.detector import Detector, best_face
from vision.detect.locate import Found
from vision.detect.read import Read, Teller
from vision.detect.taught import (
    MOST_CROPS,
    TaughtSet,
    knowledge_of,
    new_set,
    reading_order,
    seen_by,
    with_crops,
)
from vision.detect.taught_files import forget_set, read_set, taught_names, write_set
from vision.detect.taught_pictures import corrected, lying_in, taught_more
from vision.observation import Picture, VisionError

FLOWERS = tuple(f"{number}f" for number in range(1, 9))


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load()


def shown(chances: np.ndarray, embedding: np.ndarray, teller: Teller = "reader") -> Read:
    place = Found("face", 0.9, 0.9, 24.0, 32.0, 40.0, 56.0, 0.0, True)
    return Read(place, chances, embedding, np.zeros((64, 48, 3), np.uint8), corners_of(place), teller)


@pytest.fixture(scope="module")
def taught(detector: Detector) -> TaughtSet:
    started = new_set("club", detector.reader)
    return taught_more(started, detector, [strange_row(range(8))], FLOWERS)[0]


def row_of(detector: Detector, picture: Picture) -> list[str]:
    tiles = [tile for tile in detector.detect_photo(picture).tiles if tile.kind in ("face", "other")]
    tiles.sort(key=lambda tile: np.mean([x for x, _ in tile.corners_px]))
    return [best_face(tile, 0.0)[0] for tile in tiles]


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "upside down"])
def test_flowers_nobody_could_know_are_read_by_number_after_one_picture(
    detector: Detector, taught: TaughtSet, turned: bool
):
    later = strange_row(range(7, -1, -1), wide=48, light=0.85)
    wanted = FLOWERS[::-1]
    if turned:
        later, wanted = cv2.rotate(later, cv2.ROTATE_180), FLOWERS
    with_set = detector.with_sets([taught], is_certain=True)
    before, after = row_of(detector, later), row_of(with_set, later)
    assert sum(one == other for one, other in zip(before, wanted, strict=False)) <= 2
    assert sum(one == other for one, other in zip(after, wanted, strict=True)) >= 7
    assert with_set.detect_photo(later).taught_set == "club"


def test_another_set_is_not_taken_for_the_taught_one(detector: Detector, taught: TaughtSet):
    other = strange_row(range(8), kind=7)
    assert detector.with_sets([taught]).detect_photo(other).taught_set == ""
    assert row_of(detector.with_sets([taught]), other) == row_of(detector, other)


def test_of_two_taught_sets_the_one_on_the_table_is_chosen(detector: Detector, taught: TaughtSet):
    second = taught_more(
        new_set("home", detector.reader), detector, [strange_row(range(8), kind=7)], FLOWERS
    )[0]
    both = detector.with_sets([second, taught])
    assert both.detect_photo(strange_row(range(8), wide=52)).taught_set == "club"
    assert both.detect_photo(strange_row(range(8), wide=52, kind=7)).taught_set == "home"


def test_corrections_teach_tile_by_tile(detector: Detector):
    picture = strange_row(range(20, 24), wide=64)
    tiles = lying_in(detector, picture)
    assert len(tiles) == 4
    learnt = new_set("club", detector.reader)
    for tile, face in zip(tiles, FLOWERS, strict=False):
        learnt = corrected(learnt, detector, picture, tile.corners, face)
    assert learnt.known == FLOWERS[:4]
    later = detector.with_sets([learnt], is_certain=True)
    told = row_of(later, strange_row(range(20, 24), wide=58, light=0.9))
    assert sum(one == other for one, other in zip(told, FLOWERS, strict=False)) >= 3


def test_a_red_five_never_taught_is_not_drawn_to_the_plain_five(detector: Detector):
    learnt = with_crops(
        new_set("club", detector.reader), detector.reader, np.full((1, 64, 48, 3), 200, np.uint8), ["5p"]
    )
    known = knowledge_of(learnt, detector.settings)
    labels = detector.settings.labels
    chances = np.full(len(labels), 0.2 / (len(labels) - 2), np.float32)
    chances[labels.index("5p")], chances[labels.index("0p")] = 0.1, 0.7
    after = known.blended([shown(chances, learnt.embeddings[0, 0])])[0]
    assert after[labels.index("0p")] / after[labels.index("5p")] == pytest.approx(7.0, rel=1e-3)


def test_what_the_smaller_reader_saw_is_compared_with_what_it_saw_of_the_set(detector: Detector):
    learnt = with_crops(
        new_set("club", detector.reader), detector.reader, np.full((1, 64, 48, 3), 200, np.uint8), ["1f"]
    )
    elsewhere = replace(learnt, embeddings=-learnt.embeddings)
    known = knowledge_of(learnt, detector.settings, elsewhere)
    chances = np.full(len(detector.settings.labels), 1 / len(detector.settings.labels), np.float32)
    seen = learnt.embeddings[0, 0]
    reads = [shown(chances, seen), shown(chances, seen, "glance"), shown(chances, -seen, "glance")]
    assert known.nearness(reads)[:, 0] == pytest.approx([1.0, -1.0, 1.0], abs=0.15)
    flower = detector.settings.labels.index("1f")
    likely = known.blended(reads)[:, flower]
    assert likely[0] > 0.9 > 0.5 > likely[1]
    assert likely[2] > 0.9


def test_of_each_face_the_newest_crops_are_kept(detector: Detector):
    crops = np.stack([np.full((64, 48, 3), 40 * number, np.uint8) for number in range(6)])
    learnt = with_crops(new_set("club", detector.reader), detector.reader, crops, ["1f"] * 6)
    assert [int(crop[0, 0, 0]) for crop in learnt.crops] == [80, 120, 160, 200]
    assert len(learnt.faces) == MOST_CROPS


def test_a_set_taught_to_other_networks_is_learnt_again_from_its_crops(detector: Detector, taught: TaughtSet):
    foreign = replace(taught, fingerprint="other", embeddings=np.zeros_like(taught.embeddings))
    again = seen_by(foreign, detector.reader)
    assert again.fingerprint == detector.reader.fingerprint
    assert np.allclose(again.embeddings, taught.embeddings, atol=1e-5)


@pytest.mark.parametrize("given", [7, 9], ids=["too few", "too many"])
def test_a_wrong_number_of_faces_teaches_nothing_and_says_what_is_seen(detector: Detector, given: int):
    with pytest.raises(VisionError, match=f"{given} faces were given but 8 tiles are seen") as wrong:
        taught_more(new_set("club", detector.reader), detector, [strange_row(range(8))], ["1f"] * given)
    assert "\n" not in str(wrong.value)


def test_what_is_no_face_cannot_be_taught(detector: Detector):
    with pytest.raises(VisionError, match="'9z' is no face of a set"):
        taught_more(new_set("club", detector.reader), detector, [strange_row(range(8))], ["9z"] * 8)


def test_tiles_are_ordered_line_by_line_as_they_stand():
    def square(x: float, y: float):
        return ((x, y), (x + 6, y), (x + 6, y + 8), (x, y + 8))

    upright = [square(20, 1), square(0, 12), square(10, 0), square(0, 0), square(10, 11)]
    assert reading_order(upright) == [3, 2, 0, 1, 4]
    turned = [tuple((100 - x, 100 - y) for x, y in corners) for corners in upright]
    assert reading_order(turned) == [3, 2, 0, 1, 4]
    assert reading_order([]) == []


def test_a_set_survives_the_disk(tmp_path: Path, taught: TaughtSet):
    write_set(tmp_path / "sets", taught)
    back = read_set(tmp_path / "sets", "club")
    assert (back.faces, back.fingerprint) == (taught.faces, taught.fingerprint)
    assert np.array_equal(back.crops, taught.crops)
    assert np.allclose(back.embeddings, taught.embeddings, atol=1e-3)
    assert taught_names(tmp_path / "sets") == ["club"]
    forget_set(tmp_path / "sets", "club")
    assert taught_names(tmp_path / "sets") == []


@pytest.mark.parametrize("name", ["", "../club", "a/b", ".", " club", "x" * 41, "club\n"], ids=repr)
def test_a_name_that_could_leave_the_folder_is_refused(tmp_path: Path, name: str):
    with pytest.raises(VisionError, match="cannot be a set's name"):
        read_set(tmp_path, name)


@pytest.mark.parametrize("damage", [b"", b"no archive", b"PK\x03\x04 cut off"], ids=["empty", "text", "cut"])
def test_a_broken_file_is_one_line_that_names_it(tmp_path: Path, damage: bytes):
    (tmp_path / "club.set.npz").write_bytes(damage)
    with pytest.raises(VisionError, match=r"club\.set\.npz is broken") as wrong:
        read_set(tmp_path, "club")
    assert "\n" not in str(wrong.value)


def test_a_set_never_taught_is_named_with_those_that_are(tmp_path: Path, taught: TaughtSet):
    write_set(tmp_path, taught)
    for ask in (read_set, forget_set):
        with pytest.raises(VisionError, match=r"no set 'home' was taught .* taught sets: club"):
            ask(tmp_path, "home")
