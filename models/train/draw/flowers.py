"""Flowers and seasons: no two sets draw them alike, so a set's manner of drawing is itself drawn from chance.

What they have in common is a picture that is no suit's, a sign that names it, and a number.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np

from models.train.draw.design import Design
from models.train.draw.page import Ink, Page
from models.train.draw.signs import NUMBERS, first_of, write_sign

PLANTS = (
    ("梅", "梅"),
    ("蘭", "兰"),
    ("菊", "菊"),
    ("竹", "竹"),
    ("春", "春"),
    ("夏", "夏"),
    ("秋", "秋"),
    ("冬", "冬"),
)
Place = tuple[float, float]


def draw_flower(page: Page, design: Design, rank: int) -> None:
    """A picture in the set's manner, its sign in one corner and its number in another."""
    rng = design.rng
    match design.flowers:
        case "picture" if design.pictures:
            _picture(page, design, rank)
        case "brush":
            _brushwork(page, design)
        case "contour":
            _contours(page, design)
        case "large":
            _large_bloom(page, design, rank)
        case _:
            _plant(page, design, rank)
    if rng.random() < 0.1:
        page.frame((0.05, 0.04), rng.uniform(0.015, 0.03), rng.uniform(0.0, 0.1),
                   rng.choice((design.red, design.green, design.blue)))  # fmt: skip
    _name(page, design, rank)


def _name(page: Page, design: Design, rank: int) -> None:
    """The sign and the number: mostly above, side by side; at times below, or one above and one below."""
    rng = design.rng
    season = rank > 4
    first, second = (design.red, design.blue) if rng.random() < 0.5 else (design.blue, design.red)
    sign_ink = rng.choice((first, second, design.green, design.black))
    left = (not season) if rng.random() < 0.75 else season
    x = 0.24 if left else 0.76
    em = rng.uniform(0.24, 0.44)
    sign_y, number_y = rng.choice(((0.17, 0.16),) * 5 + ((0.83, 0.84), (0.17, 0.85), (0.83, 0.15)))
    signed = rng.random() < 0.9
    if signed:
        _clear(page, (x, sign_y), em)
        write_sign(
            page, design, first_of(design.han, *PLANTS[rank - 1]), (x, sign_y), (em, em * 0.75), sign_ink
        )
    if rng.random() < 0.85 or not signed:
        _number(page, design, rank, (1 - x, number_y), em * rng.uniform(0.7, 1.0), signed, (first, second))


def _number(
    page: Page, design: Design, rank: int, place: Place, em: float, signed: bool, inks: tuple[Ink, Ink]
) -> None:
    """Where no sign tells plants from seasons, plants are red and seasons blue."""
    rng = design.rng
    figure = (rank - 1) % 4 + 1
    ink = rng.choice(inks) if signed else (design.red if rank <= 4 else design.blue)
    _clear(page, place, em)
    if rng.random() < 0.2:
        write_sign(page, design, NUMBERS[figure - 1], place, (em * 0.8, em * 0.6), ink)
    else:
        page.sign(design.letters[str(figure)], *place, (em, em * 0.75), ink)


def _clear(page: Page, place: Place, em: float) -> None:
    """Takes away what was drawn where a sign is to stand."""
    mask = page.blank()
    half = np.array([em * page.width, em * 0.75 * page.height]) * 0.55
    low, high = np.array(page.at(*place)) - half, np.array(page.at(*place)) + half
    cv2.rectangle(mask, [int(v) for v in low], [int(v) for v in high], 255, -1)
    page.wipe(mask)


def _picture(page: Page, design: Design, rank: int) -> None:
    """A thing in outline: a leaf, a sun, a boat, a bird, a house; at times two."""
    rng = design.rng
    inks = (design.green, design.red, design.blue, design.black)
    for _ in range(rng.choice((1, 1, 1, 2))):
        em = rng.uniform(0.5, 0.95)
        place = (0.5 + rng.uniform(-0.1, 0.1), 0.6 + rng.uniform(-0.12, 0.08))
        glyph = design.pictures[(rank + 8 * rng.randint(0, 1)) % len(design.pictures)]
        if rng.random() < 0.4:
            glyph = np.ascontiguousarray(glyph[:, ::-1])
        page.sign(glyph, *place, (em, em * 0.75), rng.choice(inks))


def _brushwork(page: Page, design: Design) -> None:
    """Strokes of a brush in two or three inks over most of the face: a landscape, a figure, a branch."""
    rng = design.rng
    inks = rng.sample((design.green, design.red, design.blue, design.black), 3)
    weight = rng.uniform(0.015, 0.05)
    place = (rng.uniform(0.2, 0.8), rng.uniform(0.35, 0.9))
    for number in range(rng.randint(10, 45)):
        if rng.random() < 0.3:
            place = (rng.uniform(0.12, 0.88), rng.uniform(0.3, 0.93))
        end = (_near(rng, place[0], 0.3, (0.08, 0.92)), _near(rng, place[1], 0.22, (0.28, 0.95)))
        bend = (_near(rng, place[0], 0.25, (0.05, 0.95)), _near(rng, place[1], 0.2, (0.25, 0.97)))
        page.line(_curve(place, bend, end), inks[number % 3 if rng.random() < 0.3 else 0],
                  weight * rng.uniform(0.5, 2.2))  # fmt: skip
        place = end
    for _ in range(rng.randint(0, 8)):
        page.disc(rng.uniform(0.15, 0.85), rng.uniform(0.35, 0.9), rng.uniform(0.02, 0.07), rng.choice(inks))


def _near(rng: random.Random, value: float, by: float, within: tuple[float, float]) -> float:
    return min(within[1], max(within[0], value + rng.uniform(-by, by)))


def _contours(page: Page, design: Design) -> None:
    """Blooms, leaves and stems as thin lines, as an engraver cuts them."""
    rng = design.rng
    line = rng.uniform(0.012, 0.03)
    foot = (rng.uniform(0.3, 0.7), rng.uniform(0.86, 0.95))
    for _ in range(rng.randint(2, 5)):
        tip = (rng.uniform(0.18, 0.82), rng.uniform(0.36, 0.75))
        bend = (rng.uniform(0.2, 0.8), rng.uniform(0.5, 0.9))
        stem = _curve(foot, bend, tip)
        page.line(stem, design.green, line)
        for _leaf in range(rng.randint(1, 5)):
            at = stem[rng.randint(1, 7)]
            end = (_near(rng, at[0], 0.22, (0.08, 0.92)), _near(rng, at[1], 0.14, (0.3, 0.94)))
            for side in (-1, 1):
                middle = ((at[0] + end[0]) / 2 + side * 0.05, (at[1] + end[1]) / 2 + side * 0.03)
                page.line(_curve(at, middle, end), design.green, line)
        if rng.random() < 0.75:
            _outlined_bloom(
                page, tip, rng.uniform(0.08, 0.2), rng, (design.red, design.blue)[rng.random() < 0.3]
            )


def _outlined_bloom(page: Page, place: Place, r: float, rng: random.Random, ink: Ink) -> None:
    petals, aspect = rng.randint(4, 14), page.width / page.height
    for petal in range(petals):
        turn = 2 * math.pi * petal / petals
        x, y = place[0] + 0.6 * r * math.cos(turn), place[1] + 0.6 * r * math.sin(turn) * aspect
        page.disc(x, y, r * 0.42 * min(1, 6 / petals), ink, rng.uniform(0.012, 0.025))
    page.disc(*place, r * 0.25, ink, rng.choice((-1, 0.02)))


def _large_bloom(page: Page, design: Design, rank: int) -> None:
    """One bloom, leaf or star that fills the face below the sign."""
    rng = design.rng
    petals = {1: 5, 2: 3, 3: rng.randint(10, 18)}.get(rank, rng.randint(3, 12))
    place = (0.5 + rng.uniform(-0.06, 0.06), 0.62 + rng.uniform(-0.05, 0.05))
    ink = rng.choice((design.red, design.red, design.blue, design.green))
    if rng.random() < 0.5:
        page.line([(place[0], place[1]), (0.5 + rng.uniform(-0.2, 0.2), 0.95)], design.green, 0.04)
    r = rng.uniform(0.26, 0.4)
    if rng.random() < 0.5:
        _bloom(page, place, r, petals, ink)
    else:
        _outlined_bloom(page, place, r, rng, ink)
    for _ in range(rng.randint(0, 4)):
        axes = rng.uniform(0.06, 0.16), rng.uniform(0.02, 0.05)
        page.oval(rng.uniform(0.15, 0.85), rng.uniform(0.75, 0.93), axes, rng.uniform(0, 180), design.green)


def _plant(page: Page, design: Design, rank: int) -> None:
    rng = design.rng
    if rank == 4 and rng.random() < 0.7:
        _bamboo_plant(page, design)
        return
    base = (0.5 + rng.uniform(-0.15, 0.15), rng.uniform(0.85, 0.93))
    for _ in range(rng.randint(2, 5)):
        tip = (rng.uniform(0.15, 0.85), rng.uniform(0.3, 0.65))
        bend = (rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.8))
        page.line(_curve(base, bend, tip), design.green, rng.uniform(0.015, 0.05))
        for _leaf in range(rng.randint(0, 3)):
            spot = _curve(base, bend, tip)[rng.randint(2, 7)]
            page.oval(spot[0] + 0.04, spot[1], (rng.uniform(0.05, 0.12), rng.uniform(0.02, 0.04)),
                      rng.uniform(0, 180), design.green)  # fmt: skip
        if rng.random() < 0.7:
            petals = {1: 5, 2: 3, 3: 12}.get(rank, rng.randint(4, 9))
            _bloom(
                page, tip, rng.uniform(0.06, 0.15), petals, rng.choice((design.red, design.red, design.blue))
            )


def _bloom(page: Page, place: tuple[float, float], r: float, petals: int, ink: Ink) -> None:
    aspect = page.width / page.height
    for petal in range(petals):
        turn = 2 * math.pi * petal / petals
        x, y = place[0] + 0.6 * r * math.cos(turn), place[1] + 0.6 * r * math.sin(turn) * aspect
        page.oval(x, y, (r * 0.45, r * min(0.4, 2 / petals)), math.degrees(turn), ink)
        page.disc(x, y, r * 0.12, None)
    page.disc(place[0], place[1], r * 0.2, ink)


def _bamboo_plant(page: Page, design: Design) -> None:
    rng = design.rng
    ink = rng.choice((design.green, design.blue))
    for _ in range(rng.randint(1, 3)):
        x = rng.uniform(0.3, 0.7)
        page.line(
            [(x, 0.92), (x + rng.uniform(-0.05, 0.05), rng.uniform(0.25, 0.4))], ink, rng.uniform(0.03, 0.06)
        )
        for _leaf in range(rng.randint(3, 7)):
            page.oval(x + rng.uniform(-0.2, 0.2), rng.uniform(0.35, 0.85), (0.09, 0.025),
                      rng.uniform(0, 180), design.green)  # fmt: skip


def _curve(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> list[tuple[float, float]]:
    steps = [step / 8 for step in range(9)]
    return [
        ((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
         (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1])
        for t in steps
    ]  # fmt: skip
