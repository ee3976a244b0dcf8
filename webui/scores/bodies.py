"""Reading what a page or a program sends: strictly, with one line for what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from flask import abort, request

from engine.events import Seat
from engine.play_order import seats_of
from engine.ruleset import Ruleset
from engine.settle import Points
from engine.tiles import EngineError
from webui.context import chosen_words, room_of
from webui.said_error import told_in

LARGEST_NUMBER = 10_000_000
_NUMBERS = {3: "three", 4: "four"}


def body_of(*known: str, most_bytes: int | None = None) -> Mapping[str, Any]:
    """The JSON object that was sent; nothing but the `known` names may be in it."""
    if most_bytes is not None:
        request.max_content_length = most_bytes
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400, "the request must be one JSON object")
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
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        abort(400, f"{name} holds half of a character")
    return value


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
