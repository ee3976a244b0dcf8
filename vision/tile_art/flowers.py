"""The four flowers and four seasons: a small picture, its character, and its number."""

from __future__ import annotations

from collections.abc import Callable

from vision.tile_art.lettering import character
from vision.tile_art.palette import (
    BLUE,
    BROWN,
    GREEN,
    GROUND,
    INK,
    LEAF,
    PINK,
    RED,
    SNOW,
    VIOLET,
    YELLOW,
)
from vision.tile_art.shapes import Shapes, around, curve, disc, ellipse, line, mirrored, placed, polygon

NAMES = "梅蘭菊竹春夏秋冬"


def flower(number: int) -> Shapes:
    """Flower 1 to 4 (red letters) or season 5 to 8 (blue letters)."""
    ink = RED if number <= 4 else BLUE
    letters = character(NAMES[number - 1], (176, 66), 84, 84, ink)
    digit = character(str((number - 1) % 4 + 1), (52, 56), 40, 54, ink)
    return _PICTURES[number - 1]() + letters + digit


def _leaf(length: float, width: float, fill: str) -> Shapes:
    """A pointed leaf from the origin to the right."""
    half = length / 2
    return (curve((0, 0), ((half, -width), (length, 0)), ((half, width), (0, 0)), fill=fill),)


def _blossom(radius: float, petal: str, heart: str) -> Shapes:
    petals = around([disc((0, -0.58 * radius), 0.46 * radius, petal)], 5)
    stamens = around([line((0, 0), ((0, -0.4 * radius),), colour=heart, width=0.07 * radius)], 10)
    return (*petals, disc((0, 0), 0.34 * radius, petal), *stamens, disc((0, 0), 0.16 * radius, heart))


def _plum() -> Shapes:
    branch = (
        line((40, 292), ((78, 262), (92, 224)), ((104, 184), (176, 158)), colour=BROWN, width=11),
        line((94, 222), ((150, 232), (196, 214)), colour=BROWN, width=7),
        line((92, 228), ((64, 190), (62, 160)), colour=BROWN, width=6),
    )
    blossoms = (
        *placed(_blossom(37, RED, GROUND), move=(128, 184)),
        *placed(_blossom(31, RED, GROUND), move=(62, 164), turn_deg=20),
        *placed(_blossom(31, RED, GROUND), move=(172, 238), turn_deg=-15),
    )
    buds = (disc((190, 154), 11, RED), disc((206, 208), 9, RED), disc((86, 262), 9, RED))
    return branch + blossoms + buds


def _orchid() -> Shapes:
    blades = tuple(
        curve((120, 294), (bend, tip), (under, (120, 294)), fill=colour)
        for bend, tip, under, colour in (
            ((84, 190), (24, 176), (66, 200), GREEN),
            ((92, 230), (34, 246), (74, 258), LEAF),
            ((128, 176), (92, 128), (108, 190), GREEN),
            ((150, 176), (218, 168), (166, 196), GREEN),
            ((152, 232), (212, 250), (166, 258), LEAF),
        )
    )
    stalk = (line((122, 292), ((134, 214), (150, 150)), colour=LEAF, width=6),)
    flowers = (
        *placed(_orchid_blossom(30), move=(152, 148)),
        *placed(_orchid_blossom(25), move=(112, 196), turn_deg=-30),
        *placed(_orchid_blossom(23), move=(170, 210), turn_deg=30),
    )
    return (*blades, *stalk, *flowers)


def _orchid_blossom(size: float) -> Shapes:
    petal = placed(_leaf(size * 1.25, size * 0.55, VIOLET), turn_deg=-90)
    lip = (ellipse((0, size * 0.4), size * 0.3, size * 0.42, RED), disc((0, size * 0.1), size * 0.2, YELLOW))
    return around(petal, 5) + lip


def _chrysanthemum() -> Shapes:
    stem = (
        line((120, 206), ((112, 254), (122, 296)), colour=GREEN, width=8),
        *placed(_leaf(64, 28, GREEN), move=(118, 268), turn_deg=-24),
        *placed(_leaf(64, 28, LEAF), move=(117, 276), turn_deg=200),
    )
    outer = around(placed(_leaf(74, 17, YELLOW), turn_deg=-90), 16)
    vein = around([line((0, -18), ((0, -62),), colour=RED, width=2.4)], 16, 11.25)
    inner = around(placed(_leaf(44, 14, YELLOW), turn_deg=-90), 12, 15)
    heart = (disc((0, 0), 15, RED), disc((0, 0), 8, YELLOW))
    return stem + placed(outer + vein + inner + heart, move=(112, 184))


def _bamboo() -> Shapes:
    stems: Shapes = ()
    for x, bottom, top, colour, width in ((88, 296, 128, GREEN, 15), (138, 296, 168, LEAF, 12)):
        stems += (line((x, bottom), ((x + 5, top),), colour=colour, width=width),)
        joints = range(top + 34, bottom - 8, 42)
        stems += tuple(line((x - 9, y), ((x + 13, y),), colour=GROUND, width=3.6) for y in joints)
    sprays = tuple(
        shape
        for x, y, turns in (
            (92, 132, (205, 160, 110)),
            (92, 204, (200, 165, 130)),
            (143, 172, (-20, 20, 60)),
            (140, 244, (-30, 8, 40)),
        )
        for turn in turns
        for shape in placed(_leaf(58, 13, GREEN), move=(x, y), turn_deg=turn)
    )
    return stems + sprays


def _spring() -> Shapes:
    """A butterfly over a peony."""
    peony = (
        line((92, 226), ((98, 262), (92, 296)), colour=GREEN, width=8),
        *placed(_leaf(66, 26, GREEN), move=(95, 272), turn_deg=-18),
        *placed(_leaf(54, 24, LEAF), move=(95, 282), turn_deg=205),
        *placed(around([disc((0, -30), 22, PINK)], 7), move=(92, 214)),
        *placed(around([disc((0, -17), 15, RED)], 6), move=(92, 214)),
        *placed(around([disc((0, -8), 9, PINK)], 5), move=(92, 214)),
        disc((92, 214), 7, YELLOW),
    )
    wing = (
        curve((0, 0), ((8, -48), (52, -50), (48, -14)), ((42, 2), (18, 4), (0, 0)), fill=BLUE),
        curve((0, 2), ((22, 4), (42, 14), (30, 34)), ((18, 46), (4, 24), (0, 2)), fill=VIOLET),
        disc((30, -24), 8, GROUND),
        disc((20, 22), 5, YELLOW),
    )
    left = mirrored(wing)
    body = (
        ellipse((0, 0), 4.5, 22, INK),
        line((0, -18), ((6, -34), (14, -38)), colour=INK, width=2.4),
        line((0, -18), ((-6, -34), (-14, -38)), colour=INK, width=2.4),
    )
    return peony + placed(wing + left + body, move=(168, 172), turn_deg=24)


def _summer() -> Shapes:
    """A lotus on the water."""
    water = tuple(
        line((x, y), ((x + 15, y - 8), (x + 30, y)), ((x + 45, y + 8), (x + 60, y)), colour=BLUE, width=4)
        for x, y in ((36.0, 286.0), (116.0, 294.0), (150.0, 276.0))
    )
    pads = (
        ellipse((64, 256), 42, 13, GREEN),
        polygon(((64, 256), (96, 240), (108, 254)), GROUND),
        line((130, 262), ((128, 226),), colour=GREEN, width=7),
    )
    back = tuple(
        shape
        for turn in (-162, -138, -114, -90, -66, -42, -18)
        for shape in placed(_leaf(86, 30, PINK), move=(130, 240), turn_deg=turn)
    )
    edges = tuple(
        shape
        for turn in (-126, -90, -54)
        for shape in placed(
            (*_leaf(72, 34, GROUND), *placed(_leaf(66, 29, RED), move=(2, 0))),
            move=(130, 242),
            turn_deg=turn,
        )
    )
    return pads + back + edges + water


def _autumn() -> Shapes:
    """Maple leaves before the moon."""
    moon = (disc((82, 160), 44, YELLOW), disc((82, 160), 38, GROUND), disc((82, 160), 33, YELLOW))
    leaves = (
        *placed(_maple(RED), move=(138, 216), scale=1.0, turn_deg=18),
        *placed(_maple("#d9682a"), move=(74, 262), scale=0.62, turn_deg=-30),
        *placed(_maple(GREEN), move=(196, 284), scale=0.4, turn_deg=50),
    )
    return moon + leaves


def _maple(colour: str) -> Shapes:
    lobes = ((0, 74, 25), (52, 66, 22), (-52, 66, 22), (103, 48, 17), (-103, 48, 17))
    blades = tuple(
        shape
        for turn, length, width in lobes
        for shape in placed(_notched(length, width, colour), turn_deg=turn - 90)
    )
    veins = tuple(
        shape
        for turn, length, _ in lobes
        for shape in placed(
            [line((0, 0), ((length * 0.7, 0),), colour=GROUND, width=2.4)], turn_deg=turn - 90
        )
    )
    return (*blades, *veins, line((0, 0), ((2, 26), (10, 46)), colour=colour, width=4.5))


def _notched(length: float, width: float, colour: str) -> Shapes:
    """One lobe: a leaf with two teeth on each side."""
    upper = ((0.3, 0.55), (0.45, 1.0), (0.55, 0.6), (0.74, 0.72), (0.78, 0.36))
    over = [(x * length, -y * width) for x, y in upper]
    under = [(x, -y) for x, y in reversed(over)]
    return (polygon([(0, 0), *over, (length, 0), *under], colour),)


def _winter() -> Shapes:
    """A pine under snow."""
    trunk = (line((108, 296), ((108, 250),), colour=BROWN, width=15),)
    tiers = tuple(
        shape
        for top, wide, high in ((206.0, 76.0, 66.0), (168.0, 60.0, 58.0), (130.0, 42.0, 52.0))
        for shape in _tier(top, wide, high)
    )
    ground = (line((32, 297), ((108, 288), (206, 297)), colour=SNOW, width=9),)
    flakes = tuple(
        shape
        for x, y, scale in ((190.0, 150.0, 1.0), (44.0, 128.0, 0.8), (200.0, 226.0, 0.8), (38.0, 206.0, 0.55))
        for shape in placed(_flake(), move=(x, y), scale=scale)
    )
    return trunk + ground + tiers + flakes


def _tier(top: float, wide: float, high: float) -> Shapes:
    x, bottom = 108.0, top + high
    branch = curve(
        (x, top),
        ((x + wide * 0.4, top + high * 0.7), (x + wide, bottom)),
        ((x, bottom + 12), (x - wide, bottom)),
        ((x - wide * 0.4, top + high * 0.7), (x, top)),
        fill=GREEN,
    )
    snow = curve(
        (x, top),
        ((x + wide * 0.4, top + high * 0.7), (x + wide * 0.72, top + high * 0.8)),
        ((x + wide * 0.4, top + high * 0.62), (x + wide * 0.2, top + high * 0.74)),
        ((x, top + high * 0.4), (x - wide * 0.22, top + high * 0.72)),
        ((x - wide * 0.4, top + high * 0.6), (x - wide * 0.72, top + high * 0.8)),
        ((x - wide * 0.4, top + high * 0.7), (x, top)),
        fill=SNOW,
    )
    return (branch, snow)


def _flake() -> Shapes:
    arm = (
        line((0, 0), ((0, -20),), colour=BLUE, width=3.4),
        line((-6, -18), ((0, -11),), ((6, -18),), colour=BLUE, width=3),
    )
    return around(arm, 6)


_PICTURES: tuple[Callable[[], Shapes], ...] = (
    _plum,
    _orchid,
    _chrysanthemum,
    _bamboo,
    _spring,
    _summer,
    _autumn,
    _winter,
)
