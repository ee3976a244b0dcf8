"""Draws every tile on one sheet, to look at.

python -m vision.tile_art.contact_sheet sheet.png [tile width]
"""

from __future__ import annotations

import sys

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_art.face import DRAWN, face_picture

COLUMNS = 9
FELT = (92, 74, 40)


def contact_sheet(tile_width_px: int) -> NDArray[np.uint8]:
    """All faces and the back on felt: (height, width, 3), blue first."""
    width, height = tile_width_px, round(tile_width_px * 4 / 3)
    gap = max(2, width // 10)
    rows = -(-len(DRAWN) // COLUMNS)
    sheet = np.full((rows * (height + gap) + gap, COLUMNS * (width + gap) + gap, 3), FELT, np.uint8)
    for index, tile in enumerate(DRAWN):
        top = gap + index // COLUMNS * (height + gap)
        left = gap + index % COLUMNS * (width + gap)
        picture = face_picture(tile, width, height)
        alpha = picture[..., 3:].astype(np.float32) / 255
        place = sheet[top : top + height, left : left + width]
        place[:] = (picture[..., :3] * alpha + place * (1 - alpha)).astype(np.uint8)
    return sheet


if __name__ == "__main__":
    cv2.imwrite(sys.argv[1], contact_sheet(int(sys.argv[2]) if len(sys.argv) > 2 else 120))
