"""Where the tiles of a learner are seen: the camera over the table, or a photo sent from a phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from engine.practice.shown import Shown
from engine.reading import TableReading
from vision.detect import Detector
from vision.observation import Picture, VisionError
from webui.practice.seeing import rows_in_photo
from webui.practice.seeing_table import shown_on_table, table_in_picture
from webui.room import Room

Sides = tuple[tuple[int | None, ...], ...]
LARGEST_PX = 8000
FRESH_S = 8.0
"""So long a wish for a new picture is waited for; a small computer takes its time over a full table."""


class Eyesight:
    """Reads pictures with the networks, one at a time; they are loaded when first needed.

    `look_closer` asks the camera for pictures more often (None: there is no camera)."""

    def __init__(self, look_closer: Callable[[], None] | None = None) -> None:
        self._look_closer = look_closer
        self._lock, self._pause = threading.Lock(), threading.Event()
        self._detector: Detector | None = None

    def rows(self, picture: Picture, square_mm: float) -> Shown:
        """The tiles in rows in any picture."""
        with self._lock:
            return rows_in_photo(picture, self._loaded(), square_mm)

    def table(self, picture: Picture, stacks: int, square_mm: float) -> Shown:
        """Walls and dice in a picture with the table's four markers."""
        with self._lock:
            return table_in_picture(picture, self._loaded(), stacks, square_mm)

    def fresh(self, room: Room) -> Picture | None:
        """A picture the camera takes from now on; None when none comes, never an older one."""
        asked_s = time.monotonic()
        while room.glimpse is None or room.glimpse.at_s < asked_s:
            if self._look_closer is None or time.monotonic() - asked_s > FRESH_S:
                return None
            self._look_closer()
            self._pause.wait(0.05)
        return picture_of(room.glimpse.picture)

    def _loaded(self) -> Detector:
        if self._detector is None:
            self._detector = Detector.load()
        return self._detector


def camera_table(room: Room, eyes: Eyesight, stacks: int, square_mm: float) -> Shown:
    """The table under the camera in a new picture; the watch tells what is covered just now, and how high the
    stacks are of which one picture cannot tell it."""
    picture = eyes.fresh(room)
    if picture is None:
        return Shown(problem="no_picture")
    if any(zone.startswith("wall:") for zone in room.sight.hidden) and not room.sight.message:
        return Shown(problem="table_covered")
    shown = eyes.table(picture, stacks, square_mm)
    if room.reading is None:
        return shown
    watched = shown_on_table(room.reading)
    if shown.problem or shown.table is None:
        return watched
    walls = _filled(shown.walls, watched.walls)
    return replace(shown, walls=walls, table=_counted(shown.table, room.reading))


def _counted(seen: TableReading, watched: TableReading) -> TableReading:
    """The reading, with the number of standing tiles from the watch where one picture does not tell it."""
    first, second, third, fourth = (
        replace(seat, standing=known.standing) if seat.standing is None and seat.revealed is None else seat
        for seat, known in zip(seen.seats, watched.seats, strict=True)
    )
    return replace(seen, seats=(first, second, third, fourth))


def _filled(seen: Sides, watched: Sides) -> Sides:
    """The heights seen, and those the watch knows where nothing is known of a stack."""
    if tuple(map(len, seen)) != tuple(map(len, watched)):
        return seen
    return tuple(
        tuple(known if height is None else height for height, known in zip(side, other, strict=True))
        for side, other in zip(seen, watched, strict=True)
    )


def has_camera(room: Room) -> bool:
    """Whether this table has a camera; one that gives no picture just now says so when it is asked."""
    return room.sight.condition not in ("off", "ended")


def picture_of(sent: bytes) -> Picture:
    """The picture in a file that was sent; VisionError when it is none or far too large."""
    if not sent:
        raise VisionError("no picture came; expected a photo such as a JPEG")
    try:
        found = cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        found = None
    if found is None:
        raise VisionError("this is no picture we can read; expected a photo such as a JPEG")
    if max(found.shape[:2]) > LARGEST_PX:
        raise VisionError(
            f"the picture is {found.shape[1]}x{found.shape[0]}; expected at most {LARGEST_PX} px"
        )
    return np.asarray(found, np.uint8)
