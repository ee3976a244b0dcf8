"""Dice read by eye on a drawn table."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from thrown_dice import SPOTS, throw

from vision.by_eye.dice import read_dice, with_dice_by_eye, without_dice
from vision.layout.lying import centre
from vision.observation import Corners, DieObservation, TableImage, TileObservation

SCALE = 1.5


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


def face(x: float, y: float, turn: float = 0.0) -> TileObservation:
    """What the networks tell of a tile whose middle is there, turned so many degrees."""
    a = math.radians(turn)
    ends = ((-13.0, 17.5), (13.0, 17.5), (13.0, -17.5), (-13.0, -17.5))
    spots = [(x + u * math.cos(a) - v * math.sin(a), y + u * math.sin(a) + v * math.cos(a)) for u, v in ends]
    return TileObservation("face", 0.7, (spots[0], spots[1], spots[2], spots[3]), (("6p", 0.8),))


@pytest.mark.parametrize("felt", [(62, 98, 30), (112, 66, 38), (74, 104, 140)], ids=["green", "blue", "wood"])
@pytest.mark.parametrize("pips", [(1, 4, 6), (6, 6, 6), (2, 5, 3)])
def test_dice_side_by_side_are_no_tile(pips: tuple[int, ...], felt: tuple[int, int, int]) -> None:
    places = [(each, 129.0 + 21.0 * number, -293.0, 4.0) for number, each in enumerate(pips)]
    assert without_dice(table(*places, felt=felt), [face(150.0, -293.0)]) == ()


@pytest.mark.parametrize(
    "felt", [(62, 98, 30), (30, 30, 34), (225, 228, 230)], ids=["green", "dark", "white"]
)
@pytest.mark.parametrize("body", [(214, 232, 240), (70, 60, 50)], ids=["pale", "dark"])
@pytest.mark.parametrize("ink", [0.0, 0.3, 0.7], ids=["blank", "light", "dense"])
def test_a_tile_on_any_cloth_stays_a_tile(
    felt: tuple[int, int, int], body: tuple[int, int, int], ink: float
) -> None:
    lying = face(150.0, -293.0, 30.0)
    image = table(felt=felt)
    corners = np.array(image.to_px(lying.corners_mm))
    cv2.fillPoly(image.picture, [np.round(corners).astype(np.int32)], body)
    middle = corners.mean(axis=0)
    inner = np.round(middle + (corners - middle) * math.sqrt(ink)).astype(np.int32)
    if ink:
        cv2.fillPoly(image.picture, [inner], (40, 30, 20))
    assert without_dice(image, [lying]) == (lying,)
