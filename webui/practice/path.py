"""The way through the lessons: in which order, what is done, and which comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.practice.lesson import Lesson
from engine.practice.lessons import LESSONS
from webui.practice.progress import Standing

DONE = 3
"""So many right answers make a lesson done; it can be done again at any time."""


@dataclass(frozen=True, slots=True)
class Step:
    """One lesson on the way. `number` counts from 1; `is_next`: the first that is not done."""

    number: int
    lesson: Lesson
    standing: Standing | None
    is_done: bool
    is_next: bool


def path_of(standings: Mapping[str, Standing], lessons: Sequence[Lesson] = LESSONS) -> tuple[Step, ...]:
    """The lessons in their order, for a learner who stands so."""
    done = [standings.get(lesson.name, Standing()).right >= DONE for lesson in lessons]
    first = done.index(False) if False in done else None
    return tuple(
        Step(at + 1, lesson, standings.get(lesson.name), done[at], at == first)
        for at, lesson in enumerate(lessons)
    )


def after(name: str, lessons: Sequence[Lesson] = LESSONS) -> str | None:
    """The lesson that follows the one called `name`; None after the last."""
    names = [lesson.name for lesson in lessons]
    at = names.index(name) + 1 if name in names else len(names)
    return names[at] if at < len(names) else None
