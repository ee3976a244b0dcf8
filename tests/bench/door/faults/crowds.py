"""Slow and greedy clients: half a request held open, streams hoarded, large bodies, while entries arrive."""

from __future__ import annotations

import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from faults.outcome import Outcome
from faults.served import HOST, LIMIT_S, Served, get, set_up
from faults.teller import Teller, teller_at

CLIENTS, FROM = 200, 4
"""Connections, and the addresses (127.0.0.2 and on) they come from."""
HELD_S = 12.0
PAGE_S = 1.0
"""Within it a page answers whoever else hangs on."""
HALF_HEADER = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = (
    b"POST /record HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 900\r\n\r\n{"
)
STREAM = b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
KINDS: dict[str, bytes] = {
    "half a header": HALF_HEADER,
    "half a body": HALF_BODY,
    "streams hoarded": STREAM,
    "nothing said": b"",
}


def crowds(times: int, seed: int) -> Iterator[Outcome]:
    """Each kind of client so often; `not told` also counts a page that took longer than a second."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        set_up(data)
        served = Served(data)
        teller = teller_at(served)
        try:
            for _ in range(times):
                for kind, said in KINDS.items():
                    yield _beset(served, teller, kind, said)
        finally:
            served.end()


def _beset(served: Served, teller: Teller, kind: str, said: bytes) -> Outcome:
    case = f"{CLIENTS} slow clients: {kind}"
    held = list(_held(served.port, said))
    times, taken = [], len(teller.acknowledged)
    until = time.monotonic() + HELD_S
    while time.monotonic() < until:
        times.append(_timed(lambda: get(served.port, "/api/state", LIMIT_S)))
        times.append(_timed(teller.enter_once))
        for each in held[:20]:
            with suppress(OSError):
                each.send(b"x")  # slowly on
        time.sleep(0.2)
    for each in held:
        each.close()
    kept, slowest_s = teller.compared(), max(times)
    wrong = f"a page or an entry took {slowest_s:.1f} s" if slowest_s > PAGE_S else ""
    if len(teller.acknowledged) == taken:
        wrong = f"no entry was taken: {teller.refused[-1:]}"
    if kept.foreign:
        wrong = wrong or f"{kept.foreign} entries nobody made"
    return Outcome(case, kept.lost, kept.doubled, slowest_s, wrong)


def _held(port: int, said: bytes) -> Iterator[socket.socket]:
    for number in range(CLIENTS):
        client = socket.socket()
        client.settimeout(5)
        with suppress(OSError):
            client.bind((f"127.0.0.{2 + number % FROM}", 0))
            client.connect((HOST, port))
            client.send(said)
            client.settimeout(0.01)
            yield client


def _timed(act: Callable[[], object]) -> float:
    begun = time.monotonic()
    try:
        act()
    except OSError:
        return LIMIT_S * 2
    return time.monotonic() - begun
