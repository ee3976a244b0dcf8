"""Bamboo faces: sticks in many styles, and the bird of the one."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from models.train.draw.design import Design
from models.train.draw.glyphs import Mask
from models.train.draw.odd import odd_stick
from models.train.draw.page import Ink, Page

Stick = tuple[float, float, float]
"""Centre x, centre y, turn in degrees (0 upright)."""

TOP, LOW = 0.28, 0.72
STICKS: dict[int, tuple[Stick, ...]] = {
    2: ((0.5, TOP, 0), (0.5, LOW, 0)),
    3: ((0.5, TOP, 0), (0.3, LOW, 0), (0.7, LOW, 0)),
    4: ((0.3, TOP, 0), (0.7, TOP, 0), (0.3, LOW, 0), (0.7, LOW, 0)),
    5: ((0.25, TOP, 0), (0.75, TOP, 0), (0.5, 0.5, 0), (0.25, LOW, 0), (0.75, LOW, 0)),
    6: tuple((x, y, 0) for y in (TOP, LOW) for x in (0.24, 0.5, 0.76)),
    7: ((0.5, 0.18, 0), *((x, y, 0) for y in (0.5, 0.8) for x in (0.24, 0.5, 0.76))),
    8: (
        (0.2, TOP, 0), (0.4, TOP, -28), (0.6, TOP, 28), (0.8, TOP, 0),
        (0.2, LOW, 0), (0.4, LOW, 28), (0.6, LOW, -28), (0.8, LOW, 0),
    ),
    9: tuple((x, y, 0) for y in (0.2, 0.5, 0.8) for x in (0.24, 0.5, 0.76)),
}  # fmt: skip
EIGHTS: dict[str, tuple[Stick, ...]] = {
    "M": (
        (0.16, TOP, 0), (0.36, TOP, -36), (0.64, TOP, 36), (0.84, TOP, 0),
        (0.16, LOW, 0), (0.36, LOW, 36), (0.64, LOW, -36), (0.84, LOW, 0),
    ),
    "upright": tuple((x, y, 0) for y in (TOP, LOW) for x in (0.17, 0.39, 0.61, 0.83)),
}  # fmt: skip
LENGTHS = {2: 0.34, 3: 0.34, 4: 0.34, 5: 0.32, 6: 0.34, 7: 0.24, 8: 0.33, 9: 0.25}


def draw_bamboo(page: Page, design: Design, rank: int, all_red: bool = False) -> None:
    """Draws the sticks of `rank` (the bird for one); `all_red` for a red five."""
    if rank == 1:
        draw_bird(page, design)
        return
    rng = design.rng
    length = LENGTHS[rank] * rng.uniform(0.88, 1.08)
    wide = rng.uniform(0.08, 0.15) * (0.85 if rank in (6, 7, 8, 9) else 1)
    squeeze = rng.uniform(0.86, 1.05)
    flip = 1 if rng.random() < 0.8 else -1
    if design.is_joined and rank != 8:
        length, squeeze = {7: 0.3, 9: 0.3}.get(rank, 0.44), 1.0
    sticks = EIGHTS.get(design.eight, STICKS[8]) if rank == 8 else STICKS[rank]
    for number, (x, y, turn) in enumerate(sticks):
        ink = design.red if all_red else _ink(design, rank, number)
        place = (0.5 + (x - 0.5) * squeeze, 0.5 + (y - 0.5) * squeeze)
        _stick(page, design, place, turn * flip, (length, wide), ink)


def _ink(design: Design, rank: int, number: int) -> Ink:
    reds = {5: {2}, 7: {0}, 9: {1, 4, 7}}
    if number in reds.get(rank, set()):
        return design.red
    if rank == 7 and number in (2, 5) and design.seed % 3 == 0:
        return design.blue
    return design.blue if design.seed % 7 == 0 else design.green


def _stick(
    page: Page, design: Design, place: tuple[float, float], turn: float, size: tuple[float, float], ink: Ink
) -> None:
    style, (length, wide) = design.sticks, size

    def at(along: float, across: float) -> tuple[float, float]:
        """A point of the stick: `along` -1..1 of the half length, `across` in half widths."""
        angle = math.radians(turn)
        dx, dy = across * wide / 2, along * length / 2 * page.height / page.width
        x = dx * math.cos(angle) - dy * math.sin(angle)
        y = dx * math.sin(angle) + dy * math.cos(angle)
        return place[0] + x, place[1] + y * page.width / page.height

    def body(outline: list[tuple[float, float]], colour: Ink | None) -> None:
        mirrored = [(along, -across) for along, across in reversed(outline)]
        page.polygon([at(along, across) for along, across in outline + mirrored], colour)

    bone = [
        (-1, 0.7),
        (-0.85, 1),
        (-0.7, 0.6),
        (-0.15, 0.55),
        (0, 1),
        (0.15, 0.55),
        (0.7, 0.6),
        (0.85, 1),
        (1, 0.7),
    ]
    match style:
        case "bone":
            body(bone, ink)
        case "bars":
            body([(-1, 0.8), (1, 0.8)], ink)
            for along in (-0.35, 0.35):
                page.line([at(along, -0.9), at(along, 0.9)], None, 0.02)
        case "outline" | "thin":
            body([(-1, 0.8), (1, 0.8)], ink)
            thin = 0.4 if style == "outline" else 0.55
            body([(-0.9, thin), (-0.08, thin)], None)
            body([(0.08, thin), (0.9, thin)], None)
        case "knots":
            body([(-1, 0.4), (1, 0.4)], ink)
            for along in (-0.9, 0.0, 0.9):
                page.line([at(along, -1), at(along, 1)], ink, 0.05)
        case "pill":
            body([(-1, 0.3), (-0.9, 0.8), (0.9, 0.8), (1, 0.3)], ink)
            page.line([at(-0.7, 0), at(0.7, 0)], None, 0.02)
        case "split":
            body(bone, ink)
            page.line([at(-0.75, 0), at(-0.15, 0)], None, 0.03)
            page.line([at(0.15, 0), at(0.75, 0)], None, 0.03)
        case "leaf":
            body([(-1, 0.2), (-0.5, 0.9), (-0.05, 0.3), (0.05, 0.3), (0.5, 0.9), (1, 0.2)], ink)
        case "thing" | "lathe" | "strands":
            odd_stick(page, design, at, turn, size, ink)
        case _:
            _other_stick(page, style, at, ink)


def _other_stick(page: Page, style: str, at: Callable[[float, float], tuple[float, float]], ink: Ink) -> None:
    """Sticks of lines and blocks; `at` gives a point of the stick, along and across."""
    wide = abs(at(0, 1)[0] - at(0, -1)[0]) + abs(at(0, 1)[1] - at(0, -1)[1])
    match style:
        case "plain":
            page.line([at(-0.95, 0), at(0.95, 0)], ink, wide * 0.6)
        case "rod":
            page.line([at(-0.95, 0), at(0.95, 0)], ink, wide * 0.45)
            page.disc(*at(0, 0), wide * 0.42, ink)
        case "cane":
            page.line([at(-0.9, 0), at(0.9, 0)], ink, wide * 0.5)
            for along in (-0.9, -0.3, 0.3, 0.9):
                page.line([at(along, -0.7), at(along, 0.7)], ink, wide * 0.2)
        case "dashes":
            for along in (-0.75, -0.25, 0.25, 0.75):
                page.line([at(along - 0.16, 0), at(along + 0.16, 0)], ink, wide * 0.7)
        case "blocks":
            for along in (-0.66, 0.0, 0.66):
                page.polygon([at(along - 0.27, -0.8), at(along - 0.27, 0.8),
                              at(along + 0.27, 0.8), at(along + 0.27, -0.8)], ink)  # fmt: skip
        case "ladder":
            for across in (-0.75, 0.75):
                page.line([at(-1, across), at(1, across)], ink, wide * 0.22)
            for along in (-0.8, -0.27, 0.27, 0.8):
                page.line([at(along, -0.75), at(along, 0.75)], ink, wide * 0.18)
        case _:
            page.line([at(-1, -0.8), at(1, -0.8), at(1, 0.8), at(-1, 0.8), at(-1, -0.8)], ink, wide * 0.22)


def _outlined_bird(page: Page, design: Design, bird: Mask) -> None:
    """A bird in outline, in two inks, with some strokes let out now and then."""
    rng = design.rng
    glyph = np.ascontiguousarray(bird[:, ::-1]) if rng.random() < 0.5 else bird
    inks = rng.sample((design.green, design.blue, design.red, design.black), 2)
    size = (rng.uniform(0.6, 0.95), rng.uniform(0.48, 0.75))
    page.sign(glyph, 0.5, 0.5 + rng.uniform(-0.04, 0.06), size, inks[0])
    if rng.random() < 0.7:
        cut = round(glyph.shape[0] * rng.uniform(0.3, 0.7))
        part = glyph.copy()
        part[cut:] = 0
        page.sign(part, 0.5, 0.5, size, inks[1])
    for _ in range(rng.randint(0, 5)):
        x, y = rng.uniform(0.35, 0.65), rng.uniform(0.4, 0.65)
        page.line([(x, y), (x + rng.uniform(-0.1, 0.1), y + rng.uniform(0, 0.06))], None, 0.02)
    if rng.random() < 0.3:
        page.line([(rng.uniform(0.05, 0.3), 0.9), (rng.uniform(0.7, 0.95), 0.9)], design.black, 0.03)


def draw_bird(page: Page, design: Design) -> None:
    """A bird of some kind: an outline, or body, head, beak, wing, tail feathers, legs."""
    rng = design.rng
    if design.bird is not None:
        _outlined_bird(page, design, design.bird)
        return
    side = rng.choice((-1, 1))
    inks = [design.green, design.blue, design.red, design.green]
    main, second, third = rng.sample(inks, 3)
    x, y = 0.5 + rng.uniform(-0.06, 0.06), rng.uniform(0.45, 0.6)
    lean = rng.uniform(20, 70) * side
    fan = rng.random() < 0.35
    for feather in range(rng.randint(3, 8)):
        spread = rng.uniform(-70, 70) if fan else rng.uniform(-22, 22)
        turn = math.radians(lean + 90 + spread)
        tip = (x - 0.42 * math.cos(turn) * side, y + 0.36 * abs(math.sin(turn)) * (-1 if fan else 1))
        page.line([(x, y), tip], rng.choice((main, second, third)), rng.uniform(0.03, 0.08))
        if fan or feather % 2:
            page.disc(tip[0], tip[1], rng.uniform(0.02, 0.06), third)
    page.oval(x, y, (rng.uniform(0.16, 0.25), rng.uniform(0.09, 0.14)), lean, main)
    page.oval(x - 0.03 * side, y, (0.13, 0.06), lean + rng.uniform(-20, 20), second)
    head = (x + 0.15 * side, y - rng.uniform(0.17, 0.26))
    page.line([(x, y), head], main, rng.uniform(0.06, 0.12))
    page.disc(head[0], head[1], rng.uniform(0.06, 0.1), third)
    page.polygon([(head[0] + 0.05 * side, head[1] - 0.03), (head[0] + 0.17 * side, head[1]),
                  (head[0] + 0.05 * side, head[1] + 0.03)], second)  # fmt: skip
    page.disc(head[0] + 0.01 * side, head[1] - 0.01, 0.02, None)
    for leg in (-0.05, 0.05):
        page.line([(x + leg, y + 0.05), (x + leg, y + rng.uniform(0.18, 0.28))], third, 0.025)
    for _ in range(rng.randint(0, 6)):
        page.disc(x + rng.uniform(-0.15, 0.15), y + rng.uniform(-0.08, 0.08), 0.015, None)
