"""What larger values of the interface look like, for its description: events, wins, house rules.

JSON schemas, made from the classes themselves, so that an event or a setting that is added describes itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.house import FIXED, LIMITS, TYPES
from engine.journal.record import wire_name
from engine.scoring.wire.said_json import CIRCUMSTANCES, MELD_KINDS
from engine.table.events import Event
from engine.tiles import ALL_FACES

Schema = dict[str, Any]
FACES: Schema = {"type": "string", "enum": sorted(ALL_FACES)}
SEEN: Schema = {"type": "string", "enum": [*sorted(ALL_FACES), "?"]}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 3}
WHOLE: Schema = {"type": "integer", "minimum": -1_000_000, "maximum": 1_000_000}
MELD: Schema = {
    "type": "object",
    "required": ["kind", "tiles"],
    "properties": {
        "kind": {"type": "string", "enum": list(MELD_KINDS)},
        "tiles": {"type": "array", "items": FACES, "minItems": 3, "maxItems": 4},
        "giver": {"anyOf": [SEAT, {"type": "null"}]},
    },
}
WINS: tuple[list[Schema], ...] = (
    [{"winner": 0, "giver": 1, "value": {"value": 8, "fu": 30}}],
    [{"winner": 2, "giver": None, "value": {"value": 9, "fu": 30}}],
    [
        {
            "winner": 1,
            "giver": 0,
            "tile": "5m",
            "hand": ["1m", "1m", *(f"{rank}m" for rank in range(1, 10)), "9m", "9m"],
        }
    ],
    [
        {
            "winner": 3,
            "giver": None,
            "tile": "7z",
            "hand": [*("5z", "5z", "5z", "6z", "6z", "6z", "7z", "7z"), "1s", "1s"],
            "melds": [{"kind": "pung", "tiles": ["9s", "9s", "9s"], "giver": 2}],
        }
    ],
)
"""Wins as they are said: by their value, by their tiles, with a set that was claimed."""
_SEATS = frozenset({"seat", "giver", "dealer", "side"})
_TILES = frozenset({"tiles", "hand"})


def event_schema() -> Schema:
    """One event, whichever it is."""
    return {"oneOf": [_event(kind) for kind in get_args(Event)]}


def win_schema() -> Schema:
    """One win as a person says it was."""
    tiles = {"type": "array", "items": FACES, "maxItems": 14}
    value: Schema = {
        "type": "object",
        "properties": {
            "value": {"type": "integer", "minimum": 0, "maximum": 100},
            "fu": {"type": ["integer", "null"], "minimum": 20, "maximum": 110},
            "yakuman": {"type": "integer", "minimum": 0, "maximum": 6},
        },
    }
    properties = {
        "winner": SEAT,
        "giver": {"anyOf": [SEAT, {"type": "null"}]},
        "tile": FACES,
        "hand": tiles,
        "melds": {"type": "array", "items": MELD, "maxItems": 4},
        "flowers": {"type": "array", "items": FACES, "maxItems": 8},
        "dora": {"type": "array", "items": FACES, "maxItems": 5},
        "ura": {"type": "array", "items": FACES, "maxItems": 5},
        "circumstances": {"type": "array", "items": {"type": "string", "enum": list(CIRCUMSTANCES)}},
        "liable": {"anyOf": [SEAT, {"type": "null"}]},
        "value": {"anyOf": [value, {"type": "null"}]},
    }
    return {"type": "object", "required": ["winner"], "properties": properties}


def house_schema() -> Schema:
    """The settings that a house may play otherwise."""
    return {
        "type": "object",
        "properties": {
            name: _of_hint(name, hint, LIMITS.get(name)) for name, hint in TYPES.items() if name not in FIXED
        },
        "additionalProperties": False,
    }


def _event(kind: type) -> Schema:
    hints = get_type_hints(kind)
    named = {each.name: _of_hint(each.name, hints[each.name]) for each in fields(kind)}
    needed = [each.name for each in fields(kind) if each.default is MISSING]
    return {
        "type": "object",
        "required": ["type", *needed],
        "properties": {"type": {"const": wire_name(kind)}, **named},
        "additionalProperties": False,
    }


def _of_hint(name: str, hint: Any, limits: tuple[float, float] | None = None) -> Schema:
    """The schema of a field by its name and type; `limits`: the least and the most of its numbers."""
    if NoneType in get_args(hint):
        inner = [each for each in get_args(hint) if each is not NoneType]
        plain = _of_hint(name, inner[0], limits) if len(inner) == 1 else {}
        return {"anyOf": [plain, {"type": "null"}]} if name != "tile" else SEEN
    if name == "melds":
        return {"type": "array", "items": MELD, "maxItems": 5}
    if name in _SEATS:
        return SEAT
    if name in _TILES:
        return {"type": "array", "items": SEEN, "maxItems": 18}
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) is tuple:
        kinds = [each for each in get_args(hint) if each is not Ellipsis]
        size: Mapping[str, int] = {"minItems": len(kinds), "maxItems": len(kinds)} if len(kinds) > 1 else {}
        return {"type": "array", "items": _of_hint("", kinds[0], limits), **size}
    if hint in (int, float):
        low, high = limits or (WHOLE["minimum"], WHOLE["maximum"])
        return {"type": "integer" if hint is int else "number", "minimum": low, "maximum": high}
    return {"type": {bool: "boolean", str: "string"}[hint]} if hint in (bool, str) else {}
