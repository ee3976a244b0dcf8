"""News as server-sent events: one stream a page, capped, and resumed after the last entry heard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from flask import Blueprint, Response, current_app, request

from webui.access.roles import Role, needs
from webui.access.shares import Share, Taken
from webui.access.trying import place_of
from webui.app_key import AppKey
from webui.live.room import Room
from webui.live.sight import Sight, sight_json
from webui.page.context import chosen_words, names_at, room_of
from webui.seats.desk import DESK, Desk
from webui.text.telling import Names, entry_json
from webui.words import Words

stream = Blueprint("stream", __name__)

BEAT_S = 1.0
"""The sight is told at least this often; a page that hears nothing for three beats knows the line is cut."""
GLANCE_S = 0.25
"""The sight is told at most this often."""
RETRY_AFTER_S = 5
STREAMS = AppKey[Share]("streams")
STREAMS_OF_ONE = 24
"""Streams of one address; below what the gate answers of one at once, so that its pages still open."""


@stream.get("/stream")
@needs(Role.viewer)
def news() -> Response:
    """Entries as they come (``id`` is the number), the phones' desk, the sight; 503 when all are taken, 429
    when this address has its share of them."""
    streams = STREAMS.of()
    address = place_of(request.remote_addr or "unknown")
    taken = streams.take(address)
    if taken is not Taken.yes:
        status = 429 if taken is Taken.all_of_one else 503
        full = Response("All places are taken; try again in a moment.\n", status, mimetype="text/plain")
        full.headers["Retry-After"] = str(RETRY_AFTER_S)
        return full
    room, words = room_of(), chosen_words()
    session = request.args.get("session", room.session)
    after = _number(request.headers.get("Last-Event-ID") or request.args.get("after", "0"))
    desk = DESK.of()
    app = cast(Any, current_app)._get_current_object()
    told = _events(room, desk, (words, partial(names_at, app)), session, after)
    response = Response(told, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(streams.give_back, address))
    return response


def _events(
    room: Room, desk: Desk, told_in: tuple[Words, Callable[[], Names]], session: str, after: int
) -> Iterator[str]:
    """Never ends by itself; the server closes it when the listener is gone. `told_in`: the language, and who
    plays now."""
    words, names = told_in
    yield "retry: 1000\n\n"
    told_sight: Sight | None = None
    told_condition, told_at = "", 0.0
    told_desk: dict[str, object] = {}
    while True:
        now_session, fresh = room.wait(session, after, GLANCE_S)
        if now_session != session:
            session, after = now_session, 0
            yield _event("reset", {"session": session})
            continue
        for item in fresh:
            after = item.entry.number
            yield _event("entry", entry_json(item, words, names()), after)
        at_desk = desk.json()
        if at_desk != told_desk:
            told_desk = at_desk
            yield _event("desk", {**at_desk, "now_s": round(room.now_s, 2)})
        now_s, sight = time.monotonic(), room.sight
        condition = sight.condition_at(now_s)
        if sight is not told_sight or condition != told_condition or now_s - told_at >= BEAT_S:
            told_sight, told_condition, told_at = sight, condition, now_s
            yield _event("sight", sight_json(sight, words, now_s))


def _event(name: str, value: object, number: int | None = None) -> str:
    identity = "" if number is None else f"id: {number}\n"
    return f"event: {name}\n{identity}data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
