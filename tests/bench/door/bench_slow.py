"""How soon a page is answered while slow senders hang on: python tests/bench/door/bench_slow.py [SECONDS, 20]

Starts a real server and keeps 200 connections to it that never end what they began, each renewed as soon as
the server cuts it: half a header, half a body, a header and a body that drip, half a large body, and requests
whose answer nobody takes. First all come from one address, then from twenty. Meanwhile pages are asked for
from another address. Prints how long they took; exits with status 1 when one was not answered.
"""

from __future__ import annotations

import http.client
import socket
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from served import HOST, Page, Served, served

SLOW = 200
PAGES = ("/", "/api/state", "/table.svg", "/scores", "/healthz")


def main() -> None:
    lasts = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    is_well = True
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as here:
        page = Page(here.port)
        for addresses in (1, 20):
            is_well &= bench(here, page, addresses, lasts)
    sys.exit(not is_well)


def bench(here: Served, page: Page, addresses: int, lasts: float) -> bool:
    slow = SlowSenders(here.port, addresses, page)
    running = threading.Thread(target=slow.run, daemon=True)
    running.start()
    times, failed, began = [], 0, time.monotonic()
    while time.monotonic() - began < lasts:
        for path in PAGES:
            took = asked(here.port, path)
            times.append(took if took is not None else float("inf"))
            failed += took is None
        time.sleep(0.05)
    slow.is_over = True
    running.join()
    print(f"{SLOW} slow connections of {addresses} addresses, {slow.cut} cut and begun again")
    half, most = statistics.median(times), max(times)
    print(f"  {len(times)} pages: P50 {half:.0f} ms, most {most:.0f} ms, {failed} not answered", flush=True)
    return not failed


def asked(port: int, path: str) -> float | None:
    """Milliseconds until the whole answer is there; None when none came within ten seconds."""
    connection = http.client.HTTPConnection(HOST, port, timeout=10, source_address=("127.0.0.200", 0))
    start = time.perf_counter()
    try:
        connection.request("GET", path)
        connection.getresponse().read()
    except OSError:
        return None
    finally:
        connection.close()
    return (time.perf_counter() - start) * 1e3


class SlowSenders:
    """Connections that never end what they began; one that is cut is begun anew."""

    def __init__(self, port: int, addresses: int, page: Page) -> None:
        self._port, self._addresses, self._count = port, addresses, 0
        self.cut, self.is_over = 0, False
        known = "".join(f"{name}: {value}\r\n" for name, value in page.headers.items())
        post = f"POST /practice/photo HTTP/1.1\r\nHost: {HOST}:{port}\r\n{known}"
        self._kinds = (
            (f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ", b"x"),
            (f"GET / HTTP/1.1\r\nHost: {HOST}\r\n", b""),
            (f"{post}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{{", b" "),
            (f"{post}Content-Type: image/jpeg\r\nContent-Length: 5000000\r\n\r\nhalf", b"x"),
            (f"{post}Content-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
            (f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n" * 40, None),
        )
        """What each kind says at once, and what it drips afterwards; None: it takes no answer."""

    def run(self) -> None:
        held = [self._begun() for _ in range(SLOW)]
        while not self.is_over:
            for place, (slow, more) in enumerate(held):
                if self._is_cut(slow, more):
                    slow.close()
                    self.cut += 1
                    held[place] = self._begun()
            time.sleep(0.2)
        for slow, _ in held:
            slow.close()

    def _begun(self) -> tuple[socket.socket, bytes | None]:
        self._count += 1
        said, more = self._kinds[self._count % len(self._kinds)]
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.bind((f"127.0.0.{2 + self._count % self._addresses}", 0))
        slow.settimeout(0.5)
        try:
            slow.connect((HOST, self._port))
            slow.sendall(said.encode())
        except OSError:
            pass  # the server takes no more now; it is found cut
        slow.setblocking(False)
        return slow, more

    @staticmethod
    def _is_cut(slow: socket.socket, more: bytes | None) -> bool:
        """Drips, and tells whether the server has ended the connection."""
        try:
            if more is None:
                slow.send(b"GET / HTTP/1.1\r\n")
                return False
            slow.send(more)
            slow.recv(1)
            return True
        except BlockingIOError:
            return False
        except OSError:
            return True


if __name__ == "__main__":
    main()
