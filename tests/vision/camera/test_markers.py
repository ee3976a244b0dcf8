"""The printed markers: where they belong and how exactly they are found."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.markers import MARKER_IDS, find_markers, marker_corners_mm
from vision.observation import VisionError


def sheet(number: int, side: int = 96, turn: int = 0) -> np.ndarray:
    """One marker with its white paper."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    marker = cv2.aruco.generateImageMarker(dictionary, number, side)
    return np.rot90(cv2.copyMakeBorder(marker, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=255), turn)


def pasted(*sheets: np.ndarray) -> np.ndarray:
    picture = np.full((200, 20 + 150 * len(sheets), 3), (60, 100, 30), np.uint8)
    for number, paper in enumerate(sheets):
        left = 20 + 150 * number
        picture[30 : 30 + len(paper), left : left + len(paper)] = paper[..., None]
    return picture


def test_each_marker_has_its_outer_corner_on_the_corner_of_the_square():
    places = marker_corners_mm(850.0)
    assert {number: tuple(places[number][outer]) for number, outer in ((0, 3), (1, 2), (2, 1), (3, 0))} == {
        0: (-425.0, -425.0),
        1: (425.0, -425.0),
        2: (425.0, 425.0),
        3: (-425.0, 425.0),
    }


def test_each_marker_is_upright_for_seat_0_and_40_mm_wide():
    for corners in marker_corners_mm(700.0).values():
        top_left, top_right, bottom_right, bottom_left = corners
        np.testing.assert_allclose(top_right - top_left, (40, 0))
        np.testing.assert_allclose(top_left - bottom_left, (0, 40))
        np.testing.assert_allclose(bottom_right - bottom_left, (40, 0))


@pytest.mark.parametrize("number", MARKER_IDS)
def test_a_marker_is_found_to_a_fifth_of_a_pixel(number):
    found = find_markers(pasted(sheet(number)))
    assert list(found) == [number]
    # Its black begins half a pixel before its first pixel's middle.
    left, top = 20 + 16 - 0.5, 30 + 16 - 0.5
    corners = [(left, top), (left + 96, top), (left + 96, top + 96), (left, top + 96)]
    np.testing.assert_allclose(found[number], corners, atol=0.2)


def test_a_blurred_and_noisy_marker_is_found_as_exactly():
    picture = cv2.GaussianBlur(pasted(sheet(2)), (0, 0), 1.5).astype(np.float32)
    noisy = np.clip(picture + np.random.default_rng(1).normal(0, 6, picture.shape), 0, 255).astype(np.uint8)
    np.testing.assert_allclose(find_markers(noisy)[2], find_markers(pasted(sheet(2)))[2], atol=0.2)


def test_a_marker_that_is_turned_keeps_its_own_top_left_first():
    upright, turned = find_markers(pasted(sheet(1)))[1], find_markers(pasted(sheet(1, turn=1)))[1]
    # Turned counter-clockwise, its own top left is where its bottom left was.
    np.testing.assert_allclose(turned[0], upright[3], atol=0.3)


def test_a_marker_seen_twice_and_markers_of_others_are_left_out():
    assert list(find_markers(pasted(sheet(0), sheet(3), sheet(3), sheet(17)))) == [0]


def test_an_edge_with_something_over_it_does_not_move_the_corners_far():
    clean = pasted(sheet(0))
    covered = clean.copy()
    covered[60:72, 130:160] = (120, 160, 210)  # a fingertip over the right edge
    np.testing.assert_allclose(find_markers(covered)[0], find_markers(clean)[0], atol=1.0)


def test_an_empty_table_has_no_markers():
    assert find_markers(pasted()) == {}


@pytest.mark.parametrize(
    "picture",
    [np.zeros((48, 64), np.uint8), np.zeros((48, 64, 4), np.uint8), np.zeros((48, 64, 3), np.float32)],
    ids=["grey", "with alpha", "floats"],
)
def test_what_is_no_picture_is_told(picture):
    with pytest.raises(VisionError, match="picture must be"):
        find_markers(picture)


def test_a_square_too_small_for_its_markers_is_refused():
    with pytest.raises(VisionError, match="wider than 160 mm, got 100"):
        marker_corners_mm(100.0)
