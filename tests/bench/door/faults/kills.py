"""Kill -9 of master, worker or both while entries arrive."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from faults.outcome import Outcome
from faults.served import LIMIT_S, Served, set_up, told, wait_for
from faults.teller import Teller, teller_at

AT_ONE_TABLE = 25
"""Kills before another folder is begun, so that journals stay as long as an evening's."""


def kills(what: str, times: int, seed: int) -> Iterator[Outcome]:
    """Kills `what` (``master``, ``worker``, ``all``) so often, at tables of `AT_ONE_TABLE` each."""
    chance = random.Random(f"{what} {seed}")
    while times > 0:
        yield from _at_one_table(what, min(times, AT_ONE_TABLE), chance)
        times -= AT_ONE_TABLE


def _at_one_table(what: str, times: int, chance: random.Random) -> Iterator[Outcome]:
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        set_up(data)
        served = Served(data)
        teller = teller_at(served)
        teller.start()
        try:
            for _ in range(times):
                yield _killed_once(what, served, teller, chance)
        finally:
            teller.stop()
            served.end()


def _killed_once(what: str, served: Served, teller: Teller, chance: random.Random) -> Outcome:
    before = len(teller.acknowledged)
    wait_for(lambda: len(teller.acknowledged) > before, LIMIT_S)
    session = told(served.port, "/api/state")["session"]
    time.sleep(chance.uniform(0.0, 0.25))
    at_s = time.monotonic()
    wrong = _kill(what, served)
    after_s = _recovered(what, served, at_s)
    if after_s == float("inf"):
        return Outcome(f"kill -9 of {what}", after_s=after_s, wrong=served.said.read_text()[-300:])
    teller.pause()
    kept = teller.compared()
    if told(served.port, "/api/state")["session"] != session:
        wrong = wrong or "another session after the kill"
    if kept.foreign:
        wrong = wrong or f"{kept.foreign} entries nobody made"
    teller.go_on()
    return Outcome(f"kill -9 of {what}", kept.lost, kept.doubled, after_s, wrong)


def _kill(what: str, served: Served) -> str:
    match what:
        case "all":
            served.killed_with_all()
        case "master":
            served.kill(served.master())
        case "worker":
            return "" if served.kill(served.worker()) else "there was no worker"
    return ""


def _recovered(what: str, served: Served, at_s: float) -> float:
    """Seconds until the table is served again."""
    if what in ("master", "all"):
        served.start()
    return served.until_served(at_s)
