"""Simulated tables, straightened as `jantaku watch` sees them, kept in a folder to cut windows out of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.rules import load_ruleset
from models.train.dice.lay import LaidDie, clockwise
from models.train.scenes.body import Picture, Rng
from models.train.scenes.straighten import DICE, kept
from vision.camera.rectify import Rectifier
from vision.observation import DieObservation, TableImage
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.director import film_of
from vision.simulate.observations import observations_of
from vision.simulate.playing.play import play_game
from vision.simulate.poses import DiePose, Scene
from vision.simulate.settings import LAYOUTS, LOOKS, PRESETS, Light, TwinSettings

RULES = ("mcr", "riichi")
SIZES_MM = (9.0, 20.0)
DICE_COLOURS = ((236, 240, 242), (40, 40, 200), (150, 60, 30), (40, 40, 40), (60, 160, 60), (200, 232, 250))
COLOUR_SHARES = (0.6, 0.08, 0.08, 0.08, 0.06, 0.1)
THROWN_MM, STREWN_MM = 150.0, 390.0
PICTURES = ((1440, 1080), (1920, 1080))


def draw_tables(folder: Path, count: int, seed: int) -> None:
    """Draws `count` tables in mid deal into `folder`, dice strewn on each; what is there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / DICE
    known = json.loads(index.read_text()) if index.exists() else {}
    for number in range(seed, seed + count):
        name = f"{number:05d}.jpg"
        if name not in known:
            table, dice = any_table(number)
            known[name] = kept(folder / name, table, dice)
            index.write_text(json.dumps(known))


Seen = tuple[TableImage, tuple[DieObservation, ...]]


def usual_table(seed: int, die_mm: float, size: tuple[int, int]) -> Seen:
    """A straightened table of a club in mid deal, three pale dice thrown into its middle, seen by a camera
    whose picture has that `size`."""
    settings = PRESETS["club"]
    look = LOOKS[list(LOOKS)[seed % len(LOOKS)]]
    settings = replace(settings, look=look, die_mm=die_mm, cups=0, view=replace(settings.view, size=size))
    return _seen(settings, np.random.default_rng(seed), seed, 3, THROWN_MM)


def any_table(seed: int) -> Seen:
    """A straightened table in mid deal, dice of any size and colour strewn on it, whatever lies there."""
    rng = np.random.default_rng(seed)
    settings = PRESETS[str(rng.choice(list(PRESETS)))]
    colour = DICE_COLOURS[int(rng.choice(len(DICE_COLOURS), p=COLOUR_SHARES))]
    light = Light(
        brightness=float(rng.uniform(0.5, 1.6)), gradient=float(rng.uniform(0, 0.6)),
        shadow=float(rng.uniform(0.2, 0.7)), shadow_mm=float(rng.uniform(0.3, 1.4)),
        warmth=float(rng.uniform(-0.3, 0.35)), noise=float(rng.uniform(0.5, 5)),
        blur_px=float(rng.uniform(0.3, 1.4)), jpeg_quality=int(rng.integers(70, 97)),
    )  # fmt: skip
    settings = replace(
        settings, light=light, look=replace(LOOKS[str(rng.choice(list(LOOKS)))], die=colour),
        places=LAYOUTS[str(rng.choice(list(LAYOUTS)))],
        cups=int(rng.integers(3)), phones=int(rng.integers(2)),
        view=replace(settings.view, size=PICTURES[int(rng.integers(len(PICTURES)))]),
        die_mm=float(rng.uniform(*SIZES_MM)),
    )  # fmt: skip
    return _seen(settings, rng, seed, 12, STREWN_MM)


def _seen(settings: TwinSettings, rng: Rng, seed: int, most: int, reach_mm: float) -> Seen:
    rules = load_ruleset(str(rng.choice(RULES)))
    film, _ = film_of(rules, play_game(rules, seed, 1), settings, seed, 0)
    at_s = film.ends_s * rng.uniform(0.02, 0.95)
    while film.arms_at(at_s) and at_s < film.ends_s:
        at_s += 0.1
    scene = _strewn(film.scene_at(at_s), rng, most, reach_mm)
    lens = lens_of(settings.view)
    table = Rectifier(calibration_of(lens, settings.view.size)).rectify(
        Sensor(settings, seed).taken(Painter(settings, seed).still(scene), 0, at_s)
    )
    seen_from = (float(lens.place_mm[0]), float(lens.place_mm[1]), float(lens.place_mm[2]))
    return table, observations_of(scene, seen_from, settings.tile_mm[2])[1]


def _strewn(scene: Scene, rng: Rng, most: int, reach_mm: float) -> Scene:
    """The scene with up to `most` dice where no tile lies, so far from the middle."""
    taken = [np.array(tile.centre_mm) for tile in scene.tiles]
    dice: list[DiePose] = []
    for spot in rng.uniform(-reach_mm, reach_mm, (200, 2)):
        away = [float(np.hypot(*(spot - other))) for other in taken]
        if len(dice) < most and min(away, default=99.0) > 20 + scene.die_mm / 2:
            x, y = spot.tolist()
            dice.append(DiePose(int(rng.integers(1, 7)), (x, y), float(rng.uniform(0, 360))))
            taken.append(spot)
    return replace(scene, dice=tuple(dice))


class KeptTables:
    """The kept tables, to cut windows out of."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """`folders`: as `draw_tables` leaves one. ValueError for a picture that cannot be read."""
        self.shown: list[tuple[Picture, list[LaidDie]]] = []
        kept = [
            (folder / name, dice)
            for folder in folders
            for name, dice in json.loads((folder / DICE).read_text()).items()
        ]
        for file, dice in kept:
            picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
            if picture is None:
                raise ValueError(f"cannot read the picture {file}")
            laid = [LaidDie(die["pips"], clockwise(np.array(die["corners"], float)), 1.0) for die in dice]
            self.shown.append((np.asarray(picture, np.uint8), laid))

    def window(self, rng: Rng, side: int) -> tuple[Picture, tuple[LaidDie, ...]]:
        """A window `side` pixels wide, its scale a little changed, and the dice whose middle lies in it."""
        picture, dice = self.shown[int(rng.integers(len(self.shown)))]
        scale = float(np.exp(rng.normal(0, 0.15)))
        aim = rng.uniform(0.1, 0.9, 2) * picture.shape[0]
        matrix = np.column_stack([np.eye(2) * scale, side / 2 - aim * scale])
        cut = cv2.warpAffine(
            picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        moved = [replace(die, corners=cv2.transform(die.corners[None], matrix)[0]) for die in dice]
        return np.asarray(cut, np.uint8), tuple(
            die
            for die in moved
            if (die.corners.mean(axis=0) > 0).all() and (die.corners.mean(axis=0) < side).all()
        )
