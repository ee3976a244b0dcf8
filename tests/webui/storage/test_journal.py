"""The journal: numbered, safe on the disk, one writer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.journal.record import Entry
from engine.table.events import DealStarted, TileDiscarded, WallBuilt
from engine.tiles import EngineError
from webui.storage.journal import Journal, JournalError, JournalReader

ENTRY = Entry(0, 1.25, "camera", (TileDiscarded(2, "5m"),), confidence=0.9)


def test_entries_come_back_numbered_in_order(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        first = journal.append(ENTRY)
        second = journal.append(Entry(0, 2.0, "player", (), amends=1))
        assert (first.number, second.number) == (1, 2)
        assert journal.entries() == (first, second)
        assert journal.entries(after=1) == (second,)


def test_a_journal_opened_again_goes_on_where_it_ended(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.append(ENTRY)
    with Journal(tmp_path / "j.sqlite") as journal:
        assert journal.append(ENTRY).number == 2


def test_a_second_writer_is_refused_with_one_line(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite"), pytest.raises(JournalError, match="another program") as refused:
        Journal(tmp_path / "j.sqlite")
    assert "\n" not in str(refused.value)


def test_a_reader_follows_while_another_writes(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        reader = JournalReader(tmp_path / "j.sqlite")
        journal.append(ENTRY)
        assert [entry.number for entry in reader.entries()] == [1]
        journal.append(ENTRY)
        assert [entry.number for entry in reader.entries(after=1)] == [2]
        reader.close()


def test_what_is_remembered_of_a_session_comes_back(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        journal.remember("rules", "riichi")
    with Journal(tmp_path / "j.sqlite") as journal:
        assert journal.about("rules") == "riichi"
        assert journal.about("nothing") is None


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda path: path.write_text("no journal at all, but long enough" * 100), id="text"),
        pytest.param(lambda path: path.mkdir(), id="folder"),
    ],
)
def test_what_is_no_journal_is_told_in_one_line(tmp_path: Path, spoil: object) -> None:
    path = tmp_path / "j.sqlite"
    spoil(path)
    with pytest.raises(JournalError, match=r"j\.sqlite"):
        Journal(path)


@pytest.mark.parametrize("place", ["", "/"])
def test_a_folder_without_a_name_is_no_journal(place):
    with pytest.raises(JournalError, match="is a folder and no journal"):
        Journal(Path(place))


def test_a_missing_journal_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal at"):
        JournalReader(tmp_path / "none.sqlite")


def test_a_pulled_plug_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    writing = f"""
from pathlib import Path
from engine.table.events import WallBuilt
from engine.journal.record import Entry
from webui.storage.journal import Journal
journal = Journal(Path({str(path)!r}))
while True:
    print(journal.append(Entry(0, 0.0, "camera", (WallBuilt(),))).number, flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", writing], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(20)]
    os.kill(child.pid, signal.SIGKILL)
    acknowledged += [int(line) for line in child.stdout.read().split("\n")[:-1]]
    child.wait()
    with Journal(path) as journal:
        numbers = [entry.number for entry in journal.entries()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) in (len(acknowledged), len(acknowledged) + 1)
        assert all(entry.events == (WallBuilt(),) for entry in journal.entries())


def test_what_would_not_read_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    journal = Journal(path)
    kept = journal.append(Entry(0, 1.0, "camera", (DealStarted(0),)))
    with pytest.raises(EngineError, match="prevalent_wind: expected a whole number, 0 to 3, got 4"):
        journal.append_all([replace(kept, at_s=2.0), Entry(0, 2.0, "camera", (DealStarted(0, 4),))])
    journal.close()
    again = Journal(path)
    assert again.entries() == (kept,)
    again.close()
