"""A table's overlay, and the page on which a referee sets the delay and finds the addresses for OBS."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from webui.access.roles import Role, access_of, needs
from webui.live.air import AIR, LONGEST_S, seconds_in
from webui.overlay.content import overlay_content
from webui.overlay.rendering import PARTS, overlay_page, overlay_piece, theme
from webui.page.context import chosen_words, player_names, shown_table
from webui.page.frame import framed

overlay = Blueprint("overlay", __name__)
broadcast = Blueprint("broadcast", __name__)


@overlay.get("/overlay/<part>")
@needs(Role.viewer)
def page(part: str) -> Response:
    """A browser source for OBS: ``full``, ``bar``, ``lower``, ``waits``, ``discards`` or ``winner``."""
    return overlay_page(part, url_for("overlay.piece", part=part), _content())


@overlay.get("/overlay/<part>/now")
@needs(Role.viewer)
def piece(part: str) -> Response:
    """What of it changes."""
    return overlay_piece(part, _content())


@overlay.get("/overlay/theme.css")
@needs(Role.viewer)
def look() -> Response:
    """The club's own look: ``overlay.css`` of the data folder."""
    return theme(access_of().folder)


@broadcast.get("/broadcast")
@needs(Role.referee)
def overview() -> str:
    """The addresses, and the delay."""
    return _page()


@broadcast.post("/broadcast/delay")
@needs(Role.referee)
def delay() -> Answer | tuple[str, int]:
    """Form ``delay_s``: from now on who proved nothing sees this table so many seconds late, 0 to 3600."""
    seconds = seconds_in(request.form.get("delay_s", ""))
    if seconds is None:
        return _page(chosen_words().say("air.delay_range", most=LONGEST_S)), 400
    access_of().settings.change(lambda settings: replace(settings, delay_s=seconds))
    AIR.of().turn()
    return redirect(url_for("broadcast.overview"), 303)


def _page(problem: str = "") -> str:
    addresses = [(part, url_for("overlay.page", part=part, _external=True)) for part in PARTS]
    own, now = access_of().settings.now.delay_s, AIR.of().delay_s
    return framed("overlay/broadcast.html", wrong=problem, own=own, now=round(now), addresses=addresses)


def _content() -> dict[str, Any]:
    table = shown_table()
    _, story = table.wait("", -1, 0.0)
    entries = [item.entry for item in story]
    return overlay_content(table.start, entries, table.state, player_names(), chosen_words())
