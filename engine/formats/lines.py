"""Our own journal lines as a recorded game, and a recorded game as journal lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.formats.game import Points, RecordedDeal, RecordedGame, split_deals
from engine.house import with_settings
from engine.journal.amend import events_in_force
from engine.journal.east import begun
from engine.journal.record import Entry, entry_from_json, entry_to_line
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import SEATS, Event, ScoresChanged, Seat
from engine.table.play_order import is_at_table
from engine.tiles import EngineError


def read_lines(text: str, rules: str = "mcr") -> RecordedGame:
    """The game in journal lines; a line ``{"rules": NAME}`` names the rule set and may tell ``house`` (what
    is played otherwise) and ``dealer`` (who was East first); other lines without events are passed over.
    EngineError names the line that is wrong."""
    entries: list[Entry] = []
    house: dict[str, Any] = {}
    dealer = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if isinstance(data, dict) and "events" in data:
                entries.append(entry_from_json(data))
            elif isinstance(data, dict) and isinstance(data.get("rules"), str):
                rules = data["rules"]
                house, named = data.get("house") or {}, data.get("dealer")
                dealer = 0 if named is None else named
        except ValueError as wrong:
            raise EngineError(f"line {number}: {wrong}") from wrong
    if not isinstance(house, dict) or type(dealer) is not int or dealer not in SEATS:
        raise EngineError(f"house must be settings and dealer a seat, got {house!r:.60}, {dealer!r:.20}")
    said = begun(new_table(load_ruleset(rules), dealer), entries)
    return game_of(events_in_force(entries), rules, house, said.first_dealer)


def game_of(
    events: tuple[Event, ...], rules: str, house: Mapping[str, Any] | None = None, dealer: Seat = 0
) -> RecordedGame:
    """A run of events as a recorded game; `house`: settings played otherwise; `dealer`: East at first.

    EngineError: no such rule set, or an event of a seat that it does not have.
    """
    played = with_settings(load_ruleset(rules), house or {})
    for event in events:
        if not is_at_table(played, event):
            raise EngineError(f"{rules} is for {played.seats} players, which {str(event)[:80]} does not fit")
    deals = (RecordedDeal(each, _payments(each), first_dealer=dealer) for each in split_deals(events))
    return RecordedGame("jantaku", played, tuple(deals))


def _payments(events: Iterable[Event]) -> Points | None:
    moved = [event.payments for event in events if isinstance(event, ScoresChanged)]
    if not moved:
        return None
    return tuple(sum(column) for column in zip(*moved, strict=True))


def write_lines(game: RecordedGame) -> Iterator[str]:
    """The game as journal lines, one event each, after a line that names the rules."""
    yield json.dumps({"rules": game.rules.name})
    number = 0
    for deal in game.deals:
        for event in deal.events:
            number += 1
            yield entry_to_line(Entry(number, 0.0, "import", (event,)))
