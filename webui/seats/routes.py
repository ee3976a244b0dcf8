"""A phone takes a seat with a code that works once, and calls for tiles from there."""

from __future__ import annotations

from functools import partial
from typing import cast, get_args
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for

from engine.ruleset import Ruleset
from engine.table.events import Call, RefereeCalled, Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.access.addresses import lan_address
from webui.access.limits import limited
from webui.access.roles import (
    Role,
    access_of,
    leave_seat,
    mint_seat_pass,
    needs,
    player_of_visitor,
    use_seat_pass,
)
from webui.access.who import who_asks
from webui.page.assets import asset
from webui.page.bodies import seat_in, sent_object, short
from webui.page.context import chosen_words, page_context, player_names, room_of, shown_table
from webui.page.frame import SPRITE, framed
from webui.scores.board import board_context
from webui.seats.desk import DESK, Desk
from webui.table.seat import melds_svg
from webui.table.winds import wind_or_side, wind_sign
from webui.text.said_error import told_in

seats = Blueprint("seats", __name__)

CALLS: tuple[Call, ...] = get_args(Call)
HERE = ("localhost", "127.0.0.1", "::1")


@seats.get("/seat")
@needs(Role.viewer)
def phone() -> str:
    """The page of a phone: with ``pass`` the question whether to sit down, else its seat with the calls."""
    words, given = chosen_words(), request.args.get("pass", "")
    state, seat = shown_table().state, _sitting()
    offered = _chair(access_of().logins.player_of_pass(given)) if given else None
    if seat is not None:
        _desk().open()
    return framed(
        "seat.html",
        seat=seat,
        offered=offered,
        given=given,
        wind=lambda number: words[f"wind.{state.seat_wind(number)}"],
        name_of=lambda number: player_names()[state.players[number]],
        title_of=partial(_title, state),
        sign_of=partial(wind_sign, state),
        is_dealer_known=state.is_dealer_known,
        calls=_calls_shown(state.rules),
        board=None if seat is None else board_context(words),
        context={} if seat is None else {**page_context(room_of(), words), "seat": seat, "entries": []},
    )


@seats.post("/seats/sit")
@needs(Role.viewer)
def sit() -> Response | tuple[Response, int]:
    """``{"pass"}``: takes the seat of an unused code; a form without script is led to the seat's page."""
    if request.mimetype == "application/x-www-form-urlencoded":
        use_seat_pass(request.form.get("pass", "")[:200])
        return cast(Response, redirect(url_for("seats.phone"), 303))
    given = sent_object().get("pass")
    if not isinstance(given, str) or not given:
        abort(400, "pass must be the text of a seat's code")
    return jsonify(seat=_chair(use_seat_pass(given[:200]))), 201


@seats.post("/seats/stand")
@needs(Role.viewer)
def stand() -> Response | tuple[Response, int]:
    """Leaves the seat."""
    leave_seat()
    if request.mimetype == "application/x-www-form-urlencoded":
        return cast(Response, redirect(url_for("seats.phone"), 303))
    return jsonify(accepted=True), 200


@seats.post("/seats/codes")
@needs(Role.seat)
@limited("codes")
def codes() -> tuple[Response, int]:
    """``{"seat"}``: a new code for that seat, as an address and as a QR drawing."""
    seat = seat_in(sent_object(), "seat")
    players = shown_table().state.players
    code = mint_seat_pass(players[seat] if seat < len(players) else seat)
    address = f"{_own_address()}{url_for('seats.phone')}?pass={code}"
    drawing = segno.make_qr(address, error="m").svg_inline(scale=4, border=2, dark="#101010", light="#ffffff")
    return jsonify(seat=seat, address=address, drawing=drawing), 201


@seats.get("/seats")
@needs(Role.viewer)
def who() -> Response:
    """The desk as the phones see it, and which seats have a phone."""
    desk = _desk().json()
    chairs = map(_chair, access_of().logins.seated())
    seated = sorted(chair for chair in chairs if chair is not None)
    return jsonify(**desk, seated=seated, now_s=round(room_of().now_s, 2))


@seats.get("/seats/melds.svg")
@needs(Role.viewer)
def melds() -> Response:
    """The sets of the visitor's seat (or of ``seat``) as one drawing."""
    asked = request.args.get("seat", "")
    seat = int(asked) if asked in ("0", "1", "2", "3") else _sitting()
    if seat not in seats_of(room_of().rules):
        abort(404, "This phone has no seat.")
    drawing = melds_svg(room_of().state, seat, asset(SPRITE))
    answer = Response(drawing, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@seats.post("/seats/call")
@needs(Role.seat)
@limited("calls")
def call() -> tuple[Response, int]:
    """``{"call"}``: the phone's seat says so, now."""
    said = sent_object().get("call")
    if said not in CALLS:
        abort(400, f"call must be one of {', '.join(CALLS)}, got {short(said)}")
    entry = _desk().call(_own_seat(), said, who_asks())
    return jsonify(accepted=True, number=entry.number), 201


@seats.post("/seats/referee")
@needs(Role.seat)
@limited("referee")
def referee() -> tuple[Response, int]:
    """The phone's seat asks for the referee."""
    entry = room_of().record("player", (RefereeCalled(_own_seat()),), by=who_asks())
    return jsonify(accepted=True, number=entry.number), 201


@seats.post("/seats/clock")
@needs(Role.seat)
def clock() -> tuple[Response, int]:
    """``{"on"}``: whether moves that take too long are announced."""
    is_on = sent_object().get("on")
    if not isinstance(is_on, bool):
        abort(400, f"on must be true or false, got {short(is_on)}")
    _desk().time_moves(is_on)
    return jsonify(accepted=True), 200


@seats.post("/seats/differences")
@needs(Role.seat)
def differences() -> tuple[Response, int]:
    """``{"number", "happened"}``: what a phone was awarded and no camera saw is entered, or was not so."""
    body = sent_object()
    number, happened = body.get("number"), body.get("happened")
    if not isinstance(number, int) or isinstance(number, bool) or not isinstance(happened, bool):
        abort(400, "expected number, a whole number, and happened, true or false")
    try:
        if happened:
            return jsonify(accepted=True, number=_desk().enter(number, who_asks()).number), 201
        _desk().dismiss(number)
    except EngineError as wrong:
        abort(409, told_in(wrong, chosen_words()))
    return jsonify(accepted=True), 200


def _desk() -> Desk:
    return DESK.of()


def _own_seat() -> Seat:
    seat = _sitting()
    if seat is None:
        abort(409, chosen_words()["seats.not_seated"])
    return seat


def _own_address() -> str:
    """Where a phone reaches this server: as the asking page does, unless that page is on this machine."""
    asked = urlsplit(request.host_url)
    outside = lan_address() if asked.hostname in HERE else None
    if outside is None:
        return request.host_url.rstrip("/")
    return f"{asked.scheme}://{outside}:{asked.port or 80}"


def _sitting() -> Seat | None:
    """Where the visitor sits now; None for one who plays no part in this game."""
    return _chair(player_of_visitor())


def _title(state: GameState, seat: Seat) -> str:
    """The seat as its phone is headed: by its wind, else by its side of the drawing."""
    words, place = chosen_words(), wind_or_side(state, seat, chosen_words())
    return words.say("seats.title", wind=place) if state.is_dealer_known else place


def _chair(player: int | None) -> Seat | None:
    """Where that player sits now: chairs are changed during a game of some rule sets (S004-93)."""
    state = shown_table().state
    return next((seat for seat in seats_of(state.rules) if state.players[seat] == player), None)


def _calls_shown(rules: Ruleset) -> tuple[tuple[Call, str], ...]:
    """The large buttons: (the call, what it is called)."""
    shown: tuple[Call, ...] = ("win", "kong", "pung", "chow", "flower", "wait")
    kept = (call for call in shown if call != "chow" or rules.chow_claims)
    return tuple((call, "north" if call == "flower" and rules.north_bonus else call) for call in kept)
