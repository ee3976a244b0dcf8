"""What a referee does: answers a call, judges a fault, penalises, amends an entry. Each becomes an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from flask import Response, abort, jsonify, render_template

from engine.journal.amending import Difference
from engine.judge.deal_points import Points
from engine.judge.ruling import ruled
from engine.scoring.payments import false_win_settlement
from engine.table.events import (
    Event,
    FaultFound,
    PenaltyGiven,
    RefereeAnswered,
    RefereeCalled,
    Seat,
    Verdict,
)
from engine.table.fault import CONSEQUENCES
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.access.limits import limited
from webui.access.roles import Role, needs
from webui.access.who import who_asks
from webui.page.assets import asset
from webui.page.bodies import seat_in, sent_object, short
from webui.page.context import chosen_words, room_of
from webui.page.frame import SPRITE
from webui.referee.editing import HOWS, digest, events_given, wanted_events
from webui.referee.pages import referee as referee
from webui.referee.rulings import is_price_of, table_of
from webui.referee.view import difference_json
from webui.replay.film import DealFilm, Moment
from webui.replay.library import shelf_at_table
from webui.table.svg import table_svg
from webui.text.said_error import dealer_to_pay

LONGEST_NOTE = 400
MOST_POINTS = 1_000_000
WAYS = ("deduct", "share", "false_win")


@referee.post("/referee/call")
@needs(Role.seat)
@limited("referee")
def call() -> tuple[Response, int]:
    """``{"seat"}`` (0 to 3, or null for the table as such): the referee is wanted."""
    body = sent_object()
    seat = None if body.get("seat") is None else seat_in(body, "seat")
    return _accepted(room_of().record("player", (RefereeCalled(seat),), by=who_asks()).number)


@referee.post("/referee/answer")
@needs(Role.referee)
def answer() -> tuple[Response, int]:
    """The referee has come: all calls so far are answered."""
    sent_object()
    return _accepted(room_of().record("referee", (RefereeAnswered(),), by=who_asks()).number)


@referee.post("/referee/judge")
@needs(Role.referee)
def judge() -> tuple[Response, int]:
    """``{"number", "index", "verdict", "consequence", "note"}``: a referee's word on one fault.

    The fault at place `index` of entry `number` is ``upheld`` or ``dismissed``; null takes the verdict back.
    `consequence` null: as it was found."""
    body = sent_object()
    deal, moment = _found(body)
    verdict, index = body.get("verdict"), _index(body)
    if verdict is not None and verdict not in get_args(Verdict):
        abort(400, f"verdict must be upheld, dismissed or null, got {short(verdict)}")
    consequence = body.get("consequence")
    if consequence is not None and consequence not in CONSEQUENCES:
        abort(400, f"consequence must be one of {', '.join(CONSEQUENCES)} or null, got {short(consequence)}")
    events = list(moment.entry.events)
    fault = events[index] if 0 <= index < len(events) else None
    if not isinstance(fault, FaultFound):
        abort(409, f"entry {moment.number} tells of no fault at {short(index)}")
    unjudged = replace(fault, consequence=consequence or fault.consequence, verdict=None)
    before = table_of(deal, moment, index)
    after = [each for each in events[index + 1 :] if not is_price_of(each, fault)]
    events[index:] = [*ruled(before, unjudged, verdict), *after]
    written = room_of().record(
        "referee", tuple(events), amends=moment.entry.number, by=who_asks(), note=note_in(body)
    )
    return _accepted(written.number)


@referee.post("/referee/penalise")
@needs(Role.referee)
def penalise() -> tuple[Response, int]:
    """``{"seat", "way", "points", "rule", "name", "note"}``: points move from `seat`.

    `way` ``deduct`` takes `points` from the seat, ``share`` gives as many to each other, ``false_win``
    pays as the rule set has a false win paid."""
    body = sent_object()
    seat, state = seat_in(body, "seat"), room_of().state
    paid = _payments(body, seat, state)
    event = PenaltyGiven(seat, paid, _word(body, "rule"), _word(body, "name"))
    return _accepted(room_of().record("referee", (event,), by=who_asks(), note=note_in(body)).number)


@referee.post("/referee/preview")
@needs(Role.referee)
def preview() -> Response:
    """``{"number", "how", "events"}``: what the amendment would change; nothing is written.

    `how` is ``change`` (the entry tells `events`), ``before`` or ``after`` (they stand beside what it tells)
    or ``undo`` (it did not happen). Answers ``html`` for people, ``digest`` for `/referee/amend`."""
    body = sent_object()
    moment, events, found = _difference(body)
    words, shelf = chosen_words(), shelf_at_table()
    shown = difference_json(shelf, found, moment, events, words)
    drawings = {
        f"{name}_svg": table_svg(
            shown[name], words, doubtful=shown["marked"], sprite=asset(SPRITE), names=shelf.names
        )
        for name in ("was", "will_be")
    }
    html = render_template("referee/difference.html", words=words, sprite=asset(SPRITE), **shown, **drawings)
    return jsonify(
        digest=digest(found),
        is_nothing=found.is_nothing,
        faults=[{"name": each.fault.name, "is_gained": each.is_gained} for each in found.amending.faults],
        scores_before=list(found.scores_before),
        scores_after=list(found.scores_after),
        html=html,
    )


@referee.post("/referee/amend")
@needs(Role.referee)
def amend() -> tuple[Response, int]:
    """As `/referee/preview`, with the ``digest`` it gave and a ``note``: the amendment is made.

    409 when the difference is no longer the one that was shown."""
    body = sent_object()
    moment, events, found = _difference(body)
    if body.get("digest") != digest(found):
        abort(409, chosen_words()["referee.changed_meanwhile"])
    written = room_of().record(
        "referee", events, amends=moment.entry.number, by=who_asks(), note=note_in(body)
    )
    return _accepted(written.number)


def _difference(body: Mapping[str, Any]) -> tuple[Moment, tuple[Event, ...], Difference]:
    moment, how = _moment(body), body.get("how")
    if how not in HOWS:
        abort(400, f"how must be one of {', '.join(HOWS)}, got {short(how)}")
    try:
        events = wanted_events(moment, how, events_given(body.get("events", [])))
    except EngineError as wrong:
        abort(400, str(wrong))
    return moment, events, room_of().difference(moment.entry.number, events)


def _moment(body: Mapping[str, Any]) -> Moment:
    return _found(body)[1]


def _found(body: Mapping[str, Any]) -> tuple[DealFilm, Moment]:
    number = body.get("number")
    if not isinstance(number, int) or isinstance(number, bool):
        abort(400, f"number must be the number of an entry, got {short(number)}")
    found = shelf_at_table().film.find(number)
    if found is None:
        abort(404, f"there is no entry {short(number)}")
    deal, place = found
    return deal, deal.moments[place]


def _payments(body: Mapping[str, Any], seat: Seat, state: GameState) -> Points:
    way = body.get("way")
    if way not in WAYS:
        abort(400, f"way must be one of {', '.join(WAYS)}, got {short(way)}")
    if way == "false_win":
        return false_win_settlement(state.rules, seat, dealer_to_pay(state)).payments
    points = body.get("points")
    if not isinstance(points, int) or isinstance(points, bool) or not 0 < points <= MOST_POINTS:
        abort(400, f"points must be a whole number from 1 to {MOST_POINTS}, got {short(points)}")
    each = 0 if way == "deduct" else points
    others = state.rules.seats - 1
    paid = [each] * state.rules.seats
    paid[seat] = -points if way == "deduct" else -others * points
    return tuple(paid)


def _index(body: Mapping[str, Any]) -> int:
    index = body.get("index")
    if not isinstance(index, int) or isinstance(index, bool):
        abort(400, f"index must be the place of the fault in its entry, got {short(index)}")
    return index


def note_in(body: Mapping[str, Any]) -> str:
    """What the referee wrote beside it, on one line; 400 when it is too long."""
    note = body.get("note", "")
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        abort(400, f"note must be text of at most {LONGEST_NOTE} characters")
    return " ".join(note.split())


def _word(body: Mapping[str, Any], name: str) -> str:
    """A rule's number or a fault's name: one word, so that it stands in a line of text."""
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > 60 or any(each.isspace() for each in value):
        abort(400, f"{name} must be one word, got {short(value)}")
    return value


def _accepted(number: int) -> tuple[Response, int]:
    return jsonify(accepted=True, number=number), 201
