"""What a page of practice sends: tiles, lesson, rule set, who practises; 4xx for what is none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import unquote

from flask import abort, request

from engine.practice.lesson import Lesson
from engine.practice.lessons import lesson_named, practice_rules, practised
from engine.practice.reach import Seating
from engine.practice.score import Winning
from engine.practice.shown import Shown
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.tiles import EngineError
from webui.access.roles import access_of
from webui.page.bodies import words_in
from webui.page.context import room_of
from webui.practice.progress import learner_name
from webui.practice.wire import shown_of

LEARNER_COOKIE = "jantaku_learner"
SEEDS = 1_000_000
T = TypeVar("T")


def sent_tiles(body: Mapping[str, Any]) -> Shown:
    """The tiles sent, or that none were; 400 when they cannot be read."""
    return told_by(lambda sent: shown_of(sent) or Shown(problem="nothing_shown"), body)


def told_by(read: Callable[[Mapping[str, Any]], T], body: Mapping[str, Any]) -> T:
    """What `read` makes of the body; 400 with the reason when it is not what it takes."""
    try:
        return read(body)
    except EngineError as wrong:
        abort(400, str(wrong))


def lesson_asked(name: str) -> Lesson:
    """The lesson of that name; 404 when there is none."""
    try:
        return lesson_named(name)
    except EngineError as wrong:
        abort(404, str(wrong))


def rules_asked(name: object) -> Ruleset:
    """The rule set asked for, else the table's own, or riichi of four where three play."""
    own = practice_rules(room_of().rules)
    if not name or name == own.name:
        return own
    if name not in practised():
        abort(400, f"no exercises for {str(name)[:40]!r}; there are some for {', '.join(practised())}")
    return load_ruleset(str(name))


def number_asked(text: object, otherwise: int) -> int:
    """The number that `text` says, below a million; `otherwise` when it says none."""
    try:
        number = int(str(text))
    except ValueError:
        return otherwise
    return number % SEEDS


def learner_here() -> str:
    """Who practises at this browser, as its cookie says."""
    return learner_name(unquote(request.cookies.get(LEARNER_COOKIE, "")))


def seating_asked(body: Mapping[str, Any]) -> Seating:
    """The winds sent, East where none is."""
    return Seating(_wind(body.get("seat_wind")), _wind(body.get("prevalent_wind")))


def winning_asked(body: Mapping[str, Any]) -> Winning:
    """How the hand was won: by whom, from whom, and in which circumstances."""
    seat = _wind(body.get("seat_wind"))
    steps = {"right": 1, "across": 2, "left": 3}
    giver = steps.get(str(body.get("giver")))
    named = {"riichi", "replacement", "last_draw", "last_discard", "robbed_kong"}
    circumstances = frozenset(words_in(body, "circumstances", 16)) & named
    return Winning(
        seat,
        _wind(body.get("prevalent_wind")),
        None if giver is None else (seat + giver) % 4,
        cast(Any, circumstances),
    )


def _wind(text: object) -> int:
    return number_asked(text, 0) % 4


def square_mm() -> float:
    """The side of the playing square, in mm."""
    return access_of().settings.now.square_mm
