"""Announcements in words: a key and its values become a sentence whose tiles can be drawn.

Players are called by their names where they are known, else by their winds, and while nobody knows who is
East by the side of the drawing at which they sit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from string import Formatter

from engine.journal.record import entry_to_json
from engine.tiles import ALL_FACES
from webui.text.brief import brief_json
from webui.text.fitting import figure
from webui.text.score_words import value_said
from webui.text.story import Line, StoryEntry, places
from webui.voice.bank import Clip, clips_of
from webui.words import Words, load_words

SEAT_VALUES = frozenset({"seat", "giver", "winner", "dealer"})
"""Names of values that are seats, called by who sits there."""
SIDE_VALUES = frozenset({"side", "to_side"})
"""Names of values that are sides of the wall, called by their winds whoever sits there."""
PLACE_VALUES = frozenset({"place"})
"""Names of values that are seats, called by name or by the side of the drawing, never by a wind."""
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
OF_ONE_TILE = frozenset({"discarded", "chow", "pung", "kong.claimed", "kong.concealed", "kong.promoted"})
"""Acts that are understood without their seat."""
MOST_MADE = 1024
"""So many entries are kept as made: what every page of the four languages begins with, several times."""
_UNKNOWN = {"tile": "tile.?", "tiles": "tile.?", "seat": "seat.table"}

Part = dict[str, str | int]
Names = tuple[str, ...]
"""Who plays, by the seat at the start; "" for one nobody named."""


def entry_json(item: StoryEntry, words: Words, names: Names = ()) -> Mapping[str, object]:
    """One entry as on the wire, with what is told of it in `words`; made once for all who listen."""
    return _made(item, words.language, names)


@lru_cache(maxsize=MOST_MADE)
def _made(item: StoryEntry, language: str, names: Names) -> Mapping[str, object]:
    words = load_words(language)
    return {
        **entry_to_json(item.entry),
        "amended_by": item.amended_by,
        "told_anew": item.is_told_anew,
        "places": list(places(item)),
        "dealer": item.after.dealer if item.after.is_dealer_known else None,
        "after": brief_json(item.after),
        "told": [told_json(line, words, names) for line in item.lines],
    }


def told_json(line: Line, words: Words, names: Names = ()) -> dict[str, object]:
    """One announcement: its key, the sentence, and the sentence in parts so that tiles can be drawn in it
    and the wind beside a name."""
    key = line.announcement.key
    parts = list(_Sentence(words, names).of(line))
    text = "".join(str(part.get("text", "")) for part in parts).strip()
    return {
        "key": key,
        "text": text,
        "parts": parts,
        "weight": "big" if key.split(".")[0] in BIG and key != UNCERTAIN else "plain",
        "follows": key in FOLLOWING,
        "spoken": key not in QUIET,
        "clips": _clips(line, words) if key not in QUIET else [],
    }


def _clips(line: Line, words: Words) -> list[Clip]:
    """The recorded clips that say it, empty where it is not all recorded: by winds, as names are not. While
    nobody knows who is East, an act of one seat is said by its call and its tile."""
    if line.dealer is None and line.announcement.key in OF_ONE_TILE:
        return list(clips_of(_call_and_tile(line, words), words.language) or ())
    sentence = "".join(str(part.get("text", "")) for part in _Sentence(words, ()).of(line))
    is_score = line.announcement.key == "score"
    return list(clips_of(sentence, words.language, in_part=is_score) or ())


def _call_and_tile(line: Line, words: Words) -> str:
    """``Pung 5 dots``: the words before the colon, and the tile."""
    said, colon, _ = words[f"announce.{line.announcement.key}"].replace("：", ":").partition(":")
    tile = dict(line.announcement.values).get("tile")
    return f"{said if colon else ''} {words['tile.?' if tile is None else f'tile.{tile}']}"


def called(seat: int, line: Line, words: Words, names: Names) -> Part:
    """Who sits in `seat`: the name with the wind beside it, else the wind alone; the side while no wind is
    known."""
    wind = None if line.dealer is None else (seat - line.dealer) % line.seats
    player = line.seated[seat] if seat < len(line.seated) else seat
    name = names[player] if player < len(names) else ""
    if name:
        return {"text": name} if wind is None else {"text": name, "wind": wind}
    if wind is None:
        return {"text": words[f"seat.side_{seat}"]}
    return {"text": words.say("seat.called", wind=words[f"wind.{wind}"])}


@dataclass(frozen=True, slots=True)
class _Sentence:
    """How one reader is told: in which words, with whose names."""

    words: Words
    names: Names

    def of(self, line: Line) -> Iterator[Part]:
        values = dict(line.announcement.values)
        for text, name, _, _ in Formatter().parse(self.words[f"announce.{line.announcement.key}"]):
            if text:
                yield {"text": text}
            if name == "value" and values.get("unit") is not None:
                yield {"text": value_said(values, self.words)}
            elif name is not None:
                yield from self._value(name, values.get(name), line)

    def _value(self, name: str, value: object, line: Line) -> Iterator[Part]:
        words = self.words
        match value:
            case None:
                yield {"text": words[_UNKNOWN.get(name, "page.none")]}
            case Line():
                yield from self.of(value)
            case tuple() | list():
                yield from self._several(name, value, line)
            case int() if name in SEAT_VALUES:
                yield called(value, line, words, self.names)
            case int() if name in PLACE_VALUES:
                yield {"text": called(value, replace(line, dealer=None), words, self.names)["text"]}
            case int() if name in SIDE_VALUES:
                yield called(value, line, words, ())
            case int() if name == "prevalent_wind":
                yield {"text": words[f"wind.{value}"]}
            case str() if name in TILE_VALUES and value in ALL_FACES:
                yield {"tile": value, "text": words[f"tile.{value}"]}
            case str():
                known = f"{name}.{value}"
                yield {"text": words[known] if known in words else value.replace("_", " ")}
            case _:
                yield {"text": str(value)}

    def _several(self, name: str, values: Sequence[object], line: Line) -> Iterator[Part]:
        words, last = self.words, len(values) - 1
        if not values:
            yield {"text": words["page.none"]}
        for index, value in enumerate(values):
            if index:
                yield {"text": words["page.and"] if index == last and name == "pips" else words["page.comma"]}
            if name in BY_SEAT:
                yield from self._by_seat(name, index, value, line)
            else:
                yield from self._value(ONE_OF.get(name, name), value, line)

    def _by_seat(self, name: str, seat: int, value: object, line: Line) -> Iterator[Part]:
        is_open, wind = line.dealer is None, (seat - (line.dealer or 0)) % line.seats
        place = self.words[f"seat.side_{seat}" if is_open else f"wind.{wind}"]
        if name == "players" and isinstance(value, int):
            named = self.names[value] if value < len(self.names) else ""
            yield {"text": f"{place} {named or self.words.say('page.player', number=value + 1)}"}
            return
        who = called(seat, line, self.words, self.names)
        yield who if "wind" in who or is_open else {"text": place}
        text = figure(value, signed=name == "payments") if isinstance(value, int) else str(value)
        yield {"text": f" {text}"}
