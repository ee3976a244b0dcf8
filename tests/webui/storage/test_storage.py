"""A damaged journal, in whichever of its files, loses no entry; a newer one is left alone."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from engine.journal.record import Entry
from engine.table.events import TileDiscarded
from tests.webui.killed import killed_steps
from webui.storage.aside import notes
from webui.storage.folder import FolderError, held_alone
from webui.storage.journal import SCHEMA, Journal, JournalError, JournalReader
from webui.storage.line_copy import copy_path, read_copy
from webui.storage.stores import NewerStore, Schema, StoreError, open_store

TILES = [f"{1 + number % 9}{'mps'[number % 3]}" for number in range(80)]
SEED = 20261123


def entry(number: int) -> Entry:
    return Entry(0, number / 2, "player", (TileDiscarded(number % 4, TILES[number]),), note="x" * 60)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The files of a journal whose writer was killed: most entries in the file, the newest in its log."""
    folder = tmp_path_factory.mktemp("written")
    journal = Journal(folder / "mcr.db")
    journal.remember("session", "5f2a")
    for number in range(60):
        journal.append(entry(number))
    journal._store.execute("PRAGMA wal_checkpoint(FULL)")
    for number in range(60, 80):
        journal.append(entry(number))
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {"mcr.db", "mcr.db-wal", "mcr.db.copy"} <= kept.keys()
    journal.close()
    return kept


def laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / "mcr.db"


def told(path: Path) -> list[str]:
    with Journal.mended(path) as journal:
        assert journal.about("session") == "5f2a"
        found = [each.events[0].tile for each in journal.entries()]
        assert [each.number for each in journal.entries()] == list(range(1, len(found) + 1))
    return found


def flipped(content: bytes, place: int) -> bytes:
    return content[: place // 8] + bytes([content[place // 8] ^ 1 << place % 8]) + content[place // 8 + 1 :]


@pytest.mark.parametrize("name", ["mcr.db", "mcr.db-wal", "mcr.db-shm", "mcr.db.copy"])
def test_a_flipped_bit_in_any_file_of_a_journal_loses_no_entry(tmp_path, written, name, capsys):
    chance, content = random.Random(f"{name} {SEED}"), written[name]
    first = list(range(0, 800, 67)) if name != "mcr.db-shm" else []
    for place in [*first, *(chance.randrange(len(content) * 8) for _ in range(10))]:
        path = laid_out(tmp_path / "data", {**written, name: flipped(content, place)})
        assert told(path) == TILES, f"bit {place} of {name}"
        assert not any(each.is_lost for each in notes(path.parent))
        assert not capsys.readouterr().err.count("\n") > 1


@pytest.mark.parametrize("share", [0.0, 0.1, 0.35, 0.5, 0.75, 0.9, 0.99])
@pytest.mark.parametrize("name", ["mcr.db", "mcr.db-wal", "mcr.db-shm", "mcr.db.copy"])
def test_a_cut_or_emptied_file_of_a_journal_loses_no_entry(tmp_path, written, name, share):
    content = written[name]
    path = laid_out(tmp_path / "data", {**written, name: content[: int(len(content) * share)]})
    assert told(path) == TILES
    with Journal(path) as journal:
        assert journal.append(entry(0)).number == 81
    copied = read_copy(path)
    assert copied is not None
    assert len(copied.lines) == 81


def test_a_journal_that_is_gone_comes_back_from_its_copy(tmp_path, written):
    path = laid_out(tmp_path / "data", written)
    for name in ("mcr.db", "mcr.db-wal", "mcr.db-shm"):
        path.with_name(name).unlink()
    assert told(path) == TILES


def test_what_can_be_read_nowhere_is_said_by_number_and_the_damaged_files_are_kept(tmp_path, written, capsys):
    path = laid_out(tmp_path / "data", written)
    copy = written["mcr.db.copy"].splitlines(keepends=True)
    spoilt = [line.replace(b'"source"', b'"sauce!"') if b" e 7 " in line else line for line in copy]
    copy_path(path).write_bytes(b"".join(spoilt))
    store = sqlite3.connect(path)
    store.execute("UPDATE entries SET line = 'no entry' WHERE number = 7")
    store.commit()
    store.close()
    with Journal.mended(path) as journal:
        assert [each.number for each in journal.entries()] == [n for n in range(1, 81) if n != 7]
    [note] = notes(path.parent)
    assert note.is_lost
    assert "number 7" in note.said
    assert "number 7" in capsys.readouterr().err
    assert (path.parent / note.place / "mcr.db").is_file()
    assert (path.parent / note.place / "mcr.db.copy").read_bytes() == b"".join(spoilt)


def test_a_journal_from_before_there_were_copies_is_salvaged_and_gets_one(tmp_path, written, capsys):
    path = laid_out(tmp_path / "data", written)
    with Journal(path) as journal:
        journal._store.execute("DELETE FROM about WHERE name = 'copy'")
        journal._store.commit()
    copy_path(path).unlink()
    content = path.read_bytes()
    half = len(content) // 8192 * 4096
    path.write_bytes(content[:half] + bytes(4096) + content[half + 4096 :])
    with Journal.mended(path) as journal:
        numbers = [each.number for each in journal.entries()]
    assert 40 < len(numbers) < 80
    assert "cannot be read (number" in capsys.readouterr().err
    copied = read_copy(path)
    assert copied is not None
    assert sorted(copied.lines) == numbers


def test_the_copy_of_another_journal_is_set_aside_and_not_used(tmp_path, written):
    path = laid_out(tmp_path / "data", {})
    with Journal(path) as journal:
        journal.remember("session", "5f2a")
        journal.append(entry(33))
    copy_path(path).write_bytes(written["mcr.db.copy"])
    assert told(path) == [TILES[33]]
    [note] = notes(path.parent)
    assert "another journal" in note.said


def test_mending_killed_at_any_step_is_done_again(tmp_path, written):
    content, data = written["mcr.db"], tmp_path / "data"
    half = len(content) // 8192 * 4096
    spoilt = {**written, "mcr.db": content[:half] + bytes(4096) + content[half + 4096 :]}
    steps = 0
    for step in killed_steps(data, lambda: laid_out(data, spoilt), lambda: Journal.mended(data / "mcr.db")):
        assert told(data / "mcr.db") == TILES, f"killed at step {step}"
        steps = step
    assert steps > 10


def test_a_full_disk_that_takes_no_copy_costs_no_entry_and_the_copy_is_made_up_for(tmp_path, monkeypatch):
    path = tmp_path / "mcr.db"

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with Journal(path) as journal:
        journal.append(entry(0))
        with monkeypatch.context() as change:
            change.setattr("webui.storage.line_copy.os.write", full)
            journal.append(entry(1))
        journal.append(entry(2))
        copied = read_copy(path)
        assert copied is not None
        assert sorted(copied.lines) == [1, 2, 3]


def test_an_older_file_is_taken_on_and_what_it_held_stays(tmp_path):
    path = tmp_path / "x.db"
    first = Schema("thing", ("CREATE TABLE IF NOT EXISTS thing (name TEXT) STRICT;",))
    second = Schema("thing", (*first.steps, "ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 7;"))
    store = open_store(path, first)
    store.execute("INSERT INTO thing VALUES ('a')")
    store.commit()
    store.close()
    store = open_store(path, second)
    assert store.execute("SELECT * FROM thing").fetchall() == [("a", 7)]
    store.close()
    with pytest.raises(NewerStore, match=r"newer Jantaku \(thing, version 2; this one knows 1\)"):
        open_store(path, first)


def test_a_step_that_fails_leaves_the_older_file_as_it_was(tmp_path):
    path = tmp_path / "x.db"
    first = Schema("thing", ("CREATE TABLE IF NOT EXISTS thing (name TEXT) STRICT;",))
    open_store(path, first).close()
    torn = Schema("thing", (*first.steps, "CREATE TABLE more (x TEXT) STRICT; SELECT no FROM nothing;"))
    with pytest.raises(StoreError):
        open_store(path, torn)
    store = open_store(path, first)
    assert store.execute("SELECT name FROM sqlite_master").fetchall() == [("thing",)]
    store.close()


def test_a_newer_journal_is_refused_in_one_line_and_nothing_of_it_is_changed(tmp_path, monkeypatch):
    path = tmp_path / "mcr.db"
    newer = Schema("journal", (*SCHEMA.steps, "CREATE TABLE more (x TEXT) STRICT;"))
    monkeypatch.setattr("webui.storage.journal.SCHEMA", newer)
    with Journal(path) as journal:
        journal.append(entry(0))
    monkeypatch.undo()
    before = path.read_bytes()
    for use in (Journal, Journal.mended, JournalReader):
        with pytest.raises(JournalError, match="newer Jantaku") as refused:
            use(path)
        assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_a_second_server_on_one_folder_is_told_so_in_one_line(tmp_path):
    with held_alone(tmp_path):
        with pytest.raises(FolderError, match="another Jantaku uses the data folder") as refused:  # noqa: SIM117
            with held_alone(tmp_path, patience_s=0):
                pass
        assert "\n" not in str(refused.value)
    with held_alone(tmp_path, patience_s=0):
        pass
