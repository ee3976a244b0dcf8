"""`python -m models.evaluate.blanks`: tiles without a drawing, on tables with backs of many colours.

Each table is played, and looked at six times from its walls' building to its end. On every second one the
white dragon is blank. What is told is counted for the white dragons and the backs that lie there, and for the
other faces that are told as one of the two. The colours are drawn by chance; where backs are as pale as the
bodies, only a framed dragon can be told.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.rules import load_ruleset
from engine.tiles import ALL_FACES
from models.command import run
from vision.camera.rectify import Rectifier
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.layout.zones import TableGeometry
from vision.observation import TileObservation
from vision.pipeline.observing import Observer
from vision.simulate.drawing.art import picture_name
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.director import film_of
from vision.simulate.observations import observations_of
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LOOKS, TwinSettings, preset
from vision.tile_art import ink_picture

WHITE = "5z"
BACKS = (
    (142, 86, 36), (48, 120, 52), (38, 118, 208), (120, 40, 90), (60, 200, 230), (40, 40, 170), (40, 40, 40),
    (190, 150, 110), (170, 200, 150), (180, 140, 190), (120, 170, 210), (214, 232, 240),
)  # fmt: skip
"""Blue, green, red of backs: strong colours, pale ones, and that of bodies."""
BODIES = ((214, 232, 240), (226, 236, 238), (190, 215, 228), (236, 240, 240))
MOMENTS = (0.03, 0.2, 0.45, 0.7, 0.9, 0.99)
NEAR_MM = 10.0
ART_PX = (96, 128)


def blank_set(folder: Path) -> Path:
    """The drawn set with a white dragon that shows nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    for face in ALL_FACES:
        ink = ink_picture(face, *ART_PX)
        cv2.imwrite(str(folder / f"{picture_name(face)}.png"), ink * 0 if face == WHITE else ink)
    return folder


def table_of(seed: int, blank: Path) -> TwinSettings:
    """A club table in colours of its own."""
    rng = np.random.default_rng(seed)
    back, body = BACKS[int(rng.integers(len(BACKS)))], BODIES[int(rng.integers(len(BODIES)))]
    look = replace(LOOKS[list(LOOKS)[seed % len(LOOKS)]], back=back, body=body)
    return replace(preset("club"), look=look, art=blank if seed % 2 else None)


def looks(
    detector: Detector, settings: TwinSettings, seed: int, name: str, count: int = len(MOMENTS)
) -> Iterator[Counter[str]]:
    """What is told of a table at each of the first `count` moments."""
    rules = load_ruleset(name)
    film, _ = film_of(rules, play_game(rules, seed, 1), settings, seed, 0)
    lens = lens_of(settings.view)
    rectifier = Rectifier(calibration_of(lens, settings.view.size))
    painter, sensor, observer = Painter(settings, seed), Sensor(settings, seed), Observer(detector)
    place = (float(lens.place_mm[0]), float(lens.place_mm[1]), float(lens.place_mm[2]))
    geometry = TableGeometry(tile_mm=settings.tile_mm[:2], stacks=rules.stacks, camera_mm=place)
    for number, share in enumerate(MOMENTS[:count]):
        at_s = film.ends_s * share
        while film.arms_at(at_s) and at_s < film.ends_s:
            at_s += 0.1
        scene = film.scene_at(at_s)
        table = rectifier.rectify(sensor.taken(painter.still(scene), number, at_s))
        told = observer.observed(table, geometry)[0]
        yield counted(observations_of(scene, place, settings.tile_mm[2])[0], told)


def counted(there: tuple[TileObservation, ...], told: tuple[TileObservation, ...]) -> Counter[str]:
    """How often what lies there is told as what; standing tiles are left out."""
    places = np.array([np.mean(one.corners_mm, axis=0) for one in told]).reshape(-1, 2)
    tally: Counter[str] = Counter()
    for one in there:
        if one.kind == "standing":
            continue
        away = np.hypot(*(places - np.mean(one.corners_mm, axis=0)).T)
        near = int(away.argmin()) if len(away) else -1
        seen = word(told[near]) if near >= 0 and away[near] < NEAR_MM else "nothing"
        tally[f"{word(one)} told as {seen}"] += 1
    return tally


def word(tile: TileObservation) -> str:
    """A white dragon, a back, or another face."""
    if tile.kind == "face" and tile.faces:
        return "white" if tile.faces[0][0] == WHITE else "face"
    return "back" if tile.kind == "back" else "nothing"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, nargs=2, default=(7500, 7539), metavar=("FIRST", "LAST"))
    parser.add_argument("--models", type=Path, default=LIVE_MODELS)
    parser.add_argument("--looks", type=int, default=len(MOMENTS), help="how many at each table")
    parser.add_argument("--each", action="store_true", help="a line for each table with anything wrong")
    chosen = parser.parse_args()
    detector, tally = Detector.load(chosen.models, threads=1), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        blank = blank_set(Path(folder))
        for seed in range(chosen.seeds[0], chosen.seeds[1] + 1):
            settings = table_of(seed, blank)
            rules = ("mcr", "riichi")[seed // 2 % 2]
            for number, one in enumerate(looks(detector, settings, seed, rules, chosen.looks)):
                tally += one
                wrong = {row: count for row, count in one.items() if len(set(row.split(" told as "))) > 1}
                if chosen.each and wrong:
                    print(seed, number, "back", settings.look.back, "body", settings.look.body, wrong)
    for row, count in sorted(tally.items()):
        print(f"{row:24} {count:6}")


if __name__ == "__main__":
    run(main)
