"""Everything a table has kept, as one zip file, and back again.

A backup holds journals, the score book, settings and the camera's place; pictures when asked for; never codes
or log-ins. What comes back is checked before anything is touched; what lay there is set aside, not deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from vision.writing import keep_names
from webui.console import warn
from webui.storage.aside import ASIDE, SIDE_FILES
from webui.storage.backup_checks import CALIBRATION, SPOILT_ZIP, TABLES, BackupError, check_file, check_rules
from webui.storage.settings import FILE as SETTINGS

FORMAT = 1
ABOUT = "backup.json"
STORE = re.compile(r"(games/)?[a-z0-9][a-z0-9_-]{0,80}\.db(\.evidence)?")
NEVER = frozenset({"logins.db", "recording.db", "recording.db.evidence"})
"""Codes and log-ins stay where they are; a recording is played again."""
LARGEST_FILE, LARGEST, MOST_FILES = 600 * 1024**2, 2 * 1024**3, 20_000
LARGEST_ABOUT = 4 * 1024**2
RESTORING = "restoring"
ASKED = ".checking-asked-"
TOKEN = re.compile("[0-9a-f]{16}")
CHECKING, PACKING, UPLOAD = ".checking-", ".packing-", ".upload-"
LEFTOVERS = (CHECKING, PACKING, UPLOAD)
UNFINISHED = re.compile(r"\..+\.([0-9a-f]{8}|part)")
"""What `replace_file` and a backup call a file that is not whole yet."""
Say = Callable[[str], None]
_READY = ".ready"
_CLEARED = ".cleared"
_CHUNK = 1024 * 1024


def kept_files(data: Path, with_pictures: bool) -> list[str]:
    """The names of what a backup of this folder holds, in order."""
    found = [*data.glob("*.db*"), *data.glob("games/*.db*"), data / SETTINGS, data / CALIBRATION]
    names = (path.relative_to(data).as_posix() for path in found if path.is_file() and not path.is_symlink())
    return sorted(
        name for name in names if _is_known(name) and (with_pictures or not name.endswith(".evidence"))
    )


def write_backup(data: Path, out: IO[bytes], with_pictures: bool = False, say: Say = warn) -> int:
    """Writes the backup of a data folder, which may be in use, as a zip; gives the number of files in it.

    A damaged file is left out, which `say` is told. BackupError: it cannot be made."""
    about: dict[str, Any] = {}
    try:
        with (
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed,
            tempfile.TemporaryDirectory(prefix=PACKING, dir=_workplace(data)) as place,
        ):
            for name in kept_files(data, with_pictures):
                copy = Path(place) / "copy"
                try:
                    _copied(data / name, copy)
                    check_file(copy, name)
                except (BackupError, sqlite3.DatabaseError) as wrong:
                    say(f"{name} is damaged and not in the backup: {wrong}")
                    continue
                packed.write(copy, name)
                about[name] = {"bytes": copy.stat().st_size, "sha256": _digest(copy)}
            made = datetime.now().astimezone().isoformat(timespec="seconds")
            fields = {"format": FORMAT, "made": made, "files": about}
            packed.writestr(ABOUT, json.dumps(fields, indent=1))
    except (OSError, sqlite3.Error) as wrong:
        raise BackupError(f"the backup of {data} cannot be made: {wrong}") from wrong
    return len(about)


def stage_restore(data: Path, backup: Path) -> int:
    """Unpacks a backup beside what is kept and checks all of it; gives the number of files.

    Nothing is replaced yet: `finish_restore` does that, when nobody has the files open. BackupError says what
    is wrong with the backup; the folder is then as it was.
    """
    checked = check_restore(data, backup)
    accept_restore(data, checked.token)
    return checked.files


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup that was unpacked and found whole: by which word it is accepted, and what is in it."""

    token: str
    files: int
    games: int
    made: str


def check_restore(data: Path, backup: Path) -> Checked:
    """Unpacks a backup beside what is kept and checks all of it; `accept_restore` makes it ready. Another one
    that nobody accepted is gone then. BackupError says what is wrong with it; the folder is as it was."""
    _forget_asked(data)
    place = Path(tempfile.mkdtemp(prefix=CHECKING, dir=data))
    try:
        with zipfile.ZipFile(backup) as packed:
            names = _unpacked(packed, place)
            made = str(json.loads(b"".join(_bytes_of(packed, ABOUT, LARGEST_ABOUT))).get("made", ""))
        for name in names:
            check_file(place / name, name)
            check_rules(place / name, name)
        keep_names(place)
        token = secrets.token_hex(8)
        place.rename(data / f"{ASKED}{token}")
    except BackupError:
        raise
    except SPOILT_ZIP as wrong:
        raise BackupError(f"this is no backup of Jantaku: {wrong}") from wrong
    except (OSError, EOFError, ValueError, sqlite3.Error) as wrong:
        raise BackupError(f"the backup cannot be unpacked: {wrong}") from wrong
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return Checked(token, len(names), games_among(names), made[:40])


def accept_restore(data: Path, token: str) -> None:
    """What was checked under that word is ready for `finish_restore`. BackupError when there is none."""
    place = data / f"{ASKED}{token}"
    if not TOKEN.fullmatch(token) or not place.is_dir():
        raise BackupError("there is no backup to take back; choose the file once more")
    try:
        (place / _READY).touch()
        keep_names(place)
        ready = data / RESTORING
        if ready.exists():  # never half of an earlier one under that name
            ready.rename(_before(place))
        place.rename(ready)
        keep_names(data)
    except OSError as wrong:
        raise BackupError(f"the backup cannot be made ready: {wrong}") from wrong
    finally:
        for leftover in (place, _before(place)):
            shutil.rmtree(leftover, ignore_errors=True)


def games_among(names: Iterable[str]) -> int:
    """How many of the files are the journal of a game."""
    return sum(name.endswith(".db") and name not in TABLES for name in names)


def _forget_asked(data: Path) -> None:
    for asked in data.glob(f"{ASKED}*"):
        shutil.rmtree(asked, ignore_errors=True)


def finish_restore(data: Path) -> Path | None:
    """Puts what `stage_restore` made ready in place of what is kept, which is set aside.

    Gives the folder set aside, None when nothing was ready. To be called while nobody has the files open;
    begun again after a pulled plug, it goes on where it was.
    """
    ready = data / RESTORING
    if not (ready / _READY).exists():
        return None
    aside = data / ASIDE / _mark(ready)
    if not (ready / _CLEARED).exists():
        for name in kept_files(data, with_pictures=True):
            for side in SIDE_FILES:
                _move(data / (name + side), aside / (name + side))
        (ready / _CLEARED).touch()
        keep_names(ready)
    for name in kept_files(ready, with_pictures=True):
        _move(ready / name, data / name)
    # By another name, at once: a half-removed folder would be taken for one that is to be restored.
    done = data / f"{CHECKING}{secrets.token_hex(4)}-done"
    ready.rename(done)
    keep_names(data)
    shutil.rmtree(done)
    return aside


def remove_leftovers(data: Path) -> None:
    """Removes what a backup, a restore or a save that was cut off left unfinished in the data folder.

    To be called by whoever has the folder alone."""
    for path in data.iterdir():
        if not path.name.startswith(LEFTOVERS) and not UNFINISHED.fullmatch(path.name):
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _before(place: Path) -> Path:
    """Where a restore that was made ready before goes when another one takes its place."""
    return place.with_name(place.name + "-before")


def _workplace(data: Path) -> Path | None:
    """Where copies are made: in the folder itself, which is tidied at the next start; None (the system's
    place for such) when nothing can be written there."""
    return data if os.access(data, os.W_OK) else None


def _is_known(name: str) -> bool:
    return name in (SETTINGS, CALIBRATION) or (STORE.fullmatch(name) is not None and name not in NEVER)


def _copied(path: Path, copy: Path) -> None:
    """A copy that is whole even while somebody writes: SQLite's own for its files."""
    copy.unlink(missing_ok=True)
    if path.suffix == ".json":
        shutil.copyfile(path, copy)
        return
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store,
        closing(sqlite3.connect(copy)) as other,
    ):
        store.backup(other)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _unpacked(packed: zipfile.ZipFile, place: Path) -> list[str]:
    """Unpacks what the backup says it holds, by names we know; nothing else in it is looked at."""
    sizes = _about(packed)
    for name, expected in sizes.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _unpack_one(packed, name, path, int(expected["bytes"]))
        if _digest(path) != expected["sha256"]:
            raise BackupError(f"the backup is damaged: {name} is not what was packed")
    return list(sizes)


def _about(packed: zipfile.ZipFile) -> dict[str, dict[str, Any]]:
    """What the backup says it holds; BackupError when that cannot be."""
    names = packed.namelist()
    if names.count(ABOUT) != 1 or packed.getinfo(ABOUT).file_size > LARGEST_ABOUT:
        raise BackupError(f"this is no backup of Jantaku: it holds no {ABOUT}")
    try:
        fields = json.loads(b"".join(_bytes_of(packed, ABOUT, LARGEST_ABOUT)))
        files = dict(fields["files"])
        sizes = [int(each["bytes"]) for each in files.values()]
        is_ours = fields["format"] == FORMAT
        is_ours = is_ours and all(isinstance(each["sha256"], str) for each in files.values())
    except (ValueError, KeyError, TypeError, RecursionError) as wrong:
        raise BackupError(f"this is no backup of Jantaku: its {ABOUT} cannot be read") from wrong
    if not is_ours:
        raise BackupError(f"this backup has another format than {FORMAT}: take a newer Jantaku")
    strange = next((name for name in files if not _is_known(name) or names.count(name) != 1), None)
    if strange is not None or not files:
        raise BackupError(f"the backup holds what no backup holds: {str(strange)[:60]!r}")
    if len(files) > MOST_FILES or min(sizes) < 0 or max(sizes) > LARGEST_FILE or sum(sizes) > LARGEST:
        raise BackupError("the backup is larger than any of Jantaku's")
    return files


def _unpack_one(packed: zipfile.ZipFile, name: str, path: Path, size: int) -> None:
    with path.open("xb") as file:
        for chunk in _bytes_of(packed, name, size):
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    keep_names(path.parent)


def _bytes_of(packed: zipfile.ZipFile, name: str, most: int) -> Iterator[bytes]:
    """A part of the zip, never more than `most` bytes whatever it claims."""
    left = most
    with packed.open(name) as part:
        while chunk := part.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise BackupError(f"the backup is damaged: {name} is longer than it says")
            yield chunk


def _mark(ready: Path) -> str:
    """When the restore began; the same when it is begun again."""
    return datetime.fromtimestamp((ready / _READY).stat().st_mtime).strftime("%Y-%m-%d-%H%M%S-%f")


def _move(path: Path, to: Path) -> None:
    if path.exists():
        to.parent.mkdir(parents=True, exist_ok=True)
        path.replace(to)
