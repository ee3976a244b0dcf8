"""A nudged camera is noticed and calibrated again; hands, shoved markers and darkness are no nudge."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.camera.calibrate import calibrate_from_corners, calibrate_from_markers
from vision.camera.markers import marker_corners_mm
from vision.camera.nudge import CalibrationWatch
from vision.observation import VisionError
from vision.simulate.drawing.ground import ground_picture
from vision.simulate.drawing.lens import lens_of
from vision.simulate.settings import TwinSettings, View

BEFORE = View(across_mm=1000.0)
AFTER = replace(BEFORE, offset_mm=(60.0, -45.0), roll_deg=2.0)
SHAKING = replace(BEFORE, offset_mm=(20.0, -80.0), roll_deg=-1.0)


@lru_cache
def filmed(view: View) -> np.ndarray:
    return ground_picture(replace(TwinSettings(), view=view), lens_of(view), 0)


def covered(view: View, *numbers: int) -> np.ndarray:
    picture = filmed(view).copy()
    for number in numbers:
        cv2.fillConvexPoly(picture, patch(view, number), (120, 150, 200))
    return picture


def patch(view: View, number: int) -> np.ndarray:
    corners = marker_corners_mm()[number]
    around = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 1.6
    return np.round(lens_of(view).project(np.column_stack([around, np.zeros(4)]))).astype(np.int32)


def shoved(view: View, number: int, by_px: int) -> np.ndarray:
    """One marker's paper lies elsewhere, the felt closed behind it."""
    picture, box = filmed(view).copy(), cv2.boundingRect(patch(view, number))
    x, y, width, height = box
    paper = picture[y : y + height, x : x + width].copy()
    picture[y : y + height, x : x + width] = picture[y + 60 : y + 61, x : x + 1]
    picture[y : y + height, x + by_px : x + by_px + width] = paper
    return picture


@pytest.fixture
def watch() -> CalibrationWatch:
    return CalibrationWatch(calibrate_from_markers(filmed(BEFORE)))


def worst_mm(watch: CalibrationWatch, view: View) -> float:
    along = np.linspace(-420, 420, 9)
    x, y = np.meshgrid(along, along)
    grid = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, 20.0)])
    found = watch.calibration.to_table(lens_of(view).project(grid), 20.0)
    return float(np.linalg.norm(found - grid[:, :2], axis=1).max())


@pytest.mark.parametrize("numbers", [(), (2,), (0, 3)], ids=["all seen", "one covered", "two covered"])
def test_a_camera_nobody_touched_is_steady(watch, numbers):
    before = watch.calibration
    look = watch.look(covered(BEFORE, *numbers))
    assert look.verdict == "steady"
    assert look.calibration is before
    assert set(look.markers) == {0, 1, 2, 3} - set(numbers)
    assert look.off_mm < 1.0


@pytest.mark.parametrize("numbers", [(), (1,)], ids=["four markers", "three markers"])
def test_a_nudged_camera_is_calibrated_again_at_the_second_look(watch, numbers):
    assert worst_mm(watch, AFTER) > 10
    assert watch.look(covered(AFTER, *numbers)).verdict == "cannot_tell"
    look = watch.look(covered(AFTER, *numbers))
    assert look.verdict == "moved"
    assert look.off_mm > 10
    assert look.calibration is watch.calibration
    assert worst_mm(watch, AFTER) < 1.0
    assert watch.look(filmed(AFTER)).verdict == "steady"


def test_a_camera_that_still_shakes_is_waited_for(watch):
    before = watch.calibration
    verdicts = [watch.look(filmed(view)).verdict for view in (AFTER, SHAKING, AFTER)]
    assert verdicts == ["cannot_tell"] * 3
    assert watch.calibration is before
    assert watch.look(filmed(AFTER)).verdict == "moved"


def test_a_shake_that_ends_where_it_began_changes_nothing(watch):
    before = watch.calibration
    assert [watch.look(filmed(view)).verdict for view in (SHAKING, BEFORE, SHAKING)] == [
        "cannot_tell",
        "steady",
        "cannot_tell",
    ]
    assert watch.calibration is before


def test_a_shoved_marker_is_not_a_moved_camera(watch):
    before = watch.calibration
    for _ in range(3):
        look = watch.look(shoved(BEFORE, 0, 60))
        assert look.verdict == "steady"
        assert look.why == "marker 0 lies elsewhere, the others do not"
    assert watch.calibration is before


@pytest.mark.parametrize(
    ("numbers", "why"),
    [((0, 1, 2, 3), "too few markers are seen"), ((1, 2, 3), "only marker 0 is seen; it is where it was")],
    ids=["none", "one"],
)
def test_with_the_markers_covered_nobody_can_tell(watch, numbers, why):
    look = watch.look(covered(BEFORE, *numbers))
    assert (look.verdict, look.why) == ("cannot_tell", why)


def test_two_moved_markers_are_too_few(watch):
    look = [watch.look(covered(AFTER, 1, 2)) for _ in range(3)][-1]
    assert look.verdict == "cannot_tell"
    assert worst_mm(watch, BEFORE) < 1.0


def test_in_the_dark_the_old_calibration_stays(watch):
    look = watch.look(np.zeros((1080, 1440, 3), np.uint8))
    assert (look.verdict, look.off_mm, look.markers) == ("cannot_tell", None, ())


def test_tapped_corners_give_way_to_markers_once_they_are_seen():
    half = 425.0
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    tapped = [(float(x) + 6, float(y) - 5) for x, y in lens_of(BEFORE).project(corners)]
    watch = CalibrationWatch(calibrate_from_corners(tapped, BEFORE.size))
    assert [watch.look(filmed(BEFORE)).verdict for _ in range(2)] == ["cannot_tell", "moved"]
    assert watch.calibration.method == "markers"
    assert worst_mm(watch, BEFORE) < 0.5


def test_a_picture_of_another_size_is_refused(watch):
    with pytest.raises(VisionError, match="1440 x 1080 pixels, got 720 x 540"):
        watch.look(filmed(BEFORE)[::2, ::2])
