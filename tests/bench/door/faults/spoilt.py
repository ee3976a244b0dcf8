"""Every file of the data folder is flipped (one bit), cut and emptied, as a failing card does it."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.events import TileDiscarded
from faults.outcome import Outcome
from faults.served import Served, entries, get, set_up, told
from faults.teller import Teller, teller_at
from vision.camera.calibration import Calibration
from webui.live.evidence import Evidence, evidence_path
from webui.scores.store.book import ScoreBook
from webui.storage.journal import Journal, JournalReader
from webui.storage.settings import Settings, SettingsFile
from webui.storage.twice import copy_file
from webui.watch.snapshots import Snapshot

WAYS = ("flipped", "cut", "emptied")
ENTRIES, FINISHED_ENTRIES = 120, 40
NAMES = ("Anna", "Ben", "Chloe", "Dan")
OF_NO_WEIGHT = (".lock", "-shm")
"""Files that hold nothing: that they were spoilt need not be told."""


def spoilt_files(
    times: int, seed: int, only: tuple[str, ...] = ("**/*",), ways: tuple[str, ...] = WAYS
) -> Iterator[Outcome]:
    """Each file (of those that match `only`) in each way, so often."""
    with tempfile.TemporaryDirectory() as place:
        data, teller = _evening(Path(place) / "evening")
        found = {path for pattern in only for path in data.glob(pattern) if path.is_file()}
        names = sorted(path.relative_to(data).as_posix() for path in found)
        count = 0
        for number in range(times):
            for name in names:
                for way in ways:
                    count += 1
                    chance = random.Random(f"{name} {way} {number} {seed}")
                    live = Path(place) / f"live-{count}"
                    shutil.copytree(data, live)
                    spoil(live / name, way, chance)
                    yield _served_once(live, name, way, teller)
                    shutil.rmtree(live, ignore_errors=True)


def spoil(path: Path, way: str, chance: random.Random) -> None:
    """Flips one bit, cuts the file anywhere, or empties it; its time stays, as nobody wrote it."""
    content, time_ns = path.read_bytes(), path.stat().st_mtime_ns
    if content and way == "flipped":
        place = chance.randrange(len(content) * 8)
        changed = bytearray(content)
        changed[place // 8] ^= 1 << place % 8
        path.write_bytes(changed)
    else:
        path.write_bytes(content[: chance.randrange(len(content))] if content and way == "cut" else b"")
    os.utime(path, ns=(time_ns, time_ns))


def _evening(data: Path) -> tuple[Path, Teller]:
    """A folder in use, killed: two finished games, one at the table, pictures, settings, a calibration."""
    set_up(data)
    SettingsFile(data).change(lambda now: Settings(rules="mcr", camera="none", players=NAMES))
    calibration().save(data / "calibration.json")
    copy_file(data / "calibration.json")
    _finished_games(data)
    served = Served(data)
    teller = teller_at(served)
    while len(teller.acknowledged) < ENTRIES:
        teller.enter_once()
    _pictures(data)
    served.killed_with_all()
    return data, teller


def calibration() -> Calibration:
    """A camera that hangs somewhere."""
    return Calibration(
        picture_size=(1280, 960),
        focal_px=1000.0,
        centre_px=(640.0, 480.0),
        distortion=(0.0,) * 5,
        rotation=(3.1415926, 0.0, 0.0),
        shift_mm=(0.0, 0.0, 1000.0),
        square_mm=850.0,
        residual_px=0.1,
        residual_mm=0.1,
        method="markers",
    )


def _finished_games(data: Path) -> None:
    book = ScoreBook(data)
    for _ in range(2):
        game = book.begin_game("by_hand", load_ruleset("mcr"), NAMES)
        path = book.path_of(game)
        assert path is not None
        with Journal(path) as journal:
            for number in range(1, FINISHED_ENTRIES + 1):
                journal.append(Entry(0, float(number), "player", (TileDiscarded(number % 4, "5m"),)))
        book.finish_game(game.number, {"points": [0] * 4, "places": [1, 1, 1, 1], "results": [0] * 4})
    book.close()


def _pictures(data: Path) -> None:
    [journal] = (path for path in data.glob("games/*-0003.db") if path.is_file())
    jpeg = cv2.imencode(".jpg", np.zeros((90, 120, 3), np.uint8))[1].tobytes()
    evidence = Evidence(evidence_path(journal))
    for number in range(40):
        evidence.keep(Snapshot(number, 1.0, jpeg, jpeg, (0.0, 0.0), 100.0), idle=False)
    evidence.close()


def _served_once(live: Path, name: str, way: str, before: Teller) -> Outcome:
    case = f"a file {way}"
    served = Served(live)
    served.start()
    after_s = served.until_served()
    try:
        if after_s == float("inf"):
            return Outcome(case, after_s=after_s, wrong=f"{name}: {served.said.read_text()[-300:]}")
        teller = Teller(served.port)
        teller.acknowledged, teller._newest = list(before.acknowledged), before._newest
        teller._count = before._count
        if teller.enter_once() is None:
            return Outcome(case, after_s=after_s, wrong=f"{name}: no entry is taken: {teller.refused}")
        kept = teller.compared()
        kept.lost += sum(_lost_of(served, number) for number in (1, 2))
        wrong = f"{kept.foreign} entries nobody made" if kept.foreign else _untold(served, name)
        wrong = wrong or ("entries are missing" if kept.lost else "")
        return Outcome(case, kept.lost, kept.doubled, after_s, f"{name}: {wrong}" if wrong else "")
    finally:
        served.killed_with_all()


def _lost_of(served: Served, number: int) -> int:
    """Entries of a game that is not at the table which its replay, and then its journal, do not tell."""
    status, page = get(served.port, f"/replay/{number}/{FINISHED_ENTRIES}")
    if status != 200 or b"Anna" not in page:
        return FINISHED_ENTRIES
    [path] = served.data.glob(f"games/*-{number:04d}.db")
    with closing(JournalReader(path)) as journal:
        told = [entry.events == (TileDiscarded(entry.number % 4, "5m"),) for entry in journal.entries()]
    return FINISHED_ENTRIES - sum(told)


def _untold(served: Served, name: str) -> str:
    """What is not said although a file was set aside, or the other way round."""
    data = served.data
    aside = [path for path in (data / "set-aside").glob("*/*") if path.name != "note.json"]
    found = [each for each in told(served.port, "/api/health")["findings"] if each["about"] == "files"]
    if aside and not found:
        return "a file was set aside and /api/health says nothing"
    if aside and "set-aside" not in served.said.read_text():
        return "a file was set aside and the console says nothing"
    if any(each["state"] == "bad" for each in found) and not name.startswith(LOST_ALONE):
        return f"something was lost: {[each['value'] for each in found]}"
    return "" if entries(served.port) else "no entries"


LOST_ALONE = ("practice.db", "games/", "secret")
"""What has no second copy: practice, pictures, and the secret, which is made anew."""
