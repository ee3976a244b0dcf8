"""The cameras that imagined tables are seen by: from anywhere, or straight down at a known scale."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.scenes.body import Colour, Picture, Rng
from models.train.scenes.pieces import ANYWHERE, ON_TABLE, Piece, TileSize, tile_size

SIDE = 320
"""Pixels a side of a scene."""
TABLE_TILE_PX, PHOTO_TILE_PX, USUAL_WIDE_MM = 15.0, 20.0, 26.0
"""A tile's width on a straightened table as the locator for tables is shown it, as that for photos finds it
best, and in millimetres."""
KNOWN_SHARE, UNKNOWN_SIZES = 0.5, (0.74, 1.22)
"""On how many straightened tables the tiles' size is known, and how it may differ where it is not."""


class View:
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
        """Table points (n, 2) in mm at a height to pixels (n, 2): higher is farther from `toward` and from
        the centre."""
        flat = points_mm @ self.matrix.T
        flat = flat / (1 - (flat @ self.pull)[:, None]).clip(0.4, 3)
        raised = flat - height_mm * self.per_mm_tall + flat * height_mm * self.radial
        return np.asarray(raised + SIDE / 2)

    def outline(self, piece: Piece, height_mm: float) -> NDArray[np.float64]:
        """The piece's four corners, (4, 2) in pixels, its own top left first, clockwise."""
        angle = np.deg2rad(piece.turn)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(piece.size) / 2
        rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return self.to_px(corners @ rotation + np.array(piece.place), height_mm)

    def top(self, piece: Piece) -> NDArray[np.float64]:
        """The corners of its upper side, (4, 2) in pixels."""
        return self.outline(piece, piece.lift + piece.tall)

    def seen(self, piece: Piece, pixels: int) -> float:
        """The share of its upper side that so many pixels are."""
        return float(pixels / max(1.0, cv2.contourArea(self.top(piece).astype(np.float32))))

    def nearness(self, piece: Piece) -> tuple[float, float]:
        """Drawing order, to sort by: height in mm, then picture pixels from the middle; low and far first."""
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
        """The piece's flanks, then its top; `owner` (height, width) learns whose pixel it is. Returns which
        of the patches it bears, None where it lies outside."""
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


class StraightView(View):
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


def stretch_of(rng: Rng) -> NDArray[np.float64]:
    """Factors along x and y, (2,): many published photos were squeezed into a square or another shape."""
    if rng.random() < 0.5:
        return np.ones(2)
    factor = np.exp(rng.uniform(-0.4, 0.4))
    return np.array([factor, 1 / factor])
