"""A data folder tells which version keeps it: an older one is backed up before anything in it changes, and a
newer one is left as it is.

The mark names the forms of files and the kinds of events its version knows. Without such a mark the first
version kept the folder, or nobody did.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.tiles import EngineError
from vision.writing import keep_names, replace_file
from webui.storage.backup import kept_files, write_backup
from webui.storage.backup_checks import BackupError

MARK = "kept-by.json"
BACKUPS = "backups"
KEPT = 3
"""The newest so many backups of this kind stay; each is about 100 KB an evening."""
_MADE = "[0-9]*-before-*.zip"


class NewerFolder(EngineError):
    """A newer Jantaku keeps the folder; this one leaves it as it is."""


@dataclass(frozen=True, slots=True)
class Knowing:
    """What a version reads: its own number `program`, the version of each kind of file, names of events."""

    program: str
    files: Mapping[str, int]
    events: frozenset[str]

    def lacks(self, other: Knowing) -> list[str]:
        """What `other` knows and this one does not, in words."""
        return [
            *(f"{what} {number}" for what, number in other.files.items() if number > self.files.get(what, 0)),
            *sorted(other.events - self.events),
        ]


def refuse_newer_folder(data: Path, known: Knowing) -> None:
    """NewerFolder when the folder is kept by a version that knows more than `known`; nothing is touched."""
    kept = read_mark(data)
    missing = [] if kept is None else known.lacks(kept)
    if kept is None or not missing:
        return
    backups = sorted((data / BACKUPS).glob(_MADE))
    older = f", or restore {backups[-1]} into another folder" if backups else ""
    raise NewerFolder(
        f"a newer Jantaku ({kept.program}) keeps the folder {data}, and this one ({known.program}) does not "
        f"know: {', '.join(missing)}. Nothing was changed. Start Jantaku {kept.program}{older}"
    )


def take_folder_on(data: Path, known: Knowing) -> Path | None:
    """Marks the folder as kept by `known`; what an earlier version kept is backed up first: gives that file.

    To be called by whoever holds the folder alone. BackupError: it cannot be made; nothing was changed."""
    kept = read_mark(data)
    if kept == known:
        return None
    try:
        backup = _backed_up(data, known) if kept_files(data, with_pictures=False) else None
        fields = {"jantaku": known.program, "files": dict(known.files), "events": sorted(known.events)}
        replace_file(data / MARK, (json.dumps(fields, indent=1) + "\n").encode())
    except OSError as wrong:
        raise BackupError(f"{_why_not(data)}: {wrong.strerror}; nothing was changed") from wrong
    return backup


def read_mark(data: Path) -> Knowing | None:
    """Which version keeps the folder; None when none says so, or what says so is damaged."""
    try:
        content = json.loads((data / MARK).read_bytes()[: 64 * 1024])
        return _knowing(content)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _knowing(content: Any) -> Knowing:
    files = {str(what): int(number) for what, number in content["files"].items()}
    return Knowing(str(content["jantaku"])[:40], files, frozenset(map(str, content["events"])))


def _backed_up(data: Path, known: Knowing) -> Path:
    place = data / BACKUPS
    place.mkdir(exist_ok=True)
    path = place / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}-before-{known.program}.zip"
    fresh = path.with_name(f".{path.name}.part")
    try:
        with fresh.open("wb") as file:
            write_backup(data, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except BackupError as wrong:
        raise BackupError(f"{_why_not(data)}: {wrong}; nothing was changed") from wrong
    finally:
        fresh.unlink(missing_ok=True)
    keep_names(place)
    for old in sorted(place.glob(_MADE))[:-KEPT]:
        old.unlink()
    return path


def _why_not(data: Path) -> str:
    return f"the folder {data} was kept by an earlier Jantaku and cannot be backed up"
