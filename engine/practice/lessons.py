"""All lessons, in the order they are learned."""

from __future__ import annotations

from dataclasses import replace

from engine.practice import (
    counting,
    dealing,
    hand,
    laying,
    mistakes,
    ordering,
    quiz,
    score,
    throwing,
    walls,
)
from engine.practice.lesson import Lesson
from engine.rules import load_ruleset, ruleset_names
from engine.ruleset import Ruleset
from engine.tiles import EngineError

LESSONS: tuple[Lesson, ...] = (
    *ordering.LESSONS,
    *walls.LESSONS,
    *throwing.LESSONS,
    *dealing.LESSONS,
    *laying.LESSONS,
    *counting.LESSONS,
    *mistakes.LESSONS,
    *quiz.LESSONS,
    *hand.LESSONS,
    *score.LESSONS,
)
CHAPTERS: tuple[str, ...] = tuple(dict.fromkeys(lesson.chapter for lesson in LESSONS))


def practised() -> tuple[str, ...]:
    """The rule sets there are exercises for: those of four players, who build four walls."""
    return tuple(name for name in ruleset_names() if load_ruleset(name).seats == 4)


def practice_rules(rules: Ruleset) -> Ruleset:
    """What is practised at a table that plays `rules`: the same, or riichi of four where three play; where no
    throw is seen, the rule set's own throws."""
    if rules.seats != 4:
        return load_ruleset("riichi")
    return replace(rules, dice=load_ruleset(rules.name).dice) if rules.dice == "none" else rules


def lesson_named(name: str) -> Lesson:
    """The lesson of that name; EngineError names those there are."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    raise EngineError(f"no lesson called {name!r}; there are {', '.join(each.name for each in LESSONS)}")
