"""Replaces a file as a whole: at every moment, a pulled plug's too, the old content is there or the new."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

PRIVATE, READABLE = 0o600, 0o644


def replace_file(path: Path, content: bytes, mode: int = READABLE) -> None:
    """Writes `content` beside `path`, safe on the disk, then gives it that name; OSError leaves the old."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "is no file that can be replaced")
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    keep_names(path.parent)


def keep_names(folder: Path) -> None:
    """Waits until the names in `folder` are on the disk: a new name is, only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
