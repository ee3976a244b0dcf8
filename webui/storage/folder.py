"""One program at a time serves a data folder, or puts a backup in its place."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.tiles import EngineError

LOCK = "serving.lock"
PATIENCE_S, AGAIN_S = 3.0, 0.1
"""A server that was just ended may still be giving its files back."""


class FolderError(EngineError):
    """The data folder cannot be had alone; the message says why."""


@contextmanager
def held_alone(data: Path, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Keeps everybody else from serving the folder meanwhile; FolderError when somebody does.

    Children made by `fork` hold it too; the system gives it back when the last of them ends however."""
    try:
        lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as wrong:
        raise FolderError(f"cannot write to the data folder {data}: {wrong.strerror}") from wrong
    try:
        _take(lock, data, patience_s)
        yield
    finally:
        os.close(lock)


def _take(lock: int, data: Path, patience_s: float) -> None:
    until = time.monotonic() + patience_s
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise FolderError(
                    f"another Jantaku uses the data folder {data}; stop it, or choose another with --data"
                ) from None
            time.sleep(AGAIN_S)
        else:
            return
