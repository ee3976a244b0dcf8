"""The eyes are killed, stopped or hang, at a simulated camera and at a looped recording."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from faults.outcome import Outcome
from faults.served import LIMIT_S, Served, set_up, told, wait_for
from faults.teller import Teller

SIMULATED, RECORDING = "simulated:", str(Path(__file__).parents[4] / "webui" / "recordings" / "first_deal")
AT_ONE_TABLE = 20
BACK_S = 90.0
"""How long is waited for the eyes to look again; loading the networks takes most of it."""


def eyes(how: str, source: str, times: int, seed: int) -> Iterator[Outcome]:
    """Kills (``kill``) or stops (``stop``) the eyes so often. At a simulated camera entries are made the
    while; a recording begins anew with another session each time, so nobody enters anything there."""
    chance = random.Random(f"{how} {source} {seed}")
    while times > 0:
        yield from _at_one_table(how, source, min(times, AT_ONE_TABLE), chance)
        times -= AT_ONE_TABLE


def _at_one_table(how: str, source: str, times: int, chance: random.Random) -> Iterator[Outcome]:
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        set_up(data)
        served = Served(data, source)
        served.start()
        assert served.until_served() < float("inf"), served.said.read_text()
        teller = Teller(served.port)
        if source == SIMULATED:
            teller.start()
        try:
            for _ in range(times):
                yield _once(how, source, served, teller, chance)
        finally:
            if teller.is_alive():
                teller.stop()
            served.end()


def _once(how: str, source: str, served: Served, teller: Teller, chance: random.Random) -> Outcome:
    case = f"{'kill -9' if how == 'kill' else 'SIGSTOP'} of the eyes at {_called(source)}"
    if not wait_for(lambda: _looks(served) > 2 and served.eyes() is not None, BACK_S):
        return Outcome(case, after_s=float("inf"), wrong="it never looked")
    time.sleep(chance.uniform(0.0, 0.5))
    before, at_s = served.eyes(), time.monotonic()
    assert before is not None
    with suppress(ProcessLookupError):
        os.kill(before, signal.SIGKILL if how == "kill" else signal.SIGSTOP)
    said = wait_for(lambda: _condition(served) not in ("watching", "ended"), BACK_S)
    looks = _looks(served)
    is_back = wait_for(lambda: served.eyes() not in (before, None) and _looks(served) != looks, BACK_S)
    back_s = time.monotonic() - at_s
    if not is_back:
        return Outcome(case, after_s=float("inf"), wrong="it does not look again")
    wrong = "" if said or how == "kill" else "the page said that it watches while nothing was seen"
    if not teller.is_alive():
        return Outcome(case, after_s=0.0 if served.answers() else float("inf"), wrong=wrong, back_s=back_s)
    teller.pause()
    kept, slowest_s = teller.compared(), teller.slowest_s
    teller.slowest_s = 0.0
    teller.go_on()
    if kept.foreign:
        wrong = wrong or f"{kept.foreign} entries nobody made"
    if slowest_s > LIMIT_S:
        wrong = wrong or f"an entry took {slowest_s:.0f} s"
    return Outcome(case, kept.lost, kept.doubled, slowest_s, wrong, back_s=back_s)


def _called(source: str) -> str:
    return "a recording" if source == RECORDING else "a camera"


def _looks(served: Served) -> int:
    return int(told(served.port, "/api/state")["sight"]["look"])


def _condition(served: Served) -> str:
    return str(told(served.port, "/api/state")["sight"]["condition"])
