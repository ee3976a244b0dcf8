"""Pictures without any tile that a hasty eye might find tiles in; fifty of them, each the same every time."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from thrown_dice import throw

Rng = np.random.Generator
Drawn = np.ndarray
SIZE = (600, 800)
INK = (40, 40, 40)


def picture(number: int) -> tuple[str, Drawn]:
    """(what it shows, (600, 800, 3)) for a number 0-49."""
    rng = np.random.default_rng(70_000 + number)
    kind = KINDS[number % len(KINDS)]
    drawn = kind(rng)
    light = np.linspace(rng.uniform(0.7, 1.0), rng.uniform(0.7, 1.0), drawn.shape[1])[None, :, None]
    noisy = cv2.GaussianBlur(drawn, (0, 0), rng.uniform(0.4, 1.4)) * light + rng.normal(0, 4, drawn.shape)
    return kind.__name__.strip("_"), np.clip(noisy, 0, 255).astype(np.uint8)


def _ground(rng: Rng) -> Drawn:
    page = np.empty((*SIZE, 3), np.uint8)
    page[:] = rng.integers(30, 200, 3)
    return page


def _shade(rng: Rng, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    blue, green, red = (int(value) for value in rng.integers(low, high, 3))
    return blue, green, red


def _chequered_cloth(rng: Rng) -> Drawn:
    page, step = _ground(rng).astype(np.int32), int(rng.integers(16, 50))
    y, x = np.mgrid[: SIZE[0], : SIZE[1]]
    tint = rng.integers(-60, 60, 3)
    page += ((x // step) % 2)[..., None] * tint + ((y // step) % 2)[..., None] * tint[::-1]
    return np.clip(page, 0, 255).astype(np.uint8)


def _flowered_cloth(rng: Rng) -> Drawn:
    page, step = _ground(rng), int(rng.integers(40, 90))
    petal, heart = _shade(rng, 90), _shade(rng)
    for y in range(step // 2, SIZE[0], step):
        for x in range(step // 2 + (y // step % 2) * step // 2, SIZE[1], step):
            for turn in range(5):
                at = (int(x + step * 0.2 * np.cos(turn * 1.26)), int(y + step * 0.2 * np.sin(turn * 1.26)))
                cv2.circle(page, at, step // 7, petal, -1, cv2.LINE_AA)
            cv2.circle(page, (x, y), step // 9, heart, -1, cv2.LINE_AA)
    return page


def _turned_rectangle(
    page: Drawn, at: tuple[float, float], size: tuple[float, float], turn: float, colour: tuple[int, ...]
) -> Callable[[float, float], tuple[int, int]]:
    """Fills it; returns where its inner points (-1 to 1 across and along) lie on the page."""
    corners = cv2.boxPoints((at, size, turn))
    cv2.fillConvexPoly(page, np.rint(corners).astype(np.int32), colour, cv2.LINE_AA)
    cv2.polylines(page, [np.rint(corners).astype(np.int32)], True, (90, 90, 90), 1, cv2.LINE_AA)
    across, along = (corners[2] - corners[1]) / 2, (corners[0] - corners[1]) / 2

    def place(u: float, v: float) -> tuple[int, int]:
        x, y = np.array(at) + across * u + along * v
        return round(float(x)), round(float(y))

    return place


def _playing_cards(rng: Rng) -> Drawn:
    page, wide = _ground(rng), float(rng.uniform(90, 150))
    for _ in range(int(rng.integers(2, 6))):
        at = (float(rng.uniform(120, 680)), float(rng.uniform(120, 480)))
        place = _turned_rectangle(page, at, (wide, wide * 1.45), float(rng.uniform(0, 90)), (245, 248, 248))
        ink = (40, 35, 190) if rng.random() < 0.5 else INK
        for _ in range(int(rng.integers(2, 6))):
            u, v = float(rng.choice([-0.4, 0, 0.4])), float(rng.choice([-0.6, -0.2, 0.2, 0.6]))
            spot = np.array(place(u, v))
            heart = [spot + np.array(d) * wide * 0.09 for d in ((0, -1), (0.8, 0), (0, 1.2), (-0.8, 0))]
            cv2.fillConvexPoly(page, np.rint(heart).astype(np.int32), ink, cv2.LINE_AA)
        cv2.putText(
            page, "A7KQ"[int(rng.integers(4))], place(-0.85, -0.65), 0, wide / 180, ink, 2, cv2.LINE_AA
        )
    return page


def _dominoes(rng: Rng) -> Drawn:
    page, wide = _ground(rng), float(rng.uniform(50, 80))
    body, ink = ((235, 240, 240), INK) if rng.random() < 0.5 else ((30, 30, 30), (240, 240, 240))
    for column in range(3):
        for row in range(2):
            at = (180 + column * 220 + float(rng.uniform(-30, 30)), 170 + row * 260.0)
            place = _turned_rectangle(page, at, (wide, wide * 2), float(rng.uniform(0, 90)), body)
            cv2.line(page, place(-0.9, 0), place(0.9, 0), ink, 2, cv2.LINE_AA)
            for half in (-0.5, 0.5):
                for u, v in ((-0.5, -0.25), (0.5, 0.25), (0, 0), (0.5, -0.25))[: int(rng.integers(1, 5))]:
                    cv2.circle(page, place(u, half + v), round(wide * 0.09), ink, -1, cv2.LINE_AA)
    return page


def _keyboard(rng: Rng) -> Drawn:
    page, key = _ground(rng), int(rng.integers(34, 52))
    case, cap = _shade(rng, 20, 120), _shade(rng, 40, 230)
    cv2.rectangle(page, (30, 120), (770, 140 + 5 * (key + 6)), case, -1)
    ink = INK if sum(cap) > 380 else (230, 230, 230)
    for row in range(5):
        for column in range(700 // (key + 6)):
            x, y = 50 + column * (key + 6) + row * 7, 130 + row * (key + 6)
            cv2.rectangle(page, (x, y), (x + key, y + key), cap, -1)
            letter = chr(65 + int(rng.integers(26)))
            cv2.putText(page, letter, (x + 8, y + key // 2 + 4), 0, key / 70, ink, 1, cv2.LINE_AA)
    return page


def _hands(rng: Rng) -> Drawn:
    page = _ground(rng)
    for _ in range(2):
        skin = tuple(int(v) for v in np.array([110, 140, 205]) * rng.uniform(0.4, 1.15))
        palm = rng.uniform([200, 200], [600, 450])
        wrist = palm + rng.uniform(-1, 1, 2) * 300
        cv2.line(page, tuple(map(int, palm)), tuple(map(int, wrist)), skin, 90, cv2.LINE_AA)
        cv2.circle(page, tuple(map(int, palm)), 65, skin, -1, cv2.LINE_AA)
        heading = np.arctan2(*(palm - wrist)[::-1])
        for finger in range(5):
            turn = heading + (finger - 2) * 0.32
            tip = palm + np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(120, 160)
            cv2.line(page, tuple(map(int, palm)), tuple(map(int, tip)), skin, 26, cv2.LINE_AA)
            cv2.circle(page, tuple(map(int, tip)), 9, tuple(min(255, v + 30) for v in skin), -1, cv2.LINE_AA)
    return page


def _dice_alone(rng: Rng) -> Drawn:
    image, _ = throw(int(rng.integers(200, 10_000)), reach_mm=90.0)
    return np.array(image.picture[382:982, 282:1082])


def _printed_page(rng: Rng) -> Drawn:
    page = _ground(rng)
    place = _turned_rectangle(page, (400, 300), (640, 520), float(rng.uniform(-8, 8)), (244, 246, 246))
    for line in np.arange(-0.9, 0.9, 0.09):
        words = " ".join("".join(chr(97 + int(v)) for v in rng.integers(0, 26, 6)) for _ in range(5))
        cv2.putText(page, words, place(-0.9, float(line)), 0, 0.55, INK, 1, cv2.LINE_AA)
    return page


def _chips_and_sticks(rng: Rng) -> Drawn:
    page = _ground(rng)
    for _ in range(9):
        at = (int(rng.uniform(60, 740)), int(rng.uniform(60, 540)))
        radius = int(rng.integers(20, 45))
        cv2.circle(page, at, radius, _shade(rng), -1, cv2.LINE_AA)
        cv2.circle(page, at, radius * 2 // 3, _shade(rng), 3, cv2.LINE_AA)
    for _ in range(5):
        at = (float(rng.uniform(120, 680)), float(rng.uniform(100, 500)))
        place = _turned_rectangle(page, at, (150.0, 13.0), float(rng.uniform(0, 180)), (235, 240, 240))
        for u in (-0.2, 0.0, 0.2):
            cv2.circle(page, place(u, 0), 3, (40, 30, 190), -1, cv2.LINE_AA)
    return page


def _boards_and_boxes(rng: Rng) -> Drawn:
    page = _ground(rng).astype(np.float32)
    grain = cv2.resize(rng.normal(0, 14, (SIZE[0] // 3, 8)).astype(np.float32), SIZE[::-1])
    page = np.clip(page + grain[..., None], 0, 255).astype(np.uint8)
    for _ in range(4):
        at = (float(rng.uniform(120, 680)), float(rng.uniform(100, 500)))
        size = (float(rng.uniform(60, 200)), float(rng.uniform(60, 200)))
        _turned_rectangle(page, at, size, float(rng.uniform(0, 90)), _shade(rng))
    return page


KINDS: tuple[Callable[[Rng], Drawn], ...] = (
    _chequered_cloth, _flowered_cloth, _playing_cards, _dominoes, _keyboard,
    _hands, _dice_alone, _printed_page, _chips_and_sticks, _boards_and_boxes,
)  # fmt: skip
