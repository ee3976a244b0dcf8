"""The replay pages: games, deals, single moments, the pictures beside them, a deal's evidence to print."""

from __future__ import annotations

from typing import Any, cast, get_args

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.table.events import Won
from engine.table.play_order import seats_of
from webui.access.roles import Role, needs
from webui.live.evidence import Side
from webui.page.assets import asset
from webui.page.context import chosen_words, room_of
from webui.page.frame import SPRITE, framed
from webui.replay.film import DealFilm, Moment
from webui.replay.library import AT_TABLE, Shelf, games_in_book, shelf_at_table, shelf_of
from webui.replay.saved import saved_game
from webui.replay.sheet import evidence_sheet
from webui.replay.view import (
    Frame,
    board,
    clock,
    deal_heading,
    deal_json,
    deal_outcome,
    pictures_at,
    row,
    said,
    seat_name,
    who,
)
from webui.words import Words

replay = Blueprint("replay", __name__)


@replay.get("/replay")
@needs(Role.viewer)
def overview() -> str:
    """All games there are: the one at the table with its deals, and those in the book."""
    words, now = chosen_words(), shelf_at_table()
    games = [game for game in games_in_book() if now.game is None or game.number != now.game.number]
    deals = [deal_json(now, deal, words) for deal in reversed(now.film.deals)]
    return framed("replay/overview.html", shelf=now, deals=deals, games=games)


@replay.get("/replay/<game>")
@needs(Role.viewer)
def deals(game: str) -> str:
    """The deals of one game."""
    words, shelf = chosen_words(), shelf_of(game)
    rows = [deal_json(shelf, deal, words) for deal in shelf.film.deals]
    return framed("replay/deals.html", shelf=shelf, deals=rows)


@replay.get("/replay/<game>/<int:entry>")
@needs(Role.viewer)
def moment(game: str, entry: int) -> str | AnyResponse:
    """One moment: the table as it was after entry `entry`, with what explains it."""
    words, frame = chosen_words(), _frame(game, entry)
    if frame.moment.number != entry:
        return redirect(url_for("replay.moment", game=frame.shelf.key, entry=frame.moment.number))
    return framed("replay/moment.html", **moment_context(frame, words))


@replay.get("/replay/<game>/deal/<int:number>")
@needs(Role.viewer)
def deal(game: str, number: int) -> AnyResponse:
    """The first moment of a deal; with ``at=win`` the one in which it was won."""
    shelf = shelf_of(game)
    for each in shelf.film.deals:
        if each.number == number:
            return redirect(url_for("replay.moment", game=shelf.key, entry=_moment(each).number))
    abort(404, f"there is no deal {number} in this game")


@replay.get("/replay/<game>/deal/<int:number>/evidence")
@needs(Role.viewer)
def sheet(game: str, number: int) -> Response:
    """All that is known of a deal on one page to print; with ``?download=1`` as one file of its own."""
    words, shelf = chosen_words(), shelf_of(game)
    for each in shelf.film.deals:
        if each.number == number:
            return evidence_sheet(shelf, each, words, is_file=request.args.get("download") == "1")
    abort(404, f"there is no deal {number} in this game")


@replay.get("/replay/<game>/file")
@needs(Role.viewer)
def saved(game: str) -> Response:
    """A game that is over as one file: replay and pictures, to be opened without a server."""
    shelf = shelf_of(game)
    if shelf.is_at_table or not shelf.film.deals:
        abort(409, chosen_words()["replay.save_later"])
    return saved_game(shelf, chosen_words())


@replay.get("/evidence/<game>/<int:entry>/<side>.jpg")
@needs(Role.viewer)
def picture(game: str, entry: int, side: str) -> Response:
    """The picture before or after an entry."""
    if side not in get_args(Side):
        abort(404, f"there is no such side, expected before or after, got {side[:40]!r}")
    found = shelf_of(game).evidence.picture(entry, cast(Side, side)) if entry < 2**53 else None
    if found is None:
        abort(404, f"no picture {side} entry {entry} was kept")
    response = Response(found, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


def _frame(game: str, entry: int) -> Frame:
    shelf = shelf_of(game)
    found = shelf.film.find(entry)
    if found is None:
        abort(404, f"there is no entry {entry} in this game")
    return Frame(shelf, *found)


def moment_context(frame: Frame, words: Words) -> dict[str, Any]:
    """Everything the page of a moment shows."""
    shelf, deal, place = frame.shelf, frame.deal, frame.place
    now, moments = frame.moment, deal.moments
    explained, sides = pictures_at(frame)
    return {
        "shelf": shelf,
        "deal": deal,
        "heading": deal_heading(deal, words),
        "outcome": deal_outcome(shelf, deal, words),
        "place": place,
        "last": len(moments) - 1,
        "moment": now,
        "row": row(now, deal, words, shelf.names),
        "rows": [row(each, deal, words, shelf.names) for each in moments],
        "board": board(frame, words, asset(SPRITE)),
        "first_number": moments[0].number,
        "last_number": moments[-1].number,
        "back_number": moments[max(0, place - 1)].number,
        "next_number": moments[min(len(moments) - 1, place + 1)].number,
        "seats": [seat_name(shelf, now.after, seat, words) for seat in seats_of(now.after.rules)],
        "explained": explained,
        "sides": [side for side in ("before", "after") if side in sides],
        "session": room_of().session if shelf.is_at_table else "",
        "told_by": who(now.told_by, words),
        "clock": clock(now.at_s),
        "deal_before": _first_of(shelf, deal.number - 1),
        "deal_after": _first_of(shelf, deal.number + 1),
        "is_hidden": not deal.is_over,
        "said": said,
        "at_table": AT_TABLE,
    }


def _first_of(shelf: Shelf, number: int) -> int | None:
    return next((each.moments[0].number for each in shelf.film.deals if each.number == number), None)


def _moment(deal: DealFilm) -> Moment:
    """The moment of a deal that was asked for."""
    won = [each for each in deal.moments if any(isinstance(event, Won) for event in each.entry.events)]
    return won[0] if won and request.args.get("at") == "win" else deal.moments[0]
