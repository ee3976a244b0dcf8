"""The page of the table and what it is made of: the drawing and the camera's last picture."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from webui.access.roles import Role, needs
from webui.page.assets import asset
from webui.page.context import chosen_words, late_table, page_context, player_names, room_of, shown_table
from webui.page.frame import SPRITE, framed
from webui.scores.board import board_context
from webui.scores.pages import overview as score_board
from webui.table.over import over_svg
from webui.table.svg import table_svg

pages = Blueprint("pages", __name__)

VIEWS = ("table", "camera", "room")
"""How the page can be looked at: the table large, the camera large, or from across the room."""


@pages.get("/")
@needs(Role.viewer)
def table() -> str:
    """The one page: table, picture, announcements. ``view`` is one of `VIEWS`; where nobody watches it is the
    score board unless a view is asked for."""
    if late_table() is not None:
        return _on_air()
    if "view" not in request.args and room_of().camera_state.condition == "off":
        return score_board()
    context = page_context(room_of(), chosen_words())
    board = Markup(_board())  # our own drawing; every word in it is escaped where it is put in
    wanted = request.args.get("view", "")
    view = wanted if wanted in VIEWS else VIEWS[0]
    if view == "room":
        return framed("wall.html", context=context, felt=board, board=board_context(chosen_words()))
    return framed("table.html", context=context, board=board, view=view, views=VIEWS)


@pages.get("/table.svg")
@needs(Role.viewer)
def drawing() -> Response:
    """The table as it is now."""
    return _fresh(Response(_board(), mimetype="image/svg+xml"))


@pages.get("/over.svg")
@needs(Role.viewer)
def over_picture() -> Response:
    """What to point at now, to be laid over the camera's picture; with ``names`` the tiles' names too."""
    room = room_of()
    reads = room.camera_state.reads if "names" in request.args else ()
    drawn = over_svg(room.state, room.camera_state.spots, chosen_words(), reads)
    return _fresh(Response(drawn, mimetype="image/svg+xml"))


@pages.get("/picture.jpg")
@needs(Role.viewer)
def picture() -> Response:
    """The camera's last picture with what was seen drawn over it."""
    seen = room_of().camera_state.picture
    if seen is None:
        abort(404, "No picture has been taken yet.")
    return _fresh(Response(seen, mimetype="image/jpeg"))


def _on_air() -> str:
    """The table as spectators see it during a delayed broadcast."""
    late, context = late_table(), page_context(shown_table(), chosen_words())
    late_s = 0 if late is None else round(late.delay_s)
    board = Markup(_board())
    return framed("table.html", context=context, board=board, view=VIEWS[0], views=VIEWS[:1], late_s=late_s)


def _board() -> str:
    room = shown_table()
    return table_svg(
        room.tentative.state,
        chosen_words(),
        doubtful=room.doubtful,
        tentative=room.tentative.places,
        sprite=asset(SPRITE),
        names=player_names(),
    )


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
