"""A table that is broadcast, for the tests of the delay and the overlay."""

from dataclasses import replace

from engine.rules import load_ruleset
from webui.access.logins import Login, Logins, Role
from webui.access.roles import ACCESS, Access
from webui.app import create_app
from webui.live.air import AIR
from webui.live.room import Room
from webui.live.session import new_session
from webui.scores.context import SCORES, Scores
from webui.scores.store.book import ScoreBook
from webui.storage.journal import Journal
from webui.storage.settings import SettingsFile

HOST = {"Host": "localhost"}


class Clock:
    def __init__(self):
        self.now = 5000.0

    def __call__(self):
        return self.now


class Broadcast:
    """A table with a score book on a disk, a referee and a spectator, and a clock that the test drives."""

    def __init__(self, folder, delay_s=300):
        self.clock, self.folder = Clock(), folder
        logins = Logins(None)
        with logins._store:
            logins._store.execute("INSERT INTO codes VALUES (3, 'not a hash that opens anything')")
        settings = SettingsFile(folder)
        settings.change(lambda now: replace(now, delay_s=delay_s, correcting="everybody"))
        self.book = ScoreBook(folder)
        self.rules = load_ruleset("riichi")
        self.game = self.book.begin_game("by_hand", self.rules, ("Ann", "Bob", "Cem", "Dov"))
        self.book.lay_out(self.game.number)
        self.room = Room(self._session)
        access = Access(logins, settings, lambda: False, folder=folder)
        self.app = create_app(self.room, b"secret", access=access, clock_s=self.clock)
        SCORES.put(self.app, Scores(self.book))
        AIR.of(self.app)._names = lambda: tuple(name or "" for name in self._names())
        self.spectator = self.app.test_client()
        self.referee = self.app.test_client()
        secret = logins.open(Login(Role.referee))
        self.referee.set_cookie("jantaku_login", self.app.extensions["login_signer"].sign(secret).decode())

    def _names(self):
        now = self.book.at_table
        return ("",) * 4 if now is None else now.names

    def _session(self):
        return new_session(self.rules, Journal(self.book.path_of(self.book.at_table or self.game)))

    def tell(self, *events, **more):
        entry = None
        for event in events:
            entry = self.room.record("player", (event,), at_s=1.0, **more)
            AIR.of(self.app).turn()
        return entry

    def later(self, seconds):
        self.clock.now += seconds
        AIR.of(self.app).turn()

    def set_delay(self, seconds):
        ACCESS.of(self.app).settings.change(lambda now: replace(now, delay_s=seconds))
        AIR.of(self.app).turn()

    def get(self, path):
        return self.spectator.get(path, headers=HOST)

    def numbers(self, client=None):
        told = (client or self.spectator).get("/api/entries", headers=HOST).json
        return [entry["number"] for entry in told["entries"]]

    def close(self):
        self.room.close()
        self.book.close()
