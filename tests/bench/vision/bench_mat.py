"""How exactly a mat or frame is found without markers, over simulated tables written down by seed.

    python tests/bench/vision/bench_mat.py [--seeds 9001:9121] [--photos FOLDER] [--keep FOLDER]
                                           [--show-worst]

Each seed draws a table (colours of felt, frame and floor), a lamp, a camera and what lies there: nothing, the
walls, or a deal in play with cups and an arm. In four of five the whole felt is in the picture: the error is
how far each of its corners is, in millimetres on the table, from where the camera that filmed it sees it. In
the fifth it is not, and only a refusal is right. `--photos`: pictures that show no whole mat; each one taken
for a mat is counted. `--keep` writes the pictures with what was found drawn in.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.rules import load_ruleset
from engine.table.state import Discard, GameState, SeatState, Wall
from vision.camera.mat import calibrate_from_mat
from vision.observation import Picture, VisionError
from vision.simulate.chance import chance
from vision.simulate.drawing.ground import FELT_MM
from vision.simulate.drawing.lens import Lens
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.arms import Arm, paint_arm
from vision.simulate.scene import scene_of
from vision.simulate.settings import LOOKS, Appearance, Bgr, Light, TwinSettings, View

FELTS: dict[str, Bgr] = {
    "green": (62, 98, 30), "dark green": (40, 62, 18), "blue": (112, 66, 38), "navy": (70, 40, 24),
    "red": (44, 38, 128), "black": (38, 36, 36), "grey": (120, 118, 116), "beige": (120, 152, 178),
    "brown": (58, 76, 104), "purple": (104, 52, 92),
}  # fmt: skip
FRAMES: dict[str, Bgr] = {
    "oak": (32, 58, 98), "pine": (96, 140, 180), "black": (28, 28, 30), "white": (214, 216, 216),
    "grey": (120, 124, 126), "mahogany": (28, 32, 66),
}  # fmt: skip
FLOORS: dict[str, Bgr] = {
    "stone": (58, 62, 68), "parquet": (70, 110, 150), "carpet": (96, 92, 110), "white": (206, 206, 204),
}  # fmt: skip
WRONG_MM = 25.0
"""A corner farther off than this is no help to anybody: the square is another one."""


@dataclass(frozen=True)
class Result:
    """What one seed gave: its words, whether the whole felt is in view, corner errors (mm) or why not."""

    seed: int
    said: str
    is_whole: bool
    off_mm: tuple[float, ...]
    why: str
    confidence: float


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--seeds", default="9001:9121")
    given.add_argument("--photos", type=Path)
    given.add_argument("--most-photos", type=int, default=300)
    given.add_argument("--keep", type=Path)
    given.add_argument("--show-worst", action="store_true")
    asked = given.parse_args()
    low, high = map(int, asked.seeds.split(":"))
    began = time.process_time()
    results = [measured(seed, asked.keep) for seed in range(low, high)]
    told(results, asked.show_worst)
    print(f"CPU {(time.process_time() - began) / len(results):.2f} s a seed, drawing included")
    if asked.photos:
        count_photos(asked.photos, asked.most_photos)


def measured(seed: int, keep: Path | None) -> Result:
    """One seed: drawn, looked for, compared."""
    settings, arms, said, is_whole, state = table_of(seed)
    painter = Painter(settings, seed)
    picture = painter.still(scene_of(state, settings, seed))
    for arm in arms:
        paint_arm(picture, arm, painter.lens, settings)
    picture = Sensor(settings, seed).taken(picture, 1, 0.0)
    try:
        found = calibrate_from_mat(picture, 2 * FELT_MM)
    except VisionError as wrong:
        keep_picture(keep, seed, picture, None)
        return Result(seed, said, is_whole, (), str(wrong), 0.0)
    seen = corners_px(painter.lens)
    off = np.linalg.norm(found.to_table(seen) - corners_mm(), axis=1)
    keep_picture(keep, seed, picture, found.project(np.column_stack([corners_mm(), np.zeros(4)])))
    return Result(seed, said, is_whole, tuple(map(float, off)), "", found.confidence)


def table_of(seed: int) -> tuple[TwinSettings, list[Arm], str, bool, GameState]:
    """The table that `seed` draws."""
    rng = chance(seed, "a table for the mat")
    felt, frame, floor = (str(rng.choice(list(each))) for each in (FELTS, FRAMES, FLOORS))
    look = replace(Appearance(), felt=FELTS[felt], rim=FRAMES[frame], floor=FLOORS[floor])
    if rng.random() < 0.15:
        name = str(rng.choice(list(LOOKS)))
        look, felt, frame, floor = LOOKS[name], name, "its own", "its own"
    is_whole = rng.random() < 0.8
    across = rng.uniform(1020, 1400) if is_whole else rng.uniform(720, 860)
    reach = 140.0 if is_whole else 60.0
    view = View(
        size=[(1440, 1080), (1920, 1080), (1280, 720), (640, 480)][int(rng.integers(4))],
        height_mm=float(rng.uniform(850, 1600)),
        offset_mm=(float(rng.uniform(-reach, reach)), float(rng.uniform(-2 * reach, reach))),
        roll_deg=float(rng.uniform(-8, 8)),
        k1=float(rng.uniform(-0.14, 0.03)),
        k2=0.015,
        across_mm=float(across * (1.12 if is_whole else 1)),
    )
    light = Light(
        brightness=float(rng.uniform(0.6, 1.35)), gradient=float(rng.uniform(0, 0.5)),
        gradient_deg=float(rng.uniform(-180, 180)), warmth=float(rng.uniform(-0.1, 0.2)),
        noise=float(rng.uniform(0.5, 5)), blur_px=float(rng.uniform(0.3, 1.2)),
        jpeg_quality=int(rng.integers(60, 96)), vignetting=float(rng.uniform(0, 0.3)),
        shadow=float(rng.uniform(0.2, 0.5)), shadow_mm=float(rng.uniform(0.2, 0.9)),
    )  # fmt: skip
    lies = str(rng.choice(["nothing", "walls", "a deal"]))
    settings = TwinSettings(
        look=look, view=view, light=light, marker_mm=0.0, cups=int(rng.integers(3)) if lies == "a deal" else 0
    )
    arms = [Arm(int(rng.integers(4)), (float(rng.uniform(-150, 150)), float(rng.uniform(-150, 150))))]
    arms = arms if lies == "a deal" and rng.random() < 0.5 else []
    said = (
        f"{felt} felt, {frame} frame, {floor} floor, {view.size[0]}x{view.size[1]}, "
        f"light {light.brightness:.2f} +- {light.gradient:.2f}, {lies}{', an arm' if arms else ''}"
    )
    return settings, arms, said, is_whole, _state(lies, rng)


def _state(lies: str, rng: np.random.Generator) -> GameState:
    rules = load_ruleset("mcr")
    if lies == "nothing":
        return GameState(rules, phase="playing", wall=Wall(((),) * 4), seats=(SeatState(),) * 4)
    full = ((2,) * 18,) * 4
    if lies == "walls":
        return GameState(rules, phase="playing", wall=Wall(full), seats=(SeatState(),) * 4)
    faces = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
    seats = tuple(
        SeatState(
            standing=(None,) * 13,
            river=tuple(Discard(str(rng.choice(faces))) for _ in range(int(rng.integers(2, 16)))),
        )
        for _ in range(4)
    )
    left = ((0,) * 6 + (2,) * 12, (2,) * 18, (2,) * 18, (0,) * 18)
    return GameState(rules, phase="playing", wall=Wall(left), seats=seats)


def corners_mm() -> np.ndarray:
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=np.float64) * FELT_MM


def corners_px(lens: Lens) -> np.ndarray:
    return lens.project(np.column_stack([corners_mm(), np.zeros(4)]))


def keep_picture(keep: Path | None, seed: int, picture: Picture, found: np.ndarray | None) -> None:
    if keep is None:
        return
    keep.mkdir(parents=True, exist_ok=True)
    picture = picture.copy()
    if found is not None:
        cv2.polylines(picture, [np.round(found).astype(np.int32)], True, (0, 0, 255), 3, cv2.LINE_AA)
    cv2.imwrite(str(keep / f"{seed}{'' if found is not None else '-refused'}.jpg"), picture)


def told(results: list[Result], show_worst: bool) -> None:
    whole = [each for each in results if each.is_whole]
    found = [each for each in whole if each.off_mm]
    off = np.array([error for each in found for error in each.off_mm])
    wrong = [each for each in found if max(each.off_mm) > WRONG_MM]
    cut = [each for each in results if not each.is_whole]
    taken = [each for each in cut if each.off_mm]
    print(f"{len(results)} tables: the whole felt in view in {len(whole)}, cut off in {len(cut)}")
    print(f"found {len(found)} of {len(whole)}, refused {len(whole) - len(found)}, wrong {len(wrong)}")
    if len(off):
        print(
            f"corner error: median {np.median(off):.1f} mm, P95 {np.percentile(off, 95):.1f}, "
            f"worst {off.max():.1f}"
        )
    print(f"cut off: refused {len(cut) - len(taken)} of {len(cut)}")
    if show_worst:
        for each in sorted(found, key=lambda each: -max(each.off_mm))[:8]:
            print(f"  {each.seed}: {max(each.off_mm):.1f} mm, {each.confidence:.2f}: {each.said}")
        for each in [*taken, *(each for each in whole if not each.off_mm)]:
            print(f"  {each.seed} {'whole' if each.is_whole else 'CUT'}: {each.said}: {each.why[:90]}")


def count_photos(folder: Path, most: int) -> None:
    taken, paths = [], sorted(folder.rglob("*.jpg"))
    paths = paths[:: max(1, len(paths) // most)][:most]
    for path in paths:
        picture = cv2.imread(str(path))
        if picture is None or min(picture.shape[:2]) < 200:
            continue
        try:
            calibrate_from_mat(np.asarray(picture, np.uint8))
            taken.append(path.name)
        except VisionError:
            pass
    print(f"photos without a whole mat: {len(taken)} of {len(paths)} taken for one: {taken}")


if __name__ == "__main__":
    sys.exit(main())
