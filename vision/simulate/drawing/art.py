"""Faces painted from a folder of pictures instead of our own drawings: tiles as somebody else drew them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile
from vision.observation import VisionError

INSIDE = 0.84
"""Of a tile's width and height that its face fills."""
_HONOURS = {1: "east", 2: "south", 3: "west", 4: "north", 5: "white", 6: "green", 7: "red"}
_RED = (45, 35, 190)


def ink_from_file(folder: Path, face: Tile, width: int, height: int) -> NDArray[np.uint8]:
    """The ink of one face as BGRA (height, width, 4) bytes, from `folder`'s ``m3.png``, ``east.png``,
    ``flower1.png``, ``season1.png``, ``m5r.png``; a red five that is not there is a five in red ink.

    Raises VisionError naming the picture that is missing or has no transparent ground.
    """
    path = folder / f"{picture_name(face)}.png"
    is_inked_red = face.startswith("0") and not path.exists()
    if is_inked_red:
        path = folder / f"{picture_name(face)[:-1]}.png"
    if not path.is_file():
        raise VisionError(f"{path} is missing; it must show {face} on a transparent ground")
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise VisionError(f"{path} must show {face} on a transparent ground; it is no such picture")
    if is_inked_red:
        picture[..., :3] = _RED
    return _framed(np.asarray(picture, np.uint8), width, height)


def picture_name(face: Tile) -> str:
    """What the picture of a face is called in such a folder, without its ending."""
    number, family = int(face[0]), face[1]
    if family == "z":
        return _HONOURS[number]
    if family == "f":
        return f"flower{number}" if number <= 4 else f"season{number - 4}"
    return f"{family}{number}" if number else f"{family}5r"


def _framed(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """The picture in the middle of a tile, with a margin all round."""
    share = picture[..., 3:].astype(np.float32) / 255
    colours = picture[..., :3] * share
    wide, high = round(width * INSIDE), round(height * INSIDE)
    small = cv2.resize(np.dstack([colours, share]), (wide, high), interpolation=cv2.INTER_AREA)
    page = np.zeros((height, width, 4), np.float32)
    left, top = (width - wide) // 2, (height - high) // 2
    page[top : top + high, left : left + wide] = small
    cover = page[..., 3:]
    ink = page[..., :3] / np.maximum(cover, 1e-3)
    return np.dstack([np.clip(ink, 0, 255), cover * 255]).astype(np.uint8)
