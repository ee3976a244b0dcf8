"""Flat coloured shapes, the one source that both the SVG and the raster drawing of a tile are made from.

A tile's box is 240 wide and 320 high, origin at the face's own top left, x right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

WIDTH = 240.0
HEIGHT = 320.0

Point: TypeAlias = tuple[float, float]
Step: TypeAlias = tuple[Point, ...]
"""One point: a straight line to it. Two: a quadratic curve. Three: a cubic one; the last is where it ends."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A path from `start` through `steps`; closed when it is filled."""

    start: Point
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """Outlines filled together with `fill` (non-zero winding), or drawn as a line with round ends.

    `fill` is ``#rrggbb``. `line_width` 0 fills; more draws the line and fills nothing.
    """

    outlines: tuple[Outline, ...]
    fill: str
    line_width: float = 0.0


Shapes: TypeAlias = tuple[Shape, ...]

_ROUND = 0.5522847498
"""How far a cubic's handles reach, per radius, to look like a quarter of a circle."""


def ellipse(centre: Point, across: float, high: float, fill: str) -> Shape:
    """A filled ellipse with half axes `across` and `high`."""
    x, y = centre
    a, b = across * _ROUND, high * _ROUND
    steps = (
        ((x + across, y + b), (x + a, y + high), (x, y + high)),
        ((x - a, y + high), (x - across, y + b), (x - across, y)),
        ((x - across, y - b), (x - a, y - high), (x, y - high)),
        ((x + a, y - high), (x + across, y - b), (x + across, y)),
    )
    return Shape((Outline((x + across, y), steps),), fill)


def disc(centre: Point, radius: float, fill: str) -> Shape:
    """A filled circle."""
    return ellipse(centre, radius, radius, fill)


def polygon(points: Sequence[Point], fill: str) -> Shape:
    """A filled polygon with straight sides."""
    return Shape((Outline(points[0], tuple((point,) for point in points[1:])),), fill)


def block(left: float, top: float, right: float, bottom: float, corner: float, fill: str) -> Shape:
    """A filled rectangle with corners of radius `corner`."""
    k = corner * (1 - _ROUND)
    steps: tuple[Step, ...] = (
        ((right - corner, top),),
        ((right - k, top), (right, top + k), (right, top + corner)),
        ((right, bottom - corner),),
        ((right, bottom - k), (right - k, bottom), (right - corner, bottom)),
        ((left + corner, bottom),),
        ((left + k, bottom), (left, bottom - k), (left, bottom - corner)),
        ((left, top + corner),),
        ((left, top + k), (left + k, top), (left + corner, top)),
    )
    return Shape((Outline((left + corner, top), steps),), fill)


def curve(start: Point, *steps: Step, fill: str) -> Shape:
    """A filled shape bounded by the given steps."""
    return Shape((Outline(start, steps),), fill)


def line(start: Point, *steps: Step, colour: str, width: float) -> Shape:
    """A line with round ends along the given steps."""
    return Shape((Outline(start, steps),), colour, width)


def placed(
    shapes: Iterable[Shape], *, move: Point = (0.0, 0.0), scale: float = 1.0, turn_deg: float = 0.0
) -> Shapes:
    """The shapes scaled, then turned clockwise about the origin, then moved."""
    cosine, sine = math.cos(math.radians(turn_deg)) * scale, math.sin(math.radians(turn_deg)) * scale

    def at(point: Point) -> Point:
        x, y = point
        return (x * cosine - y * sine + move[0], x * sine + y * cosine + move[1])

    def outline(old: Outline) -> Outline:
        return Outline(at(old.start), tuple(tuple(at(point) for point in step) for step in old.steps))

    return tuple(
        replace(shape, outlines=tuple(map(outline, shape.outlines)), line_width=shape.line_width * scale)
        for shape in shapes
    )


def around(shapes: Iterable[Shape], times: int, first_deg: float = 0.0) -> Shapes:
    """The shapes repeated `times` evenly about the origin."""
    kept = tuple(shapes)
    turned = [placed(kept, turn_deg=first_deg + 360 * turn / times) for turn in range(times)]
    return tuple(shape for group in turned for shape in group)


def recoloured(shapes: Iterable[Shape], colours: dict[str, str]) -> Shapes:
    """The shapes with each fill looked up in `colours`, kept where it is not there."""
    return tuple(replace(shape, fill=colours.get(shape.fill, shape.fill)) for shape in shapes)


def mirrored(shapes: Iterable[Shape]) -> Shapes:
    """The shapes with left and right exchanged about the origin."""

    def outline(old: Outline) -> Outline:
        steps = tuple(tuple((-x, y) for x, y in step) for step in old.steps)
        return Outline((-old.start[0], old.start[1]), steps)

    return tuple(replace(shape, outlines=tuple(map(outline, shape.outlines))) for shape in shapes)
