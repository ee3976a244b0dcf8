"""Backup and restore are killed at any moment; the table is then served with the old or the new state."""

from __future__ import annotations

import os
import random
import shutil
import signal
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.events import TileDiscarded
from faults.outcome import Outcome
from faults.served import Served, entries, set_up, told
from webui.commands.server.backup import command as backup_command
from webui.commands.server.restore import command as restore_command
from webui.scores.store.book import ScoreBook
from webui.storage.backup import finish_restore, remove_leftovers, write_backup
from webui.storage.journal import Journal
from webui.storage.settings import Settings, SettingsFile

OLD, NEW = 90, 40
"""Entries of the game at the table: in the folder, and in the backup made earlier."""
SERVED_EVERY = 10
"""A server is begun after every so many kills; after the others what it does first is done here."""


def backups_killed(times: int, seed: int) -> Iterator[Outcome]:
    """`jantaku backup` is killed: the backup before is whole, and the next start tidies the folder."""
    chance = random.Random(f"backup {seed}")
    with tempfile.TemporaryDirectory() as place:
        data, packed = _prepared(Path(place))
        whole = packed.read_bytes()
        out = Path(place) / "evening.zip"
        takes_s = _took_s(lambda: backup_command.callback(out=out, data=data, pictures=False))
        for number in range(times):
            out.write_bytes(whole)
            _killed_within(
                chance.uniform(0, takes_s * 1.1),
                lambda: backup_command.callback(out=out, data=data, pictures=False),
            )
            wrong = "" if zipfile.ZipFile(out).testzip() is None else "the backup is broken"
            yield _started("kill -9 of backup", data, (OLD,), number, wrong)


def restores_killed(times: int, seed: int) -> Iterator[Outcome]:
    """`jantaku restore` is killed: what is served then is the old state or the new one, no mixture."""
    chance = random.Random(f"restore {seed}")
    with tempfile.TemporaryDirectory() as place:
        data, packed = _prepared(Path(place))
        live = Path(place) / "live"
        shutil.copytree(data, live)
        takes_s = _took_s(lambda: restore_command.callback(backup=packed, data=live))
        for number in range(times):
            shutil.rmtree(live)
            shutil.copytree(data, live)
            _killed_within(
                chance.uniform(0, takes_s * 1.1),
                lambda: restore_command.callback(backup=packed, data=live),
            )
            yield _started("kill -9 of restore", live, (OLD, NEW), number, "")


def _prepared(place: Path) -> tuple[Path, Path]:
    """A folder with a game at the table, killed, and a backup of it made when less had been played."""
    data, packed = place / "data", place / "packed.zip"
    set_up(data)
    SettingsFile(data).change(lambda now: Settings(rules="mcr", camera="none"))
    book = ScoreBook(data)
    game = book.begin_game("by_hand", load_ruleset("mcr"))
    book.lay_out(game.number)
    path = book.path_of(game)
    assert path is not None
    path.parent.mkdir(exist_ok=True)
    journal = Journal(path)
    for number in range(OLD):
        journal.append(Entry(0, float(number), "player", (TileDiscarded(number % 4, "5m"),)))
        if number + 1 == NEW:
            with packed.open("wb") as file:
                write_backup(data, file)
    killed = place / "killed"
    shutil.copytree(data, killed)  # with what only the log holds
    journal.close()
    book.close()
    return killed, packed


def _started(case: str, data: Path, allowed: tuple[int, ...], number: int, wrong: str) -> Outcome:
    """The next start, and what it serves."""
    served = Served(data)
    is_served = number % SERVED_EVERY == 0
    begun = time.monotonic()
    if is_served:
        served.start()
        after_s = served.until_served()
        if after_s == float("inf"):
            return Outcome(case, after_s=after_s, wrong=served.said.read_text()[-300:])
        kept = len(entries(served.port))
        wrong = wrong or ("" if told(served.port, "/api/health")["well"] else "/api/health tells of damage")
        served.killed_with_all()
    else:
        kept, after_s = _opened(data), time.monotonic() - begun
    left = [path.name for path in data.iterdir() if path.name.startswith((".", "restoring"))]
    wrong = wrong or (f"left behind: {left}" if left else "")
    lost = 0 if kept in allowed else OLD - kept
    return Outcome(case, max(lost, 0), max(-lost, 0), after_s, wrong)


def _opened(data: Path) -> int:
    """What a start does first, and how many entries the game at the table then has."""
    finish_restore(data)
    remove_leftovers(data)
    book = ScoreBook(data)
    try:
        game = book.at_table
        assert game is not None
        with Journal.mended(book.path_of(game)) as journal:
            return len(journal.entries())
    finally:
        book.close()


def _took_s(act: Callable[[], object]) -> float:
    begun = time.monotonic()
    act()
    return time.monotonic() - begun


def _killed_within(wait_s: float, act: Callable[[], object]) -> None:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            act()
        finally:
            os._exit(0)
    time.sleep(wait_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
