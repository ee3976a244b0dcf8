"""Reading what a page or a program sends: strictly, with one line for what is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from flask import abort, request

from engine.judge.deal_points import Points
from engine.ruleset import Ruleset
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.tiles import EngineError
from webui.page.context import chosen_words, room_of
from webui.text.said_error import told_in

LARGEST_NUMBER = 10_000_000
_NUMBERS = {3: "three", 4: "four"}
LARGEST_ANYWHERE = 2**53
"""No number that is sent is larger; beyond it JSON's readers differ."""
DEEPEST = 32
"""Lists and objects within one another."""


def sent_object(most_bytes: int | None = None) -> Mapping[str, Any]:
    """The JSON object that was sent; 413 beyond `most_bytes`.

    400 with one line when it is none, or holds what no value can be: half of a character, a number without
    end, a number past 2^53, more than 32 levels."""
    if most_bytes is not None:
        request.max_content_length = most_bytes
    sent = request.get_data(cache=False)
    try:
        body = json.loads(sent) if request.is_json else None
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        abort(400, "the request must be one JSON object")
    problem = why_not_plain(body)
    if problem:
        abort(400, f"the request holds {problem}")
    return body


def body_of(*known: str, most_bytes: int | None = None) -> Mapping[str, Any]:
    """The JSON object that was sent; nothing but the `known` names may be in it."""
    body = sent_object(most_bytes)
    unknown = sorted(set(body) - set(known))
    if unknown:
        abort(400, f"no such field: {unknown[0]!r:.40}; there are {', '.join(known) or 'none'}")
    return body


def refuse(wrong: EngineError, code: int = 409) -> NoReturn:
    """One line to whoever asked."""
    abort(code, told_in(wrong, chosen_words()))


def seat_in(body: Mapping[str, Any], name: str, rules: Ruleset | None = None) -> Seat:
    """A seat people sit at by `rules`, the table's in default of others."""
    value, seats = body.get(name), seats_of(room_of().rules if rules is None else rules)
    if isinstance(value, bool) or not isinstance(value, int) or value not in seats:
        abort(400, f"{name} must be a seat from 0 to {seats[-1]}, got {short(value)}")
    return value


def seat_or_none(body: Mapping[str, Any], name: str, rules: Ruleset | None = None) -> Seat | None:
    """A seat, or null."""
    return None if body.get(name) is None else seat_in(body, name, rules)


def seats_in(body: Mapping[str, Any], name: str) -> tuple[Seat, ...]:
    """A list of seats, each at most once."""
    value = body.get(name) or []
    if not isinstance(value, list) or len(value) > 4:
        abort(400, f"{name} must be a list of seats, got {short(value)}")
    seats = tuple(seat_in({name: each}, name) for each in value)
    if len(set(seats)) < len(seats):
        abort(400, f"{name} names a seat twice: {short(value)}")
    return seats


def number_in(body: Mapping[str, Any], name: str) -> int:
    """A whole number."""
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST_NUMBER:
        abort(400, f"{name} must be a whole number, got {short(value)}")
    return value


def number_or_none(body: Mapping[str, Any], name: str) -> int | None:
    """A whole number, or null."""
    return None if body.get(name) is None else number_in(body, name)


def flag_in(body: Mapping[str, Any], name: str) -> bool:
    """True or false; false when it is not there."""
    value = body.get(name, False)
    if not isinstance(value, bool):
        abort(400, f"{name} must be true or false, got {short(value)}")
    return value


def text_in(body: Mapping[str, Any], name: str, otherwise: str | None = None) -> str:
    """A text; `otherwise` where there is none."""
    value = body.get(name, otherwise)
    if not isinstance(value, str):
        abort(400, f"{name} must be a text, got {short(value)}")
    return value


def words_in(body: Mapping[str, Any], name: str, most: int) -> tuple[str, ...]:
    """A list of at most `most` texts or whole numbers, as texts; empty when it is not there."""
    value = body.get(name) or []
    if not isinstance(value, list) or len(value) > most:
        abort(400, f"{name} must be a list of at most {most} words, got {short(value)}")
    if not all(isinstance(each, str | int) and not isinstance(each, bool) for each in value):
        abort(400, f"{name} must hold texts and whole numbers only, got {short(value)}")
    return tuple(str(each).strip() for each in value)


def names_in(body: Mapping[str, Any], name: str, rules: Ruleset) -> tuple[str | None, ...]:
    """A name for each seat; an empty one or null is nobody in particular."""
    value = body.get(name, [None] * rules.seats)
    if not isinstance(value, list) or len(value) != rules.seats:
        abort(400, f"{name} must be {_NUMBERS[rules.seats]} names, got {short(value)}")
    return tuple(
        (text_in({name: each}, name).strip() or None) if each is not None else None for each in value
    )


def points_in(body: Mapping[str, Any], name: str) -> Points:
    """A whole number for each seat at the table."""
    value, seats = body.get(name), room_of().rules.seats
    if not isinstance(value, list) or len(value) != seats:
        abort(400, f"{name} must be {_NUMBERS[seats]} whole numbers, got {short(value)}")
    return tuple(number_in({name: each}, name) for each in value)


def objects_in(body: Mapping[str, Any], name: str, most: int) -> Sequence[Mapping[str, Any]]:
    """A list of objects."""
    value = body.get(name)
    if not isinstance(value, list) or not 0 < len(value) <= most:
        abort(400, f"{name} must be a list of 1 to {most} objects, got {short(value)}")
    if not all(isinstance(each, dict) for each in value):
        abort(400, f"{name} must hold objects only, got {short(value)}")
    return value


def short(value: object) -> str:
    """What came, cut to what fits a line."""
    return repr(value)[:40]


def why_not_plain(value: object) -> str:
    """What in a JSON value can be neither kept nor sent on, "" when nothing is."""
    return next(filter(None, (_why_not(each, depth) for each, depth in _inside(value))), "")


def _inside(body: object) -> Iterator[tuple[object, int]]:
    """Every name and value in it, each with how deep it lies."""
    left: list[tuple[object, int]] = [(body, 1)]
    while left:
        value, depth = left.pop()
        yield value, depth
        if isinstance(value, dict):
            left += ((each, depth + 1) for each in (*value, *value.values()))
        elif isinstance(value, list):
            left += ((each, depth + 1) for each in value)


def _why_not(value: object, depth: int) -> str:
    """What is wrong with one value, "" when nothing is."""
    match value:
        case str() if has_half(value):
            return "half of a character"
        case float() if not math.isfinite(value):
            return "a number without end"
        case int() if abs(value) > LARGEST_ANYWHERE:
            return "a number past 2^53"
        case list() | dict() if depth > DEEPEST:
            return f"more than {DEEPEST} lists in one another"
    return ""


def has_half(text: str) -> bool:
    """Whether a text holds half of a character (a lone surrogate), which can be neither kept nor sent."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)
