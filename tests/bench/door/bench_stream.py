"""How soon twenty devices know, and how soon a page opens while silent connections hang on.

    python tests/bench/door/bench_stream.py [ENTRIES, 60] [SOURCE, simulated:]

Starts a real server at a simulated table (``none``: without a camera, so that no detector shares the cores),
enters discards by hand, and prints: from the request that enters one to the moment each of 19 streams has it
and a Chromium page shows it (one machine, one clock); times of state pages with 200 silent connections and
all the streams there may be; what one stream more is answered.
Exits with status 1 when a limit is missed.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from served import wait_until_up

from tests.chromium import BROWSER_FLAGS, browser_path
from tests.ports import free_port
from webui.access.logins import Logins, Role

HOST = "127.0.0.1"
STREAMS, SILENT, PAGES, REFUSED, MOST_STREAMS = 19, 200, 300, 20, 200
GLASS_MS, STATE_MS = 300.0, 100.0
WATCH = """() => {
  window.seen = {};
  const note = (changes) => {
    const numbers = changes.flatMap((each) => [...each.addedNodes]).map((row) => row.dataset?.number);
    requestAnimationFrame(() => {
      for (const number of numbers) if (number) window.seen[number] ??= Date.now();
    });
  };
  new MutationObserver(note).observe(document.getElementById("story"), { childList: true });
}"""
"""Notes by its number when each announcement was about to be painted; the headline changes with it."""


def main() -> None:
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    source = sys.argv[2] if len(sys.argv) > 2 else "simulated:"
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        set_up(Path(data))
        command = [sys.executable, "-m", "webui.cli", "serve", source, "--rules", "mcr", "--host", HOST]
        server = subprocess.Popen([*command, "--port", str(port), "--data", data], stdout=subprocess.DEVNULL)
        try:
            wait_until_up(port)
            time.sleep(3)
            is_soon = bench_glass(port, entries)
            is_open = bench_pages(port)
        finally:
            server.terminate()
            server.wait()
    sys.exit(not (is_soon and is_open))


def set_up(data: Path) -> None:
    """At a table that was set up everybody on the network may enter what happened."""
    logins = Logins(data)
    logins.set_code(Role.admin, "a code for the bench")
    logins.shut()


def bench_glass(port: int, entries: int) -> bool:
    """Enters discards and notes when each device has them."""
    arrived: dict[int, list[float]] = {}
    for _ in range(STREAMS):
        threading.Thread(target=listen, args=(port, arrived), daemon=True).start()
    browser, page = open_page(port)
    sent: dict[int, float] = {}
    door = Door(port)
    for count in range(1, entries + 1):
        at = time.time()
        tile = f"{count % 9 + 1}{'mps'[count % 3]}"
        sent[door.enter({"seat": count % 4, "act": "discard", "tile": tile})] = at
        time.sleep(0.3)
    time.sleep(1)
    streamed = [(at - sent[number]) * 1e3 for number in sent for at in arrived.get(number, ())]
    is_soon = told(f"event to {STREAMS} streams", streamed, GLASS_MS, 95)
    is_whole = len(streamed) == entries * STREAMS
    if not is_whole:
        print(f"  only {len(streamed)} of {entries * STREAMS} events arrived")
    if page is not None:
        seen = {int(number): at for number, at in page.evaluate("window.seen").items()}
        shown = [seen[number] - since * 1e3 for number, since in sent.items() if number in seen]
        is_soon &= told("event to the glass (Chromium)", shown, GLASS_MS, 95)
        is_whole &= len(shown) == entries
        browser.close()
    return is_soon and is_whole


def bench_pages(port: int) -> bool:
    """Times state pages while silent connections and every stream there may be are open."""
    silent = [socket.create_connection((HOST, port)) for _ in range(SILENT)]
    time.sleep(3)  # the server has noticed that the browser is gone
    streams = filled(port)
    beside = f"with {SILENT} silent connections and {len(streams)} more streams"
    is_open = True
    for path in ("/api/state", "/table.svg", "/healthz"):
        times = [timed(f"http://{HOST}:{port}{path}") for _ in range(PAGES)]
        is_open &= told(f"GET {path} {beside}", times, STATE_MS, 99)
    refused = [refusal(port) for _ in range(REFUSED)]
    is_open &= told("a stream too many, until it is refused", [ms for ms, _ in refused], STATE_MS, 99)
    is_told = all(answer == (503, True) for _, answer in refused)
    print(f"  {'all' if is_told else 'NOT all'} answered 503 with Retry-After")
    for held in (*silent, *streams):
        held.close()
    return is_open and is_told


def filled(port: int) -> list[http.client.HTTPResponse]:
    """As many open streams as the server gives."""
    streams: list[http.client.HTTPResponse] = []
    while len(streams) < MOST_STREAMS:
        source = (f"127.0.0.{2 + len(streams) % 4}", 0)  # no address has them all
        connection = http.client.HTTPConnection(HOST, port, timeout=20, source_address=source)
        connection.request("GET", "/stream")
        answer = connection.getresponse()
        if answer.status != 200:
            return streams
        streams.append(answer)
    raise SystemExit(f"{MOST_STREAMS} streams were opened and none refused")


def timed(address: str) -> float:
    """Milliseconds until the whole answer is there; a table that cannot be seen answers 503, which counts."""
    start = time.perf_counter()
    try:
        urllib.request.urlopen(address).read()
    except urllib.error.HTTPError as wrong:
        wrong.read()
    return (time.perf_counter() - start) * 1e3


def refusal(port: int) -> tuple[float, tuple[int, bool]]:
    """Milliseconds until one stream too many is answered, its status, whether it says when to ask again."""
    connection = http.client.HTTPConnection(HOST, port, timeout=20)
    start = time.perf_counter()
    connection.request("GET", "/stream")
    answer = connection.getresponse()
    told_ms = (time.perf_counter() - start) * 1e3
    answer.read(100)
    connection.close()
    return told_ms, (answer.status, bool(answer.getheader("Retry-After")))


def told(what: str, times_ms: list[float], limit_ms: float, percent: int) -> bool:
    """Prints the distribution; whether the percentile is within the limit."""
    cuts = statistics.quantiles(times_ms, n=100) if len(times_ms) > 1 else [float("inf")] * 99
    value = cuts[percent - 1]
    print(f"{what}: P50 {cuts[49]:.1f} ms, P95 {cuts[94]:.1f} ms, P99 {cuts[98]:.1f} ms (n={len(times_ms)})")
    print(f"  P{percent} {'within' if value <= limit_ms else 'OVER'} {limit_ms:.0f} ms")
    return value <= limit_ms


def listen(port: int, arrived: dict[int, list[float]]) -> None:
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    connection.request("GET", "/stream")
    answer = connection.getresponse()
    while line := answer.readline():
        if line.startswith(b"id: "):
            arrived.setdefault(int(line[4:]), []).append(time.time())


def open_page(port: int):
    """A Chromium page at the table, (None, None) where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright

        playwright = sync_playwright().start()
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
    except Exception as missing:
        print(f"no browser: {str(missing).splitlines()[0]}")
        return None, None
    page = browser.new_page()
    page.goto(f"http://{HOST}:{port}/?view=table&lang=en")
    page.evaluate(WATCH)
    time.sleep(1)
    return browser, page


class Door:
    """A visitor that enters what happened, as the page's script does."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection(HOST, port, timeout=30)
        self._connection.request("GET", "/")
        answer = self._connection.getresponse()
        self._headers = {
            "Cookie": answer.getheader("Set-Cookie", "").split(";")[0],
            "X-Jantaku-Token": re.search(r'jantaku-token" content="([^"]+)', answer.read().decode())[1],
            "Origin": f"http://{HOST}:{port}",
            "Content-Type": "application/json",
        }

    def enter(self, act: dict[str, object]) -> int:
        """The number of its entry."""
        self._connection.request("POST", "/record", json.dumps(act), self._headers)
        answer = self._connection.getresponse()
        assert answer.status == 201, answer.status
        return int(json.loads(answer.read())["number"])


if __name__ == "__main__":
    main()
