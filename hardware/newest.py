"""Keeps only the newest frame of a device: a thread takes them as they come, the reader gets the last."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.camera import CameraLost, Frame, Picture
from hardware.clock import Clock, MachineClock

FAILURES_ALLOWED = 5
"""Single frames go missing on a busy bus; as many one after the other mean the device is gone."""


class NewestFrame:
    """Calls `take` in a thread of its own, again and again; `take` gives None for a frame that went wrong.

    `give_back` runs in the same thread at the end, so that a device is never closed while it is being read.
    """

    def __init__(
        self,
        name: str,
        take: Callable[[], Picture | None],
        give_back: Callable[[], None],
        timeout_s: float = 5.0,
        clock: Clock | None = None,
    ) -> None:
        self._name, self._take, self._give_back = name, take, give_back
        self._timeout_s, self._clock = timeout_s, clock or MachineClock()
        self._start_s = self._clock.now_s()
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._last_read = -1
        self._lost = False
        self._closed = False
        # A daemon: a driver that never returns must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """The newest frame not yet read; CameraLost when none comes in time or the device is gone."""
        with self._changed:
            come = self._changed.wait_for(
                lambda: self._is_new() or self._lost or self._closed, self._timeout_s
            )
            if self._is_new() and self._frame is not None and not self._closed:
                self._last_read = self._frame.number
                return self._frame
        if self._closed:
            raise CameraLost(f"the camera {self._name} is closed")
        why = "gives no more pictures" if come else f"gave no picture for {self._timeout_s:g} s"
        raise CameraLost(f"the camera {self._name} {why}: check its cable and power, then start again")

    def close(self, wait_s: float = 3.0) -> None:
        """Ends the thread; one that a driver holds is left behind."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(wait_s)

    def _is_new(self) -> bool:
        return self._frame is not None and self._frame.number > self._last_read

    def _run(self) -> None:
        number = failures = 0
        try:
            while not self._closed and failures < FAILURES_ALLOWED:
                picture = self._take()
                failures = failures + 1 if picture is None else 0
                if picture is not None:
                    self._publish(Frame(picture, self._clock.now_s() - self._start_s, number))
                    number += 1
        finally:
            with self._changed:
                self._lost = True
                self._changed.notify_all()
            self._give_back()

    def _publish(self, frame: Frame) -> None:
        with self._changed:
            self._frame = frame
            self._changed.notify_all()
