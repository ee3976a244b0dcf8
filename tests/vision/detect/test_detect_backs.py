"""Backs of one colour that is not the faces' need no reading; what might be a blank dragon does."""

import cv2
import numpy as np
import pytest

from vision.detect.colours import ENOUGH_BACKS, Palette, are_coloured_backs, grounds, middles
from vision.detect.locate import Found

IVORY, GREEN, RED, FELT = (215, 232, 238), (70, 120, 40), (40, 40, 190), (60, 90, 30)


def crop(colour: tuple[int, int, int], sign: str = "") -> np.ndarray:
    shown = np.full((64, 48, 3), FELT, np.uint8)
    shown[5:59, 4:44] = colour
    if sign:
        cv2.putText(shown, sign, (10, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 3)
    return shown


def found(kind: str, heat: float = 0.9) -> Found:
    return Found(kind, heat, heat, 50, 50, 30, 40, 0.0, True)


def told(backs: list[np.ndarray], faces: int = 4, heat: float = 0.9) -> list[bool]:
    """What is told of `backs`, with so many ivory faces on the table."""
    finds = [found("back", heat) for _ in backs] + [found("face") for _ in range(faces)]
    crops = np.stack(backs + [crop(IVORY, "8")] * faces)
    answer = are_coloured_backs(finds, crops).tolist()
    assert not any(answer[len(backs) :])
    return answer[: len(backs)]


def test_backs_of_one_colour_beside_faces_of_another_are_told():
    assert told([crop(GREEN)] * ENOUGH_BACKS) == [True] * ENOUGH_BACKS


@pytest.mark.parametrize(
    ("strange", "why"),
    [
        (crop(IVORY), "it has the faces' colour: a blank dragon"),
        (crop(RED), "it has not the other backs' colour: a box, the middle of a cup"),
        (crop(GREEN, "8"), "it shows a drawing"),
    ],
    ids=["pale", "of another colour", "drawn on"],
)
def test_one_that_may_be_something_else_is_read(strange: np.ndarray, why: str):
    assert told([crop(GREEN)] * ENOUGH_BACKS + [strange]) == [True] * ENOUGH_BACKS + [False], why


def test_white_backs_are_read():
    assert not any(told([crop(IVORY)] * 20))


@pytest.mark.parametrize(
    ("count", "faces", "heat"),
    [(ENOUGH_BACKS - 1, 4, 0.9), (ENOUGH_BACKS, 2, 0.9), (ENOUGH_BACKS, 4, 0.55)],
    ids=["few backs", "few faces", "found with doubt"],
)
def test_where_too_little_is_seen_all_are_read(count: int, faces: int, heat: float):
    assert not any(told([crop(GREEN)] * count, faces, heat))


def test_where_few_backs_are_left_those_seen_before_tell_their_colour():
    known = Palette(grounds(crop(IVORY, "8")[None])[0], middles([crop(GREEN)])[0])
    finds = [found("back"), found("back")]
    assert are_coloured_backs(finds, np.stack([crop(GREEN), crop(IVORY)]), known).tolist() == [True, False]
