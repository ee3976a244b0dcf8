"""Calibration: an independent simulated camera films the markers, and the found camera must agree with it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.calibrate import calibrate_from_corners, calibrate_from_markers
from vision.camera.calibration import Calibration
from vision.camera.markers import marker_corners_mm
from vision.observation import VisionError
from vision.simulate.drawing.ground import ground_picture
from vision.simulate.drawing.lens import lens_of
from vision.simulate.settings import TwinSettings, View
from vision.simulate.views import from_the_side

VIEWS = {
    "tilted a little": View(),
    "full HD": View(size=(1920, 1080)),
    "960 x 720": View(size=(960, 720)),
    "strong barrel, near": View(k1=-0.15, k2=0.03, height_mm=800.0),
    "pincushion": View(k1=0.05, k2=0.0),
    "rolled": View(roll_deg=6.0, across_mm=1000.0),
    "upside down": View(roll_deg=181.0, across_mm=1000.0),
    "a quarter turned": View(roll_deg=90.0, across_mm=1000.0),
    "tripod at the side": from_the_side(View(size=(1920, 1080)), 850.0, 45.0, 20.0),
}
STRAIGHT = View(offset_mm=(0.0, 0.0), roll_deg=0.0)


@lru_cache
def filmed(view: View) -> np.ndarray:
    return ground_picture(replace(TwinSettings(), view=view), lens_of(view), 0)


def worst_mm(calibration: Calibration, view: View, height_mm: float) -> float:
    along = np.linspace(-420, 420, 13)
    x, y = np.meshgrid(along, along)
    grid = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height_mm)])
    found = calibration.to_table(lens_of(view).project(grid), height_mm)
    return float(np.linalg.norm(found - grid[:, :2], axis=1).max())


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_four_markers_place_felt_and_tile_tops_to_half_a_millimetre(view):
    calibration = calibrate_from_markers(filmed(view))
    assert worst_mm(calibration, view, 0.0) < 0.5
    assert worst_mm(calibration, view, 20.0) < 0.5
    assert calibration.method == "markers"
    assert 0 < calibration.residual_px < 0.5
    assert 0 < calibration.residual_mm < 0.5


def test_without_the_lens_model_the_same_picture_is_off_by_millimetres():
    view = VIEWS["strong barrel, near"]
    bent = calibrate_from_markers(filmed(view))
    assert worst_mm(replace(bent, distortion=(0.0, 0.0, 0.0, 0.0, 0.0)), view, 0.0) > 4.0


def test_from_straight_above_the_height_is_open_and_said_to_be():
    calibration = calibrate_from_markers(filmed(STRAIGHT))
    assert calibration.height_spread_mm > 100
    assert abs(calibration.place_mm[2] - 1200) < 2 * calibration.height_spread_mm
    assert worst_mm(calibration, STRAIGHT, 0.0) < 0.5


def test_a_measured_height_settles_it():
    calibration = calibrate_from_markers(filmed(STRAIGHT), height_mm=1205.0)
    assert calibration.height_spread_mm < 20
    assert worst_mm(calibration, STRAIGHT, 20.0) < 0.5
    assert worst_mm(calibration, STRAIGHT, 40.0) < 0.7


def test_missing_markers_are_named():
    picture = filmed(View()).copy()
    for number in (1, 3):
        cover(picture, View(), number)
    with pytest.raises(
        VisionError, match=r"^marker 1, 3 not seen, all of 0, 1, 2, 3 are needed.*--print"
    ) as told:
        calibrate_from_markers(picture)
    assert "\n" not in str(told.value)


def test_a_wrong_side_of_the_square_is_told():
    with pytest.raises(VisionError, match=r"do not lie on a square of 500 mm: off by .*--square"):
        calibrate_from_markers(filmed(View()), square_mm=500.0)


CORNERS = [(300.0, 900.0), (1100.0, 910.0), (1090.0, 110.0), (310.0, 100.0)]


def test_four_tapped_corners_place_the_table():
    view = View()
    half = 425.0
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    tapped = [(float(x), float(y)) for x, y in lens_of(view).project(corners)]
    calibration = calibrate_from_corners(tapped, view.size)
    assert calibration.method == "corners"
    # A lens of which nothing is known is taken as straight: that is what the markers are better at.
    assert worst_mm(calibration, view, 0.0) < 6.0
    np.testing.assert_allclose(calibration.to_table(np.array(tapped)), corners[:, :2], atol=0.5)


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        (CORNERS[::-1], "counter-clockwise"),
        ([CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]], "counter-clockwise"),
        ([CORNERS[0]] * 4, "counter-clockwise"),
        (CORNERS[:3], "four points"),
        ([(-40.0, 900.0), *CORNERS[1:]], "in the picture"),
        ([(300.0, 1300.0), *CORNERS[1:]], "in the picture"),
    ],
    ids=["clockwise", "crossed", "one point", "three", "left of the picture", "below the picture"],
)
def test_corners_that_cannot_be_are_refused(corners, told):
    with pytest.raises(VisionError, match=told):
        calibrate_from_corners(corners, (1440, 1080))


def test_a_picture_of_another_size_is_refused_in_one_line():
    calibration = calibrate_from_corners(CORNERS, (1440, 1080))
    calibration.check_size(1440, 1080)
    with pytest.raises(VisionError) as told:
        calibration.check_size(1280, 720)
    assert str(told.value) == (
        "the calibration is for pictures of 1440 x 1080 pixels, got 1280 x 720: "
        "set the camera to that size, or calibrate again with `jantaku calibrate`"
    )


finite = st.floats(-1e4, 1e4)


@given(
    size=st.tuples(st.integers(1, 9000), st.integers(1, 9000)),
    focal=st.floats(1, 1e5),
    numbers=st.lists(finite, min_size=11, max_size=11),
    square=st.floats(100, 3000),
    method=st.sampled_from(["markers", "corners", "mat"]),
)
def test_what_is_saved_is_what_is_loaded(tmp_path_factory, size, focal, numbers, square, method):
    path = tmp_path_factory.mktemp("kept") / "calibration.json"
    saved = Calibration(
        size,
        focal,
        (1.0, 2.0),
        tuple(numbers[:5]),
        tuple(numbers[5:8]),
        tuple(numbers[8:]),
        square,
        0.2,
        0.3,
        method,
    )
    saved.save(path)
    assert Calibration.load(path) == saved


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "No such file"),
        ("a camera", "is not a calibration"),
        ("{}", "is not a calibration of format 1"),
        ("[1]", "is not a calibration of format 1"),
        ('{"format": 2}', "format 2"),
        ('{"format": 1, "method": "guess"}', "method 'guess'"),
    ],
    ids=["missing", "no JSON", "empty", "a list", "a later format", "an unknown method"],
)
def test_a_file_that_is_no_calibration_is_told_in_one_line(tmp_path, text, told):
    path = tmp_path / "calibration.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(VisionError, match=told) as wrong:
        Calibration.load(path)
    assert str(path) in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("distortion", [0.0]),
        ("rotation", [0.0, "x", 1.0]),
        ("shift_mm", None),
        ("focal_px", -3),
        ("square_mm", 0),
    ],
    ids=str,
)
def test_a_calibration_with_one_wrong_field_is_refused(tmp_path, field, value):
    path = tmp_path / "calibration.json"
    calibrate_from_corners(CORNERS, (1440, 1080)).save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), field: value}))
    with pytest.raises(VisionError, match="is not a calibration of format 1"):
        Calibration.load(path)


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(VisionError, match="cannot write the calibration"):
        calibrate_from_corners(CORNERS, (1440, 1080)).save(tmp_path / "no" / "such" / "place.json")


def test_what_lies_behind_the_lens_is_nowhere():
    calibration = calibrate_from_corners(CORNERS, (1440, 1080))
    behind = np.array([(0.0, 0.0, calibration.place_mm[2] + 100)])
    assert np.isnan(calibration.project(behind)).all()
    assert calibration.project(np.empty((0, 3))).shape == (0, 2)
    assert calibration.to_table(np.empty((0, 2))).shape == (0, 2)


def cover(picture, view, number):
    """Puts something dark over a marker."""
    corners = marker_corners_mm()[number]
    around = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 2
    pixels = lens_of(view).project(np.column_stack([around, np.zeros(4)]))
    cv2.fillConvexPoly(picture, np.round(pixels).astype(np.int32), (40, 40, 60))
