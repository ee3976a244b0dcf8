"""Errors that a part of the server survives: each is counted, each cause logged once with its traceback."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

_LOG = logging.getLogger("jantaku")
MOST_CAUSES = 256
"""So many causes are told apart; what comes after them is counted with the newest."""


class Mishaps:
    """What went wrong in one part of the program and was survived; safe from several threads."""

    def __init__(self, part: str) -> None:
        """`part`: what was being done, for the log."""
        self._part = part
        self._lock = threading.Lock()
        self._causes: dict[tuple[str, str, int], int] = {}
        self._newest: tuple[str, str, int] | None = None

    @property
    def count(self) -> int:
        """How many there were."""
        with self._lock:
            return sum(self._causes.values())

    @property
    def causes(self) -> int:
        """How many different ones."""
        return len(self._causes)

    def survived(self, wrong: Exception) -> str:
        """Counts `wrong`, logs it if its cause is new, and gives it in one line."""
        cause, said = cause_of(wrong), in_one_line(wrong)
        with self._lock:
            if len(self._causes) >= MOST_CAUSES and cause not in self._causes:
                cause = next(reversed(self._causes))
            self._newest = cause
            self._causes[cause] = self._causes.get(cause, 0) + 1
            is_new = self._causes[cause] == 1
        if is_new:
            _LOG.error("%s: %s; going on, the same is not logged again", self._part, said, exc_info=wrong)
        return said

    @contextmanager
    def contained(self) -> Iterator[None]:
        """What goes wrong within is survived; what follows goes on."""
        try:
            yield
        except Exception as wrong:
            self.survived(wrong)

    def one_more(self) -> None:
        """Counts once more what went wrong last: it was not even tried."""
        with self._lock:
            if self._newest is not None:
                self._causes[self._newest] += 1


def cause_of(wrong: Exception) -> tuple[str, str, int]:
    """The kind of an error and the line that raised it: two with the same cause are the same fault."""
    frames = traceback.extract_tb(wrong.__traceback__)
    place = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    return (type(wrong).__name__, *place)


def in_one_line(wrong: Exception) -> str:
    """An error for people: what it says, or its kind when it says nothing."""
    said = " ".join(str(wrong).split())
    return said if said and " " in said else f"{type(wrong).__name__} {said}".strip()
