"""The hub's web application: the same frame, roles and guard as a table's, over the hub's database."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import BadRequest, HTTPException

import webui
from engine.tiles import EngineError
from webui.access.addresses import host_names
from webui.access.guard import guard
from webui.access.limits import TRIES, limits
from webui.access.login import login
from webui.access.roles import ACCESS, Access, keep_logins
from webui.hub.desk.pages import desk
from webui.hub.desk.papers import papers
from webui.hub.kept.context import HUB, Hub
from webui.hub.kept.store import DatabaseAway
from webui.hub.league.pages import league
from webui.hub.room.broadcast import hub_broadcast, hub_overlay
from webui.hub.room.calling import calls
from webui.hub.room.pages import room_pages
from webui.hub.room.setting_up import hub_setup
from webui.page.assets import pack
from webui.page.refusals import Refusal, not_kept, refused
from webui.text.fitting import figure

LARGEST_POST = 256 * 1024


class Away(HTTPException):
    """503: the database is away."""

    code = 503


def create_hub_app(hub: Hub, secret: bytes, access: Access, *, allowed_hosts: Collection[str] = ()) -> Flask:
    """The application that tells of all tables; `access` decides who may what."""
    folder = Path(webui.__file__).parent
    app = Flask("webui.hub", static_folder=str(folder / "static"), template_folder=str(folder / "templates"))
    app.url_map.strict_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    access.settings.change(lambda now: replace(now, correcting="seats"))  # who proved nothing looks on
    HUB.put(app, hub)
    ACCESS.put(app, access)
    TRIES.put(app, limits())
    app.jinja_env.filters["figure"] = figure
    app.jinja_env.globals["is_hub"] = True
    for part in (room_pages, calls, desk, papers, league, hub_setup, hub_overlay, hub_broadcast, login):
        app.register_blueprint(part)
    pack(app)
    keep_logins(app, secret)
    known = access.settings
    guard(app, secret, {*host_names(), *allowed_hosts}, lambda: known.now.host_name)
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(DatabaseAway, _away)
    app.register_error_handler(EngineError, lambda wrong: refused(BadRequest(str(wrong))))
    app.register_error_handler(OSError, not_kept)
    app.register_error_handler(sqlite3.Error, not_kept)
    return app


def _away(wrong: Exception) -> Refusal:
    return refused(Away(str(wrong)))
