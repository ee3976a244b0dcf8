"""A game for other programs: CSV, JSON, tenhou.net/6, mjai, and our own journal lines.

A format that cannot say what happened refuses with one line: tenhou.net/6 and mjai need every tile of every
deal, which a game kept by hand does not have.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.formats.game import RecordedDeal, RecordedGame, split_deals
from engine.formats.mjai_write import write_mjai
from engine.formats.tenhou6_write import write_tenhou6
from engine.house import settings_of
from engine.journal.amend import events_in_force
from engine.journal.record import entry_to_line
from engine.rules import load_ruleset
from engine.scoring.hand import WIND_LETTERS
from engine.table.apply import apply
from engine.table.events import (
    DealDrawn,
    Event,
    FaultFound,
    HandsDealt,
    PenaltyGiven,
    ScoresChanged,
    StickLaid,
    Won,
)
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.scores.store.kept import KeptGame
from webui.scores.store.ranking import ranking
from webui.scores.store.summary import summary_of

_SIGNS = r"=+\-@|\uff1d\uff0b\uff0d\uff20\uff5c\ufe62\ufe63\ufe66\ufe6b\u2212"
_BEGINS_FORMULA = re.compile(rf"(^|[;,\t\r\n])(?=[\s\u3000]*[{_SIGNS}]|[\t\r\n])")
TELLS_NOTHING_ELSEWHERE = (ScoresChanged, FaultFound, PenaltyGiven, StickLaid)
"""Events other programs' formats have no word for; the points they move are told with the deal's end."""


@dataclass(frozen=True, slots=True)
class Export:
    """One way to write a game: the end of the file's name, its type, and the writer."""

    ending: str
    mimetype: str
    write: Callable[[KeptGame], str]
    needs_tiles: bool = False
    """Whether every tile of every deal must be known."""


def names_of(kept: KeptGame) -> tuple[str, ...]:
    """The players' names by the seat at the start, numbered where nobody was named."""
    names = kept.game.names if kept.game is not None else (None,) * kept.start.rules.seats
    return tuple(name or f"Player {place}" for place, name in enumerate(names, 1))


def as_csv(kept: KeptGame) -> str:
    """A row a deal: its round, how it ended, what each got or paid, then the totals; the results last."""
    out = io.StringIO()
    csv.writer(out).writerows([_plain(cell) for cell in row] for row in _rows(kept))
    return out.getvalue()


def _rows(kept: KeptGame) -> Iterator[list[object]]:
    names, ledger = names_of(kept), kept.ledger
    head = ("deal", "round", "honba", "dealer", "ended_by", "winners", "giver", "value")
    yield [*head, *names, *(f"{name} total" for name in names)]
    for deal in ledger.deals:
        wins = deal.wins
        givers = {win.giver for win in wins if win.giver is not None}
        yield [
            deal.number,
            f"{WIND_LETTERS[deal.prevalent_wind % 4]}{deal.place}",
            deal.honba,
            "" if deal.dealer is None else names[deal.dealer],
            deal.ended_by or "",
            " + ".join(names[win.player] for win in wins if win.player is not None),
            " + ".join(names[giver] for giver in givers),
            " + ".join(_value(win.card or {}) for win in wins),
            *deal.payments,
            *deal.totals,
        ]
    ranked = {each.player: each for each in ranking(ledger)}
    blank, players = [""] * 7, sorted(ranked)
    totals = [""] * len(players)
    yield ["points", *blank, *(ranked[player].points for player in players), *totals]
    yield ["place", *blank, *(ranked[player].place for player in players), *totals]
    yield ["result", *blank, *(ranked[player].result for player in players), *totals]


def as_json(kept: KeptGame) -> str:
    """Everything the score pages know of the game."""
    game, ledger = kept.game, kept.ledger
    fields: dict[str, Any] = {
        "format": "jantaku-scores-1",
        "rules": kept.start.rules.name,
        "title": kept.start.rules.title,
        "players": list(names_of(kept)),
        "starting_points": kept.start.rules.starting_points,
        "began": None if game is None else game.began,
        "ended": None if game is None else game.ended,
        "note": "" if game is None else game.note,
        **summary_of(ledger),
        "sticks_left": ledger.state.riichi_sticks,
    }
    ended = [deal for deal in ledger.deals if deal.ended_by is not None]
    for told_deal, deal in zip(fields["deals"], ended, strict=True):
        told_deal["totals"] = list(deal.totals)
        for win, line in zip(told_deal["wins"], deal.wins, strict=True):
            win["card"] = line.card
    return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"


def as_tenhou6(kept: KeptGame) -> str:
    """tenhou.net/6 JSON with the players' names."""
    whole = json.loads(write_tenhou6(recorded(kept, "tenhou.net/6")))
    title = "" if kept.game is None else kept.game.evening
    whole |= {"name": list(names_of(kept)), "title": ["Jantaku", title]}
    return json.dumps(whole, ensure_ascii=False) + "\n"


def as_mjai(kept: KeptGame) -> str:
    """mjai lines with the players' names."""
    lines = list(write_mjai(recorded(kept, "mjai")))
    lines[0] = json.dumps({**json.loads(lines[0]), "names": list(names_of(kept))}, ensure_ascii=False)
    return "\n".join(lines) + "\n"


def as_lines(kept: KeptGame) -> str:
    """The journal itself, corrections and all, after a line that names rules and players."""
    head: dict[str, Any] = {"rules": kept.start.rules.name, "players": list(names_of(kept))}
    head["dealer"] = kept.start.dealer
    house = settings_of(kept.start.rules, load_ruleset(kept.start.rules.name))
    head |= {"house": house} if house else {}
    lines = [json.dumps(head, ensure_ascii=False), *map(entry_to_line, kept.entries)]
    return "\n".join(lines) + "\n"


EXPORTS: Mapping[str, Export] = {
    "csv": Export("csv", "text/csv", as_csv),
    "json": Export("json", "application/json", as_json),
    "tenhou6": Export("tenhou6.json", "application/json", as_tenhou6, True),
    "mjai": Export("mjai.jsonl", "application/x-ndjson", as_mjai, True),
    "journal": Export("jsonl", "application/x-ndjson", as_lines),
}
"""By the name in the address."""


def exports_of(kept: KeptGame) -> tuple[str, ...]:
    """The ways in which this game can be written."""
    has_tiles = are_tiles_told(kept)
    return tuple(name for name, export in EXPORTS.items() if has_tiles or not export.needs_tiles)


def are_tiles_told(kept: KeptGame) -> bool:
    """Whether formats that need every tile can have the game: riichi, and the hands dealt were told."""
    over = [deal for deal in split_deals(events_in_force(kept.entries)) if _is_over(deal)]
    is_riichi = kept.start.rules.scoring == "riichi"
    return is_riichi and bool(over) and all(_tells_hands(deal) for deal in over)


def _is_over(deal: Sequence[Event]) -> bool:
    return any(isinstance(event, Won | DealDrawn) for event in deal)


def _tells_hands(deal: Sequence[Event]) -> bool:
    return any(isinstance(event, HandsDealt) and event.hands for event in deal)


def recorded(kept: KeptGame, format_name: str) -> RecordedGame:
    """The game as other formats take it; EngineError when its tiles are not known."""
    if kept.start.rules.scoring != "riichi":
        raise EngineError(
            f"{format_name} has riichi games only, this one was played by {kept.start.rules.title}"
        )
    state, deals = kept.start, []
    for events in split_deals(events_in_force(kept.entries)):
        if _is_over(events):
            if not _tells_hands(events):
                raise EngineError(
                    f"{format_name} needs every tile of every deal; nobody told the hands dealt in this game"
                )
            state, deal = _recorded_deal(state, events, kept.start.first_dealer)
            deals.append(deal)
    if not deals:
        raise EngineError(f"no deal of this game is over yet; {format_name} needs at least one")
    try:
        final = tuple(seat.score for seat in state.seats)
        return RecordedGame(format_name, kept.start.rules, tuple(deals), final)
    except (ValueError, TypeError, AttributeError) as wrong:
        raise EngineError(f"this game cannot be written as {format_name}: {wrong}") from wrong


def _recorded_deal(
    state: GameState, events: Sequence[Event], first_dealer: int
) -> tuple[GameState, RecordedDeal]:
    before = None
    paid = [0] * state.rules.seats
    for event in events:
        state = apply(state, event)
        if before is None:
            before = [seat.score for seat in state.seats]
        if isinstance(event, ScoresChanged | PenaltyGiven):
            paid = [had + more for had, more in zip(paid, event.payments, strict=True)]
    kept = tuple(event for event in events if not isinstance(event, TELLS_NOTHING_ELSEWHERE))
    totals = tuple(before or paid)
    return state, RecordedDeal(kept, tuple(paid), totals, first_dealer=first_dealer)


def _value(card: Mapping[str, Any]) -> str:
    if card.get("yakuman"):
        return f"{card['yakuman']} yakuman"
    if not card.get("unit"):
        return ""
    fu = f" {card['fu']} fu" if card.get("fu") else ""
    return f"{card.get('value')} {card['unit']}{fu}"


def _plain(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers.

    Some read full-width signs as the usual ones, some pass over blanks before them, and where a semicolon
    parts the cells, what follows one in a text begins a cell."""
    return _BEGINS_FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell
