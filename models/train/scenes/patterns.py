"""Pages that repeat themselves and hold no tile: cloth, keys, print, boards, walls.

What a hasty eye takes for rows of tiles is mostly a thing that repeats; so such pages fill whole scenes, and
crops of them are learnt as nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.scenes.body import Picture, Rng, surface

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/#%&?<>=@"


def pattern(side: int, rng: Rng) -> Picture:
    """A square page of `side` pixels, one kind of it by chance, turned and leaning a little."""
    room = round(side * 1.6)
    page = PATTERNS[int(rng.integers(len(PATTERNS)))](room, rng)
    turn = float(rng.uniform(0, 360)) if rng.random() < 0.5 else float(rng.choice([0, 90, 180, 270]))
    scale = float(np.exp(rng.uniform(-0.35, 0.45)))
    matrix = cv2.getRotationMatrix2D((room / 2, room / 2), turn + float(rng.normal(0, 2)), scale)
    matrix[:, :2] = matrix[:, :2] @ np.array([[1, rng.normal(0, 0.08)], [0, rng.uniform(0.7, 1.1)]])
    matrix[:, 2] = side / 2 - matrix[:, :2] @ np.array([room / 2, room / 2])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(page, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REFLECT_101), np.uint8
    )


def _tint(rng: Rng, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    blue, green, red = (int(value) for value in rng.integers(low, high, 3))
    return blue, green, red


def _ground(room: int, rng: Rng) -> Picture:
    if rng.random() < 0.4:
        return surface((room, room), rng)
    page = np.empty((room, room, 3), np.uint8)
    page[:] = _tint(rng, 20, 250)
    return page


def _against(colour: tuple[int, int, int], rng: Rng) -> tuple[int, int, int]:
    """An ink that can be seen on the colour."""
    if rng.random() < 0.3:
        return _tint(rng)
    return _tint(rng, 0, 90) if sum(colour) > 380 else _tint(rng, 170)


def _woven(room: int, rng: Rng) -> Picture:
    """Checks, gingham and tartan: stripes of several widths both ways."""
    page = np.full((room, room, 3), rng.uniform(40, 240, 3), np.float32)
    step, mix = float(rng.uniform(8, 90)), float(rng.uniform(0.15, 0.6))
    stripes = [(rng.uniform(0, 1), rng.uniform(0.05, 0.55), rng.uniform(0, 255, 3))
               for _ in range(int(rng.integers(1, 5)))]  # fmt: skip
    at = np.arange(room) / step % 1
    for begin, part, colour in stripes:
        band = (((at - begin) % 1) < part).astype(np.float32) * mix
        for cover in (band[:, None, None], band[None, :, None]):
            page += (np.asarray(colour, np.float32) - page) * cover
    if rng.random() < 0.4:
        y, x = np.mgrid[:room, :room]
        page *= 1 + 0.12 * (((x + y) // int(rng.integers(1, 4))) % 2)[..., None]
    return np.clip(page, 0, 255).astype(np.uint8)


def _chess(room: int, rng: Rng) -> Picture:
    """Squares of two colours; sometimes a figure, a stone or a number in each."""
    page, wide = _ground(room, rng), int(rng.uniform(12, 70))
    tall = round(wide * float(rng.choice([1.0, rng.uniform(0.7, 1.5)])))
    light, dark = _tint(rng, 120), _tint(rng, 0, 200)
    mark = int(rng.integers(4))
    for row in range(room // tall + 1):
        for column in range(room // wide + 1):
            colour = light if (row + column) % 2 else dark
            x, y = column * wide, row * tall
            cv2.rectangle(page, (x, y), (x + wide, y + tall), colour, -1)
            if mark == 1 and rng.random() < 0.5:
                cv2.circle(page, (x + wide // 2, y + tall // 2), wide * 2 // 5, _tint(rng), -1, cv2.LINE_AA)
            if mark == 2 and rng.random() < 0.7:
                _sign(page, (x, y), (wide, tall), _against(colour, rng), rng)
    return page


def _sign(
    page: Picture, at: tuple[int, int], size: tuple[int, int], ink: tuple[int, int, int], rng: Rng
) -> None:
    """A letter or figure somewhere in a box."""
    sign = SIGNS[int(rng.integers(len(SIGNS)))]
    scale = min(size) / float(rng.uniform(26, 70))
    where = (at[0] + int(size[0] * rng.uniform(0.12, 0.4)), at[1] + int(size[1] * rng.uniform(0.45, 0.85)))
    cv2.putText(page, sign, where, int(rng.integers(8)), scale, ink, int(rng.integers(1, 3)), cv2.LINE_AA)


def _keys(room: int, rng: Rng) -> Picture:
    """A keyboard, a calculator, a remote control: caps with signs, shifted from row to row."""
    page = _ground(room, rng)
    wide = int(rng.uniform(10, 60))
    tall, gap = round(wide * rng.uniform(0.7, 1.35)), int(rng.integers(1, max(2, wide // 4)))
    shift, cap = int(rng.choice([0, wide // 4, wide // 2])), _tint(rng, 10)
    ink, other = _against(cap, rng), _tint(rng)
    is_lit, is_round = rng.random() < 0.5, rng.random() < 0.2
    for row, y in enumerate(range(0, room, tall + gap)):
        x = row * shift % (wide + gap) - wide
        while x < room:
            long = wide if rng.random() < 0.93 else wide * int(rng.integers(2, 5))
            colour = cap if rng.random() < 0.93 else other
            if is_round:
                middle, half = (x + long // 2, y + tall // 2), (long // 2, tall // 2)
                cv2.ellipse(page, middle, half, 0, 0, 360, colour, -1)
            else:
                cv2.rectangle(page, (x, y), (x + long, y + tall), colour, -1)
            if is_lit:
                edge = tuple(min(255, value + 50) for value in colour)
                cv2.rectangle(page, (x + 1, y + 1), (x + long - 2, y + tall - 3), edge, max(1, wide // 14))
            if rng.random() < 0.95:
                _sign(page, (x, y), (wide, tall), ink, rng)
            x += long + gap
    return page


def _print(room: int, rng: Rng) -> Picture:
    """Lines of words, tables of figures, a calendar."""
    page = np.empty((room, room, 3), np.uint8)
    page[:] = _tint(rng, 190) if rng.random() < 0.8 else _tint(rng, 0, 120)
    ink = _against((int(page[0, 0, 0]), int(page[0, 0, 1]), int(page[0, 0, 2])), rng)
    size, font, thick = float(rng.uniform(0.25, 1.6)), int(rng.integers(8)), int(rng.integers(1, 4))
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz      ABCDE0123456789.,"))
    for y in range(0, room, round(size * rng.uniform(22, 40)) + 1):
        line = "".join(rng.choice(letters, 90))
        cv2.putText(page, line, (int(rng.integers(-20, 20)), y), font, size, ink, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        step = int(rng.uniform(14, 70))
        for at in range(0, room, step):
            cv2.line(page, (0, at), (room, at), ink, 1)
            cv2.line(page, (at, 0), (at, room), ink, 1)
    return page


def _strewn(room: int, rng: Rng) -> Picture:
    """Printed cloth and wallpaper: one drawn figure again and again."""
    page, step = _ground(room, rng), int(rng.uniform(14, 100))
    figure = [_stroke(rng) for _ in range(int(rng.integers(1, 6)))]
    shift = int(rng.choice([0, step // 2]))
    for row, y in enumerate(range(0, room + step, step)):
        for x in range(-(row % 2) * shift, room + step, step):
            for kind, points, colour, thick in figure:
                spots = np.rint(points * step * 0.45 + (x, y)).astype(np.int32)
                radius = max(1, int(step * thick * 0.3))
                if kind == 0:
                    cv2.circle(page, (int(spots[0, 0]), int(spots[0, 1])), radius, colour, -1, cv2.LINE_AA)
                elif kind == 1:
                    cv2.fillPoly(page, [spots], colour, cv2.LINE_AA)
                else:
                    cv2.polylines(page, [spots], False, colour, max(1, radius // 2), cv2.LINE_AA)
    return page


def _stroke(rng: Rng) -> tuple[int, NDArray[np.float64], tuple[int, int, int], float]:
    count = int(rng.integers(3, 8))
    turns = np.sort(rng.uniform(0, 2 * np.pi, count))
    reach = rng.uniform(0.2, 1.0, count)
    points = np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None] + rng.uniform(-0.3, 0.3, 2)
    return int(rng.integers(3)), points, _tint(rng), float(rng.uniform(0.15, 0.9))


def _bricks(room: int, rng: Rng) -> Picture:
    """Bricks, paving, parquet, bathroom tiles; plain, and in colours close to each other."""
    page = _ground(room, rng)
    wide, gap = int(rng.uniform(12, 90)), int(rng.integers(1, 5))
    tall = round(wide * rng.uniform(0.3, 1.5))
    base = np.array(_tint(rng, 30))
    shift = int(rng.choice([0, wide // 2, wide // 3]))
    for row, y in enumerate(range(0, room, tall + gap)):
        for x in range(-row * shift % (wide + gap) - wide, room, wide + gap):
            colour = tuple(int(v) for v in np.clip(base + rng.normal(0, 14, 3), 0, 255))
            cv2.rectangle(page, (x, y), (x + wide, y + tall), colour, -1)
    return page


def _board(room: int, rng: Rng) -> Picture:
    """Lines crossing, round stones on some of the crossings."""
    page, step = _ground(room, rng), int(rng.uniform(14, 60))
    ink = _tint(rng, 0, 120)
    for at in range(0, room, step):
        cv2.line(page, (0, at), (room, at), ink, 1, cv2.LINE_AA)
        cv2.line(page, (at, 0), (at, room), ink, 1, cv2.LINE_AA)
    for y in range(0, room, step):
        for x in range(0, room, step):
            if rng.random() < 0.3:
                stone = (235, 238, 238) if rng.random() < 0.5 else (25, 25, 25)
                cv2.circle(page, (x, y), int(step * 0.46), stone, -1, cv2.LINE_AA)
    return page


def _spots(room: int, rng: Rng) -> Picture:
    """Dominoes, punched card, perforated sheets: round spots in rows on a pale or dark ground."""
    page, step = _ground(room, rng), float(rng.uniform(6, 40))
    ink, radius = _tint(rng), max(1, int(step * rng.uniform(0.12, 0.42)))
    is_sparse = rng.random() < 0.5
    for y in np.arange(0, room, step):
        for x in np.arange(0, room, step):
            if not is_sparse or rng.random() < 0.5:
                cv2.circle(page, (int(x), int(y)), radius, ink, -1, cv2.LINE_AA)
    return page


PATTERNS: tuple[Callable[[int, Rng], Picture], ...] = (
    _woven, _woven, _chess, _keys, _keys, _print, _strewn, _strewn, _bricks, _board, _spots,
)  # fmt: skip
