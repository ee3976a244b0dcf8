"""What the overlay draws, and that it leaves the picture it was given alone."""

import numpy as np
import pytest

from vision import overlay
from vision.observation import DieObservation, TileObservation
from vision.overlay import AMBER, SEAT_COLOURS, draw_overlay
from vision.tile_art import face_picture

BLANK = np.zeros((400, 400, 3), np.uint8)


def project(points_mm):
    return np.column_stack([200 + points_mm[:, 0] / 2.5, 200 - points_mm[:, 1] / 2.5])


def tile(x, y, kind="face", likely=0.95):
    corners = ((x - 40, y + 50), (x + 40, y + 50), (x + 40, y - 50), (x - 40, y - 50))
    return TileObservation(kind, 0.9, corners, (("5m", likely),) if kind == "face" else ())


def has(drawn, colour):
    return bool((drawn == np.array(colour)).all(axis=2).any())


@pytest.mark.parametrize(("seat", "x", "y"), [(0, 0, -200), (1, 200, 0), (2, 0, 200), (3, -200, 0)])
def test_a_sure_tile_is_outlined_in_the_colour_of_its_seat(seat, x, y):
    drawn = draw_overlay(BLANK, [tile(x, y)], (), project)
    assert has(drawn, SEAT_COLOURS[seat])
    assert not has(drawn, AMBER)


def test_a_doubtful_tile_is_amber():
    assert has(draw_overlay(BLANK, [tile(0, -200, likely=0.5)], (), project), AMBER)


def test_the_picture_given_is_not_changed():
    given = BLANK.copy()
    drawn = draw_overlay(
        given, [tile(0, 0, "back")], [DieObservation(None, 0.5, tile(90, 90).corners_mm)], project
    )
    assert not given.any()
    assert drawn.any()


def test_a_covered_area_is_hatched():
    arm = ((-100.0, -400.0), (100.0, -400.0), (100.0, 0.0), (-100.0, 0.0))
    drawn = draw_overlay(BLANK, (), (), project, [arm])
    inside = drawn[220:340, 180:220].any(axis=2)
    assert 0.05 < inside.mean() < 0.6
    assert not drawn[:180].any()


@pytest.mark.parametrize("spot", [(-500, 0), (495, 495), (0, -510)])
def test_tiles_at_and_beyond_the_edge_of_the_picture_are_drawn_as_far_as_they_go(spot):
    assert draw_overlay(BLANK, [tile(*spot)], (), project).shape == BLANK.shape


def test_points_the_lens_does_not_reach_are_left_out():
    drawn = draw_overlay(BLANK, [tile(0, 0)], (), lambda points: np.full((len(points), 2), np.nan))
    assert not drawn.any()


def test_a_face_is_drawn_once_for_all_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        overlay, "face_picture", lambda face, *size: asked.append(face) or face_picture(face, *size)
    )
    overlay._drawn_face.cache_clear()
    first, second = (draw_overlay(BLANK, [tile(0, -200)], (), project) for _ in range(2))
    assert len(asked) == 1
    assert (first == second).all()
