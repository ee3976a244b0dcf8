"""At a table: how its link to the hub is, and who plays there next as the desk said."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify

from webui.access.roles import Role, access_of, needs
from webui.hub.carried.link_file import FILE
from webui.hub.carried.wire import Seats
from webui.hub.link.files import SEATS_FILE, STATUS_FILE
from webui.page.frame import framed

seated = Blueprint("seated", __name__)

STATES = ("connecting", "refused", "no_hub", "sending", "level", "too_large")


@seated.get("/hub")
@needs(Role.viewer)
def page() -> str:
    """The link, and who plays next, with a button that begins their game (for players)."""
    return framed("hub/at_table.html", **_now())


@seated.get("/api/hub")
@needs(Role.viewer)
def link_json() -> Response:
    """For programs: ``is_linked``, ``state``, ``waiting``, ``next``."""
    now = _now()
    return jsonify({**now, "next": None if now["next"] is None else msgspec.to_builtins(now["next"])})


def is_linked(folder: Path | None) -> bool:
    """Whether the table of this data folder has a link file."""
    return folder is not None and (folder / FILE).exists()


def _now() -> dict[str, Any]:
    folder = access_of().folder
    status = {} if folder is None else _read(folder / STATUS_FILE)
    state = status.get("state")
    return {
        "is_linked": is_linked(folder),
        "state": state if state in STATES else "connecting",
        "waiting": status.get("waiting") or 0,
        "for_s": round(max(0.0, time.time() - status.get("since", time.time()))),
        "next": None if folder is None else next_seats(folder),
    }


def next_seats(folder: Path) -> Seats | None:
    """Who plays next at the table of this data folder; None when the desk named nobody."""
    try:
        seats = msgspec.json.decode((folder / SEATS_FILE).read_bytes(), type=Seats)
    except (OSError, msgspec.MsgspecError):
        return None
    return seats if any(seats.names) else None


def _read(path: Path) -> dict[str, Any]:
    try:
        fields = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return fields if isinstance(fields, dict) else {}
