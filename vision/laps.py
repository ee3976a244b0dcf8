"""How long the steps of a piece of work took."""

from __future__ import annotations

import time


class Laps:
    """A stop watch, begun when made: `laps` holds ms by step, in their order."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """The next piece of work begins now."""
        self._begun = self._last = time.perf_counter()
        self.laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """The step called `name` ends now."""
        now = time.perf_counter()
        self.laps[name] = round((now - self._last) * 1e3, 1)
        self._last = now

    @property
    def passed_ms(self) -> float:
        """The time since the beginning."""
        return round((time.perf_counter() - self._begun) * 1e3, 1)
