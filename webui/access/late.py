"""Spectators of a delayed broadcast: what they may ask for, and that they get nothing that is newer.

Who proved to be a player, referee or admin sees the table at once. Everybody else is a spectator while
there is a delay: a few pages show the table that is on the air, every other route is closed.
"""

from __future__ import annotations

from flask import Flask, abort, g, request

from webui.access.roles import ACCESS, Access, login_of_visitor
from webui.live.air import AIR, Air
from webui.live.hub_delay import hub_delay
from webui.page.context import chosen_words

ON_AIR = frozenset(
    {
        *("static", "installing.manifest", "installing.worker", "installing.offline", "openapi.described"),
        *("login.page", "login.enter", "login.leave"),
        *("pages.table", "pages.drawing", "api.state", "api.entries", "api.health", "stream.news"),
        *("seats.phone", "seats.sit", "seats.stand"),
        *("overlay.page", "overlay.piece", "overlay.look"),
    }
)
"""The routes that show nothing but what is on the air, or nothing of the game."""


def show_late(app: Flask, air: Air) -> None:
    """From now on spectators of `app` see what is on the `air`."""
    AIR.put(app, air)
    ACCESS.of(app).is_late = lambda: air.delay_s > 0

    def check() -> None:
        if not air.delay_s or login_of_visitor() is not None:
            return
        g.late = air.shown()
        if request.endpoint not in ON_AIR and request.endpoint is not None:
            abort(403, chosen_words()["air.withheld"])

    app.before_request(check)


def delay_of(access: Access) -> float:
    """By how many seconds spectators see this table late: as it was set here or by the hub's desk, whichever
    is longer."""
    own = access.settings.now.delay_s
    return own if access.folder is None else max(own, hub_delay(access.folder))
