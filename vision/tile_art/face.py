"""Which drawing belongs to which face, as shapes, as SVG and as a picture."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK, is_red, rank, suit
from vision.observation import VisionError
from vision.tile_art.bamboos import bamboos
from vision.tile_art.bird import bird
from vision.tile_art.characters import characters, green_dragon, red_dragon, white_dragon, wind
from vision.tile_art.dots import dots
from vision.tile_art.flowers import flower
from vision.tile_art.palette import BACK_COLOUR, BACK_LINE, BLUE, GREEN, GROUND, INK, RED
from vision.tile_art.raster import painted
from vision.tile_art.shapes import HEIGHT, WIDTH, Shapes, block, recoloured
from vision.tile_art.svg import svg_paths

DRAWN: tuple[str, ...] = (*ALL_FACES, BACK)
"""Everything that has a drawing."""


@cache
def face_ink(tile: str) -> Shapes:
    """What is cut into the face of `tile`, without the tile itself; raises VisionError on no such face."""
    if tile not in DRAWN:
        raise VisionError(f"no drawing for {tile!r}; there is one for each of {' '.join(DRAWN)}")
    if tile == BACK:
        return (block(13, 13, 227, 307, 15, BACK_LINE), block(18, 18, 222, 302, 12, BACK_COLOUR))
    plain_colours = _ink(suit(tile), rank(tile))
    return recoloured(plain_colours, {INK: RED, GREEN: RED, BLUE: RED}) if is_red(tile) else plain_colours


def face_shapes(tile: str) -> Shapes:
    """The whole tile seen from above: its rounded ground and its ink."""
    ground = BACK_COLOUR if tile == BACK else GROUND
    return (block(0, 0, WIDTH, HEIGHT, 24, ground), *face_ink(tile))


OPEN_WIND = (
    f'<symbol id="wind-open" viewBox="0 40 {WIDTH:g} {WIDTH:g}"><g fill="none" stroke="currentColor"'
    ' stroke-linecap="round" stroke-width="15"><circle cx="120" cy="160" r="98" stroke-dasharray="0.1 30.7"/>'
    '<path stroke-width="19" d="M92 133a28 28 0 1 1 45 22c-11 8-17 13-17 30"/></g>'
    '<circle cx="120" cy="215" r="12" fill="currentColor"/></symbol>'
)
"""A question mark in a dotted ring: it stands where a wind would, in the colour of the text around it."""


def face_svg_symbol(tile: str) -> str:
    """The tile as one SVG ``<symbol id="tile-5m" viewBox="0 0 240 320">``; VisionError on no such face."""
    paths = svg_paths(face_shapes(tile))
    return f'<symbol id="tile-{tile}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">{paths}</symbol>'


def sprite() -> str:
    """Every tile, the four winds as plain characters, and the sign of a wind not known, as one SVG file of
    symbols."""
    symbols = "\n".join([*map(face_svg_symbol, DRAWN), *map(wind_svg_symbol, range(4)), OPEN_WIND])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def wind_svg_symbol(number: int) -> str:
    """The character of one wind (0 East to 3 North) alone, in the colour of the text around it."""
    paths = svg_paths(recoloured(wind(number), {INK: "currentColor"}))
    return f'<symbol id="wind-{number}" viewBox="0 40 {WIDTH:g} {WIDTH:g}">{paths}</symbol>'


def face_picture(tile: str, width_px: int, height_px: int) -> NDArray[np.uint8]:
    """The tile as BGRA (height_px, width_px, 4) uint8, transparent outside its rounded corners."""
    return painted(face_shapes(tile), width_px, height_px)


def ink_picture(tile: str, width_px: int, height_px: int) -> NDArray[np.uint8]:
    """Only the ink as BGRA (height_px, width_px, 4), to lay on a tile of another colour; ground-coloured
    parts of it stay painted."""
    return painted(face_ink(tile), width_px, height_px)


def _ink(family: str, number: int) -> Shapes:
    match family:
        case "m":
            return characters(number)
        case "p":
            return dots(number)
        case "s":
            return bird() if number == 1 else bamboos(number)
        case "f":
            return flower(number)
    return _honour(number)


def _honour(number: int) -> Shapes:
    match number:
        case 5:
            return white_dragon()
        case 6:
            return green_dragon()
        case 7:
            return red_dragon()
    return wind(number - 1)
