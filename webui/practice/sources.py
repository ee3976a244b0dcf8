"""Where the tiles of a learner are seen: the camera over the table, or a photo sent from a phone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from engine.practice.shown import Shown
from engine.table.reading import TableReading
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import Picture
from webui.live.room import Room
from webui.practice.photos import picture_of
from webui.practice.pictures.clearness import is_dark_table, why_nothing
from webui.practice.pictures.seeing import rows_in_photo
from webui.practice.pictures.seeing_table import shown_on_table, table_in_picture

Sides = tuple[tuple[int | None, ...], ...]
STEADY_S = 1.0
"""So long the watch must have told the same until its reading counts as steady."""
FRESH_S = 8.0
"""So long a wish for a new picture is waited for; a small computer takes its time over a full table."""


class PictureSource:
    """Reads pictures with the networks, one at a time; they are loaded when first needed.

    `look_closer` asks the camera for pictures more often (None: there is no camera)."""

    def __init__(self, look_closer: Callable[[], None] | None = None) -> None:
        self._look_closer = look_closer
        self._lock, self._pause = threading.Lock(), threading.Event()

    def rows(self, picture: Picture, square_mm: float) -> Shown:
        """The tiles in rows in any picture."""
        with self._lock:
            return rows_in_photo(picture, self._for_photos, square_mm)

    def table(self, picture: Picture, stacks: int, square_mm: float) -> Shown:
        """Walls and dice in a picture with the table's four markers."""
        with self._lock:
            return table_in_picture(picture, self._for_tables, stacks, square_mm)

    @cached_property
    def _for_photos(self) -> Detector:
        return Detector.load(keeps_memory=False)

    @cached_property
    def _for_tables(self) -> Detector:
        return Detector.load(LIVE_MODELS, keeps_memory=False)

    def calm(self, room: Room, for_s: float = 0.0) -> tuple[Picture | None, str]:
        """A picture the camera takes from now on, never an older one, with nothing held over the table; and
        why there is none, or none without hands.

        `for_s`: the watch must have told the same for so long, so that its reading is steady."""
        asked_s = since_s = time.monotonic()
        before = room.reading
        while True:
            now_s, is_restless = time.monotonic(), _is_restless(room)
            if is_restless or room.reading != before:
                since_s, before = now_s, room.reading
            is_new = room.preview is not None and room.preview.at_s >= asked_s
            if is_new and not is_restless and now_s - since_s >= for_s:
                return self._picture(room), ""
            if now_s - asked_s > FRESH_S or self._look_closer is None or not has_camera(room):
                break
            self._look_closer()
            self._pause.wait(0.05)
        if not is_new:
            return None, "no_picture"
        return self._picture(room), "table_covered" if is_restless else ""

    def _picture(self, room: Room) -> Picture:
        assert room.preview is not None
        return picture_of(room.preview.picture)


def camera_table(room: Room, pictures: PictureSource, stacks: int, square_mm: float) -> Shown:
    """The table under the camera: the walls as a new picture shows them, the rest as the watch over the table
    believes it after several looks; `again` is what the one picture shows."""
    picture, problem = pictures.calm(room, STEADY_S)
    if picture is None or problem:
        return Shown(problem=why_covered(picture))
    shown, watched = pictures.table(picture, stacks, square_mm), room.reading
    if watched is None or shown.problem in ("too_dark", "too_blurred"):
        return shown
    known = shown_on_table(watched)
    if shown.problem or shown.table is None:
        return known
    walls = _filled(shown.walls, known.walls)
    return replace(shown, walls=walls, table=watched, again=_counted(shown.table, watched))


def why_covered(picture: Picture | None) -> str:
    """Why nothing is read in a picture that did not come, or of a table that is not at rest."""
    if picture is None:
        return "no_picture"
    if is_dark_table(picture):
        return "too_dark"
    return "too_blurred" if why_nothing(picture) == "too_blurred" else "table_covered"


def _is_restless(room: Room) -> bool:
    """Whether something moves over the table or covers a part of it now, as far as the watch can tell."""
    return bool(room.camera_state.hidden) and not room.camera_state.message


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
    return room.camera_state.condition not in ("off", "ended")
