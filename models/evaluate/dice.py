"""`python -m models.evaluate.dice [FOLDER]`: dice found, and their pips right, of kinds kept out of training.

Without a FOLDER they are drawn: 200 scenes on cloth, wood and print, dice 9 to 80 px wide, alone, thrown, in
heaps and blocks. `--tables`: throws of 12 to 17 mm on straightened tables, as `jantaku watch` sees them.
`--painted`: three pale dice of 14 mm on simulated tables in mid deal, seen by a camera of 1080 lines. A
FOLDER holds pictures and `dice.json`, as `models.render.dice` leaves them. Found: a die whose box shares half
with the box of ours. False tiles are told where none lies; on tables in mid deal all tiles are counted there.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.command import run
from models.overlap import ENOUGH_OVERLAP, box_of, most_shared
from models.train.dice.bank import draw_bank
from models.train.dice.lay import LEAST_SEEN, LaidDie, lay_dice
from models.train.dice.tables import usual_table
from models.train.scenes.body import surface
from models.train.scenes.distractors import litter
from models.train.scenes.looks import lit, photographed
from vision.by_eye.dice import with_dice_by_eye
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import Detections, DieInPicture, Picture, TableImage, TileInPicture
from vision.pipeline.observing import AROUND_MARKER_MM, within

SCENES, KINDS, SEED = 200, 60, 7301
SIZES_PX = (9.0, 80.0)
TABLE_PX, PX_PER_MM, SIDES_MM = 960, 1.5, (12.0, 17.0)
PAINTED_MM, FULL_HD, PAINTED_PX_PER_MM = 14.0, (1920, 1080), 1.25
INNER_MM = SQUARE_MM / 2 - AROUND_MARKER_MM
FELTS = ((62, 98, 30), (40, 110, 60), (110, 70, 40), (45, 45, 120), (60, 60, 60))
CLASSES_PX = (9.0, 14.0, 24.0, 40.0)
Shown = tuple[Picture, list[LaidDie]]


@dataclass(slots=True)
class Tally:
    """Dice of some size, and what was told where none lies."""

    there: int = 0
    found: int = 0
    right: int = 0
    strangers: int = 0
    faces: int = 0

    def line(self) -> str:
        """Counts and shares, and what nobody laid."""
        whole = max(1, self.there)
        return (
            f"{self.there:5} dice  found {self.found / whole:.3f}  right {self.right / whole:.3f}  "
            f"dice made up {self.strangers}  false tiles {self.faces}"
        )


def drawn(scenes: int, seed: int = SEED, kinds: int = KINDS, is_apart: bool = True) -> Iterator[Shown]:
    """Scenes with dice of kinds that training never draws, unless told."""
    bank, rng = draw_bank(kinds, seed, is_apart=is_apart), np.random.default_rng(seed)
    for _ in range(scenes):
        picture = surface((480, 640), rng)
        litter(picture, rng)
        dice, _ = lay_dice(picture, bank, rng, float(np.exp(rng.uniform(*np.log(SIZES_PX)))), (320, 240))
        yield photographed(lit(picture, rng), rng, 0.8), dice


def thrown(tables: int, seed: int = SEED, kinds: int = KINDS, is_apart: bool = True) -> Iterator[Shown]:
    """Straightened tables with a throw of dice, most of kinds that training never draws."""
    bank, rng = draw_bank(kinds, seed, is_apart=is_apart), np.random.default_rng(seed)
    for _ in range(tables):
        felt = np.array(FELTS[int(rng.integers(len(FELTS)))]) * rng.uniform(0.7, 1.3)
        first, last = rng.uniform(0.8, 1.1, 2).tolist()
        ground = felt * np.linspace(first, last, TABLE_PX)[None, :, None]
        grain = cv2.resize(rng.normal(0, 4, (TABLE_PX // 3, TABLE_PX // 3)), (TABLE_PX, TABLE_PX))
        picture = np.clip(ground + grain[..., None], 0, 255).astype(np.uint8)
        middle, away = TABLE_PX / 2, rng.uniform(-90, 90, 2) * PX_PER_MM
        side = rng.uniform(*SIDES_MM) * PX_PER_MM
        dice, _ = lay_dice(picture, bank, rng, side, (middle + away[0], middle + away[1]), "throw")
        yield photographed(picture, rng, 0.7), dice


def painted(tables: int, seed: int = SEED) -> Iterator[Shown]:
    """Simulated tables in mid deal, three dice of 14 mm among the discards, as 1080 lines show them."""
    for number in range(tables):
        table, dice = usual_table(seed + number, PAINTED_MM, FULL_HD)
        assert table.px_per_mm == PAINTED_PX_PER_MM
        yield (
            table.picture,
            [LaidDie(die.pips or 0, np.array(table.to_px(die.corners_mm)), 1.0) for die in dice],
        )


class OnTable:
    """What `jantaku watch` sees of a straightened table, its places in pixels."""

    def __init__(self, detector: Detector, px_per_mm: float = PX_PER_MM, inner_mm: float = math.inf) -> None:
        """`detector`: the pair for tables. `inner_mm`: half the square between the markers' rims."""
        self.detector, self.px_per_mm, self.inner_mm = detector, px_per_mm, inner_mm

    def detect_photo(self, picture: Picture) -> Detections:
        """The tiles and dice of a table image; by the networks and by eye."""
        table = TableImage(picture, self.px_per_mm)
        tiles, found = self.detector.detect_table(table)
        dice = within(with_dice_by_eye(table, found), self.inner_mm)
        return Detections(
            tuple(TileInPicture(one.kind, one.score, table.to_px(one.corners_mm)) for one in tiles),
            tuple(DieInPicture(one.pips, one.score, table.to_px(one.corners_mm)) for one in dice),
        )


def rendered(folder: Path) -> Iterator[Shown]:
    """The pictures of a folder and the dice in them; ValueError for one that cannot be read."""
    for name, dice in json.loads((folder / "dice.json").read_text()).items():
        picture = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"cannot read the picture {folder / name}")
        laid = [LaidDie(die["pips"], np.array(die["corners"], float), die["seen"]) for die in dice]
        yield np.asarray(picture, np.uint8), laid


def count(detector: Detector | OnTable, shown: Iterable[Shown]) -> dict[str, Tally]:
    """What the detector finds, by the dice's size and in all; half hidden dice are not counted."""
    tallies = {_class(least): Tally() for least in CLASSES_PX} | {"all": Tally()}
    for picture, dice in shown:
        found = detector.detect_photo(picture)
        boxes = [box_of(np.array(one.corners_px)) for one in found.dice]
        used: set[int] = set()
        for die in dice:
            number, share = most_shared(box_of(die.corners), boxes)
            is_found = share >= ENOUGH_OVERLAP and number not in used
            used |= {number} if share >= ENOUGH_OVERLAP else set()
            if die.seen < LEAST_SEEN:
                continue
            side = float(np.sqrt(max(1.0, cv2.contourArea(die.corners.astype(np.float32)))))
            sized = _class(max((least for least in CLASSES_PX if least <= side), default=CLASSES_PX[0]))
            for tally in (tallies[sized], tallies["all"]):
                tally.there += 1
                tally.found += is_found
                tally.right += is_found and found.dice[number].pips == die.pips
        tallies["all"].strangers += len(found.dice) - len(used)
        tallies["all"].faces += sum(one.kind in ("face", "other", "back") for one in found.tiles)
    return tallies


def _class(least: float) -> str:
    return f"from {least:.0f} px"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", help="pictures and dice.json; drawn when not given")
    parser.add_argument("--scenes", type=int, default=SCENES, help="how many are drawn")
    parser.add_argument("--kinds", type=int, default=KINDS, help="how many kinds of dice are drawn")
    parser.add_argument("--tables", action="store_true", help="throws on straightened tables")
    parser.add_argument("--painted", action="store_true", help="simulated tables in mid deal")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--models", type=Path, default=None, help="folder of the networks")
    chosen = parser.parse_args()
    detector: Detector | OnTable = Detector.load(chosen.models, threads=1)
    if chosen.tables:
        detector = OnTable(Detector.load(chosen.models or LIVE_MODELS, threads=1))
        shown = thrown(chosen.scenes, chosen.seed, chosen.kinds)
    elif chosen.painted:
        detector = OnTable(
            Detector.load(chosen.models or LIVE_MODELS, threads=1), PAINTED_PX_PER_MM, INNER_MM
        )
        shown = painted(chosen.scenes, chosen.seed)
    else:
        imagined = drawn(chosen.scenes, chosen.seed, chosen.kinds)
        shown = imagined if chosen.folder is None else rendered(chosen.folder)
    for name, tally in count(detector, shown).items():
        print(f"{name:12} {tally.line()}")


if __name__ == "__main__":
    run(main)
