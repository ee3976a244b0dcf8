"""A whole tournament in Chromium: 100 players, 8 rounds, 25 tables whose journals bring the results.

    python -m tests.bench.hub.bench_tournament --players 100 --rounds 8

The hub is `jantaku hub` with its own Mosquitto and PostgreSQL; each table is a score book on the disk with
the product's link. The desk is a browser: codes, link files, registration, seats, sending, a drop-out with a
substitute, a penalty, a hidden last round, the final list and the report. Status 1 when a sum is off.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[3]))

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import DealDrawn, DealStarted, ScoresChanged
from tests.chromium import BROWSER_FLAGS, browser_path
from tests.ports import free_port
from webui.hub.carried.link_file import LinkFile, read_link_file
from webui.hub.link.files import SEATS_FILE
from webui.hub.link.link import Link
from webui.scores.store.book import ScoreBook
from webui.scores.store.kept import KeptGame
from webui.scores.store.summary import summary_of
from webui.storage.journal import Journal

CODE = "a code for the desk"
PATIENCE_S = 240.0
LAID_OPEN = "for (const each of document.querySelectorAll('main details')) each.open = true"


class Table:
    """One table: it plays the game that the desk sent."""

    def __init__(self, folder: Path, link: LinkFile) -> None:
        self.folder, self.name, self.played = folder, link.name, 0
        self.book, self.until = ScoreBook(folder), threading.Event()
        self.thread = threading.Thread(
            target=Link(link, folder, poll_s=0.5).run, args=(self.until,), daemon=True
        )
        self.thread.start()

    def seats(self) -> dict[str, Any]:
        """Who plays next here, as the desk said."""
        try:
            told: dict[str, Any] = json.loads((self.folder / SEATS_FILE).read_bytes())
        except (OSError, ValueError):
            return {"number": 0}
        return told

    def play(self, chance: random.Random) -> None:
        """A game that moves points and ends."""
        told, rules = self.seats(), load_ruleset("riichi")
        self.played = told["number"]
        note = f"#{told['number']} {told['title']}"
        game = self.book.begin_game("by_hand", rules, tuple(told["names"]), note=note)
        self.book.lay_out(game.number)
        path = self.book.path_of(game)
        with Journal(path) as journal:
            points = [0, 0, 0, 0]
            for number in range(8):
                moved = [100 * chance.randrange(-80, 80) for _ in range(3)]
                moved.append(-sum(moved))
                points = [had + more for had, more in zip(points, moved, strict=True)]
                totals = tuple(rules.starting_points + each for each in points)
                paid = ScoresChanged(tuple(moved), totals)
                events = (DealStarted(number % 4), DealDrawn("exhaustive"), paid)
                journal.append_all([Entry(0, float(number), "player", (event,)) for event in events])
            kept = KeptGame(game, new_table(rules), journal.entries(), False)
        self.book.finish_game(game.number, summary_of(kept.ledger))


def wait(is_so: Callable[[], bool], what: str) -> None:
    """Until it is so; RuntimeError when it takes too long."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError(f"never came: {what}")
        time.sleep(0.3)


class Desk:
    """The desk's browser."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self, path: str) -> None:
        """The page, with everything that is folded laid open."""
        self.page.goto(self.address + path)
        self.page.evaluate(LAID_OPEN)

    def send(self, act: str, which: int = 0, **fields: str) -> None:
        """Fills in a form of the tournament's page and sends it."""
        form = self.page.locator(f'form[action$="/{act}"]').nth(which)
        for name, value in fields.items():
            field = form.locator(f'[name="{name}"]')
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        form.locator("button").click()
        self.page.wait_for_load_state()
        problem = self.page.locator(".problem")
        if problem.count():
            raise RuntimeError(f"{act}: {problem.inner_text()}")
        self.page.evaluate(LAID_OPEN)


def main() -> None:
    """Runs the tournament and prints what it came to."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--players", type=int, default=100)
    ask.add_argument("--rounds", type=int, default=8)
    ask.add_argument("--pictures", type=Path, help="a folder for screenshots")
    told = ask.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="jantaku-desk-"))
    folder.chmod(0o755)
    port, began = free_port(), time.monotonic()
    hub = start_hub(folder / "hub", port)
    tables: list[Table] = []
    try:
        with sync_playwright() as playing:
            browser = playing.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
            desk = Desk(browser.new_page(), f"http://127.0.0.1:{port}")
            desk.page.set_default_timeout(PATIENCE_S * 1000)
            set_up(desk, folder)
            tables += [new_table_of(desk, folder, number) for number in range(1, told.players // 4 + 1)]
            tournament(desk, tables, told.players, told.rounds, told.pictures)
            off = final(desk, told.players, told.rounds, told.pictures)
            browser.close()
    finally:
        for table in tables:
            table.until.set()
        for table in tables:
            table.thread.join(timeout=5)
        hub.terminate()
        hub.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{time.monotonic() - began:.0f} s in all")
    sys.exit(1 if off else 0)


def start_hub(data: Path, port: int) -> subprocess.Popen[bytes]:
    """`jantaku hub`, with engines of its own."""
    command = [sys.executable, "-m", "webui.cli", "hub", "--data", str(data), "--host", "127.0.0.1"]
    command += ["--port", str(port), "--tables-port", str(free_port()), "--reached-at", "127.0.0.1"]
    hub = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ})

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    wait(answers, "the hub")
    return hub


def set_up(desk: Desk, folder: Path) -> None:
    """The admin's code, by the code of the first start."""
    wait((folder / "hub" / "setup-code").exists, "the code of the first start")
    desk.open("/setup/")
    form = desk.page.locator('form[action="/setup/codes"]')
    form.locator('[name="known"]').fill((folder / "hub" / "setup-code").read_text().strip())
    form.locator('[name="admin"]').fill(CODE)
    form.locator("button").click()
    desk.page.wait_for_selector('form[action="/setup/tables"]')


def new_table_of(desk: Desk, folder: Path, number: int) -> Table:
    """A link file made on the hub's page, and a table that uses it."""
    form = desk.page.locator('form[action="/setup/tables"]')
    form.locator('[name="name"]').fill(f"club.{number}")
    with desk.page.expect_download() as download:
        form.locator("button").click()
    path = folder / f"club.{number}.json"
    download.value.save_as(path)
    data = folder / f"table-{number}"
    data.mkdir()
    return Table(data, read_link_file(path))


def tournament(desk: Desk, tables: list[Table], players: int, rounds: int, pictures: Path | None) -> None:
    """From the registration to the last result."""
    chance = random.Random(7)
    desk.open("/desk")
    form = desk.page.locator("form[action='/desk']")
    for name, value in (("name", "Open"), ("rounds", str(rounds)), ("minutes", "90")):
        form.locator(f'[name="{name}"]').fill(value)
    form.locator("button").click()
    desk.page.wait_for_selector('form[action$="/entrants"]')
    desk.open("/desk/1")
    names = [f"Player {n:03}; Team {n % 25}; DE; 0400{n:04}" for n in range(1, players + 1)]
    desk.send("entrants", entrants="\n".join(names))
    began = time.monotonic()
    desk.send("draw", 0)
    print(f"{players} players x {rounds} rounds drawn in {time.monotonic() - began:.1f} s, page included")
    for round_ in range(1, rounds + 1):
        if round_ == rounds:
            desk.send("show", rounds=str(rounds - 1))
        if round_ == 4:
            desk.send("substitute", entrant="Player 007", name="Substitute One")
            desk.send("penalty", entrant="Player 013", points="20", reason="late")
        desk.send("clock", round=str(round_), minutes="90")
        desk.send("send", round=str(round_))
        began = time.monotonic()
        wait(lambda: all(each.seats()["number"] > each.played for each in tables), "seats at the tables")
        for table in tables:
            table.play(chance)
        wait(lambda due=round_: done(desk) >= due, f"the results of round {round_}")
        took_s = time.monotonic() - began
        print(f"round {round_}: {len(tables)} tables seated, played, in the standings in {took_s:.1f} s")
    if pictures:
        desk.page.screenshot(path=pictures / "desk.png")


def done(desk: Desk) -> int:
    """How many rounds have all their results, as the desk's page says."""
    desk.open("/desk/1")
    return int(desk.page.locator(".hub-summary").inner_text().split()[0])


def final(desk: Desk, players: int, rounds: int, pictures: Path | None) -> bool:
    """The hidden round, the final list, the report; whether a sum is off."""
    public = desk.page.context.browser.new_page() if desk.page.context.browser else desk.page
    public.goto(f"{desk.address}/tournaments/1")
    columns = public.locator(".desk-table thead th").count()
    if pictures:
        public.screenshot(path=pictures / "public.png")
    desk.send("show", rounds="")
    public.goto(f"{desk.address}/tournaments/1")
    all_columns = public.locator(".desk-table thead th").count()
    desk.open("/desk/1")
    said = desk.page.locator(".hub-summary").inner_text()
    with desk.page.expect_download() as download:
        desk.page.locator('a[href$="/report.csv"]').click()
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8"))))
    total = round(sum(float(row["Score"]) for row in rows), 3)
    print(f"public columns with the last round hidden {columns}, shown {all_columns}")
    print(f"desk says: {said}")
    print(f"report: {len(rows)} rows; scores add up to {total} with a penalty of 20; first {rows[0]['Name']}")
    return not (len(rows) == players + 1 and total == -20 and all_columns == columns + 1 and "right" in said)


if __name__ == "__main__":
    main()
