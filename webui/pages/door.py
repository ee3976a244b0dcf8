"""The person's door: what people say happened enters as events, the same as what the camera saw."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, abort, jsonify

from engine.follow.tell.no_wall import awaits_wall, begun
from engine.journal.record import Entry, event_from_json, event_to_json
from engine.table.events import Event
from engine.tiles import EngineError, Tile, parse_tile
from webui.access.roles import Role, needs
from webui.access.who import who_asks
from webui.live.acts import ACTS, events_of, with_fifth_copies
from webui.live.likeliest import likeliest
from webui.live.once import told_already
from webui.page.bodies import seat_in, sent_object, short
from webui.page.context import PLAY_AGAIN, chosen_words, room_of
from webui.text.said_error import SaidError, told_in

door = Blueprint("door", __name__)


@door.post("/correct")
@needs(Role.seat)
def correct() -> tuple[Response, int]:
    """``{"number", "tile"}``: the tile of that entry was another one."""
    body = sent_object()
    entry, tile = _entry(body), _tile(body)
    changed = [event for event in entry.events if hasattr(event, "tile")]
    if not changed:
        abort(409, f"entry {entry.number} tells of no tile")
    events = tuple(_with_tile(event, tile) if event is changed[-1] else event for event in entry.events)
    return _accepted(room_of().record("player", events, amends=entry.number, by=who_asks()))


@door.get("/api/likeliest/<int:number>")
@needs(Role.viewer)
def likely(number: int) -> Response:
    """What the tile of that entry may be instead, the likeliest first, and the address of the camera's cut
    of it (null when none was kept)."""
    room, entry = room_of(), _numbered(number)
    after = next(item.after for item in room.story if item.entry.number == number)
    kept = room.evidence.sides().get(number, frozenset())
    shown = next((side for side in ("after", "before") if side in kept), None)
    address = None if shown is None else f"/evidence/table/{number}/{shown}.jpg?s={room.session}"
    return jsonify(likeliest=list(likeliest(entry, after, room.reading)), picture=address)


@door.post("/undo")
@needs(Role.seat)
def undo() -> tuple[Response, int]:
    """``{"number"}``: what that entry tells did not happen; a correction is taken back to what was before."""
    entry = _entry(sent_object())
    if entry.follows is not None:
        entry = _numbered(entry.follows)  # what only followed goes with what it followed from
    before = () if entry.amends is None else _numbered(entry.amends).events
    return _accepted(room_of().record("player", before, amends=entry.number, by=who_asks()))


@door.post("/record")
@needs(Role.seat)
def record() -> tuple[Response, int]:
    """``{"seat", "act", "tile"}``: this happened; the missing half of the act is taken from the table.
    200 when it was told since the entry in the header ``X-Jantaku-After``: nothing is entered twice."""
    body = sent_object()
    act, seat = body.get("act"), seat_in(body, "seat")
    if not isinstance(act, str) or act not in ACTS:
        abort(400, f"act must be one of {', '.join(ACTS)}, got {short(act)}")
    try:
        events = events_of(act, seat, body.get("tile"), room_of().state)
    except EngineError as wrong:
        abort(409, told_in(wrong, chosen_words()))
    known = told_already(room_of(), events)
    if known is not None:
        return jsonify(accepted=True, number=known.number), 200
    return _accepted(room_of().record("player", with_fifth_copies(room_of().state, events), by=who_asks()))


@door.post("/east")
@needs(Role.seat)
def east() -> tuple[Response, int]:
    """``{"seat"}``: that seat is East, whatever was told before; null: nobody knows. 409 once the next deal
    has begun, and for null once the hands are dealt."""
    body = sent_object()
    seat = None if body.get("seat", 0) is None else seat_in(body, "seat")
    try:
        entry = room_of().tell_east(seat, by=who_asks())
    except SaidError as wrong:
        abort(409, told_in(wrong, chosen_words()))
    except EngineError as wrong:
        abort(400, str(wrong))
    return _accepted(entry)


@door.post("/begun")
@needs(Role.seat)
def deal_begun() -> tuple[Response, int]:
    """The deal that lies there is being played, though too little of its wall is found. 409 in a deal, and
    while nobody knows who is East."""
    state = room_of().state
    if not state.is_dealer_known:
        abort(409, chosen_words()["begun.east_first"])
    if not awaits_wall(state):
        abort(409, chosen_words()["begun.is_followed"])
    return _accepted(room_of().record("player", begun(state), by=who_asks()))


@door.post("/again")
@needs(Role.seat)
def again() -> tuple[Response, int]:
    """Plays the recording from its beginning, as a new session."""
    play_again = PLAY_AGAIN.of()
    if play_again is None:
        abort(409, "this table is watched by a camera; there is no recording to play again")
    play_again()
    return jsonify(accepted=True), 202


def _entry(body: Mapping[str, object]) -> Entry:
    number = body.get("number")
    if not isinstance(number, int) or isinstance(number, bool):
        abort(400, f"number must be the number of an entry, got {short(number)}")
    return _numbered(number)


def _numbered(number: int) -> Entry:
    for item in room_of().story:
        if item.entry.number == number:
            return item.entry
    abort(404, f"there is no entry {number}")


def _tile(body: Mapping[str, object]) -> Tile:
    try:
        tile = parse_tile(str(body.get("tile")))
    except EngineError as wrong:
        abort(400, str(wrong))
    if tile is None:
        abort(400, "say which tile it was")
    return tile


def _with_tile(event: Event, tile: Tile) -> Event:
    """The event told of another tile; a pung or kong changes all of its tiles."""
    content = event_to_json(event)
    was = content["tile"]
    if "tiles" in content:
        content["tiles"] = [tile if each == was else each for each in content["tiles"]]
    return event_from_json({**content, "tile": tile})


def _accepted(entry: Entry) -> tuple[Response, int]:
    return jsonify(accepted=True, number=entry.number), 201
