"""Tile bodies, backs, dice and table surfaces: what faces lie on and what tiles lie on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.draw.page import HEIGHT, WIDTH, Sprite

Picture = NDArray[np.uint8]
"""(height, width, 3), blue first."""
Colour = NDArray[np.float32]
"""(3,), blue first, 0-255."""
Rng = np.random.Generator

# fmt: off
BACKS = np.array(
    [(200, 130, 40), (170, 90, 30), (90, 160, 60), (60, 120, 40), (60, 180, 230), (40, 150, 230),
     (70, 90, 220), (50, 50, 170), (40, 40, 40), (150, 80, 110), (200, 170, 60), (120, 190, 230),
     (210, 200, 90),
     (90, 60, 40), (60, 100, 160), (180, 110, 190), (100, 120, 60), (40, 110, 190), (60, 130, 40),
     (140, 60, 20)],
    np.float32,
)
# fmt: on


def body_colour(rng: Rng) -> Colour:
    """White, ivory, yellowed or (seldom) tinted."""
    light = rng.uniform(205, 255)
    yellow = rng.choice([rng.uniform(-6, 8), rng.uniform(8, 30), rng.uniform(20, 60)], p=[0.5, 0.35, 0.15])
    colour = np.array([light - yellow, light - yellow * 0.3, light], np.float32)
    if rng.random() < 0.05:
        colour += rng.uniform(-30, 30, 3).astype(np.float32)
    return np.asarray(np.clip(colour, 120, 255), np.float32)


def back_colour(rng: Rng) -> Colour:
    """The colour of a back; seldom white, for a blank white tile is nearly always a dragon."""
    if rng.random() < 0.02:
        return body_colour(rng)
    return np.asarray(np.clip(BACKS[rng.integers(len(BACKS))] + rng.uniform(-35, 35, 3), 5, 255), np.float32)


def dressed(sprite: Sprite, body: Colour, rng: Rng) -> Picture:
    """A face on its body: (96, 72, 3), shaded, perhaps engraved."""
    page: Colour = body + _slope(rng, 12)
    cover = sprite[..., 3].astype(np.float32) / 255 * rng.uniform(0.75, 1.0)
    ink = sprite[..., :3].astype(np.float32) + rng.uniform(-12, 12, 3).astype(np.float32)
    page = np.asarray(page * (1 - cover[..., None]) + ink * cover[..., None], np.float32)
    if rng.random() < 0.5:
        side = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.6, 1.6))
        turn = rng.uniform(0, 2 * np.pi)
        edge = np.cos(turn) * cv2.Sobel(side, cv2.CV_32F, 1, 0) + np.sin(turn) * cv2.Sobel(
            side, cv2.CV_32F, 0, 1
        )
        page += edge[..., None] * rng.uniform(5, 25)
    return _edged(np.clip(page, 0, 255).astype(np.uint8), body, rng)


def back_patch(colour: Colour, rng: Rng) -> Picture:
    """A face-down tile: plain, graded, seldom with a mark."""
    page = np.empty((HEIGHT, WIDTH, 3), np.float32)
    page[:] = colour
    page += _slope(rng, 18)
    picture = np.clip(page, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        mark = tuple(int(v) for v in np.clip(colour + rng.uniform(-80, 80, 3), 0, 255))
        centre, half = (WIDTH // 2, HEIGHT // 2), int(rng.integers(8, 25))
        match rng.integers(3):
            case 0:
                cv2.circle(picture, centre, half, mark, int(rng.integers(1, 5)), cv2.LINE_AA)
            case 1:
                cv2.rectangle(picture, (8, 8), (WIDTH - 8, HEIGHT - 8), mark, 2)
            case _:
                cv2.putText(picture, "MJ", (10, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.2, mark, 2, cv2.LINE_AA)
    return _edged(picture, colour, rng)


def die_patch(pips: int, rng: Rng) -> Picture:
    """One face of a die, (72, 72, 3): western or Asian (a large red one, a red four), white or coloured."""
    side = WIDTH
    white = rng.random() < 0.75
    ground = body_colour(rng) if white else back_colour(rng) * 0.8
    dark = (30, 30, 30) if ground.mean() > 110 else (240, 240, 240)
    red = (40, 30, int(rng.integers(150, 230)))
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = np.clip(ground, 0, 255)
    asian = rng.random() < 0.6
    ink = red if asian and pips in (1, 4) else dark
    radius = int(side * (rng.uniform(0.15, 0.24) if asian and pips == 1 else rng.uniform(0.075, 0.12)))
    low, high = rng.uniform(0.2, 0.3), rng.uniform(0.7, 0.8)
    spots = {1: [(0.5, 0.5)], 2: [(low, low), (high, high)], 3: [(low, low), (0.5, 0.5), (high, high)],
             4: [(low, low), (low, high), (high, low), (high, high)],
             5: [(low, low), (low, high), (0.5, 0.5), (high, low), (high, high)],
             6: [(x, y) for x in (low + 0.03, high - 0.03) for y in (low, 0.5, high)]}[pips]  # fmt: skip
    for x, y in spots:
        cv2.circle(picture, (int(x * side), int(y * side)), radius, ink, -1, cv2.LINE_AA)
    return _edged(np.ascontiguousarray(np.rot90(picture, int(rng.integers(4)))), ground, rng)


def surface(size: tuple[int, int], rng: Rng) -> Picture:
    """A stretch of felt, cloth, wood, paper or glass, (height, width, 3)."""
    high, wide = size
    base = _ground_colour(rng)
    page = np.empty((high, wide, 3), np.float32)
    page[:] = base
    kind = rng.random()
    if kind < 0.25:
        _wood(page, base, rng)
    elif kind < 0.4:
        _weave(page, rng)
    elif kind < 0.5:
        _pattern(page, rng)
    if rng.random() < 0.2:
        cut = int(rng.integers(0, wide))
        page[:, cut:] = _ground_colour(rng)
    grain = rng.normal(0, rng.uniform(1, 9), (max(1, high // 2), max(1, wide // 2), 1)).astype(np.float32)
    page += cv2.resize(grain, (wide, high), interpolation=cv2.INTER_LINEAR)[..., None]
    return np.clip(page, 0, 255).astype(np.uint8)


def _ground_colour(rng: Rng) -> Colour:
    kind = rng.random()
    if kind < 0.35:  # green to blue felt
        hue, full, light = rng.uniform(50, 125), rng.uniform(80, 230), rng.uniform(40, 190)
    elif kind < 0.6:  # wood, carton, skin
        hue, full, light = rng.uniform(5, 25), rng.uniform(20, 170), rng.uniform(50, 235)
    elif kind < 0.8:  # grey, black, white
        hue, full, light = rng.uniform(0, 180), rng.uniform(0, 30), rng.uniform(10, 245)
    else:
        hue, full, light = rng.uniform(0, 180), rng.uniform(40, 230), rng.uniform(40, 220)
    pixel = np.array([[[hue, full, light]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _wood(page: Colour, base: Colour, rng: Rng) -> None:
    high, wide = page.shape[:2]
    lines = rng.normal(0, 1, (high, 1)).astype(np.float32)
    lines = cv2.GaussianBlur(lines, (1, 0), sigmaX=0.1, sigmaY=rng.uniform(1, 6)) if high > 8 else lines
    wave = cv2.resize(
        rng.normal(0, 1, (6, 4)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC
    )
    rows = (np.arange(high)[:, None] + wave * rng.uniform(0, 10)).astype(np.int32) % high
    grain = lines[rows, 0] * rng.uniform(8, 40)
    page += grain[..., None] * (base / 255 + 0.2)
    if rng.random() < 0.4:
        step = int(rng.integers(20, 120))
        page[::step] *= 0.6


def _weave(page: Colour, rng: Rng) -> None:
    high, wide = page.shape[:2]
    step = rng.uniform(2, 7)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    page += (np.sin(x * 2 * np.pi / step) * np.sin(y * 2 * np.pi / step) * rng.uniform(3, 20))[..., None]


def _pattern(page: Colour, rng: Rng) -> None:
    high, wide = page.shape[:2]
    for _ in range(int(rng.integers(3, 25))):
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        at = (int(rng.integers(wide)), int(rng.integers(high)))
        to = (int(rng.integers(wide)), int(rng.integers(high)))
        match rng.integers(3):
            case 0:
                cv2.line(page, at, to, colour, int(rng.integers(1, 9)), cv2.LINE_AA)
            case 1:
                cv2.circle(
                    page,
                    at,
                    int(rng.integers(2, max(3, high // 5))),
                    colour,
                    int(rng.integers(-1, 4)),
                    cv2.LINE_AA,
                )
            case _:
                half = int(rng.integers(3, max(4, high // 4)))
                cv2.rectangle(page, at, (at[0] + half, at[1] + int(half * rng.uniform(0.4, 2))), colour,
                              int(rng.integers(-1, 4)))  # fmt: skip


def _slope(rng: Rng, most: float) -> Colour:
    corners = rng.uniform(-most, most, (2, 2)).astype(np.float32)
    return np.asarray(cv2.resize(corners, (WIDTH, HEIGHT))[..., None], np.float32)


def _edged(picture: Picture, ground: Colour, rng: Rng) -> Picture:
    """Edges that catch light or lie in shade, as bevels do."""
    high, wide = picture.shape[:2]
    thick = int(rng.integers(1, 5))
    page = picture.astype(np.int16)
    for side in (np.s_[:thick], np.s_[high - thick :], np.s_[:, :thick], np.s_[:, wide - thick :]):
        page[side] += int(rng.normal(-8, 22))
    return np.clip(page, 0, 255).astype(np.uint8)
