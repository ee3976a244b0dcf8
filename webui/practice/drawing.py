"""The learner's own picture with what was read and what it means drawn over it, as a JPEG for the page."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.practice.hand import HandReport
from engine.practice.shown import Row, Shown, ShownTile
from engine.tiles import plain, tile_text
from vision.observation import Picture

WIDTH_PX = 1000
QUALITY = 82
LARGEST_SCALE = 3.0
"""Tiles far from the camera are shown larger than they were seen, but not by more than that."""
Colour = tuple[int, int, int]
READ: Colour = (90, 170, 60)
DOUBT: Colour = (0, 140, 255)
BEST: Colour = (80, 220, 120)
STEP_BACK: Colour = (70, 70, 220)
WORSE: Colour = (60, 180, 235)


def read_picture(picture: Picture, shown: Shown) -> str:
    """The picture with every tile outlined and named, doubtful ones in orange, as a data address."""
    drawn, tiles = _near(picture, shown.tiles)
    for tile in tiles:
        _outline(drawn, tile, DOUBT if tile.is_doubtful else READ)
        if not tile.face_down:
            _label(drawn, tile, tile_text(tile.tile), DOUBT if tile.is_doubtful else READ)
    return _address(drawn)


def weighed_picture(picture: Picture, row: Row, places: Sequence[int], report: HandReport) -> str:
    """The hand with what each discard leaves written on its tile: distance from ready, useful tiles."""
    drawn, near = _near(picture, row)
    discards = () if report.is_complete else report.discards
    choices = {choice.discard: choice.outlook for choice in discards}
    best = discards[0].outlook if discards else None
    for place, face in zip(places, report.held.standing, strict=False):
        tile, view = near[place], choices.get(plain(face))
        if best is None or view is None:
            _outline(drawn, tile, READ)
            continue
        is_best = (view.distance, view.unseen) == (best.distance, best.unseen)
        colour = BEST if is_best else STEP_BACK if view.distance > best.distance else WORSE
        _outline(drawn, tile, colour)
        _label(drawn, tile, f"{view.distance}/{view.unseen}", colour)
    return _address(drawn)


def _near(picture: Picture, tiles: Sequence[ShownTile]) -> tuple[Picture, list[ShownTile]]:
    """The part of the picture with the tiles, at the page's width, and the tiles in its pixels."""
    spots = np.array([spot for tile in tiles for spot in tile.corners] or [(0.0, 0.0)])
    left, top, right, bottom = _part(picture, spots, _room(tiles))
    part = picture[top:bottom, left:right]
    scale = min(LARGEST_SCALE, WIDTH_PX / part.shape[1])
    size = (round(part.shape[1] * scale), round(part.shape[0] * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    drawn = np.asarray(cv2.resize(part, size, interpolation=how), np.uint8)
    moved = [
        replace(tile, corners=tuple(((x - left) * scale, (y - top) * scale) for x, y in tile.corners))
        for tile in tiles
    ]
    return drawn, moved


def _room(tiles: Sequence[ShownTile]) -> float:
    """How much of the picture is shown around the tiles: twice the longest side of one."""
    return 2 * max((math.dist(tile.corners[1], tile.corners[2]) for tile in tiles if tile.corners), default=0)


def _part(picture: Picture, spots: NDArray[np.float64], room: float) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is shown: all of it where no tiles were seen."""
    high, wide = picture.shape[:2]
    if room <= 0:
        return 0, 0, wide, high
    (left, top), (right, bottom) = spots.min(axis=0) - room, spots.max(axis=0) + room
    return max(0, int(left)), max(0, int(top)), min(wide, int(right) + 1), min(high, int(bottom) + 1)


def _outline(drawn: Picture, tile: ShownTile, colour: Colour) -> None:
    if tile.corners:
        points = np.array([(round(x), round(y)) for x, y in tile.corners], np.int32)
        cv2.polylines(drawn, [points], True, colour, 2, cv2.LINE_AA)


def _label(drawn: Picture, tile: ShownTile, text: str, colour: Colour) -> None:
    if not tile.corners:
        return
    wide = max(x for x, _ in tile.corners) - min(x for x, _ in tile.corners)
    size = max(0.35, min(0.7, wide / 70))
    (across, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    middle = round(sum(x for x, _ in tile.corners) / 4)
    top = round(min(y for _, y in tile.corners)) - 4
    corner = (max(0, middle - across // 2), max(tall + 4, top))
    ends = (corner[0] - 3, corner[1] - tall - 4), (corner[0] + across + 3, corner[1] + 4)
    cv2.rectangle(drawn, *ends, (24, 24, 24), -1)
    cv2.putText(drawn, text, corner, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _address(drawn: Picture) -> str:
    done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}" if done else ""
