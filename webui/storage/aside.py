"""A damaged file is set aside: moved, kept, never deleted, with a note that says what became of it."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from vision.writing import keep_names, replace_file
from webui.console import warn

ASIDE = "set-aside"
COPY_ENDING = ".copy"
SIDE_FILES = ("-wal", "-shm", "-journal", COPY_ENDING, "")
"""What goes with a file. It goes last itself: cut off before, what is left still is beside it."""
GAMES = "games"
_NOTE, _DAMAGED = "note.json", "damaged"


@dataclass(frozen=True, slots=True)
class Note:
    """What became of one damaged file. `is_lost`: something of it could be read nowhere."""

    file: str
    at: str
    said: str
    is_lost: bool
    place: str


def data_of(path: Path) -> Path:
    """The data folder that a file belongs to."""
    return path.parent.parent if path.parent.name == GAMES else path.parent


def place_aside(path: Path) -> Path:
    """A new folder for a damaged file."""
    mark = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    place = data_of(path) / ASIDE / f"{mark}-{_DAMAGED}"
    place.mkdir(parents=True)
    return place


def set_aside(path: Path, place: Path, sides: tuple[str, ...] = SIDE_FILES) -> None:
    """Moves a file and those of `sides` that lie beside it to `place`."""
    for side in sides:
        beside = path.with_name(path.name + side)
        if beside.exists():
            beside.replace(place / beside.name)
    keep_names(place)
    keep_names(path.parent)


def fresh_beside(path: Path) -> Path:
    """Where the new file is made; what is left there by a kill is removed at the next start."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")


def put_in_place(fresh: Path, path: Path, place: Path) -> None:
    """The damaged file goes to `place`, the new one takes its name."""
    with closing(sqlite3.connect(fresh)) as store:
        store.execute("PRAGMA journal_mode=DELETE")
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    set_aside(path, place, tuple(side for side in SIDE_FILES if side != COPY_ENDING))
    os.replace(fresh, path)
    keep_names(path.parent)


def note(path: Path, place: Path, said: str, *, is_lost: bool) -> None:
    """Says in one line what became of the file, on the console and beside what was set aside."""
    data = data_of(path)
    name, where = path.relative_to(data).as_posix(), place.relative_to(data).as_posix()
    written = Note(name, datetime.now().astimezone().isoformat(timespec="seconds"), said, is_lost, where)
    replace_file(place / _NOTE, json.dumps(asdict(written), ensure_ascii=False).encode())
    warn(f"{name} {said}; the damaged file is kept in {where}")


def notes(data: Path) -> tuple[Note, ...]:
    """What was set aside as damaged, oldest first, as long as its folder is there."""
    found = []
    for path in sorted((data / ASIDE).glob(f"*-{_DAMAGED}/{_NOTE}")):
        try:
            found.append(Note(**json.loads(path.read_bytes())))
        except (OSError, ValueError, TypeError):
            continue  # a note is a help; a damaged one is none
    return tuple(found)
