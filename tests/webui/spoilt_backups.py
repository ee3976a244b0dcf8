"""What tests of backups share: what they hold, and spoilt ones, each changed in its parts (name to bytes)."""

import hashlib
import json
import sqlite3
import zipfile

from engine.journal.record import Entry
from engine.table.events import TileDiscarded
from webui.access.logins import Login, Role
from webui.storage.backup import (
    ABOUT,
)
from webui.storage.journal import Journal, JournalReader
from webui.storage.settings import read_settings


def discards(path):
    journal = JournalReader(path)
    try:
        return [event.tile for entry in journal.entries() for event in entry.events]
    finally:
        journal.close()


def write_journal(path, *tiles):
    path.parent.mkdir(parents=True, exist_ok=True)
    with Journal(path) as journal:
        for tile in tiles:
            journal.append(Entry(0, 1.0, "player", (TileDiscarded(0, tile),)))


def state_of(folder):
    """What is kept there, in one value."""
    return (
        discards(folder / "mcr.db"),
        discards(folder / "games" / "2026-01-02-0001.db"),
        discards(folder / "later.db") if (folder / "later.db").exists() else None,
        read_settings(folder / "settings.json").rules,
    )


def signed_in(app):
    secret = app.extensions["access"].logins.open(Login(Role.admin))
    return app.extensions["login_signer"].sign(secret).decode()


def changed(packed, tmp_path, change):
    """The backup with `change` done to its parts, a mapping of names to bytes."""
    with zipfile.ZipFile(packed) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    change(parts)
    path = tmp_path / "changed.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return path


def tell(parts, name, content):
    """Puts a part in, and says so in the list."""
    about = json.loads(parts[ABOUT])
    about["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    parts[ABOUT], parts[name] = json.dumps(about).encode(), content


def slip(parts):
    tell(parts, "../evil.db", parts["mcr.db"])


def slip_absolute(parts):
    tell(parts, "/tmp/evil.db", parts["mcr.db"])


def slip_backwards(parts):
    tell(parts, "games\\..\\evil.db", parts["mcr.db"])


def take_over_logins(parts):
    tell(parts, "logins.db", parts["mcr.db"])


def take_over_the_secret(parts):
    tell(parts, "secret", b"known")


def lie_about_the_size(parts):
    about = json.loads(parts[ABOUT])
    about["files"]["mcr.db"]["bytes"] = 10
    parts[ABOUT] = json.dumps(about).encode()


def be_huge(parts):
    about = json.loads(parts[ABOUT])
    about["files"]["mcr.db"]["bytes"] = 10**13
    parts[ABOUT] = json.dumps(about).encode()


def be_damaged(parts):
    parts["mcr.db"] = parts["mcr.db"][:-1] + b"?"


def be_no_journal(parts):
    tell(parts, "mcr.db", b"SQLite format 3\0" + b"nonsense" * 1000)


def be_another_kind(parts):
    tell(parts, "scores.db", parts["mcr.db"])


def hold_no_settings(parts):
    tell(parts, "settings.json", b'{"rules": 7}')


def hold_a_torn_entry(parts):
    content = bytearray(parts["mcr.db"])
    content[18:20] = b"\x01\x01"  # without the log beside it, which memory cannot have
    store = sqlite3.connect(":memory:")
    store.deserialize(bytes(content))
    store.execute("UPDATE entries SET line = 'no entry' WHERE number = 1")
    store.commit()
    tell(parts, "mcr.db", store.serialize())


def be_of_the_future(parts):
    about = json.loads(parts[ABOUT])
    parts[ABOUT] = json.dumps({**about, "format": 99}).encode()


def say_nothing(parts):
    del parts[ABOUT]


def say_nonsense(parts):
    parts[ABOUT] = b'{"format": 1, "files": [["a"]]}'


SPOILT = (
    slip,
    slip_absolute,
    slip_backwards,
    take_over_logins,
    take_over_the_secret,
    lie_about_the_size,
    be_huge,
    be_damaged,
    be_no_journal,
    be_another_kind,
    hold_no_settings,
    hold_a_torn_entry,
    be_of_the_future,
    say_nothing,
    say_nonsense,
)
