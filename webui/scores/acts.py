"""What people enter at the table: wins, draws, sticks, penalties, the next deal; each one a journal entry."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime

from flask import Response, abort, jsonify

from engine.journal.amend import folded, in_force
from engine.journal.record import Entry, Source
from engine.journal.recount import Change
from engine.journal.unconfirmed import confirmed, waits
from engine.table.events import Event, PenaltyGiven
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.access.roles import Role, needs, role_of_visitor
from webui.access.who import who_asks
from webui.live.once import told_already
from webui.page.bodies import (
    body_of,
    flag_in,
    number_in,
    number_or_none,
    objects_in,
    points_in,
    refuse,
    seat_in,
    seat_or_none,
    seats_in,
    text_in,
)
from webui.page.context import chosen_words, room_of
from webui.scores.context import names_of, scores_of, undoable
from webui.scores.endings import declared_ready, drawn, kong_laid, opened, penalty, points_moved
from webui.scores.framing import scores
from webui.scores.lines import line_text
from webui.scores.store.kept import KeptGame, kept_at_table
from webui.scores.win_sheet import MOST_WINNERS, win_events, win_preview

Answer = tuple[Response, int]


@scores.post("/scores/preview")
@needs(Role.viewer)
def preview() -> Response:
    """``{"wins", "amends"}``: what these wins come to; nothing is entered."""
    body = body_of("wins", "amends")
    drafts = objects_in(body, "wins", MOST_WINNERS)
    try:
        return jsonify(win_preview(_kept(), number_or_none(body, "amends"), drafts, chosen_words()))
    except EngineError as wrong:
        refuse(wrong, 400)


@scores.post("/scores/wins")
@needs(Role.seat)
def enter_win() -> Answer:
    """``{"wins", "amends"}``: the deal was won so; ``amends`` names the entry of a win told before."""
    body = body_of("wins", "amends")
    drafts = objects_in(body, "wins", MOST_WINNERS)
    number, kept = number_or_none(body, "amends"), _kept()
    if number is not None:
        _may_amend(kept, number)
    try:
        win = win_events(kept, number, drafts)
    except EngineError as wrong:
        refuse(wrong)
    return _recorded(kept, win.events, win.amends, win.also)


@scores.post("/scores/draws")
@needs(Role.seat)
def enter_draw() -> Answer:
    """``{"kind", "ready", "best"}``: nobody won. ``ready``: the seats that showed a ready hand, null when
    nobody was asked; ``best``: who is paid a drawn mangan for his discards."""
    body, kept = body_of("kind", "ready", "best"), _kept()
    ready = None if body.get("ready") is None else seats_in(body, "ready")
    kind = text_in(body, "kind", "exhaustive")
    return _acted(kept, lambda: drawn(room_of().state, kind, ready, seats_in(body, "best")))


@scores.post("/scores/ready")
@needs(Role.seat)
def enter_ready() -> Answer:
    """``{"seat"}``: riichi, the stick is on the table."""
    body, kept = body_of("seat"), _kept()
    seat = seat_in(body, "seat")
    return _acted(kept, lambda: declared_ready(room_of().state, seat))


@scores.post("/scores/kongs")
@needs(Role.seat)
def enter_kong() -> Answer:
    """``{"seat", "giver", "concealed"}``: a kong that is paid at once."""
    body, kept = body_of("seat", "giver", "concealed"), _kept()
    seat, giver, is_concealed = seat_in(body, "seat"), seat_or_none(body, "giver"), flag_in(body, "concealed")
    return _acted(kept, lambda: kong_laid(room_of().state, seat, giver, is_concealed))


@scores.post("/scores/penalties")
@needs(Role.seat)
def enter_penalty() -> Answer:
    """``{"seat", "fault", "points", "shared"}``: ``points`` null: what a false win costs here; ``shared``:
    the others get them in equal parts, else nobody does. Where a camera watches it takes a referee."""
    body, kept = body_of("seat", "fault", "points", "shared"), _kept()
    _needs_referee(kept)
    seat, points = seat_in(body, "seat"), number_or_none(body, "points")
    fault, is_shared = text_in(body, "fault", "other"), flag_in(body, "shared")
    return _acted(kept, lambda: penalty(room_of().state, seat, fault, points, is_shared))


@scores.post("/scores/points")
@needs(Role.seat)
def enter_points() -> Answer:
    """``{"payments"}``: points that change hands by seat, for a reason of the players' own; the sum is
    zero."""
    body, kept = body_of("payments"), _kept()
    _needs_referee(kept)
    payments = points_in(body, "payments")
    return _acted(kept, lambda: points_moved(room_of().state, payments))


@scores.post("/scores/next")
@needs(Role.seat)
def next_deal() -> Answer:
    """``{"dealer", "honba"}``: the next deal begins; what is not named follows by the rules."""
    body, kept = body_of("dealer", "honba"), _kept()
    wanted: dict[str, int] = {}
    if body.get("dealer") is not None:
        wanted["dealer"] = seat_in(body, "dealer")
    honba = number_or_none(body, "honba")
    if honba is not None:
        if not 0 <= honba <= 99:
            abort(400, f"honba must be 0 to 99, got {honba}")
        wanted["honba"] = honba
    return _acted(kept, lambda: opened(room_of().state, wanted))


@scores.post("/scores/cancel")
@needs(Role.seat)
def cancel() -> Answer:
    """``{"number"}``: that entry did not happen; everything after it is reckoned again."""
    body, kept = body_of("number"), _kept()
    entry = _entry(kept.entries, number_in(body, "number"))
    _may_amend(kept, entry.number)
    if entry.number == in_force(kept.entries)[0].number:
        abort(409, chosen_words()["scores.not_the_first"])
    return _recorded(kept, (), entry.number)


@scores.post("/scores/confirm")
@needs(Role.seat)
def confirm() -> Answer:
    """``{"number"}``: the win or draw of that entry, which waits because the camera did not follow the whole
    deal, is as it was told; what it pays is paid."""
    body, kept = body_of("number"), _kept()
    entry = _entry(in_force(kept.entries), number_in(body, "number"))
    if not waits(entry):
        abort(409, chosen_words()["scores.nothing_waits"])
    return _recorded(kept, confirmed(_table_before(kept, entry), entry.events), entry.number)


@scores.post("/scores/undo")
@needs(Role.seat)
def undo() -> Answer:
    """``{"number"}``: takes the newest entry back; it must still be the one named, so that two who press
    at once do not undo twice."""
    body, kept = body_of("number"), _kept()
    number, newest = number_in(body, "number"), undoable(kept.entries)
    if newest is None or newest.number != number:
        abort(409, chosen_words()["scores.not_newest"])
    return _recorded(kept, (), number)


def _table_before(kept: KeptGame, entry: Entry) -> GameState:
    standing = in_force(kept.entries)
    before = standing[: standing.index(entry)]
    return folded(kept.start, [event for each in before for event in each.events])


def _kept() -> KeptGame:
    kept = kept_at_table(scores_of().book, room_of())
    if kept is None:
        abort(409, chosen_words()["scores.no_game"])
    return kept


def _may_amend(kept: KeptGame, number: int) -> None:
    """Where a camera watches, what a referee has ruled is changed by a referee only."""
    entry = _entry(kept.entries, number)
    if entry.source == "referee" or any(isinstance(event, PenaltyGiven) for event in entry.events):
        _needs_referee(kept)


def _needs_referee(kept: KeptGame) -> None:
    """Friends who keep their scores by hand need no referee."""
    is_by_hand = kept.game is not None and kept.game.kind == "by_hand"
    if not is_by_hand and role_of_visitor() < Role.referee:
        words = chosen_words()
        abort(403, words.say("roles.not_allowed", role=words["role.referee"]))


def _entry(entries: tuple[Entry, ...], number: int) -> Entry:
    """The entry of that number; 404 when there is none."""
    for entry in entries:
        if entry.number == number:
            return entry
    abort(404, f"there is no entry {number}")


def _acted(kept: KeptGame, events: Callable[[], Sequence[Event]]) -> Answer:
    try:
        made = events()
    except EngineError as wrong:
        refuse(wrong)
    return _recorded(kept, made, None)


def _recorded(
    kept: KeptGame, events: Sequence[Event], amends: int | None, also: Sequence[Change] = ()
) -> Answer:
    """Enters them, and says what they were."""
    known = told_already(room_of(), events) if amends is None else None
    if known is not None:
        return jsonify(accepted=True, number=known.number, told=_sentences(kept, known)), 200
    source: Source = "referee" if role_of_visitor() >= Role.referee and _is_watched(kept) else "player"
    entry = room_of().record(source, tuple(events), amends, _at_s(kept), by=who_asks(), also=also)
    after = _kept()
    return jsonify(accepted=True, number=entry.number, told=_sentences(after, entry)), 201


def _is_watched(kept: KeptGame) -> bool:
    return kept.game is not None and kept.game.kind != "by_hand"


def _sentences(kept: KeptGame, entry: Entry) -> list[str]:
    words = chosen_words()
    names = names_of(kept, words)
    deals = kept.ledger.deals
    return [
        line_text(line, names, words) for deal in deals for line in deal.lines if line.number == entry.number
    ]


def _at_s(kept: KeptGame) -> float | None:
    """Seconds since a game kept by hand began; a camera has its own clock."""
    if kept.game is None or _is_watched(kept):
        return None
    return max(0.0, round(time.time() - datetime.fromisoformat(kept.game.began).timestamp(), 1))
