"""A request that each route takes, at a table made ready for it; the fuzzer sends it, then spoils it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from argon2 import PasswordHasher
from fuzz_bodies import BODIES
from fuzz_spoilt import Seed

from engine.journal.record import Entry, event_to_json
from engine.journal.unconfirmed import REASON
from engine.table.events import DealDrawn
from engine.table.expected import expected
from engine.table.reading import Sighting
from webui.access.logins import Role
from webui.scores.context import undoable
from webui.scores.files.exports import EXPORTS
from webui.scores.store.kept import kept_game
from webui.seats.calls import Difference
from webui.storage.backup import check_restore, write_backup
from webui.watch.preview import Preview
from webui.watch.snapshots import Snapshot, TablePicture

CODE = "the code of the bench"
WIN = {"winner": 0, "giver": 1, "value": {"value": 8, "fu": 30}}
JPEG = cv2.imencode(".jpg", np.full((96, 128, 3), 90, np.uint8))[1].tobytes()


def make_ready(app: Any, folder: Path) -> None:
    """Pictures, codes and a folder, where a table has them."""
    room, access = app.extensions["room"], app.extensions["access"]
    last = room.entries[-1].number if room.entries else 1
    room._evidence.keep(Snapshot(last, 1.0, JPEG, JPEG, (0.0, 0.0), 100.0), idle=False)
    room._evidence.take_look(1.0, TablePicture(JPEG, 800.0))
    room._camera_state = replace(room.camera_state, picture=JPEG)
    room.preview = Preview(1, JPEG, (128, 96), 0.5, 90.0, 0.0, 5.0)
    app.extensions["play_again"] = lambda: None
    access.folder = folder
    if not (folder / "settings.json").exists():
        (folder / "settings.json").write_text('{"rules": "mcr"}', "utf-8")
    access.logins._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # a code a case
    access.logins.set_code(Role.admin, CODE)


def seed_of(app: Any, method: str, path: str, sent: Callable[[str, Any], Any]) -> Seed:
    """A request the route takes; `sent` posts JSON to an address first where something must go before."""
    special = SEEDS.get((method, path))
    if special is not None:
        return special(app, sent)
    usual = {"number": 1, "name": "count", "game": "table", "day": _evening(app)}
    named = re.findall(r"\{(\w+)\}", path)
    parts = {name: usual.get(name, "1") for name in named}
    return Seed(parts) if method == "GET" else Seed(parts, json=BODIES.get(path, {}))


def _evening(app: Any) -> str:
    games = app.extensions["scores"].book.games()
    return games[0].evening if games else "2026-11-23"


def _last(app: Any) -> int:
    entries = app.extensions["room"].entries
    return entries[-1].number if entries else 1


def _fault(app: Any, sent: Any) -> Seed:
    found = {"number": _last(app), "index": 0}
    return Seed(json={**found, "verdict": "upheld", "consequence": None, "note": "seen"})


def _amendment(app: Any, sent: Any) -> Seed:
    entry = next(each for each in app.extensions["room"].entries if "tile" in event_to_json(each.events[0]))
    body = {"number": entry.number, "how": "change", "events": [event_to_json(entry.events[0])]}
    digest = sent("/referee/preview", body).json["digest"]
    return Seed(json={**body, "digest": digest, "note": "looked again"})


def _import(app: Any, sent: Any) -> Seed:
    kept = kept_game(app.extensions["scores"].book, app.extensions["room"], 1)
    text = EXPORTS["journal"].write(kept)
    return Seed(json={"text": text, "note": "a note", "season": None, "dry": False, "again": True})


def _next(app: Any, sent: Any) -> Seed:
    app.extensions["room"].record("import", (DealDrawn(),))
    return Seed(json={"dealer": None, "honba": None})


def _begun(app: Any, sent: Any) -> Seed:
    """The deal is over, and another one is played."""
    app.extensions["room"].record("import", (DealDrawn(),))
    return Seed(json={})


def _confirm(app: Any, sent: Any) -> Seed:
    """A draw that the camera did not follow waits."""
    room, doubt = app.extensions["room"], {"event": 0, "tile": "?", "alternatives": [], "reason": REASON}
    unsure = Entry(0, room.now_s, "camera", (DealDrawn(),), None, 0.5, (doubt,))
    (told,) = room._table.take_in((unsure,))
    room._tell()
    return Seed(json={"number": told.number})


def _difference(app: Any, sent: Any) -> Seed:
    """A phone was awarded a tile, and the camera saw nothing."""
    desk = app.extensions["desk"]
    differs = Difference(1, 0, "pung", None, 3, "5m", _last(app))
    desk._calls = replace(desk._calls, differences=(differs,))
    return Seed(json={"number": 1, "happened": False})


def _rematch(app: Any, sent: Any) -> Seed:
    """The game at the table is over."""
    game = app.extensions["scores"].book.at_table
    if game is not None:
        sent(f"/scores/games/{game.number}/finish", {})
    return Seed(json={})


def _open(app: Any, sent: Any) -> Seed:
    """A hand lies open before East, one of its tiles unread."""
    room = app.extensions["room"]
    seen = expected(room.state)
    faces = ("1m", "2m", "3m", "5m", "5m", "7p", "8p", "9p", "1s", "1s", "1s", "4z", "4z", None)
    laid = tuple(Sighting(face, 0.9 if face else 0.0, ((face or "5m", 0.4),)) for face in faces)
    room.reading = replace(seen, seats=(replace(seen.seats[0], revealed=laid), *seen.seats[1:]))
    return Seed({"seat": 0})


def _fresh(body: dict[str, Any]) -> Callable[[Any, Any], Seed]:
    """At a game that has just begun."""

    def seed(app: Any, sent: Any) -> Seed:
        game = {"rules": app.extensions["room"].state.rules.name, "names": list("abcd"), "dealer": 0}
        sent("/scores/games", game)
        return Seed(json=body)

    return seed


def _undo(app: Any, sent: Any) -> Seed:
    newest = undoable(app.extensions["room"].entries)
    return Seed(json={"number": newest.number if newest else 1})


def _win(app: Any, sent: Any) -> Seed:
    game = {"rules": app.extensions["room"].state.rules.name, "names": list("abcd"), "dealer": 0}
    sent("/scores/games", game)
    return Seed({"number": sent("/scores/wins", {"wins": [WIN]}).json.get("number", 1)})


def _restore(app: Any, sent: Any) -> Seed:
    return Seed(file=(_backup(app).read_bytes(), "application/zip"))


def _accept(app: Any, sent: Any) -> Seed:
    return Seed(json={"token": check_restore(app.extensions["access"].folder, _backup(app)).token})


def _backup(app: Any) -> Path:
    path = app.extensions["access"].folder / "fuzz.zip"
    with path.open("wb") as packed:
        write_backup(app.extensions["access"].folder, packed)
    return path


def _sit(app: Any, sent: Any) -> Seed:
    return Seed(json={"pass": app.extensions["access"].logins.mint_pass(1)})


def _codes(app: Any, sent: Any) -> Seed:
    return Seed(form={"known": CODE, "admin": CODE, "again": CODE, "referee": "a code of the referee"})


def _keep_score(app: Any, sent: Any) -> Seed:
    return Seed(form={"known": CODE, "then": "scores"})


def _first_evening(app: Any, sent: Any) -> Seed:
    """Nobody has chosen a code yet."""
    app.extensions["access"].logins.remove_code(Role.admin)
    return Seed()


def _look(app: Any, sent: Any) -> Seed:
    looks = app.extensions["room"].evidence.looks()
    return Seed({"number": looks[-1].number if looks else 1})


SEEDS: dict[tuple[str, str], Callable[[Any, Any], Seed]] = {
    ("POST", "/begun"): _begun,
    ("POST", "/broadcast/delay"): lambda app, sent: Seed(form={"delay_s": "0"}),
    ("POST", "/login"): lambda app, sent: Seed(form={"code": CODE, "then": "/"}),
    ("POST", "/logout"): lambda app, sent: Seed(form={}),
    ("POST", "/practice/learner"): lambda app, sent: Seed(form={"name": "Ann"}),
    ("POST", "/practice/photo"): lambda app, sent: Seed(file=(JPEG, "image/jpeg")),
    ("POST", "/practice/hand/photo"): lambda app, sent: Seed(file=(JPEG, "image/jpeg")),
    ("POST", "/referee/judge"): _fault,
    ("POST", "/referee/amend"): _amendment,
    ("POST", "/referee/preview"): lambda app, sent: Seed(json=_amendment(app, sent).json | {"how": "change"}),
    ("POST", "/scores/import"): _import,
    ("POST", "/scores/next"): _next,
    ("POST", "/scores/kongs"): _fresh({"seat": 0, "giver": None, "concealed": True}),
    ("POST", "/scores/ready"): _fresh({"seat": 0}),
    ("POST", "/scores/confirm"): _confirm,
    ("POST", "/scores/rematch"): _rematch,
    ("POST", "/scores/wins"): _fresh({"wins": [WIN], "amends": None}),
    ("POST", "/scores/preview"): _fresh({"wins": [WIN], "amends": None}),
    ("POST", "/scores/draws"): _fresh({"kind": "exhaustive", "ready": [0], "best": None}),
    ("POST", "/scores/undo"): _undo,
    ("POST", "/scores/cancel"): _undo,
    ("POST", "/seats/differences"): _difference,
    ("POST", "/seats/sit"): _sit,
    ("POST", "/setup/backup/restore"): _restore,
    ("POST", "/setup/backup/restore/accept"): _accept,
    ("POST", "/setup/code"): _codes,
    ("POST", "/setup/keep-score"): _keep_score,
    ("POST", "/setup/language"): lambda app, sent: Seed(form={"language": "en"}),
    ("POST", "/setup/name"): lambda app, sent: Seed(form={"host_name": "jantaku"}),
    ("POST", "/setup/camera"): lambda app, sent: Seed(form={"camera": "none"}),
    ("POST", "/setup/calibration"): lambda app, sent: Seed(form={"skip": "1", "way": "again"}),
    ("POST", "/setup/tiles"): lambda app, sent: Seed(form={"skip": "1"}),
    ("POST", "/setup/rules"): lambda app, sent: Seed(form={"rules": "mcr", "plain": "1"}),
    ("POST", "/setup/players"): lambda app, sent: Seed(form={"player0": "Ann", "correcting": "seats"}),
    ("POST", "/setup/sound"): lambda app, sent: Seed(form={"sound": "on", "volume": "70"}),
    ("GET", "/api/scores/open/{seat}"): _open,
    ("GET", "/overlay/{part}"): lambda app, sent: Seed({"part": "full"}),
    ("GET", "/overlay/{part}/now"): lambda app, sent: Seed({"part": "bar"}),
    ("GET", "/setup/keep-score"): _first_evening,
    ("GET", "/scores/win/{number}"): _win,
    ("GET", "/api/scores/win/{number}"): _win,
    ("GET", "/referee/look/{number}.jpg"): _look,
    ("GET", "/evidence/{game}/{entry}/{side}.jpg"): lambda app, sent: Seed(
        {"game": "table", "entry": _last(app), "side": "after"}
    ),
    ("GET", "/scores/games/{number}/export/{name}"): lambda app, sent: Seed({"number": 1, "name": "csv"}),
}
