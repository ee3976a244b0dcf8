"""Dots are joined to the tile that bears them; tiles are never joined to anything."""

import numpy as np
import pytest

from vision.detect import dots as detect_dots
from vision.detect.corners import corners_of
from vision.detect.detector import Detector, best_face
from vision.detect.dots import with_dots_joined, with_what_fills
from vision.detect.locate import Found
from vision.detect.networks import MODELS, Settings, read_settings
from vision.detect.read import Read
from vision.tile_art import face_picture

AROUND = Found("face", 0.7, 0.7, 100, 130, 180, 240, 0.0, True)


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings(MODELS)


def seen(settings: Settings, face: str, place: Found, chance: float = 0.95) -> Read:
    chances = np.full(len(settings.labels), (1 - chance) / (len(settings.labels) - 1), np.float32)
    chances[settings.labels.index(face)] = chance
    return Read(place, chances, np.zeros(128, np.float32), np.zeros((64, 48, 3), np.uint8), corners_of(place))


def small(settings: Settings, face: str, number: int, inside: bool = True) -> Read:
    x, y = 40 + 30 * (number % 5), 40 + 45 * (number // 5)
    place = Found("face", 0.5, 0.5, x if inside else x + 400, y, 26, 34, 0.0, True)
    return seen(settings, face, place)


@pytest.mark.parametrize(
    ("faces", "whole", "is_joined"),
    [
        (["1p"] * 5, "5p", True),
        (["1p"] * 6 + ["2p", "4p"], "8p", True),
        (["1p"] * 5, "1p", False),
        (["1p"] * 5, "5s", False),
        (["1p"] * 5 + ["4s"], "8p", False),
        (["1p"] * 3 + ["2p", "5p", "7p", "9p"], "8p", False),
        (["1p"] * 10, "9p", False),
        (["1p"], "5p", False),
    ],
    ids=["five dots", "dots and pairs of dots", "no tile of dots", "a tile of bamboo", "tiles beside dots",
         "a row of dots", "too many for a tile", "one dot"],
)  # fmt: skip
def test_only_the_dots_of_one_tile_become_a_tile(monkeypatch, settings, faces, whole, is_joined):
    monkeypatch.setattr(detect_dots, "read", lambda *_: [seen(settings, whole, AROUND)])
    within = [small(settings, face, number) for number, face in enumerate(faces)]
    beside = [small(settings, "3m", number, inside=False) for number in range(2)]
    page = np.zeros((260, 700, 3), np.uint8)
    joined = with_dots_joined(None, settings, page, within + beside, [AROUND])
    left = [settings.labels[int(each.chances.argmax())] for each in joined]
    assert left == (["3m", "3m", whole] if is_joined else [*faces, "3m", "3m"])


@pytest.mark.parametrize(
    ("face", "chance", "page", "is_told"),
    [("8p", 0.99, (260, 300), True), ("8p", 0.9, (260, 300), False), ("none", 0.99, (260, 300), False),
     ("8p", 0.99, (900, 900), False)],
    ids=["fills the photo", "not surely a tile", "no tile", "small in the photo"],
)  # fmt: skip
def test_a_find_that_fills_much_of_a_photo_counts_when_it_surely_is_a_tile(
    monkeypatch, settings, face, chance, page, is_told
):
    asked = []

    def read(network, settings, picture, found):
        asked.extend(found)
        return [seen(settings, face, one, chance) for one in found]

    monkeypatch.setattr(detect_dots, "read", read)
    monkeypatch.setattr(detect_dots, "without_doubles", list)
    within = [small(settings, "none", number) for number in range(3)]
    beside = [small(settings, "3m", 0, inside=False)]
    picture = np.zeros((*page, 3), np.uint8)
    reads = with_what_fills(None, settings, picture, within + beside, [AROUND])
    assert asked == ([] if page[0] == 900 else [AROUND])
    if is_told:
        assert [each is beside[0] for each in reads] == [True, False]
        assert reads[1].found.weight == 1.0
    else:
        assert reads == within + beside


def test_two_tiles_that_share_a_photo_are_both_told():
    detector = Detector.load(threads=1)
    tiles = [face_picture(face, 180, 240) for face in ("8p", "1m")]
    page = np.full((300, 420, 3), 30, np.uint8)
    for number, tile in enumerate(tiles):
        share = tile[..., 3:] / 255
        at = page[30:270, 20 + 200 * number : 200 + 200 * number]
        at[:] = tile[..., :3] * share + at * (1 - share)
    told = [tile for tile in detector.detect_photo(page).tiles if tile.kind == "face"]
    assert sorted(best_face(tile, 0.0)[0] for tile in told) == ["1m", "8p"]
