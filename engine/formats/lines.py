"""Our own journal lines as a recorded game, and a recorded game as journal lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from engine.amend import events_in_force
from engine.events import Event, ScoresChanged
from engine.formats.game import Points, RecordedDeal, RecordedGame, split_deals
from engine.play_order import is_at_table
from engine.record import Entry, entry_from_json, entry_to_line
from engine.rules import load_ruleset
from engine.tiles import EngineError


def read_lines(text: str, rules: str = "mcr") -> RecordedGame:
    """The game in journal lines; a line ``{"rules": NAME}`` names the rule set, lines without events are
    passed over. EngineError names the line that is wrong."""
    entries: list[Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if isinstance(data, dict) and "events" in data:
                entries.append(entry_from_json(data))
            elif isinstance(data, dict) and isinstance(data.get("rules"), str):
                rules = data["rules"]
        except ValueError as wrong:
            raise EngineError(f"line {number}: {wrong}") from wrong
    return game_of(events_in_force(entries), rules)


def game_of(events: tuple[Event, ...], rules: str) -> RecordedGame:
    """A run of events as a recorded game."""
    played = load_ruleset(rules)
    for event in events:
        if not is_at_table(played, event):
            raise EngineError(f"{rules} is for {played.seats} players, which {str(event)[:80]} does not fit")
    return RecordedGame("jantaku", played, tuple(map(_deal, split_deals(events))))


def _deal(events: tuple[Event, ...]) -> RecordedDeal:
    return RecordedDeal(events, payments=_told(events))


def _told(events: Iterable[Event]) -> Points | None:
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
