"""The learner's own picture with what was read and what it means drawn over it, as a JPEG for the page."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import cv2
import numpy as np

from engine.practice.hand import HandReport
from engine.practice.shown import Row, Shown, ShownTile
from engine.tiles import plain, tile_text
from vision.observation import Picture

WIDTH_PX = 1000
QUALITY = 82
Colour = tuple[int, int, int]
READ: Colour = (90, 170, 60)
DOUBT: Colour = (0, 140, 255)
BEST: Colour = (80, 220, 120)
STEP_BACK: Colour = (70, 70, 220)
WORSE: Colour = (60, 180, 235)


def read_picture(picture: Picture, shown: Shown) -> str:
    """The picture with every tile outlined and named, doubtful ones in orange, as a data address."""
    drawn, scale = _small(picture)
    for tile in shown.tiles:
        _outline(drawn, tile, scale, DOUBT if tile.is_doubtful else READ)
        if not tile.face_down:
            _label(drawn, tile, scale, tile_text(tile.tile), DOUBT if tile.is_doubtful else READ)
    return _address(drawn)


def weighed_picture(picture: Picture, row: Row, places: Sequence[int], report: HandReport) -> str:
    """The hand with what each discard leaves written on its tile: distance from ready, useful tiles."""
    drawn, scale = _small(picture)
    discards = () if report.is_complete else report.discards
    choices = {choice.discard: choice.outlook for choice in discards}
    best = discards[0].outlook if discards else None
    for place, face in zip(places, report.held.standing, strict=False):
        tile, view = row[place], choices.get(plain(face))
        if best is None or view is None:
            _outline(drawn, tile, scale, READ)
            continue
        is_best = (view.distance, view.unseen) == (best.distance, best.unseen)
        colour = BEST if is_best else STEP_BACK if view.distance > best.distance else WORSE
        _outline(drawn, tile, scale, colour)
        _label(drawn, tile, scale, f"{view.distance}/{view.unseen}", colour)
    return _address(drawn)


def _small(picture: Picture) -> tuple[Picture, float]:
    scale = min(1.0, WIDTH_PX / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _outline(drawn: Picture, tile: ShownTile, scale: float, colour: Colour) -> None:
    if tile.corners:
        points = np.array([(round(x * scale), round(y * scale)) for x, y in tile.corners], np.int32)
        cv2.polylines(drawn, [points], True, colour, 2, cv2.LINE_AA)


def _label(drawn: Picture, tile: ShownTile, scale: float, text: str, colour: Colour) -> None:
    if not tile.corners:
        return
    wide = scale * (max(x for x, _ in tile.corners) - min(x for x, _ in tile.corners))
    size = max(0.35, min(0.7, wide / 70))
    (across, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    middle = round(scale * sum(x for x, _ in tile.corners) / 4)
    top = round(scale * min(y for _, y in tile.corners)) - 4
    corner = (max(0, middle - across // 2), max(tall + 4, top))
    cv2.rectangle(
        drawn,
        (corner[0] - 3, corner[1] - tall - 4),
        (corner[0] + across + 3, corner[1] + 4),
        (24, 24, 24),
        -1,
    )
    cv2.putText(drawn, text, corner, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _address(drawn: Picture) -> str:
    done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}" if done else ""
