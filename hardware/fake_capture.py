"""A USB camera without a camera: answers as OpenCV's capture does, and can be told to fail."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from hardware.camera import Picture


class FakeCapture:
    """Gives `pictures` one after the other; then, as an unplugged camera, nothing, or nothing for ever.

    `hangs`: once the pictures are used up `read` does not return until `release_hang` is called.
    `handed_out`, when given, is acquired before each picture, so that a test decides when one is taken.
    """

    def __init__(
        self,
        pictures: Iterable[Picture | None],
        hangs: bool = False,
        handed_out: threading.Semaphore | None = None,
    ) -> None:
        self._pictures: Iterator[Picture | None] = iter(pictures)
        self._hangs, self._handed_out = hangs, handed_out
        self._go_on = threading.Event()
        self._values: dict[int, float] = {cv2.CAP_PROP_FPS: 30.0, cv2.CAP_PROP_FOCUS: 40.0}
        self.released = threading.Event()

    def isOpened(self) -> bool:
        """True, as of an opened device."""
        return not self.released.is_set()

    def read(self) -> tuple[bool, Picture | None]:
        """The next picture, or (False, None)."""
        if self._handed_out is not None:
            self._handed_out.acquire()
        for picture in self._pictures:
            return picture is not None, picture
        if self._hangs:
            self._go_on.wait()
        return False, None

    def get(self, what: int) -> float:
        """A setting as it was set, in what OpenCV counts it in; 0 when never set (0 is off)."""
        return self._values.get(what, 0.0)

    def set(self, what: int, value: float) -> bool:
        """Takes a setting; a size is kept as asked."""
        self._values[what] = value
        return True

    def release(self) -> None:
        """Gives the device back."""
        self.released.set()

    def release_hang(self) -> None:
        """Lets a hanging `read` return."""
        self._go_on.set()


def grey_pictures(count: int, width: int = 64, height: int = 48) -> Iterator[Picture]:
    """Pictures that grow brighter by one each."""
    for number in range(count):
        yield np.full((height, width, 3), number % 256, np.uint8)
