"""The one of bamboos: a peacock on a twig."""

from __future__ import annotations

from vision.tile_art.palette import BLUE, BROWN, GREEN, GROUND, INK, LEAF, RED, YELLOW
from vision.tile_art.shapes import Point, Shapes, curve, disc, ellipse, line, placed


def bird() -> Shapes:
    """The whole picture."""
    return _twig() + _tail() + _legs() + _body() + _wing() + _head()


def _twig() -> Shapes:
    return (
        line((104, 270), ((150, 258), (216, 268)), colour=BROWN, width=9),
        line((186, 264), ((200, 282), (204, 292)), colour=BROWN, width=5),
        *placed(_leaf(), move=(204, 290), turn_deg=40),
        *placed(_leaf(), move=(214, 262), turn_deg=-50),
    )


def _leaf() -> Shapes:
    return (curve((0, 0), ((12, -12), (26, 0)), ((12, 12), (0, 0)), fill=LEAF),)


def _tail() -> Shapes:
    ends: tuple[tuple[Point, Point], ...] = (
        ((40, 150), (40, 178)),
        ((48, 190), (42, 226)),
        ((62, 216), (56, 270)),
        ((88, 226), (92, 292)),
    )
    shapes: Shapes = ()
    for bend, (x, y) in ends:
        shapes += (line((112, 176), (bend, (x, y)), colour=GREEN, width=8),)
    for _, (x, y) in ends:
        shapes += (
            ellipse((x, y), 20, 21, GREEN),
            ellipse((x, y), 15, 16, GROUND),
            ellipse((x, y), 12, 13, BLUE),
            disc((x, y), 6, RED),
        )
    return shapes


def _legs() -> Shapes:
    return tuple(
        shape
        for x in (136.0, 156.0)
        for shape in (
            line((x - 4, 214), ((x, 256),), colour=RED, width=6),
            line((x - 9, 260), ((x, 255),), ((x + 9, 260),), colour=RED, width=5),
        )
    )


def _body() -> Shapes:
    return (
        curve(
            (150, 60),
            ((176, 70), (170, 104), (176, 128)),
            ((186, 168), (176, 220), (134, 226)),
            ((96, 226), (74, 190), (70, 152)),
            ((100, 166), (128, 152), (134, 128)),
            ((140, 104), (128, 72), (150, 60)),
            fill=GREEN,
        ),
        *(
            line((x, y), ((x + 6, y + 7), (x + 13, y)), colour=GROUND, width=3.2)
            for x, y in ((148, 122), (156, 138), (146, 150), (160, 158), (158, 178), (146, 196), (158, 200))
        ),
    )


def _wing() -> Shapes:
    feathers = tuple(
        line((126, y0), ((104, y0 + 12), (x, y1)), colour=GROUND, width=3.4)
        for y0, x, y1 in ((170.0, 88.0, 180.0), (182.0, 94.0, 196.0), (194.0, 106.0, 207.0))
    )
    return (
        curve(
            (142, 156),
            ((156, 190), (140, 214), (112, 214)),
            ((88, 208), (78, 190), (74, 172)),
            ((100, 180), (126, 176), (142, 156)),
            fill=RED,
        ),
        *feathers,
    )


def _head() -> Shapes:
    crest = tuple(
        shape
        for x, y in ((122.0, 28.0), (142.0, 18.0), (163.0, 20.0))
        for shape in (
            line((150, 62), (((x + 150) / 2 - 2, 40), (x, y)), colour=BLUE, width=4),
            disc((x, y), 7.5, RED),
        )
    )
    return (
        *crest,
        curve((164, 62), ((192, 66),), ((196, 76),), ((162, 84),), fill=YELLOW),
        ellipse((152, 74), 23, 22, BLUE),
        disc((157, 71), 8, GROUND),
        disc((158, 71), 4.5, INK),
        curve((133, 88), ((150, 102), (171, 88)), ((172, 104),), ((152, 118), (136, 106)), fill=BLUE),
    )
