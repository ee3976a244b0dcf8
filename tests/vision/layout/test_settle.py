"""Calm, hands, lamps and nudges, on small drawn tables."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.observation import TableImage
from vision.track.calm import Settler

PX_PER_MM = 0.8
SIZE = 728
FELT, IVORY, BACK, SKIN, SLEEVE = (62, 98, 30), (214, 232, 240), (142, 86, 36), (128, 164, 214), (92, 52, 38)
ARM = ((60, -455), (140, -455), (120, -120), (80, -120))


@lru_cache(maxsize=80)
def picture(tiles=((0, -104), (26, -104), (52, -104)), noise=1):
    """A table of 910 mm with four walls and some tiles, noisy as a camera's picture is: not to be changed."""
    rng = np.random.default_rng(noise)
    drawn = np.full((SIZE, SIZE, 3), FELT, np.uint8)
    for _ in range(4):
        for stack in range(18):
            _box(drawn, -221 + stack * 26, -254, 25, 34, BACK)
        drawn = np.ascontiguousarray(np.rot90(drawn))
    for x, y in tiles:
        _box(drawn, x, y, 25, 34, IVORY)
        _box(drawn, x, y, 8, 14, (60, 60, 150))
    noisy = np.clip(drawn + rng.normal(0, 2, drawn.shape), 0, 255).astype(np.uint8)
    noisy.flags.writeable = False
    return noisy


def _box(drawn, x, y, wide, high, colour):
    left, top = SIZE / 2 + (x - wide / 2) * PX_PER_MM, SIZE / 2 - (y + high / 2) * PX_PER_MM
    right, bottom = left + wide * PX_PER_MM, top + high * PX_PER_MM
    cv2.rectangle(drawn, (round(left), round(top)), (round(right), round(bottom)), colour, -1)


def with_arm(drawn, outline=ARM, colour=SLEEVE):
    points = [(SIZE / 2 + x * PX_PER_MM, SIZE / 2 - y * PX_PER_MM) for x, y in outline]
    reached = drawn.copy()
    cv2.fillPoly(reached, [np.round(points).astype(np.int32)], colour)
    tip = np.mean(points[2:], axis=0)
    cv2.circle(reached, tuple(int(v) for v in tip), 32, SKIN, -1)
    return reached


def settled(settler, *pictures, start=0.0, step=0.2):
    """The settlings of pictures shown one after the other."""
    return [
        settler.update(TableImage(drawn, PX_PER_MM, start + number * step, number))
        for number, drawn in enumerate(pictures)
    ]


def still(count, tiles=None, first=10):
    more = {} if tiles is None else {"tiles": tiles}
    return [picture(noise=first + number, **more) for number in range(count)]


def test_a_still_table_is_calm_after_the_second_look_and_stays_so():
    looks = settled(Settler(), *still(5))
    assert [look.look for look in looks] == ["seen"] * 5
    assert not looks[0].calm
    assert all(len(look.calm) == 21 and look.is_calm for look in looks[1:])


def test_an_arm_hides_what_lies_under_it_and_leaves_the_rest_calm():
    looks = settled(Settler(), *still(3), with_arm(picture()), with_arm(picture(noise=2)))
    for look in looks[3:]:
        assert look.look == "partly"
        assert {"wall:0", "standing:0", "river:0"} <= look.hidden
        assert {"wall:2", "river:2", "standing:1", "wall:3"} <= look.calm
        assert not {"wall:0", "river:0"} & look.calm
    inside = [
        cv2.pointPolygonTest(np.array(p, np.float32), (100.0, -300.0), False) > 0 for p in looks[3].covered
    ]
    assert any(inside)


@pytest.mark.parametrize("colour", [SLEEVE, SKIN, (70, 70, 74), (48, 44, 112)])
def test_an_arm_that_rests_stays_a_cover(colour):
    looks = settled(Settler(), *still(40), *[with_arm(picture(noise=n), colour=colour) for n in range(30)])
    assert all(look.look == "partly" and "wall:0" in look.hidden for look in looks[40:])


def test_a_set_laid_half_beside_the_square_is_no_arm():
    laid = picture().copy()
    for place in range(4):
        _box(laid, 340, 350 + place * 26, 35, 25, BACK)
    looks = settled(Settler(), *still(20), *[laid] * 3)
    assert not looks[20].is_calm
    assert [look.look for look in looks[20:]] == ["seen"] * 3
    assert looks[22].is_calm


@pytest.mark.parametrize("unseen_mm", [0, 22])
def test_a_set_that_ends_where_the_camera_sees_no_more_is_no_arm(unseen_mm):
    shown = [picture(noise=n).copy() for n in range(20)]
    laid = picture().copy()
    for place in range(4):
        _box(laid, 340, 442 - unseen_mm - place * 26, 40, 25, IVORY)
    for drawn in (*shown, laid):
        drawn[: round(unseen_mm * PX_PER_MM)] = 0
    looks = settled(Settler(), *shown, *[laid] * 3)
    assert [look.look for look in looks[20:]] == ["seen"] * 3


def test_an_arm_stays_a_cover_where_the_camera_sees_little_beside_the_square():
    unseen = slice(-round(22 * PX_PER_MM), None)
    shown = [picture(noise=n).copy() for n in range(30)]
    reached = [with_arm(picture(noise=n)) for n in range(10)]
    for drawn in (*shown, *reached):
        drawn[unseen] = 0
    looks = settled(Settler(), *shown, *reached)
    assert all("wall:0" in look.hidden for look in looks[30:])


def test_the_table_is_calm_again_when_the_arm_has_gone_and_has_left_a_tile():
    more = ((0, -104), (26, -104), (52, -104), (-26, -104))
    settler = Settler()
    looks = settled(settler, *still(4), *[with_arm(picture(noise=n)) for n in range(4)], *still(3, more))
    assert looks[7].look == "partly"
    assert [look.look for look in looks[-2:]] == ["seen", "seen"]
    assert looks[-1].is_calm
    assert len(looks[-1].calm) == 21


def test_what_a_hand_has_left_is_tentative_in_the_very_first_look_after_it():
    more = ((0, -104), (26, -104), (52, -104), (78, -104))
    looks = settled(Settler(), *still(4), *[with_arm(picture(noise=n)) for n in range(2)], *still(2, more))
    assert "river:0" in looks[5].hidden
    assert "river:0" not in looks[6].calm
    assert {"river:0", "wall:0", "standing:0"} <= looks[6].tentative.calm
    assert looks[7].tentative is None
    tile = (78.0, -104.0)
    for look, stirs in ((looks[6], True), (looks[6].tentative, False)):
        inside = [cv2.pointPolygonTest(np.array(p, np.float32), tile, False) >= 0 for p in look.stirred]
        assert any(inside) == stirs


def test_dice_may_still_roll_where_a_hand_has_left_the_middle():
    over_the_middle = ((-40, -455), (40, -455), (30, 0), (-30, 0))
    reaching = [with_arm(picture(noise=n), over_the_middle) for n in range(2)]
    looks = settled(Settler(), *still(4), *reaching, *still(2))
    assert "standing:0" in looks[6].tentative.calm
    assert "dice" not in looks[6].tentative.calm
    assert "dice" in looks[7].calm


def test_a_tile_that_appears_without_a_hand_moves_only_its_zone():
    more = ((0, -104), (26, -104), (52, -104), (-26, -104))
    looks = settled(Settler(), *still(3), *still(2, more))
    assert looks[3].moving == {"river:0"}
    assert looks[3].look == "seen"
    assert looks[4].is_calm


@pytest.mark.parametrize("gain", [0.55, 0.8, 1.25])
def test_a_lamp_is_told_from_a_move(gain):
    dimmed = [np.clip(drawn * gain, 0, 255).astype(np.uint8) for drawn in still(2, first=30)]
    looks = settled(Settler(), *still(3), *dimmed)
    assert looks[3].lamp
    assert not looks[3].moving
    assert looks[3].look == "seen"
    assert not looks[4].lamp


def test_a_lamp_on_one_side_is_told_from_a_move():
    slope = np.linspace(0.8, 1.2, SIZE)[None, :, None]
    leaning = [np.clip(drawn * slope, 0, 255).astype(np.uint8) for drawn in still(2, first=30)]
    looks = settled(Settler(), *still(3), *leaning)
    assert looks[3].lamp
    assert not looks[3].moving


@pytest.mark.parametrize(("dx", "dy"), [(20, 0), (0, -12), (-14, 14)])
def test_a_nudged_camera_is_told_from_moves_with_its_direction(dx, dy):
    shift = np.array([[1, 0, dx * PX_PER_MM], [0, 1, -dy * PX_PER_MM]], np.float32)
    nudged = [
        cv2.warpAffine(drawn, shift, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
        for drawn in still(2, first=40)
    ]
    settler = Settler()
    look = settled(settler, *still(3), *nudged)[-1]
    assert (look.look, look.reason) == ("failed", "nudged")
    assert look.nudge_mm == pytest.approx((dx, dy), abs=2.5)
    settler.realigned()
    assert settled(settler, *still(3), start=9.0)[-1].is_calm


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [(np.zeros((SIZE, SIZE, 3), np.uint8), "dark"), (np.full((SIZE, SIZE, 3), 90, np.uint8), "covered")],
    ids=["dark", "a palm on the lens"],
)
def test_a_blind_lens_is_a_failed_look_and_no_empty_table(drawn, reason):
    settler = Settler()
    looks = settled(settler, *still(3), drawn, drawn, *still(3))
    assert [(look.look, look.reason) for look in looks[3:5]] == [("failed", reason)] * 2
    assert not looks[3].calm
    assert looks[-1].is_calm


def test_a_hand_in_the_first_look_does_not_stay_for_ever():
    looks = settled(Settler(), with_arm(picture()), with_arm(picture(noise=3)), *still(12))
    assert looks[-1].is_calm


def test_hands_mixing_tiles_are_never_calm():
    rng = np.random.default_rng(3)
    pictures = [picture(tiles=tuple(map(tuple, rng.uniform(-200, 200, (70, 2)))), noise=n) for n in range(8)]
    looks = settled(Settler(), *still(2), *pictures)
    assert not any(look.is_calm for look in looks[2:])
    assert all("river:0" not in look.calm for look in looks[3:])
