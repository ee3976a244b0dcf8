"""Sets whose winds and dragons are letters, and whose characters are figures.

Some sets are made for players who do not read the signs: a large E, S, W, N, alone or in a shape of some
kind, and figures or Roman numerals for the characters, over the sign of ten thousand or alone. A figure over
a picture is what flowers show, so characters are not drawn so. Letters in stars of eight points are left out,
to measure with (`models.evaluate.strange_manners`).
"""

from __future__ import annotations

import random

import numpy as np

from models.train.draw.design import Design
from models.train.draw.glyphs import SIDE, Mask
from models.train.draw.odd import regular, shape
from models.train.draw.page import Ink, Page

WINDS_AND_DRAGONS = {1: "E", 2: "S", 3: "W", 4: "N", 6: "FG", 7: "CR"}
"""What each is written as; the green dragon as F or G, the red one as C or R."""
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
SHAPES = ("none", "none", "disc", "ring", "sides", "outline", "frame")
FIGURE_HIGH = (0.3, 0.5)
"""How high a figure is, as a part of the tile, where something stands below it."""


def draw_letter(page: Page, design: Design, rank: int, ink: Ink) -> None:
    """A wind, or the green or red dragon, as a letter."""
    # All honours of a set are drawn in the same way.
    rng = random.Random(f"letters {design.seed}")
    around, large, turn = rng.choice(SHAPES), rng.uniform(0.26, 0.44), rng.choice((0.0, 0.5))
    other = rng.choice((design.blue, design.green, design.red, design.black))
    sides, is_hollow = rng.choice((3, 4, 5, 6)), rng.random() < 0.5
    share = 0.95 if around in ("none", "frame") else rng.uniform(0.5, 0.68)
    if around in ("disc", "ring"):
        page.disc(0.5, 0.5, large, other, -1 if around == "disc" else rng.uniform(0.02, 0.05))
    elif around in ("sides", "outline"):
        shape(page, regular(sides, turn), (0.5, 0.5), large * 1.1, other)
        if around == "outline":
            shape(page, regular(sides, turn), (0.5, 0.5), large * 0.92, None)
    elif around == "frame":
        page.frame((rng.uniform(0.05, 0.15), rng.uniform(0.05, 0.15)), rng.uniform(0.02, 0.05), 0.05, other)
    if around in ("disc", "sides"):
        if is_hollow:
            page.disc(0.5, 0.5, large * 0.72, None)
        else:
            ink = (235, 240, 245)
    _place(page, design.letters[design.rng.choice(WINDS_AND_DRAGONS[rank])], 0.5, share * 1.5 * large, ink)


def draw_figure(page: Page, design: Design, rank: int, ink: Ink, below: Ink) -> None:
    """A character as a figure: alone, or over the sign of ten thousand in the ink `below`."""
    rng = random.Random(f"figures {design.seed}")
    is_roman, is_alone = rng.random() < 0.4, rng.random() < 0.3
    glyph = roman(design, rank) if is_roman else design.letters[str(rank)]
    if is_alone:
        _place(page, glyph, 0.5, rng.uniform(0.5, 0.75), ink)
        return
    _place(page, glyph, rng.uniform(0.24, 0.3), rng.uniform(*FIGURE_HIGH), ink)
    sign = next(design.han[each] for each in (design.ten_thousand, "萬", "万") if each in design.han)
    _place(page, sign, 0.72, rng.uniform(0.34, 0.5), below)


def roman(design: Design, rank: int) -> Mask:
    """A Roman numeral, (height, width), written with the set's letters."""
    parts = [design.letters[sign] for sign in ROMAN[rank - 1]]
    high = max(len(part) for part in parts)
    gap = np.zeros((high, max(2, high // 10)), np.uint8)
    row: list[Mask] = []
    for part in parts:
        row += [gap, np.pad(part, ((high - len(part), 0), (0, 0)))]
    return np.asarray(np.hstack(row[1:]), np.uint8)


def _place(page: Page, glyph: Mask, y: float, high: float, ink: Ink) -> None:
    """A glyph in the middle of the tile at height `y`, `high` as a part of its height, no wider than it."""
    wide = min(0.85, high * page.height / page.width * glyph.shape[1] / glyph.shape[0])
    size = (wide * SIDE / glyph.shape[1], high * SIDE / glyph.shape[0])
    page.sign(glyph, 0.5, y, size, ink)
