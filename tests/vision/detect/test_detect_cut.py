"""Crops cut many at once show what lies between the corners, and points of a tile are found again."""

import cv2
import numpy as np
import pytest

from vision.detect.cut import are_convex, areas, cut_all, placed
from vision.detect.networks import MODELS, Settings, read_settings

SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
UPRIGHT = np.array([(60, 40), (96, 40), (96, 88), (60, 88)], float)
QUADS = {
    "upright": UPRIGHT,
    "turned": np.array([(80, 30), (116, 44), (98, 92), (62, 78)], float),
    "seen from a chair": np.array([(70, 40), (100, 42), (110, 90), (58, 86)], float),
    "over the edge": UPRIGHT - (70, 10),
    "large": UPRIGHT * 2.6 - 90,
}


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings(MODELS)


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    noise = np.random.default_rng(1).uniform(0, 255, (160, 200, 3)).astype(np.float32)
    return cv2.GaussianBlur(noise, (0, 0), 3).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", QUADS)
def test_a_crop_shows_what_lies_between_the_corners(picture, settings, name):
    crop = cut_all(picture, QUADS[name][None], settings, 1.0)[0]
    size = np.array([settings.crop_width, settings.crop_height])
    target = ((SQUARE - 0.5) * settings.crop_share + 0.5) * size
    matrix = cv2.getPerspectiveTransform(QUADS[name].astype(np.float32), target.astype(np.float32))
    alone = cv2.warpPerspective(picture, matrix, tuple(size.tolist()), borderMode=cv2.BORDER_REPLICATE)
    assert np.abs(crop.astype(int) - alone).mean() < 1.5


def test_crops_cut_together_are_those_cut_one_by_one(picture, settings):
    quads = np.stack(list(QUADS.values()))
    together = cut_all(picture, quads, settings, 0.96)
    alone = np.concatenate([cut_all(picture, quad[None], settings, 0.96) for quad in quads])
    assert np.abs(together.astype(int) - alone).max() <= 2


@pytest.mark.parametrize("name", QUADS)
def test_a_tiles_own_corners_lie_at_its_corners(name):
    assert np.allclose(placed(QUADS[name][None], SQUARE[None])[0], QUADS[name])


def test_the_area_is_that_within_the_corners():
    quads = np.stack(list(QUADS.values()))
    assert np.allclose(areas(quads), [cv2.contourArea(quad.astype(np.float32)) for quad in quads])


@pytest.mark.parametrize(
    ("corners", "convex"),
    [(UPRIGHT, True), (UPRIGHT[::-1], True), (UPRIGHT[[0, 2, 1, 3]], False)],
    ids=["clockwise", "the other way round", "crossed"],
)
def test_corners_that_cross_are_not_convex(corners, convex):
    assert bool(are_convex(corners[None])[0]) is convex
