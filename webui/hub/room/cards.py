"""One table of the room as plain values: what its card and the interface show."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from engine.table.play_order import seats_of
from webui.hub.kept.folds import Followed
from webui.hub.kept.store import ConditionRow, TableRow, TakenCall
from webui.table.winds import wind_or_side
from webui.text.fitting import figure
from webui.words import Words

SILENT_S = 35.0
"""A table not heard for this long is away; it says how it is every ten seconds."""
Line = Literal["online", "away", "never"]


def line_of(table: TableRow) -> Line:
    """Whether the table is in touch with the hub."""
    if table.silent_s is None:
        return "never"
    return "away" if table.is_gone or table.silent_s > SILENT_S else "online"


def card(
    table: TableRow, game: Followed | None, conditions: Sequence[ConditionRow], words: Words
) -> dict[str, Any]:
    """The card of one table."""
    health = json.loads(table.health) if table.health else {}
    return {
        "name": table.name,
        "site": table.site,
        "table": table.own,
        "line": line_of(table),
        "silent_s": None if table.silent_s is None else round(table.silent_s),
        "waiting": health.get("waiting", 0),
        "is_well": health.get("is_well", True),
        "said": health.get("said", ""),
        "camera": health.get("condition", ""),
        "page": health.get("page", ""),
        "game": None if game is None else _game(game, words),
        "calls": 0 if game is None else len(game.calls),
        "faults": 0 if game is None else game.faults,
        "conditions": [condition_json(each, words) for each in conditions if each.table_name == table.name],
    }


def condition_json(condition: ConditionRow, words: Words) -> dict[str, Any]:
    """What is not as it should be, in words."""
    return {
        "table": condition.table_name,
        "kind": condition.kind,
        "text": words.say(f"hub.condition_{condition.kind}", detail=condition.detail),
        "times": condition.times,
        "since": condition.since.isoformat(timespec="seconds"),
    }


def calls_json(
    games: Mapping[int, Followed],
    tables: Sequence[TableRow],
    taken: Mapping[tuple[int, int], TakenCall],
    words: Words,
) -> list[dict[str, Any]]:
    """The open calls of all tables, the one that waits longest first; who took each."""
    rows = []
    for table in tables:
        game = games.get(table.number)
        health = json.loads(table.health) if table.health else {}
        for entry in () if game is None else game.calls:
            by = taken.get((game.journal, entry.number)) if game is not None else None
            rows.append(
                {
                    "table": table.name,
                    "journal": 0 if game is None else game.journal,
                    "number": entry.number,
                    "who": _caller(game, entry, words),
                    "told_at": entry.told_at,
                    "taken_by": "" if by is None else by.referee,
                    "page": health.get("page", ""),
                }
            )
    return sorted(rows, key=lambda row: (row["told_at"] or 0.0, row["table"]))


def _caller(game: Followed | None, entry: Any, words: Words) -> str:
    seat = next((getattr(event, "seat", None) for event in entry.events), None)
    if game is None or game.state is None or seat is None:
        return words["seat.table"]
    return _names(game)[game.state.players[seat]] or wind_or_side(game.state, seat, words)


def _names(game: Followed) -> list[str]:
    return [*game.header.names, "", "", "", ""][:4]


def _game(game: Followed, words: Words) -> dict[str, Any]:
    state = game.state
    if state is None:
        return {"told": False, "said": game.said}
    names = _names(game)
    return {
        "told": True,
        "is_over": game.header.ended is not None,
        "rules": state.rules.name,
        "round": words[f"wind.{state.prevalent_wind}"],
        "deal": (state.dealer - state.first_dealer) % state.rules.seats + 1,
        "honba": state.honba,
        "sticks": state.riichi_sticks,
        "left": state.wall.tiles_left,
        "phase": state.phase,
        "entries": len(game.entries),
        "seats": [
            {
                "name": names[state.players[seat]],
                "wind": words[f"wind.{state.seat_wind(seat)}"] if state.is_dealer_known else "?",
                "score": state.seats[seat].score,
                "shown": figure(state.seats[seat].score),
                "is_dealer": state.known_wind(seat) == 0,
                "is_ready": state.seats[seat].is_ready,
                "has_won": seat in state.winners,
                "is_turn": state.phase == "playing" and seat == state.turn,
            }
            for seat in seats_of(state.rules)
        ],
    }
