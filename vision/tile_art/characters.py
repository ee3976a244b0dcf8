"""The characters suit, the winds and the dragons."""

from __future__ import annotations

from vision.tile_art.lettering import character
from vision.tile_art.palette import BLUE, GREEN, GROUND, INK, RED
from vision.tile_art.shapes import Shapes, block, disc

NUMERALS = "一二三四五六七八九"
WINDS = "東南西北"


def characters(rank: int, numeral_colour: str = INK) -> Shapes:
    """A numeral over the red character for ten thousand."""
    numeral = character(NUMERALS[rank - 1], (120, 86), 150, 104, numeral_colour)
    return numeral + character("萬", (120, 222), 164, 142, RED)


def wind(number: int) -> Shapes:
    """East, South, West or North (0 to 3)."""
    return character(WINDS[number], (120, 160), 176, 208, INK)


def red_dragon() -> Shapes:
    """The red centre."""
    return character("中", (120, 160), 168, 232, RED)


def green_dragon() -> Shapes:
    """The green prosperity."""
    return character("發", (120, 160), 184, 208, GREEN)


def white_dragon() -> Shapes:
    """An empty blue frame with stepped corners."""
    frame = (
        block(38, 40, 202, 280, 10, BLUE),
        block(46, 48, 194, 272, 5, GROUND),
        block(54, 56, 186, 264, 4, BLUE),
        block(59, 61, 181, 259, 2, GROUND),
    )
    corners = tuple(
        shape
        for x, y in ((56, 58), (184, 58), (56, 262), (184, 262))
        for shape in (disc((x, y), 17, BLUE), disc((x, y), 10.5, GROUND), disc((x, y), 5, BLUE))
    )
    return frame + corners
