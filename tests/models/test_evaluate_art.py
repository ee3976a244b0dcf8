"""Measuring on drawn sets: the scenes tell what lies where, and nothing is counted twice."""

import numpy as np
import pytest

from models.evaluate.art import Tally, count_imagined, imagined
from vision.detect.detector import Detector
from vision.observation import TileInPicture


def test_what_a_scene_says_lies_there_is_what_the_detector_reads(art):
    tally = count_imagined(Detector.load(threads=1), art, 4)
    assert tally.there >= 12
    assert tally.right > 0.8 * tally.there
    assert tally.right_way > 0.9 * tally.told_way > 0


def test_the_same_scenes_are_imagined_every_time(art):
    first, again = (next(imagined(art, 1))[0].picture for _ in range(2))
    assert np.array_equal(first, again)


@pytest.mark.parametrize(
    ("label", "told", "counts"),
    [
        ("1z", "1z", (1, 1, 1, 0, 0)),
        ("1z", "2z", (1, 1, 0, 0, 0)),
        ("1z", None, (1, 0, 0, 0, 0)),
        ("2f", "2f", (0, 0, 0, 1, 1)),
        ("2f", None, (0, 0, 0, 1, 0)),
    ],
    ids=["right", "wrong", "overlooked", "a flower", "an overlooked flower"],
)
def test_flowers_are_counted_by_themselves(label, told, counts):
    tally, corners = Tally(), ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    tile = told and TileInPicture("face", 0.9, corners, ((told, 0.9),))
    tally.count(label, np.array([0.0, 1.0]), tile or None)
    assert (tally.there, tally.found, tally.right, tally.flowers, tally.right_flowers) == counts
