"""The networks of dice: a detector says where each may lie, how it is turned, how many pips its upper side
shows; a classifier looks at what it doubts again, a crop for each.

The detector knows dice some 9 to 36 pixels wide. A photo of unknown scale is shown to it at several sizes; of
a table, whose scale is known, only the places where something may be a die::

    photo   +--------+  +---+ +-+          table  +-----------+
            |        |  |   | +-+                 |  []    [] |   windows 48 px wide
            |        |  +---+                     |     []    |
            +--------+                            +-----------+
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.dice.looks import PHOTO_SIDES_PX, TURNS, windows_of
from vision.detect.networks import MODELS, REMEDY, Network
from vision.observation import Corners, Picture, VisionError

STRIDE, MULTIPLE = 4, 8
PIPS = 6
UNIT_PX = 16.0
"""What a length of 1 in the network's outputs is."""
WINDOW = 48
NETWORKS = ("dice.onnx", "dice_classifier.onnx")
CROP = 40
"""Side of the crops of the classifier."""
LONGEST, COARSER = 1280, 0.42
"""Longest side of a photo at its finest scale, and from one scale to the next."""
SHORTEST = 48
"""A photo is not made smaller than this."""
FIRST_LEAST = 0.25
"""From this chance of a first look on there is a second."""
MOST_AGAIN = 64
APART = 0.7
"""Two finds nearer than this part of their edges are of one die, such as its upper side and a flank."""
NEARLY_ONE = 0.45
"""Two finds at first sight nearer than this are the same: of a flank and an upper side the classifier knows
which is which."""
AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in a picture. `chance`: that a die lies there; `pips`: (6,) chances of its numbers."""

    chance: float
    pips: NDArray[np.float32]
    corners: NDArray[np.float64]
    """(4, 2) px of the upper side, clockwise."""

    @property
    def middle(self) -> tuple[float, float]:
        """Of the upper side, px."""
        x, y = self.corners.mean(axis=0).tolist()
        return x, y

    @property
    def side(self) -> float:
        """How wide it is, px."""
        return side_of(self.corners)

    @property
    def outline(self) -> Corners:
        """The corners as plain numbers."""
        return tuple(map(tuple, self.corners.tolist()))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """What `dice.json` says (`models.fit_dice`): from which chance on a die is told, in a photo, in a photo
    beside another, and on a table; what divides the logits of its pips; the chances, the detector's of a die
    and the classifier's of its pips, from which on one look at a table is enough."""

    least: float
    least_beside: float
    least_on_table: float
    temperature: float
    clear: float
    clear_pips: float


class DiceNetwork:
    """Finds dice in pictures."""

    def __init__(self, folder: Path, threads: int, *, keeps_memory: bool = True) -> None:
        """Reads dice.onnx with dice.json, and dice_classifier.onnx, in `folder`, or where the shipped ones
        lie; VisionError naming what is missing or broken."""
        detector, classifier = networks_of_dice(folder)
        self._network = Network(detector, threads, keeps_memory=keeps_memory)
        self._classifier = Network(classifier, threads, keeps_memory=keeps_memory)
        self.settings = _settings(detector.with_name("dice.json"))

    def in_photo(self, picture: Picture, least: float = FIRST_LEAST) -> list[SeenDie]:
        """What may be dice in a photo of unknown scale, (height, width, 3), at first sight: from the chance
        `least` on."""
        high, wide = picture.shape[:2]
        scale, found = min(1.0, LONGEST / max(high, wide)), list[SeenDie]()
        while scale == 1.0 or scale * max(high, wide) >= SHORTEST:
            size = (max(1, round(wide * scale)), max(1, round(high * scale)))
            shown = picture if scale == 1.0 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
            factor = np.array([size[0] / wide, size[1] / high])
            padded, at = _padded(np.asarray(shown, np.uint8))
            found += self._seen(padded[None], np.array([at]), factor, least)
            scale *= COARSER
        inside = [die for die in found if 0 <= die.middle[0] < wide and 0 <= die.middle[1] < high]
        return single(inside, NEARLY_ONE)

    def in_windows(self, picture: Picture, places: Sequence[tuple[float, float]]) -> list[SeenDie]:
        """What may be dice in a table's picture near the places (px) that are asked about, at first sight."""
        high, wide = picture.shape[:2]
        if not places or min(high, wide) < WINDOW:
            return []
        spots = (np.array(places) - WINDOW / 2).round().astype(int).clip(0, (wide - WINDOW, high - WINDOW))
        found: list[SeenDie] = []
        for begin in range(0, len(spots), AT_ONCE):
            part = spots[begin : begin + AT_ONCE]
            windows = np.stack([picture[y : y + WINDOW, x : x + WINDOW] for x, y in part.tolist()])
            found += self._seen(windows, part, np.ones(2))
        return single(found, NEARLY_ONE)

    def again(
        self, picture: Picture, dice: Sequence[SeenDie], sides_px: tuple[float, ...] = PHOTO_SIDES_PX
    ) -> list[SeenDie]:
        """The same with the classifier's chances and pips; each die so wide (px) in its crops. What is not
        clear in two turns is seen in all four."""
        doubted, half = list(dice[:MOST_AGAIN]), TURNS // 2
        said = self._said(picture, doubted, sides_px, range(half))
        looked = [self._looked(*each) for each in zip(doubted, said, strict=True)]
        unclear = [number for number, die in enumerate(looked) if not self._is_clear(die)]
        more = self._said(picture, [doubted[number] for number in unclear], sides_px, range(half, TURNS))
        for number, each in zip(unclear, more, strict=True):
            looked[number] = self._looked(doubted[number], np.concatenate([said[number], each]))
        return looked

    def _said(
        self, picture: Picture, dice: Sequence[SeenDie], sides_px: tuple[float, ...], turns: range
    ) -> NDArray[np.float32]:
        """(dice, crops, 7): what the classifier says of each crop: the logits of a die, and of its pips."""
        if not dice:
            return np.zeros((0, 0, 1 + PIPS), np.float32)
        crops = [windows_of(picture, die.corners, die.side, CROP, sides_px, turns) for die in dice]
        return np.asarray(self._classifier.run(np.concatenate(crops))[0]).reshape(len(dice), -1, 1 + PIPS)

    def _looked(self, die: SeenDie, said: NDArray[np.float32]) -> SeenDie:
        """A die as the classifier sees it, by what it says (crops, 7)."""
        chance = 1 / (1 + math.exp(-float(said[:, 0].mean())))
        return SeenDie(chance, self._chances(said[:, 1:]).mean(axis=0), die.corners)

    def _is_clear(self, die: SeenDie) -> bool:
        return min(die.chance, float(die.pips.max())) >= self.settings.clear_pips

    def _chances(self, logits: NDArray[np.float32]) -> NDArray[np.float32]:
        """Chances (n, 6) of the pips whose logits these are."""
        scaled = logits.astype(np.float64) / self.settings.temperature
        chances = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)

    def _seen(
        self,
        pictures: NDArray[np.uint8],
        offs: NDArray[np.int_],
        factor: NDArray[np.float64],
        least: float = FIRST_LEAST,
    ) -> list[SeenDie]:
        """What is found in pictures (n, h, w, 3) cut at `offs` (n, 2) from one scaled by `factor`."""
        heat, pips, shape = self._network.run(pictures)
        number, row, column = _peaks(heat[:, 0], least)
        chances = self._chances(pips[number, :, row, column])
        at = (np.stack([column, row], axis=1).astype(np.float64) + 0.5) * STRIDE + offs[number]
        quads = _quads(shape[number, :, row, column].astype(np.float64), at) / factor
        levels = heat[number, 0, row, column].tolist()
        return [SeenDie(*each) for each in zip(levels, chances, quads, strict=True)]


def networks_of_dice(folder: Path) -> tuple[Path, ...]:
    """The files of the detector and the classifier beside the networks of `folder`: each there, or the
    shipped one."""
    return tuple((folder if (folder / name).exists() else MODELS) / name for name in NETWORKS)


def side_of(corners: NDArray[np.float64]) -> float:
    """How wide what lies between corners (4, 2) px is, px; 1 at least."""
    return math.sqrt(max(1.0, abs(cv2.contourArea(corners.astype(np.float32)))))


def single(found: list[SeenDie], apart: float = APART) -> list[SeenDie]:
    """Of finds that lie on each other the likeliest, likeliest first. How far they are apart is told in edges
    of that one: dice in a block, seen from aside, lie nearer than a side wide."""
    kept, likeliest = list[SeenDie](), sorted(found, key=lambda each: -each.chance)
    middles = np.array([die.middle for die in likeliest]).reshape(-1, 2)
    sides, is_free = np.array([die.side for die in likeliest]), np.ones(len(found), bool)
    for number, die in enumerate(likeliest):
        if is_free[number]:
            kept.append(die)
            away = np.hypot(*((middles - middles[number]) @ _in_edges(die.corners)).T)
            is_free &= away > apart * np.maximum(1.0, sides / die.side)
    return kept


def _in_edges(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 2): turns a way in px into edges along and across what lies between corners (4, 2)."""
    a, b, c, d = corners
    edges = np.stack([b - a + c - d, d - a + c - b]) / 2
    return np.asarray(np.linalg.inv(edges) if abs(np.linalg.det(edges)) > 1 else np.eye(2))


def _peaks(
    heat: NDArray[np.float32], least: float
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Which picture, row and column of (n, h, w) are hot enough and no less hot than all around them."""
    number, row, column = np.nonzero(heat >= least)
    room = np.pad(heat, ((0, 0), (1, 1), (1, 1)))
    around = [room[number, row + down, column + right] for down in range(3) for right in range(3)]
    are_tops = heat[number, row, column] >= np.max(around, axis=0) if len(number) else np.zeros(0, bool)
    return number[are_tops], row[are_tops], column[are_tops]


def _quads(shape: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 4, 2): squares turned as told and stretched to the boxes told, (n, 6) of cells at (n, 2)."""
    low, far = at + shape[:, :2] * UNIT_PX, at + shape[:, 2:4] * UNIT_PX
    far = np.maximum(far, low + 1)
    angle = np.arctan2(shape[:, 5], shape[:, 4]) / 4
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack([np.stack([cos, sin], 1), np.stack([-sin, cos], 1)], 1)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) @ turn
    square /= np.abs(square).max(axis=1, keepdims=True)
    return np.asarray(square * (far - low)[:, None] / 2 + (low + far)[:, None] / 2)


def _padded(picture: Picture) -> tuple[Picture, tuple[int, int]]:
    """The picture with a border, its sides multiples of what the network needs; where its corner lies."""
    high, wide = picture.shape[:2]
    down, right = -(high + MULTIPLE) % MULTIPLE + MULTIPLE, -(wide + MULTIPLE) % MULTIPLE + MULTIPLE
    around = (MULTIPLE, down, MULTIPLE, right)
    return np.asarray(cv2.copyMakeBorder(picture, *around, cv2.BORDER_REPLICATE)), (-MULTIPLE, -MULTIPLE)


def _settings(path: Path) -> DiceSettings:
    if not path.is_file():
        raise VisionError(f"the detector's file {path} is missing; {REMEDY}")
    try:
        return DiceSettings(**json.loads(path.read_text()))
    except (ValueError, TypeError) as wrong:
        raise VisionError(f"the detector's file {path} is broken ({wrong}); {REMEDY}") from wrong
