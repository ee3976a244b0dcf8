"""The referee's queue across tables: who called, who goes there; the first who comes has it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from webui.access.roles import Role, needs
from webui.hub.kept.context import hub_of
from webui.hub.room.cards import calls_json
from webui.hub.room.pages import fresh
from webui.page.bodies import sent_object
from webui.page.context import chosen_words
from webui.page.frame import framed

calls = Blueprint("calls", __name__)

LONGEST_NAME = 60


@calls.get("/calls")
@needs(Role.referee)
def overview() -> str:
    """The referee's queue."""
    return framed("hub/calls.html", calls=_calls(), who=request.cookies.get("jantaku_referee", ""))


@calls.get("/calls-list")
@needs(Role.referee)
def calls_list() -> Response:
    """The part of the queue that changes."""
    part = render_template("hub/calls_list.html", words=chosen_words(), calls=_calls())
    return fresh(Response(part, mimetype="text/html"))


@calls.post("/calls/take")
@needs(Role.referee)
def take() -> tuple[Response, int]:
    """JSON ``journal``, ``number``, ``who``: this referee goes there; 409 with the name when another does."""
    body = sent_object()
    journal, number, who = body.get("journal"), body.get("number"), body.get("who")
    words = chosen_words()
    if not (isinstance(journal, int) and isinstance(number, int) and isinstance(who, str) and who.strip()):
        abort(400, words["hub.take_needs_name"])
    if not any((row["journal"], row["number"]) == (journal, number) for row in _calls()):
        abort(404, words["hub.call_over"])
    who = " ".join(who.split())[:LONGEST_NAME]
    has = hub_of().store.take_call(journal, number, who)
    if has != who:
        abort(409, words.say("hub.call_taken", who=has))
    return jsonify(taken=True, by=has), 200


def _calls() -> list[dict[str, Any]]:
    hub = hub_of()
    return calls_json(hub.folds.look(), hub.store.tables(), hub.store.taken_calls(), chosen_words())
