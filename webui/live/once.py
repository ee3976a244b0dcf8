"""Nothing is entered twice, by a press repeated after the line was cut or by two people at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import request

from engine.journal.record import Entry, event_to_json
from engine.table.events import Event
from webui.live.room import Room

HEADER = "X-Jantaku-After"
"""The newest entry the sender knew when he began to fill in what he sends."""
_BESIDES = frozenset({"turned", "drawn", "score", "totals", "melds"})
"""What two tellings of one event may differ in."""


def told_already(room: Room, events: Sequence[Event]) -> Entry | None:
    """The entry that tells the same and that the sender could not know of yet; None when there is none."""
    known = request.headers.get(HEADER, "")
    if not (known.isascii() and known.isdigit() and len(known) < 12) or not events:
        return None
    wanted = Counter(map(_plain, events))
    _, fresh = room.wait("", int(known), 0.0)
    for item in fresh:
        if item.amended_by is None and wanted <= Counter(map(_plain, item.entry.events)):
            return item.entry
    return None


def _plain(event: Event) -> str:
    fields: dict[str, Any] = event_to_json(event)
    return repr(sorted((name, value) for name, value in fields.items() if name not in _BESIDES))
