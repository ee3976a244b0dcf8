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
    Rng,
    back_colour,
    back_patch,
    body_colour,
    die_patch,
    dressed,
    surface,
)
from models.train.scenes.cut import CROP_HEIGHT, CROP_WIDTH, any_jitter, off_centre, warp
from models.train.scenes.distractors import litter
from models.train.scenes.looks import lit, photographed
from models.train.scenes.patterns import pattern

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
PATTERN_SHARE = 0.35
"""And how many of those a part of a thing that repeats itself."""
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
    where there is no tile."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int64]
    turns: NDArray[np.int64]
    corners: NDArray[np.float32]


def _turn_known(label: str, turn: int, is_upright_known: bool) -> int:
    if label in ("back", "other", "none", *DICE):
        return DIRECTION_UNKNOWN
    if label in LOOK_ALIKE_UPSIDE_DOWN or not is_upright_known:
        return ACROSS if turn % 2 else ALONG
    return turn


class CropSource:
    """Draws crops from a bank by chance; one generator a process."""

    def __init__(self, bank: Bank, seed: int, real_share: float = 0.5, least_px: int = ANY) -> None:
        """`real_share`: how many of the crops come from photos; `least_px`: the width of the coarsest."""
        self.least_px = least_px
        self.bank = bank
        self.rng = np.random.default_rng(seed)
        self.real_share = real_share
        self.faces: dict[str, list[int]] = defaultdict(list)
        self.real: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.own: dict[str, list[int]] = defaultdict(list)
        self.art: dict[str, list[int]] = defaultdict(list)
        self.corners: NDArray[np.float32] = np.zeros((4, 2), np.float32)
        self.is_upright_known = True
        for number, (label, name) in enumerate(zip(bank.face_labels, bank.face_sets, strict=True)):
            self.faces[label].append(number)
            if name.startswith("own-"):
                self.own[label].append(number)
            elif not name.startswith("imagined"):
                self.art[label].append(number)
        for number, (label, source) in enumerate(zip(bank.real_labels, bank.real_sources, strict=True)):
            self.real[label][source].append(number)

    def batch(self, count: int) -> Crops:
        """`count` crops, all labels about equally often."""
        pictures = np.empty((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        labels = np.empty(count, np.int64)
        turns = np.empty(count, np.int64)
        corners = np.full((count, 8), np.nan, np.float32)
        for number in range(count):
            label = self._label()
            self.is_upright_known = True
            picture, turn = self._crop(label)
            if label != "none":
                corners[number] = self.corners.ravel()
            pictures[number], labels[number] = picture, INDEX[label]
            turns[number] = _turn_known(label, turn, bool(self.is_upright_known))
        return Crops(pictures, labels, turns, corners)

    def _label(self) -> str:
        chance = self.rng.random()
        if chance < 0.12:
            return "none"
        if chance < 0.155:
            return "back"
        if chance < 0.19:
            return DICE[self.rng.integers(6)]
        if chance < 0.21:
            return "5z"
        return LABELS[self.rng.integers(46) if self.rng.random() < 0.97 else INDEX["other"]]

    def _crop(self, label: str) -> tuple[Picture, int]:
        rng = self.rng
        plain = f"5{label[1]}" if label[0] == "0" else label
        if label == "none" and (not self.real["none"] or rng.random() < 0.6):
            return self._finish(self._nothing(), 0)
        if label == "none":
            return self._from_photo(label, label)
        if plain in self.real and rng.random() < self.real_share * (0.5 if label[0] == "0" else 1):
            return self._from_photo(label, plain)
        board = self._board(label)
        turn = int(rng.choice([0, 2, 1, 3], p=TURN_CHANCES))
        picture, self.corners = warp(board, rng, turn, (WIDTH, HEIGHT), jitter=any_jitter(rng))
        return self._finish(picture, turn)

    def _from_photo(self, label: str, plain: str) -> tuple[Picture, int]:
        rng = self.rng
        sources = self.real[plain]
        names = list(sources)
        weights = np.array([SOURCE_WEIGHTS.get(name, 1.0) for name in names])
        number = int(rng.choice(sources[names[int(rng.choice(len(names), p=weights / weights.sum()))]]))
        picture = np.asarray(self.bank.real[number])
        if label[0] == "0":
            picture = reddened(picture)
        turn = int(rng.choice([0, 2, 1, 3], p=TURN_CHANCES))
        size = (picture.shape[1] * REAL_SHARE, picture.shape[0] * REAL_SHARE)
        warped, self.corners = warp(picture, rng, turn, size, jitter=any_jitter(rng))
        self.is_upright_known = self.bank.real_upright[number]
        return self._finish(warped, turn)

    def _finish(self, picture: Picture, turn: int) -> tuple[Picture, int]:
        rng = self.rng
        if rng.random() < 0.5:
            wide = int(rng.integers(self.least_px, CROP_WIDTH))
            small = cv2.resize(picture, (wide, wide * 4 // 3), interpolation=cv2.INTER_AREA)
            back = cv2.INTER_CUBIC if rng.random() < 0.3 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT), interpolation=back), np.uint8)
        return photographed(lit(picture, rng), rng), turn

    def _patch(self, label: str, body: Colour, back: Colour) -> Picture:
        if label == "back":
            return back_patch(back, self.rng)
        if label in DICE:
            return np.asarray(cv2.resize(die_patch(int(label[-1]), self.rng), (WIDTH, HEIGHT)), np.uint8)
        if label == "5z" and self.rng.random() < BLANK_SHARE:
            return dressed(np.zeros((HEIGHT, WIDTH, 4), np.uint8), body, self.rng)
        chance, drawn = self.rng.random(), self.faces[label]
        if self.own[label] and chance < OWN_SHARE:
            drawn = self.own[label]
        elif self.art[label] and chance < OWN_SHARE + ART_SHARE:
            drawn = self.art[label]
        sprite = np.asarray(self.bank.faces[drawn[self.rng.integers(len(drawn))]])
        return dressed(_bent(sprite, self.rng, label[0] not in "05"), body, self.rng)

    def _any_patch(self, body: Colour, back: Colour) -> Picture:
        label = "back" if self.rng.random() < 0.15 else LABELS[self.rng.integers(45)]
        return self._patch(label, body, back)

    def _board(self, label: str | None) -> Picture:
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
                    paste(
                        board,
                        patch,
                        x + dx * (WIDTH + gap) + int(rng.integers(-3, 4)),
                        y + dy * (HEIGHT + gap),
                    )
        if label is None:
            return board
        if rng.random() < 0.6:
            draw_side(board, (x, y), body, back, rng, label == "back")
        paste(board, self._patch(label, body, back), x, y, corner=int(rng.integers(0, 12)))
        return board

    def _nothing(self) -> Picture:
        """No whole tile: bare table, a seam between tiles, an edge, a standing row, a part of a photo."""
        rng = self.rng
        if rng.random() < LITTER_SHARE:
            part = _litter(rng)
            while part.std(axis=(0, 1)).max() < 20:  # a bare part could as well be of a back
                part = _litter(rng)
            return part
        chance = rng.random()
        if chance < 0.35 and len(self.bank.real_labels):
            number = int(rng.integers(len(self.bank.real_labels)))
            picture = np.asarray(self.bank.real[number])
            high, wide = picture.shape[:2]
            shift = np.array([wide, high]) * REAL_SHARE * off_centre(rng)
            return warp(picture, rng, int(rng.integers(4)), (wide * REAL_SHARE, high * REAL_SHARE), shift)[0]
        board = self._board(LABELS[rng.integers(46)] if chance < 0.7 else None)
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


def reddened(picture: Picture) -> Picture:
    """A photo of a five with all its ink turned red, as a red five has it."""
    page = picture.astype(np.float32)
    body = np.percentile(page.reshape(-1, 3), 80, axis=0)
    dark = np.clip((body - page) / np.maximum(body, 1), 0, 1).max(axis=-1, keepdims=True)
    red = np.array([0.25, 0.2, 0.85], np.float32) * body
    return np.asarray(np.clip(body * (1 - dark) + red * dark, 0, 255), np.uint8)


def _litter(rng: Rng) -> Picture:
    """A part of a page of things that are no tiles, of any size."""
    page = pattern(224, rng) if rng.random() < PATTERN_SHARE else surface((224, 224), rng)
    for _ in range(3):
        litter(page, rng)
    wide = float(np.exp(rng.uniform(np.log(14), np.log(110))))
    corners = (
        np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([wide, wide * rng.uniform(1, 1.6)]) / 2
    )
    angle = rng.uniform(0, 2 * np.pi)
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners += rng.uniform(40, 184, 2)
    target = np.array([(0, 0), (CROP_WIDTH, 0), (CROP_WIDTH, CROP_HEIGHT), (0, CROP_HEIGHT)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    crop = cv2.warpPerspective(page, matrix, (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _bent(sprite: Picture, rng: Rng, darker: bool) -> Picture:
    """The drawing a little out of shape, as another hand would have drawn it, and perhaps in darker ink."""
    if rng.random() < 0.4:
        high, wide = sprite.shape[:2]
        rough = rng.normal(0, rng.uniform(0.3, 1.6), (2, 5, 4)).astype(np.float32)
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        dx, dy = (cv2.resize(part, (wide, high), interpolation=cv2.INTER_CUBIC) for part in rough)
        sprite = np.asarray(cv2.remap(sprite, x + dx, y + dy, cv2.INTER_LINEAR), np.uint8)
    if darker and rng.random() < 0.15:
        sprite = np.array(sprite)
        sprite[..., :3] = (sprite[..., :3] * rng.uniform(0.25, 0.8)).astype(np.uint8)
    return sprite
