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
from models.train.body import (
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
from models.train.classes import KINDS, REAL_SHARE
from models.train.distractors import cover, litter, tableware
from models.train.looks import lit, photographed
from models.train.patterns import pattern
from models.train.pieces import ANYWHERE, ON_TABLE, Piece, TileSize, imagine_pieces, tile_size

SIDE = 320
CELLS = SIDE // 4
MOST = 192
"""Objects kept of a scene."""
ALL_KINDS = 15
"""Bit mask of the heat maps that a cell does not train."""
LEAST_SEEN = 0.55
TABLE_TILE_PX, PHOTO_TILE_PX, USUAL_WIDE_MM = 15.0, 20.0, 26.0
"""A tile's width on a straightened table as the locator for tables is shown it, as that for photos finds it
best, and in millimetres."""
KNOWN_SHARE, UNKNOWN_SIZES = 0.5, (0.74, 1.22)
"""On how many straightened tables the tiles' size is known, and how it may differ where it is not."""
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
        view = _StraightView(rng) if self.are_straight else _View(rng)
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


class _View:
    """A camera above a table, mostly straight down, sometimes from a chair."""

    layout = ANYWHERE
    are_backs_shown = False
    """Whether of what stands the back is seen, not the body."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.tile_px = float(np.exp(rng.uniform(np.log(10.5), np.log(58))))
        scale = self.tile_px / 26
        self.half_mm = SIDE / scale * 0.5
        steep = rng.random()
        tilt = np.deg2rad(rng.uniform(0, 15) if steep < 0.5 else rng.uniform(15, 60))
        turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(np.pi / 2, 0.1)
        spin = rng.uniform(0, 2 * np.pi)
        toward = np.array([np.cos(turn), np.sin(turn)])
        squash = np.eye(2) - (1 - np.cos(tilt)) * np.outer(toward, toward)
        rotation = np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
        stretch = np.diag(stretch_of(rng))
        self.matrix = scale * stretch @ squash @ rotation
        self.pull = toward * np.sin(tilt) * rng.uniform(0.1, 0.7) / SIDE
        self.per_mm_tall = stretch @ toward * np.sin(tilt) * scale
        self.radial = scale * rng.uniform(0, 0.0012)
        self.centre = np.array([SIDE, SIDE]) / 2 + rng.normal(0, SIDE * 0.2, 2)
        self.light = rng.uniform(0.5, 1.0, 2)
        self.split = float(rng.choice([0.0, rng.uniform(0.2, 0.75)], p=[0.25, 0.75]))
        self.shadow = rng.uniform(-14, 14, 2) * scale if rng.random() < 0.7 else None

    def tile(self) -> TileSize:
        """The tiles that lie there."""
        return tile_size(self.rng)

    def to_px(self, points_mm: NDArray[np.float64], height_mm: float) -> NDArray[np.float64]:
        """Table points at a height to pixels: higher is farther from `toward` and from the centre."""
        flat = points_mm @ self.matrix.T
        flat = flat / (1 - (flat @ self.pull)[:, None]).clip(0.4, 3)
        raised = flat - height_mm * self.per_mm_tall + flat * height_mm * self.radial
        return np.asarray(raised + SIDE / 2)

    def outline(self, piece: Piece, height_mm: float) -> NDArray[np.float64]:
        """The piece's four corners, its own top left first, clockwise."""
        angle = np.deg2rad(piece.turn)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(piece.size) / 2
        rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return self.to_px(corners @ rotation + np.array(piece.place), height_mm)

    def top(self, piece: Piece) -> NDArray[np.float64]:
        """The corners of its upper side."""
        return self.outline(piece, piece.lift + piece.tall)

    def seen(self, piece: Piece, pixels: int) -> float:
        """The share of its upper side that so many pixels are."""
        return float(pixels / max(1.0, cv2.contourArea(self.top(piece).astype(np.float32))))

    def nearness(self, piece: Piece) -> tuple[float, float]:
        """Drawing order: what lies low and far first."""
        place = self.to_px(np.array([piece.place]), 0)[0]
        outward = -float(np.hypot(*(place - SIDE / 2))) * 0.01
        return (piece.lift > 0, float(place @ self.per_mm_tall) + outward)

    def draw_shadow(self, picture: Picture, piece: Piece) -> None:
        """Darkens the table beside the piece."""
        if self.shadow is None:
            return
        base = self.outline(piece, 0)
        hull = cv2.convexHull(np.vstack([base, base + self.shadow * piece.tall / 20]).astype(np.int32))
        x, y, wide, high = cv2.boundingRect(hull)
        x, y = max(0, x), max(0, y)
        region = picture[y : y + high, x : x + wide]
        if region.size == 0:
            return
        mask = np.zeros(region.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, hull - np.array([[x, y]], np.int32), 255)
        region[mask > 0] = (region[mask > 0] * 0.6).astype(np.uint8)

    def draw(
        self, picture: Picture, owner: NDArray[np.int32], number: int, piece: Piece,
        patches: dict[str, list[Picture]], colours: tuple[Colour, Colour],
    ) -> int | None:  # fmt: skip
        """The piece's flanks, then its top; `owner` learns whose pixel it is. Returns which of the patches it
        bears, None where it lies outside."""
        base = self.outline(piece, piece.lift)
        top = self.top(piece)
        if top.max() < 0 or top.min() > SIDE or np.abs(top).max() > 4 * SIDE:
            return None
        body, back = colours if piece.kind != "back" else colours[::-1]
        middle = self.outline(piece, piece.lift + piece.tall * self.split)
        for low, colour in ((base, back), (middle, body)):
            hull = cv2.convexHull(np.vstack([low, top]).astype(np.int32))
            shade = body if piece.kind in ("standing", "die") else colour
            if piece.kind == "standing" and self.are_backs_shown:
                shade = back
            cv2.fillConvexPoly(picture, hull, tuple(float(v) for v in shade * self.light[0]), cv2.LINE_AA)
            cv2.fillConvexPoly(owner, hull, 0)
        own = patches[piece.kind]
        patch = int(self.rng.integers(len(own)))
        _lay(picture, owner, number, own[patch], top)
        return patch


class _StraightView(_View):
    """A table straightened by a calibrated camera, at the one scale it is searched at: what lies on it has
    its true shape, what is tall leans away from the camera."""

    layout = ON_TABLE

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        # A set's size is only known once its tiles were seen: until then it is taken for the usual one.
        is_known = rng.random() < KNOWN_SHARE
        off = rng.normal(0, 0.04) if is_known else rng.uniform(*np.log(UNKNOWN_SIZES))
        self.tile_px = TABLE_TILE_PX * float(np.exp(off))
        scale = self.tile_px / USUAL_WIDE_MM
        self.half_mm = SIDE / scale * 0.5
        self.matrix = scale * np.eye(2)
        self.pull = np.zeros(2)
        tilt = np.deg2rad(abs(rng.normal(0, 22))).clip(0, 0.95)
        turn = rng.uniform(0, 2 * np.pi)
        self.per_mm_tall = np.array([np.cos(turn), np.sin(turn)]) * np.tan(tilt) * scale
        self.radial = rng.uniform(0.0004, 0.0012)
        self.shadow = rng.uniform(-14, 14, 2) * scale if rng.random() < 0.7 else None
        self.are_backs_shown = bool(rng.random() < 0.65)

    def tile(self) -> TileSize:
        """Of any proportions, as wide as the scale has them."""
        one = tile_size(self.rng)
        factor = USUAL_WIDE_MM / one.wide
        return TileSize(USUAL_WIDE_MM, one.high * factor, one.deep * factor)


def _lay(
    picture: Picture, owner: NDArray[np.int32], number: int, patch: Picture, quad: NDArray[np.float64]
) -> None:
    low = np.floor(quad.min(axis=0)).astype(int).clip(0, SIDE - 1)
    far = (np.ceil(quad.max(axis=0)).astype(int) + 1).clip(1, SIDE)
    wide, high = far - low
    if wide <= 0 or high <= 0:
        return
    size = quad[1] - quad[0]
    if np.hypot(*size) < patch.shape[1] / 2.2:
        patch = np.asarray(cv2.resize(patch, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    corners = np.array(
        [(0, 0), (patch.shape[1], 0), (patch.shape[1], patch.shape[0]), (0, patch.shape[0])], np.float32
    )
    matrix = cv2.getPerspectiveTransform(corners, (quad - low).astype(np.float32))
    laid = cv2.warpPerspective(
        patch, matrix, (int(wide), int(high)), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillConvexPoly(mask, np.rint((quad - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = mask[..., None].astype(np.uint16)
    region = picture[low[1] : far[1], low[0] : far[0]]
    region[:] = ((laid * share + region * (255 - share)) // 255).astype(np.uint8)
    owner[low[1] : far[1], low[0] : far[0]][mask > 127] = number


def _truth(
    view: _View, pieces: list[Piece], counts: NDArray[np.intp]
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


def stretch_of(rng: Rng) -> NDArray[np.float64]:
    """Factors along x and y: many published photos were squeezed into a square or another shape."""
    if rng.random() < 0.5:
        return np.ones(2)
    factor = np.exp(rng.uniform(-0.4, 0.4))
    return np.array([factor, 1 / factor])


def rect_of(quad: NDArray[np.float64]) -> tuple[float, float, float, float, float]:
    """Centre, size across and along, and turn in degrees of a (slightly crooked) four-cornered outline."""
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
