"""Tables with all on them that pages can show, served within this process: one whose scores people keep, with
games in its book, one of three players, one that a camera watches. For what goes over all of the pages."""

import threading
import time
from dataclasses import replace

import cv2
from werkzeug.serving import make_server

from engine.rules import load_ruleset
from engine.table.events import (
    FaultFound,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
)
from hardware.camera import Frame
from tests.webui.kept_table import HAND, KeptTable, value
from tests.webui.openings import OPENING
from webui.access.logins import Login, Logins, Role
from webui.access.roles import ACCESS, COOKIE, Access
from webui.app import create_app
from webui.live.camera_state import CameraState
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal
from webui.storage.settings import STEPS, SettingsFile
from webui.watch.preview import preview_of
from webui.watch.source import FIRST_DEAL

FOREVER_S = 1e6
NAMES = ["Aiko", "Bo", "Chandra", "王小明"]
SEEN = (
    *OPENING[:-1],
    TileDiscarded(0, "5p"),
    TileDrawn(1, "live"),
    TileDiscarded(1, "1s"),
    PungClaimed(3, 1, "1s", ("1s",) * 3),
    TileDiscarded(3, "9m"),
    TileDrawn(2, "live"),
    TileDiscarded(2, "7z"),
)
FAULTS = (
    FaultFound("S004-59", 3, ("1s",), "warning", "chow_not_from_left", evidence="seen"),
    FaultFound("S004-69", 2, ("7z",), "dead_hand", "tile_taken_into_hand", evidence="concluded"),
)
WON = {"winner": 1, "giver": 3, **HAND, "dora": ["4z"], "circumstances": ["riichi", "ippatsu"]}


class Table:
    """An application, served; whoever comes with its cookie is its admin."""

    def __init__(self, app, camera, rules):
        self.app = app
        access = Access(Logins(None), SettingsFile(None), lambda: True)
        access.settings.change(lambda now: replace(now, done=STEPS, camera=camera, rules=rules))
        access.logins.set_code(Role.admin, "a code for the table")
        ACCESS.put(app, access)
        self.cookie = app.extensions["login_signer"].sign(access.logins.open(Login(Role.admin, 0))).decode()
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        self.address = f"http://127.0.0.1:{self.server.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Ends the server."""
        self.server.shutdown()


class ScoreTable(Table):
    """A table without a camera, with its book."""

    def __init__(self, folder, rules="riichi"):
        folder.mkdir(parents=True, exist_ok=True)
        self.table, self.rules = KeptTable(folder), rules
        super().__init__(self.table.client.application, "none", rules)
        self.table.client.set_cookie(COOKIE, self.cookie)

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

    def close(self):
        """Ends the server, then the table."""
        super().close()
        self.table.close()


class WatchedTable(Table):
    """A table at which a camera is said to watch: its picture is one of the recording that ships."""

    def __init__(self):
        rules = load_ruleset("mcr")
        self.room = Room(lambda: new_session(rules, Journal(None)))
        for event in SEEN:
            self.room.record("camera", (event,))
        for fault in FAULTS:
            self.room.record("camera", (TileDiscarded(fault.seat, "3p"), fault))
        picture = cv2.VideoCapture(str(FIRST_DEAL / "frames.mp4")).read()[1]
        seen = cv2.imencode(".jpg", picture)[1].tobytes()
        seeing = CameraState(
            "watching", came_at_s=time.monotonic() + FOREVER_S, picture=seen, picture_number=1
        )
        self.room._camera_state = replace(seeing, look=9, looks_per_s=2.0)
        self.room.preview = preview_of(Frame(picture, 0.0, 1), 15.0)
        super().__init__(create_app(self.room, b"secret"), "0", "mcr")

    def close(self):
        """Ends the server, then the room."""
        super().close()
        self.room.close()


def score_table(folder):
    """(the table, the pages to see there by name): four games in the book, a fifth on, its deal just won."""
    full = ScoreTable(folder)
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
        "replay of a win": f"/replay/{game}/3",
        "offline": "/offline",
        "restore": "/setup/backup",
        **{f"set-up {step}": f"/setup/{step}" for step in ("rules", "players", "sound")},
        "set-up": "/setup/",
    }


def going_table(folder):
    """A game of three that goes on: the board, the sheet of a win for three, the wall screen with scores."""
    full = ScoreTable(folder, "sanma")
    full.begin(NAMES[:3])
    return full, {"board of three": "/", "win of three": "/scores/win", "wall, scores": "/?view=room"}


def watched_table(_):
    """A table at which a camera watches a deal with a fault in it."""
    full = WatchedTable()
    return full, {
        "table": "/",
        "table, camera large": "/?view=camera",
        "wall, tiles": "/?view=room",
        "referee": "/referee",
        "referee's entry": "/referee/entry/10",
        "referee's history": "/referee/history",
        "enter a fault": "/referee|#enter-fault",
        "penalty": "/referee|[data-penalise='']",
        "correct a tile": '/|#board [data-place="river:1:0"]',
        "join by phone": "/|.menu:has(#phones) summary|#phones",
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
