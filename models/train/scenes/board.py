"""Tiles laid on a small board, with rounded corners and, seen aslant, their flanks."""

from __future__ import annotations

import cv2
import numpy as np

from models.train.draw.page import HEIGHT, WIDTH
from models.train.scenes.body import (
    Colour,
    Picture,
    Rng,
)


def paste(board: Picture, patch: Picture, x: int, y: int, corner: int = 4) -> None:
    """Lays `patch` on `board` with rounded corners, cut at the board's edges."""
    high, wide = patch.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(board.shape[1], x + wide), min(board.shape[0], y + high)
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((high, wide), np.uint8)
    cv2.rectangle(mask, (corner, 0), (wide - 1 - corner, high - 1), 1, -1)
    cv2.rectangle(mask, (0, corner), (wide - 1, high - 1 - corner), 1, -1)
    for cx in (corner, wide - 1 - corner):
        for cy in (corner, high - 1 - corner):
            cv2.circle(mask, (cx, cy), corner, 1, -1)
    inside = mask[y0 - y : y1 - y, x0 - x : x1 - x].astype(bool)
    board[y0:y1, x0:x1][inside] = patch[y0 - y : y1 - y, x0 - x : x1 - x][inside]


def draw_side(
    board: Picture, place: tuple[int, int], body: Colour, back: Colour, rng: Rng, face_down: bool
) -> None:
    """The tile's flank, seen because the camera is not right above: body first, then the back's colour."""
    x, y = place
    depth = rng.uniform(3, 40)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.choice([np.pi / 2, -np.pi / 2])
    dx, dy = np.cos(turn) * depth, np.sin(turn) * depth
    first, second = (back, body) if face_down else (body, back)
    parts = ((1.0, second), (rng.uniform(0.4, 1.0), first))
    corners = np.array([(x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)], np.float32)
    if rng.random() < 0.6:
        shadow = cv2.convexHull(np.vstack([corners, corners + rng.uniform(-20, 20, 2)]).astype(np.int32))
        cv2.fillConvexPoly(board, shadow, tuple(float(v) for v in board[0, 0] * 0.5))
    for part, colour in parts:
        hull = cv2.convexHull(np.vstack([corners, corners + np.array([dx, dy]) * part]).astype(np.int32))
        cv2.fillConvexPoly(
            board, hull, tuple(float(v) for v in colour * rng.uniform(0.55, 0.95)), cv2.LINE_AA
        )
