"""What was seen, drawn over the picture it was seen in: for people to check the reading by.

Tiles are outlined in the colour of the seat they lie before, doubtful ones in amber, face-down ones thinly;
what was hidden is hatched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table.events import SEATS
from vision.layout.lying import READABLE, centre, to_seat
from vision.layout.zones import Polygon
from vision.observation import Corners, DieObservation, Picture, TileObservation
from vision.tile_art import face_picture

Project: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Table points (n, 3) mm to the picture's pixels (n, 2), such as `Rectifier.project`."""
Colour: TypeAlias = tuple[int, int, int]

SEAT_COLOURS: tuple[Colour, ...] = ((235, 160, 60), (90, 190, 90), (190, 110, 215), (80, 150, 240))
"""Blue, green, violet, orange (as blue, green, red) for the seats 0 to 3."""
AMBER: Colour = (0, 190, 255)
PALE: Colour = (200, 200, 200)
SURE = 0.75
"""A face less likely than this is drawn as doubtful."""
HATCH_PX = 14
LABELS = 1024
"""Drawn faces kept, each a few kB: a table shows the same faces in a few sizes, look after look."""


def draw_overlay(
    picture: Picture,
    tiles: Sequence[TileObservation],
    dice: Sequence[DieObservation],
    project: Project,
    covered: Sequence[Polygon] = (),
    height_mm: float = 20.0,
) -> Picture:
    """A copy of a BGR picture (height, width, 3) with tiles, dice and covered areas drawn in.

    `project` takes table points to this picture's pixels; tile tops lie `height_mm` above the felt.
    """
    drawn = picture.copy()
    outlines = [*covered, *(tile.corners_mm for tile in tiles), *(die.corners_mm for die in dice)]
    pixels = iter(_pixels(outlines, project, height_mm))
    for _ in covered:
        _hatch(drawn, next(pixels))
    for tile in tiles:
        _draw_tile(drawn, tile, next(pixels))
    for die in dice:
        _draw_die(drawn, die, next(pixels))
    return drawn


def _pixels(
    outlines: Sequence[Polygon | Corners], project: Project, height_mm: float
) -> list[NDArray[np.float64]]:
    """(n, 2) for each outline; points that the picture does not hold are nan."""
    points = [(x, y, height_mm) for outline in outlines for x, y in outline]
    if not points:
        return []
    ends = np.cumsum([len(outline) for outline in outlines])
    return np.split(project(np.array(points, dtype=np.float64)), ends[:-1])


def _draw_tile(picture: Picture, tile: TileObservation, corners: NDArray[np.float64]) -> None:
    if not np.isfinite(corners).all():
        return
    spot = centre(tile.corners_mm)
    owner = min(SEATS, key=lambda seat: to_seat(spot, seat)[1])
    likely = tile.faces[0][1] if tile.faces else 0.0
    is_doubtful = tile.kind == "face" and likely < SURE
    colour = AMBER if is_doubtful else SEAT_COLOURS[owner] if tile.kind == "face" else PALE
    wide = max(1, round(picture.shape[0] / 700))
    cv2.polylines(picture, [_fixed(corners)], True, colour, wide + (tile.kind == "face"), cv2.LINE_AA)
    if tile.kind != "face":
        return
    face = tile.faces[0][0] if likely >= READABLE else "?"
    _label(picture, face, corners)


def _label(picture: Picture, face: str, corners: NDArray[np.float64]) -> None:
    """The face as read, small, upright, on the tile's middle; a question mark where it was not."""
    side = float(np.linalg.norm(corners[1] - corners[0]))
    middle = corners.mean(axis=0)
    if face == "?" or side < 10:
        _text(picture, face, middle, side)
        return
    _paste(picture, _drawn_face(face, max(8, round(0.5 * side))), middle)


@lru_cache(maxsize=LABELS)
def _drawn_face(face: str, width_px: int) -> NDArray[np.uint8]:
    """BGRA (4 / 3 of `width_px`, `width_px`, 4); not to be written to, the next look is given the same."""
    return face_picture(face, width_px, round(width_px * 4 / 3))


def _paste(picture: Picture, label: NDArray[np.uint8], middle: NDArray[np.float64]) -> None:
    """Lays a BGRA label over the picture, as far as it lies within it."""
    high, wide = label.shape[:2]
    left, top = round(middle[0] - wide / 2), round(middle[1] - high / 2)
    if left < 0 or top < 0 or left + wide > picture.shape[1] or top + high > picture.shape[0]:
        return
    part = picture[top : top + high, left : left + wide]
    share = label[..., 3:].astype(np.float32) / 255
    part[:] = (part * (1 - share) + label[..., :3] * share).astype(np.uint8)
    cv2.rectangle(picture, (left - 1, top - 1), (left + wide, top + high), (60, 60, 60), 1)


def _draw_die(picture: Picture, die: DieObservation, corners: NDArray[np.float64]) -> None:
    if not np.isfinite(corners).all():
        return
    colour = AMBER if die.pips is None else (60, 60, 235)
    cv2.polylines(picture, [_fixed(corners)], True, colour, 2, cv2.LINE_AA)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    above = corners.mean(axis=0) - (0, 1.2 * side)
    _text(picture, str(die.pips or "?"), above, 1.6 * side)


def _text(picture: Picture, text: str, middle: NDArray[np.float64], side: float) -> None:
    """Text about half as high as `side`, dark around light, so that it shows on anything."""
    scale = max(0.3, side / 45)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    at = (round(middle[0] - wide / 2), round(middle[1] + high / 2))
    for colour, thick in (((30, 30, 30), 3), ((255, 255, 255), 1)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)


def _hatch(picture: Picture, corners: NDArray[np.float64]) -> None:
    """Slanted lines over a polygon, and its outline."""
    if not np.isfinite(corners).all():
        return
    high, wide = picture.shape[:2]
    left, top = np.clip(np.floor(corners.min(axis=0)), 0, (wide, high)).astype(int).tolist()
    right, low = np.clip(np.ceil(corners.max(axis=0)) + 1, 0, (wide, high)).astype(int).tolist()
    mask = np.zeros((low - top, right - left), np.uint8)
    cv2.fillPoly(mask, [_fixed(corners - (left, top))], 255)
    rows, columns = np.nonzero(mask)
    lines = (rows + top + columns + left) % HATCH_PX < 2
    picture[rows[lines] + top, columns[lines] + left] = PALE
    cv2.polylines(picture, [_fixed(corners)], True, PALE, 1, cv2.LINE_AA)


def _fixed(corners: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(corners).astype(np.int32)
