"""A real server for a bench, started as its user starts it: its worker's memory, and a page that may post."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.ports import free_port
from webui.access.logins import Logins, Role

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Served:
    """A server that listens on `port`; `worker` is the process that answers."""

    port: int
    server: subprocess.Popen
    worker: int

    def memory_mb(self) -> tuple[float, float]:
        """What the worker holds now, and the most it ever held."""
        told = dict(
            line.split(":", 1) for line in Path(f"/proc/{self.worker}/status").read_text().splitlines()
        )
        return tuple(int(told[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))

    def is_alive(self) -> bool:
        """Whether the worker is still the one that was started."""
        return Path(f"/proc/{self.worker}").exists()


@contextmanager
def served(data: Path, source: str = "none", rules: str = "mcr") -> Iterator[Served]:
    """`jantaku serve` in a data folder of its own, until the bench is done with it."""
    logins = Logins(data)
    logins.set_code(Role.admin, "a code for the bench")
    logins.shut()
    port = free_port()
    command = [sys.executable, "-m", "webui.cli", "serve", source, "--rules", rules, "--host", HOST]
    server = subprocess.Popen([*command, "--port", str(port), "--data", data], stdout=subprocess.DEVNULL)
    try:
        wait_until_up(port)
        yield Served(port, server, children(server.pid)[0])
    finally:
        server.terminate()
        server.wait()


class Page:
    """A visitor's page: its cookie and its token, so that it may post."""

    def __init__(self, port: int, source: str = HOST) -> None:
        self.port, self.source = port, source
        connection = self.connected()
        connection.request("GET", "/")
        answer = connection.getresponse()
        self.headers = {
            "Cookie": answer.getheader("Set-Cookie", "").split(";")[0],
            "X-Jantaku-Token": re.search(r'jantaku-token" content="([^"]+)', answer.read().decode())[1],
            "Origin": f"http://{HOST}:{port}",
        }

    def connected(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection(HOST, self.port, timeout=120, source_address=(self.source, 0))

    def post(self, path: str, body: object, kind: str = "application/json") -> tuple[int, bytes]:
        """The status and the answer of a post."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection = self.connected()
        connection.request("POST", path, sent, {**self.headers, "Content-Type": kind})
        answer = connection.getresponse()
        told = answer.status, answer.read()
        connection.close()
        return told


def children(process: int) -> list[int]:
    """The processes that `process` started."""
    told = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(each) for each in told.split()]


def wait_until_up(port: int) -> None:
    """Until something is answered there."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=2).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not come up")
