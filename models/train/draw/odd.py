"""Dots and bamboos that are any thing: what counts is how many lie there, and how.

Real sets draw coins, flowers, wheels or fruit where others draw rings, and feathers or pencils where others
draw canes. Here the mark of a set is made by chance, so that the reader learns to count and not to know each
mark. A one of dots, a bird, a dragon may be any large thing too; then the reader learns which faces it cannot
be. Squares, stars, moons, drops, blossoms, arrows, chains, waves and hourglasses are left out, to measure
with (`models.evaluate.strange_manners`); so are spirals, lattices and nested diamonds for white dragons.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import cv2
import numpy as np

from models.train.draw.design import Design
from models.train.draw.glyphs import SIDE, Mask
from models.train.draw.page import Ink, Page

Place = tuple[float, float]
At = Callable[[float, float], Place]
LOBES = (2, 3, 6, 7)
SIDES = (3, 6, 8)


def odd_dot(page: Page, design: Design, place: Place, r: float, ink: Ink) -> None:
    """One dot of the set: a thing, a shape with lobes or corners. `r`: its radius, as a part of the width."""
    # Every dot of a set is the same shape.
    rng = random.Random(f"dot {design.seed}")
    if design.dots == "thing" and design.mark is not None:
        size = 2.0 * r * rng.uniform(0.9, 1.1)
        page.sign(design.mark, *place, _sized(design.mark, size, page), ink)
        return
    outline = _lobed(rng) if design.dots == "lobed" else _cornered(rng)
    shape(page, outline, place, r, ink)
    inside = rng.choice(("full", "full", "hole", "ring", "pip"))
    if inside != "full":
        shape(page, outline, place, r * rng.uniform(0.35, 0.7), None)
    if inside == "pip":
        page.disc(*place, r * rng.uniform(0.15, 0.3), ink)
    if inside == "ring":
        shape(page, outline, place, r * rng.uniform(0.15, 0.3), ink)


def odd_stick(page: Page, design: Design, at: At, turn: float, size: tuple[float, float], ink: Ink) -> None:
    """One stick of the set; `at` gives a point of it, along and across (-1 to 1). `turn`: degrees; `size`:
    its length and width, as parts of the tile's height and width."""
    rng = random.Random(f"stick {design.seed}")
    if design.sticks == "thing" and design.rod is not None:
        high, wide = design.rod.shape
        longest = size[0] * page.height / high
        share = min(longest, 1.3 * rng.uniform(1.0, 1.6) * size[1] * page.width / wide)
        em = max(share, 0.8 * longest) * SIDE
        page.sign(_turned(design.rod, turn), *at(0, 0), (em / page.width, em / page.height), ink)
    elif design.sticks == "strands":
        _strands(page, rng, at, ink)
    else:
        _lathe(page, rng, at, ink)


def odd_one(page: Page, design: Design) -> None:
    """A one of dots that is any round thing: a large mark, alone or in a ring, in two inks."""
    rng = design.rng
    first, second = rng.sample((design.blue, design.green, design.red, design.black), 2)
    r = rng.uniform(0.26, 0.42)
    if rng.random() < 0.4:
        page.disc(0.5, 0.5, r * 1.08, second, rng.uniform(0.02, 0.06))
        r *= 0.85
    if design.mark is not None and rng.random() < 0.4:
        page.sign(design.mark, 0.5, 0.5, _sized(design.mark, 1.8 * r, page), first)
        return
    outline = rng.choice((_lobed, _cornered))(rng)
    rings = ((first, 1.0), (None, 0.7), (second, rng.uniform(0.4, 0.6)), (None, rng.uniform(0.1, 0.3)))
    for ink, part in rings:
        if part == 1.0 or rng.random() < 0.7:
            shape(page, outline, (0.5, 0.5), r * part, ink)


def odd_picture(page: Page, design: Design, thing: Mask, ink: Ink) -> None:
    """One large thing where most sets draw a bird, a dragon's sign or a frame."""
    rng = design.rng
    page.sign(thing, 0.5, 0.5 + rng.uniform(-0.04, 0.04), _sized(thing, rng.uniform(0.6, 0.9), page), ink)
    if rng.random() < 0.25:
        page.frame((rng.uniform(0.05, 0.1), rng.uniform(0.04, 0.08)), rng.uniform(0.015, 0.035), 0.05, ink)


def doodle(page: Page, rng: random.Random, ink: Ink) -> None:
    """An ornament for a white dragon: some strokes by chance, mirrored."""
    is_framed = rng.random() < 0.5
    far = 0.34 if is_framed else 0.42
    for _ in range(rng.randint(2, 4)):
        thick = rng.uniform(0.02, 0.05)
        x, y, turn = rng.uniform(0.0, far), rng.uniform(0.0, far), rng.uniform(0, 2 * math.pi)
        path = []
        for _ in range(rng.randint(4, 9)):
            path.append((x, y))
            turn += rng.gauss(0, 0.8)
            x = min(far, max(0.0, x + 0.09 * math.cos(turn)))
            y = min(far, max(0.0, y + 0.07 * math.sin(turn)))
        for across, along in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            page.line([(0.5 + across * px, 0.5 + along * py) for px, py in path], ink, thick)
    if is_framed:
        page.frame((rng.uniform(0.06, 0.13), rng.uniform(0.05, 0.1)), rng.uniform(0.015, 0.04), 0.05, ink)


def ornament(page: Page, rng: random.Random, ink: Ink) -> None:
    """An ornament for a white dragon that fills the face: a rosette, shapes in rows, or edges in edges."""
    thick = rng.uniform(0.015, 0.04)
    match rng.choice(("rosette", "rows", "edges")):
        case "rosette":
            far, turns, deep = rng.uniform(0.3, 0.42), rng.choice((3, 5, 7, 9)), rng.uniform(0.25, 0.8)
            steps = [2 * math.pi * step / 180 for step in range(181)]
            page.line([(0.5 + far * (1 + deep * math.cos(turns * at)) / (1 + deep) * math.cos(at),
                        0.5 + far * (1 + deep * math.cos(turns * at)) / (1 + deep) * math.sin(at))
                       for at in steps], ink, thick)  # fmt: skip
            page.disc(0.5, 0.5, rng.uniform(0.04, 0.2), rng.choice((ink, None)))
        case "rows":
            across, along = rng.randint(3, 5), rng.randint(4, 6)
            outline = rng.choice((_lobed, _cornered))(rng)
            is_staggered = rng.random() < 0.5
            for row, column in ((row, column) for row in range(along) for column in range(across)):
                off = 0.5 if is_staggered and row % 2 else 0.0
                place = (0.12 + 0.76 * (column + off) / across, 0.12 + 0.76 * row / (along - 1))
                shape(page, outline, place, 0.35 / across, ink)
        case _:
            gap, radius = rng.uniform(0.05, 0.1), rng.choice((0.0, 0.1, 0.3))
            for ring in range(rng.randint(3, 5)):
                page.frame((0.06 + ring * gap, 0.05 + ring * gap * 0.85), thick, radius, ink)


def _lobed(rng: random.Random) -> list[Place]:
    """A smooth outline round (0, 0), at most 1 away from it."""
    count = rng.randint(1, 2)
    waves = [(rng.choice(LOBES), rng.uniform(0.08, 0.25), rng.uniform(0, 6.3)) for _ in range(count)]
    turns = [2 * math.pi * step / 48 for step in range(48)]
    far = [1 + sum(high * math.cos(count * turn + off) for count, high, off in waves) for turn in turns]
    return [(r / max(far) * math.cos(t), r / max(far) * math.sin(t)) for r, t in zip(far, turns, strict=True)]


def _cornered(rng: random.Random) -> list[Place]:
    return regular(rng.choice(SIDES), rng.choice((0.0, 0.5)))


def regular(sides: int, off: float) -> list[Place]:
    """An outline with so many corners round (0, 0), each 1 away from it; `off`: its turn, of a side."""
    turns = [2 * math.pi * (step + off) / sides - math.pi / 2 for step in range(sides)]
    return [(math.cos(turn), math.sin(turn)) for turn in turns]


def shape(page: Page, outline: list[Place], place: Place, r: float, ink: Ink | None) -> None:
    """An outline round (0, 0), its middle at `place` and `r` times as large, as a part of the width."""
    aspect = page.width / page.height
    page.polygon([(place[0] + r * x, place[1] + r * y * aspect) for x, y in outline], ink)


def _sized(glyph: Mask, wide: float, page: Page) -> tuple[float, float]:
    """The em with which the longer side of a sign measures `wide` of the tile's width."""
    em = wide * SIDE / max(glyph.shape)
    return em, em * page.width / page.height


def _turned(glyph: Mask, degrees: float) -> Mask:
    if not degrees:
        return glyph
    side = max(glyph.shape)
    page = np.zeros((2 * side, 2 * side), np.uint8)
    y, x = side - glyph.shape[0] // 2, side - glyph.shape[1] // 2
    page[y : y + glyph.shape[0], x : x + glyph.shape[1]] = glyph
    matrix = cv2.getRotationMatrix2D((float(side), float(side)), -degrees, 1.0)
    found = cv2.warpAffine(page, matrix, page.shape[::-1])
    ys, xs = np.nonzero(found > 8)
    return np.asarray(found[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], np.uint8)


def _lathe(page: Page, rng: random.Random, at: At, ink: Ink) -> None:
    """A rod as a lathe turns it: wide here, narrow there, cut through or split now and then."""
    steps = rng.randint(4, 8)
    half = [rng.uniform(0.25, 1.0) for _ in range(steps)]
    if rng.random() < 0.5:
        half = half[: (steps + 1) // 2] + half[: steps // 2][::-1]
    places = [-1 + 2 * step / (steps - 1) for step in range(steps)]
    outline = [at(along, wide) for along, wide in zip(places, half, strict=True)]
    outline += [at(along, -wide) for along, wide in zip(places[::-1], half[::-1], strict=True)]
    page.polygon(outline, ink)
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        along = rng.uniform(-0.8, 0.8)
        page.line([at(along, -1), at(along, 1)], None, 0.02)
    if rng.random() < 0.3:
        page.line([at(-0.8, 0), at(rng.uniform(0, 0.8), 0)], None, 0.025)


def _strands(page: Page, rng: random.Random, at: At, ink: Ink) -> None:
    """Strokes side by side, bound together here and there."""
    count, thick = rng.randint(2, 3), rng.uniform(0.018, 0.035)
    spread = rng.uniform(0.5, 1.0)
    bent = rng.uniform(-0.5, 0.5)
    for number in range(count):
        across = spread * (2 * number / (count - 1) - 1)
        page.line([at(-1, across), at(0, across * (1 + bent)), at(1, across)], ink, thick)
    for along in rng.sample((-0.9, -0.45, 0.0, 0.45, 0.9), rng.randint(1, 3)):
        page.line([at(along, -1), at(along, 1)], ink, thick)
