"""News as server-sent events: one stream a page, capped, and resumed after the last entry heard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from flask import Blueprint, Response, current_app, request

from webui.access.roles import Access, Role, access_of, login_of_visitor, needs
from webui.access.shares import Share, Taken
from webui.access.trying import place_of
from webui.app_key import AppKey
from webui.live.air import ShownTable
from webui.live.camera_state import CameraState, camera_json
from webui.page.context import chosen_words, east_of, late_table, names_at, shown_table
from webui.seats.desk import DESK, Desk
from webui.text.brief import brief_json
from webui.text.telling import Names, entry_json
from webui.words import Words

stream = Blueprint("stream", __name__)

BEAT_S = 1.0
"""The camera's state is sent at least this often: a page that hears nothing for three is cut off."""
GLANCE_S = 0.25
"""The camera's state is sent at most this often."""
RETRY_AFTER_S = 5
STREAMS = AppKey[Share]("streams")
STREAMS_OF_ONE = 24
"""Streams of one address; below what the gate answers of one at once, so that its pages still open."""


@stream.get("/stream")
@needs(Role.viewer)
def news() -> Response:
    """Entries as they come (``id`` is the number), the phones' desk, the sight; 503 when all are taken, 429
    when this address has its share of them. ``east``: who was East at first, as the listener knows it, ``-``
    for nobody; once it is known otherwise all is told anew after a `reset`."""
    streams = STREAMS.of()
    address = place_of(request.remote_addr or "unknown")
    taken = streams.take(address)
    if taken is not Taken.yes:
        status = 429 if taken is Taken.all_of_one else 503
        full = Response("All places are taken; try again in a moment.\n", status, mimetype="text/plain")
        full.headers["Retry-After"] = str(RETRY_AFTER_S)
        return full
    room, late, words = shown_table(), late_table(), chosen_words()
    session = request.args.get("session", room.session)
    after = _number(request.headers.get("Last-Event-ID") or request.args.get("after", "0"))
    access, has_proved = access_of(), login_of_visitor() is not None
    app = cast(Any, current_app)._get_current_object()
    names = partial(names_at, app) if late is None else lambda: late.names
    desk = DESK.of() if late is None else None
    goes_on = partial(_goes_on, access, has_proved or late is not None)
    east = request.args.get("east", _east(room))
    events = _events(_News(room, desk, words, names, goes_on), session, after, east)
    response = Response(events, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(streams.give_back, address))
    return response


@dataclass(frozen=True, slots=True)
class _News:
    """What one listener hears of: the table and the phones' desk (None: nothing of it), in which language,
    who plays now, and whether this listener may still hear it so."""

    room: ShownTable
    desk: Desk | None
    words: Words
    names: Callable[[], Names]
    goes_on: Callable[[], bool]


def _events(news: _News, session: str, after: int, east: str) -> Iterator[str]:
    """Ends when a delay begins for the listener, whose page asks again; else the server closes it when the
    listener is gone."""
    room, words = news.room, news.words
    yield "retry: 1000\n\n"
    told_camera: CameraState | None = None
    told_condition, told_at = "", 0.0
    told_desk: dict[str, object] = {}
    told_tentative = room.tentative.events
    while news.goes_on():
        now_session, fresh = room.wait(session, after, GLANCE_S)
        if (now_session, now_east := _east(room)) != (session, east):
            session, after, east = now_session, 0, now_east
            yield _event("reset", reset_json(room, session))
            continue
        if not news.goes_on():
            return
        for item in fresh:
            after = item.entry.number
            yield _event("entry", entry_json(item, words, news.names()), after)
        tentative = room.tentative.events
        if tentative != told_tentative and not fresh:  # with an entry the table is drawn anew anyway
            yield _event("tentative", {"acts": len(tentative)})
        told_tentative = tentative
        if news.desk is not None and (at_desk := news.desk.json()) != told_desk:
            told_desk = at_desk
            yield _event("desk", {**at_desk, "now_s": news.desk.now_s})
        now_s, camera = time.monotonic(), room.camera_state
        condition = camera.condition_at(now_s)
        if camera is not told_camera or condition != told_condition or now_s - told_at >= BEAT_S:
            told_camera, told_condition, told_at = camera, condition, now_s
            yield _event("sight", camera_json(camera, words, now_s))


def reset_json(room: ShownTable, session: str) -> dict[str, object]:
    """What a page begins anew with: the session, who was East at first, and the table before its entries."""
    state = room.state
    dealer = state.dealer if state.is_dealer_known else None
    return {"session": session, "east": east_of(room), "dealer": dealer, "now": brief_json(state)}


def _east(room: ShownTable) -> str:
    """Who was East at first as the listener's address names it."""
    east = east_of(room)
    return "-" if east is None else str(east)


def _goes_on(access: Access, may_always: bool) -> bool:
    """A stream of the live table ends for who proved nothing when a delay begins."""
    return may_always or not access.is_late()


def _event(name: str, value: object, number: int | None = None) -> str:
    identity = "" if number is None else f"id: {number}\n"
    return f"event: {name}\n{identity}data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
