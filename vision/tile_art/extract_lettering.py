"""Takes the outlines of the few characters our tiles need out of an openly licensed font, once.

    npm pack @fontsource/yuji-boku@5.3.0 && tar xzf fontsource-yuji-boku-5.3.0.tgz
    python -m vision.tile_art.extract_lettering package/files/*400*.woff2

It needs the extra packages fonttools and brotli; what it writes (`lettering.json`) is committed, so nobody
else does. Each character is a list of closed outlines, each a flat list x, y, x, y...; 1000 units an em,
y down, baseline at 0.
"""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

import cv2
import numpy as np

CHARACTERS = "一二三四五六七八九萬東南西北中發梅蘭菊竹春夏秋冬1234"
LETTERING = Path(__file__).with_name("lettering.json")
TOLERANCE = 1.6
"""How far, in thousandths of an em, an outline may lie from the font's."""
CURVE_PIECES = 6


def main(fonts: list[str]) -> None:
    """Writes `lettering.json` from the first of `fonts` that has each character.

    SystemExit: a character is in none of them.
    """
    outlines: dict[str, list[list[int]]] = {}
    for font in fonts:
        outlines = _outlines(font) | outlines
    missing = [character for character in CHARACTERS if character not in outlines]
    if missing:
        raise SystemExit(f"none of the {len(fonts)} fonts has {''.join(missing)}")
    rows = [f'"{character}": {json.dumps(outlines[character])}' for character in CHARACTERS]
    LETTERING.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _outlines(font: str) -> dict[str, list[list[int]]]:
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    opened = TTFont(font, fontNumber=0)
    glyphs, names = opened.getGlyphSet(), opened.getBestCmap()
    scale = 1000 / opened["head"].unitsPerEm
    found: dict[str, list[list[int]]] = {}
    for character in CHARACTERS:
        if ord(character) in names:
            pen = DecomposingRecordingPen(glyphs)
            glyphs[names[ord(character)]].draw(pen)
            found[character] = [_thinned(points, scale) for points in _flattened(pen.value)]
    return found


def _flattened(
    commands: list[tuple[str, tuple[tuple[float, float], ...]]],
) -> list[list[tuple[float, float]]]:
    """The pen's commands as closed polygons; each quadratic curve becomes a few straight pieces."""
    outlines: list[list[tuple[float, float]]] = []
    for name, points in commands:
        if name == "moveTo":
            outlines.append([points[0]])
        elif name == "lineTo":
            outlines[-1].append(points[0])
        elif name == "qCurveTo":
            for bend, end in _single_bends(points):
                outlines[-1].extend(_bent(outlines[-1][-1], bend, end))
        elif name != "closePath":
            raise SystemExit(f"the font draws with {name}; this script takes TrueType outlines only")
    return outlines


def _single_bends(
    points: tuple[tuple[float, float], ...],
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """TrueType leaves out the points midway between two bends; this puts them back."""
    bends, end = points[:-1], points[-1]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in itertools.pairwise(bends)]
    return list(zip(bends, [*middles, end], strict=True))


def _bent(
    start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    def at(t: float) -> tuple[float, float]:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return (a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1])

    return [at(piece / CURVE_PIECES) for piece in range(1, CURVE_PIECES + 1)]


def _thinned(points: list[tuple[float, float]], scale: float) -> list[int]:
    placed = np.array(points, np.float32) * np.array([scale, -scale], np.float32)
    kept = cv2.approxPolyDP(placed.reshape(-1, 1, 2), TOLERANCE, True)
    return [round(float(number)) for number in kept.reshape(-1)]


if __name__ == "__main__":
    main(sys.argv[1:])
