"""`python -m models.fit_dice RENDERED... --photos FOLDER/SOURCE`: fits what `dice.json` says.

To what is neither trained nor measured on: rendered scenes (RENDERED), drawn ones and throws on straightened
tables, of the kinds of dice of training, and photos of tiles of a source kept out of it, on which no die
lies. The temperature is the one under which the pips that lie there surprise least. A die is told from the
chance on at which dice found less those made up, each of which counts for many, are most.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path

import cv2
import numpy as np

from models import HERE
from models.evaluate.dice import INNER_MM, OnTable, Shown, count, drawn, rendered, thrown
from models.overlap import ENOUGH_OVERLAP, box_of, most_shared
from models.train.dice.lay import LEAST_SEEN, LaidDie
from models.train.dice.tables import any_table
from models.train.photos import read_photos
from vision.detect.colours import lifted
from vision.detect.detector import Detector
from vision.detect.dice.among_tiles import free_of, off_clear
from vision.detect.dice.looks import TABLE_SIDES_PX
from vision.detect.dice.network import DiceNetwork, SeenDie, single
from vision.detect.dice.telling import likely
from vision.detect.judge import judge
from vision.detect.networks import LIVE_MODELS
from vision.observation import Picture, TableImage, TileInPicture

CHANCES = tuple(round(0.2 + 0.025 * step, 3) for step in range(32))
ON_TABLE = tuple(round(0.02 + 0.04 * step, 2) for step in range(25))
TEMPERATURES = (0.5, 0.6, 0.7, 0.8, 1.0, 1.2, 1.5, 2.0)
DEAR = 5
"""So many dice found make up for one made up."""
SEED, KINDS = 6100, 30
CLEAR_CHANCES, CLEAR_PIPS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9), (0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
MOST_WRONG = 0.005
"""Of the dice that are clear at once."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One find: its chance, how wide it is (px), and the chances of its pips. `pips`: of the die that lies
    there, 0 for none."""

    chance: float
    side: float
    chances: Sequence[float]
    pips: int


def finds(seen: Sequence[SeenDie], dice: Sequence[LaidDie]) -> Iterator[Seen]:
    """Each find of a picture, with what lies there; half hidden dice are left open."""
    boxes = [box_of(die.corners) for die in dice]
    for one in seen:
        number, share = most_shared(box_of(one.corners), boxes)
        if share < ENOUGH_OVERLAP:
            yield Seen(one.chance, one.side, one.pips.tolist(), 0)
        elif dice[number].seen >= LEAST_SEEN:
            yield Seen(one.chance, one.side, one.pips.tolist(), dice[number].pips)


def least_chances(pictures: Sequence[Sequence[Seen]]) -> tuple[float, float]:
    """The chances from which on a die is told: by itself, and beside another as large."""
    worth = {}
    for least, beside in ((a, b) for a in CHANCES for b in CHANCES if b <= a):
        told = [one for picture in pictures for one in likely(picture, least, beside)]
        found = sum(one.pips > 0 for one in told)
        worth[least, beside] = found - DEAR * (len(told) - found)
        if beside in (least, 0.7):
            print(f"from {least:.3f}, beside another from {beside:.3f}: found {found}, made up "
                  f"{len(told) - found}", flush=True)  # fmt: skip
    return max(worth, key=lambda pair: worth[pair])


def temperature(seen: Sequence[Seen], now: float) -> float:
    """The factor, from 0.5 to 2, that divides the logits of the pips; `now`: the one they were seen with."""
    there = [one for one in seen if one.pips]
    logits = np.log(np.maximum([one.chances for one in there], 1e-9)) * now
    pips = np.array([one.pips for one in there]) - 1

    def surprise(by: float) -> float:
        scaled = logits / by
        rest = np.log(np.exp(scaled - scaled.max(axis=1, keepdims=True)).sum(axis=1)) + scaled.max(axis=1)
        return float((rest - scaled[np.arange(len(pips)), pips]).mean())

    return min(TEMPERATURES, key=surprise)


@dataclass(frozen=True, slots=True)
class FirstLook:
    """A picture, its tiles, what may be dice in it at first sight, and the dice that do lie there."""

    picture: Picture
    tiles: Sequence[TileInPicture]
    seen: Sequence[SeenDie]
    dice: Sequence[LaidDie]


def first_looks(detector: Detector, shown: Iterable[Shown]) -> Iterator[FirstLook]:
    """What is seen at first sight in photos; of those on which nothing is taken for a die and none lies,
    nothing."""
    for picture, dice in shown:
        lit = lifted(picture)
        tiles = judge(detector.read_all(lit, detector.located(lit)), detector.settings)
        seen = off_clear(detector.dice.in_photo(lit), tiles)
        if seen or dice:
            yield FirstLook(lit, tiles, seen, dice)


def again(
    network: DiceNetwork, looks: Iterable[FirstLook]
) -> Iterator[tuple[Sequence[SeenDie], Sequence[LaidDie]]]:
    """What is told of photos after the second look, and what lies there."""
    for look in looks:
        yield single(free_of(network.again(look.picture, look.seen), look.tiles)), look.dice


def least_on_table(detector: Detector, tables: int, kinds: int) -> float:
    """The chance from which on a die is told on a table."""
    worth = {}
    shown = [(OnTable(detector), list(thrown(tables, SEED, kinds, is_apart=False)))]
    shown += [(OnTable(detector, table.px_per_mm, INNER_MM), [one]) for table, one in cluttered(tables)]
    for chance in ON_TABLE:
        detector.dice.settings = replace(detector.dice.settings, least_on_table=chance)
        tallies = [count(on_table, some)["all"] for on_table, some in shown]
        found, strangers = sum(one.found for one in tallies), sum(one.strangers for one in tallies)
        worth[chance] = found - DEAR * strangers
        print(f"on tables from {chance:.2f}: found {found}, made up {strangers}", flush=True)
    return max(worth, key=lambda chance: worth[chance])


def cluttered(tables: int) -> Iterator[tuple[TableImage, Shown]]:
    """Simulated tables in mid deal with cups and phones, dice of any size and colour strewn on them."""
    for number in range(tables):
        table, dice = any_table(SEED + number)
        laid = [LaidDie(die.pips or 0, np.array(table.to_px(die.corners_mm)), 1.0) for die in dice]
        yield table, (table.picture, laid)


def clear_at_once(detector: Detector, tables: int, kinds: int) -> tuple[float, float]:
    """The chances, the detector's of a die and the classifier's of its pips, from which on one look at a
    table is enough: under which most are, while hardly one of them is wrong. 1 and 1 where
    no pair will do."""
    rows = []
    for picture, dice in thrown(tables, SEED + 1, kinds, is_apart=False):
        middles = [tuple(die.corners.mean(axis=0)) for die in dice]
        boxes = [box_of(die.corners) for die in dice]
        first = detector.dice.in_windows(picture, middles)
        for before, one in zip(first, detector.dice.again(picture, first, TABLE_SIDES_PX), strict=False):
            if one.chance < detector.dice.settings.least_on_table:
                continue
            number, share = most_shared(box_of(one.corners), boxes)
            is_right = share >= ENOUGH_OVERLAP and dice[number].pips == int(one.pips.argmax()) + 1
            rows.append((before.chance, float(one.pips.max()), is_right))
    clear = {(1.0, 1.0): 0}
    for pair in product(CLEAR_CHANCES, CLEAR_PIPS):
        right = [row[2] for row in rows if row[0] >= pair[0] and row[1] >= pair[1]]
        clear[pair] = len(right) if right.count(False) <= MOST_WRONG * len(right) else 0
    best = max(clear, key=lambda pair: clear[pair])
    print(f"clear at once from {best}: {clear[best]} of {len(rows)}", flush=True)
    return best


def without_dice(folder: Path, every: int) -> Iterator[Shown]:
    """Each n-th photo of a folder; none of those that `models.evaluate.photos --every` takes if n is even.
    ValueError naming one that cannot be read."""
    for photo in read_photos(folder)[every // 2 :: every]:
        picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"cannot read the photo {photo.path}")
        yield np.asarray(picture, np.uint8), []


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rendered", type=Path, nargs="+", help="scenes of models.render.dice")
    parser.add_argument("--photos", type=Path, required=True, help="a COCO folder kept out of training")
    parser.add_argument("--every", type=int, default=2, help="only each n-th photo")
    parser.add_argument("--scenes", type=int, default=60, help="drawn scenes")
    parser.add_argument("--kinds", type=int, default=KINDS, help="kinds of dice on what is drawn")
    parser.add_argument("--models", type=Path, default=HERE, help="folder of dice.onnx and dice.json")
    chosen = parser.parse_args()
    detector = Detector.load(threads=1)
    for_tables = Detector.load(LIVE_MODELS, threads=1)
    dice = DiceNetwork(chosen.models, threads=1)
    detector, for_tables = replace(detector, dice=dice), replace(for_tables, dice=dice)
    shown = chain(
        *map(rendered, chosen.rendered),
        drawn(chosen.scenes, SEED, chosen.kinds, is_apart=False),
        without_dice(chosen.photos, chosen.every),
    )
    looks = list(first_looks(detector, shown))
    pictures = [list(finds(*each)) for each in again(dice, looks)]
    least, beside = least_chances(pictures)
    seen = [one for picture in pictures for one in picture]
    fitted = {
        "least": least, "least_beside": beside, "temperature": temperature(seen, dice.settings.temperature),
    }  # fmt: skip
    dice.settings = replace(dice.settings, **fitted)
    fitted["least_on_table"] = least_on_table(for_tables, chosen.scenes, chosen.kinds)
    dice.settings = replace(dice.settings, **fitted)
    fitted["clear"], fitted["clear_pips"] = clear_at_once(for_tables, 2 * chosen.scenes, chosen.kinds)
    (chosen.models / "dice.json").write_text(json.dumps(fitted, indent=1) + "\n")
    print(fitted)
