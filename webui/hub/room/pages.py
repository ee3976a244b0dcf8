"""The room: all tables live, and one table drawn."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from webui.access.roles import Role, needs, role_of_visitor
from webui.hub.kept.context import hub_of, sees_late, shown_games
from webui.hub.kept.store import TableRow
from webui.hub.room.cards import card, condition_json
from webui.page.assets import asset
from webui.page.context import chosen_words
from webui.page.frame import SPRITE, framed
from webui.table.svg import table_svg

room_pages = Blueprint("room", __name__)


@room_pages.get("/")
@needs(Role.viewer)
def overview() -> str:
    """All tables; ``view=wall`` for a screen across the room."""
    view = "wall" if request.args.get("view") == "wall" else "room"
    return framed("hub/room.html", view=view, room=_room(), may_judge=role_of_visitor() >= Role.referee)


@room_pages.get("/room-cards")
@needs(Role.viewer)
def cards() -> Response:
    """The part of the page that changes."""
    may_judge = role_of_visitor() >= Role.referee
    part = render_template(
        "hub/cards.html", words=chosen_words(), room=_room(), may_judge=may_judge, sprite=asset(SPRITE)
    )
    return fresh(Response(part, mimetype="text/html"))


@room_pages.get("/api/room")
@needs(Role.viewer)
def room_json() -> Response:
    """For programs: the tables, the hub's own conditions, how many calls are open."""
    return fresh(jsonify(_room()))


@room_pages.get("/api/now")
@needs(Role.viewer)
def now() -> Response:
    """The hub's clock, Unix seconds: what clocks on pages count by."""
    return fresh(jsonify(now=time.time()))


@room_pages.get("/tables/<name>")
@needs(Role.viewer)
def one(name: str) -> str:
    """One table, drawn."""
    hub, words = hub_of(), chosen_words()
    table = next((each for each in hub.store.tables() if each.name == name), None)
    if table is None:
        abort(404, words["hub.no_such_table"])
    game = shown_games().get(table.number)
    board = None
    if game is not None and game.state is not None:
        names = [*game.header.names, "", "", "", ""][:4]
        board = Markup(table_svg(game.state, words, sprite=asset(SPRITE), names=names))  # our own drawing
    shown = card(_plain(table), game, [] if sees_late() else hub.store.conditions(), words)
    return framed("hub/table.html", table=shown, board=board)


@room_pages.post("/conditions/right")
@needs(Role.admin)
def put_right() -> Answer:
    """Form ``table``, ``kind``: somebody has seen to it."""
    hub_of().store.put_right(request.form.get("table", ""), request.form.get("kind", ""))
    return redirect(url_for("room.overview"), 303)


def _room() -> dict[str, Any]:
    hub, words = hub_of(), chosen_words()
    tables, games = hub.store.tables(), shown_games()
    conditions = [] if sees_late() else hub.store.conditions()
    names = {table.name for table in tables}
    others = [each for each in conditions if each.table_name not in names]
    shown = [card(_plain(table), games.get(table.number), conditions, words) for table in tables]
    return {
        "tables": shown,
        "sites": sorted({each["site"] for each in shown}),
        "online": sum(each["line"] == "online" for each in shown),
        "calls": sum(each["calls"] for each in shown),
        "conditions": [condition_json(each, words) for each in others],
    }


def _plain(table: TableRow) -> TableRow:
    """The table without how it feels for spectators of a delayed broadcast: how much still waits there tells
    that something happened."""
    return replace(table, health="") if sees_late() else table


def fresh(response: Response) -> Response:
    """The answer, never kept by a browser."""
    response.headers["Cache-Control"] = "no-store"
    return response
