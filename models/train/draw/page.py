"""A blank tile face to draw on: inks on a transparent page, at twice the kept size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.draw.glyphs import SIDE, Mask

Ink = tuple[int, int, int]
"""Blue, green, red, 0-255."""

WIDTH, HEIGHT = 72, 96
"""The size a face is kept at; drawing happens at twice that."""
SCALE = 2

Sprite = NDArray[np.uint8]
"""(HEIGHT, WIDTH, 4) blue, green, red, cover."""


class Page:
    """One face being drawn; positions and sizes are fractions of the tile's width and height."""

    def __init__(self) -> None:
        """A page with nothing on it."""
        self.width, self.height = WIDTH * SCALE, HEIGHT * SCALE
        self.ink = np.zeros((self.height, self.width, 3), np.uint8)
        self.cover = np.zeros((self.height, self.width), np.uint8)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a place given in fractions."""
        return round(x * self.width), round(y * self.height)

    def lay(self, mask: Mask, ink: Ink) -> None:
        """Inks the page where `mask` (the page's size) is set, over what lies there."""
        inside = mask > 0
        share = (mask[inside].astype(np.float32) / 255)[:, None]
        self.ink[inside] = (self.ink[inside] * (1 - share) + np.array(ink, np.float32) * share).astype(
            np.uint8
        )
        self.cover[inside] = np.maximum(self.cover[inside], mask[inside])

    def wipe(self, mask: Mask) -> None:
        """Takes the ink away where `mask` is set, so that the body shows."""
        self.cover = np.minimum(self.cover, 255 - mask)

    def blank(self) -> Mask:
        """An empty mask of the page's size."""
        return np.zeros((self.height, self.width), np.uint8)

    def disc(self, x: float, y: float, radius: float, ink: Ink | None, thick: float = -1) -> None:
        """A disc, or a ring when `thick` (fraction of the width) is given; no ink wipes."""
        mask = self.blank()
        line = -1 if thick < 0 else max(1, round(thick * self.width))
        cv2.circle(mask, self.at(x, y), max(1, round(radius * self.width)), 255, line, cv2.LINE_AA)
        self._put(mask, ink)

    def polygon(self, points: list[tuple[float, float]], ink: Ink | None) -> None:
        """A filled outline."""
        mask = self.blank()
        cv2.fillPoly(mask, [np.array([self.at(x, y) for x, y in points], np.int32)], 255, cv2.LINE_AA)
        self._put(mask, ink)

    def line(self, points: list[tuple[float, float]], ink: Ink | None, thick: float) -> None:
        """A stroke through the points, `thick` as a fraction of the width."""
        mask = self.blank()
        path = np.array([self.at(x, y) for x, y in points], np.int32)
        cv2.polylines(mask, [path], False, 255, max(1, round(thick * self.width)), cv2.LINE_AA)
        self._put(mask, ink)

    def oval(self, x: float, y: float, axes: tuple[float, float], turn: float, ink: Ink | None) -> None:
        """A filled ellipse; `axes` are fractions of the width, `turn` in degrees."""
        mask = self.blank()
        half = (max(1, round(axes[0] * self.width)), max(1, round(axes[1] * self.width)))
        cv2.ellipse(mask, self.at(x, y), half, turn, 0, 360, 255, -1, cv2.LINE_AA)
        self._put(mask, ink)

    def sign(self, glyph: Mask, x: float, y: float, size: tuple[float, float], ink: Ink) -> None:
        """A written sign centred at (x, y); `size` is its em as fractions of the width and of the height."""
        wide = max(2, round(glyph.shape[1] * size[0] * self.width / SIDE))
        high = max(2, round(glyph.shape[0] * size[1] * self.height / SIDE))
        small = cv2.resize(glyph, (wide, high), interpolation=cv2.INTER_AREA)
        mask = self.blank()
        centre = self.at(x, y)
        left, top = centre[0] - wide // 2, centre[1] - high // 2
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.width, left + wide), min(self.height, top + high)
        if x1 > x0 and y1 > y0:
            mask[y0:y1, x0:x1] = small[y0 - top : y1 - top, x0 - left : x1 - left]
        self.lay(mask, ink)

    def frame(self, margin: tuple[float, float], thick: float, radius: float, ink: Ink) -> None:
        """A rounded rectangle, `margin` from the edges."""
        x, y = margin
        mask, inner = self.blank(), self.blank()
        _rounded(mask, self.at(x, y), self.at(1 - x, 1 - y), round(radius * self.width))
        t = max(1, round(thick * self.width))
        a, b = self.at(x, y), self.at(1 - x, 1 - y)
        if b[0] - a[0] > 2 * t + 2 and b[1] - a[1] > 2 * t + 2:
            _rounded(
                inner, (a[0] + t, a[1] + t), (b[0] - t, b[1] - t), max(0, round(radius * self.width) - t)
            )
        self.lay(cv2.subtract(mask, inner), ink)

    def sprite(self) -> Sprite:
        """The finished face at its kept size."""
        share = self.cover.astype(np.float32)[..., None] / 255
        inked = cv2.resize(self.ink * share, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        cover = cv2.resize(share, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)[..., None]
        colour = inked / np.maximum(cover, 1e-3)
        return np.dstack([np.clip(colour, 0, 255), cover * 255]).astype(np.uint8)

    def _put(self, mask: Mask, ink: Ink | None) -> None:
        if ink is None:
            self.wipe(mask)
        else:
            self.lay(mask, ink)


def _rounded(mask: Mask, a: tuple[int, int], b: tuple[int, int], radius: int) -> None:
    radius = max(0, min(radius, (b[0] - a[0]) // 2, (b[1] - a[1]) // 2))
    cv2.rectangle(mask, (a[0] + radius, a[1]), (b[0] - radius, b[1]), 255, -1)
    cv2.rectangle(mask, (a[0], a[1] + radius), (b[0], b[1] - radius), 255, -1)
    for x in (a[0] + radius, b[0] - radius):
        for y in (a[1] + radius, b[1] - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
