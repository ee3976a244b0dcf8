"""The disk is full, or takes no larger file, or takes nothing; then there is room again."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from faults.outcome import Outcome, outcome_of
from faults.served import LIMIT_S, Served, entries, get, set_up, told, wait_for
from faults.teller import Teller, teller_at

SIZE_MB = 6
AT_ONE_TABLE = 20
REFUSALS = 3


def full_disks(times: int, seed: int) -> Iterator[Outcome]:
    """A small disk is filled while entries arrive and emptied again; every tenth time the server is killed
    and begun again while it is full. Where no disk can be mounted, files may not grow instead."""
    chance = random.Random(f"full {seed}")
    if not can_mount():
        yield from small_files(times, seed)
        return
    while times > 0:
        with small_disk() as disk:
            yield from _at_one_disk(disk, min(times, AT_ONE_TABLE), chance)
        times -= AT_ONE_TABLE


def _at_one_disk(disk: Path, times: int, chance: random.Random) -> Iterator[Outcome]:
    data = disk / "data"
    set_up(data)
    served = Served(data)
    served.said = Path(tempfile.gettempdir()) / f"full-{os.getpid()}.log"
    teller = teller_at(served)
    teller.start()
    try:
        for number in range(times):
            yield _filled_once(disk, served, teller, chance, is_killed=number % 10 == 9)
    finally:
        teller.stop()
        served.end()


def _filled_once(
    disk: Path, served: Served, teller: Teller, chance: random.Random, is_killed: bool
) -> Outcome:
    case = "disk full, server killed meanwhile" if is_killed else "disk full"
    before = len(teller.acknowledged)
    if not wait_for(lambda: len(teller.acknowledged) > before, LIMIT_S):
        return Outcome(case, after_s=float("inf"), wrong=f"no entry was taken before: {teller.refused[-1:]}")
    time.sleep(chance.uniform(0.0, 0.1))
    teller.refused.clear()
    filler = disk / "filler"
    fill(filler)
    is_refused = wait_for(lambda: len(teller.refused) >= REFUSALS, LIMIT_S)
    wrong = "" if is_refused else "entries were taken on a full disk"
    wrong = wrong or _untrue(served, teller)
    if is_killed:
        served.killed_with_all()
        served.start()
        served.until_served()
    filler.unlink()
    at_s, taken = time.monotonic(), len(teller.acknowledged)
    if served.process is not None and served.process.poll() is not None:
        served.start()  # as a service manager does
    is_back = wait_for(lambda: len(teller.acknowledged) > taken, 60.0)
    after_s = time.monotonic() - at_s if is_back else float("inf")
    if not is_back:
        return Outcome(case, after_s=after_s, wrong=f"{teller.refused[-1:]} {served.said.read_text()[-300:]}")
    return outcome_of(case, teller, after_s, wrong)


def _untrue(served: Served, teller: Teller) -> str:
    """What the page does not tell as it is while the disk is full."""
    teller.pause()
    try:
        if any(status < 500 for status, _ in teller.refused):
            return f"refused with {teller.refused[-1]}"
        if any("disk" not in said for _, said in teller.refused):
            return f"refused without a reason: {teller.refused[-1]}"
        if get(served.port, "/")[0] != 200:
            return "the page is not served on a full disk"
        if told(served.port, "/api/health")["well"]:
            return "/api/health says that all is well on a full disk"
        shown = {each["number"] for each in entries(served.port)}
        if not {number for number, _ in teller.acknowledged} <= shown:
            return "entries are missing on a full disk"
    finally:
        teller.go_on()
    return ""


def small_files(times: int, seed: int) -> Iterator[Outcome]:
    """No file may grow beyond what it has (`RLIMIT_FSIZE`), then the server is begun again without that."""
    chance = random.Random(f"small {seed}")
    for _ in range(times):
        with tempfile.TemporaryDirectory() as place:
            yield _limited_once(Path(place) / "data", chance.randrange(120_000, 200_000))


def _limited_once(data: Path, most_bytes: int) -> Outcome:
    case = "no file may grow"
    set_up(data)
    limited = Served(data, preexec=partial(limit_files, most_bytes))
    limited.start()
    assert limited.until_served() < float("inf"), limited.said.read_text()
    teller = Teller(limited.port)
    teller.begin_game()
    wrong = ""
    while not teller.refused and len(teller.acknowledged) < 3000:
        teller.enter_once()
    for _ in range(REFUSALS):
        if teller.enter_once() is not None:
            wrong = "an entry was taken after one was refused"
    if any(status < 500 for status, _ in teller.refused):
        wrong = wrong or f"refused with {teller.refused[-1]}"
    limited.killed_with_all()
    served = Served(data)
    served.start()
    after_s = served.until_served()
    teller.port = served.port
    try:
        if after_s == float("inf"):
            return Outcome(case, after_s=after_s, wrong=served.said.read_text()[-300:])
        kept = teller.compared()
        if kept.foreign:
            wrong = wrong or f"{kept.foreign} entries nobody made"
        return Outcome(case, kept.lost, kept.doubled, after_s, wrong)
    finally:
        served.end()


def read_only(times: int, seed: int) -> Iterator[Outcome]:
    """The folder takes nothing: the server says so in one line and ends; with leave to write all is there."""
    for _ in range(times if can_mount() else 0):
        with small_disk() as disk:
            data = disk / "data"
            set_up(data)
            served = Served(data)
            served.said = Path(tempfile.gettempdir()) / f"readonly-{os.getpid()}.log"
            served.said.unlink(missing_ok=True)
            teller = teller_at(served)
            for _ in range(20):
                teller.enter_once()
            served.killed_with_all()
            wait_for(lambda: not _is_busy(disk), LIMIT_S)
            yield _without_leave(disk, served, teller)
            served.end()


def _without_leave(disk: Path, served: Served, teller: Teller) -> Outcome:
    served.said.unlink(missing_ok=True)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    served.start()
    assert served.process is not None
    status, said = served.process.wait(60), served.said.read_text()
    is_one_line = said.count("\n") == 1 and said.startswith("jantaku: ") and status != 0
    wrong = "" if is_one_line else f"status {status}: {said[-300:]}"
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    served.start()
    after_s = served.until_served()
    kept = teller.compared()
    return Outcome("folder read-only at the start", kept.lost, kept.doubled, after_s, wrong)


def _is_busy(disk: Path) -> bool:
    """Whether some process still has a file there open."""
    for each in Path("/proc").glob("[0-9]*/fd/*"):
        with suppress(OSError):
            if str(each.readlink()).startswith(f"{disk}/"):
                return True
    return False


def limit_files(most_bytes: int) -> None:
    """From now on no file of this process and its children may become larger."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))


def fill(path: Path) -> None:
    """Takes all the room there is."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        for size in (65536, 4096, 512, 1):
            with suppress(OSError):
                while file.write(b"\0" * size):
                    continue


def can_mount() -> bool:
    """Whether a small disk can be had; whoever is no administrator cannot."""
    with suppress(OSError, subprocess.CalledProcessError), small_disk():
        return True
    return False


@contextmanager
def small_disk(size_mb: int = SIZE_MB) -> Iterator[Path]:
    """A disk of that size in memory."""
    with tempfile.TemporaryDirectory() as place:
        options = ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m", "tmpfs", place]
        subprocess.run(options, check=True, capture_output=True)
        try:
            yield Path(place)
        finally:
            subprocess.run(["umount", "-l", place], check=True)
