"""Makes a damaged journal whole again from its copy and from what of it still reads.

Nothing acknowledged is lost without a word: what can be read nowhere is said by number. Cut off anywhere,
the next start finds either the damaged journal or its whole copy, and goes on from there.
"""

from __future__ import annotations

import secrets
import shutil
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.journal.record import entry_from_line
from engine.tiles import EngineError
from webui.storage.aside import fresh_beside, note, place_aside, put_in_place, set_aside
from webui.storage.line_copy import Copied, copy_path, read_copy, write_copy
from webui.storage.stores import DamagedStore, Schema, open_store, rows_that_read

COPY_ID = "copy"
"""What a journal and its copy both remember, so that another journal's copy is never taken for its own."""
_MOST_MISSING = 20


@dataclass(frozen=True, slots=True)
class _Read:
    """What the journal's own file tells; `wrong` says what is the matter with it, "" when nothing."""

    about: Mapping[str, str]
    lines: Mapping[int, str]
    wrong: str = ""


def mend_journal(path: Path, schema: Schema) -> None:
    """Leaves a whole journal with a whole copy at `path`; nothing is done to what is whole.

    To be called by whoever holds the journal alone. NewerStore or StoreError when it cannot be used."""
    copy = read_copy(path)
    if not path.exists() and copy is None:
        return
    own = _read(path, schema)
    if copy is not None and not own.wrong and _is_of_another(copy, own):
        _set_copy_aside(path, "is the copy of another journal and is not used")
        copy = None
    wrong = own.wrong or _why_not_as(copy, own)
    if wrong:
        _rebuild(path, schema, own, copy or Copied(), wrong)
    elif copy is not None and (copy.spoilt or (copy.is_torn and not _is_behind(copy, own))):
        _set_copy_aside(path, "was damaged and is written anew from the journal, which is whole")


def is_as_copied(lines: Mapping[int, str], copy: Copied | None) -> bool:
    """Whether what was read of a journal is what its copy, read before it, holds too."""
    return copy is None or not _why_not_as(copy, _Read({}, lines))


def _read(path: Path, schema: Schema) -> _Read:
    if not path.exists():
        return _Read({}, {}, "it is gone")
    try:
        store = open_store(path, schema)
    except DamagedStore as wrong:
        return _salvaged(path, str(wrong))
    try:
        about = dict(store.execute("SELECT name, value FROM about").fetchall())
        lines = dict(store.execute("SELECT number, line FROM entries").fetchall())
    except (sqlite3.Error, ValueError, TypeError) as wrong:
        store.close()
        return _salvaged(path, f"{path} is damaged: {wrong}")
    store.close()
    if not about and not lines:
        return _Read({}, {}, "it is empty" if read_copy(path) else "")
    bad = sum(not _is_entry(number, line) for number, line in lines.items())
    if bad:
        return _salvaged(path, f"{bad} of its entries do not read")
    return _Read(about, lines)


def _salvaged(path: Path, wrong: str) -> _Read:
    about = {str(name): str(value) for name, value in rows_that_read(path, "about", "name, value")}
    rows = rows_that_read(path, "entries", "number, line")
    return _Read(about, {number: line for number, line in rows if _is_entry(number, line)}, wrong)


def _is_entry(number: object, line: object) -> bool:
    try:
        return isinstance(line, str) and entry_from_line(line).number == number
    except EngineError:
        return False


def _why_not_as(copy: Copied | None, own: _Read) -> str:
    """What the copy has that the journal has not; the journal alone may have more."""
    if copy is None:
        return ""
    missing = copy.lines.keys() - own.lines.keys()
    if missing:
        return f"{len(missing)} of its entries are gone"
    other = sum(own.lines[number] != line for number, line in copy.lines.items())
    return f"{other} of its entries were changed" if other else ""


def _is_of_another(copy: Copied, own: _Read) -> bool:
    """Whether the copy tells of another journal; where entries agree it does not, whatever the marks say."""
    common = own.lines.keys() & copy.lines.keys()
    is_alike = bool(common) and all(own.lines[number] == copy.lines[number] for number in common)
    return own.about.get(COPY_ID) != copy.about.get(COPY_ID) and not is_alike


def _is_behind(copy: Copied, own: _Read) -> bool:
    """Whether the copy only ends earlier: its last line was being written."""
    return len(copy.lines) < len(own.lines)


def _rebuild(path: Path, schema: Schema, own: _Read, copy: Copied, wrong: str) -> None:
    about = {COPY_ID: secrets.token_hex(8), **own.about, **copy.about}
    # A line of the copy carries its checksum; one of a damaged journal carries none.
    lines = dict(sorted({**own.lines, **copy.lines}.items()))
    place = place_aside(path)
    if copy_path(path).exists():
        shutil.copy2(copy_path(path), place)
    write_copy(path, about, lines.items())
    fresh = fresh_beside(path)
    store = open_store(fresh, schema)
    with store:
        store.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", about.items())
        store.executemany("INSERT INTO entries VALUES (?, ?)", lines.items())
    store.close()
    put_in_place(fresh, path, place)
    missing = sorted(set(range(1, max(lines, default=0) + 1)) - lines.keys())
    note(path, place, _said(wrong, len(lines), missing), is_lost=bool(missing))


def _said(wrong: str, count: int, missing: list[int]) -> str:
    damage = f"was damaged ({wrong.rpartition(': ')[2]}): {count} entries are recovered"
    if not missing:
        return damage
    numbers = ", ".join(map(str, missing[:_MOST_MISSING])) + (" ..." if len(missing) > _MOST_MISSING else "")
    return f"{damage}, {len(missing)} cannot be read (number {numbers})"


def _set_copy_aside(path: Path, said: str) -> None:
    place = place_aside(path)
    set_aside(copy_path(path), place, ("",))
    note(copy_path(path), place, said, is_lost=False)
