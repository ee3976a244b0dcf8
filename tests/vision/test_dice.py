"""Dice read by eye on a drawn table."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from thrown_dice import throw

from vision.dice import read_dice, with_dice_by_eye
from vision.lying import centre
from vision.observation import Corners, DieObservation, TableImage

SCALE = 1.5
SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def table(*dice: tuple[int, float, float, float], felt: tuple[int, int, int] = (62, 98, 30)) -> TableImage:
    """A felt with dice (pips, x and y in mm, degrees), drawn large and made small, as a camera does."""
    side, finer = 1365, 3
    picture = np.full((side, side, 3), felt, np.uint8)
    for pips, x, y, turn in dice:
        patch = np.full((90, 90, 3), felt, np.uint8)
        box = cv2.boxPoints(((45.0, 45.0), (15 * SCALE * finer, 15 * SCALE * finer), turn))
        cv2.fillPoly(patch, [np.round(box).astype(np.int32)], (238, 240, 242))
        for across, down in SPOTS[pips]:
            a = math.radians(turn)
            dx, dy = across * 18, down * 18
            spot = (45 + dx * math.cos(a) - dy * math.sin(a), 45 + dx * math.sin(a) + dy * math.cos(a))
            colour = (40, 30, 190) if pips in (1, 4) else (40, 40, 40)
            cv2.circle(patch, (round(spot[0]), round(spot[1])), 6, colour, -1)
        small = cv2.resize(patch, (30, 30), interpolation=cv2.INTER_AREA)
        row, column = round(side / 2 - y * SCALE) - 15, round(side / 2 + x * SCALE) - 15
        picture[row : row + 30, column : column + 30] = small
    return TableImage(picture, SCALE)


@pytest.mark.parametrize("turn", [0, 20, 45, 70])
@pytest.mark.parametrize("pips", SPOTS)
def test_every_number_is_counted_at_any_angle(pips: int, turn: int) -> None:
    (die,) = read_dice(table((pips, 20.0, -35.0, turn)))
    assert die.pips == pips
    x = sum(point[0] for point in die.corners_mm) / 4
    y = sum(point[1] for point in die.corners_mm) / 4
    assert math.dist((x, y), (20.0, -35.0)) < 1.5


def test_two_dice_are_two() -> None:
    found = read_dice(table((2, -20.0, 10.0, 15), (5, 30.0, -12.0, 50)))
    assert sorted(die.pips for die in found) == [2, 5]


def test_a_bare_felt_has_no_dice() -> None:
    assert read_dice(table()) == ()


def test_a_tile_is_no_die() -> None:
    image = table()
    cv2.rectangle(image.picture, (660, 660), (699, 712), (238, 240, 242), -1)
    cv2.circle(image.picture, (680, 686), 6, (40, 40, 40), -1)
    assert read_dice(image) == ()


def test_what_the_network_found_is_told_once_with_the_spots_counted_here() -> None:
    corners: Corners = ((12.0, -28.0), (27.0, -28.0), (27.0, -43.0), (12.0, -43.0))
    elsewhere: Corners = ((300.0, -300.0), (315.0, -300.0), (315.0, -315.0), (300.0, -315.0))
    unread, aside = DieObservation(None, 0.3, corners), DieObservation(3, 0.9, elsewhere)
    dice = with_dice_by_eye(table((2, 20.0, -35.0, 0)), (unread, aside))
    assert sorted((die.pips or 0) for die in dice) == [2, 3]


def test_of_a_hundred_throws_ninety_nine_dice_in_a_hundred_are_read_right() -> None:
    dice = right = strangers = 0
    for seed in range(100):
        image, thrown = throw(seed)
        found = read_dice(image)
        dice += len(thrown)
        near = [
            (pips, [die.pips for die in found if math.dist(centre(die.corners_mm), (x, y)) < 8])
            for pips, x, y in thrown
        ]
        right += sum(told == [pips] for pips, told in near)
        strangers += len(found) - sum(len(told) for _, told in near)
    assert dice == 250
    assert right >= 0.99 * dice
    assert strangers == 0
