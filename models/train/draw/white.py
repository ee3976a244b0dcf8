"""White dragons: blank, framed, ornate, with a letter, a sign or a picture."""

from __future__ import annotations

from models.train.draw.design import Design
from models.train.draw.odd import doodle, ornament
from models.train.draw.page import Ink, Page
from models.train.draw.signs import write_sign

Margin = tuple[float, float]


def draw_white(page: Page, design: Design) -> None:
    """One of the many white dragons."""
    rng = design.rng
    ink = rng.choice((design.blue, design.blue, design.black, design.green, design.red))
    margin = (rng.uniform(0.08, 0.24), rng.uniform(0.07, 0.2))
    thick = rng.uniform(0.015, 0.07)
    match design.white:
        case "blank":
            return
        case "sign":
            write_sign(page, design, "白", (0.5, 0.5), (0.85, 0.65), ink)
            return
        case "beaded" | "dashed" | "brackets" | "keyed":
            _border(page, design, margin, thick, ink)
            return
        case "solid":
            page.frame(margin, max(0.06, 2.2 * thick), rng.choice((0.0, 0.1, 0.2)), ink)
            return
        case "doodle":
            doodle(page, rng, ink)
            return
        case "ornament":
            ornament(page, rng, ink)
            return
        case "letter":
            page.frame(margin, thick, 0.02, ink)
            page.sign(design.letters[rng.choice("PBW")], 0.5, 0.5, (0.6, 0.45), ink)
            return
    page.frame(margin, thick, rng.choice((0.0, 0.05, 0.12)), ink)
    if design.white != "frame":
        _inside(page, design, margin, thick, ink)


def _inside(page: Page, design: Design, margin: Margin, thick: float, ink: Ink) -> None:
    """A second frame, and what lies between the two and within."""
    rng = design.rng
    gap = thick + rng.uniform(0.02, 0.05)
    inner = (margin[0] + gap, margin[1] + gap * 0.75)
    other = rng.choice((ink, design.red)) if rng.random() < 0.2 else ink
    page.frame(inner, thick * rng.uniform(0.4, 1), 0.02, other)
    if design.white in ("hatched", "ornate"):
        _hatch(page, margin, inner, ink, rng.uniform(0.05, 0.12))
    if design.white in ("notched", "ornate"):
        for x in (inner[0], 1 - inner[0]):
            for y in (inner[1], 1 - inner[1]):
                page.disc(x, y, gap * 1.3, ink)
                page.disc(x, y, gap * 0.6, None)
    if design.white == "panel":
        _middle(page, design, ink)
    elif rng.random() < 0.15:
        page.sign(design.letters[rng.choice("PB")], 0.5, 0.5, (0.4, 0.3), ink)


def _middle(page: Page, design: Design, ink: Ink) -> None:
    """A picture or a figure in the middle of the panel."""
    rng = design.rng
    size = rng.uniform(0.1, 0.22)
    match rng.choice(("picture", "picture", "diamond", "oval", "bars", "crossed")):
        case "picture" if design.pictures:
            glyph = design.pictures[design.seed % len(design.pictures)]
            page.sign(glyph, 0.5, 0.5, (2.4 * size, 1.8 * size), ink)
        case "diamond":
            page.polygon([(0.5, 0.5 - size), (0.5 + size, 0.5), (0.5, 0.5 + size), (0.5 - size, 0.5)], ink)
        case "oval":
            page.oval(0.5, 0.5, (size, size * 1.5), 0, ink)
            page.oval(0.5, 0.5, (size * 0.7, size * 1.2), 0, None)
        case "bars":
            for x in (-0.6, 0.0, 0.6):
                page.line([(0.5 + x * size, 0.5 - size), (0.5 + x * size, 0.5 + size)], ink, 0.03)
        case _:
            page.line([(0.5 - size, 0.5 - size), (0.5 + size, 0.5 + size)], ink, 0.035)
            page.line([(0.5 + size, 0.5 - size), (0.5 - size, 0.5 + size)], ink, 0.035)


def _border(page: Page, design: Design, margin: Margin, thick: float, ink: Ink) -> None:
    """A frame that is no closed line: beads, dashes, a key pattern, or the corners alone."""
    rng = design.rng
    x, y = margin
    step = rng.uniform(0.07, 0.13)
    corners = [(x, y), (1 - x, y), (1 - x, 1 - y), (x, 1 - y)]
    for number, (x0, y0) in enumerate(corners):
        x1, y1 = corners[(number + 1) % 4]
        parts = max(3, round((abs(x1 - x0) + abs(y1 - y0) * 1.33) / step))
        dx, dy = (x1 - x0) / parts, (y1 - y0) / parts
        for part in range(parts):
            if design.white == "brackets" and 0 < part < parts - 1:
                continue
            at = (x0 + part * dx, y0 + part * dy)
            if design.white == "beaded":
                page.disc(*at, max(0.02, thick), ink)
            elif design.white == "keyed":
                page.line(_key(at, (dx, dy)), ink, max(0.018, thick * 0.6))
            else:
                share = 1.0 if design.white == "brackets" else 0.6
                page.line([at, (at[0] + share * dx, at[1] + share * dy)], ink, max(0.02, thick))


def _key(at: tuple[float, float], step: tuple[float, float]) -> list[tuple[float, float]]:
    """One turn of a key pattern: along, inwards, back, outwards, on."""
    (x, y), (dx, dy) = at, step
    inward = (-dy * 1.33 * 0.8, dx / 1.33 * 0.8)
    path = ((0.0, 0.0), (0.75, 0.0), (0.75, 1.0), (0.3, 1.0), (0.3, 0.5))
    return [(x + a * dx + b * inward[0], y + a * dy + b * inward[1]) for a, b in path]


def _hatch(page: Page, outer: tuple[float, float], inner: tuple[float, float], ink: Ink, step: float) -> None:
    place = outer[0]
    while place < 1 - outer[0]:
        for y0, y1 in ((outer[1], inner[1]), (1 - inner[1], 1 - outer[1])):
            page.line([(place, y0), (place + step / 3, y1)], ink, 0.02)
        place += step
    place = outer[1]
    while place < 1 - outer[1]:
        for x0, x1 in ((outer[0], inner[0]), (1 - inner[0], 1 - outer[0])):
            page.line([(x0, place), (x1, place + step / 4)], ink, 0.02)
        place += step * 0.8
