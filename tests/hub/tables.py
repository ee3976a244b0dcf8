"""Tables of a club, with the journals, links and hubs that the product has."""

import itertools
import json
import sqlite3
import threading
import time
from contextlib import closing

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.events import DealDrawn, DealStarted
from webui.hub.carried.link_file import LinkFile
from webui.hub.kept.database import connect
from webui.hub.kept.listening import Listening
from webui.hub.link.files import STATUS_FILE
from webui.hub.link.link import Feeling, Link
from webui.scores.store.book import ScoreBook
from webui.storage.journal import Journal

PATIENCE_S = 30.0
SECONDS = itertools.count()
"""No two entries are alike."""
NAMES = ("Ann", "Bob", "Cem", "Dov")


def until(is_so, what=""):
    """Waits until `is_so()`; what took too long is a failure."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"never came: {what or is_so}"
        threading.Event().wait(0.02)


class Running:
    """Something with `run(until)` in a thread of its own."""

    def __init__(self, what):
        self.what, self._until = what, threading.Event()
        self._thread = threading.Thread(target=what.run, args=(self._until,), daemon=True)
        self._thread.start()

    def stop(self):
        self._until.set()
        self._thread.join(timeout=PATIENCE_S)
        assert not self._thread.is_alive()


class Table:
    """A table that keeps games in its data folder."""

    def __init__(self, folder, name):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.name = folder, name
        self.book = ScoreBook(folder)
        self.journal = None
        self.begin()

    def begin(self, rules="riichi"):
        """A new game at the table."""
        if self.journal is not None:
            self.journal.close()
        self.game = self.book.begin_game("by_hand", load_ruleset(rules), NAMES)
        self.book.lay_out(self.game.number)
        self.journal = Journal(self.book.path_of(self.game))
        return self.game

    def play(self, count):
        """So many more entries: deals that end in draws."""
        entries = []
        for _ in range(count):
            event = DealStarted(0) if len(entries) % 2 == 0 else DealDrawn("exhaustive")
            entries.append(Entry(0, float(next(SECONDS)), "player", (event,)))
        self.journal.append_all(entries)

    @property
    def lines(self):
        """All that was played, game by game."""
        found = []
        for game in sorted(self.book.games(), key=lambda game: game.number):
            found += lines_at(self.book.path_of(game))
        return found

    def close(self):
        self.journal.close()
        self.book.close()


def lines_at(path):
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
        return [line for (line,) in store.execute("SELECT line FROM entries ORDER BY number")]


class Club:
    """Tables, hubs and links that end with the test."""

    def __init__(self, folder, broker, cluster, database, secrets):
        self.folder, self.broker, self.cluster = folder, broker, cluster
        self.database, self.secrets = database, secrets
        self._open = []
        self.tables = {}

    def table(self, name="club.1"):
        table = self.tables.get(name)
        if table is None:
            table = self.tables[name] = Table(self.folder / name, name)
            self._open.append(table.close)
        return table

    def link_file(self, name="club.1", **more):
        told = {"secret": self.secrets[name], "host": "127.0.0.1", "port": self.broker.port, **more}
        return LinkFile(name, **told)

    def link(self, name="club.1", feeling=Feeling, **more):
        """The link of a table, running."""
        data = self.table(name).folder
        return self._run(Link(self.link_file(name, **more), data, feeling, poll_s=0.05))

    def hub(self, database=None):
        """A hub, running."""
        running = self._run(Listening(database or self.database, self.broker.broker))
        until(running.what.is_listening.is_set)
        return running

    def _run(self, what):
        running = Running(what)
        self._open.append(running.stop)
        return running

    def ask(self, question, *values, database=None):
        with connect(database or self.database) as connection:
            return connection.execute(question, values).fetchall()

    def kept(self, name="club.1", database=None):
        """A table's entries as the hub has them, in their order."""
        site, _, own = name.partition(".")
        rows = self.ask(
            "SELECT line FROM entries JOIN journals ON journals.id = journal_id"
            " JOIN tables ON tables.id = table_id WHERE site = %s AND name = %s"
            " ORDER BY journals.game::json->>'began', journals.id, entries.number",
            *(site, own),
            database=database,
        )
        return [line for (line,) in rows]

    def conditions(self, name="club.1", database=None):
        """What is wrong now, by kind, with what is said of it."""
        question = "SELECT kind, detail FROM conditions WHERE table_name = %s AND NOT is_over"
        return dict(self.ask(question, name, database=database))

    def status(self, name="club.1"):
        path = self.table(name).folder / STATUS_FILE
        return json.loads(path.read_text())["state"] if path.exists() else ""

    def has_all(self, name="club.1", database=None):
        return self.kept(name, database) == self.table(name).lines

    def close(self):
        for close in reversed(self._open):
            close()
