"""Bamboo faces: sticks in many styles, and the bird of the one."""

from __future__ import annotations

import math

from models.train.draw.design import Design
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
    for number, (x, y, turn) in enumerate(STICKS[rank]):
        ink = design.red if all_red else _ink(design, rank, number)
        place = (0.5 + (x - 0.5) * squeeze, 0.5 + (y - 0.5) * squeeze)
        _stick(page, design.sticks, place, turn * flip, (length, wide), ink)


def _ink(design: Design, rank: int, number: int) -> Ink:
    reds = {5: {2}, 7: {0}, 9: {1, 4, 7}}
    if number in reds.get(rank, set()):
        return design.red
    if rank == 7 and number in (2, 5) and design.seed % 3 == 0:
        return design.blue
    return design.blue if design.seed % 7 == 0 else design.green


def _stick(
    page: Page, style: str, place: tuple[float, float], turn: float, size: tuple[float, float], ink: Ink
) -> None:
    length, wide = size

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
        case _:
            body([(-1, 0.2), (-0.5, 0.9), (-0.05, 0.3), (0.05, 0.3), (0.5, 0.9), (1, 0.2)], ink)


def draw_bird(page: Page, design: Design) -> None:
    """A bird of some kind: body, head, beak, wing, tail feathers, legs."""
    rng = design.rng
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
