"""Where the tiles of a learner are seen: the camera over the table, or a photo sent from a phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from engine.practice.shown import Shown
from vision.detect import Detector
from vision.observation import Picture, VisionError
from webui.practice.seeing import rows_in_photo
from webui.practice.seeing_table import shown_on_table, table_in_picture
from webui.room import Room

LARGEST_PX = 8000
FRESH_S = 1.5
"""So long a wish for a new picture is waited for."""


class Eyesight:
    """Reads pictures with the networks, one at a time; they are loaded when first needed.

    `look_closer` asks the camera for pictures more often (None: there is no camera)."""

    def __init__(self, look_closer: Callable[[], None] | None = None) -> None:
        self._look_closer = look_closer
        self._lock = threading.Lock()
        self._detector: Detector | None = None

    def rows(self, picture: Picture) -> Shown:
        """The tiles in rows in any picture."""
        with self._lock:
            return rows_in_photo(picture, self._loaded())

    def table(self, picture: Picture, stacks: int, square_mm: float) -> Shown:
        """Walls and dice in a picture with the table's four markers."""
        with self._lock:
            return table_in_picture(picture, self._loaded(), stacks, square_mm)

    def fresh(self, room: Room) -> Picture | None:
        """The camera's newest picture, taken after now where that is quickly done; None without a camera."""
        before = room.glimpse.number if room.glimpse is not None else None
        if self._look_closer is not None:
            self._look_closer()
            end = time.monotonic() + FRESH_S
            while time.monotonic() < end and (room.glimpse is None or room.glimpse.number == before):
                threading.Event().wait(0.05)
        return None if room.glimpse is None else picture_of(room.glimpse.picture)

    def _loaded(self) -> Detector:
        if self._detector is None:
            self._detector = Detector.load()
        return self._detector


def camera_table(room: Room, eyes: Eyesight, stacks: int, square_mm: float) -> Shown:
    """The table under the camera as the watch reads it, and how straight its walls are in a new picture."""
    if room.reading is None:
        return Shown(problem="no_picture")
    shown = shown_on_table(room.reading)
    if shown.problem:
        return shown
    picture = eyes.fresh(room)
    measured = eyes.table(picture, stacks, square_mm) if picture is not None else Shown()
    return replace(shown, crooked_mm=measured.crooked_mm)


def has_camera(room: Room) -> bool:
    """Whether a camera gives pictures now."""
    is_alive = room.sight.condition_at(time.monotonic()) in ("watching", "blind")
    return room.glimpse is not None and is_alive


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
