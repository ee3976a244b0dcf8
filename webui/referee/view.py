"""What the referee's pages show, as plain values."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.journal.amending import Difference, Moved
from engine.journal.record import Entry
from engine.scoring.payments import false_win_settlement
from engine.table.events import (
    FaultFound,
    PenaltyGiven,
    RefereeAnswered,
    RefereeCalled,
)
from engine.table.play_order import seats_of
from engine.table.state import GameState
from webui.live.evidence import KeptLook
from webui.referee.rulings import rulings_json
from webui.replay.film import DealFilm, Moment, as_shown, lines_of
from webui.replay.library import Shelf
from webui.replay.sheet import Address, faults_of
from webui.replay.view import Frame, clock, deal_heading, entry_said, row, said, seat_name, who
from webui.rules.rule_text import rule_text
from webui.text.fitting import figure
from webui.text.score_words import fault_said, value_said
from webui.text.telling import Names
from webui.words import Words


def faults_json(shelf: Shelf, words: Words, address: Address) -> list[dict[str, Any]]:
    """All faults of the game, the newest on top: first those nobody has judged, of them last those that were
    only concluded; then the judged ones."""
    found = [
        {**fault, "deal": deal_heading(deal, words), "deal_number": deal.number}
        | rulings_json(shelf, deal, deal.moments[place], fault["index"], words)
        for deal in shelf.film.deals
        for place in range(len(deal.moments))
        for fault in faults_of(Frame(shelf, deal, place), words, address)
    ]
    found.reverse()
    return sorted(found, key=lambda fault: (fault["verdict"] is not None, fault["is_perhaps"]))


def open_calls(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Who called the referee and has not been answered yet."""
    calls: list[Entry] = []
    for entry in entries:
        if any(isinstance(event, RefereeAnswered) for event in entry.events):
            calls = []
        elif any(isinstance(event, RefereeCalled) for event in entry.events):
            calls.append(entry)
    return tuple(calls)


def calls_json(shelf: Shelf, state: GameState, words: Words) -> list[dict[str, Any]]:
    """The open calls: who, and when."""
    return [
        {
            "number": entry.number,
            "clock": clock(entry.at_s),
            "who": _caller(shelf, state, event.seat, words),
        }
        for entry in open_calls([moment.entry for moment in shelf.film.moments])
        for event in entry.events
        if isinstance(event, RefereeCalled)
    ]


def _caller(shelf: Shelf, state: GameState, seat: int | None, words: Words) -> str:
    return words["seat.table"] if seat is None else seat_name(shelf, state, seat, words)


def false_wins(state: GameState) -> list[list[int]] | None:
    """By seat: the payments if that seat is penalised as for a false win; None while nobody knows who is
    East."""
    rules = state.rules
    if not state.is_dealer_known:
        return None
    return [list(false_win_settlement(rules, seat, state.dealer).payments) for seat in seats_of(rules)]


def looks_json(
    looks: Sequence[KeptLook], shelf: Shelf, words: Words, minutes: float
) -> tuple[list[dict[str, Any]], int]:
    """The strip: looks of the last `minutes` with what was told until the next look; and how many there are
    in all."""
    if not looks:
        return [], 0
    since = looks[-1].at_s - 60 * minutes
    kept = [look for look in looks if look.at_s >= since] or list(looks[-1:])
    since = kept[0].at_s
    moments = [(deal, moment) for deal in shelf.film.deals for moment in deal.moments if moment.at_s >= since]
    ends = [*(look.at_s for look in kept[1:]), float("inf")]
    strip = [
        {
            "number": look.number,
            "clock": clock(look.at_s),
            "told": [
                _look_json(deal, moment, words, shelf.names)
                for deal, moment in moments
                if look.at_s <= moment.at_s < end
            ],
        }
        for look, end in zip(kept, ends, strict=True)
    ]
    return strip, len(looks)


def _look_json(deal: DealFilm, moment: Moment, words: Words, names: Names) -> dict[str, Any]:
    return {
        "number": moment.number,
        "said": row(moment, deal, words, names)["said"][:1],
        "is_fault": any(isinstance(event, FaultFound) for event in moment.entry.events),
    }


def history_json(shelf: Shelf, words: Words) -> list[dict[str, Any]]:
    """Everything a person changed or entered, newest first: who, when, from what to what, and why."""
    rows = [
        change
        for deal in shelf.film.deals
        for moment in deal.moments
        for change in _changes(deal, moment, words, shelf.names)
    ]
    top = [change for change in rows if change["follows"] is None]
    for change in top:
        change["consequences"] = [each for each in rows if each["follows"] == change["number"]]
    return sorted(top, key=lambda change: -change["number"])


def _changes(deal: DealFilm, moment: Moment, words: Words, names: Names) -> Iterator[dict[str, Any]]:
    first = moment.history[0]
    if first.source in ("player", "referee"):
        yield _change(deal, moment, None, first, words, names)
    for before, after in zip(moment.history, moment.history[1:], strict=False):
        yield _change(deal, moment, before, after, words, names)


def _change(
    deal: DealFilm, moment: Moment, before: Entry | None, after: Entry, words: Words, names: Names
) -> dict[str, Any]:
    is_over = deal.is_over
    return {
        "number": after.number,
        "place": moment.number,
        "clock": clock(moment.at_s),
        "when": when(after.told_at),
        "who": who(after, words),
        "source": words[f"source.{after.source}"],
        "kind": _kind(before, after),
        "before": None if before is None else entry_said(moment.before, before, words, is_over, names),
        "after": entry_said(moment.before, after, words, is_over, names),
        "note": after.note,
        "follows": after.follows,
    }


def _kind(before: Entry | None, after: Entry) -> str:
    verdicts = {event.verdict for event in after.events if isinstance(event, FaultFound)} - {None}
    if before is None:
        is_penalty = any(isinstance(event, PenaltyGiven) for event in after.events)
        return "penalty" if is_penalty else "entered"
    if verdicts and after.source == "referee":
        return "judged"
    return "changed" if after.events else "undone"


def when(told_at: float | None) -> str:
    """The wall clock at which something was entered; empty when nobody noted it."""
    return "" if told_at is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(told_at))


def difference_json(
    shelf: Shelf, found: Difference, moment: Moment, events: Sequence[Any], words: Words
) -> dict[str, Any]:
    """The difference an amendment makes, as sentences and tiles."""
    lines, _ = lines_of(moment.before, events)
    changed = [number for number, _ in found.amending.changes[1:]]
    return {
        "is_nothing": found.is_nothing,
        "before": entry_said(moment.before, moment.entry, words, names=shelf.names),
        "after": said(lines, words, shelf.names),
        "faults": [_fault(shelf, moment, each, words) for each in found.amending.faults],
        "moved": [_moved(shelf, found.was, each, words) for each in found.moved if _may_tell(found, each)],
        "marked": [each.place for each in found.moved],
        "scores": [
            {
                "who": seat_name(shelf, found.will_be, seat, words),
                "before": found.scores_before[seat],
                "after": found.scores_after[seat],
            }
            for seat in seats_of(found.was.rules)
            if found.scores_before[seat] != found.scores_after[seat]
        ],
        "wins": [
            {
                "who": seat_name(shelf, found.was, each.seat, words),
                "before": _value(each.before, each.seat, words),
                "after": _value(each.after, each.seat, words),
                "is_by_value": is_by_value(each.after),
            }
            for each in found.rescored
        ],
        "entries": [_entry(shelf, number, words) for number in changed],
        "was": as_shown(found.was),
        "will_be": as_shown(found.will_be),
    }


def _fault(shelf: Shelf, moment: Moment, change: Any, words: Words) -> dict[str, Any]:
    fault: FaultFound = change.fault
    name = words.by_key.get(f"fault.{fault.name}", fault.name.replace("_", " "))
    whose = words["seat.table"] if fault.seat is None else seat_name(shelf, moment.after, fault.seat, words)
    return {
        "number": change.number,
        "is_gained": change.is_gained,
        "is_doubt": change.is_doubt,
        "text": f"{whose}{words['referee.colon']}{name}",
        "rule": fault.rule,
        "rule_text": rule_text(fault, words),
        "tiles": [tile or "?" for tile in fault.tiles],
    }


def _may_tell(found: Difference, moved: Moved) -> bool:
    """Hands are told only of a deal that is over, before and after."""
    is_over = found.was.ended_by is not None and found.will_be.ended_by is not None
    return is_over or not moved.place.startswith("hand:")


def _moved(shelf: Shelf, state: GameState, moved: Moved, words: Words) -> dict[str, Any]:
    kind, _, rest = moved.place.partition(":")
    seat = int(rest.partition(":")[0]) if kind != "dora" else None
    place = words.say(
        f"referee.place_{kind}",
        who="" if seat is None else seat_name(shelf, state, seat, words),
        number=int(moved.place.rpartition(":")[2]) + 1 if kind in ("river", "flower") else 0,
    )
    before, after = (_tiles(each) for each in (moved.before, moved.after))
    if kind == "hand":
        before, after = _only_in(before, after), _only_in(after, before)
    return {"place": place, "before": before, "after": after}


def _tiles(text: str | None) -> list[str]:
    return [] if text is None else text.split()


def _only_in(tiles: Sequence[str], others: Sequence[str]) -> list[str]:
    left = list(others)
    only = []
    for tile in tiles:
        if tile in left:
            left.remove(tile)
        else:
            only.append(tile)
    return only


def _value(score: object, seat: int, words: Words) -> str | None:
    """What a win is worth and what its winner gets; None while nobody knows."""
    if not isinstance(score, Mapping):
        return None
    if score.get("faults"):
        return words.say("score.no_win", why=fault_said(score["faults"][0], words))
    paid = score.get("seat_payments")
    gets = f" ({figure(paid[seat], signed=True)})" if paid else ""
    return f"{value_said(score, words)}{gets}"


def is_by_value(score: object) -> bool:
    """Whether a person told only what the win is worth: then nothing but he can change it."""
    said = score.get("said") if isinstance(score, Mapping) else None
    return isinstance(said, Mapping) and said.get("value") is not None


def _entry(shelf: Shelf, number: int, words: Words) -> dict[str, Any]:
    found = shelf.film.find(number)
    assert found is not None
    deal, place = found
    moment = deal.moments[place]
    said = row(moment, deal, words, shelf.names)["said"]
    return {"number": moment.number, "said": said, "deal": deal.number}
