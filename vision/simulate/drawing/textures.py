"""The upper sides of tiles and dice as small pictures with an alpha channel, ready to be warped."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import BACK, Tile
from vision.simulate.drawing.art import ink_from_file
from vision.simulate.settings import Bgr, TwinSettings
from vision.tile_art import ink_picture

Texture = NDArray[np.float32]
"""(height, width, 4): blue, green, red 0-255, alpha 0-1."""

FINE = 4
"""Painted this many times larger and averaged down, so that thin strokes neither alias nor vanish."""
CORNER_MM = 2.6
BEVEL_MM = 1.3

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.28, 0.72), (0.72, 0.28), (0.72, 0.72)),
    5: ((0.26, 0.26), (0.26, 0.74), (0.5, 0.5), (0.74, 0.26), (0.74, 0.74)),
    6: ((0.28, 0.22), (0.28, 0.5), (0.28, 0.78), (0.72, 0.22), (0.72, 0.5), (0.72, 0.78)),
}
"""Where the pips of a face lie, parts of its side."""
RED_PIPS = (1, 4)
_RED: Bgr = (40, 36, 190)
_BLACK: Bgr = (40, 36, 34)


@lru_cache(maxsize=256)
def tile_texture(face: Tile | None, settings: TwinSettings, px_per_mm: float) -> Texture:
    """The face-up side of a tile, or its back (``back``); None is a blank body."""
    width, height, _ = settings.tile_mm
    size = (round(width * px_per_mm * FINE), round(height * px_per_mm * FINE))
    colour = settings.look.back if face == BACK else settings.look.body
    picture = _bevelled(size, colour, px_per_mm * FINE)
    if face is not None and face != BACK:
        art = _ink(face, settings.art, size).astype(np.float32)
        ink = art[..., 3:] / 255
        picture[..., :3] = picture[..., :3] * (1 - ink) + art[..., :3] * ink
    return _shrunk(picture)


@lru_cache(maxsize=16)
def strip_texture(settings: TwinSettings, px_per_mm: float) -> Texture:
    """A standing tile from above: the back's layer towards the centre, the body towards the owner."""
    width, _, thickness = settings.tile_mm
    size = (round(width * px_per_mm * FINE), round(thickness * px_per_mm * FINE))
    picture = _bevelled(size, settings.look.body, px_per_mm * FINE)
    back = _bevelled(size, settings.look.back, px_per_mm * FINE)
    layer = round(size[1] * settings.back_layer)
    picture[:layer] = back[:layer]
    return _shrunk(picture)


@lru_cache(maxsize=32)
def die_texture(pips: int, settings: TwinSettings, px_per_mm: float) -> Texture:
    """The upper side of a die; one and four in red, as in East Asia."""
    side = round(settings.die_mm * px_per_mm * FINE)
    picture = _bevelled((side, side), settings.look.die, px_per_mm * FINE)
    colour = _RED if pips in RED_PIPS else _BLACK
    radius = side * (0.16 if pips == 1 else 0.112)
    for x, y in PIPS[pips]:
        centre = (round(x * side), round(y * side))
        cv2.circle(picture, centre, round(radius), (*map(float, colour), 1.0), -1, cv2.LINE_AA)
    return _shrunk(picture)


def _ink(face: Tile, art: Path | None, size: tuple[int, int]) -> NDArray[np.uint8]:
    return ink_picture(face, *size) if art is None else ink_from_file(art, face, *size)


def _bevelled(size: tuple[int, int], colour: Bgr, px_per_mm: float) -> Texture:
    """A rounded plate, its rim lighter towards the upper left and darker towards the lower right."""
    width, height = size
    radius = CORNER_MM * px_per_mm
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    # Distance inwards from the rounded outline.
    out_x = np.maximum(np.maximum(radius - x, x - (width - radius)), 0)
    out_y = np.maximum(np.maximum(radius - y, y - (height - radius)), 0)
    rounded = radius - np.hypot(out_x, out_y)
    inside = np.minimum(np.minimum(np.minimum(x, width - x), np.minimum(y, height - y)), rounded)
    picture = np.empty((height, width, 4), np.float32)
    slope = np.clip(1 - inside / (BEVEL_MM * px_per_mm), 0, 1)
    tilt = np.sign(width / 2 - x) * (out_x > 0) * 0.5 + np.sign(height / 2 - y) * (out_y > 0) * 0.5
    shade = 1 - 0.16 * slope + 0.14 * slope * tilt
    picture[..., :3] = np.array(colour, np.float32) * shade[..., None]
    picture[..., 3] = np.clip(inside + 0.5, 0, 1)
    return picture


def _shrunk(picture: Texture) -> Texture:
    height, width = picture.shape[:2]
    picture[..., :3] *= picture[..., 3:]
    small = cv2.resize(
        picture, (max(2, round(width / FINE)), max(2, round(height / FINE))), interpolation=cv2.INTER_AREA
    )
    return np.asarray(np.clip(small, 0, 255), dtype=np.float32)
