"""The machine's clock jumps back and forth by seconds, hours and days while entries arrive."""

from __future__ import annotations

import http.client
import random
import shutil
import struct
import subprocess
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from faults.outcome import Outcome, outcome_of
from faults.served import CODE, HOST, LIMIT_S, Served, get, set_up, told, wait_for
from faults.teller import Teller, teller_at

SOURCE = Path(__file__).with_name("clock_shift.c")
SMALL_S, HOUR_S, DAY_S = 20, 3600, 86400
JUMPS_S = (-SMALL_S, SMALL_S, -HOUR_S, HOUR_S, -3 * DAY_S, 3 * DAY_S)
"""A log-in of the admin outlasts the small ones: half an hour without use ends it."""


def clock_jumps(times: int, seed: int) -> Iterator[Outcome]:
    """Each jump starts from the right time; needs a C compiler, without one nothing is done."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("  no clock jumps: there is no C compiler (cc)", flush=True)
        return
    chance = random.Random(f"clock {seed}")
    with tempfile.TemporaryDirectory() as place:
        data, shift, library = (Path(place) / name for name in ("data", "shift", "shift.so"))
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
        set_up(data)
        set_shift(shift, 0)
        faked = {"LD_PRELOAD": str(library), "CLOCK_SHIFT": str(shift)}
        served = Served(data, environment=faked)
        teller = teller_at(served)
        teller.start()
        try:
            for number in range(times):
                jump_s = JUMPS_S[number % len(JUMPS_S)] + chance.randrange(5)
                yield _jumped(served, teller, shift, jump_s)
        finally:
            teller.stop()
            served.end()


def _jumped(served: Served, teller: Teller, shift: Path, jump_s: int) -> Outcome:
    case = f"clock {'back' if jump_s < 0 else 'forth'} by {_called(abs(jump_s))}"
    set_shift(shift, 0)
    cookie = _log_in(served.port)
    session = told(served.port, "/api/state")["session"]
    before = len(teller.acknowledged)
    set_shift(shift, jump_s)
    at_s = time.monotonic()
    is_back = wait_for(lambda: len(teller.acknowledged) > before + 3, LIMIT_S)
    after_s = time.monotonic() - at_s if is_back else float("inf")
    wrong = "" if told(served.port, "/api/state")["session"] == session else "another session"
    is_in = _is_admin(served.port, cookie)
    if abs(jump_s) <= SMALL_S + 5 and not is_in:
        wrong = wrong or "the admin was logged out by a jump of seconds"
    set_shift(shift, 0)
    return outcome_of(case, teller, after_s, wrong)


def set_shift(path: Path, seconds: float) -> None:
    """From now on the server's clock is so much ahead."""
    content = struct.pack("d", seconds)
    if not path.exists():
        path.write_bytes(content)
    with path.open("r+b") as file:
        file.write(content)


def _called(jump_s: int) -> str:
    return "seconds" if jump_s < 60 else "an hour" if jump_s < DAY_S else "days"


def _log_in(port: int) -> str:
    """The cookies of somebody who just logged in as admin."""
    teller = Teller(port)
    teller._open()
    form = urllib.parse.urlencode({"code": CODE, "then": "/", "token": teller._headers["X-Jantaku-Token"]})
    connection = http.client.HTTPConnection(HOST, port, timeout=15)
    sent = {**teller._headers, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/login", form, sent)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 303, answer.status
    own = [value.split(";")[0] for name, value in answer.getheaders() if name == "Set-Cookie"]
    return "; ".join([teller._headers["Cookie"], *own])


def _is_admin(port: int, cookie: str) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=15)
    connection.request("GET", "/setup/backup/", headers={"Cookie": cookie})
    return connection.getresponse().status == 200


def second_server(times: int, seed: int) -> Iterator[Outcome]:
    """Another server on the same folder says so in one line and ends; the first goes on."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        set_up(data)
        first = Served(data)
        teller = teller_at(first)
        for _ in range(times):
            teller.enter_once()
            second = Served(data)
            second.said = Path(place) / "second.log"
            second.said.unlink(missing_ok=True)
            second.start()
            assert second.process is not None
            status, said = second.process.wait(60), second.said.read_text()
            is_told = status != 0 and said.count("\n") == 1 and "another Jantaku" in said
            teller.enter_once()
            kept = teller.compared()
            wrong = "" if is_told else f"status {status}: {said[-300:]}"
            after_s = 0.0 if get(first.port, "/")[0] == 200 else float("inf")
            yield Outcome("a second server on the folder", kept.lost, kept.doubled, after_s, wrong)
        first.end()
