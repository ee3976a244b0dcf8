"""The network for dice: where it is asked, what it finds on tables and in photos, and a broken file."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from thrown_dice import SCALE, throw

from vision.detect.detector import Detector
from vision.detect.dice.network import DiceNetwork
from vision.detect.dice.places import MOST, places_of
from vision.detect.dice.telling import dice_on_table
from vision.detect.locate import Found
from vision.detect.memory import ZOOMS, TableMemory
from vision.detect.networks import LIVE_MODELS, MODELS
from vision.layout.lying import centre
from vision.observation import TableImage, VisionError

SIDE = 900
FELT = (62, 98, 30)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(LIVE_MODELS, threads=1)


def felt(*things: tuple[float, float, float, float, tuple[int, int, int]]) -> TableImage:
    """Cloth with rectangles on it: x, y, width and height in mm, colour."""
    picture = np.full((SIDE, SIDE, 3), FELT, np.uint8)
    table = TableImage(picture, SCALE)
    for x, y, wide, high, colour in things:
        box = cv2.boxPoints(
            ((SIDE / 2 + x * SCALE, SIDE / 2 - y * SCALE), (wide * SCALE, high * SCALE), 20.0)
        )
        cv2.fillConvexPoly(picture, np.rint(box).astype(np.int32), colour)
    return table


def found(x: float, y: float) -> Found:
    return Found("die", 0.2, 0.2, x, y, 20.0, 20.0, 0.0, True)


@pytest.mark.parametrize(
    "colour", [(240, 240, 240), (150, 60, 30), (20, 20, 25)], ids=["pale", "blue", "dark"]
)
def test_what_is_as_large_as_a_die_is_asked_about_whatever_its_colour(colour):
    ((x, y),) = places_of([], felt((40.0, -30.0, 14.0, 14.0, colour), (-60.0, 20.0, 26.0, 35.0, colour)))
    assert math.dist((x, y), (SIDE / 2 + 60, SIDE / 2 + 45)) < 4


def test_a_place_is_asked_about_once_and_the_locators_come_first():
    table = felt((40.0, -30.0, 14.0, 14.0, (240, 240, 240)))
    assert places_of([found(SIDE / 2 + 61, SIDE / 2 + 44)], table) == [(SIDE / 2 + 61, SIDE / 2 + 44)]
    many = [found(22.0 * n, 300.0) for n in range(40)]
    assert places_of(many, table) == [(22.0 * n, 300.0) for n in range(MOST)]


def test_the_markers_in_the_corners_are_not_asked_about():
    corner, beside = found(SIDE - 60.0, 50.0), found(SIDE - 60.0, 300.0)
    assert places_of([corner, beside], felt()) == [(beside.x, beside.y)]


def test_of_forty_throws_all_dice_are_found_and_read_with_and_without_a_memory(detector):
    dice = right = made_up = again = 0
    for seed in range(40):
        image, thrown = throw(seed)
        memory = TableMemory()
        told = detector.detect_table(image, (26.0, 35.0), memory)[1]
        dice += len(thrown)
        near = [
            [die.pips for die in told if math.dist(centre(die.corners_mm), (x, y)) < 8] for _, x, y in thrown
        ]
        right += sum(pips == [there] for pips, (there, _, _) in zip(near, thrown, strict=True))
        made_up += len(told) - sum(map(len, near))
        again += detector.detect_table(image, (26.0, 35.0), memory)[1] == told
    assert right >= 0.99 * dice
    assert made_up <= 1
    assert again >= 39


def test_a_clear_die_that_lies_still_is_not_looked_at_again(detector, monkeypatch):
    image, _ = throw(3)
    memory, asked, look = TableMemory(), [], DiceNetwork.in_windows

    def noting(own, picture, places):
        asked[-1] += len(places)
        return look(own, picture, places)

    def dice():
        asked.append(0)
        return detector.detect_table(image, (26.0, 35.0), memory)[1]

    monkeypatch.setattr(DiceNetwork, "in_windows", noting)
    told = [dice() for _ in range(2)]
    for _ in ZOOMS:
        memory.forget()
        told.append(dice())
    assert told[0] == told[1] == told[-1]
    assert asked[1] < asked[0] == asked[-1]


@pytest.mark.parametrize(("least", "turns"), [(0.99, 2), (1.1, 4)], ids=["clear", "never clear"])
def test_a_clear_die_is_seen_in_two_of_its_turns(least: float, turns: int):
    network = DiceNetwork(MODELS, threads=1)
    network.settings = replace(network.settings, clear_pips=least)
    picture, asked = throw(3)[0].picture, list[int]()
    say = network._classifier.run
    network._classifier.run = lambda crops: asked.append(len(crops)) or say(crops)
    dice = network.in_windows(picture, [(SIDE / 2, SIDE / 2)]) or network.in_photo(picture, 0.9)
    looked = network.again(picture, dice[:1], (20.0,))
    assert sum(asked) == turns
    assert looked[0].chance > 0.99


@pytest.mark.parametrize("seed", [4, 6, 34, 66])
def test_a_die_that_nobody_pointed_at_is_found_beside_one_that_is(detector, seed):
    image, thrown = throw(seed, reach_mm=20.0)
    half = image.picture.shape[0] / 2
    spots = [(half + x * SCALE, half - y * SCALE) for _, x, y in thrown]
    assert 30 < math.dist(*spots) < 45, "outside the window that is asked about"
    (_, dice), _ = dice_on_table(detector.dice, image.picture, spots[:1], ())
    middles = [np.mean(die.corners_px, axis=0) for die in dice]
    assert len(dice) == 2
    assert all(min(math.dist(middle, spot) for middle in middles) < 8 for spot in spots)


def test_in_a_photo_dice_are_found_at_any_scale():
    for_photos, right = Detector.load(threads=1), 0
    for seed, scale in ((3, 0.7), (4, 1.0), (8, 2.0)):
        image, thrown = throw(seed, reach_mm=60.0)
        half = image.picture.shape[0] // 2
        part = image.picture[half - 160 : half + 160, half - 160 : half + 160]
        photo = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        told = for_photos.detect_photo(photo)
        assert not told.tiles
        for pips, x, y in thrown:
            spot = ((160 + x * SCALE) * scale, (160 - y * SCALE) * scale)
            middles = [(np.mean(die.corners_px, axis=0), die.pips) for die in told.dice]
            right += any(math.dist(middle, spot) < 8 * scale and read == pips for middle, read in middles)
    assert right >= 6


def test_a_picture_smaller_than_a_window_holds_no_dice():
    tiny = np.zeros((20, 30, 3), np.uint8)
    network = DiceNetwork(MODELS, 1)
    assert network.in_windows(tiny, [(10.0, 10.0)]) == []
    assert network.in_photo(np.zeros((1, 1, 3), np.uint8)) == []


@pytest.mark.parametrize("text", [None, "{", '{"least": 0.5}'], ids=["missing", "cut short", "incomplete"])
def test_a_settings_file_that_cannot_be_read_is_named(tmp_path: Path, text: str | None):
    shutil.copy(MODELS / "dice.onnx", tmp_path / "dice.onnx")
    if text is not None:
        (tmp_path / "dice.json").write_text(text)
    with pytest.raises(VisionError, match=r"dice\.json is (missing|broken)"):
        DiceNetwork(tmp_path, 1)
