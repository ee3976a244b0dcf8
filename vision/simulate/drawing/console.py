"""The console in the middle of an automatic table: displays, buttons, trays, and what shows the dice: a dome
over real ones, or a display."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.observation import Picture
from vision.simulate.drawing.textures import PIPS, Texture
from vision.simulate.settings import Bgr, ConsoleDice

CASE: Bgr = (44, 42, 40)
EDGE: Bgr = (74, 70, 66)
WINDOW: Bgr = (20, 16, 22)
LIT: Bgr = (60, 48, 236)
LAMP: Bgr = (70, 200, 90)
BUTTON: Bgr = (60, 120, 214)
TRAY: Bgr = (26, 24, 24)
CUSHION: Bgr = (96, 110, 60)
DOME_MM = 34.0
"""Its radius."""
DISPLAY_MM, LAMPS_MM = (64.0, 36.0), 22.0
"""Width and height of the display that shows a throw, and the side of the square of lamps for each die."""
POINTS = ("25000", "24100", "31900", "19000")
"""What the displays show; machines differ, and nothing reads them."""
_SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc",
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip
_LINES = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 1)), "c": ((1, 1), (1, 2)), "d": ((0, 2), (1, 2)),
    "e": ((0, 1), (0, 2)), "f": ((0, 0), (0, 1)), "g": ((0, 1), (1, 1)),
}  # fmt: skip
"""Of a figure of seven strokes: each stroke's ends, x right and y down, in half heights."""


def console_picture(side_mm: float, scale: float, dice: ConsoleDice = "dome") -> Picture:
    """The console from straight above, seat 0 at its lower side; (n, n, 3) at `scale` pixels a millimetre."""
    side = round(side_mm * scale)
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = CASE
    cv2.rectangle(picture, (0, 0), (side - 1, side - 1), EDGE, round(3 * scale))
    for points in POINTS:
        _paint_panel(picture, points, scale)
        picture = np.ascontiguousarray(np.rot90(picture))
    centre, inner = (side // 2, side // 2), CUSHION if dice == "dome" else CASE
    for radius, colour in ((DOME_MM + 5, EDGE), (DOME_MM + 1, CASE), (DOME_MM - 1, inner)):
        cv2.circle(picture, centre, round(radius * scale), colour, -1, cv2.LINE_AA)
    if dice in ("pips", "digits"):
        wide, high = DISPLAY_MM
        at = (side / 2 - wide / 2 * scale, side / 2 - high / 2 * scale)
        _paint_box(picture, at, (wide * scale, high * scale), WINDOW)
    return picture


def display_texture(pips: tuple[int, ...], dice: ConsoleDice, scale: float) -> Texture:
    """The display lit with a throw, `DISPLAY_MM` large at `scale` pixels a millimetre."""
    wide, high = (round(each * scale) for each in DISPLAY_MM)
    picture: Picture = np.full((high, wide, 3), WINDOW, np.uint8)
    for number, pip in enumerate(pips):
        x = wide * (number + 0.5) / len(pips)
        side = LAMPS_MM * scale
        corner = (x - side / 2, high / 2 - side / 2)
        if dice == "digits":
            _paint_figure(picture, str(pip), (x - side / 4, corner[1]), side / 2)
            continue
        for across, down in PIPS[pip]:
            spot = _whole(corner[0] + across * side, corner[1] + down * side)
            cv2.circle(picture, spot, max(1, round(0.1 * side)), LIT, -1, cv2.LINE_AA)
    return np.dstack([picture, np.ones((high, wide), np.uint8)]).astype(np.float32)


def _paint_panel(picture: Picture, points: str, scale: float) -> None:
    """Seat 0's side: a tray, a display with its points, a lamp, a button."""
    side = len(picture)
    middle, low = side / 2, side - 9 * scale
    _paint_box(picture, (middle - 42 * scale, low - 6 * scale), (84 * scale, 7 * scale), TRAY)
    top, wide = low - 29 * scale, 54 * scale
    _paint_box(picture, (middle - wide / 2, top), (wide, 18 * scale), WINDOW)
    for number, figure in enumerate(points):
        left = middle - wide / 2 + (4 + number * 10) * scale
        _paint_figure(picture, figure, (left, top + 3 * scale), 6 * scale)
    cv2.circle(picture, _whole(middle - 58 * scale, low - 8 * scale), round(3 * scale), LAMP, -1, cv2.LINE_AA)
    cv2.circle(
        picture, _whole(middle + 58 * scale, low - 8 * scale), round(7 * scale), BUTTON, -1, cv2.LINE_AA
    )


def _paint_figure(picture: Picture, figure: str, at: tuple[float, float], half: float) -> None:
    for stroke in _SEGMENTS[figure]:
        (x0, y0), (x1, y1) = _LINES[stroke]
        start, end = (
            _whole(at[0] + x0 * half, at[1] + y0 * half),
            _whole(at[0] + x1 * half, at[1] + y1 * half),
        )
        cv2.line(picture, start, end, LIT, max(1, round(half / 4)), cv2.LINE_AA)


def _paint_box(picture: Picture, at: tuple[float, float], size: tuple[float, float], colour: Bgr) -> None:
    cv2.rectangle(picture, _whole(*at), _whole(at[0] + size[0], at[1] + size[1]), colour, -1)


def glint(picture: Picture, centre_px: tuple[float, float], px_a_mm: float) -> None:
    """The dome's gleam over what lies in it, painted into `picture` in place."""
    radius = DOME_MM * px_a_mm
    pale = picture.copy()
    axes = _whole(radius * 0.8, radius * 0.8)
    cv2.ellipse(
        pale, _whole(*centre_px), axes, 0, 205, 250, (255, 255, 255), max(1, round(radius / 9)), cv2.LINE_AA
    )
    spot = (centre_px[0] + radius * 0.3 * math.cos(0.7), centre_px[1] - radius * 0.45)
    cv2.circle(pale, _whole(*spot), round(radius / 10), (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(pale, _whole(*centre_px), round(radius), (200, 200, 200), 1, cv2.LINE_AA)
    cv2.addWeighted(pale, 0.55, picture, 0.45, 0.0, dst=picture)


def _whole(x: float, y: float) -> tuple[int, int]:
    return round(x), round(y)
