"""Characters for the tiles, from the outlines in `lettering.json` (Yuji Boku, SIL Open Font License 1.1)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from vision.tile_art.shapes import Outline, Point, Shape, Shapes, placed

_FILE = Path(__file__).with_name("lettering.json")


def character(text: str, centre: Point, width: float, height: float, fill: str) -> Shapes:
    """One character drawn in the largest size that fits `width` x `height`, its ink centred on `centre`."""
    outlines = _outlines(text)
    xs = [x for outline in outlines for x, _ in _points(outline)]
    ys = [y for outline in outlines for _, y in _points(outline)]
    scale = min(width / (max(xs) - min(xs)), height / (max(ys) - min(ys)))
    middle = ((max(xs) + min(xs)) / 2 * scale, (max(ys) + min(ys)) / 2 * scale)
    return placed([Shape(outlines, fill)], scale=scale, move=(centre[0] - middle[0], centre[1] - middle[1]))


@cache
def _lettering() -> dict[str, list[list[int]]]:
    loaded: dict[str, list[list[int]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return loaded


def _outlines(text: str) -> tuple[Outline, ...]:
    return tuple(_outline(numbers) for numbers in _lettering()[text])


def _outline(numbers: list[int]) -> Outline:
    points = [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return Outline(points[0], tuple((point,) for point in points[1:]))


def _points(outline: Outline) -> list[Point]:
    return [outline.start, *(step[-1] for step in outline.steps)]
