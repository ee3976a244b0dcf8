"""The broadcast at a hub: overlays of every table, and the one delay that holds at all of them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from webui.access.roles import Role, needs
from webui.hub.kept.context import hub_of, shown_games
from webui.live.air import LONGEST_S, seconds_in
from webui.overlay.content import overlay_content
from webui.overlay.rendering import PARTS, overlay_page, overlay_piece, theme
from webui.page.context import chosen_words
from webui.page.frame import framed

hub_overlay = Blueprint("hub_overlay", __name__)
hub_broadcast = Blueprint("hub_broadcast", __name__)


@hub_overlay.get("/overlay/<name>/<part>")
@needs(Role.viewer)
def page(name: str, part: str) -> Response:
    """A browser source for OBS, of the table called `name`."""
    return overlay_page(part, url_for("hub_overlay.piece", name=name, part=part), _content(name))


@hub_overlay.get("/overlay/<name>/<part>/now")
@needs(Role.viewer)
def piece(name: str, part: str) -> Response:
    """What of it changes."""
    return overlay_piece(part, _content(name))


@hub_overlay.get("/overlay/theme.css")
@needs(Role.viewer)
def look() -> Response:
    """The club's own look: ``overlay.css`` of the hub's folder."""
    return theme(hub_of().folder)


@hub_broadcast.get("/broadcast")
@needs(Role.desk)
def overview() -> str:
    """The addresses, and the delay."""
    return _page()


@hub_broadcast.post("/broadcast/delay")
@needs(Role.desk)
def delay() -> Answer | tuple[str, int]:
    """Form ``delay_s``: from now on who proved nothing sees all tables so many seconds late, there too."""
    seconds = seconds_in(request.form.get("delay_s", ""))
    if seconds is None:
        return _page(chosen_words().say("air.delay_range", most=LONGEST_S)), 400
    hub_of().store.set_delay(seconds)
    return redirect(url_for("hub_broadcast.overview"), 303)


def _page(problem: str = "") -> str:
    now, tables = hub_of().store.delay_s(), hub_of().store.tables()
    addresses = [(each.name, [(part, _address(each.name, part)) for part in PARTS]) for each in tables]
    return framed("overlay/broadcast.html", wrong=problem, own=now, now=now, tables=addresses)


def _address(name: str, part: str) -> str:
    return url_for("hub_overlay.page", name=name, part=part, _external=True)


def _content(name: str) -> dict[str, Any]:
    words = chosen_words()
    table = next((each for each in hub_of().store.tables() if each.name == name), None)
    if table is None:
        abort(404, words["hub.no_such_table"])
    game = shown_games().get(table.number)
    if game is None or game.state is None or game.start is None:
        return {"is_on": False}
    names = [*game.header.names, "", "", "", ""][:4]
    return overlay_content(game.start, game.entries, game.state, names, words)
