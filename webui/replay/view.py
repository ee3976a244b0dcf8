"""What the replay pages show of a moment, a deal and a game, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup

from engine.journal.record import Entry
from engine.journal.unconfirmed import waits
from engine.table.events import FaultFound
from engine.table.play_order import seats_of, turns_from
from engine.table.state import GameState
from webui.live.evidence import Side
from webui.replay.film import DealFilm, Moment, lines_of, shown, without_tiles
from webui.replay.library import Shelf
from webui.scores.board import board_of
from webui.scores.store.kept import KeptGame
from webui.table.svg import table_svg
from webui.table.winds import wind_or_side
from webui.text.story import Line
from webui.text.telling import Names, told_json
from webui.words import Words

DOUBTS_OF_FAULTS = frozenset({"lasting", "concluded", "one_too_many"})
"""Why a fault is not certain, as the words know it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where one is in a replay: the moment in `place` of `deal`."""

    shelf: Shelf
    deal: DealFilm
    place: int

    @property
    def moment(self) -> Moment:
        """The moment itself."""
        return self.deal.moments[self.place]


def clock(at_s: float) -> str:
    """Seconds of the journal as people read them: ``1:05`` or ``1:02:07``."""
    minutes, seconds = divmod(int(max(0.0, at_s)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def said(lines: Sequence[Line], words: Words, names: Names = ()) -> list[dict[str, object]]:
    """The sentences of some lines, in parts so that tiles can be drawn."""
    return [told_json(line, words, names) for line in lines]


def row(moment: Moment, deal: DealFilm, words: Words, names: Names = ()) -> dict[str, Any]:
    """One line of the move list."""
    lines = moment.lines if deal.is_over else without_tiles(moment.lines)
    return {
        "number": moment.number,
        "clock": clock(moment.at_s) if deal.has_times else "",
        "said": said(lines, words, names),
        "is_undone": not moment.entry.events,
        "is_amended": moment.is_amended,
        "is_doubtful": bool(moment.entry.doubtful),
        "doubt": _doubt(moment.entry),
        "is_fault": any(isinstance(event, FaultFound) for event in moment.entry.events),
    }


def _doubt(entry: Entry) -> str:
    """The word for what is not sure of an entry: a face, unless it tells a fault."""
    if waits(entry):
        return "doubt.score"
    is_fault = any(isinstance(event, FaultFound) for event in entry.events)
    reason = next((str(doubt["reason"]) for doubt in entry.doubtful if "reason" in doubt), "")
    return f"doubt.{reason}" if is_fault and reason in DOUBTS_OF_FAULTS else "replay.doubtful"


def board(frame: Frame, words: Words, sprite: str, marked: Sequence[str] = ()) -> Markup:
    """The table at that moment, or the score board where points were kept alone; every word in it is escaped
    where it is put in."""
    if not frame.deal.has_tiles:
        standing = board_of(_kept_until(frame), frame.shelf.names, words)
        return Markup(render_template("replay/points.html", board=standing, words=words, sprite=sprite))
    state = shown(frame.deal, frame.moment.after)
    return Markup(table_svg(state, words, doubtful=marked, sprite=sprite, names=frame.shelf.names))


def _kept_until(frame: Frame) -> KeptGame:
    """The game as it is kept now, up to that moment."""
    shelf = frame.shelf
    moments = [each for each in shelf.film.moments if each.number <= frame.moment.number]
    entries = sorted((each for moment in moments for each in moment.history), key=lambda each: each.number)
    return KeptGame(shelf.game, shelf.start, tuple(entries), shelf.is_at_table)


def pictures_at(frame: Frame) -> tuple[int, frozenset[Side]]:
    """The entry whose pictures explain this moment, and which there are: of a fault, those of the act."""
    kept = frame.shelf.pictured
    for moment in reversed(frame.deal.moments[: frame.place + 1]):
        if moment.is_act:
            return moment.number, frozenset(kept.get(moment.number, ()))
    return frame.moment.number, frozenset(kept.get(frame.moment.number, ()))


def deal_heading(deal: DealFilm, words: Words) -> str:
    """``Deal 3, East 3``."""
    start = deal.start
    place = turns_from(start.rules, start.first_dealer, start.dealer) + 1
    wind = words[f"wind.{start.prevalent_wind % 4}"]
    return words.say("replay.deal", number=deal.number, wind=wind, place=place)


def deal_outcome(shelf: Shelf, deal: DealFilm, words: Words) -> str:
    """How the deal ended, in a few words."""
    end = deal.end
    ended = next((each.after for each in deal.moments if each.after.ended_by is not None), end)
    if ended.ended_by is None:
        return words["replay.going_on"] if shelf.is_at_table else words["replay.not_ended"]
    if ended.winners or end.winners:
        who = words["page.comma"].join(seat_name(shelf, end, seat, words) for seat in end.winners)
        return words.say("replay.won", who=who)
    kind = f"kind.{ended.ended_by}"
    return words[kind] if kind in words else ended.ended_by.replace("_", " ")


def seat_name(shelf: Shelf, state: GameState, seat: int, words: Words) -> str:
    """The wind and, when known, who sits there."""
    wind = wind_or_side(state, seat, words)
    name = shelf.name_at(state, seat)
    return words.say("replay.seat", wind=wind, name=name) if name else wind


def deal_json(shelf: Shelf, deal: DealFilm, words: Words) -> dict[str, Any]:
    """One deal of a list."""
    return {
        "number": deal.number,
        "heading": deal_heading(deal, words),
        "outcome": deal_outcome(shelf, deal, words),
        "first": deal.moments[0].number,
        "last": deal.moments[-1].number,
        "moments": len(deal.moments),
        "faults": sum(_faults(each) for each in deal.moments),
        "clock": clock(deal.moments[0].at_s) if deal.has_times else "",
        "payments": [
            {"who": seat_name(shelf, deal.end, seat, words), "paid": deal.payments[seat]}
            for seat in seats_of(deal.end.rules)
        ],
        "has_payments": any(deal.payments),
    }


def _faults(moment: Moment) -> int:
    return sum(isinstance(event, FaultFound) for event in moment.entry.events)


def entry_said(
    before: GameState, entry: Entry, words: Words, is_over: bool = True, names: Names = ()
) -> list[dict[str, object]]:
    """What one entry tells when it stands after `before`; nothing when it says that nothing happened."""
    lines, _ = lines_of(before, entry.events)
    return said(lines if is_over else without_tiles(lines), words, names)


def who(entry: Entry, words: Words) -> str:
    """Who told it: the camera, or the person as he was known."""
    name, _, seat = entry.by.partition(" ")
    role = f"role.{name}"
    if role in words:
        title = words[role]
        return words.say("referee.role_at_seat", role=title, seat=int(seat) + 1) if seat.isdigit() else title
    return entry.by or words[f"source.{entry.source}"]
