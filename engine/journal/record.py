"""Journal entries and their one JSON line each, both ways (docs/formats.md).

An unknown tile is ``?`` on the wire and None in code. Fields that are None (the giver of a self-drawn
win, a score nobody has reckoned) are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal, TypeAlias, get_args

from engine.journal.record_fields import ENTRY_FIELDS, read_entry_field, read_field
from engine.table.events import Event, LaidSet
from engine.tiles import EngineError, tile_text

Source: TypeAlias = Literal["camera", "player", "referee", "import"]
Doubt: TypeAlias = Mapping[str, Any]
"""What is not sure, as JSON values: ``{"event": index, "tile": "3m", "alternatives": [["2m", 0.4], ..]}``."""

_TILE = frozenset({"tile"})
_TILES = frozenset({"tiles", "hand"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal. `at_s`: seconds since the recording or session began. `amends`: the number of
    the entry this one takes the place of.

    What a person enters also tells `by` whom, a `note` in own words, and when (`told_at`, Unix seconds).
    `follows`: the number of the amendment that an amending entry is only a consequence of."""

    number: int
    at_s: float
    source: Source
    events: tuple[Event, ...]
    amends: int | None = None
    confidence: float = 1.0
    doubtful: tuple[Doubt, ...] = ()
    by: str = ""
    note: str = ""
    told_at: float | None = None
    follows: int | None = None


def wire_name(kind: type) -> str:
    """``tile_discarded`` for TileDiscarded; a fault found is plainly ``fault``."""
    if kind.__name__ == "FaultFound":
        return "fault"
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_KINDS: dict[str, type] = {wire_name(kind): kind for kind in get_args(Event)}
EVENT_NAMES = frozenset(_KINDS)
"""What an entry may tell."""


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as JSON values."""
    out: dict[str, Any] = {"type": wire_name(type(event))}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in _TILE:
            out[field.name] = tile_text(value)
        elif value is None:
            continue
        elif field.name in _TILES:
            out[field.name] = [tile_text(tile) for tile in value]
        elif field.name == "melds":
            out[field.name] = [_set_to_json(each) for each in value]
        elif field.name == "hands":
            out[field.name] = [[tile_text(tile) for tile in hand] for hand in value]
        else:
            out[field.name] = list(value) if isinstance(value, tuple) else value
    return out


def _set_to_json(laid: LaidSet) -> dict[str, Any]:
    tiles = [tile_text(tile) for tile in laid.tiles]
    return {"kind": laid.kind, "tiles": tiles} | ({} if laid.giver is None else {"giver": laid.giver})


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `data` tells; EngineError says what is wrong with it."""
    if not isinstance(data, Mapping):
        raise EngineError(f"an event is a JSON object, got {data!r}")
    kind = _KINDS.get(str(data.get("type")))
    if kind is None:
        raise EngineError(f"no such event: {data.get('type')!r}; there are {', '.join(sorted(_KINDS))}")
    values = {
        field.name: read_field(kind, field.name, data[field.name])
        for field in fields(kind)
        if field.name in data
    }
    missing = [field.name for field in fields(kind) if field.default is MISSING and field.name not in values]
    if missing:
        raise EngineError(f"{data['type']} needs {', '.join(missing)}; got {sorted(data)}")
    event: Event = kind(**values)
    return event


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The entry as JSON values, in the order people read them."""
    out = {
        "number": entry.number,
        "at_s": round(entry.at_s, 3),
        "source": entry.source,
        "events": [event_to_json(event) for event in entry.events],
        "amends": entry.amends,
        "confidence": round(entry.confidence, 4),
        "doubtful": [dict(doubt) for doubt in entry.doubtful],
    }
    said = {"by": entry.by, "note": entry.note, "told_at": entry.told_at, "follows": entry.follows}
    return out | {name: value for name, value in said.items() if value not in ("", None)}


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """The entry that `data` tells; EngineError says what is wrong with it."""
    if not isinstance(data, Mapping) or not isinstance(data.get("events"), list | tuple):
        raise EngineError(f"not a journal entry (its events must be a list): {json.dumps(data)[:120]}")
    values = {name: read_entry_field(name, data[name]) for name in ENTRY_FIELDS if name in data}
    if "number" not in values:
        raise EngineError(f"not a journal entry (it has no number): {json.dumps(data)[:120]}")
    usual: dict[str, Any] = {"at_s": 0.0, "source": "import"}
    return Entry(**usual | values, events=tuple(map(event_from_json, data["events"])))


def entry_to_line(entry: Entry) -> str:
    """The entry as one JSON line, without the line's end."""
    return json.dumps(entry_to_json(entry), ensure_ascii=False, separators=(", ", ": "))


def readable_line(entry: Entry) -> str:
    """The entry as one JSON line that surely reads back; EngineError for one that does not, which would be
    lost when the journal is opened again."""
    line = entry_to_line(entry)
    entry_from_line(line)
    return line


def entry_from_line(line: str) -> Entry:
    """The entry on one JSON line; EngineError says what is wrong with it."""
    try:
        data = json.loads(line)
    except (ValueError, TypeError, RecursionError) as wrong:  # a spoilt journal may hold no text at all
        raise EngineError(f"not a JSON line: {str(line)[:80]!r} ({wrong})") from wrong
    if not isinstance(data, dict):
        raise EngineError(f"a journal entry is a JSON object, got {line[:80]!r}")
    return entry_from_json(data)
