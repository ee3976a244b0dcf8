"""Tasks and verdicts as the lines, and as the JSON, that `jantaku practice` prints; in English."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.practice.hand import HandReport
from engine.practice.lesson import Note, Task, Verdict
from engine.practice.score import ScoreReport
from engine.practice.shown import Shown, rows_text
from engine.scoring.discards import Outlook
from webui.practice.telling import note_text, right_text
from webui.practice.wire import shown_json
from webui.text.score_text import score_lines
from webui.words import load_words

WORDS = load_words("en")


def task_lines(task: Task, hints: bool) -> Iterator[str]:
    """What is asked, what lies there, the choices; with `hints`, those too."""
    yield f"Task {task.seed}: {note_text(task.ask, WORDS)}"
    if task.rows:
        yield f"  {rows_text(task.rows)}"
    for seat, pips in task.dice:
        yield f"  {WORDS[f'wind.{seat}']} throws {' and '.join(map(str, pips))}"
    for picker in task.pickers:
        options = " ".join(picker.options) or "a number"
        yield f"  --pick  {picker.name}: {options}"
    if hints:
        yield from (f"  hint: {note_text(hint, WORDS)}" for hint in task.hints)


def task_json(task: Task) -> Iterator[str]:
    """The task as one JSON object."""
    yield json.dumps(
        {
            "lesson": task.lesson,
            "task": task.seed,
            "rules": task.rules.name,
            "ask": note_text(task.ask, WORDS),
            "asked": task.asked,
            "rows": rows_text(task.rows),
            "dice": [{"seat": seat, "pips": list(pips)} for seat, pips in task.dice],
            "picks": [{"name": picker.name, "options": list(picker.options)} for picker in task.pickers],
            "hints": [note_text(hint, WORDS) for hint in task.hints],
        }
    )


def verdict_lines(verdict: Verdict, task: Task | None, shown: Shown | None) -> Iterator[str]:
    """What was shown, how it was judged, and what would have been right."""
    if shown is not None and shown.rows:
        yield f"Shown: {rows_text(shown.rows)}"
    yield WORDS[f"practice.{verdict.outcome}"] + "."
    yield from (f"  {_said(note)}" for note in verdict.notes)
    if verdict.outcome == "wrong" and verdict.solution:
        yield f"  {WORDS['practice.solution']}: {rows_text(verdict.solution)}"
    if verdict.outcome == "wrong" and verdict.right and task is not None:
        yield f"  {WORDS['practice.right_is']} {right_text(task, verdict.right, WORDS)}"
    if isinstance(verdict.card, ScoreReport):
        yield from score_lines(verdict.card.hand, verdict.card.score)
    if isinstance(verdict.card, HandReport):
        yield from _hand_lines(verdict.card)


def _said(note: Note) -> str:
    tiles = " " + " ".join(tile or "?" for tile in note.tiles) if note.tiles else ""
    return note_text(note, WORDS) + tiles


def _hand_lines(report: HandReport) -> Iterator[str]:
    if report.is_complete:
        yield "complete"
    for wait in report.waits:
        worth = f"{wait.given.value} given, {wait.drawn.value} self-drawn"
        yield f"waits for {wait.tile}, {wait.unseen} unseen: {worth}"
    if not report.discards:
        yield f"{_away(report.view)}: {_useful(report.view)}"
    for choice in () if report.is_complete else report.discards:
        yield f"discard {choice.discard}: {_away(choice.outlook)}, {choice.outlook.unseen} unseen"
    for reach in () if report.is_complete else report.reach:
        names = ", ".join(pattern.name for pattern in reach.score.patterns)
        yield f"in reach, {reach.distance + 1} tiles away: {reach.score.value} {reach.score.unit} ({names})"


def _away(view: Outlook) -> str:
    return "ready" if view.distance == 0 else f"{view.distance} from ready"


def _useful(view: Outlook) -> str:
    return " ".join(f"{each.tile}x{each.unseen}" for each in view.useful)


def verdict_json(verdict: Verdict, task: Task | None, shown: Shown | None) -> dict[str, Any]:
    """The verdict as JSON values; `task` None: a hand was looked at without one."""
    fields: dict[str, Any] = {
        "outcome": verdict.outcome,
        "notes": [
            {"name": note.name, "text": note_text(note, WORDS), "tiles": list(note.tiles), "rule": note.rule,
             "places": [list(place) for place in note.places]}
            for note in verdict.notes
        ],
        "solution": rows_text(verdict.solution),
        "right": list(verdict.right),
    }  # fmt: skip
    if shown is not None:
        fields["shown"] = shown_json(shown)
    if isinstance(verdict.card, HandReport):
        fields["hand"] = _hand_json(verdict.card)
    if isinstance(verdict.card, ScoreReport):
        fields["score"] = {"value": verdict.card.score.value, "unit": verdict.card.score.unit,
                         "fu": verdict.card.score.fu, "is_win": verdict.card.score.is_win}  # fmt: skip
    return fields


def _hand_json(report: HandReport) -> dict[str, Any]:
    return {
        "distance": report.view.distance,
        "useful": {each.tile: each.unseen for each in report.view.useful},
        "waits": [
            {"tile": wait.tile, "unseen": wait.unseen, "given": wait.given.value, "drawn": wait.drawn.value}
            for wait in report.waits
        ],
        "discards": [
            {"discard": each.discard, "distance": each.outlook.distance, "unseen": each.outlook.unseen}
            for each in report.discards
        ],
        "reach": [
            {
                "away": each.distance + 1,
                "value": each.score.value,
                "patterns": [p.name for p in each.score.patterns],
            }
            for each in report.reach
        ],
    }
