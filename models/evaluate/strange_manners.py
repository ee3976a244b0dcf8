"""Manners of drawing faces that no training draws, each a function over a page."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import cv2

from models.train.draw.bamboo import STICKS
from models.train.draw.dots import PLACES, RADII
from models.train.draw.page import Ink, Page

INKS: tuple[Ink, ...] = ((150, 60, 30), (50, 100, 20), (40, 30, 180), (35, 30, 30), (120, 40, 110))
Manner = Callable[[Page, int, random.Random, Ink], None]
"""Draws the face of a rank with an ink."""


def write(page: Page, text: str, place: tuple[float, float], size: float, ink: Ink) -> None:
    """Letters and figures in plain strokes, centred."""
    mask, thick = page.blank(), max(1, round(3 * size))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, thick)
    x, y = page.at(*place)
    at = (x - wide // 2, y + high // 2)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_DUPLEX, size, 255, thick, cv2.LINE_AA)
    page.lay(mask, ink)


def _star(x: float, y: float, r: float, points: int, inner: float, turn: float) -> list[tuple[float, float]]:
    """A star's outline; places are fractions of the tile, `r` of its width."""
    steps = [(r if n % 2 == 0 else r * inner, turn + math.pi * n / points) for n in range(2 * points)]
    return [(x + part * math.sin(a), y - part * math.cos(a) * 0.75) for part, a in steps]


def dots_as(mark: Callable[[Page, float, float, float, Ink], None]) -> Manner:
    """Dots in their usual places, each drawn by `mark` at (x, y) with a radius."""

    def draw(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
        others = rng.sample(INKS, 2)
        for number, (x, y) in enumerate(PLACES[rank]):
            mark(page, x, y, RADII[rank], (ink, *others)[number % 3] if rank % 2 else ink)

    return draw


def _square(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    h = r * 0.75
    page.polygon([(x - r, y - h), (x + r, y - h), (x + r, y + h), (x - r, y + h)], ink)
    page.polygon([(x, y - h * 0.6), (x + r * 0.6, y), (x, y + h * 0.6), (x - r * 0.6, y)], None)


def _starred(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    page.polygon(_star(x, y, r * 1.1, 5, 0.45, 0.0), ink)


def _crescent(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    page.disc(x, y, r, ink)
    page.disc(x + r * 0.45, y - r * 0.2, r * 0.75, None)


def _drop(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    page.polygon([(x, y - r), (x + r * 0.8, y + r * 0.3), (x, y + r * 0.8), (x - r * 0.8, y + r * 0.3)], ink)
    page.line([(x - r, y + r * 0.7), (x + r, y + r * 0.7)], ink, 0.03)


def _blossom(page: Page, x: float, y: float, r: float, ink: Ink) -> None:
    for step in range(5):
        turn = 2 * math.pi * step / 5
        page.disc(x + 0.6 * r * math.sin(turn), y - 0.45 * r * math.cos(turn), r * 0.42, ink)
    page.disc(x, y, r * 0.3, None)


def rods_as(stick: Callable[[Page, float, float, float, Ink], None]) -> Manner:
    """Bamboos in their usual places, each drawn by `stick` at (x, y) with half its length."""

    def draw(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
        length = 0.27 if rank < 7 else 0.2
        other = rng.choice(INKS)
        for number, (x, y, _) in enumerate(STICKS[rank]):
            stick(page, x, y, length / 2, other if number == rank // 2 else ink)

    return draw


def _arrow(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    page.line([(x, y - h), (x, y + h)], ink, 0.035)
    page.line([(x - 0.07, y - h * 0.4), (x, y - h), (x + 0.07, y - h * 0.4)], ink, 0.03)


def _chain(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    for step in (-0.7, 0.0, 0.7):
        page.oval(x, y + step * h, (0.06, 0.05), 0, ink)
        page.oval(x, y + step * h, (0.025, 0.02), 0, None)


def _wave(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    steps = [n / 10 for n in range(-10, 11)]
    page.line([(x + 0.06 * math.sin(5 * s), y + s * h) for s in steps], ink, 0.045)


def _hourglass(page: Page, x: float, y: float, h: float, ink: Ink) -> None:
    page.polygon([(x - 0.08, y - h), (x + 0.08, y - h), (x - 0.08, y + h), (x + 0.08, y + h)], ink)


def _zigzag(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    """Columns that hang together: as many strokes as the rank says, in two rows of one line each."""
    upper, lower = (rank + 1) // 2, rank // 2
    for strokes, (top, low) in ((upper, (0.12, 0.46)), (lower, (0.56, 0.9))):
        path = [(0.12 + 0.76 * n / max(1, strokes), low if n % 2 else top) for n in range(strokes + 1)]
        page.line(path, ink, 0.055)


def _written_on(motif: Callable[[Page, Ink], None]) -> Manner:
    def draw(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
        roman = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[rank - 1]
        write(page, roman if rng.random() < 0.5 else str(rank), (0.5, 0.28), 1.6, ink)
        motif(page, rng.choice(INKS))

    return draw


def _house(page: Page, ink: Ink) -> None:
    page.polygon([(0.2, 0.68), (0.5, 0.5), (0.8, 0.68)], ink)
    page.polygon([(0.28, 0.7), (0.72, 0.7), (0.72, 0.92), (0.28, 0.92)], ink)
    page.polygon([(0.44, 0.78), (0.56, 0.78), (0.56, 0.92), (0.44, 0.92)], None)


def _seal(page: Page, ink: Ink) -> None:
    page.polygon([(0.22, 0.55), (0.78, 0.55), (0.78, 0.93), (0.22, 0.93)], ink)
    for x in (0.36, 0.5, 0.64):
        page.line([(x, 0.6), (x, 0.88)], None, 0.035)
    page.line([(0.3, 0.74), (0.7, 0.74)], None, 0.035)


def _tally(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for number in range(rank):
        x, y = 0.2 + 0.15 * (number % 5), 0.3 if number < 5 else 0.7
        page.line([(x, y - 0.15), (x + 0.04, y + 0.15)], ink, 0.04)


def _compass(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    turn = (math.pi / 2, math.pi, -math.pi / 2, 0.0)[rank - 1]
    page.disc(0.5, 0.5, 0.36, ink, 0.025)
    far = (0.5 + 0.3 * math.sin(turn), 0.5 - 0.23 * math.cos(turn))
    sides = [(0.5 + 0.1 * math.cos(turn) * s, 0.5 + 0.075 * math.sin(turn) * s) for s in (-1, 1)]
    page.polygon([far, *sides], rng.choice(INKS))
    page.disc(0.5, 0.5, 0.05, ink)


def _letter(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.polygon(_star(0.5, 0.5, 0.46, 8, 0.72, 0.0), ink)
    page.disc(0.5, 0.5, 0.27, None)
    write(page, "ESWN"[rank - 1], (0.5, 0.5), 1.5, rng.choice(INKS))


def _gusts(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for number in range(rank):
        y = 0.2 + 0.18 * number
        path = [(0.15 + 0.07 * n, y + 0.05 * math.sin(n * 1.1)) for n in range(11)]
        page.line(path, ink, 0.04)
        page.disc(0.85, y - 0.04, 0.06, ink, 0.03)


def _scroll(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    """Two spirals, mirrored, in a frame: an ornate white dragon."""
    for sign in (-1, 1):
        turns = [n * 0.3 for n in range(32)]
        page.line([(0.5 + sign * (0.02 * t) * math.cos(t), 0.5 + sign * (0.17 + 0.018 * t * math.sin(t)))
                   for t in turns], ink, 0.03)  # fmt: skip
    page.frame((0.1, 0.08), 0.025, 0.1, ink)


def _lattice(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for step in range(-4, 9):
        page.line([(0.12 * step, 0.06), (0.12 * step + 0.6, 0.94)], ink, 0.022)
        page.line([(0.12 * step + 0.6, 0.06), (0.12 * step, 0.94)], ink, 0.022)
    page.disc(0.5, 0.5, 0.2, None)


def _whirl(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for arm in range(6):
        turn = arm * math.pi / 3
        page.line([(0.5 + 0.04 * n * math.cos(turn + 0.16 * n), 0.5 + 0.04 * n * math.sin(turn + 0.16 * n))
                   for n in range(11)], ink, 0.045)  # fmt: skip


def _nested(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for part in (0.95, 0.65, 0.35):
        page.line([(0.5, 0.5 - 0.45 * part), (0.5 + 0.42 * part, 0.5), (0.5, 0.5 + 0.45 * part),
                   (0.5 - 0.42 * part, 0.5), (0.5, 0.5 - 0.45 * part)], ink, 0.035)  # fmt: skip


def _peacock(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    for ring in (0.3, 0.44):
        for step in range(-3, 4):
            x, y = 0.5 + ring * math.sin(step * 0.42), 0.66 - ring * 1.25 * math.cos(step * 0.42)
            page.disc(x, y, 0.055, ink)
            page.disc(x, y, 0.022, None)
    page.polygon([(0.5, 0.4), (0.62, 0.78), (0.5, 0.92), (0.38, 0.78)], rng.choice(INKS))


def _owl(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.oval(0.5, 0.56, (0.3, 0.42), 0, ink)
    for x in (0.38, 0.62):
        page.disc(x, 0.38, 0.1, None)
        page.disc(x, 0.38, 0.04, ink)
    page.polygon([(0.45, 0.47), (0.55, 0.47), (0.5, 0.55)], rng.choice(INKS))


def _crane(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.polygon([(0.2, 0.62), (0.75, 0.4), (0.6, 0.66)], ink)
    page.line([(0.3, 0.58), (0.22, 0.28), (0.36, 0.15)], ink, 0.04)
    page.disc(0.38, 0.14, 0.05, rng.choice(INKS))
    for x in (0.45, 0.53):
        page.line([(x, 0.62), (x + 0.04, 0.94)], ink, 0.02)


def _feather(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.line([(0.25, 0.92), (0.75, 0.1)], ink, 0.03)
    for step in range(9):
        x, y = 0.3 + 0.05 * step, 0.84 - 0.08 * step
        page.line([(x, y), (x + 0.16, y + 0.01)], ink, 0.025)
        page.line([(x, y), (x - 0.09, y - 0.12)], ink, 0.025)


def _sprig(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.line([(0.5, 0.94), (0.48, 0.1)], ink, 0.03)
    for step in range(4):
        y = 0.24 + 0.18 * step
        page.oval(0.34, y, (0.15, 0.05), 30, ink)
        page.oval(0.64, y + 0.08, (0.15, 0.05), -30, ink)


def _sun(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.polygon(_star(0.5, 0.5, 0.46, 12, 0.6, 0.0), ink)
    page.disc(0.5, 0.5, 0.2, None)
    page.disc(0.5, 0.5, 0.12, ink)


def _cross(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.polygon([(0.42, 0.1), (0.58, 0.1), (0.58, 0.9), (0.42, 0.9)], ink)
    page.polygon([(0.12, 0.4), (0.88, 0.4), (0.88, 0.54), (0.12, 0.54)], ink)
    page.disc(0.5, 0.47, 0.09, None)


def _wheel(page: Page, rank: int, rng: random.Random, ink: Ink) -> None:
    page.disc(0.5, 0.5, 0.42, ink, 0.05)
    for step in range(8):
        turn = step * math.pi / 4
        page.line([(0.5, 0.5), (0.5 + 0.4 * math.cos(turn), 0.5 + 0.3 * math.sin(turn))], ink, 0.03)


MANNERS: dict[str, tuple[Manner, ...]] = {
    "p": tuple(map(dots_as, (_square, _starred, _crescent, _drop, _blossom))),
    "s": (*map(rods_as, (_arrow, _chain, _wave, _hourglass)), _zigzag),
    "m": (_written_on(_house), _written_on(_seal), _tally),
    "z": (_compass, _letter, _gusts),
    "white": (_scroll, _lattice, _whirl, _nested),
    "green": (_sprig, _feather, _cross),
    "red": (_sun, _cross, _wheel),
    "bird": (_peacock, _owl, _crane, _feather),
    "disc": (_sun, _wheel, _whirl),
}
"""By suit or kind of face. None of them is drawn in `models.train.draw`, but its dots with four lobes or nine
petals are near to the blossoms here: the shipped networks have not learnt those, the next ones will."""
