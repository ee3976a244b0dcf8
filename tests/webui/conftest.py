"""Rooms, applications and visitors for the tests of the page."""

import json
import re
import sqlite3

import pytest

from engine.rules import load_ruleset
from webui.access.logins import Logins, Role
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.scores.store.book import ScoreBook
from webui.storage.backup import write_backup
from webui.storage.journal import Journal
from webui.storage.settings import Settings, SettingsFile

from .kept_games import Clock
from .kept_table import KeptTable
from .openings import OPENING
from .spoilt_backups import write_journal
from .wrong_claims import CLAIM, FAULT


class Visitor:
    """A browser at the page: reads its token and sends it, as the page's script does."""

    def __init__(self, app):
        self.client = app.test_client()

    def get(self, path, **headers):
        return self.client.get(path, headers={"Host": "localhost", **headers})

    def post(self, path, body, **headers):
        token = re.search(r'name="jantaku-token" content="([^"]+)"', self.get("/").text)[1]
        sent = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": token, **headers}
        return self.client.post(path, json=body, headers=sent)

    def stream(self, query="", **headers):
        return Stream(self.client.get(f"/stream{query}", headers={"Host": "localhost", **headers}))


class Stream:
    """Server-sent events as (name, id, value), without what the phones' desk says."""

    def __init__(self, answer):
        self.answer, self._text = answer, iter(answer.response)

    def __iter__(self):
        return self

    def __next__(self):
        for block in self._text:
            lines = dict(line.split(": ", 1) for line in block.decode().strip().split("\n") if ": " in line)
            if lines.get("event", "desk") != "desk":
                return lines["event"], int(lines.get("id", 0)), json.loads(lines["data"])
        raise StopIteration

    def numbers(self, count):
        found = []
        while len(found) < count:
            name, number, _ = next(self)
            if name == "entry":
                found.append(number)
        return found

    def close(self):
        self.answer.close()


@pytest.fixture
def room():
    rules = load_ruleset("mcr")
    kept = Room(lambda: new_session(rules, Journal(None)))
    yield kept
    kept.close()


@pytest.fixture
def opened(room):
    """A room in which a deal has begun: eight entries, the last a discard by East."""
    for event in OPENING:
        room.record("import", (event,))
    return room


@pytest.fixture
def new_visitor():
    """A browser at an application; every call is another one."""
    return Visitor


@pytest.fixture
def visitor(opened):
    return Visitor(create_app(opened, b"secret"))


@pytest.fixture
def book():
    """A score book in memory, on one evening."""
    opened = ScoreBook(None, Clock("2026-11-21T20:00:00+01:00"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def empty_table(tmp_path_factory):
    table = KeptTable(tmp_path_factory.mktemp("table"))
    yield table
    table.close()


@pytest.fixture
def table(empty_table):
    """A new game of riichi at the table."""
    empty_table.begin()
    return empty_table


@pytest.fixture
def wrong_claim(opened):
    """Entry 9: West claims a chow of East's discard; entry 10: its fault."""
    opened.record("camera", (CLAIM,))
    opened.record("camera", (FAULT,))
    return opened


@pytest.fixture
def referee(wrong_claim):
    return Visitor(create_app(wrong_claim, b"secret"))


@pytest.fixture
def data(tmp_path):
    """A data folder in use: two journals, settings, codes."""
    folder = tmp_path / "data"
    folder.mkdir()
    write_journal(folder / "mcr.db", "1m", "2m")
    write_journal(folder / "games" / "2026-01-02-0001.db", "3p")
    progress = sqlite3.connect(folder / "practice.db")
    progress.execute("CREATE TABLE attempt (id INTEGER)")
    progress.close()
    SettingsFile(folder).change(lambda now: Settings(rules="riichi", players=("A", "B", "C", "D")))
    logins = Logins(folder)
    logins.set_code(Role.admin, "the admin's code")
    logins.shut()
    (folder / "secret").write_text("the server's secret")
    (folder / "setup-code").write_text("ABCD-2345")
    return folder


@pytest.fixture
def packed(data, tmp_path):
    """A backup of it."""
    path = tmp_path / "backup.zip"
    with path.open("wb") as file:
        write_backup(data, file)
    return path
