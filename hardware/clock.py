"""Monotonic seconds, and waiting for them: the machine's, or one that a test steps."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the seconds since some moment that never changes, and waits."""

    def now_s(self) -> float:
        """Seconds, never going back."""
        ...

    def wait(self, seconds: float) -> None:
        """Returns after so many seconds; at once when not above 0."""
        ...


class MachineClock:
    """The machine's monotonic clock."""

    def now_s(self) -> float:
        """Seconds since the machine started."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Sleeps."""
        if seconds > 0:
            time.sleep(seconds)


class SteppedClock:
    """A clock that moves only when somebody waits for it or steps it."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def now_s(self) -> float:
        """Seconds stepped and waited so far."""
        return self._now_s

    def wait(self, seconds: float) -> None:
        """Moves the clock on, at once."""
        self._now_s += max(seconds, 0.0)
