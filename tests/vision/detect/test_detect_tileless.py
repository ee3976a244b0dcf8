"""Fifty pictures without a tile, in which no face is seen."""

from collections import Counter

import pytest
from tileless import KINDS, picture

from vision.detect.detector import Detector


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    """Faces seen in all fifty pictures, by kind."""
    detector = Detector.load()
    faces: Counter[str] = Counter()
    for number in range(50):
        kind, drawn = picture(number)
        faces[kind] += sum(tile.kind == "face" for tile in detector.detect_photo(drawn).tiles)
    return faces


@pytest.mark.parametrize("kind", [kind.__name__.strip("_") for kind in KINDS], ids=str)
def test_no_face_is_seen_where_no_tile_is(seen: Counter[str], kind: str):
    assert seen[kind] == 0
