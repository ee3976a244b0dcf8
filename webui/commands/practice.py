"""`jantaku practice`: the lessons from the command line, checked from pictures, a camera or typed tiles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from engine.practice.hand import HandReport, judged_hand
from engine.practice.lesson import Answer, Lesson, Note, Task, Verdict
from engine.practice.lessons import LESSONS, lesson_named
from engine.practice.score import ScoreReport, Winning, judged_score
from engine.practice.shown import Shown, parse_rows, rows_text
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.scoring.discards import Outlook
from hardware.camera import HardwareError, Picture
from hardware.cameras import open_camera
from vision.detect import Detector
from vision.picture_file import read_picture
from webui.practice.progress import Progress, learner_name
from webui.practice.routes import PROGRESS_FILE
from webui.practice.seeing import rows_in_photo
from webui.practice.seeing_table import table_in_picture
from webui.practice.telling import note_text, right_text
from webui.practice.wire import shown_json
from webui.score_text import score_lines
from webui.words import load_words

TRAINERS = ("hand", "score")
BY_TABLE = frozenset({"one_wall", "four_walls", "break", "deal", "mistake"})
"""Lessons for which the whole table is read, not loose tiles."""
WORDS = load_words("en")


@click.command()
@click.argument("lesson", required=False)
@click.option(
    "--picture", "pictures", multiple=True, type=click.Path(path_type=Path), help="A photo (repeat)."
)
@click.option("--camera", metavar="SOURCE", help="Take the picture with this camera.")
@click.option("--tiles", metavar="TILES", help='What is shown, typed: "123m 5p_ +1z_ 11z / 55z".')
@click.option(
    "--pick", "picks", multiple=True, metavar="CHOICE", help="A choice, for lessons with choices (repeat)."
)
@click.option(
    "--task", "seed", type=click.IntRange(min=0), help="Number of the task; the learner's next otherwise."
)
@click.option(
    "--rules", "rules_name", default="mcr", show_default=True, help="Rule set, see `jantaku rulesets`."
)
@click.option("--learner", default="", metavar="NAME", help="Whose progress this is.")
@click.option("--seconds", type=float, help="How long the answer took, for lessons against the clock.")
@click.option(
    "--square", "square_mm", type=float, default=850.0, show_default=True, help="The square's side in mm."
)
@click.option("--hints", is_flag=True, help="Print the hints of the task.")
@click.option("--history", is_flag=True, help="Print the learner's last answers.")
@click.option(
    "--data",
    default="data",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Folder progress is kept in.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(lesson: str | None, data: Path, as_json: bool, **given: Any) -> None:
    """Practise with real tiles: list the lessons, print a task of LESSON, or have an answer checked.

    LESSON may also be "hand" (how far from ready, what to discard) or "score" (what a finished hand is
    worth). Tiles are typed row by row, rows parted by "/"; "_" after a tile lays it sideways, "+" before a
    word leaves a gap, "back" is a face-down tile.
    """
    rules, name = load_ruleset(given["rules_name"]), learner_name(given["learner"])
    data.mkdir(parents=True, exist_ok=True)
    kept = Progress(data / PROGRESS_FILE)
    try:
        for line in _lines(lesson, rules, name, kept, as_json, given):
            click.echo(line)
    finally:
        kept.close()


def _lines(
    lesson: str | None, rules: Ruleset, learner: str, kept: Progress, as_json: bool, given: dict[str, Any]
) -> Iterator[str]:
    if given["history"]:
        yield from _history(learner, lesson, kept, as_json)
    elif lesson is None:
        yield from _list(learner, kept, as_json)
    elif lesson in TRAINERS:
        yield from _train(lesson, rules, as_json, given)
    else:
        yield from _lesson(lesson_named(lesson), rules, learner, kept, as_json, given)


def _lesson(
    lesson: Lesson, rules: Ruleset, learner: str, kept: Progress, as_json: bool, given: dict[str, Any]
) -> Iterator[str]:
    seed = kept.next_seed(learner, lesson.name) if given["seed"] is None else given["seed"]
    task = lesson.task(rules, seed)
    shown = _shown(lesson.name in BY_TABLE, rules, given)
    if shown is None and not given["picks"]:
        yield from _task_json(task) if as_json else _task_lines(task, given["hints"])
        return
    verdict = lesson.check(task, Answer(shown, tuple(given["picks"]), given["seconds"]))
    kept.note(learner, lesson.name, rules.name, seed, verdict.outcome, seconds=given["seconds"])
    if as_json:
        yield json.dumps({"task": seed, **_verdict_json(verdict, task, shown)}, ensure_ascii=False)
    else:
        yield from _verdict_lines(verdict, task, shown)


def _train(lesson: str, rules: Ruleset, as_json: bool, given: dict[str, Any]) -> Iterator[str]:
    shown = _shown(False, rules, given)
    if shown is None:
        raise click.UsageError(f"show the hand with --tiles, --picture or --camera to practise {lesson}")
    if lesson == "hand":
        verdict = judged_hand(shown, rules)
    else:
        verdict = judged_score(shown, rules, Winning(), tuple(given["picks"]))
    if as_json:
        yield json.dumps(_verdict_json(verdict, None, shown), ensure_ascii=False)
    else:
        yield from _verdict_lines(verdict, None, shown)


def _shown(by_table: bool, rules: Ruleset, given: dict[str, Any]) -> Shown | None:
    """What is shown, by whichever way was given; None when none was."""
    ways = [way for way in ("tiles", "camera", "pictures") if given[way]]
    if len(ways) > 1:
        raise click.UsageError("show tiles in one way: --tiles, --picture or --camera")
    if not ways:
        return None
    if ways == ["tiles"]:
        return Shown(parse_rows(given["tiles"]))
    detector = Detector.load()
    found: list[Shown] = []
    for picture in _pictures(given):
        if by_table:
            found.append(table_in_picture(picture, detector, rules.stacks, given["square_mm"]))
        else:
            found.append(rows_in_photo(picture, detector))
    if len(found) == 1:
        return found[0]
    problem = next((shown.problem for shown in found if shown.problem), "")
    return Shown(tuple(row for shown in found for row in shown.rows), problem=problem)


def _pictures(given: dict[str, Any]) -> Iterator[Picture]:
    if not given["camera"]:
        yield from (read_picture(path) for path in given["pictures"])
        return
    with open_camera(given["camera"]) as camera:
        frame = camera.read()
    if frame is None:
        raise HardwareError(f"{given['camera']} gave no picture; expected at least one")
    yield frame.picture


def _list(learner: str, kept: Progress, as_json: bool) -> Iterator[str]:
    standings = kept.standings(learner)
    for lesson in LESSONS:
        stands = standings.get(lesson.name)
        tries, right = (0, 0) if stands is None else (stands.tries, stands.right)
        if as_json:
            yield json.dumps(
                {"lesson": lesson.name, "chapter": lesson.chapter, "tries": tries, "right": right}
            )
        else:
            done = f"{right}/{tries}" if tries else ""
            yield f"{lesson.name:18} {WORDS[f'title.{lesson.name}']:36} {done}".rstrip()
    if not as_json:
        yield from (f"{name:18} {WORDS[f'practice.{name}']}" for name in TRAINERS)


def _history(learner: str, lesson: str | None, kept: Progress, as_json: bool) -> Iterator[str]:
    for tried in kept.history(learner, lesson):
        if as_json:
            told = {"at_s": round(tried.at_s, 1), "lesson": tried.lesson, "rules": tried.rules}
            yield json.dumps({**told, "task": tried.seed, "outcome": tried.outcome, "percent": tried.percent})
        else:
            yield f"{tried.day}  {tried.lesson:18} task {tried.seed:4}  {tried.outcome:6} {tried.percent:3} %"


def _task_lines(task: Task, hints: bool) -> Iterator[str]:
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


def _task_json(task: Task) -> Iterator[str]:
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


def _verdict_lines(verdict: Verdict, task: Task | None, shown: Shown | None) -> Iterator[str]:
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


def _verdict_json(verdict: Verdict, task: Task | None, shown: Shown | None) -> dict[str, Any]:
    told: dict[str, Any] = {
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
        told["shown"] = shown_json(shown)
    if isinstance(verdict.card, HandReport):
        told["hand"] = _hand_json(verdict.card)
    if isinstance(verdict.card, ScoreReport):
        told["score"] = {"value": verdict.card.score.value, "unit": verdict.card.score.unit,
                         "fu": verdict.card.score.fu, "is_win": verdict.card.score.is_win}  # fmt: skip
    return told


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
