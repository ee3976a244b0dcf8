"""Crops are looked at both ways up, so that it does not matter which way up they were cut."""

import cv2
import numpy as np
import pytest

from vision.detect.classifier import classify_both_ways, classify_once, classify_where
from vision.detect.detector import Detector
from vision.tile_art import face_picture


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load()


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    made = []
    for face in ("1m", "7s", "6z", "9p"):
        tile = cv2.resize(face_picture(face, 120, 160), (42, 56), interpolation=cv2.INTER_AREA)
        share = tile[..., 3:].astype(np.float32) / 255
        page = np.full((64, 48, 3), (70, 110, 40), np.float32)
        page[4:60, 3:45] = tile[..., :3] * share + page[4:60, 3:45] * (1 - share)
        made.append(page.astype(np.uint8))
    return np.stack(made)


def test_upside_down_the_answer_is_the_same_but_for_the_direction(detector: Detector, crops: np.ndarray):
    upright = classify_both_ways(detector.reader, detector.settings, crops)
    around = np.ascontiguousarray(crops[:, ::-1, ::-1])
    turned = classify_both_ways(detector.reader, detector.settings, around)
    assert np.allclose(upright.labels, turned.labels, atol=1e-5)
    assert np.allclose(np.roll(upright.turns, 2, axis=1), turned.turns, atol=1e-5)


def test_the_chances_of_both_ways_sum_to_one(detector: Detector, crops: np.ndarray):
    answers = classify_both_ways(detector.reader, detector.settings, crops)
    assert np.allclose(answers.labels.sum(axis=1), 1, atol=1e-5)
    assert np.allclose(answers.turns.sum(axis=1), 1, atol=1e-5)


def test_what_is_not_worth_reading_shows_nothing(detector: Detector, crops: np.ndarray):
    worth = np.array([True, False, True, False])
    answers = classify_where(classify_once, detector.reader, detector.settings, crops, worth)
    labels = [detector.settings.labels[int(row.argmax())] for row in answers.labels]
    assert labels == ["1m", "none", "6z", "none"]
