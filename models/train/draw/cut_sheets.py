"""`python -m models.train.draw.cut_sheets SHEETS --into ART`: drawn sets, cut out of sheets.

A sheet shows all tiles of a set in a grid. Each face becomes ``ART/<set>/<class>.png``, its ink on a
transparent ground, as the other drawn sets have it.
A folder that is there already is drawn anew. Look at the result before it is trained on.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

WIDE, HIGH = 240, 320
"""Of a face's file, px."""
FAINT, CLEAR = 14.0, 60.0
"""Difference from the bare tile, 0-255: below it there is no ink, above it the ink covers."""
_WINDS = "north west south east red green"


def _suit(kind: str, first: int = 1, last: int = 9) -> str:
    return " ".join(f"{kind}{number}" for number in range(first, last + 1))


_SEASONS = "season1 season2 season3 season4"
_GNOME = f"{_suit('p')} {_WINDS} {_suit('m')} {_suit('s')}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid of tiles. `faces`: names in reading order, ``-`` where none is taken. `inner`: left, top, right
    and bottom of the face within its cell, parts of the cell's sides."""

    columns: int
    rows: int
    faces: str
    inner: tuple[float, float, float, float]


SHEETS = {
    "gnome_postmodern": Sheet(
        43, 2, f"{_GNOME} flower1 flower2 flower3 flower4 - {_SEASONS}", (0.09, 0.04, 0.96, 0.87)
    ),
    "gnome_smooth": Sheet(
        43, 2, f"{_GNOME} flower2 flower3 flower1 flower4 white {_SEASONS}", (0.09, 0.06, 0.93, 0.86)
    ),
    "xmahjongg_dorothys": Sheet(
        21, 4, f"{_suit('p')} {_WINDS} {_suit('m', 1, 6)} {_suit('m', 7)} {_suit('s')} {_SEASONS} white"
        " flower4 flower2 flower1 flower3", (0.03, 0.03, 0.80, 0.84),
    ),
    "xmahjongg_gnome2": Sheet(
        21, 4, f"{_suit('s')} {_WINDS} {_suit('m', 1, 6)} {_suit('m', 7)} {_suit('p')} flower1 flower2"
        f" flower3 flower4 white {_SEASONS}", (0.08, 0.03, 0.97, 0.93),
    ),
}  # fmt: skip


def cut(picture: NDArray[np.uint8], sheet: Sheet) -> dict[str, NDArray[np.uint8]]:
    """The faces of a sheet (height, width, 3 or 4), by class name.

    Each is (HIGH, WIDE, 4): blue, green, red, cover.
    """
    high, wide = picture.shape[0] // sheet.rows, picture.shape[1] // sheet.columns
    left, top, right, bottom = sheet.inner
    found = {}
    for number, name in enumerate(sheet.faces.split()):
        if name == "-":
            continue
        row, column = divmod(number, sheet.columns)
        cell = picture[row * high : (row + 1) * high, column * wide : (column + 1) * wide, :3]
        inner = cell[round(top * high) : round(bottom * high), round(left * wide) : round(right * wide)]
        found[name] = ink_of(inner)
    return found


def ink_of(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(h, w, 3) of a drawn tile without its edges to (HIGH, WIDE, 4): what differs from the bare tile."""
    large = cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
    brightness = large.sum(axis=2)
    bare = np.median(large[brightness >= np.percentile(brightness, 60)], axis=0)
    apart = np.abs(large.astype(np.float32) - bare).max(axis=2)
    cover = np.clip((apart - FAINT) / (CLEAR - FAINT), 0, 1) * 255
    return np.dstack([large, cover]).astype(np.uint8)


def main() -> None:
    """The command line.

    SystemExit: a sheet is missing or no picture.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = ", ".join(f"{name}.png" for name in SHEETS)
    parser.add_argument("sheets", type=Path, help=f"folder with {names}")
    parser.add_argument("--into", type=Path, required=True, help="folder of drawn sets")
    chosen = parser.parse_args()
    for name, sheet in SHEETS.items():
        picture = cv2.imread(str(chosen.sheets / f"{name}.png"), cv2.IMREAD_COLOR)
        if picture is None:
            raise SystemExit(f"{chosen.sheets} must hold {name}.png, a picture")
        faces = cut(np.asarray(picture, np.uint8), sheet)
        (chosen.into / name).mkdir(parents=True, exist_ok=True)
        for face, page in faces.items():
            cv2.imwrite(str(chosen.into / name / f"{face}.png"), page)
        print(f"{name}: {len(faces)} faces in {chosen.into / name}")


if __name__ == "__main__":
    main()
