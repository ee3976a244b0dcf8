"""Shapes as pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_art.shapes import HEIGHT, WIDTH, Outline, Point, Shape, Step

_PIECES = 12
"""Straight pieces a curve is drawn with."""
_SHIFT = 4
"""OpenCV takes coordinates as whole numbers of 1 / 2**_SHIFT pixel."""
_OVER = 4
"""Each pixel is drawn as _OVER x _OVER and averaged."""


def painted(shapes: Iterable[Shape], width_px: int, height_px: int) -> NDArray[np.uint8]:
    """The shapes on a transparent ground: BGRA (height_px, width_px, 4) uint8, alpha not multiplied in."""
    size = (height_px * _OVER, width_px * _OVER)
    scale = np.array([size[1] / WIDTH, size[0] / HEIGHT])
    colour = np.zeros((*size, 3), np.uint8)
    alpha = np.zeros(size, np.uint8)
    for shape in shapes:
        window, inside = _covered(shape, size, scale)
        colour[window][inside] = _bgr(shape.fill)
        alpha[window][inside] = 255
    return _averaged(colour, alpha, width_px, height_px)


def _averaged(
    colour: NDArray[np.uint8], alpha: NDArray[np.uint8], width_px: int, height_px: int
) -> NDArray[np.uint8]:
    """Colour, black where nothing is, averaged over what is covered: no dark rim appears at the edge."""
    to = (width_px, height_px)
    cover = cv2.resize(alpha.astype(np.float32) / 255, to, interpolation=cv2.INTER_AREA)
    whole = cv2.resize(colour.astype(np.float32), to, interpolation=cv2.INTER_AREA)
    mean = whole / np.maximum(cover, 1e-6)[..., None]
    return np.dstack([mean, cover * 255]).round().clip(0, 255).astype(np.uint8)


def _covered(
    shape: Shape, size: tuple[int, int], scale: NDArray[np.float64]
) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """The part of the picture that a shape lies in, and which of its pixels it covers."""
    polygons = [_polygon(outline) * scale for outline in shape.outlines]
    thick = max(1, round(shape.line_width * float(scale.mean()))) if shape.line_width else 0
    around = np.concatenate(polygons)
    low = np.clip(np.floor(around.min(axis=0)).astype(int) - thick - 2, 0, size[::-1])
    high = np.clip(np.ceil(around.max(axis=0)).astype(int) + thick + 2, low, size[::-1])
    fixed = [_fixed(points) - (low << _SHIFT).astype(np.int32) for points in polygons]
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    if not mask.size:
        inside = mask > 0
    elif thick:
        cv2.polylines(mask, fixed, False, 255, thick, cv2.LINE_8, _SHIFT)
        inside = mask > 0
    else:
        inside = _wound(fixed, mask)
    return (slice(low[1], high[1]), slice(low[0], high[0])), inside


def _wound(polygons: Sequence[NDArray[np.int32]], mask: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Non-zero winding, as SVG fills: outlines that run the other way cut holes."""
    winding = np.zeros(mask.shape, np.int8)
    for points in polygons:
        mask[:] = 0
        cv2.fillPoly(mask, [points], 1, cv2.LINE_8, _SHIFT)
        area = cv2.contourArea(points.astype(np.float32), True)
        winding += mask.astype(np.int8) * (1 if area > 0 else -1)
    inside: NDArray[np.bool_] = winding != 0
    return inside


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    # A pixel's centre lies at a whole number for OpenCV, at half for SVG.
    fixed: NDArray[np.int32] = np.round((points - 0.5) * (1 << _SHIFT)).astype(np.int32)
    return fixed


def _polygon(outline: Outline) -> NDArray[np.float64]:
    points = [outline.start]
    for step in outline.steps:
        points.extend(_pieces(points[-1], step))
    return np.array(points, np.float64)


def _pieces(start: Point, step: Step) -> list[Point]:
    if len(step) == 1:
        return [step[0]]
    t = np.linspace(0, 1, _PIECES + 1)[1:, None]
    nodes = np.repeat(np.array([start, *step])[:, None, :], _PIECES, axis=1)
    while len(nodes) > 1:  # de Casteljau
        nodes = nodes[:-1] * (1 - t) + nodes[1:] * t
    return [(float(x), float(y)) for x, y in nodes[0]]


def _bgr(colour: str) -> tuple[int, int, int]:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)
