"""`python -m models.evaluate.light [FOLDER]`: what the detector reads in which light.

Simulated tables are drawn in named lights, three colours of table and tile each; counted are tiles found
within `NEAR_MM` of where they lie, and right. Photos in FOLDER (as `photos` takes them) are put in
classes by their own brightness and tint, for nobody wrote down the lamp.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.rules import load_ruleset
from models.command import run
from models.evaluate.photos import Tally, count_photo
from models.train.photos import read_photos
from vision.camera.rectify import Rectifier
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import Picture, TableImage, TileObservation
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.director import film_of
from vision.simulate.filming.film import Film
from vision.simulate.knobs import turned
from vision.simulate.observations import observations_of
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LOOKS, Light, TwinSettings, preset

NEAR_MM = 8.0
MOMENTS = (0.12, 0.45, 0.9)
"""When each deal is looked at, as shares of its length."""
LIGHTS = {
    "usual": Light(),
    "bright": Light(brightness=1.6),
    "dim": Light(brightness=0.5, noise=3.0),
    "very dim": Light(brightness=0.28, noise=5.0, blur_px=0.7),
    "warm lamp": Light(warmth=0.35),
    "cold lamp": Light(warmth=-0.3),
    "one lamp beside": Light(brightness=1.0, gradient=0.75, shadow=0.5, shadow_mm=0.9),
    "hard shadows": Light(shadow=0.75, shadow_mm=1.4),
    "soft focus": Light(blur_px=1.5, noise=2.5, jpeg_quality=75),
}
DARK, BRIGHT = 75.0, 150.0
"""Mean grey levels of a photo below and above which it counts as dark and bright."""
WARM, COLD = 1.25, 0.95
"""Red to blue where the photo is brightest, above and below which its light counts as warm and as cold."""


Drawn = tuple[TableImage, tuple[TileObservation, ...], TwinSettings]


@dataclass(slots=True)
class Count:
    """Tiles of one kind: how many lie there, were found, and rightly read; and how many were made up."""

    there: int = 0
    found: int = 0
    right: int = 0


def tables(
    light: Light,
    seed: int = 11,
    ruleset: str = "mcr",
    art: Path | None = None,
    knobs: Sequence[str] = (),
    size: tuple[int, int] | None = None,
    count: int = len(LOOKS),
) -> Iterator[Drawn]:
    """Tables in that light as the detector gets them, and what truly lies there; `art`: a folder of other
    faces than our own; `knobs`: other numbers of the table, as `jantaku simulate --set`; `size` of the
    picture, pixels; `count`: how many tables, each in a look of its own. VisionError: no such knob."""
    rules = load_ruleset(ruleset)
    for number, look in enumerate(list(LOOKS.values())[:count]):
        settings = turned(replace(preset("club"), light=light, look=look, art=art), knobs)
        settings = replace(settings, view=replace(settings.view, size=size or settings.view.size))
        film, _ = film_of(rules, play_game(rules, seed + number, 1), settings, seed + number, 0)
        lens = lens_of(settings.view)
        rectifier = Rectifier(calibration_of(lens, settings.view.size))
        painter, sensor = Painter(settings, seed), Sensor(settings, seed)
        seen_from = (float(lens.place_mm[0]), float(lens.place_mm[1]), float(lens.place_mm[2]))
        for moment in MOMENTS:
            scene = film.scene_at(_calm(film, film.ends_s * moment))
            table = rectifier.rectify(sensor.taken(painter.still(scene), number, moment))
            yield table, observations_of(scene, seen_from, settings.tile_mm[2])[0], settings


def _calm(film: Film, at_s: float) -> float:
    while film.arms_at(at_s) and at_s < film.ends_s:
        at_s += 0.1
    return at_s


def count_table(
    counts: dict[str, Count], seen: tuple[TileObservation, ...], truth: tuple[TileObservation, ...]
) -> int:
    """Adds one table's tiles to `counts` by kind; returns how many were seen where nothing lies."""
    places = np.array([np.mean(tile.corners_mm, axis=0) for tile in seen]).reshape(-1, 2)
    free = np.ones(len(seen), bool)
    for tile in truth:
        count = counts.setdefault(tile.kind, Count())
        count.there += 1
        away = np.where(free, np.hypot(*(places - np.mean(tile.corners_mm, axis=0)).T), np.inf)
        if not len(away) or away.min() > NEAR_MM:
            continue
        number = int(away.argmin())
        free[number] = False
        count.found += 1
        one = seen[number]
        count.right += one.kind == tile.kind and (
            tile.kind != "face" or bool(one.faces and one.faces[0][0] == tile.faces[0][0])
        )
    return int(free.sum())


def light_of(picture: Picture) -> str:
    """The class of a photo's light: how bright it is on the whole, and the tint of what is brightest."""
    small = cv2.resize(picture, (64, 64), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    grey = small.mean(axis=1)
    pale = small[grey >= np.percentile(grey, 90)].mean(axis=0)
    level = "dark" if grey.mean() < DARK else "bright" if grey.mean() > BRIGHT else "middling"
    ratio = pale[2] / max(pale[0], 1.0)
    tint = "warm" if ratio > WARM else "cold" if ratio < COLD else "neutral"
    return f"{level}, {tint}"


def photos_by_light(detector: Detector, folder: Path, every: int, only: tuple[str, ...]) -> dict[str, Tally]:
    """Tallies of the photos by the class of their light."""
    tallies: dict[str, Tally] = {}
    for source in sorted(path for path in folder.iterdir() if (path / "annotations.json").exists()):
        if only and source.name not in only:
            continue
        for photo in read_photos(source)[::every]:
            picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
            if picture is not None:
                shown = np.asarray(picture, np.uint8)
                count_photo(tallies.setdefault(light_of(shown), Tally()), photo, detector, shown, 0.0)
    return tallies


def _print_tables(
    detector: Detector,
    names: Sequence[str],
    knobs: Sequence[str],
    size: tuple[int, int] | None,
    each: int,
) -> None:
    print(f"{'light':16} {'kind':9} {'there':>6} {'found':>7} {'right':>7}")
    for name in names or LIGHTS:
        counts: dict[str, Count] = {}
        made_up = 0
        for table, truth, settings in tables(LIGHTS[name], knobs=knobs, size=size, count=each):
            seen = detector.detect_table(table, settings.tile_mm[:2])[0]
            made_up += count_table(counts, seen, truth)
        for kind, count in sorted(counts.items()):
            shares = f"{count.found / count.there:7.4f} {count.right / count.there:7.4f}"
            print(f"{name:16} {kind:9} {count.there:6} {shares}")
        print(f"{name:16} {'made up':9} {made_up:6}", flush=True)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", help="photos to class by their light as well")
    parser.add_argument("--every", type=int, default=1, help="only each n-th photo of a source")
    parser.add_argument("--source", action="append", default=[], help="only photos of this source (repeat)")
    parser.add_argument("--tables", type=int, default=len(LOOKS), help="how many in each light")
    parser.add_argument("--light", action="append", default=[], choices=LIGHTS, help="only this one (repeat)")
    parser.add_argument("--models", type=Path, default=None, help="other networks, for tables too")
    parser.add_argument("--set", dest="knobs", action="append", default=[], metavar="KNOB=VALUE",
                        help="another number of the simulated table, such as tile_mm=20,27,16")  # fmt: skip
    parser.add_argument("--size", type=_size, metavar="WxH", help="of the simulated pictures, pixels")
    chosen = parser.parse_args()
    if chosen.folder is not None and not chosen.folder.is_dir():
        parser.error(f"{chosen.folder} is not a folder")
    if chosen.folder is None:
        for_tables = Detector.load(chosen.models or LIVE_MODELS, threads=1)
        return _print_tables(for_tables, chosen.light, chosen.knobs, chosen.size, chosen.tables)
    detector = Detector.load(chosen.models, threads=1)
    print(f"{'light':18} {'photos':>6} {'boxes':>6} {'found':>7} {'right':>7}")
    tallies = photos_by_light(detector, chosen.folder, chosen.every, tuple(chosen.source))
    for name, tally in sorted(tallies.items()):
        row = tally.as_json()
        print(f"{name:18} {tally.photos:6} {tally.boxes:6} {row['found']:7} {row['right']:7}")


if __name__ == "__main__":
    run(main)
