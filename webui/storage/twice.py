"""Small files that are kept twice: beside each stands its copy with a digest, from which it is made whole.

What people changed by hand is newer than the copy and is taken as it is; what a failing card changed is not.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from vision.writing import PRIVATE, replace_file
from webui.console import warn
from webui.storage.aside import note, place_aside
from webui.storage.line_copy import copy_path

_DIGEST = 64


def write_twice(path: Path, content: bytes) -> None:
    """Writes the file and its copy, each as a whole; OSError leaves what was there."""
    replace_file(path, content, PRIVATE)
    try:
        copy_file(path)
    except OSError as wrong:
        warn(f"the copy of {path} cannot be written: {wrong.strerror}")


def copy_file(path: Path) -> None:
    """Copies a file that was written another way."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest().encode()
    replace_file(copy_path(path), digest + b"\n" + content, PRIVATE)


def forget_file(path: Path) -> None:
    """Removes the file and its copy."""
    path.unlink(missing_ok=True)
    copy_path(path).unlink(missing_ok=True)


def mend_file(path: Path, why_not: Callable[[Path], str]) -> None:
    """Takes the copy where the file is damaged; `why_not` says what is wrong in it, "" when nothing.

    A file that is not there stays so: somebody took it away."""
    if not path.exists():
        return
    kept = _copied(path)
    wrong = why_not(path)
    if not wrong and (kept is None or not _was_changed_by_itself(path, kept)):
        return
    place = place_aside(path)
    shutil.copy2(path, place)
    if kept is None:
        path.unlink()
        said = "what it told has to be set up again"
    else:
        replace_file(path, kept, PRIVATE)
        said = "all of it is recovered from its copy"
    note(path, place, f"was damaged ({wrong or 'something in it was changed'}): {said}", is_lost=kept is None)


def _was_changed_by_itself(path: Path, kept: bytes) -> bool:
    """Whether it differs from its copy and nobody has written it since the copy was made."""
    is_older = path.stat().st_mtime_ns <= copy_path(path).stat().st_mtime_ns
    return is_older and path.read_bytes() != kept


def _copied(path: Path) -> bytes | None:
    """What the copy holds; None when there is none or it is damaged."""
    try:
        content = copy_path(path).read_bytes()
    except OSError:
        return None
    kept = content[_DIGEST + 1 :]
    return kept if content[:_DIGEST] == hashlib.sha256(kept).hexdigest().encode() else None
