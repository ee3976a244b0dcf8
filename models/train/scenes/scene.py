"""Endless scenes for the locator: imagined tables, drawn in two and a half dimensions, and real photos.

Each scene is a square picture with what lies in it: kind, centre, size across and along, turn.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.bank import Bank
from models.train.classes import KINDS, REAL_SHARE
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
from models.train.scenes.distractors import cover, litter, tableware
from models.train.scenes.looks import lit, photographed
from models.train.scenes.patterns import pattern
from models.train.scenes.pieces import Piece, imagine_pieces
from models.train.scenes.views import SIDE, StraightView, View

CELLS = SIDE // 4
MOST = 192
"""Objects kept of a scene."""
ALL_KINDS = 15
"""Bit mask of the heat maps that a cell does not train."""
LEAST_SEEN = 0.55
PATTERN_SHARE = 0.16
"""How many tables are covered with something that repeats itself; half of those bear no tile."""


@dataclass(frozen=True, slots=True)
class LaidFace:
    """A face-up tile of a scene: its label, its corners (4, 2) in pixels, the face's own top left first,
    clockwise, and the share of it that is in the picture and that nothing hides."""

    label: str
    corners: NDArray[np.float64]
    seen: float


@dataclass(frozen=True, slots=True)
class Scene:
    """`objects`: (n, 6) kind number, x, y, across, along (px), turn (degrees clockwise).
    `ignored`: (80, 80) bits of the kinds not to be trained there. `faces`: what an imagined scene shows."""

    picture: Picture
    objects: NDArray[np.float32]
    ignored: NDArray[np.uint8]
    faces: tuple[LaidFace, ...] = ()


class SceneSource:
    """Imagines tables with the faces of a bank."""

    def __init__(self, bank: Bank, seed: int, are_straight: bool = False) -> None:
        """One generator a process. `are_straight`: straightened tables of known scale instead of photos."""
        self.bank = bank
        self.are_straight = are_straight
        self.rng = np.random.default_rng(seed)
        sets: dict[str, list[int]] = defaultdict(list)
        for number, name in enumerate(bank.face_sets):
            sets[name].append(number)
        self.sets = list(sets.values())
        sources: dict[str, list[int]] = defaultdict(list)
        for number, name in enumerate(bank.real_sources):
            sources[name].append(number)
        self.sources = list(sources.values())

    def scene(self) -> Scene:
        """One imagined scene."""
        rng = self.rng
        view = StraightView(rng) if self.are_straight else View(rng)
        is_pattern = rng.random() < PATTERN_SHARE
        picture = pattern(SIDE, rng) if is_pattern else surface((SIDE, SIDE), rng)
        owner = np.zeros((SIDE, SIDE), np.int32)
        litter(picture, rng)
        if self.are_straight:
            tableware(picture, rng)
        is_bare = rng.random() < (0.5 if is_pattern else 0.1)
        pieces = [] if is_bare else imagine_pieces(rng, view.tile(), view.half_mm, view.layout)
        body, back = body_colour(rng), back_colour(rng)
        patches, labels = self._patches(body, back)
        for piece in pieces:
            view.draw_shadow(picture, piece)
        drawn: dict[int, int] = {}
        for number, piece in sorted(enumerate(pieces, 1), key=lambda item: view.nearness(item[1])):
            patch = view.draw(picture, owner, number, piece, patches, (body, back))
            if patch is not None and piece.kind == "face":
                drawn[number] = patch
        cover(picture, owner, rng)
        counts = np.bincount(owner.ravel(), minlength=len(pieces) + 1)
        objects, ignored = _truth(view, pieces, counts)
        faces = tuple(
            LaidFace(labels[drawn[number]], view.top(piece), view.seen(piece, counts[number]))
            for number, piece in enumerate(pieces, 1)
            if number in drawn
        )
        softest = 0.35 + 0.03 * view.tile_px
        return Scene(photographed(lit(picture, rng), rng, softest), objects, ignored, faces)

    def _patches(self, body: Colour, back: Colour) -> tuple[dict[str, list[Picture]], list[str]]:
        """Pictures of each kind, and what those of faces show."""
        rng = self.rng
        if self.sources and rng.random() < 0.45:
            chosen = rng.choice(self.sources[rng.integers(len(self.sources))], 12)
            faces = [_inner(np.asarray(self.bank.real[number])) for number in chosen]
            labels = [self.bank.real_labels[number] for number in chosen]
        else:
            chosen = rng.choice(self.sets[rng.integers(len(self.sets))], 12)
            faces = [dressed(self.bank.faces[number], body, rng) for number in chosen]
            labels = [self.bank.face_labels[number] for number in chosen]
        return {
            "face": faces,
            "back": [back_patch(back, rng)],
            "standing": [_standing_top(body, back, rng)],
            "die": [die_patch(pips, rng) for pips in range(1, 7)],
        }, labels


def _truth(
    view: View, pieces: list[Piece], counts: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    objects = []
    ignored = np.zeros((CELLS, CELLS), np.uint8)
    for number, piece in enumerate(pieces, 1):
        quad, seen = view.top(piece), view.seen(piece, counts[number])
        centre = quad.mean(axis=0)
        inside = bool((centre > 1).all() and (centre < SIDE - 1).all())
        if inside and seen > LEAST_SEEN:
            objects.append((KINDS.index(piece.kind), *rect_of(quad)))
        elif seen > 0.12:
            cv2.fillConvexPoly(ignored, np.rint(quad / 4).astype(np.int32), ALL_KINDS)
    return np.array(objects[:MOST], np.float32).reshape(-1, 6), ignored


def rect_of(quad: NDArray[np.float64]) -> tuple[float, float, float, float, float]:
    """Centre, size across and along, and turn in degrees of a slightly crooked outline of corners (4, 2)."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    along = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    wide, high = float(np.hypot(*across)), float(np.hypot(*along))
    # The two edges need not be square to each other: take the turn half way between them.
    direction = across / max(wide, 1e-6) + np.array([along[1], -along[0]]) / max(high, 1e-6)
    x, y = quad.mean(axis=0)
    return float(x), float(y), wide, high, float(np.rad2deg(np.arctan2(direction[1], direction[0])))


def _inner(real: Picture) -> Picture:
    high, wide = real.shape[:2]
    x, y = round(wide * (1 - REAL_SHARE) / 2), round(high * (1 - REAL_SHARE) / 2)
    return np.ascontiguousarray(real[y : high - y, x : wide - x])


def _standing_top(body: Colour, back: Colour, rng: Rng) -> Picture:
    top = np.empty((48, 64, 3), np.uint8)
    top[:] = np.clip(body * rng.uniform(0.8, 1.0), 0, 255)
    cut = int(48 * rng.uniform(0.4, 0.8))
    if rng.random() < 0.5:
        top[:cut] = np.clip(back * rng.uniform(0.8, 1.0), 0, 255)
    else:
        top[cut:] = np.clip(back * rng.uniform(0.8, 1.0), 0, 255)
    top[:, :2] = top[:, :2] // 2
    return top
