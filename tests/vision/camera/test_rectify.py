"""The table from straight above: every point lands where it lies, whatever lens and tilt."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.camera.calibrate import calibrate_from_markers
from vision.camera.calibration import Calibration
from vision.camera.markers import find_markers, marker_corners_mm
from vision.camera.rectify import Rectifier
from vision.observation import VisionError
from vision.simulate.drawing.ground import ground_picture
from vision.simulate.drawing.lens import Lens, lens_of
from vision.simulate.settings import TwinSettings, View

TILTED = View(offset_mm=(60.0, -300.0), across_mm=1080.0, k1=-0.12, k2=0.02, roll_deg=4.0)
LARGE = replace(TILTED, size=(2592, 1944))


def exact(view: View) -> Calibration:
    """The simulated camera itself, as a calibration."""
    lens = lens_of(view)
    rotation = cv2.Rodrigues(lens.rotation)[0].ravel()
    return Calibration(
        picture_size=view.size,
        focal_px=float(lens.matrix[0, 0]),
        centre_px=(float(lens.matrix[0, 2]), float(lens.matrix[1, 2])),
        distortion=(*(float(k) for k in lens.distortion), 0.0),
        rotation=tuple(float(v) for v in rotation),
        shift_mm=tuple(float(v) for v in lens.shift),
        square_mm=850.0,
        residual_px=0.0,
        residual_mm=0.0,
        method="markers",
    )


@lru_cache
def filmed(view: View) -> np.ndarray:
    return ground_picture(replace(TwinSettings(), view=view), lens_of(view), 0)


def grid(height_mm: float) -> np.ndarray:
    along = np.linspace(-400, 400, 9)
    x, y = np.meshgrid(along, along)
    return np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height_mm)])


def dotted(lens: Lens, points: np.ndarray) -> np.ndarray:
    """A dark picture with a soft light dot, 3 px wide, at each point."""
    width, height = lens.size
    picture = np.full((height, width, 3), 20, np.float32)
    for x, y in lens.project(points):
        left, top = int(x) - 8, int(y) - 8
        across, down = np.meshgrid(np.arange(left, left + 17), np.arange(top, top + 17))
        spot = 220 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * 2.0**2))
        picture[top : top + 17, left : left + 17] += spot[..., None]
    return picture.astype(np.uint8)


@pytest.mark.parametrize("height_mm", [0.0, 20.0, 40.0], ids=["felt", "tile tops", "two high"])
@pytest.mark.parametrize(
    "view", [View(), TILTED, LARGE], ids=["usual", "tilted, bent", "more pixels than needed"]
)
def test_a_dot_at_a_known_place_appears_there_to_half_a_millimetre(view, height_mm):
    points = grid(height_mm)
    table = Rectifier(exact(view), height_mm=height_mm).rectify(dotted(lens_of(view), points), 2.5, 7)
    assert (table.taken_at_s, table.number) == (2.5, 7)
    for x, y, _ in points:
        ((left, top), *_) = table.to_px(((x, y),) * 4)
        row, column = round(top) - 6, round(left) - 6
        light = table.picture[row : row + 13, column : column + 13, 0].astype(float) - 20
        down, across = np.mgrid[0:13, 0:13]
        seen = (column + (light * across).sum() / light.sum(), row + (light * down).sum() / light.sum())
        ((seen_x, seen_y), *_) = table.to_mm((seen,) * 4)
        assert np.hypot(seen_x - x, seen_y - y) < 0.5


def test_the_felt_rectified_from_its_own_markers_shows_them_where_they_lie():
    rectifier = Rectifier(calibrate_from_markers(filmed(TILTED)), height_mm=0.0)
    table = rectifier.rectify(filmed(TILTED))
    for number, corners in find_markers(table.picture).items():
        seen = np.array(table.to_mm(tuple(map(tuple, corners))))
        np.testing.assert_allclose(seen.mean(axis=0), marker_corners_mm()[number].mean(axis=0), atol=0.3)
    assert len(find_markers(table.picture)) == 4


@pytest.mark.parametrize("height_mm", [0.0, 20.0, 40.0, 120.0])
def test_projecting_and_coming_back_gives_the_point_again(height_mm):
    rectifier = Rectifier(exact(TILTED))
    points = grid(height_mm)
    np.testing.assert_allclose(rectifier.project(points), lens_of(TILTED).project(points), atol=1e-6)
    np.testing.assert_allclose(
        rectifier.to_table(rectifier.project(points), height_mm), points[:, :2], atol=1e-3
    )


def test_to_table_means_tile_tops_unless_told():
    rectifier = Rectifier(exact(TILTED), height_mm=18.0)
    pixels = rectifier.project(grid(18.0))
    np.testing.assert_allclose(rectifier.to_table(pixels), grid(18.0)[:, :2], atol=1e-3)


def test_eighteen_millimetres_of_height_at_forty_centimetres_are_seven_on_the_table():
    rectifier = Rectifier(exact(View(offset_mm=(0.0, 0.0), height_mm=1020.0)))
    top = rectifier.project(np.array([(400.0, 0.0, 18.0)]))
    ((x, _),) = rectifier.to_table(top, 0.0)
    assert x - 400.0 == pytest.approx(7.2, abs=0.3)


def test_the_image_is_square_with_the_table_frame_in_its_middle():
    table = Rectifier(exact(View()), px_per_mm=2.0, margin_mm=25.0).rectify(filmed(View()))
    assert table.picture.shape == (1800, 1800, 3)
    assert table.px_per_mm == 2.0
    assert table.to_mm(((900.0, 900.0),) * 4)[0] == (0.0, 0.0)


def test_the_scale_follows_what_the_camera_sees_within_bounds():
    fine = replace(View(), size=(3840, 2160))
    scales = [Rectifier(exact(view)).px_per_mm for view in (View(), fine)]
    assert scales == [1.25, 1.5]


def test_what_the_camera_does_not_see_is_black_and_said_to_be_unseen():
    near = replace(View(), across_mm=700.0)
    rectifier = Rectifier(exact(near))
    table = rectifier.rectify(np.full((1080, 1440, 3), 200, np.uint8))
    middle, edge = rectifier.size_px // 2, 5
    assert rectifier.seen[middle, middle]
    assert not rectifier.seen[edge, middle]
    assert table.picture[edge, middle].tolist() == [0, 0, 0]
    assert table.picture[middle, middle].tolist() == [200, 200, 200]
    assert Rectifier(exact(View())).seen[60:-60, 60:-60].all()


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ((720, 1280, 3), "1440 x 1080 pixels, got 1280 x 720"),
        ((1080, 1440), r"picture must be \(height, width, 3\)"),
    ],
    ids=["another size", "grey"],
)
def test_a_picture_that_does_not_fit_is_refused(shape, told):
    with pytest.raises(VisionError, match=told):
        Rectifier(exact(View())).rectify(np.zeros(shape, np.uint8))
