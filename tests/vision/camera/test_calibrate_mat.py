"""The mat's own edge as a calibration: right where it is clear, refused where it is not."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.camera.mat import Mat, _confidence, calibrate_from_mat
from vision.observation import VisionError
from vision.simulate.drawing.ground import FELT_MM, ground_picture
from vision.simulate.drawing.lens import lens_of
from vision.simulate.settings import Appearance, TwinSettings, View
from webui.watch.source import FIRST_DEAL

VIEWS = {
    "above": View(across_mm=1000.0),
    "bent": View(across_mm=1000.0, k1=-0.13, k2=0.02, height_mm=1050.0),
    "tilted": View(across_mm=1100.0, offset_mm=(40.0, -250.0)),
}
SIDE_MM = 2 * FELT_MM


@lru_cache
def filmed(view: View) -> np.ndarray:
    return ground_picture(replace(TwinSettings(), view=view), lens_of(view), 0)


def on_felt(
    picture: np.ndarray, view: View, corners_mm: list[tuple[float, float]], colour: tuple[int, ...]
) -> None:
    points = np.array([(*corner, 0.0) for corner in corners_mm])
    cv2.fillConvexPoly(picture, np.round(lens_of(view).project(points)).astype(np.int32), colour)


def worst_mm(calibration, view: View) -> float:
    along = np.linspace(-420, 420, 9)
    x, y = np.meshgrid(along, along)
    grid = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    found = calibration.to_table(lens_of(view).project(grid))
    return float(np.linalg.norm(found - grid[:, :2], axis=1).max())


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_the_mats_edge_places_the_table_to_two_millimetres(view):
    calibration = calibrate_from_mat(filmed(view), SIDE_MM)
    assert calibration.method == "mat"
    assert calibration.confidence > 0.8
    assert worst_mm(calibration, view) < 2.0


def test_a_table_full_of_tiles_and_an_arm_over_the_edge_do_not_hide_it():
    view = VIEWS["above"]
    picture = filmed(view).copy()
    for row in range(12):
        for column in range(14):
            x, y = -380 + 55 * column, -380 + 65 * row
            tile = [(x, y), (x + 26, y), (x + 26, y + 35), (x, y + 35)]
            on_felt(picture, view, tile, (214, 232, 240))
    on_felt(picture, view, [(60, -600), (150, -600), (120, -200), (80, -200)], (92, 52, 38))
    calibration = calibrate_from_mat(picture, SIDE_MM)
    assert worst_mm(calibration, view) < 4.0


def test_a_floor_of_nearly_the_felts_colour_does_not_hide_the_edge():
    look = replace(Appearance(), felt=(58, 76, 104), rim=(28, 28, 30), floor=(96, 92, 110))
    view = View(size=(1280, 720), across_mm=1250.0, offset_mm=(60.0, -120.0), roll_deg=-4.0)
    settings = replace(TwinSettings(), view=view, look=look, marker_mm=0.0)
    picture = ground_picture(settings, lens_of(view), 0)
    assert worst_mm(calibrate_from_mat(picture, SIDE_MM), view) < 4.0


def behind_walls(view: View) -> np.ndarray:
    """Four walls of tiles whose ends touch, on the felt."""
    picture, far, near = filmed(view).copy(), 255.0, 215.0
    for low, high in ((near, far), (-far, -near)):
        across = [(-far, low), (far, low), (far, high), (-far, high)]
        on_felt(picture, view, across, (142, 86, 36))
        on_felt(picture, view, [(y, x) for x, y in across], (142, 86, 36))
    return picture


def test_walls_that_close_a_square_are_not_taken_for_the_mats_edge():
    assert worst_mm(calibrate_from_mat(behind_walls(VIEWS["above"]), SIDE_MM), VIEWS["above"]) < 4.0
    with pytest.raises(VisionError, match="mat"):
        calibrate_from_mat(behind_walls(View(across_mm=800.0)), SIDE_MM)


def test_the_recording_that_ships_shows_no_whole_mat():
    with pytest.raises(VisionError, match="mat"):
        calibrate_from_mat(cv2.VideoCapture(str(FIRST_DEAL / "frames.mp4")).read()[1])


def test_a_camera_that_sees_none_of_the_sides_has_no_confidence():
    lost = replace(calibrate_from_mat(filmed(VIEWS["above"]), SIDE_MM), residual_mm=float("nan"))
    seen = tuple(np.zeros((48, 2)) for _ in range(4))
    assert _confidence(Mat(np.zeros((4, 2)), seen, 1.0), lost) == 0.0


def dark():
    return np.zeros((720, 960, 3), np.uint8)


def noise(shape=(720, 960, 3)):
    return np.random.default_rng(0).integers(0, 255, shape, np.uint8)


def half_a_mat():
    return filmed(VIEWS["above"])[:, 400:].copy()


def circle():
    picture = np.full((720, 960, 3), (40, 60, 90), np.uint8)
    cv2.circle(picture, (480, 360), 300, (60, 110, 30), -1)
    return picture


def long_strip():
    """A mat three times as wide as it is deep: no camera above a square sees that."""
    picture = np.full((720, 960, 3), (40, 60, 90), np.uint8)
    picture[250:530, 30:930] = (60, 110, 30)
    return picture


@pytest.mark.parametrize(
    "drawn",
    [dark, noise, half_a_mat, circle, long_strip],
    ids=["dark", "noise", "half a mat", "a round table", "a long strip"],
)
def test_what_is_no_whole_square_mat_is_refused_with_what_to_do(drawn):
    with pytest.raises(VisionError, match=r"--print markers\.pdf") as wrong:
        calibrate_from_mat(drawn())
    assert "\n" not in str(wrong.value)
