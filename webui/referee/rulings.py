"""What a ruling does, told before it is confirmed: as sentences, one set for each consequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.journal.amend import folded
from engine.judge.ruling import Ruling, ruling
from engine.table.events import Event, FaultFound, PenaltyGiven, ScoresChanged
from engine.table.fault import CONSEQUENCES
from engine.table.state import GameState
from engine.table.wins import is_of_win
from webui.replay.film import DealFilm, Moment
from webui.replay.library import Shelf
from webui.replay.view import seat_name
from webui.text.fitting import figure
from webui.words import Words


def rulings_json(shelf: Shelf, deal: DealFilm, moment: Moment, index: int, words: Words) -> dict[str, Any]:
    """``effects``: what each consequence of the fault at place `index` of the entry would do; ``waits``:
    whether a win is not paid until somebody rules on it."""
    found = moment.entry.events[index]
    if not isinstance(found, FaultFound):
        return {"effects": {}, "waits": False}
    state = table_of(deal, moment, index)
    effects = {
        kind: effect_text(shelf, state, replace(found, consequence=kind), words) for kind in CONSEQUENCES
    }
    waits = found.verdict is None and is_of_win(state, found)
    return {"effects": effects, "waits": waits}


def table_of(deal: DealFilm, moment: Moment, index: int) -> GameState:
    """The table at which a fault is ruled on: of a win's fault the table with all wins of the deal."""
    found = moment.entry.events[index]
    if isinstance(found, FaultFound) and is_of_win(deal.end, found):
        return deal.end
    return folded(moment.before, moment.entry.events[:index])


def effect_text(shelf: Shelf, state: GameState, found: FaultFound, words: Words) -> str:
    """What upholding `found` does, as one line; `state` is the table it was found at."""
    parts = list(_parts(shelf, state, found, ruling(state, found), words))
    return "; ".join(parts) if parts else words["referee.effect_nothing"]


def is_price_of(event: Event, found: FaultFound) -> bool:
    """Whether `event`, told in the same entry, is points that a ruling on `found` moved: its price, or a win
    that then was paid or was not."""
    priced = (found.seat, found.name, found.rule)
    is_price = isinstance(event, PenaltyGiven) and (event.seat, event.name, event.rule) == priced
    return is_price or isinstance(event, ScoresChanged)


def _parts(shelf: Shelf, state: GameState, found: FaultFound, follows: Ruling, words: Words) -> Iterator[str]:
    who = "" if found.seat is None else seat_name(shelf, state, found.seat, words)
    if follows.is_unpaid:
        yield words["referee.effect_unpaid"]
    if any(follows.payments):
        paid = [
            f"{seat_name(shelf, state, seat, words)} {figure(points, signed=True)}"
            for seat, points in enumerate(follows.payments)
            if points
        ]
        yield words.say("referee.effect_costs", who=who, payments=words["page.comma"].join(paid))
    if follows.off_result:
        yield words.say("referee.effect_result", points=figure(follows.off_result))
    if follows.is_dead:
        yield words.say("referee.effect_dead", who=who)
    if follows.is_redealt:
        yield words["referee.effect_redealt"]
    if follows.is_voided:
        yield words["referee.effect_voided"]
    if follows.goes_on:
        yield words["referee.effect_goes_on"]
