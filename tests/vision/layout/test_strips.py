"""Standing tiles found by the colour of their row."""

import cv2
import numpy as np
import pytest

from vision.by_eye.strips import with_overlooked_strips
from vision.layout.lying import to_table
from vision.layout.table import TableGeometry, read_table
from vision.observation import TableImage, TileObservation

FELT, TOP, BACK = (62, 98, 30), (214, 232, 240), (142, 86, 36)
GEOMETRY = TableGeometry(tile_mm=(26.0, 35.0), camera_mm=(0.0, 0.0, 1150.0))
PITCH = 26.0 * GEOMETRY.growth(35.0)


def box(seat, x, y, wide, high):
    half = wide / 2
    shape = (
        (x - half, y + high / 2),
        (x + half, y + high / 2),
        (x + half, y - high / 2),
        (x - half, y - high / 2),
    )
    return tuple(to_table(point, seat) for point in shape)


def scene(seat, count, gaps=()):
    """A table image with a row of `count` standing tiles before `seat`, and what a perfect look finds."""
    table = TableImage(np.full((910, 910, 3), FELT, np.uint8), 1.0)
    strips, x = [], -PITCH * count / 2
    for number in range(count):
        x += 9.0 if number in gaps else 0.0
        corners = box(seat, x + PITCH / 2, -335, PITCH, 18)
        for shape, colour in ((corners, TOP), (box(seat, x + PITCH / 2, -321, PITCH, 10), BACK)):
            points = np.round(table.to_px(shape)).astype(np.int32)
            cv2.fillPoly(table.picture, [points], colour)
        strips.append(TileObservation("standing", 0.3, corners))
        x += PITCH
    noise = np.random.default_rng(1).normal(0, 3, table.picture.shape)
    noisy = np.clip(table.picture + noise, 0, 255).astype(np.uint8)
    return TableImage(noisy, 1.0), strips


def counted(table, strips, seat):
    return read_table(with_overlooked_strips(table, strips, GEOMETRY), (), GEOMETRY).seats[seat].standing


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("lost", [(), (0,), (12,), (0, 1, 12), (5,), (4, 5, 9), (1, 3, 5, 7, 9, 11)])
def test_the_whole_row_is_counted_whatever_was_overlooked(seat, lost):
    table, strips = scene(seat, 13)
    assert counted(table, [s for n, s in enumerate(strips) if n not in lost], seat) == 13


@pytest.mark.parametrize("lost", [(), (13,), (0, 13)])
def test_the_drawn_tile_that_stands_apart_is_counted_too(lost):
    table, strips = scene(0, 14, gaps=(13,))
    assert counted(table, [s for n, s in enumerate(strips) if n not in lost], 0) == 14


@pytest.mark.parametrize("count", [4, 7, 10, 12, 13, 14])
def test_nothing_is_added_to_a_row_that_was_found_whole(count):
    table, strips = scene(2, count)
    assert len(with_overlooked_strips(table, strips, GEOMETRY)) == count


def test_a_table_of_the_tiles_own_colour_adds_nothing_at_the_ends():
    table, strips = scene(0, 6)
    plain = TableImage(np.full_like(table.picture, TOP), 1.0)
    assert len(with_overlooked_strips(plain, strips, GEOMETRY)) == 6
