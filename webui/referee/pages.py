"""The referee's pages: faults, one entry to amend, the strip of the last minutes, the history of changes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from engine.table.alphabet import faces_of
from engine.table.fault import CONSEQUENCES
from engine.table.play_order import seats_of
from webui.access.roles import Role, needs, role_of_visitor
from webui.live.evidence import SIDES
from webui.page.assets import asset
from webui.page.context import chosen_words, room_of
from webui.page.frame import SPRITE, framed
from webui.referee.choosing import faults_to_enter
from webui.referee.editing import FORMS, HOWS, form_events
from webui.referee.view import (
    calls_json,
    false_wins,
    faults_json,
    history_json,
    looks_json,
)
from webui.replay.library import Shelf, shelf_at_table
from webui.replay.sheet import Address
from webui.replay.view import Frame, board, clock, deal_heading, pictures_at, row, seat_name, who
from webui.words import Words

referee = Blueprint("referee", __name__)

MINUTES = (1, 3, 5, 15)
"""How far one can look back."""


@referee.get("/referee")
@needs(Role.viewer)
def overview() -> str:
    """The faults with their evidence, the open calls, and what the referee can do."""
    words, shelf = chosen_words(), shelf_at_table()
    return framed("referee/overview.html", **_judging(shelf, words))


@referee.get("/referee/look-back")
@needs(Role.viewer)
def look_back() -> str:
    """The last minutes as a strip of pictures, with what was told beneath."""
    words, shelf = chosen_words(), shelf_at_table()
    asked = request.args.get("minutes", "")
    minutes = int(asked) if asked.isascii() and asked.isdigit() and int(asked[:4]) in MINUTES else 3
    strip, kept = looks_json(shelf.evidence.looks(), shelf, words, minutes)
    return framed(
        "referee/look_back.html",
        shelf=shelf,
        strip=strip,
        kept=kept,
        minutes=minutes,
        choices=MINUTES,
        session=room_of().session,
        problem=shelf.evidence.problem,
    )


@referee.get("/referee/look/<int:number>.jpg")
@needs(Role.viewer)
def look(number: int) -> Response:
    """One picture of the strip."""
    found = room_of().evidence.look(number) if number < 2**53 else None
    if found is None:
        abort(404, f"look {number} is not kept any more")
    response = Response(found, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@referee.get("/referee/history")
@needs(Role.viewer)
def history() -> str:
    """Who changed what, when, and why."""
    words, shelf = chosen_words(), shelf_at_table()
    return framed("referee/history.html", shelf=shelf, rows=history_json(shelf, words))


@referee.get("/referee/entry/<int:number>")
@needs(Role.referee)
def entry(number: int) -> str:
    """One entry to amend: what it tells, its pictures, the form, and then the difference it makes."""
    words, shelf = chosen_words(), shelf_at_table()
    found = shelf.film.find(number)
    if found is None:
        abort(404, f"there is no entry {number} in this game")
    frame = Frame(shelf, *found)
    return framed("referee/entry.html", **_amending(frame, words))


def _judging(shelf: Shelf, words: Words) -> dict[str, Any]:
    room = room_of()
    return {
        "shelf": shelf,
        "session": room.session,
        "calls": calls_json(shelf, room.state, words),
        "judged": faults_json(shelf, words, address_of(shelf)),
        "seats": [seat_name(shelf, room.state, seat, words) for seat in seats_of(room.rules)],
        "consequences": CONSEQUENCES,
        "fault_groups": faults_to_enter(room.state, words),
        "may_judge": role_of_visitor() >= Role.referee,
        "may_call": role_of_visitor() >= Role.seat,
        "context": {"session": room.session, "last": _last(), "false_wins": false_wins(room.state)},
    }


def _amending(frame: Frame, words: Words) -> dict[str, Any]:
    shelf, moment = frame.shelf, frame.moment
    explained, sides = pictures_at(frame)
    moments = shelf.film.moments
    at = next(place for place, each in enumerate(moments) if each.number == moment.number)
    return {
        "shelf": shelf,
        "moment": moment,
        "row": row(moment, frame.deal, words, frame.shelf.names),
        "heading": deal_heading(frame.deal, words),
        "clock": clock(moment.at_s),
        "told_by": who(moment.told_by, words),
        "board": board(frame, words, asset(SPRITE)),
        "explained": explained,
        "sides": [side for side in SIDES if side in sides],
        "session": room_of().session,
        "hows": HOWS,
        "back_number": moments[at - 1].number if at else None,
        "next_number": moments[at + 1].number if at + 1 < len(moments) else None,
        "context": {
            "number": moment.number,
            "events": form_events(moment),
            "forms": {kind: list(fields) for kind, fields in FORMS.items()},
            "seats": [seat_name(shelf, moment.before, seat, words) for seat in seats_of(moment.before.rules)],
            "turn": moment.before.turn,
            "draws": ["exhaustive", *moment.before.rules.abortive_draws],
            "faces": list(faces_of(moment.before.rules)),
        },
    }


def address_of(shelf: Shelf) -> Address:
    """The address of an entry's picture, another whenever the session is another."""
    session = room_of().session
    return lambda number, side: url_for("replay.picture", game=shelf.key, entry=number, side=side, s=session)


def _last() -> int:
    entries = room_of().entries
    return entries[-1].number if entries else 0
