"""Backs laid along their edges, whatever the locator said of where they lie."""

import cv2
import numpy as np
import pytest

from vision.by_eye.backs import along_edges
from vision.layout.lying import centre, to_seat, to_table
from vision.observation import TableImage, TileObservation

FELT, BACK, BODY = (62, 98, 30), (142, 86, 36), (214, 232, 240)
WIDE, LONG, Y = 26.0, 35.0, -254.0
FOUND_MM = 0.65


def box(seat, x, y, wide=WIDE, long=LONG):
    half, far = wide / 2, long / 2
    shape = ((x - half, y + far), (x + half, y + far), (x + half, y - far), (x - half, y - far))
    return tuple(to_table(point, seat) for point in shape)


def drawn(table, shape, colour):
    # Corners to a sixteenth of a pixel.
    points = np.round(np.array(table.to_px(shape)) * 16).astype(np.int32)
    cv2.fillPoly(table.picture, [points], colour, lineType=cv2.LINE_AA, shift=4)


def wall(seat, ys, back=BACK, px_per_mm=1.25):
    """A table image with a stack at each of `ys`, side by side, the side of each seen towards the middle."""
    side = round(910 * px_per_mm)
    table = TableImage(np.full((side, side, 3), FELT, np.uint8), px_per_mm)
    for place, y in enumerate(ys):
        x = -100 + 27.0 * place
        drawn(table, box(seat, x, y + 2.5, long=LONG + 5), BODY)
        drawn(table, box(seat, x, y), back)
    noise = np.random.default_rng(1).normal(0, 4, table.picture.shape)
    noisy = np.clip(cv2.GaussianBlur(table.picture, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)
    return TableImage(noisy, px_per_mm)


def said(seat, ys, kind="back"):
    return [TileObservation(kind, 0.8, box(seat, -100 + 27.0 * place, y)) for place, y in enumerate(ys)]


def found_ys(tiles, seat):
    return [to_seat(centre(tile.corners_mm), seat)[1] for tile in tiles]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("px_per_mm", [1.0, 1.25, 1.5])
def test_stacks_lie_where_their_colour_ends_however_the_locator_laid_them(seat, px_per_mm):
    true = [Y, Y + 0.6, Y - 0.8, Y, Y + 3.6]
    off = [-1.8, 0.4, 2.5, -3.0, -2.9]
    table = wall(seat, true, px_per_mm=px_per_mm)
    tiles = along_edges(table, said(seat, [y + by for y, by in zip(true, off, strict=True)]))
    apart = np.subtract(found_ys(tiles, seat), true)
    assert np.abs(apart).max() < FOUND_MM, apart


def test_what_lies_close_behind_a_stack_moves_it_little():
    true = [Y] * 5
    table = wall(0, true)
    drawn(table, box(0, -100 + 54.0, Y - 17.5 - 9, 14, 14), (240, 240, 240))
    tiles = along_edges(table, said(0, [y - 2 for y in true]))
    assert np.abs(np.subtract(found_ys(tiles, 0), true)).max() < FOUND_MM


def test_a_stack_half_under_a_hand_stays_where_it_was_said_to_lie():
    true = [Y] * 5
    table = wall(0, true)
    drawn(table, box(0, -100 + 54.0, Y - 20, 60, 25), (120, 150, 210))
    tiles = along_edges(table, said(0, [y - 2 for y in true]))
    assert found_ys(tiles, 0)[2] == pytest.approx(Y - 2)


def test_a_back_of_the_colour_of_the_table_stays():
    table = wall(0, [Y] * 3, back=FELT)
    table.picture[:] = FELT
    tiles = said(0, [Y - 2] * 3)
    assert along_edges(table, tiles) == tuple(tiles)


def test_only_backs_are_moved():
    table = wall(0, [Y] * 3)
    tiles = [*said(0, [Y - 2] * 3, kind="face"), *said(0, [Y - 2] * 3, kind="standing")]
    assert along_edges(table, tiles) == tuple(tiles)
    assert along_edges(table, []) == ()
