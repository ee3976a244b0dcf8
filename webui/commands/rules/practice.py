"""`jantaku practice`: the lessons from the command line, checked from pictures, a camera or typed tiles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from engine.practice.hand import judged_hand
from engine.practice.lesson import Answer, Lesson
from engine.practice.lessons import LESSONS, lesson_named, practised
from engine.practice.score import Winning, judged_score
from engine.practice.shown import Shown, parse_rows
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from hardware.camera import HardwareError, Picture
from hardware.cameras import open_camera
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.picture_file import read_picture
from webui.option_values import Number
from webui.practice.pictures.seeing import rows_in_photo
from webui.practice.pictures.seeing_table import table_in_picture
from webui.practice.printing import WORDS, task_json, task_lines, verdict_json, verdict_lines
from webui.practice.progress import Progress, learner_name
from webui.practice.routes import PROGRESS_FILE
from webui.storage.data_folder import data_option

TRAINERS = ("hand", "score")
BY_TABLE = frozenset({"one_wall", "four_walls", "break", "deal", "mistake"})
"""Lessons for which the whole table is read, not loose tiles."""


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
@click.option(
    "--seconds", type=Number(0, 86_400), help="How long the answer took, for lessons against the clock."
)
@click.option(
    "--square",
    "square_mm",
    type=Number(300, 2000),
    default=SQUARE_MM,
    show_default=True,
    help="The square's side in mm.",
)
@click.option("--hints", is_flag=True, help="Print the hints of the task.")
@click.option("--history", is_flag=True, help="Print the learner's last answers.")
@data_option("Folder progress is kept in.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(lesson: str | None, data: Path, as_json: bool, **given: Any) -> None:
    """Practise with real tiles: list the lessons, print a task of LESSON, or have an answer checked.

    LESSON may also be "hand" (how far from ready, what to discard) or "score" (what a finished hand is
    worth). Tiles are typed row by row, rows parted by "/"; "_" after a tile lays it sideways, "+" before a
    word leaves a gap, "back" is a face-down tile.
    """
    rules, name = load_ruleset(given["rules_name"]), learner_name(given["learner"])
    if rules.seats != 4:
        raise click.UsageError(f"no exercises for {rules.name}; there are some for {', '.join(practised())}")
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
        yield from task_json(task) if as_json else task_lines(task, given["hints"])
        return
    verdict = lesson.check(task, Answer(shown, tuple(given["picks"]), given["seconds"]))
    kept.note(learner, lesson.name, rules.name, seed, verdict.outcome, seconds=given["seconds"])
    if as_json:
        yield json.dumps({"task": seed, **verdict_json(verdict, task, shown)}, ensure_ascii=False)
    else:
        yield from verdict_lines(verdict, task, shown)


def _train(lesson: str, rules: Ruleset, as_json: bool, given: dict[str, Any]) -> Iterator[str]:
    shown = _shown(False, rules, given)
    if shown is None:
        raise click.UsageError(f"show the hand with --tiles, --picture or --camera to practise {lesson}")
    if lesson == "hand":
        verdict = judged_hand(shown, rules)
    else:
        verdict = judged_score(shown, rules, Winning(), tuple(given["picks"]))
    if as_json:
        yield json.dumps(verdict_json(verdict, None, shown), ensure_ascii=False)
    else:
        yield from verdict_lines(verdict, None, shown)


def _shown(by_table: bool, rules: Ruleset, given: dict[str, Any]) -> Shown | None:
    """What is shown, by whichever way was given; None when none was."""
    ways = [way for way in ("tiles", "camera", "pictures") if given[way]]
    if len(ways) > 1:
        raise click.UsageError("show tiles in one way: --tiles, --picture or --camera")
    if not ways:
        return None
    if ways == ["tiles"]:
        return Shown(parse_rows(given["tiles"]))
    detector = Detector.load(LIVE_MODELS if by_table else None)
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
            fields = {"at_s": round(tried.at_s, 1), "lesson": tried.lesson, "rules": tried.rules}
            fields |= {"task": tried.seed, "outcome": tried.outcome, "percent": tried.percent}
            yield json.dumps(fields)
        else:
            yield f"{tried.day}  {tried.lesson:18} task {tried.seed:4}  {tried.outcome:6} {tried.percent:3} %"
