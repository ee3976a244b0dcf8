"""Characters, winds, dragons, flowers, seasons, and faces that are none of ours."""

from __future__ import annotations

import cv2
import numpy as np

from models.train.draw.design import Design
from models.train.draw.glyphs import FontMasks, Mask
from models.train.draw.lettered import draw_figure, draw_letter
from models.train.draw.page import Ink, Page

NUMBERS = "一二三四五六七八九"
HONOURS = {
    1: ("東", "东"),
    2: ("南", "南"),
    3: ("西", "西"),
    4: ("北", "北"),
    6: ("發", "发"),
    7: ("中", "中"),
}
FOREIGN = "百搭福祿壽囍財神聽花猫鼠"
LETTERS = {1: "E", 2: "S", 3: "W", 4: "N", 5: "P", 6: "F", 7: "C"}


def draw_character(page: Page, design: Design, rank: int, all_red: bool = False) -> None:
    """A number above ten thousand."""
    rng = design.rng
    number = design.five if rank == 5 else NUMBERS[rank - 1]
    ink = (
        design.red
        if all_red
        else {"blue": design.blue, "black": design.black, "green": design.green}[design.numbers]
    )
    if design.is_figured:
        under = (
            design.red
            if all_red or rng.random() < 0.5
            else rng.choice((design.blue, design.green, design.black))
        )
        draw_figure(page, design, rank, ink, under)
        return
    em = rng.uniform(0.5, 0.72)
    wide, high = em * design.stretch[0], em * 0.75 * design.stretch[1]
    drop = rng.uniform(-0.02, 0.02)
    write_sign(page, design, number, (0.5, 0.27 + drop), (wide, high), ink)
    below = first_of(design.han, design.ten_thousand, "萬", "万")
    inks = {"red": design.red, "blue": design.blue, "black": design.black, "green": design.green}
    ink = design.red if all_red else inks[design.ten_thousand_ink]
    write_sign(page, design, below, (0.5, 0.71 + drop), (wide * rng.uniform(0.9, 1.1), high), ink)


def draw_honour(page: Page, design: Design, rank: int) -> None:
    """A wind, or the green or red dragon."""
    rng = design.rng
    winds = {"blue": design.blue, "black": design.black, "green": design.green, "red": design.red}[
        design.winds
    ]
    ink = winds if rank <= 4 else (design.green_dragon if rank == 6 else design.red)
    if rank > 4 and design.dragon is not None:
        page.sign(design.dragon, 0.5, 0.52, (rng.uniform(0.7, 0.95), rng.uniform(0.5, 0.7)), ink)
        return
    if design.is_lettered:
        draw_letter(page, design, rank, ink)
        return
    old, new = HONOURS[rank]
    choices: tuple[str, ...] = (old, new) if design.traditional else (new, old)
    if rank == 6 and design.seed % 5 == 0:
        choices = ("発", *choices)
    em = rng.uniform(0.75, 1.02)
    size = (em * design.stretch[0], em * 0.8 * design.stretch[1])
    write_sign(
        page,
        design,
        first_of(design.honours, *choices),
        (0.5, 0.5 + rng.uniform(-0.03, 0.05)),
        size,
        ink,
        design.honours,
    )


def draw_foreign(page: Page, design: Design) -> None:
    """A face that is none of ours: a joker, a word, a picture, domino pips."""
    rng = design.rng
    ink = rng.choice((design.red, design.blue, design.green, design.black))
    match rng.choice(("word", "word", "letters", "animal", "domino", "stripes", "suit")):
        case "word":
            signs = [sign for sign in FOREIGN if sign in design.han] or ["百"]
            chosen = rng.choice(signs), rng.choice(signs)
            for y, sign in zip((0.28, 0.72), chosen, strict=True):
                write_sign(page, design, sign if sign in design.han else "北", (0.5, y), (0.55, 0.42), ink)
        case "letters":
            for row in range(rng.randint(2, 5)):
                for column in range(rng.randint(1, 4)):
                    page.sign(design.letters[rng.choice("RDGFBEN")], 0.2 + 0.2 * column, 0.15 + 0.17 * row,
                              (0.22, 0.16), ink)  # fmt: skip
        case "domino":
            page.line([(0.1, 0.5), (0.9, 0.5)], design.black, 0.02)
            for half in (0.25, 0.75):
                for _ in range(rng.randint(1, 6)):
                    page.disc(
                        rng.choice((0.25, 0.5, 0.75)), half + rng.choice((-0.15, 0, 0.15)), 0.07, design.black
                    )
        case "stripes":
            for row in range(rng.randint(3, 9)):
                page.line([(0.1, 0.1 + row * 0.1), (rng.uniform(0.3, 0.9), 0.1 + row * 0.1)], ink, 0.03)
        case "suit":
            page.polygon([(0.5, 0.25), (0.75, 0.5), (0.5, 0.75), (0.25, 0.5)], ink)
            page.sign(design.letters[rng.choice("23456789")], 0.15, 0.12, (0.3, 0.2), ink)
        case _:
            for _ in range(rng.randint(4, 12)):
                page.oval(
                    rng.uniform(0.2, 0.8),
                    rng.uniform(0.2, 0.8),
                    (rng.uniform(0.03, 0.25), rng.uniform(0.02, 0.15)),
                    rng.uniform(0, 180),
                    rng.choice((design.red, design.blue, design.green, None)),
                )


def draw_corner(page: Page, design: Design, text: str) -> None:
    """The small figure or letter that some sets print in a corner for those who do not read the signs."""
    if design.corner == "none":
        return
    rng = design.rng
    ink = rng.choice((design.red, design.blue, design.black))
    em = rng.uniform(0.17, 0.28)
    glyph = design.letters[text]
    x = 0.86 if design.corner in ("right", "low_right") else 0.13
    page.sign(glyph, x, 0.9 if design.corner.startswith("low") else 0.1, (em, em * 0.75), ink)
    if design.corner == "both":
        page.sign(np.ascontiguousarray(glyph[::-1, ::-1]), 1 - x, 0.9, (em, em * 0.75), ink)


def first_of(font: FontMasks, *signs: str) -> str:
    """The first of `signs` that the font has, else a red dragon's."""
    return next(sign for sign in signs if sign in font) if any(s in font for s in signs) else "中"


def write_sign(
    page: Page,
    design: Design,
    sign: str,
    place: tuple[float, float],
    size: tuple[float, float],
    ink: Ink,
    font: FontMasks | None = None,
) -> None:
    """Draws a sign on a face: `place` is its middle and `size` its width and height, in parts of the face."""
    glyph = (font or design.han).get(sign)
    if glyph is None:
        glyph = design.letters.get("D", next(iter(design.han.values())))
    page.sign(_slanted(_weigh(glyph, design.weight), design.slant), place[0], place[1], size, ink)


def _slanted(glyph: Mask, slant: float) -> Mask:
    if slant == 0:
        return glyph
    high, wide = glyph.shape
    more = abs(slant) * high
    matrix = np.array([[1, -slant, more / 2 + slant * high / 2], [0, 1, 0]])
    return np.asarray(cv2.warpAffine(glyph, matrix, (round(wide + more), high)), np.uint8)


def _weigh(glyph: Mask, weight: int) -> Mask:
    if weight == 0:
        return glyph
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(weight) + 1,) * 2)
    if weight < 0:
        thinner = cv2.erode(glyph, kernel)
        return glyph if thinner.max() < 200 else np.asarray(thinner, np.uint8)
    wider = cv2.copyMakeBorder(glyph, weight, weight, weight, weight, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.dilate(wider, kernel), np.uint8)
