"""What stands on tables in clubs and was taken for tiles: wind plates, score sticks, displays, consoles."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.draw.page import Sprite
from models.train.scenes.body import Picture, Rng, back_colour, body_colour

Quad = NDArray[np.float64]
"""(4, 2) px: what a careless locator would cut there."""


def club_things(picture: Picture, rng: Rng, signs: list[Sprite]) -> list[Quad]:
    """Draws one to three such things, in place; where their plates, fields and ends lie. `signs`: inks of
    winds and others, for what is printed on plates."""
    things = (_wind_plate, _sticks, _display, _console, _playing_cards, _dome)
    quads: list[Quad] = []
    for _ in range(int(rng.integers(1, 4))):
        quads += things[int(rng.integers(len(things)))](picture, rng, signs)
    return quads


def _place(picture: Picture, rng: Rng) -> tuple[Quad, float]:
    middle = rng.uniform(0.1, 0.9, 2) * picture.shape[1::-1]
    return np.asarray(middle), float(rng.uniform(0, 2 * np.pi))


def _quad(middle: Quad, size: tuple[float, float], turn: float) -> Quad:
    cos, sin = np.cos(turn), np.sin(turn)
    outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(size) / 2
    return np.asarray(outline @ np.array([[cos, sin], [-sin, cos]]) + middle)


def _fill(picture: Picture, quad: Quad, colour: NDArray[np.floating]) -> None:
    shade = tuple(float(value) for value in colour)
    cv2.fillConvexPoly(picture, np.rint(quad * 16).astype(np.int32), shade, cv2.LINE_AA, 4)


def _print(picture: Picture, quad: Quad, sign: Sprite, ink: NDArray[np.floating] | None) -> None:
    """A sign's ink within four corners, in its own colour or in one."""
    high, wide = sign.shape[:2]
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(frame, quad.astype(np.float32))
    laid = cv2.warpPerspective(sign, matrix, picture.shape[1::-1], flags=cv2.INTER_AREA)
    share = laid[..., 3:].astype(np.float32) / 255
    colour = laid[..., :3] if ink is None else np.asarray(ink, np.float32)
    picture[:] = (picture * (1 - share) + colour * share).astype(np.uint8)


def _wind_plate(picture: Picture, rng: Rng, signs: list[Sprite]) -> list[Quad]:
    """A plate or box that tells the wind: one sign, or one on each side."""
    middle, turn = _place(picture, rng)
    side = rng.uniform(18, 90)
    plate = _quad(middle, (side, side * rng.uniform(0.85, 1.1)), turn)
    _fill(picture, _quad(middle + side * 0.06, (side * 1.05, side * 1.05), turn), np.full(3, 25.0))
    _fill(picture, plate, body_colour(rng) if rng.random() < 0.3 else back_colour(rng))
    ink = None if rng.random() < 0.3 else np.full(3, rng.choice([235.0, 30.0]))
    quads = [plate]
    count = int(rng.choice([1, 4]))
    for number in range(count):
        way = turn + number * np.pi / 2
        off = np.array([-np.sin(way), np.cos(way)]) * side * 0.28 * (count > 1)
        size = side * (0.26 if count > 1 else 0.7)
        quads.append(_quad(middle + off, (size, size * 1.3), way))
        _print(picture, quads[-1], signs[int(rng.integers(len(signs)))], ink)
    return quads


def _sticks(picture: Picture, rng: Rng, _signs: list[Sprite]) -> list[Quad]:
    """Score sticks side by side, spots in their middles or all along."""
    middle, turn = _place(picture, rng)
    long, thick = rng.uniform(60, 170), rng.uniform(5, 14)
    down = np.array([-np.sin(turn), np.cos(turn)])
    along = np.array([np.cos(turn), np.sin(turn)])
    body = body_colour(rng) if rng.random() < 0.7 else back_colour(rng)
    ink = tuple(int(value) for value in rng.choice([(40, 40, 200), (30, 30, 30), (180, 80, 30)]))
    quads = []
    for number in range(int(rng.integers(1, 8))):
        at = middle + down * number * thick * rng.uniform(1.05, 1.3)
        _fill(picture, _quad(at, (long, thick), turn + rng.normal(0, 0.02)), body * rng.uniform(0.9, 1.0))
        spots = int(rng.choice([1, 2, 5, 8]))
        for spot in range(spots):
            where = at + along * (spot - (spots - 1) / 2) * thick * 0.8
            cv2.circle(picture, (round(where[0]), round(where[1])), max(1, round(thick * 0.2)), ink, -1, 8)
        quads.append(_quad(at, (thick * 1.4, thick * 1.9), turn))
    return quads


def _display(picture: Picture, rng: Rng, _signs: list[Sprite]) -> list[Quad]:
    """Lit figures on a dark field."""
    middle, turn = _place(picture, rng)
    high = rng.uniform(16, 50)
    count = int(rng.integers(1, 6))
    _fill(picture, _quad(middle, (high * 0.75 * count, high), turn), np.full(3, rng.uniform(5, 45)))
    lit = rng.choice(np.array([(40, 40, 240), (60, 230, 60), (240, 200, 60), (240, 240, 240)]), axis=0)
    along = np.array([np.cos(turn), np.sin(turn)])
    quads = []
    for number in range(count):
        quad = _quad(
            middle + along * (number - (count - 1) / 2) * high * 0.7, (high * 0.45, high * 0.75), turn
        )
        corners = [*quad[:2], (quad[1] + quad[2]) / 2, *quad[2:], (quad[3] + quad[0]) / 2]
        bars = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (2, 5)]
        for one, other in (bar for bar in bars if rng.random() < 0.7):
            (a, b), (c, d) = corners[one], corners[other]
            ends = (round(a), round(b)), (round(c), round(d))
            cv2.line(picture, *ends, lit.tolist(), max(1, round(high / 14)), cv2.LINE_AA)
        quads.append(quad)
    return quads


def _console(picture: Picture, rng: Rng, signs: list[Sprite]) -> list[Quad]:
    """The middle of an automatic table: a dark plate, buttons, winds, a ring round the dice."""
    middle, turn = _place(picture, rng)
    side = rng.uniform(80, 240)
    dark = np.full(3, rng.uniform(10, 80)) + rng.uniform(0, 40, 3)
    for part in (0.0, np.pi / 4):
        _fill(picture, _quad(middle, (side, side), turn + part), dark)
    quads = []
    for number in range(4):
        way = turn + number * np.pi / 2
        off = np.array([-np.sin(way), np.cos(way)]) * side * 0.45
        button = _quad(middle + off, (side * 0.16, side * 0.1), way)
        _fill(picture, button, rng.uniform(0, 255, 3))
        sign = _quad(middle + off * 0.72, (side * 0.12, side * 0.15), way)
        _print(picture, sign, signs[int(rng.integers(len(signs)))], np.full(3, 230.0))
        quads += [button, sign]
    centre = (round(middle[0]), round(middle[1]))
    cv2.circle(picture, centre, round(side * 0.22), (dark * 1.6).tolist(), -1, cv2.LINE_AA)
    cv2.circle(picture, centre, round(side * 0.22), (200, 200, 200), 1, cv2.LINE_AA)
    return quads


def _dome(picture: Picture, rng: Rng, _signs: list[Sprite]) -> list[Quad]:
    """A glass dome: a rim, a shine."""
    middle, turn = _place(picture, rng)
    radius = rng.uniform(15, 60)
    centre = (round(middle[0]), round(middle[1]))
    cv2.circle(picture, centre, round(radius), rng.uniform(120, 250, 3).tolist(), 2, cv2.LINE_AA)
    glow = np.zeros(picture.shape[:2], np.float32)
    spot = middle + np.array([np.cos(turn), np.sin(turn)]) * radius * 0.5
    cv2.circle(glow, (round(spot[0]), round(spot[1])), max(2, round(radius * 0.2)), 1.0, -1)
    glow = cv2.GaussianBlur(glow, (0, 0), max(1.0, radius * 0.1))[..., None] * rng.uniform(60, 200)
    picture[:] = np.clip(picture + glow, 0, 255).astype(np.uint8)
    return [_quad(middle, (radius, radius * 1.3), turn)]


def _playing_cards(picture: Picture, rng: Rng, signs: list[Sprite]) -> list[Quad]:
    """Cards with a sign in two corners and some in the middle."""
    middle, turn = _place(picture, rng)
    wide = rng.uniform(25, 80)
    quads = []
    for number in range(int(rng.integers(1, 4))):
        way = turn + number * 0.25
        card = _quad(middle + number * wide * 0.3, (wide, wide * 1.45), way)
        _fill(picture, card, np.full(3, 240.0))
        ink = np.array((40, 40, 200)) if rng.random() < 0.5 else np.full(3, 30)
        _print(picture, _quad(card.mean(axis=0), (wide * 0.4, wide * 0.5), way),
               signs[int(rng.integers(len(signs)))], ink)  # fmt: skip
        for corner in (card[0], card[2]):
            at = corner + (card.mean(axis=0) - corner) * 0.2
            cv2.circle(picture, (round(at[0]), round(at[1])), max(1, round(wide * 0.07)), ink.tolist(), -1, 8)
        quads.append(_quad(card.mean(axis=0), (wide * 0.5, wide * 0.65), way))
    return quads
