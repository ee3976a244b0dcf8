"""What a file of a backup must be before it may take the place of one that is kept."""

from __future__ import annotations

import json
import lzma
import sqlite3
import struct
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

from engine.house import with_settings
from engine.rules import load_ruleset
from engine.tiles import EngineError
from vision.camera.calibration import Calibration
from vision.observation import VisionError
from webui.storage.journal import JournalReader
from webui.storage.settings import FILE as SETTINGS
from webui.storage.settings import read_settings

BOOK, CALIBRATION, ENTRIES = "scores.db", "calibration.json", "entries"
TABLES = {BOOK: "games", "practice.db": "attempt"}
"""The table that tells each store from others; what is not here is a journal, or the pictures beside one."""

SPOILT_ZIP = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError),
    *(zlib.error, lzma.LZMAError, struct.error),
)
"""What a zip file of which bytes went bad may raise while it is unpacked."""


class BackupError(EngineError):
    """A backup cannot be made or taken back; the message says which part and why."""


def check_file(path: Path, name: str) -> None:
    """BackupError when the file is not what its name says."""
    try:
        if name == SETTINGS:
            read_settings(path)
        elif name == CALIBRATION:
            Calibration.load(path)
        else:
            _check_store(path, name)
    except BackupError:
        raise
    except (EngineError, VisionError, sqlite3.Error) as wrong:
        raise BackupError(f"the backup is damaged: {name}: {str(wrong).replace(str(path), name)}") from wrong


def check_rules(path: Path, name: str) -> None:
    """BackupError when the file names rules that are not known here: nothing could be served by them."""
    played: list[tuple[str, str]] = []
    if name == SETTINGS:
        settings = read_settings(path)
        played = [(settings.rules, json.dumps(settings.house))] if settings.rules else []
    elif name == BOOK:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
            played = store.execute("SELECT DISTINCT rules, house FROM games").fetchall()
    for rules, house in played:
        try:
            with_settings(load_ruleset(str(rules)), json.loads(house))
        except (ValueError, TypeError, RecursionError) as wrong:
            raise BackupError(f"the backup has rules that are not known here ({name}): {wrong}") from wrong


def _check_store(path: Path, name: str) -> None:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
        if store.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise BackupError(f"the backup is damaged: {name} is no whole database")
        tables = {row[0] for row in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        others = store.execute(
            "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')"
        ).fetchone()
    needed = _table_of(name)
    if needed not in tables or others != (0,):
        raise BackupError(f"the backup is damaged: {name} is another kind of file")
    if needed == ENTRIES:
        with closing(JournalReader(path)) as journal:
            journal.entries()


def _table_of(name: str) -> str:
    """The table a file of that name has at least."""
    return TABLES.get(name, "pictures" if name.endswith(".evidence") else ENTRIES)
