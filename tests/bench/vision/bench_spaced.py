"""Whether a photo of tiles laid apart turns the felt between them into tiles, over pictures listed by seed.

    python tests/bench/vision/bench_spaced.py [--seeds 9001:9061] [--show]

Each seed draws a felt, a lamp, a phone held over it, and five to fourteen tiles that lie 3 to 60 mm apart and
a little crooked, each sixth face down; they are read as a learner's photo is. Counted are tiles told that
nobody laid, tiles that are missing, and faces read as others.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[3]))

from engine.practice.shown import Shown
from engine.tiles import ALL_FACES
from tests.bench.vision.bench_mat import FELTS
from vision.detect.detector import Detector
from vision.simulate.chance import chance
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.poses import Lies, Scene, TilePose
from vision.simulate.settings import Light, TwinSettings, preset
from webui.practice.pictures.seeing import rows_in_photo


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--seeds", default="9001:9061")
    given.add_argument("--show", action="store_true")
    asked = given.parse_args()
    low, high = map(int, asked.seeds.split(":"))
    detector = Detector.load()
    laid = extra = missing = misread = spoilt = 0
    for seed in range(low, high):
        settings, tiles = laid_apart(seed)
        painter = Painter(settings, seed)
        scene = Scene(tuple(tiles), (), settings.tile_mm, settings.die_mm)
        picture = Sensor(settings, seed).taken(painter.still(scene), 1, 0.0)
        shown = rows_in_photo(picture, detector)
        more, less, other = compared(painter, tiles, shown)
        laid, extra, missing, misread = laid + len(tiles), extra + more, missing + less, misread + other
        spoilt += bool(more)
        if asked.show and (more or less or other):
            print(f"  {seed}: {more} extra, {less} missing, {other} misread of {len(tiles)} {shown.problem}")
    print(
        f"{high - low} pictures, {laid} tiles laid: {extra} told that nobody laid (in {spoilt} pictures), "
        f"{missing} missing, {misread} misread"
    )


def laid_apart(seed: int) -> tuple[TwinSettings, list[TilePose]]:
    """The table that `seed` draws, and the tiles on it."""
    rng = chance(seed, "tiles apart")
    easy = preset("easy")
    felt = str(rng.choice(list(FELTS)))
    light = Light(
        brightness=float(rng.uniform(0.7, 1.3)), gradient=float(rng.uniform(0, 0.5)),
        gradient_deg=float(rng.uniform(-180, 180)), noise=float(rng.uniform(0.5, 5)),
        blur_px=float(rng.uniform(0.3, 1.3)), jpeg_quality=int(rng.integers(55, 96)),
    )  # fmt: skip
    view = replace(
        easy.view, size=(1280, 960), across_mm=float(rng.uniform(330, 520)),
        offset_mm=(float(rng.uniform(-150, 150)), float(rng.uniform(-300, 50))),
        roll_deg=float(rng.uniform(-12, 12)),
    )  # fmt: skip
    look = replace(easy.look, felt=FELTS[felt])
    settings = replace(easy, look=look, light=light, view=view, marker_mm=0.0, cups=0)
    gap, tiles, x, y = float(rng.uniform(3, 60)), [], -150.0, 70.0
    for number in range(int(rng.integers(5, 15))):
        face = str(rng.choice(sorted(ALL_FACES)))
        spot = (x + float(rng.normal(0, 1)), y + float(rng.normal(0, 1.5)))
        lies: Lies = "face_down" if number % 6 == 4 else "face_up"
        tiles.append(TilePose(face, lies, spot, float(rng.normal(0, 5)), "loose", str(number)))
        x += 26.0 + gap
        if x > 150:
            x, y = -150.0, y - 35.0 - max(gap, 12.0)
    return settings, [tile for tile in tiles if tile.centre_mm[1] > -120]


def compared(painter: Painter, tiles: list[TilePose], shown: Shown) -> tuple[int, int, int]:
    """How many tiles are told that nobody laid, how many are missing, how many read as another face."""
    tops = np.array([(*tile.centre_mm, painter.settings.tile_mm[2]) for tile in tiles])
    spots = painter.lens.project(tops)
    near = 0.5 * float(np.linalg.norm(painter.lens.project(tops[:1] + np.array([26.0, 0, 0])) - spots[:1]))
    found: dict[int, str | None] = {}
    extra = 0
    for tile in (tile for row in shown.rows for tile in row):
        middle = np.mean(np.array(tile.corners), axis=0)
        away = np.linalg.norm(spots - middle, axis=1)
        at = int(np.argmin(away))
        if away[at] > near or at in found:
            extra += 1
        else:
            found[at] = tile.tile
    misread = sum(face is not None and face != tiles[at].tile for at, face in found.items())
    return extra, len(tiles) - len(found), misread


if __name__ == "__main__":
    main()
