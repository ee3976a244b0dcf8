"""Endless crops for the reader: 48 wide, 64 high, one tile (or none) in the middle."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.bank import Bank
from models.train.classes import DICE, INDEX, LABELS, LOOK_ALIKE_UPSIDE_DOWN, REAL_SHARE
from models.train.draw.page import HEIGHT, WIDTH
from models.train.scenes.board import draw_side, paste
from models.train.scenes.body import (
    Colour,
    Picture,
    back_colour,
    back_patch,
    body_colour,
    die_patch,
    dressed,
    surface,
)
from models.train.scenes.cut import CROP_HEIGHT, CROP_WIDTH, any_jitter, off_centre, warp
from models.train.scenes.looks import lit, photographed
from models.train.scenes.no_tile import cut_litter, cut_part
from models.train.scenes.redrawn import bent, reddened, unnamed

DIRECTION_UNKNOWN = -1
ALONG, ACROSS = 4, 5
"""The tile stands along the crop, or across it; which end is up cannot be known."""
SOURCE_WEIGHTS = {"camerash_crops": 3.0}
"""How often a source of photos is drawn from, 1 unless named: one that shows many sets more often."""
OWN_SHARE = 0.2
"""How many of the drawn crops show our own drawing, the set that the shipped recording plays with."""
ART_SHARE = 0.15
"""How many show one of the drawn sets: few, but drawn as real ones are."""
BLANK_SHARE = 0.5
"""How many white dragons are blank: nothing tells those from a back but their colour."""
LITTER_SHARE = 0.35
"""How many crops of nothing show print, cloth, keys and cards."""
PART_SHARE = 0.2
"""And how many of the others a part of a tile that fills the picture."""
UNNAMED = -100
"""The label of a face without a name: what it is called is not learnt, only what it looks like."""
UNNAMED_SHARE = 0.12
"""How many pairs show one: a set that nobody has drawn yet has faces that look like none of these."""
OF_ONE_SET, ONE_SET_SHARE = 8, 0.5
"""How many crops after each other come from one set where they are paired, and how often."""
OF_PHOTOS = 1 << 30
"""The number of all drawings in photos: nobody has told which of them are of one set."""
TURN_CHANCES = (0.41, 0.41, 0.09, 0.09)
"""How often a tile stands upright, upside down, and turned to either side."""
ANY, LARGE = 14, 22
"""How wide the coarsest crops are, of photos and of tables."""
BOARD_WIDTH, BOARD_HEIGHT = 144, 192


@dataclass(frozen=True, slots=True)
class Crops:
    """A batch. `pictures`: (n, 64, 48, 3) BGR; `labels`: (n,) of LABELS; `turns`: (n,) quarter turns
    clockwise 0-3 that the face stands in, `ALONG` or `ACROSS`, or -1 where unknown or without meaning.
    `corners`: (n, 8), how far the tile's corners lie from where a perfect cut has them, in crop sides; nan
    where there is no tile. `drawings`: (n,) one number for each drawing of a face, one for all in photos, -1
    for what is drawn by chance each time."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int64]
    turns: NDArray[np.int64]
    corners: NDArray[np.float32]
    drawings: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a crop shows. `sprite`: (96, 72, 4), None for what is drawn by chance each time; `real`: the
    number of a crop from a photo; `drawing` as in `Crops.drawings`."""

    label: str
    turn: int
    sprite: Picture | None = None
    real: int | None = None
    drawing: int = -1


def _turn_known(label: str, turn: int, is_upright_known: bool) -> int:
    if label in ("", "back", "other", "none", *DICE):
        return DIRECTION_UNKNOWN
    if label in LOOK_ALIKE_UPSIDE_DOWN or not is_upright_known:
        return ACROSS if turn % 2 else ALONG
    return turn


class CropSource:
    """Draws crops from a bank by chance; one generator a process."""

    def __init__(self, bank: Bank, seed: int, real_share: float = 0.5, least_px: int = ANY) -> None:
        """`real_share`: how many of the crops come from photos; `least_px`: the width of the coarsest."""
        self.bank, self.real_share, self.least_px = bank, real_share, least_px
        self.rng = np.random.default_rng(seed)
        self.faces: dict[str, list[int]] = defaultdict(list)
        self.real: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.own: dict[str, list[int]] = defaultdict(list)
        self.art: dict[str, list[int]] = defaultdict(list)
        by_name: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.corners: NDArray[np.float32] = np.zeros((4, 2), np.float32)
        for number, (label, name) in enumerate(zip(bank.face_labels, bank.face_sets, strict=True)):
            self.faces[label].append(number)
            by_name[name][label].append(number)
            if name.startswith("own-"):
                self.own[label].append(number)
            elif not name.startswith("imagined"):
                self.art[label].append(number)
        for number, (label, source) in enumerate(zip(bank.real_labels, bank.real_sources, strict=True)):
            self.real[label][source].append(number)
        self.sets = list(by_name.values())
        self.of_set: dict[str, list[int]] = self.faces

    def batch(self, count: int, is_paired: bool = False) -> Crops:
        """`count` crops, all labels about equally often.

        `is_paired`: two crops after each other show the same face, seen and lit otherwise; and some faces
        have no name, `UNNAMED`.
        """
        pictures = np.empty((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        labels, turns, drawings = (np.empty(count, np.int64) for _ in range(3))
        corners = np.full((count, 8), np.nan, np.float32)
        for number in range(count):
            if number % OF_ONE_SET == 0:
                is_one_set = is_paired and self.rng.random() < ONE_SET_SHARE
                self.of_set = self.sets[self.rng.integers(len(self.sets))] if is_one_set else self.faces
            if not (is_paired and number % 2):
                subject = self._subject(is_paired)
            pictures[number] = self._crop(subject)
            if subject.label != "none":
                corners[number] = self.corners.ravel()
            is_known = subject.real is None or self.bank.real_upright[subject.real]
            labels[number] = INDEX.get(subject.label, UNNAMED)
            turns[number] = _turn_known(subject.label, subject.turn, bool(is_known))
            drawings[number] = subject.drawing
        return Crops(pictures, labels, turns, corners, drawings)

    def _label(self) -> str:
        chance = self.rng.random()
        if chance < 0.16:
            return "none"
        if chance < 0.195:
            return "back"
        if chance < 0.24:
            return DICE[self.rng.integers(6)]
        if chance < 0.26:
            return "5z"
        return LABELS[self.rng.integers(46) if self.rng.random() < 0.97 else INDEX["other"]]

    def _subject(self, is_paired: bool) -> _Subject:
        rng = self.rng
        turn = int(rng.choice([0, 2, 1, 3], p=TURN_CHANCES))
        if is_paired and rng.random() < UNNAMED_SHARE:
            sprite, _ = self._sprite(LABELS[rng.integers(46)])
            return _Subject("", turn, unnamed(sprite, rng), drawing=int(rng.integers(1 << 40, 1 << 60)))
        label = self._label()
        plain = f"5{label[1]}" if label[0] == "0" else label
        if label == "none" and (not self.real["none"] or rng.random() < 0.6):
            return _Subject(label, 0)
        share = 1.0 if label == "none" else self.real_share * (0.5 if label[0] == "0" else 1)
        if plain in self.real and rng.random() < share:
            drawing = -1 if label in ("none", "back") else OF_PHOTOS
            return _Subject(label, turn, real=self._photo(plain), drawing=drawing)
        sprite, drawing = self._sprite(label)
        return _Subject(label, turn, sprite, drawing=drawing)

    def _photo(self, plain: str) -> int:
        sources = self.real[plain]
        names = list(sources)
        weights = np.array([SOURCE_WEIGHTS.get(name, 1.0) for name in names])
        chosen = sources[names[int(self.rng.choice(len(names), p=weights / weights.sum()))]]
        return int(self.rng.choice(chosen))

    def _crop(self, subject: _Subject) -> Picture:
        rng = self.rng
        if subject.real is not None:
            picture = np.asarray(self.bank.real[subject.real])
            if subject.label[0] == "0":
                picture = reddened(picture)
            size = (picture.shape[1] * REAL_SHARE, picture.shape[0] * REAL_SHARE)
        elif subject.label == "none":
            return self._finish(self._nothing())
        else:
            picture, size = self._board(subject), (WIDTH, HEIGHT)
        picture, self.corners = warp(picture, rng, subject.turn, size, jitter=any_jitter(rng))
        return self._finish(picture)

    def _finish(self, picture: Picture) -> Picture:
        rng = self.rng
        if rng.random() < 0.5:
            wide = int(rng.integers(self.least_px, CROP_WIDTH))
            small = cv2.resize(picture, (wide, wide * 4 // 3), interpolation=cv2.INTER_AREA)
            back = cv2.INTER_CUBIC if rng.random() < 0.3 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT), interpolation=back), np.uint8)
        return photographed(lit(picture, rng), rng)

    def _sprite(self, label: str) -> tuple[Picture | None, int]:
        """One drawing of a face, (96, 72, 4), None for what is drawn by chance each time; and its number."""
        rng = self.rng
        if label == "back" or label in DICE:
            return None, -1
        if label == "5z" and rng.random() < BLANK_SHARE:
            return np.zeros((HEIGHT, WIDTH, 4), np.uint8), OF_PHOTOS
        drawn = self.of_set[label] or self.faces[label]
        chance = rng.random() if self.of_set is self.faces else 1.0
        if self.own[label] and chance < OWN_SHARE:
            drawn = self.own[label]
        elif self.art[label] and chance < OWN_SHARE + ART_SHARE:
            drawn = self.art[label]
        number = drawn[rng.integers(len(drawn))]
        return bent(np.asarray(self.bank.faces[number]), rng, label[0] not in "05"), number

    def _patch(self, label: str, sprite: Picture | None, body: Colour, back: Colour) -> Picture:
        if sprite is not None:
            return dressed(sprite, body, self.rng)
        if label == "back":
            return back_patch(back, self.rng)
        return np.asarray(cv2.resize(die_patch(int(label[-1]), self.rng), (WIDTH, HEIGHT)), np.uint8)

    def _any_patch(self, body: Colour, back: Colour) -> Picture:
        label = "back" if self.rng.random() < 0.15 else LABELS[self.rng.integers(45)]
        return self._patch(label, self._sprite(label)[0], body, back)

    def _board(self, subject: _Subject | None) -> Picture:
        """A tile (or none) in the middle of a small table, perhaps with neighbours, perhaps its side seen."""
        rng = self.rng
        board = surface((BOARD_HEIGHT, BOARD_WIDTH), rng)
        body, back = body_colour(rng), back_colour(rng)
        x, y = (BOARD_WIDTH - WIDTH) // 2, (BOARD_HEIGHT - HEIGHT) // 2
        gap = int(rng.integers(0, 5))
        if rng.random() < 0.6:
            for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if rng.random() < 0.6:
                    patch = self._any_patch(body, back)
                    off = x + dx * (WIDTH + gap) + int(rng.integers(-3, 4))
                    paste(board, patch, off, y + dy * (HEIGHT + gap))
        if subject is None:
            return board
        if rng.random() < 0.6:
            draw_side(board, (x, y), body, back, rng, subject.label == "back")
        patch = self._patch(subject.label, subject.sprite, body, back)
        paste(board, patch, x, y, corner=int(rng.integers(0, 12)))
        return board

    def _part(self) -> Picture:
        """What a face shows to whom it fills the whole picture: one of its dots, a stroke, a corner."""
        rng = self.rng
        label = LABELS[rng.integers(34)]
        if label in self.real and rng.random() < self.real_share:
            picture = np.asarray(self.bank.real[self._photo(label)])
            size = (picture.shape[1] * REAL_SHARE, picture.shape[0] * REAL_SHARE)
        else:
            picture, size = self._board(_Subject(label, 0, self._sprite(label)[0])), (WIDTH, HEIGHT)
        return cut_part(picture, rng, size)

    def _nothing(self) -> Picture:
        """No whole tile: bare table, a seam between tiles, an edge, a standing row, a part of a photo."""
        rng = self.rng
        if rng.random() < LITTER_SHARE:
            return cut_litter(rng)
        if rng.random() < PART_SHARE:
            return self._part()
        chance = rng.random()
        if chance < 0.35 and len(self.bank.real_labels):
            number = int(rng.integers(len(self.bank.real_labels)))
            picture = np.asarray(self.bank.real[number])
            high, wide = picture.shape[:2]
            shift = np.array([wide, high]) * REAL_SHARE * off_centre(rng)
            return warp(picture, rng, int(rng.integers(4)), (wide * REAL_SHARE, high * REAL_SHARE), shift)[0]
        label = LABELS[rng.integers(46)]
        board = self._board(_Subject(label, 0, self._sprite(label)[0]) if chance < 0.7 else None)
        if chance > 0.85:
            body, back = body_colour(rng), back_colour(rng)
            deep = int(rng.integers(20, 70))
            y = BOARD_HEIGHT // 2 - deep // 2
            board[y : y + deep] = body
            cut = y + int(deep * rng.uniform(0.2, 0.8))
            board[cut : y + deep] = back
            for seam in range(int(rng.integers(0, 30)), BOARD_WIDTH, int(rng.integers(40, 80))):
                board[y : y + deep, seam : seam + 2] = board[y : y + deep, seam : seam + 2] // 2
        shift = np.array([WIDTH, HEIGHT]) * off_centre(rng)
        return warp(board, rng, int(rng.integers(4)), (WIDTH, HEIGHT), shift)[0]
