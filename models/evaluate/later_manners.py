"""More manners of drawing faces that no training draws, for strange sets from seed 3000 on.

They were written down after letters and figures were added to what training draws, and before any network
had learnt those: of the first manners (`strange_manners`) a letter in a star is near to what is drawn since.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from models.evaluate.strange_manners import INKS, Manner, dots_as, rods_as, write
from models.train.draw.page import Ink, Page


def _gear(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    for step in range(8):
        turn = math.pi * step / 4
        page.disc(x + 0.8 * r * math.sin(turn), y - 0.6 * r * math.cos(turn), r * 0.22, ink)
    page.disc(x, y, r * 0.75, ink)
    page.disc(x, y, r * 0.4, None)


def _eye(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    page.oval(x, y, (r, r * 0.6), 0, ink)
    page.oval(x, y, (r * 0.8, r * 0.42), 0, None)
    page.disc(x, y, r * 0.32, ink)


def _paw(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    page.oval(x, y + r * 0.2, (r * 0.6, r * 0.45), 0, ink)
    for step in (-1, 0, 1):
        page.disc(x + 0.6 * r * step, y - (0.45 - 0.12 * abs(step)) * r, r * 0.25, ink)


def _linked(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    for side in (-0.35, 0.35):
        page.disc(x + side * r, y, r * 0.6, ink, 0.03)


def _dumbbell(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    page.line([(x, y - h), (x, y + h)], ink, 0.03)
    for end in (-0.8, 0.8):
        page.oval(x, y + end * h, (0.075, 0.045), 0, ink)


def _coil(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    path = [(x + (0.07 if step % 2 else -0.07), y - h + 2 * h * step / 8) for step in range(9)]
    page.line(path, ink, 0.03)


def _torch(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    page.polygon([(x - 0.06, y - h * 0.2), (x + 0.06, y - h * 0.2), (x, y + h)], ink)
    page.oval(x, y - h * 0.6, (0.05, 0.07), 0, ink)


def _fork(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    page.line([(x, y), (x, y + h)], ink, 0.035)
    for side in (-0.07, 0.0, 0.07):
        page.line([(x, y), (x + side, y - h)], ink, 0.025)


def _figure_in(outline: Callable[[Page, Ink], None]) -> Manner:
    def draw(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
        outline(page, rng.choice(INKS))
        write(page, str(rank), (0.5, 0.46), 1.7, ink)

    return draw


def _shield(page: Page, ink: Ink) -> None:
    page.polygon([(0.12, 0.12), (0.88, 0.12), (0.88, 0.55), (0.5, 0.92), (0.12, 0.55)], ink)
    page.polygon([(0.18, 0.17), (0.82, 0.17), (0.82, 0.53), (0.5, 0.84), (0.18, 0.53)], None)


def _arch(page: Page, ink: Ink) -> None:
    turns = [math.pi * step / 8 for step in range(9)]
    bow = [(0.5 - 0.35 * math.cos(turn), 0.4 - 0.28 * math.sin(turn)) for turn in turns]
    page.line([(0.15, 0.9), *bow, (0.85, 0.9)], ink, 0.05)
    page.line([(0.12, 0.9), (0.88, 0.9)], ink, 0.05)


def _flag(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.line([(0.18, 0.1), (0.18, 0.94)], ink, 0.04)
    page.polygon([(0.18, 0.12), (0.9, 0.2), (0.9, 0.56), (0.18, 0.6)], rng.choice(INKS))
    page.polygon([(0.24, 0.18), (0.84, 0.24), (0.84, 0.52), (0.24, 0.54)], None)
    write(page, "ESWN"[rank - 1], (0.54, 0.37), 1.2, ink)


def _vane(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    turn = (math.pi / 2, math.pi, -math.pi / 2, 0.0)[rank - 1]
    ahead, aside = (math.sin(turn), -0.75 * math.cos(turn)), (math.cos(turn), 0.75 * math.sin(turn))
    at = [(0.42, 0.0), (0.12, 0.2), (0.12, 0.07), (-0.4, 0.07)]
    outline = [*at, *((far, -wide) for far, wide in at[::-1])]
    page.polygon(
        [(0.5 + far * ahead[0] + wide * aside[0], 0.5 + far * ahead[1] + wide * aside[1])
         for far, wide in outline], ink
    )  # fmt: skip


def _fan(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    """As many feathers of a fan as the wind's place among the four."""
    for step in range(rank):
        turn = (step - (rank - 1) / 2) * 0.45
        page.line([(0.5, 0.85), (0.5 + 0.4 * math.sin(turn), 0.85 - 0.68 * math.cos(turn))], ink, 0.06)
    page.disc(0.5, 0.86, 0.07, rng.choice(INKS))


def _bricks(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for row in range(6):
        y = 0.1 + 0.16 * row
        page.line([(0.06, y), (0.94, y)], ink, 0.025)
        for column in range(4):
            x = 0.12 + 0.26 * column + (0.13 if row % 2 else 0)
            if row < 5 and x < 0.94:
                page.line([(x, y), (x, y + 0.16)], ink, 0.025)


def _interlaced(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for turn in (45, 135):
        page.oval(0.5, 0.5, (0.44, 0.2), turn, ink)
        page.oval(0.5, 0.5, (0.38, 0.14), turn, None)


def _window(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.frame((0.12, 0.08), 0.05, 0.3, ink)
    page.line([(0.5, 0.1), (0.5, 0.9)], ink, 0.04)
    page.line([(0.14, 0.5), (0.86, 0.5)], ink, 0.04)


def _mountain(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.polygon([(0.08, 0.85), (0.38, 0.25), (0.62, 0.85)], ink)
    page.polygon([(0.45, 0.85), (0.68, 0.42), (0.92, 0.85)], rng.choice(INKS))


def _trefoil(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for x, y in ((0.5, 0.28), (0.32, 0.5), (0.68, 0.5)):
        page.disc(x, y, 0.19, ink)
    page.line([(0.5, 0.5), (0.56, 0.9)], ink, 0.07)


def _flame(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.polygon([(0.5, 0.08), (0.8, 0.6), (0.66, 0.9), (0.34, 0.9), (0.2, 0.6), (0.38, 0.45)], ink)
    page.polygon([(0.5, 0.5), (0.62, 0.75), (0.5, 0.88), (0.38, 0.75)], None)


def _anchor(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.line([(0.5, 0.2), (0.5, 0.85)], ink, 0.07)
    page.line([(0.3, 0.34), (0.7, 0.34)], ink, 0.06)
    page.line([(0.18, 0.62), (0.3, 0.8), (0.5, 0.87), (0.7, 0.8), (0.82, 0.62)], ink, 0.06)
    page.disc(0.5, 0.14, 0.08, ink, 0.04)


def _swan(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.oval(0.55, 0.68, (0.34, 0.2), 0, ink)
    page.line([(0.28, 0.66), (0.22, 0.4), (0.34, 0.22), (0.26, 0.14)], ink, 0.08)
    page.polygon([(0.24, 0.1), (0.1, 0.17), (0.26, 0.18)], rng.choice(INKS))


def _kiwi(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.disc(0.58, 0.5, 0.28, ink)
    page.disc(0.32, 0.34, 0.14, ink)
    page.line([(0.22, 0.36), (0.06, 0.6)], rng.choice(INKS), 0.035)
    for x in (0.5, 0.66):
        page.line([(x, 0.68), (x - 0.04, 0.92)], ink, 0.04)


def _shell(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for step in range(-3, 4):
        turn = step * 0.3
        page.polygon(
            [(0.5, 0.78), (0.5 + 0.42 * math.sin(turn - 0.12), 0.78 - 0.5 * math.cos(turn - 0.12)),
             (0.5 + 0.42 * math.sin(turn + 0.12), 0.78 - 0.5 * math.cos(turn + 0.12))], ink
        )  # fmt: skip
    page.oval(0.5, 0.82, (0.12, 0.06), 0, ink)


def _mandala(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    second = rng.choice(INKS)
    for ring, count in ((0.36, 12), (0.22, 8)):
        for step in range(count):
            turn = 2 * math.pi * step / count
            page.disc(0.5 + ring * math.sin(turn), 0.5 - 0.75 * ring * math.cos(turn), 0.06, ink)
    page.disc(0.5, 0.5, 0.1, second)


LATER_MANNERS: dict[str, tuple[Manner, ...]] = {
    "p": tuple(map(dots_as, (_gear, _eye, _paw, _linked))),
    "s": tuple(map(rods_as, (_dumbbell, _coil, _torch, _fork))),
    "m": tuple(map(_figure_in, (_shield, _arch))),
    "z": (_flag, _vane, _fan),
    "white": (_bricks, _interlaced, _window),
    "green": (_mountain, _trefoil),
    "red": (_flame, _anchor),
    "bird": (_swan, _kiwi),
    "disc": (_shell, _mandala),
}
"""By suit or kind of face, as `strange_manners.MANNERS`."""
