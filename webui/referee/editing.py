"""What the form for amending an entry offers, and the events that come of what was filled in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from engine.journal.amending import Difference
from engine.journal.record import event_from_json, event_to_json
from engine.table.events import Event
from engine.tiles import EngineError
from webui.replay.film import Moment

How = Literal["change", "before", "after", "undo"]
HOWS: tuple[How, ...] = get_args(How)
MOST_EVENTS = 20

FORMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "tile_discarded": (("seat", "seat"), ("tile", "tile"), ("turned", "flag")),
    "tile_drawn": (("seat", "seat"), ("end", "end"), ("tile", "tile")),
    "chow_claimed": (("seat", "seat"), ("giver", "seat"), ("tile", "tile"), ("tiles", "tiles3")),
    "pung_claimed": (("seat", "seat"), ("giver", "seat"), ("tile", "tile"), ("tiles", "tiles3")),
    "kong_claimed": (("seat", "seat"), ("giver", "seat"), ("tile", "tile"), ("tiles", "tiles4")),
    "kong_declared": (("seat", "seat"), ("kind", "kong"), ("tile", "tile")),
    "flower_declared": (("seat", "seat"), ("tile", "tile")),
    "declared_ready": (("seat", "seat"),),
    "dora_revealed": (("tile", "tile"),),
    "won": (("seat", "seat"), ("giver", "giver"), ("tile", "tile"), ("hand", "hand")),
    "deal_drawn": (("kind", "draw"),),
    "dice_rolled": (("seat", "seat"), ("pips", "pips")),
    "wall_broken": (("side", "seat"), ("after_stack", "stack")),
    "hands_dealt": (("dealer", "seat"),),
    "dealer_told": (("dealer", "seat"),),
    "wall_built": (),
    "deal_started": (
        ("dealer", "seat"),
        ("prevalent_wind", "wind"),
        ("honba", "count"),
        ("riichi_sticks", "count"),
    ),
    "scores_changed": (("payments", "points"), ("totals", "points")),
    "penalty_given": (("seat", "seat"), ("payments", "points")),
}
"""The acts a person can enter or change, with their fields and how each is asked for. What stands in no form
stays as it is."""


def wanted_events(moment: Moment, how: How, given: Sequence[Event]) -> tuple[Event, ...]:
    """What the entry is to tell: changed, with more before or after, or nothing."""
    match how:
        case "change":
            return tuple(given)
        case "before":
            return (*given, *moment.entry.events)
        case "after":
            return (*moment.entry.events, *given)
        case "undo":
            return ()


def events_given(value: object) -> tuple[Event, ...]:
    """The events of a request; EngineError with one line when they are none."""
    if not isinstance(value, list) or len(value) > MOST_EVENTS:
        raise EngineError(f"events must be a list of at most {MOST_EVENTS} events")
    return tuple(event_from_json(each) for each in value)


def form_events(moment: Moment) -> list[dict[str, Any]]:
    """The events of an entry as the form takes them."""
    return [event_to_json(event) for event in moment.entry.events]


def digest(difference: Difference) -> str:
    """Tells one difference from another: what was looked at is what is accepted."""
    content = repr((difference.amending, difference.moved, difference.scores_before, difference.scores_after))
    return hashlib.sha256(content.encode()).hexdigest()[:16]
