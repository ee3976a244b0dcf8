"""Answers judged and kept: lessons, hands weighed, discards rated, values said, a deal played on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, abort, jsonify

from engine.practice.agreeing import table_agrees
from engine.practice.at_table.hint import table_hint
from engine.practice.at_table.play import position
from engine.practice.at_table.position import Position
from engine.practice.hand import Rating, judged_hand, rate
from engine.practice.held import held_of
from engine.practice.lesson import Task, Verdict, say
from engine.practice.score import judged_score
from engine.table.events import Seat
from webui.access.roles import Role, needs
from webui.page.assets import asset
from webui.page.bodies import sent_object, words_in
from webui.page.context import chosen_words
from webui.page.frame import SPRITE
from webui.practice.asked import (
    learner_here,
    lesson_asked,
    number_asked,
    rules_asked,
    seating_asked,
    sent_tiles,
    told_by,
    winning_asked,
)
from webui.practice.kept import practice, practice_of
from webui.practice.looks import table_here
from webui.practice.reports import hand_html, rating_html, verdict_html
from webui.practice.table_page import MODES, MOST_CHOICES, position_json
from webui.practice.telling import note_html
from webui.practice.wire import answer_of


@practice.post("/check")
@needs(Role.viewer)
def check() -> Response:
    """Judges an answer, keeps it, and says what is right or wrong.

    ``{"lesson", "rules", "task", "rows", "walls", "gaps", "crooked_mm", "inward", "dice", "problem",
    "picked", "seconds", "look"}``; `look`: the table's camera shows the answer.
    """
    body = sent_object()
    found, rules = lesson_asked(str(body.get("lesson"))), rules_asked(body.get("rules"))
    task = found.task(rules, number_asked(body.get("task"), 0))
    answer = told_by(answer_of, body)
    if body.get("look") is True:
        answer = replace(answer, shown=table_here(rules))
    verdict = found.check(task, answer)
    practice_of().progress.note(
        learner_here(), found.name, rules.name, task.seed, verdict.outcome, _percent(verdict), answer.seconds
    )
    return _verdict(verdict, task)


@practice.post("/hint")
@needs(Role.viewer)
def hint() -> Response:
    """The hint of a task with that number, the first being 0.

    ``{"lesson", "rules", "task", "number"}``
    """
    body = sent_object()
    task = lesson_asked(str(body.get("lesson"))).task(
        rules_asked(body.get("rules")), number_asked(body.get("task"), 0)
    )
    number = number_asked(body.get("number"), 0)
    words = chosen_words()
    if number >= len(task.hints):
        return jsonify(html="", left=0)
    return jsonify(
        html=note_html(task.hints[number], words, asset(SPRITE)), left=len(task.hints) - number - 1
    )


@practice.post("/hand/weigh")
@needs(Role.viewer)
def weigh_hand() -> Response:
    """The report on a hand.

    ``{"rules", "rows", "problem", "seat_wind", "prevalent_wind"}``
    """
    body = sent_object()
    shown, rules = sent_tiles(body), rules_asked(body.get("rules"))
    verdict = judged_hand(shown, rules, seating_asked(body))
    words = chosen_words()
    if verdict.card is None:
        return _verdict(verdict, None)
    html = hand_html(verdict, rules, words, asset(SPRITE))
    return jsonify(outcome=verdict.outcome, html=html)


@practice.post("/hand/rate")
@needs(Role.viewer)
def rate_discard() -> Response:
    """A discard against the best one; it is kept in the learner's history.

    ``{"rules", "rows", "problem", "discard"}``
    """
    body = sent_object()
    shown, rules = sent_tiles(body), rules_asked(body.get("rules"))
    held = held_of(shown)
    tile = str(body.get("discard"))
    if held.missing != 0 or tile not in held.standing:
        return _verdict(Verdict("cannot_see", (say("hand_count", rule="S004-103", count=len(held.standing),
                        sets=len(held.melds), due=13 - 3 * len(held.melds)),)), None)  # fmt: skip
    rating: Rating = rate(held, tile, rules)
    practice_of().progress.note(
        learner_here(), "hand", rules.name, 0, "right" if rating.grade == "best" else "wrong", rating.percent
    )
    return jsonify(
        outcome="right" if rating.grade == "best" else "wrong",
        percent=rating.percent,
        html=rating_html(rating, chosen_words(), asset(SPRITE)),
    )


@practice.post("/score/value")
@needs(Role.viewer)
def value() -> Response:
    """Whether the value the learner says is right, then the hand line by line.

    ``{"rules", "rows", "problem", "said", "seat_wind", "prevalent_wind", "giver", "circumstances"}``
    """
    body = sent_object()
    shown, rules = sent_tiles(body), rules_asked(body.get("rules"))
    claimed = tuple(each for each in words_in(body, "said", 3) if each)
    verdict = judged_score(shown, rules, winning_asked(body), claimed)
    if claimed:
        practice_of().progress.note(learner_here(), "score", rules.name, 0, verdict.outcome)
    return _verdict(verdict, None)


@practice.post("/table/play")
@needs(Role.viewer)
def play_table() -> Response:
    """The position after the learner's choices so far; nothing of it is kept here.

    ``{"rules", "mode", "deal", "chosen"}``
    """
    found, own = _position(sent_object())
    return jsonify(position_json(found, own, chosen_words(), asset(SPRITE)))


@practice.post("/table/hint")
@needs(Role.viewer)
def hint_at_table() -> Response:
    """What a patient teacher would do now, in one line.

    ``{"rules", "mode", "deal", "chosen"}``
    """
    found, _ = _position(sent_object())
    note = table_hint(found, found.state.rules)
    return jsonify(html="" if note is None else note_html(note, chosen_words(), asset(SPRITE)))


@practice.post("/table/look")
@needs(Role.viewer)
def look_at_table() -> Response:
    """Whether the real table lies as the deal has it after the learner's choices so far.

    ``{"rules", "mode", "deal", "chosen"}``
    """
    body = sent_object()
    found, own = _position(body)
    shown = table_here(found.state.rules)
    if shown.problem or shown.table is None:
        return _verdict(Verdict("cannot_see", (say(shown.problem or "no_picture"),)), None)
    readings = (shown.table, shown.again or shown.table)
    verdicts = [table_agrees(found.state, reading, own) for reading in readings]
    # One look overlooks a tile now and then; what either of them shows as it should be lies as it should.
    return _verdict(min(verdicts, key=lambda each: (each.outcome != "right", len(each.notes))), None)


def _position(body: Mapping[str, Any]) -> tuple[Position, frozenset[Seat]]:
    """Where the deal stands, and whose tiles are the learner's."""
    own = MODES.get(str(body.get("mode")), MODES["one"])
    chosen = body.get("chosen") or []
    if not isinstance(chosen, list) or len(chosen) > MOST_CHOICES:
        abort(400, f"chosen must be a list of at most {MOST_CHOICES} choices")
    rules, seed = rules_asked(body.get("rules")), number_asked(body.get("deal"), 0)
    return position(rules, seed, own, [str(each) for each in chosen]), own


def _verdict(verdict: Verdict, task: Task | None) -> Response:
    return jsonify(
        outcome=verdict.outcome,
        html=verdict_html(verdict, task, chosen_words(), asset(SPRITE)),
        places=[list(place) for note in verdict.notes for place in note.places],
    )


def _percent(verdict: Verdict) -> int | None:
    for note in verdict.notes:
        if note.name.startswith("rated_"):
            return int(str(dict(note.values)["percent"]))
    return None
