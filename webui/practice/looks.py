"""What the camera or a photo shows: read, drawn over, and in the hand trainer weighed at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from flask import Response, abort, jsonify, request
from werkzeug.exceptions import ServiceUnavailable

from engine.practice.hand import judged_hand
from engine.practice.held import held_of
from engine.practice.shown import Shown, played_with
from engine.practice.throwing import THROWN
from engine.ruleset import Ruleset
from vision.observation import Picture, VisionError
from webui.access.roles import Role, needs
from webui.page.assets import asset
from webui.page.bodies import sent_object
from webui.page.context import chosen_words, room_of
from webui.page.frame import SPRITE
from webui.practice.asked import lesson_asked, number_asked, rules_asked, square_mm
from webui.practice.dice import dice_json, dice_problem
from webui.practice.drawing import read_picture, weighed_picture
from webui.practice.kept import practice, practice_of
from webui.practice.photos import AGAIN_AFTER_S, LARGEST_BYTES, Busy, picture_of
from webui.practice.reports import hand_html
from webui.practice.sources import camera_table, why_covered
from webui.practice.telling import note_text
from webui.practice.wire import shown_json

MOST_DICE = 4


@practice.post("/read")
@needs(Role.viewer)
def read_camera() -> Response:
    """What lies under the camera now: loose tiles in rows, or walls and dice.

    ``{"what", "rules"}``
    """
    body, room, pictures = sent_object(), room_of(), practice_of().pictures
    if body.get("what") == "table":
        return _read(table_here(rules_asked(body.get("rules"))), None)
    with _look():
        picture, problem = pictures.calm(room)
        if picture is None or problem:
            return _read(Shown(problem=why_covered(picture)), picture)
        shown = pictures.rows(picture, square_mm())
        return _read(played_with(shown, rules_asked(body.get("rules"))), picture)


@practice.post("/dice")
@needs(Role.viewer)
def read_dice() -> Response:
    """The dice under the camera, after those thrown before, and what is asked of them.

    ``{"lesson", "rules", "task", "thrown"}``
    """
    body = sent_object()
    lesson, rules = lesson_asked(str(body.get("lesson"))), rules_asked(body.get("rules"))
    task = lesson.task(rules, number_asked(body.get("task"), 0))
    if lesson.name not in THROWN:
        abort(400, f"no dice are thrown in {lesson.name}; they are in {', '.join(THROWN)}")
    thrown = [number for number in _pips(body.get("thrown")) if number]
    with _look():
        picture, problem = practice_of().pictures.calm(room_of())
        if picture is None or problem:
            shown = Shown(problem=why_covered(picture))
        else:
            shown = practice_of().pictures.rows(picture, square_mm())
    wrong = dice_problem(shown, rules)
    if wrong is not None:
        return jsonify(told=note_text(wrong, chosen_words()), dice=thrown)
    pips = [*thrown, *(number for number in shown.dice if number)]
    return jsonify(dice_json(task, pips, chosen_words(), asset(SPRITE)))


@practice.post("/photo")
@needs(Role.viewer)
def readphoto_sent() -> Response:
    """What lies in the photo that is the body (``image/jpeg`` or another kind of picture)."""
    rules, pictures = rules_asked(request.args.get("rules")), practice_of().pictures
    with photo_sent() as picture:
        if request.args.get("what") == "table":
            shown = pictures.table(picture, rules.stacks, square_mm())
        else:
            shown = pictures.rows(picture, square_mm())
        return _read(played_with(shown, rules), picture)


@practice.get("/picture.jpg")
@needs(Role.viewer)
def picture() -> Response:
    """The camera's own last picture."""
    preview = room_of().preview
    if preview is None:
        abort(404, "No picture has been taken yet.")
    answer = Response(preview.picture, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@practice.post("/hand/photo")
@needs(Role.viewer)
def weighphoto_sent() -> Response:
    """The hand in a photo (or under the camera) read and weighed at once, drawn over the picture.

    The photo is the body (``image/jpeg`` or another kind of picture); with ``?from=camera`` there is none.
    """
    rules, pictures = rules_asked(request.args.get("rules")), practice_of().pictures
    if request.args.get("from") == "camera":
        with _look():
            seen, problem = pictures.calm(room_of())
            if seen is None or problem:
                return _read(Shown(problem=why_covered(seen)), seen)
            return _weighed(played_with(pictures.rows(seen, square_mm()), rules), seen, rules)
    with photo_sent() as picture:
        return _weighed(played_with(pictures.rows(picture, square_mm()), rules), picture, rules)


def _weighed(shown: Shown, seen: Picture, rules: Ruleset) -> Response:
    """The hand that was read with what it is worth."""
    verdict = judged_hand(shown, rules)
    report = verdict.card
    answer = _read_json(shown, seen)
    if report is not None:
        held = held_of(shown)
        row = next((row for row in shown.rows if len(row) > max(held.places, default=0)), shown.tiles)
        row = shown.rows[0] if len(shown.rows) == 1 else row
        answer["picture"] = weighed_picture(seen, row, held.places, cast(Any, report))
        answer["html"] = hand_html(verdict, rules, chosen_words(), asset(SPRITE))
    return jsonify(answer)


@contextmanager
def photo_sent() -> Iterator[Picture]:
    """The photo that is the body, in its turn: 400 when it is none, 413 when it is too large, 503 when others
    are read."""
    turns = practice_of().photos
    try:
        with _not_too_many(), turns.place():
            request.max_content_length = LARGEST_BYTES
            sent = request.get_data(cache=False)
            with turns.turn():
                yield picture_of(sent)
    except VisionError as wrong:
        abort(400, str(wrong))


@contextmanager
def _look() -> Iterator[None]:
    """Around what waits for the camera; 503 when many wait already."""
    with _not_too_many(), practice_of().looks.place():
        yield


@contextmanager
def _not_too_many() -> Iterator[None]:
    try:
        yield
    except Busy:
        raise ServiceUnavailable(chosen_words()["refusals.busy_more"], retry_after=AGAIN_AFTER_S) from None


def table_here(rules: Ruleset) -> Shown:
    """The table under the camera now."""
    with _look():
        shown = camera_table(room_of(), practice_of().pictures, rules.stacks, square_mm())
        return played_with(shown, rules)


def _pips(sent: object) -> list[int]:
    """Dice thrown before; 400 for what is none."""
    pips = sent or []
    if not isinstance(pips, list) or len(pips) > MOST_DICE or not all(map(_is_pips, pips)):
        abort(400, f"thrown must be a list of at most {MOST_DICE} numbers from 1 to 6")
    return pips


def _is_pips(number: object) -> bool:
    return type(number) is int and 1 <= number <= 6


def _read(shown: Shown, picture: Picture | None) -> Response:
    return jsonify(_read_json(shown, picture))


def _read_json(shown: Shown, picture: Picture | None) -> dict[str, Any]:
    """What was read, in words for people too, and the picture with it drawn over."""
    words = chosen_words()
    answer = shown_json(shown)
    answer["told"] = words[f"lesson.{shown.problem}"] if shown.problem else ""
    if picture is not None and not shown.walls:
        answer["picture"] = read_picture(picture, shown)
    return answer
