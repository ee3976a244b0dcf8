"""The second copy of a journal: a text file beside it, a line an entry, each with its checksum.

::

    0c1d2e3f a session "5f2a91c0"        what is remembered under a name; a later line goes before an earlier
    9b8a7c6d e 1 {"number": 1, ...}      the entry of that number

The journal itself is written first and waits for the disk; the copy does not, and may end a little earlier.
So whatever single file a failing card spoils, the entries are whole in the other.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from vision.writing import replace_file
from webui.storage.aside import COPY_ENDING

Line = tuple[int, str]
"""An entry's number, and the entry as one JSON line."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds. `spoilt`: how many of its lines do not read, beside an unfinished last one."""

    about: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[int, str] = field(default_factory=dict)
    spoilt: int = 0
    is_torn: bool = False


def copy_path(path: Path) -> Path:
    """The copy that belongs to a file."""
    return path.with_name(path.name + COPY_ENDING)


def read_copy(path: Path) -> Copied | None:
    """What the copy of the journal at `path` holds, None when there is none; OSError when unreadable."""
    try:
        content = copy_path(path).read_bytes()
    except FileNotFoundError:
        return None
    about: dict[str, str] = {}
    lines: dict[int, str] = {}
    *whole, last = content.split(b"\n")
    spoilt = 0
    for line in whole:
        match _read(line):
            case (str(name), value):
                about[name] = value
            case (int(number), value):
                lines[number] = value
            case None:
                spoilt += 1
    return Copied(about, lines, spoilt, last != b"")


def write_copy(path: Path, about: Mapping[str, str], lines: Iterable[Line]) -> None:
    """Writes the whole copy anew; OSError leaves the one before."""
    replace_file(copy_path(path), b"".join([_about(about), *map(_line, lines)]))


class LineCopy:
    """Adds to the copy of a journal as the journal grows."""

    def __init__(self, path: Path) -> None:
        """OSError when it cannot be written."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        self._file: int | None = os.open(copy_path(path), flags, 0o644)

    def add(self, lines: Iterable[Line]) -> None:
        """Adds entries that the journal has; OSError when they are not all there."""
        self._write(b"".join(map(_line, lines)))

    def remember(self, name: str, value: str) -> None:
        """Adds what the journal remembers under a name."""
        self._write(_about({name: value}))

    def close(self) -> None:
        """Gives the file back; safe to call twice."""
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def _write(self, content: bytes) -> None:
        assert self._file is not None
        written = os.write(self._file, content) if content else 0
        if written != len(content):
            raise OSError(None, "not all was written")


def _about(about: Mapping[str, str]) -> bytes:
    return b"".join(_sealed(f"a {name} {value}") for name, value in about.items())


def _line(line: Line) -> bytes:
    return _sealed(f"e {line[0]} {line[1]}")


def _sealed(text: str) -> bytes:
    content = text.encode("utf-8")
    return b"%08x %b\n" % (zlib.crc32(content), content)


def _read(line: bytes) -> tuple[str, str] | tuple[int, str] | None:
    """A line's name or number and what stands there; None when it is spoilt."""
    seal, _, content = line.partition(b" ")
    if seal != b"%08x" % zlib.crc32(content):
        return None
    kind, name, value = (*content.decode("utf-8").split(" ", 2), "", "")[:3]
    if kind == "a":
        return name, value
    return (int(name), value) if kind == "e" and name.isdigit() else None
