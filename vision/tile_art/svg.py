"""Shapes as SVG text."""

from __future__ import annotations

from collections.abc import Iterable

from vision.tile_art.shapes import Outline, Point, Shape

_LETTERS = {1: "l", 2: "q", 3: "c"}


def svg_paths(shapes: Iterable[Shape]) -> str:
    """One `<path>` a shape, neighbours of one colour joined."""
    paths: list[tuple[str, str]] = []
    for shape in shapes:
        attributes = _attributes(shape)
        path = "".join(_path(outline, not shape.line_width) for outline in shape.outlines)
        if paths and paths[-1][0] == attributes and shape.line_width:
            paths[-1] = (attributes, paths[-1][1] + path)
        else:
            paths.append((attributes, path))
    return "".join(f'<path {attributes} d="{path}"/>' for attributes, path in paths)


def _attributes(shape: Shape) -> str:
    if not shape.line_width:
        return f'fill="{shape.fill}"'
    return (
        f'fill="none" stroke="{shape.fill}" stroke-width="{round(shape.line_width, 1):g}"'
        ' stroke-linecap="round" stroke-linejoin="round"'
    )


def _path(outline: Outline, closed: bool) -> str:
    """Relative coordinates: a dot drawn in nine places is the same text nine times, so it packs well."""
    at = _rounded(outline.start)
    text, letter = f"M{at[0]:g} {at[1]:g}", ""
    for step in outline.steps:
        new = _LETTERS[len(step)]
        points = [_rounded(point) for point in step]
        pairs = " ".join(f"{round(x - at[0], 1) + 0.0:g} {round(y - at[1], 1) + 0.0:g}" for x, y in points)
        text += (" " if new == letter else new) + pairs
        letter, at = new, points[-1]
    return text + ("z" if closed else "")


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)
