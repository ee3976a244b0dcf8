"""Photos that people send: looked at by their header first, decoded and read one at a time, then forgotten.

Whoever is on the network may send one, so nothing a file claims may cost memory before it was checked.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from vision.observation import Picture, VisionError
from vision.picture_file import Header, header_of

LARGEST_BYTES = 12 * 1024 * 1024
LARGEST_PX = 8000
MOST_PIXELS = 13_000_000
"""As a phone takes them. Decoded 39 MB; a larger JPEG is decoded at a half or a quarter of its size."""
MOST_IN_JPEG = 52_000_000
KINDS = ("JPEG", "MPO", "PNG", "WEBP")
MOST_PHOTOS = 4
"""Photos held at once; each may take 12 MB while it waits for its turn."""
MOST_LOOKS = 8
"""Visitors who wait for the camera's next picture at once; each keeps a thread of the server for seconds."""
PATIENCE_S = 10.0
AGAIN_AFTER_S = 5
_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


class Busy(Exception):
    """Others are before this photo; it may come again after `AGAIN_AFTER_S` seconds."""


class Turns:
    """Who is served now, and who waits for that. For several threads."""

    def __init__(self, places: int) -> None:
        self._places, self._turn = threading.BoundedSemaphore(places), threading.Lock()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Around all that is done for one visitor; Busy when enough are here already."""
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self._places.release()

    @contextmanager
    def turn(self, patience_s: float = PATIENCE_S) -> Iterator[None]:
        """Around the decoding and reading of one; Busy when the one before takes too long. The memory it took
        is given back to the system."""
        if not self._turn.acquire(timeout=patience_s):
            raise Busy
        try:
            yield
        finally:
            give_back_memory()
            self._turn.release()


def picture_of(sent: bytes) -> Picture:
    """The picture in a file that was sent, at most 13 megapixels of it; VisionError when it is none or too
    large."""
    if not sent:
        raise VisionError("no picture came; expected a photo such as a JPEG")
    header = header_of(sent, "the photo")
    reduced = _reduction(header)
    try:
        found = cv2.imdecode(np.frombuffer(sent, np.uint8), _REDUCED[reduced])
    except cv2.error:
        found = None
    if found is None:
        raise VisionError("this is no picture we can read; expected a photo such as a JPEG")
    return np.asarray(found, np.uint8)


def give_back_memory() -> None:
    """Hands what is free back to the system, where the C library can (glibc keeps it for the next time)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _reduction(header: Header) -> int:
    """By how much the picture is made smaller while it is decoded; VisionError when it must not be."""
    if header.kind not in KINDS:
        raise VisionError(f"a photo is a JPEG, PNG or WebP; this is {header.kind}")
    pixels = header.width * header.height
    # Only a JPEG that tells its picture row by row is made smaller without being held whole.
    is_by_row = header.kind in ("JPEG", "MPO") and not header.is_progressive
    most = MOST_IN_JPEG if is_by_row else MOST_PIXELS
    if max(header.width, header.height) > LARGEST_PX or pixels > most:
        raise VisionError(
            f"the picture is {header.width}x{header.height}; expected at most {LARGEST_PX} px along a side"
            f" and {most // 10**6} megapixels"
        )
    return next(each for each in _REDUCED if pixels <= MOST_PIXELS * each * each)
