"""From an act to a page's stream, at a table with its link to a hub and at one without.

    python -m tests.bench.pages.bench_glass --acts 200 [--apart] [--pace 0.5]

Two servers as `jantaku serve none` starts them, one of them linked to a hub that listens (Mosquitto and
PostgreSQL of its own). Acts are posted to both in turn, so that both meet the same load; a stream hears each.
With ``--apart`` the hub writes to memory, as if it had a disk of its own; with ``--pace``
so many seconds pass before each act, as at a table, else one follows on the other.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

from tests.ports import free_port
from webui.access.logins import Logins, Role
from webui.hub.carried.link_file import FILE, LinkFile, new_secret, write_link_file
from webui.hub.carried.wire import password_of
from webui.hub.kept.database import connect, migrate
from webui.hub.kept.engines import Cluster, OwnBroker
from webui.hub.kept.keeping import add_table

CODE = "a code for players"


class Served:
    """One table's server, a browser at it, and its stream."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        logins = Logins(data)
        logins.set_code(Role.admin, "a code for the admin")
        logins.set_code(Role.referee, CODE)
        logins.shut()
        command = [sys.executable, "-m", "webui.cli", "serve", "none", "--data", str(data)]
        command += ["--host", "127.0.0.1", "--port", str(self.port)]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        self.cookies: dict[str, str] = {}
        self.wait()
        self.token = self.token_of(self.ask("GET", "/login"))
        form = f"token={quote(self.token)}&code={quote(CODE)}"
        self.ask("POST", "/login", form, "application/x-www-form-urlencoded")
        names = {"rules": "riichi", "names": ["Ann", "Bob", "Cem", "Dov"], "dealer": 0}
        self.ask("POST", "/scores/games", json.dumps(names), "application/json")
        self.heard: dict[int, float] = {}
        self.acts = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + 180
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.3)
        raise RuntimeError("the server never answered")

    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> str:
        """One request; the text of its answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": kind}
            headers["X-Jantaku-Token"] = self.token
        line.request(method, path, body or None, headers)
        answer = line.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        text = answer.read().decode()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]}")
        return text

    def token_of(self, page: str) -> str:
        """What a page's script sends with a post."""
        found = re.search(r'name="jantaku-token" content="([^"]+)"', page)
        if found is None:
            raise RuntimeError("the page has no token")
        return found[1]

    def listen(self) -> None:
        """Notes when each entry is heard."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        line.request("GET", "/stream", headers={"Accept": "text/event-stream"})
        answer = line.getresponse()
        while raw := answer.readline():
            if raw.startswith(b"id: "):
                self.heard[int(raw[4:])] = time.perf_counter()

    def act(self) -> float:
        """Milliseconds from the post to the stream."""
        began = time.perf_counter()
        self.acts += 1
        tile = f"{1 + self.acts % 9}{'mps'[self.acts % 3]}"
        body = json.dumps({"seat": self.acts % 4, "act": "discard", "tile": tile})
        told = json.loads(self.ask("POST", "/record", body, "application/json"))
        while told["number"] not in self.heard:
            time.sleep(0.0005)
        return 1e3 * (self.heard[told["number"]] - began)


def main() -> None:
    """Prints the delay of both tables."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--acts", type=int, default=200)
    ask.add_argument("--apart", action="store_true")
    ask.add_argument("--pace", type=float, default=0.0)
    told = ask.parse_args()
    engines = Path(tempfile.mkdtemp(prefix="jantaku-hub-", dir="/dev/shm" if told.apart else None))
    engines.chmod(0o755)
    folder = Path(tempfile.mkdtemp(prefix="jantaku-glass-"))
    cluster, broker = Cluster(engines), OwnBroker(engines / "broker", free_port())
    started: list[subprocess.Popen[bytes]] = []
    try:
        cluster.open()
        secret = new_secret()
        with connect(cluster.address) as connection:
            migrate(connection)
            add_table(connection, "club.1", secret)
        broker.open({"club.1": password_of(secret)})
        own = broker.broker
        address = f"mqtt://{own.user}:{quote(own.password, safe='')}@127.0.0.1:{own.port}"
        secrets = {"JANTAKU_DATABASE": cluster.address, "JANTAKU_BROKER": address}
        listen = [sys.executable, "-m", "webui.cli", "hub", "listen"]
        started.append(subprocess.Popen(listen, env={**os.environ, **secrets}, stderr=subprocess.DEVNULL))
        for name in ("linked", "alone"):
            (folder / name).mkdir()
        write_link_file(folder / "linked" / FILE, LinkFile("club.1", secret, "127.0.0.1", broker.port))
        measure({name: Served(folder / name) for name in ("linked", "alone")}, told, started)
        with connect(cluster.address) as connection:
            kept = connection.execute("SELECT count(*) FROM entries").fetchone()
        print(f"the hub has {kept and kept[0]} entries")
    finally:
        for each in started:
            each.terminate()
            each.wait(timeout=30)
        broker.close()
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(engines, ignore_errors=True)


def measure(
    tables: dict[str, Served], told: argparse.Namespace, started: list[subprocess.Popen[bytes]]
) -> None:
    """Acts at both in turn; the first ten warm up."""
    started += [each.process for each in tables.values()]
    took: dict[str, list[float]] = {name: [] for name in tables}
    for number in range(told.acts + 10):
        for name, table in tables.items():
            time.sleep(told.pace)
            spent = table.act()
            if number >= 10:
                took[name].append(spent)
    for name, spent_ms in took.items():
        spent_ms.sort()
        late = spent_ms[int(len(spent_ms) * 0.95)]
        print(f"{name}: median {statistics.median(spent_ms):.1f} ms, P95 {late:.1f} ms of {len(spent_ms)}")


if __name__ == "__main__":
    main()
