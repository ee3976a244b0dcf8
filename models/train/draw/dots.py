"""Dots faces in many styles.

Places are fractions of the tile::

    7p   o              5p   o   o
           o                   o
             o               o   o
         o  o
         o  o
"""

from __future__ import annotations

import math

from models.train.draw.design import Design
from models.train.draw.odd import odd_dot
from models.train.draw.page import Ink, Page

Place = tuple[float, float]

LEFT, MIDDLE, RIGHT = 0.27, 0.5, 0.73
PLACES: dict[int, tuple[Place, ...]] = {
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.25, 0.22), (0.5, 0.5), (0.75, 0.78)),
    4: ((LEFT, 0.27), (RIGHT, 0.27), (LEFT, 0.73), (RIGHT, 0.73)),
    5: ((LEFT, 0.23), (RIGHT, 0.23), (0.5, 0.5), (LEFT, 0.77), (RIGHT, 0.77)),
    6: ((LEFT, 0.2), (RIGHT, 0.2), (LEFT, 0.54), (RIGHT, 0.54), (LEFT, 0.8), (RIGHT, 0.8)),
    7: ((0.22, 0.16), (0.5, 0.26), (0.78, 0.36), (LEFT, 0.6), (RIGHT, 0.6), (LEFT, 0.83), (RIGHT, 0.83)),
    8: tuple((x, y) for y in (0.16, 0.39, 0.61, 0.84) for x in (0.31, 0.69)),
    9: tuple((x, y) for y in (0.2, 0.5, 0.8) for x in (0.21, 0.5, 0.79)),
}
RADII = {1: 0.36, 2: 0.2, 3: 0.155, 4: 0.165, 5: 0.15, 6: 0.15, 7: 0.13, 8: 0.14, 9: 0.13}


def draw_dots(page: Page, design: Design, rank: int, all_red: bool = False) -> None:
    """Draws the dots of `rank`; `all_red` for a red five."""
    rng = design.rng
    size = rng.uniform(0.88, 1.12)
    squeeze = rng.uniform(0.88, 1.06)
    if rank == 1:
        _one(page, design)
        return
    for number, (x, y) in enumerate(PLACES[rank]):
        ink = design.red if all_red else _ink(design, rank, number)
        place = (0.5 + (x - 0.5) * squeeze, 0.5 + (y - 0.5) * squeeze)
        _dot(page, design, place, RADII[rank] * size, ink)


def _ink(design: Design, rank: int, number: int) -> Ink:
    blue, green, red = design.blue, design.green, design.red
    match design.dot_scheme:
        case "one":
            # Never all red: that would be a red five.
            return red if (rank, number) == (5, 2) else blue
        case "any" if rank != 5:
            return design.rng.choice((blue, green, red))
        case "japanese":
            reds = {3: {1}, 5: {2}, 6: {2, 3, 4, 5}, 7: {3, 4, 5, 6}, 9: {3, 4, 5}}
            return red if number in reds.get(rank, set()) else blue
    table: dict[int, tuple[Ink, ...]] = {
        2: (green, blue), 3: (blue, red, green), 4: (blue, green, green, blue),
        5: (blue, green, red, green, blue), 6: (green, green, red, red, red, red),
        7: (green, green, green, red, red, red, red), 8: (blue,) * 8,
        9: (green, green, green, red, red, red, blue, blue, blue),
    }  # fmt: skip
    return table[rank][number]


def _dot(page: Page, design: Design, place: Place, r: float, ink: Ink) -> None:
    x, y = place
    match design.dots:
        case "solid":
            page.disc(x, y, r, ink)
        case "ring_disc":
            page.disc(x, y, r, ink, r * 0.28)
            page.disc(x, y, r * 0.45, ink)
        case "rings":
            for part in (1.0, 0.66, 0.3):
                page.disc(x, y, r * part, ink, r * 0.16)
        case "thin":
            page.disc(x, y, r, ink, 0.012)
            page.disc(x, y, r * 0.5, ink, 0.012)
        case "button":
            page.disc(x, y, r, ink)
            page.disc(x, y, r * 0.62, None)
            page.disc(x, y, r * 0.4, ink)
        case "coin" | "wheel" | "daisy" | "scallop" | "striped" | "halved" | "clover":
            _figure(page, design.dots, place, r, ink)
        case "thing" | "lobed" | "cornered":
            odd_dot(page, design, place, r, ink)
        case _:
            page.disc(x, y, r, ink)
            _pattern(page, design.dots, place, r, ink)


def _pattern(page: Page, style: str, place: Place, r: float, ink: Ink) -> None:
    """Body-coloured marks on a full dot."""
    x, y = place
    aspect = page.width / page.height
    count = {"petals": 6, "cross": 4, "spokes": 8, "beads": 10}[style]
    for step in range(count):
        turn = 2 * math.pi * (step + 0.5) / count
        dx, dy = math.cos(turn), math.sin(turn) * aspect
        if style in ("petals", "cross"):
            page.disc(x + 0.55 * r * dx, y + 0.55 * r * dy, r * (0.2 if style == "petals" else 0.24), None)
        elif style == "spokes":
            page.line(
                [(x + 0.3 * r * dx, y + 0.3 * r * dy), (x + 0.8 * r * dx, y + 0.8 * r * dy)], None, r * 0.12
            )
        else:
            page.disc(x + 0.72 * r * dx, y + 0.72 * r * dy, r * 0.1, None)
    if style == "petals":
        page.disc(x, y, r * 0.22, None)
        page.disc(x, y, r * 0.13, ink)


def _figure(page: Page, style: str, place: Place, r: float, ink: Ink) -> None:
    """Dots that are things: coins with a square hole, wheels, flowers, discs cut in parts."""
    x, y = place
    aspect = page.width / page.height
    around = {"wheel": 6, "daisy": 9, "scallop": 12, "clover": 4}.get(style, 0)
    turns = [2 * math.pi * (step + 0.5) / around for step in range(around)]
    match style:
        case "coin":
            page.disc(x, y, r, ink)
            h = 0.36 * r
            page.polygon([(x - h, y - h * aspect), (x + h, y - h * aspect),
                          (x + h, y + h * aspect), (x - h, y + h * aspect)], None)  # fmt: skip
        case "wheel":
            page.disc(x, y, r, ink, r * 0.2)
            page.disc(x, y, r * 0.22, ink)
            for turn in turns:
                page.line([(x, y), (x + r * math.cos(turn), y + r * math.sin(turn) * aspect)], ink, r * 0.12)
        case "daisy":
            for turn in turns:
                page.oval(x + 0.62 * r * math.cos(turn), y + 0.62 * r * math.sin(turn) * aspect,
                          (r * 0.36, r * 0.17), math.degrees(turn), ink)  # fmt: skip
            page.disc(x, y, r * 0.3, ink)
        case "scallop" | "clover":
            lobe = 0.22 if style == "scallop" else 0.44
            for turn in turns:
                page.disc(x + (1 - lobe) * r * math.cos(turn), y + (1 - lobe) * r * math.sin(turn) * aspect,
                          r * lobe, ink)  # fmt: skip
            page.disc(x, y, r * (0.8 if style == "scallop" else 0.35), ink)
            page.disc(x, y, r * 0.25, None)
        case "striped":
            page.disc(x, y, r, ink)
            for off in (-0.4, 0.0, 0.4):
                page.line([(x - r, y + off * r * aspect), (x + r, y + off * r * aspect)], None, r * 0.16)
        case _:
            page.disc(x, y, r, ink, r * 0.18)
            arc = [math.pi * step / 12 for step in range(13)]
            page.polygon([(x + r * math.cos(a), y + r * math.sin(a) * aspect) for a in arc], ink)


def _one(page: Page, design: Design) -> None:
    rng = design.rng
    inks = [design.blue, design.green, design.red]
    rng.shuffle(inks)
    aspect = page.width / page.height
    r = rng.uniform(0.27, 0.42)
    page.disc(0.5, 0.5, r, inks[0], r * rng.uniform(0.08, 0.3) if rng.random() < 0.7 else -1)
    for ring in range(rng.randint(1, 3)):
        part = r * (0.85 - 0.25 * ring)
        count = rng.choice((6, 8, 12, 16))
        match rng.choice(("ring", "petals", "beads", "wipe", "rays")):
            case "ring":
                page.disc(0.5, 0.5, part, rng.choice(inks), part * 0.15)
            case "wipe":
                page.disc(0.5, 0.5, part, None)
            case kind:
                for step in range(count):
                    turn = 2 * math.pi * step / count
                    dx, dy = math.cos(turn), math.sin(turn) * aspect
                    wide = part * (2.2 if kind == "petals" else 1.2) / count
                    ink = rng.choice((inks[1], None)) if kind == "beads" else inks[1]
                    page.oval(0.5 + 0.75 * part * dx, 0.5 + 0.75 * part * dy, (part * 0.25, wide),
                              math.degrees(turn), ink)  # fmt: skip
    page.disc(0.5, 0.5, r * rng.uniform(0.12, 0.4), inks[2])
    if rng.random() < 0.4:
        page.disc(0.5, 0.5, r * 0.1, None)
