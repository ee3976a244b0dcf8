"""Many tables at one hub, while everything between them fails: what is lost, doubled or out of order.

    python -m tests.bench.hub.bench_hub --tables 100 --minutes 15
    python -m tests.bench.hub.bench_hub --tables 20 --evening 1600

Each table is a score book and a journal on the disk with the product's own link; a driver enters acts in all.
A fifth of the batches goes out twice. Mosquitto is killed every minute, the hub is off part of the time,
PostgreSQL is stopped as by a pulled plug twice. At the end each table's lines are compared with the hub's.
With ``--evening`` each table has so many entries before the hub begins; measured is how fast they come.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[3]))

from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from tests.ports import free_port
from webui.hub.carried.link_file import LinkFile, new_secret
from webui.hub.carried.wire import password_of
from webui.hub.kept.database import connect, migrate
from webui.hub.kept.engines import Cluster, OwnBroker
from webui.hub.kept.keeping import add_table
from webui.hub.link.link import Link
from webui.scores.store.book import ScoreBook
from webui.storage.journal import Journal

RECORDED = Path(__file__).parents[2] / "games" / "riichi_beginning" / "journal.jsonl"
TWICE = 0.2
"""The part of the batches that is sent twice."""


class DoublingLink(Link):
    """The product's link, whose line doubles some batches."""

    def _say(self, kind: str, payload: bytes) -> None:
        super()._say(kind, payload)
        if kind == "entries" and random.random() < TWICE:
            super()._say(kind, payload)


class Table:
    """One table: its journal, and its link in a thread."""

    def __init__(self, folder: Path, name: str, link: LinkFile) -> None:
        folder.mkdir(parents=True)
        self.name = name
        book = ScoreBook(folder)
        game = book.begin_game("by_hand", load_ruleset("riichi"), ("Ann", "Bob", "Cem", "Dov"))
        book.lay_out(game.number)
        self.path = book.path_of(game)
        book.close()  # all tables share this process's open files, of which paho's select takes 1024
        self.journal = Journal(self.path)
        self.until = threading.Event()
        self.link = DoublingLink(link, folder)
        self.thread = threading.Thread(target=self.link.run, args=(self.until,), daemon=True)
        self.thread.start()

    def lines(self) -> list[str]:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as store:
            return [line for (line,) in store.execute("SELECT line FROM entries ORDER BY number")]


class Hub:
    """The program that listens, in a process of its own."""

    def __init__(self, database: str, broker: str) -> None:
        self.told = {"JANTAKU_DATABASE": database, "JANTAKU_BROKER": broker}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "webui.cli", "hub", "listen"]
        self.process = subprocess.Popen(command, env={**os.environ, **self.told}, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


def play(tables: list[Table], until: threading.Event, rate: float, spent: list[float]) -> None:
    """Enters `rate` acts a second at each table, and notes how long each took the table."""
    recorded = [entry_from_line(line) for line in RECORDED.read_text().splitlines()]
    turn = 0
    while not until.is_set():
        began = time.monotonic()
        for table in tables:
            before = time.perf_counter()
            table.journal.append(recorded[turn % len(recorded)])
            spent.append(time.perf_counter() - before)
        turn += 1
        until.wait(max(0.0, 1.0 / rate - (time.monotonic() - began)))


def waiting(tables: list[Table], database: str) -> int:
    """How many entries the hub has not."""
    own = sum(table.journal.last_number for table in tables)
    with connect(database) as connection:
        row = connection.execute("SELECT count(*) FROM entries").fetchone()
    return own - int(row[0] if row else 0)


def compared(tables: list[Table], database: str) -> dict[str, int]:
    """Lines lost, doubled and out of order, of all tables."""
    found = {"entries": 0, "lost": 0, "doubled": 0, "out of order": 0}
    with connect(database) as connection:
        for table in tables:
            site, own = table.name.split(".")
            kept = [
                line
                for (line,) in connection.execute(
                    "SELECT line FROM entries JOIN journals ON journals.id = journal_id"
                    " JOIN tables ON tables.id = table_id WHERE site = %s AND name = %s"
                    " ORDER BY journals.id, entries.number",
                    (site, own),
                )
            ]
            lines = table.lines()
            found["entries"] += len(lines)
            found["lost"] += len(set(lines) - set(kept))
            found["doubled"] += len(kept) - len(set(kept))
            found["out of order"] += kept != lines
    return found


def main() -> None:
    """Runs the campaign and prints what it showed."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--tables", type=int, default=100)
    ask.add_argument("--minutes", type=float, default=15.0)
    ask.add_argument("--rate", type=float, default=0.5, help="acts a second at each table")
    ask.add_argument("--evening", type=int, default=0, help="entries of a table before the hub begins")
    told = ask.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="jantaku-hub-"))
    folder.chmod(0o755)
    try:
        if told.evening:
            catch_up(told.tables, told.evening, folder)
        else:
            run(told.tables, told.minutes * 60, told.rate, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def club_in(folder: Path, count: int) -> tuple[Cluster, OwnBroker, Hub, list[LinkFile]]:
    """The hub's engines, running, the hub, which is not, and the link files of its tables."""
    cluster = Cluster(folder)
    cluster.open()
    secrets = {f"club.{number}": new_secret() for number in range(1, count + 1)}
    with connect(cluster.address) as connection:
        migrate(connection)
        for name, secret in secrets.items():
            add_table(connection, name, secret)
    broker = OwnBroker(folder / "broker", free_port())
    broker.open({name: password_of(secret) for name, secret in secrets.items()})
    own = broker.broker
    hub = Hub(cluster.address, f"mqtt://{own.user}:{quote(own.password, safe='')}@127.0.0.1:{own.port}")
    files = [LinkFile(name, secret, "127.0.0.1", broker.port) for name, secret in secrets.items()]
    return cluster, broker, hub, files


def catch_up(count: int, entries: int, folder: Path) -> None:
    """All tables played without the hub; then it begins."""
    cluster, broker, hub, files = club_in(folder, count)
    tables = [Table(folder / link.name, link.name, link) for link in files]
    recorded = [entry_from_line(line) for line in RECORDED.read_text().splitlines()]
    try:
        for table in tables:
            table.journal.append_all([recorded[turn % len(recorded)] for turn in range(entries)])
        hub.start()
        while waiting(tables, cluster.address) == count * entries:
            time.sleep(0.02)
        began = time.monotonic()
        while waiting(tables, cluster.address):
            time.sleep(0.1)
        spent = time.monotonic() - began
        print(f"{count} tables, {entries} entries each, 20 % of the batches twice: all there {spent:.1f} s")
        print(f"after the first, {count * entries / spent:.0f} entries a second")
        print(compared(tables, cluster.address))
        report_size(cluster.address)
    finally:
        for table in tables:
            table.until.set()
        hub.kill()
        broker.close()
        cluster.stop("immediate")


def run(count: int, seconds: float, rate: float, folder: Path) -> None:
    """One campaign in `folder`."""
    cluster, broker, hub, files = club_in(folder, count)
    hub.start()
    tables = [Table(folder / link.name, link.name, link) for link in files]
    until, spent = threading.Event(), list[float]()
    players = threading.Thread(target=play, args=(tables, until, rate, spent))
    players.start()
    try:
        fail(seconds, broker, cluster, hub)
        until.set()
        players.join()
        print(f"{count} tables, {seconds:.0f} s, {rate} acts a second each, 20 % of the batches twice")
        print(f"behind at the end of play: {waiting(tables, cluster.address)} entries")
        began = time.monotonic()
        while waiting(tables, cluster.address) and time.monotonic() - began < 300:
            time.sleep(0.2)
        print(f"caught up in {time.monotonic() - began:.1f} s")
        print(compared(tables, cluster.address))
        report_size(cluster.address)
        spent.sort()
        print(f"a table's own entry: median {1e3 * spent[len(spent) // 2]:.1f} ms,", end=" ")
        print(f"P99 {1e3 * spent[int(len(spent) * 0.99)]:.1f} ms")
    finally:
        until.set()
        for table in tables:
            table.until.set()
        hub.kill()
        broker.close()
        cluster.stop("immediate")


def fail(seconds: float, broker: OwnBroker, cluster: Cluster, hub: Hub) -> None:
    """The broker dies every minute, the hub is off for two thirds of the time, the database twice."""
    began, kills, stops = time.monotonic(), 0, 0
    hub_off, hub_on = seconds * 0.1, seconds * 0.77
    is_off = False
    while (at := time.monotonic() - began) < seconds:
        if at >= 60 * (kills + 1) or (seconds < 240 and at >= 20 * (kills + 1)):
            broker.kill()
            time.sleep(1.0)
            broker.start()
            kills += 1
        if not is_off and hub_off <= at < hub_on:
            hub.kill()
            is_off = True
        if is_off and at >= hub_on:
            hub.start()
            is_off = False
        if stops < 2 and at >= seconds * (0.05 if stops == 0 else 0.85):
            cluster.stop("immediate")
            time.sleep(2.0)
            cluster.start()
            stops += 1
        time.sleep(0.2)
    if is_off:
        hub.start()
    print(f"broker killed {kills} times, database stopped {stops} times, hub off {hub_on - hub_off:.0f} s")


def report_size(address: str) -> None:
    """What the entries take on the hub's disk."""
    with connect(address) as connection:
        size, count = connection.execute(
            "SELECT pg_total_relation_size('entries'), (SELECT count(*) FROM entries)"
        ).fetchone() or (0, 1)
    print(f"{size / 1e6:.1f} MB for {count} entries ({size / max(1, count):.0f} bytes each)")


if __name__ == "__main__":
    main()
