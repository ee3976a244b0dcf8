"""What the camera or a photo shows: read, drawn over, and in the hand trainer weighed at once."""

from __future__ import annotations

from typing import Any, cast

from flask import Response, abort, jsonify, request

from engine.practice.hand import judged_hand
from engine.practice.held import held_of
from engine.practice.shown import Shown
from vision.observation import Picture, VisionError
from webui.assets import asset
from webui.context import chosen_words, room_of
from webui.frame import SPRITE
from webui.practice.asked import rules_asked, sent_body, square_mm
from webui.practice.drawing import read_picture, weighed_picture
from webui.practice.kept import practice, practice_of
from webui.practice.reports import hand_html
from webui.practice.sources import camera_table, picture_of
from webui.practice.wire import shown_json
from webui.roles import Role, needs

LARGEST_PHOTO = 12 * 1024 * 1024


@practice.post("/read")
@needs(Role.viewer)
def read_camera() -> Response:
    """What lies under the camera now: loose tiles in rows, or walls and dice."""
    body, room, eyes = sent_body(), room_of(), practice_of().eyes
    if body.get("what") == "table":
        rules = rules_asked(body.get("rules"))
        return _read(camera_table(room, eyes, rules.stacks, square_mm()), None)
    picture = eyes.fresh(room)
    if picture is None:
        return _read(Shown(problem="no_picture"), None)
    return _read(eyes.rows(picture, square_mm()), picture)


@practice.post("/photo")
@needs(Role.viewer)
def read_photo() -> Response:
    """What lies in the photo that was sent."""
    request.max_content_length = LARGEST_PHOTO
    try:
        picture = picture_of(request.get_data())
    except VisionError as wrong:
        abort(400, str(wrong))
    eyes = practice_of().eyes
    if request.args.get("what") == "table":
        return _read(eyes.table(picture, rules_asked(request.args.get("rules")).stacks, square_mm()), picture)
    return _read(eyes.rows(picture, square_mm()), picture)


@practice.get("/picture.jpg")
@needs(Role.viewer)
def picture() -> Response:
    """The camera's own last picture."""
    glimpse = room_of().glimpse
    if glimpse is None:
        abort(404, "No picture has been taken yet.")
    answer = Response(glimpse.picture, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@practice.post("/hand/photo")
@needs(Role.viewer)
def weigh_photo() -> Response:
    """The hand in a photo (or under the camera) read and weighed at once, drawn over the picture."""
    request.max_content_length = LARGEST_PHOTO
    eyes = practice_of().eyes
    try:
        seen = (
            eyes.fresh(room_of()) if request.args.get("from") == "camera" else picture_of(request.get_data())
        )
    except VisionError as wrong:
        abort(400, str(wrong))
    if seen is None:
        return _read(Shown(problem="no_picture"), None)
    shown = eyes.rows(seen, square_mm())
    rules = rules_asked(request.args.get("rules"))
    verdict = judged_hand(shown, rules)
    report = verdict.card
    told = _read_json(shown, seen)
    if report is not None:
        held = held_of(shown)
        row = next((row for row in shown.rows if len(row) > max(held.places, default=0)), shown.tiles)
        row = shown.rows[0] if len(shown.rows) == 1 else row
        told["picture"] = weighed_picture(seen, row, held.places, cast(Any, report))
        told["html"] = hand_html(verdict, rules, chosen_words(), asset(SPRITE))
    return jsonify(told)


def _read(shown: Shown, picture: Picture | None) -> Response:
    return jsonify(_read_json(shown, picture))


def _read_json(shown: Shown, picture: Picture | None) -> dict[str, Any]:
    """What was read, in words for people too, and the picture with it drawn over."""
    words = chosen_words()
    told = shown_json(shown)
    told["told"] = words[f"lesson.{shown.problem}"] if shown.problem else ""
    if picture is not None and not shown.walls:
        told["picture"] = read_picture(picture, shown)
    return told
