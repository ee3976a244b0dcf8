"""The web application: made from a room, guarded, with every page and interface in it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection

from flask import Flask
from werkzeug.exceptions import Conflict, HTTPException

from webui.access.addresses import host_names
from webui.access.guard import guard
from webui.access.late import delay_of, show_late
from webui.access.limits import TRIES, limits
from webui.access.login import login
from webui.access.roles import ACCESS, Access, demonstration, keep_logins
from webui.access.shares import Share
from webui.api.metrics import metrics
from webui.api.openapi import openapi
from webui.api.stream import STREAMS, STREAMS_OF_ONE, stream
from webui.api.table import api
from webui.hub.link.seated import is_linked, seated
from webui.live.air import Air
from webui.live.room import Room
from webui.overlay.at_table import broadcast, overlay
from webui.page.assets import pack
from webui.page.context import LINKED, PLAY_AGAIN, ROOM, chosen_words, names_at
from webui.page.refusals import not_kept, refused
from webui.pages.backing_up import backup
from webui.pages.door import door
from webui.pages.health import health
from webui.pages.installing import installing
from webui.pages.table import pages
from webui.practice.kept import PRACTICE
from webui.practice.routes import open_practice, practice
from webui.referee.entering import referee
from webui.replay.library import FILMS, Films
from webui.replay.pages import replay
from webui.rules.rule_titles import ruleset_title
from webui.scores.context import SCORES, Scores
from webui.scores.routes import scores
from webui.scores.store.book import ScoreBook
from webui.seats.desk import DESK, Desk
from webui.seats.routes import seats
from webui.setup import setup
from webui.setup.blueprint import SERVING
from webui.text.fitting import figure
from webui.text.said_error import SaidError, told_in

MOST_STREAMS = 48
"""Streams open at once; the server has 64 threads, the rest stay free for pages."""
LARGEST_POST = 16 * 1024
PARTS = (
    *(pages, installing, stream, api, door, login, setup, backup, health, openapi, metrics),
    *(practice, seats, scores, referee, replay, seated, overlay, broadcast),
)
"""Every family of pages and interfaces."""


def create_app(
    room: Room,
    secret: bytes,
    *,
    allowed_hosts: Collection[str] = (),
    streams: int = MOST_STREAMS,
    play_again: Callable[[], None] | None = None,
    access: Access | None = None,
    clock_s: Callable[[], float] = time.monotonic,
) -> Flask:
    """The application that tells of `room`; `play_again` restarts a recording, None with a camera.

    `access` decides who may what; without it the table is a demonstration at which nothing is at stake.
    `clock_s`: what a broadcast's delay is counted by.
    """
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.url_map.strict_slashes = False  # whoever types an address ends it with a slash or not
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    ROOM.put(app, room)
    STREAMS.put(app, Share(STREAMS_OF_ONE, streams))
    TRIES.put(app, limits())
    DESK.put(app, Desk(room))
    PLAY_AGAIN.put(app, play_again)
    ACCESS.put(app, access or demonstration())
    SCORES.put(app, Scores(ScoreBook(None)))
    PRACTICE.put(app, open_practice())
    FILMS.put(app, Films())
    SERVING.put(app, None)
    app.jinja_env.filters["figure"] = figure
    app.jinja_env.filters["ruleset"] = lambda title: ruleset_title(title, chosen_words())
    for part in PARTS:
        app.register_blueprint(part)
    pack(app)
    keep_logins(app, secret)
    known = ACCESS.of(app).settings
    guard(app, secret, {*host_names(), *allowed_hosts}, lambda: known.now.host_name)
    held = ACCESS.of(app)
    LINKED.put(app, lambda: is_linked(ACCESS.of(app).folder))
    show_late(app, Air(room, lambda: names_at(app), lambda: delay_of(held), clock_s))
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(SaidError, lambda wrong: refused(Conflict(told_in(wrong, chosen_words()))))
    app.register_error_handler(OSError, not_kept)
    app.register_error_handler(sqlite3.Error, not_kept)
    return app
