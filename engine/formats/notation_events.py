"""An event as one short line of text, both ways: its wire name, then its fields.

::

    tile_discarded seat=2 tile=5m turned
    chow_claimed seat=1 giver=0 tile=4m tiles=345m
    hands_dealt dealer=0 hands=123m..,?????????????,...

A field that is true stands alone, one that is not needed is left out, lists are joined with commas.
"""

from __future__ import annotations

from typing import Any

from engine.journal.record import event_from_json, event_to_json
from engine.notation import parse_tiles, tiles_text
from engine.table.events import Event
from engine.tiles import EngineError, parse_tile, tile_text

_TILES = frozenset({"tiles", "hand"})
_WORDS = frozenset({"type", "kind", "end", "rule", "name", "consequence", "verdict", "evidence"}) | frozenset(
    {"call", "reason"}
)


def event_text(event: Event) -> str:
    """The event as text; `parse_event` gives it back. A score is not in the text."""
    data = event_to_json(event)
    parts = [data.pop("type")]
    parts += [_written(name, value) for name, value in data.items() if name != "score" and value is not False]
    return " ".join(part for part in parts if part)


def parse_event(text: str) -> Event:
    """The event that `text` tells of; EngineError says what is wrong."""
    name, *parts = text.split()
    data: dict[str, Any] = {"type": name}
    for part in parts:
        field, given, value = part.partition("=")
        data[field] = _read(field, value) if given else True
    return event_from_json(data)


def _written(name: str, value: Any) -> str:
    if value is True:
        return name
    if name in _TILES:
        return f"{name}={tiles_text(map(parse_tile, value)) or '-'}"
    if name == "hands":
        return f"{name}={','.join(tiles_text(map(parse_tile, hand)) or '-' for hand in value)}"
    if isinstance(value, list):
        return f"{name}={','.join(map(str, value)) or '-'}"
    return "" if value == "" else f"{name}={value}"


def _read(name: str, value: str) -> Any:
    if name in _WORDS or name == "tile":
        return value
    if name in _TILES:
        return [] if value == "-" else [tile_text(tile) for tile in parse_tiles(value)]
    if name == "hands":
        hands = value.split(",")
        return [[] if hand == "-" else [tile_text(tile) for tile in parse_tiles(hand)] for hand in hands]
    try:
        if name in ("pips", "payments", "totals", "players", "ready"):
            return [] if value == "-" else [int(each) for each in value.split(",")]
        return int(value)
    except ValueError:
        raise EngineError(f"{name} is a number, got {value!r}") from None
