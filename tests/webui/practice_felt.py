"""Pictures of what a learner lays, painted by the simulated table and read with the shipped networks.

Each picture is painted and read once, however many tests judge it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from engine.practice.lesson import Answer, Lesson, Verdict
from engine.practice.lessons import lesson_named
from engine.practice.shown import Shown, parse_rows
from engine.practice.throwing import thrown
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.state import GameState, Wall
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import Picture
from vision.simulate.drawing.painter import Painter
from vision.simulate.poses import DiePose, Scene, TilePose
from vision.simulate.scene import scene_of
from vision.simulate.settings import TwinSettings, preset
from webui.practice.pictures.seeing import rows_in_photo
from webui.practice.pictures.seeing_table import table_in_picture

MCR = load_ruleset("mcr")
EASY = preset("easy")
NEAR = replace(EASY, name="near", view=replace(EASY.view, size=(960, 720), across_mm=470.0))
"""As a phone is held over a row of tiles."""


@cache
def detector() -> Detector:
    """The shipped networks, loaded once."""
    return Detector.load()


@cache
def table_detector() -> Detector:
    """Those for tables."""
    return Detector.load(LIVE_MODELS)


@cache
def _painter(name: str) -> Painter:
    return Painter(NEAR if name == "near" else preset(name))


def near() -> Painter:
    """A phone over a row of tiles."""
    return _painter("near")


def over_table() -> Painter:
    """The camera that sees the whole table."""
    return _painter("easy")


def laid_out(text: str, crooked: float = 1.0) -> Scene:
    """Rows of tiles on the felt, as a person before seat 0 lays them, a little crookedly."""
    chance = np.random.default_rng(7)
    poses = []
    for line, row in enumerate(parse_rows(text)):
        x = -14.0 * len(row)
        for place, tile in enumerate(row):
            wide = 35.0 if tile.turned else 26.0
            x += wide / 2 + 0.8 + (16 if tile.apart else 0)
            y = 70 - 52 * line - (4 if tile.turned else 0)
            angle = (90 if tile.turned else 0) + crooked * chance.normal()
            lies = "face_down" if tile.face_down else "face_up"
            centre = (x + crooked * 0.4 * chance.normal(), y + crooked * 0.8 * chance.normal())
            poses.append(TilePose(tile.tile, lies, centre, angle, "loose", f"{line}:{place}"))
            x += wide / 2
    return Scene(tuple(poses), (), EASY.tile_mm, EASY.die_mm)


@cache
def seen(text: str, painter: str = "near") -> Shown:
    """What is read of these rows laid on the felt."""
    return rows_in_photo(_painter(painter).still(laid_out(text)), detector())


def thrown_dice(*pips: int) -> Shown:
    """What is read of dice thrown on the empty table."""
    return rows_in_photo(dice_picture(*pips), detector())


def dice_picture(*pips: int) -> Picture:
    """Dice on the empty table."""
    dice = tuple(DiePose(number, (28.0 * at - 20, 10.0 * at), 20.0 * at) for at, number in enumerate(pips))
    return over_table().still(Scene((), dice, EASY.tile_mm, EASY.die_mm))


def table_picture(state: GameState, settings: TwinSettings = EASY) -> Picture:
    """The whole table as its camera sees it."""
    return _painter(settings.name).still(scene_of(state, settings))


def on_table(state: GameState) -> Shown:
    """What is read of a whole table in one picture."""
    return table_in_picture(table_picture(state), table_detector(), state.rules.stacks, EASY.square_mm)


def walls(wall: Wall, rules: Ruleset = MCR) -> Shown:
    """What is read of walls on the table and nothing else."""
    return on_table(replace(thrown(rules, 0), wall=wall, dice=(), phase="building"))


def judged(
    lesson: str, shown: Shown | None, seed: int = 0, rules: Ruleset = MCR, picked: tuple[str, ...] = (),
    seconds: float | None = None,
) -> Verdict:  # fmt: skip
    """The verdict on what was shown and picked for a task."""
    found: Lesson = lesson_named(lesson)
    return found.check(found.task(rules, seed), Answer(shown, picked, seconds))


def names(verdict: Verdict) -> set[str]:
    """What a verdict speaks of."""
    return {note.name for note in verdict.notes}


def blurred(picture: Picture, by: float = 5.0) -> Picture:
    """Out of focus, or moved while it was taken."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), by), np.uint8)


def dark(picture: Picture, share: float = 0.01) -> Picture:
    """With the lamp out: the sensor's noise is all there is."""
    noise = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture * share + noise, 0, 255), np.uint8)


def under_a_hand(picture: Picture, share: float = 0.5) -> Picture:
    """A sleeve and a hand over the middle of the picture, so wide a part of it."""
    high, wide = picture.shape[:2]
    covered = picture.copy()
    half = round(share * wide / 2)
    cv2.rectangle(covered, (wide // 2 - half, round(0.3 * high)), (wide // 2 + half, high), (60, 50, 45), -1)
    cv2.ellipse(
        covered, (wide // 2, round(0.35 * high)), (half, round(0.22 * high)), 0, 0, 360, (150, 180, 225), -1
    )
    return covered
