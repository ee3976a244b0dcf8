"""Announcements in words: a key and its values become a sentence whose tiles can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from engine.journal.record import entry_to_json
from engine.tiles import ALL_FACES
from webui.brief import brief_json
from webui.fitting import figure
from webui.story import Line, Told, places
from webui.words import Words, load_words

SEAT_VALUES = frozenset({"seat", "giver", "winner", "dealer", "side", "to_side"})
"""Names of values that are seats, called by their winds."""
TILE_VALUES = frozenset({"tile", "tiles"})
BY_SEAT = frozenset({"payments", "totals", "players"})
ONE_OF = {"patterns": "pattern"}
"""What one of several values is called in the words."""
"""Names of values that hold one number for each seat."""
BIG = frozenset(
    {"won", "score", "deal_drawn", "scores_changed", "deal_started", "game_over", "fault", "penalty"}
    | {"referee_called"}
)
"""Beginnings of keys a whole room wants to hear of."""
UNCERTAIN = "fault.concluded"
"""What may not be so is for the page and the referee: it is neither shouted nor spoken."""
FOLLOWING = frozenset(
    {"score", "shown_ready", "scores_changed", "next_dealer", "change_seats", "fault", "claim_refused"}
    | {"entry_was", "points_wait", UNCERTAIN}
)
"""What only follows from an act: it stands below the act, which stays the headline."""
QUIET = frozenset({"turn", "discard_due", "replacement_taken", UNCERTAIN})
"""Shown but not spoken: it happens every few seconds and everyone sees it, or it is not certain."""
MOST_MADE = 1024
"""So many entries are kept as made: what every page of the four languages begins with, several times."""
_UNKNOWN = {"tile": "tile.?", "tiles": "tile.?", "seat": "seat.table"}

Part = dict[str, str]


def entry_json(item: Told, words: Words) -> Mapping[str, object]:
    """One entry as on the wire, with what is told of it in `words`; made once for all who listen."""
    return _made(item, words.language)


@lru_cache(maxsize=MOST_MADE)
def _made(item: Told, language: str) -> Mapping[str, object]:
    words = load_words(language)
    return {
        **entry_to_json(item.entry),
        "amended_by": item.amended_by,
        "places": list(places(item)),
        "dealer": item.after.dealer,
        "after": brief_json(item.after),
        "told": [told_json(line, words) for line in item.lines],
    }


def told_json(line: Line, words: Words) -> dict[str, object]:
    """One announcement: its key, the sentence, and the sentence in parts so that tiles can be drawn in it."""
    key = line.announcement.key
    parts = list(_parts(line, words))
    text = "".join(part.get("text", "") for part in parts).strip()
    return {
        "key": key,
        "text": text,
        "parts": parts,
        "weight": "big" if key.split(".")[0] in BIG and key != UNCERTAIN else "plain",
        "follows": key in FOLLOWING,
        "spoken": key not in QUIET,
    }


def _parts(line: Line, words: Words) -> Iterator[Part]:
    values = dict(line.announcement.values)
    for text, name, _, _ in Formatter().parse(words[f"announce.{line.announcement.key}"]):
        if text:
            yield {"text": text}
        if name is not None:
            yield from _value(name, values.get(name), line, words)


def _value(name: str, value: object, line: Line, words: Words) -> Iterator[Part]:
    match value:
        case None:
            yield {"text": words[_UNKNOWN.get(name, "page.none")]}
        case Line():
            yield from _parts(value, words)
        case tuple() | list():
            yield from _several(name, value, line, words)
        case int() if name in SEAT_VALUES:
            yield {"text": words[f"wind.{(value - line.dealer) % line.seats}"]}
        case int() if name == "prevalent_wind":
            yield {"text": words[f"wind.{value}"]}
        case str() if name in TILE_VALUES and value in ALL_FACES:
            yield {"tile": value, "text": words[f"tile.{value}"]}
        case str():
            known = f"{name}.{value}"
            yield {"text": words[known] if known in words else value.replace("_", " ")}
        case _:
            yield {"text": str(value)}


def _several(name: str, values: Sequence[object], line: Line, words: Words) -> Iterator[Part]:
    last = len(values) - 1
    if not values:
        yield {"text": words["page.none"]}
    for index, value in enumerate(values):
        if index:
            yield {"text": words["page.and"] if index == last and name == "pips" else words["page.comma"]}
        if name in BY_SEAT:
            yield {"text": _by_seat(name, index, value, line, words)}
        else:
            yield from _value(ONE_OF.get(name, name), value, line, words)


def _by_seat(name: str, seat: int, value: object, line: Line, words: Words) -> str:
    wind = words[f"wind.{(seat - line.dealer) % line.seats}"]
    match name, value:
        case "players", int():
            return f"{wind} {words.say('page.player', number=value + 1)}"
        case "payments", int():
            return f"{wind} {figure(value, signed=True)}"
        case _, int():
            return f"{wind} {figure(value)}"
    return f"{wind} {value}"
