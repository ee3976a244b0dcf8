"""The pages of practice: lessons, the trainers for hand, score and table, and how everybody stands."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import quote

from flask import Response, jsonify, redirect, request, url_for
from markupsafe import Markup, escape

from engine.practice.lesson import Picker, Task
from engine.practice.lessons import CHAPTERS, LESSONS, practised
from engine.practice.shown import row_words
from engine.practice.throwing import THROWN
from engine.rules import load_ruleset
from engine.tiles import EngineError
from webui.access.roles import Role, needs
from webui.page.assets import A_YEAR_S, asset
from webui.page.context import chosen_words, room_of
from webui.page.frame import SPRITE, framed
from webui.practice import judging, looks
from webui.practice.asked import (
    LEARNER_COOKIE,
    SEEDS,
    learner_here,
    lesson_asked,
    number_asked,
    rules_asked,
)
from webui.practice.kept import PROGRESS_FILE, Practice, open_practice, practice, practice_of
from webui.practice.path import after, path_of
from webui.practice.progress import learner_name
from webui.practice.reports import plot_svg
from webui.practice.sources import has_camera
from webui.practice.telling import note_html, option_text, rows_html, tiles_html
from webui.table.svg import table_svg
from webui.words import Words

__all__ = ["PROGRESS_FILE", "Practice", "judging", "looks", "open_practice", "practice", "practice_of"]

DICE_SPOTS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Which of nine places hold a pip, by the number shown."""
NUMBERED = ("quiz",)
"""Lessons whose drawn rows are asked for by number."""


@practice.get("")
@needs(Role.viewer)
def overview() -> str:
    """All lessons and trainers, and how the learner stands in each."""
    learner, kept = learner_here(), practice_of().progress
    path = path_of(kept.standings(learner))
    chapters = [(chapter, [step for step in path if step.lesson.chapter == chapter]) for chapter in CHAPTERS]
    return _framed(
        "practice/overview.html",
        chapters=chapters,
        path=path,
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
    return _framed("practice/class.html", lessons=LESSONS, rows=rows)


@practice.post("/learner")
@needs(Role.viewer)
def learner() -> Response:
    """Form ``name``: who practises on this device from now on."""
    name = learner_name(request.form.get("name"))
    answer = cast(Response, redirect(url_for("practice.overview"), 303))
    answer.set_cookie(LEARNER_COOKIE, quote(name), max_age=A_YEAR_S, httponly=True, samesite="Lax")
    return answer


@practice.get("/hand")
@needs(Role.viewer)
def hand_trainer() -> str:
    """Lay a hand: distance, waits, discards, what is in reach; draw and be rated."""
    return _framed("practice/hand.html", page="hand", **_around())


@practice.get("/score")
@needs(Role.viewer)
def score_trainer() -> str:
    """Lay a finished hand, say its value, see it line by line."""
    return _framed("practice/score.html", page="score", **_around())


@practice.get("/table")
@needs(Role.viewer)
def table_trainer() -> str:
    """A deal against three simulated players or with four open hands, every step explained."""
    return _framed("practice/table.html", page="table", **_around())


@practice.get("/<name>")
@needs(Role.viewer)
def lesson(name: str) -> str:
    """One lesson with one task."""
    found, rules = lesson_asked(name), rules_asked(request.args.get("rules"))
    kept = practice_of().progress
    seed = number_asked(request.args.get("task"), kept.next_seed(learner_here(), name))
    words = chosen_words()
    return _framed("practice/lesson.html", lesson=found, page="lesson", **_around(),
                   **_task_values(found.task(rules, seed), words), next_seed=(seed + 1) % SEEDS,
                   next_lesson=after(name))  # fmt: skip


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
        "thrown": THROWN,
        "pickers": [
            (picker, [(option, _option(picker, option, words, sprite)) for option in picker.options])
            for picker in task.pickers
        ],
    }


def _option(picker: Picker, option: str, words: Words, sprite: str) -> Markup:
    """What is chosen: a tile to discard as it looks, everything else by its name."""
    if picker.name == "discard":
        return tiles_html((option,), words, sprite)
    return escape(option_text(picker, option, words))


def _around() -> dict[str, Any]:
    """What every page with tiles needs."""
    rules = rules_asked(request.args.get("rules"))
    return {
        "rules": rules,
        "rulesets": [load_ruleset(name) for name in practised()],
        "has_camera": has_camera(room_of()),
        "learner": learner_here(),
    }


def _framed(template: str, **values: object) -> str:
    words = chosen_words()
    board = {key: words[key] for key in words.by_key if key.startswith(("practice.", "tile.", "wind."))}
    return framed(template, board_words=board, **values)


@practice.errorhandler(EngineError)
def _no_such_tiles(wrong: EngineError) -> tuple[Response, int]:
    """Tiles that are none, or that no hand is made of, are one line."""
    return jsonify(error=str(wrong)), 400
