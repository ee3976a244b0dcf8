"""Tables with all on them that pages can show, served within this process: one whose scores people keep, with
games in its book, one of three players, one that a camera watches. For what goes over all of the pages."""

import threading
import time
from dataclasses import replace

import cv2
from werkzeug.serving import make_server

from hardware.camera import Frame
from tests.webui.kept_table import HAND, KeptTable, value
from webui.access.logins import Login, Logins, Role
from webui.access.roles import ACCESS, COOKIE, Access
from webui.live.sight import Sight
from webui.page.context import ROOM
from webui.storage.settings import STEPS, SettingsFile
from webui.watch.glimpse import glimpse_of
from webui.watch.source import FIRST_DEAL

FOREVER_S = 1e6
NAMES = ["Aiko", "Bo", "Chandra", "王小明"]
ACTS = [
    {"act": "discard", "seat": 0, "tile": "5p"},
    {"act": "discard", "seat": 1, "tile": "1s"},
    {"act": "pung", "seat": 2, "tile": None},
    {"act": "discard", "seat": 2, "tile": "9m"},
    {"act": "discard", "seat": 1, "tile": "9m"},
    {"act": "discard", "seat": 1, "tile": "2s"},
    {"act": "chow", "seat": 0, "tile": None},
]
WON = {"winner": 1, "giver": 3, **HAND, "dora": ["4z"], "circumstances": ["riichi", "ippatsu"]}


class FullTable:
    """A table without a camera, served; whoever comes with its cookie is its admin."""

    def __init__(self, folder, rules="riichi"):
        folder.mkdir(parents=True, exist_ok=True)
        self.table = KeptTable(folder)
        self.app = self.table.client.application
        self.rules = rules
        access = Access(Logins(None), SettingsFile(None), lambda: True)
        access.settings.change(lambda now: replace(now, done=STEPS, camera="none", rules=rules))
        access.logins.set_code(Role.admin, "a code for the table")
        ACCESS.put(self.app, access)
        self.table.client.set_cookie(COOKIE, self._cookie(access))
        self.cookie = self._cookie(access)
        self.server = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.address = f"http://127.0.0.1:{self.server.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _cookie(self, access):
        return self.app.extensions["login_signer"].sign(access.logins.open(Login(Role.admin, 0))).decode()

    def begin(self, names=NAMES):
        """A new game by the rules of the table."""
        self.table.enter("/scores/games", {"rules": self.rules, "names": names, "dealer": 0})

    def play(self, games):
        """So many finished games of four players, in the book."""
        for number in range(games):
            self.begin()
            self.table.enter("/scores/ready", {"seat": 1})
            self.table.enter("/scores/wins", {"wins": [WON]})
            for deal in range(3):
                self.table.enter("/scores/next")
                winner = (number + deal) % 4
                giver = None if deal == 1 else (winner + 1 + number % 3) % 4
                self.table.enter("/scores/wins", value(winner, giver, 1 + (number + deal) % 5))
            game = self.table.now["game"]["number"]
            self.table.enter(f"/scores/games/{game}/finish")

    def watch(self):
        """From now on a camera is said to watch: its picture is one of the recording that ships."""
        picture = cv2.VideoCapture(str(FIRST_DEAL / "frames.mp4")).read()[1]
        room, seen = ROOM.of(self.app), cv2.imencode(".jpg", picture)[1].tobytes()
        seeing = Sight("watching", came_at_s=time.monotonic() + FOREVER_S, picture=seen, picture_number=1)
        room._sight = replace(seeing, look=9, looks_per_s=2.0)
        room.glimpse = glimpse_of(Frame(picture, 0.0, 1), 15.0)

    def close(self):
        """Ends the server, then the table."""
        self.server.shutdown()
        self.table.close()


def score_table(folder):
    """(the table, the pages to see there by name): four games in the book, a fifth on, its deal just won."""
    full = FullTable(folder)
    full.play(4)
    full.begin()
    full.table.enter("/scores/wins", {"wins": [WON]})
    players = full.table.get("/api/scores/players").json["players"]
    game = full.table.get("/api/scores/games").json["evenings"][0]["games"][-1]["number"]
    return full, {
        "home, deal won": "/",
        "wall, deal won": "/?view=room",
        "new game": "/scores/new",
        "games": "/scores/games",
        "game": f"/scores/games/{game}",
        "score sheet": f"/scores/games/{game}/sheet",
        "players": "/scores/players",
        "player": f"/scores/players/{players[1]['number']}",
        "hands": "/scores/hands?q=riichi",
        "seasons": "/scores/seasons",
        "replay": "/replay",
        "replay of a deal": f"/replay/{game}/1",
        "offline": "/offline",
        "restore": "/setup/backup",
        **{f"set-up {step}": f"/setup/{step}" for step in ("rules", "players", "sound")},
        "set-up": "/setup/",
    }


def going_table(folder):
    """A game of three that goes on: the board, the sheet of a win for three, the wall screen with scores."""
    full = FullTable(folder, "sanma")
    full.begin(NAMES[:3])
    return full, {"board of three": "/", "win of three": "/scores/win", "wall, scores": "/?view=room"}


def watched_table(folder):
    """A table at which a camera watches a deal with a fault in it."""
    full = FullTable(folder, "mcr")
    full.begin()
    for act in ACTS:
        full.table.enter("/record", act)
    full.table.enter("/referee/call", {"seat": 3})
    full.watch()
    return full, {
        "table": "/",
        "table, camera large": "/?view=camera",
        "wall, tiles": "/?view=room",
        "referee": "/referee",
        "referee's entry": "/referee/entry/3",
        "referee's history": "/referee/history",
        "enter a fault": "/referee|#enter-fault",
        "penalty": "/referee|[data-penalise='']",
        "correct a tile": "/|#story .fix",
        "join by phone": "/|.menu summary|#phones",
        "health": "/health",
        "login": "/login",
        "phone, not seated": "/seat",
        "set-up camera": "/setup/camera",
        "set-up calibration": "/setup/calibration",
        "lessons": "/practice",
        "lesson": "/practice/one_wall",
        "table trainer": "/practice/table",
        "hand trainer": "/practice/hand",
        "score trainer": "/practice/score",
    }


TABLES = (score_table, going_table, watched_table)
