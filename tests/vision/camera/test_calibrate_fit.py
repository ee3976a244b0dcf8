"""The least squares behind calibration: whatever camera hangs over the table, it is found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vision.camera.calibration import Calibration
from vision.camera.fit import Correspondences, fit, fit_sides, known_lens
from vision.camera.markers import marker_corners_mm
from vision.observation import VisionError
from vision.simulate.drawing.lens import Lens, lens_of
from vision.simulate.settings import View

MARKERS_MM = np.concatenate(list(marker_corners_mm().values()))


def view_of(k1: float, bend_on: float, **more) -> View:
    return View(k1=k1, k2=bend_on * k1**2, **more)


ABOVE = view_of(
    -0.0607, 0.02, size=(1920, 1080), height_mm=1178.1, offset_mm=(0.0, 0.0), roll_deg=-11.6, across_mm=1040.5
)
"""Exactly above the middle: one way of solving for a pose gives a wrong one here."""
views = st.builds(
    view_of,
    size=st.sampled_from([(1440, 1080), (1920, 1080), (1280, 720), (1080, 1440)]),
    height_mm=st.floats(900, 1800),
    offset_mm=st.tuples(st.floats(-300, 300), st.floats(-300, 300)),
    roll_deg=st.floats(-180, 180),
    k1=st.floats(-0.12, 0.05),
    bend_on=st.floats(0, 2.5),
    across_mm=st.floats(950, 1200),
)


def sight_of(lens: Lens, noise_px: float = 0.0, **more) -> Correspondences:
    pixels = lens.project(np.column_stack([MARKERS_MM, np.zeros(len(MARKERS_MM))]))
    pixels = pixels + np.random.default_rng(5).normal(0, 1, pixels.shape) * noise_px
    return Correspondences(MARKERS_MM, pixels, lens.size, 850.0, "markers", **more)


def worst_mm(calibration: Calibration, lens: Lens, height_mm: float = 0.0) -> float:
    along = np.linspace(-420, 420, 9)
    x, y = np.meshgrid(along, along)
    grid = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height_mm)])
    found = calibration.to_table(lens.project(grid), height_mm)
    return float(np.linalg.norm(found - grid[:, :2], axis=1).max())


@settings(max_examples=30, deadline=None)
@given(views)
@example(ABOVE)
def test_any_camera_over_the_table_is_found_to_a_millimetre_and_a_half_of_felt(view):
    lens = lens_of(view)
    calibration = fit(sight_of(lens, noise_px=0.1))
    # Most of it is the bend's second number, which the found lens has from the first.
    assert worst_mm(calibration, lens) < 1.5
    assert calibration.residual_mm < 0.6


@settings(max_examples=15, deadline=None)
@given(views)
@example(ABOVE)
def test_with_the_height_told_what_stands_two_tiles_high_is_right_too(view):
    lens = lens_of(view)
    calibration = fit(sight_of(lens, height_mm=float(lens.place_mm[2])))
    assert worst_mm(calibration, lens, 40.0) < 1.5


@settings(max_examples=15, deadline=None)
@given(views)
@example(ABOVE)
def test_projecting_and_coming_back_gives_the_pixel_again(view):
    lens = lens_of(view)
    calibration = fit(sight_of(lens))
    pixels = lens.project(np.column_stack([MARKERS_MM, np.zeros(len(MARKERS_MM))]))
    felt = np.column_stack([calibration.to_table(pixels), np.zeros(len(pixels))])
    np.testing.assert_allclose(calibration.project(felt), pixels, atol=1e-3)


def test_a_known_lens_is_kept_and_three_markers_are_enough_with_it():
    before, after = lens_of(View()), lens_of(View(offset_mm=(80.0, -20.0), roll_deg=-2.0))
    # The same lens on a camera that was moved, not one that looks at the same width again.
    after = Lens(before.size, before.matrix, before.distortion, after.rotation, after.shift)
    lens = known_lens(fit(sight_of(before)))
    whole = sight_of(after)
    three = Correspondences(whole.points_mm[:12], whole.points_px[:12], whole.picture_size, 850.0, "markers")
    found = fit(three, lens)
    assert found.focal_px == pytest.approx(lens.focal_px, rel=0.02)
    assert worst_mm(found, after) < 0.6


def test_the_spread_of_the_height_shrinks_with_the_tilt_and_with_a_tape_measure():
    straight, tilted = (
        lens_of(View(offset_mm=(0.0, 0.0))),
        lens_of(View(offset_mm=(0.0, -300.0), across_mm=1100.0)),
    )
    open_height = fit(sight_of(straight)).height_spread_mm
    assert open_height > 5 * fit(sight_of(tilted)).height_spread_mm
    assert fit(sight_of(straight, height_mm=1200.0)).height_spread_mm < 10


def test_sides_seen_bowed_tell_the_lens():
    lens = lens_of(View(k1=-0.12, k2=0.0216, across_mm=1000.0))
    along = np.linspace(-400, 400, 40)
    edge = np.full(40, 425.0)
    felt = [(along, -edge), (edge, along), (-along, edge), (-edge, -along)]
    sides = [lens.project(np.column_stack([x, y, np.zeros(40)])) for x, y in felt]
    corners_mm = np.array([(-425.0, -425.0), (425, -425), (425, 425), (-425, 425)])
    corners_px = lens.project(np.column_stack([corners_mm, np.zeros(4)]))
    pairs = Correspondences(corners_mm, corners_px, lens.size, 850.0, "mat", noise_px=1.0)
    straight = fit(pairs)
    found = fit_sides(pairs, sides, straight)
    assert worst_mm(found, lens) < 1.0 < worst_mm(straight, lens)
    assert found.distortion[0] == pytest.approx(-0.12, abs=0.02)


def test_points_seen_mirrored_belong_to_no_camera_above_the_table():
    pairs = sight_of(lens_of(View()))
    mirrored = pairs.points_px * [-1, 1] + [1440, 0]
    with pytest.raises(VisionError, match="no camera above the table"):
        fit(Correspondences(pairs.points_mm, mirrored, pairs.picture_size, 850.0, "markers"))
