"""The pages of practice and what they ask for: lessons, the trainers for hand and score, reading pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import quote, unquote

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    request,
    url_for,
)
from markupsafe import Markup

from engine.practice.hand import Rating, judged_hand, rate
from engine.practice.held import held_of
from engine.practice.lesson import Lesson, Task, Verdict, say
from engine.practice.lessons import CHAPTERS, LESSONS, lesson_named
from engine.practice.reach import Seating
from engine.practice.score import Winning, judged_score
from engine.practice.shown import Shown, row_words
from engine.practice.table import position
from engine.rules import load_ruleset, ruleset_names
from engine.ruleset import Ruleset
from engine.tiles import EngineError
from vision.observation import Picture, VisionError
from webui.assets import A_YEAR_S, asset
from webui.context import chosen_words, room_of
from webui.frame import SPRITE, framed
from webui.practice.drawing import read_picture, weighed_picture
from webui.practice.progress import Progress, learner_name
from webui.practice.reports import hand_html, plot_svg, rating_html, verdict_html
from webui.practice.sources import Eyesight, camera_table, has_camera, picture_of
from webui.practice.table_page import MODES, MOST_CHOICES, position_json
from webui.practice.telling import note_html, option_text, rows_html
from webui.practice.wire import answer_of, shown_json, shown_of
from webui.roles import Role, access_of, needs
from webui.table_svg import table_svg
from webui.words import Words

practice = Blueprint("practice", __name__, url_prefix="/practice")

LEARNER_COOKIE = "jantaku_learner"
PROGRESS_FILE = "practice.db"
LARGEST_PHOTO = 12 * 1024 * 1024
SEEDS = 1_000_000
T = TypeVar("T")
DICE_SPOTS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Which of nine places hold a pip, by the number shown."""
NUMBERED = ("quiz",)
"""Lessons whose drawn rows are asked for by number."""


@dataclass(slots=True)
class Practice:
    """What the pages need: what was kept of everybody, and the eyes that read pictures."""

    progress: Progress
    eyes: Eyesight


def open_practice(data: Path | None = None, look_closer: Callable[[], None] | None = None) -> Practice:
    """Practice kept in a data folder (None: nowhere); `look_closer` asks the camera for pictures."""
    return Practice(Progress(None if data is None else data / PROGRESS_FILE), Eyesight(look_closer))


def practice_of() -> Practice:
    """What this server keeps for practice."""
    return cast(Practice, current_app.extensions["practice"])


@practice.get("")
@needs(Role.viewer)
def overview() -> str:
    """All lessons and trainers, and how the learner stands in each."""
    learner, kept = _learner(), practice_of().progress
    standings = kept.standings(learner)
    chapters = [
        (chapter, [(lesson, standings.get(lesson.name)) for lesson in LESSONS if lesson.chapter == chapter])
        for chapter in CHAPTERS
    ]
    return _framed(
        "practice.html",
        chapters=chapters,
        learner=learner,
        learners=kept.learners(),
        plot=Markup(plot_svg(kept.history(learner), chosen_words())),
    )


@practice.get("/class")
@needs(Role.viewer)
def everybody() -> str:
    """Everybody who practises here, lesson by lesson, for whoever leads a class."""
    kept = practice_of().progress
    rows = [(name, kept.standings(name)) for name in kept.learners()]
    return _framed("practice_class.html", lessons=LESSONS, rows=rows)


@practice.post("/learner")
@needs(Role.viewer)
def learner() -> Response:
    """Who practises on this device from now on."""
    name = learner_name(request.form.get("name"))
    answer = cast(Response, redirect(url_for("practice.overview"), 303))
    answer.set_cookie(LEARNER_COOKIE, quote(name), max_age=A_YEAR_S, httponly=True, samesite="Lax")
    return answer


@practice.get("/hand")
@needs(Role.viewer)
def hand_trainer() -> str:
    """Lay a hand: distance, waits, discards, what is in reach; draw and be rated."""
    return _framed("practice_hand.html", page="hand", **_around())


@practice.get("/score")
@needs(Role.viewer)
def score_trainer() -> str:
    """Lay a finished hand, say its value, see it line by line."""
    return _framed("practice_score.html", page="score", **_around())


@practice.get("/table")
@needs(Role.viewer)
def table_trainer() -> str:
    """A deal against three simulated players or with four open hands, every step explained."""
    return _framed("practice_table.html", page="table", **_around())


@practice.post("/table/play")
@needs(Role.viewer)
def play_table() -> Response:
    """The position after the learner's choices so far; nothing of it is kept here."""
    body = _body()
    own = MODES.get(str(body.get("mode")), MODES["one"])
    chosen = body.get("chosen") or []
    if not isinstance(chosen, list) or len(chosen) > MOST_CHOICES:
        abort(400, f"chosen must be a list of at most {MOST_CHOICES} choices")
    found = position(
        _rules(body.get("rules")), _seed(body.get("deal"), 0), own, [str(each) for each in chosen]
    )
    return jsonify(position_json(found, own, chosen_words(), asset(SPRITE)))


@practice.get("/<name>")
@needs(Role.viewer)
def lesson(name: str) -> str:
    """One lesson with one task."""
    found, rules = _lesson(name), _rules(request.args.get("rules"))
    kept = practice_of().progress
    seed = _seed(request.args.get("task"), kept.next_seed(_learner(), name))
    words = chosen_words()
    return _framed("practice_lesson.html", lesson=found, page="lesson", **_around(),
                   **_task_values(found.task(rules, seed), words), next_seed=(seed + 1) % SEEDS)  # fmt: skip


@practice.post("/check")
@needs(Role.viewer)
def check() -> Response:
    """Judges an answer, keeps it, and says what is right or wrong."""
    body = _body()
    found, rules = _lesson(str(body.get("lesson"))), _rules(body.get("rules"))
    task = found.task(rules, _seed(body.get("task"), 0))
    answer = _told(answer_of, body)
    verdict = found.check(task, answer)
    practice_of().progress.note(
        _learner(), found.name, rules.name, task.seed, verdict.outcome, _percent(verdict), answer.seconds
    )
    return _verdict(verdict, task)


@practice.post("/hint")
@needs(Role.viewer)
def hint() -> Response:
    """The next hint of a task."""
    body = _body()
    task = _lesson(str(body.get("lesson"))).task(_rules(body.get("rules")), _seed(body.get("task"), 0))
    number = _seed(body.get("number"), 0)
    words = chosen_words()
    if number >= len(task.hints):
        return jsonify(html="", left=0)
    return jsonify(
        html=note_html(task.hints[number], words, asset(SPRITE)), left=len(task.hints) - number - 1
    )


@practice.post("/read")
@needs(Role.viewer)
def read_camera() -> Response:
    """What lies under the camera now: loose tiles in rows, or walls and dice."""
    body, room, eyes = _body(), room_of(), practice_of().eyes
    if body.get("what") == "table":
        rules = _rules(body.get("rules"))
        return _read(camera_table(room, eyes, rules.stacks, _square_mm()), None)
    picture = eyes.fresh(room)
    if picture is None:
        return _read(Shown(problem="no_picture"), None)
    return _read(eyes.rows(picture), picture)


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
        return _read(eyes.table(picture, _rules(request.args.get("rules")).stacks, _square_mm()), picture)
    return _read(eyes.rows(picture), picture)


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


@practice.post("/hand/weigh")
@needs(Role.viewer)
def weigh_hand() -> Response:
    """The report on a hand, and the learner's picture with it drawn over when the tiles were read there."""
    body = _body()
    shown, rules = _shown(body), _rules(body.get("rules"))
    verdict = judged_hand(shown, rules, _seating(body))
    words = chosen_words()
    if verdict.card is None:
        return _verdict(verdict, None)
    html = hand_html(verdict, rules, words, asset(SPRITE))
    return jsonify(outcome=verdict.outcome, html=html)


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
    shown = eyes.rows(seen)
    rules = _rules(request.args.get("rules"))
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


@practice.post("/hand/rate")
@needs(Role.viewer)
def rate_discard() -> Response:
    """A discard against the best one; it is kept in the learner's history."""
    body = _body()
    shown, rules = _shown(body), _rules(body.get("rules"))
    held = held_of(shown)
    tile = str(body.get("discard"))
    if held.missing != 0 or tile not in held.standing:
        return _verdict(Verdict("cannot_see", (say("hand_count", rule="S004-103", count=len(held.standing),
                        sets=len(held.melds), due=13 - 3 * len(held.melds)),)), None)  # fmt: skip
    rating: Rating = rate(held, tile, rules)
    practice_of().progress.note(
        _learner(), "hand", rules.name, 0, "right" if rating.grade == "best" else "wrong", rating.percent
    )
    return jsonify(
        outcome="right" if rating.grade == "best" else "wrong",
        percent=rating.percent,
        html=rating_html(rating, chosen_words(), asset(SPRITE)),
    )


@practice.post("/score/value")
@needs(Role.viewer)
def value() -> Response:
    """The value the learner says, then the hand line by line."""
    body = _body()
    shown, rules = _shown(body), _rules(body.get("rules"))
    claimed = tuple(str(each).strip() for each in body.get("said") or [] if str(each).strip())[:3]
    verdict = judged_score(shown, rules, _winning(body), claimed)
    if claimed:
        practice_of().progress.note(_learner(), "score", rules.name, 0, verdict.outcome)
    return _verdict(verdict, None)


def _verdict(verdict: Verdict, task: Task | None) -> Response:
    return jsonify(
        outcome=verdict.outcome,
        html=verdict_html(verdict, task, chosen_words(), asset(SPRITE)),
        places=[list(place) for note in verdict.notes for place in note.places],
    )


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


def _task_values(task: Task, words: Words) -> dict[str, object]:
    sprite = asset(SPRITE)
    return {
        "task": task,
        "ask": note_html(task.ask, words, sprite),
        "drawn": rows_html(task.rows, words, sprite),
        "board": Markup(table_svg(task.table, words, sprite=sprite)) if task.table is not None else "",
        "rows_words": [list(row_words(row)) for row in task.rows],
        "dice_spots": DICE_SPOTS,
        "numbered": NUMBERED,
        "pickers": [
            (picker, [(option, option_text(picker, option, words)) for option in picker.options])
            for picker in task.pickers
        ],
    }


def _around() -> dict[str, Any]:
    """What every page with tiles needs."""
    rules = _rules(request.args.get("rules"))
    return {
        "rules": rules,
        "rulesets": [load_ruleset(name) for name in ruleset_names()],
        "has_camera": has_camera(room_of()),
        "learner": _learner(),
    }


def _framed(template: str, **values: object) -> str:
    words = chosen_words()
    board = {key: words[key] for key in words.by_key if key.startswith(("practice.", "tile.", "wind."))}
    return framed(template, board_words=board, **values)


@practice.errorhandler(EngineError)
def _no_such_tiles(wrong: EngineError) -> tuple[Response, int]:
    """Tiles that are none, or that no hand is made of, are one line."""
    return jsonify(error=str(wrong)), 400


def _body() -> Mapping[str, Any]:
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400, "Expected one JSON object.")
    return body


def _shown(body: Mapping[str, Any]) -> Shown:
    return _told(lambda sent: shown_of(sent) or Shown(problem="nothing_shown"), body)


def _told(read: Callable[[Mapping[str, Any]], T], body: Mapping[str, Any]) -> T:
    """What `read` makes of the body; 400 with the reason when it is not what it takes."""
    try:
        return read(body)
    except EngineError as wrong:
        abort(400, str(wrong))


def _lesson(name: str) -> Lesson:
    try:
        return lesson_named(name)
    except EngineError as wrong:
        abort(404, str(wrong))


def _rules(name: object) -> Ruleset:
    """The rule set asked for, else the table's own."""
    own = room_of().state.rules
    if not name or name == own.name:
        return own
    if name not in ruleset_names():
        abort(400, f"no rule set called {str(name)[:40]!r}; there are {', '.join(ruleset_names())}")
    return load_ruleset(str(name))


def _seed(text: object, otherwise: int) -> int:
    try:
        number = int(str(text))
    except ValueError:
        return otherwise
    return number % SEEDS


def _learner() -> str:
    return learner_name(unquote(request.cookies.get(LEARNER_COOKIE, "")))


def _seating(body: Mapping[str, Any]) -> Seating:
    return Seating(_wind(body.get("seat_wind")), _wind(body.get("prevalent_wind")))


def _winning(body: Mapping[str, Any]) -> Winning:
    seat = _wind(body.get("seat_wind"))
    steps = {"right": 1, "across": 2, "left": 3}
    giver = steps.get(str(body.get("giver")))
    named = {"riichi", "replacement", "last_draw", "last_discard", "robbed_kong"}
    circumstances = frozenset(str(each) for each in body.get("circumstances") or [] if each in named)
    return Winning(
        seat,
        _wind(body.get("prevalent_wind")),
        None if giver is None else (seat + giver) % 4,
        cast(Any, circumstances),
    )


def _wind(text: object) -> int:
    return _seed(text, 0) % 4


def _square_mm() -> float:
    return access_of().settings.now.square_mm


def _percent(verdict: Verdict) -> int | None:
    for note in verdict.notes:
        if note.name.startswith("rated_"):
            return int(str(dict(note.values)["percent"]))
    return None
