"""Two halves of a tile become the tile again; two tiles side by side stay two."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect.corners import corners_of
from vision.detect.detector import Detector
from vision.detect.halves import joined
from vision.detect.locate import Found
from vision.detect.read import Read, read
from vision.tile_art import face_picture

FACES = ("3m", "4p", "7s", "1z", "6z")
WIDE, HIGH, APART = 60, 80, 64


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load()


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    felt = np.random.default_rng(1).normal((70, 110, 40), 3, (HIGH * 3, 500, 3)).clip(0, 255).astype(np.uint8)
    for number, face in enumerate(FACES):
        tile = cv2.resize(face_picture(face, WIDE * 2, HIGH * 2), (WIDE, HIGH), interpolation=cv2.INTER_AREA)
        share = tile[..., 3:].astype(np.float32) / 255
        under = felt[HIGH : 2 * HIGH, 60 + number * APART : 60 + number * APART + WIDE]
        under[:] = tile[..., :3] * share + under * (1 - share)
    return felt


def found(number: int, top: float = 0.0, part: float = 1.0) -> Found:
    """A part of a tile of the row, from `top` (0-1) on."""
    y = HIGH * (1 + top + part / 2)
    return Found("face", 0.7, 0.7, 60 + number * APART + WIDE / 2, y, WIDE, HIGH * part, 0.0, True)


def faces(detector: Detector, reads: list[Read]) -> list[str]:
    ordered = sorted(reads, key=lambda one: one.found.x)
    return [detector.settings.labels[int(one.chances.argmax())] for one in ordered]


def test_halves_beside_whole_tiles_are_read_as_the_tile_they_are(detector: Detector, picture: np.ndarray):
    reads = read(detector.reader, detector.settings, picture, [found(number) for number in range(5)])
    reads.sort(key=lambda one: one.found.x)
    halves = [found(1, 0.0, 0.5), found(1, 0.5, 0.5)]
    split = [replace(reads[1], found=half, corners=corners_of(half)) for half in halves]
    whole = joined(detector.reader, detector.settings, picture, [reads[0], *split, *reads[2:]])
    assert faces(detector, whole) == list(FACES)


def test_tiles_side_by_side_stay_as_they_are(detector: Detector, picture: np.ndarray):
    reads = read(detector.reader, detector.settings, picture, [found(number) for number in range(5)])
    assert joined(detector.reader, detector.settings, picture, reads) == reads
