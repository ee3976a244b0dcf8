"""The chapter's quiz and its worked exercises: every right answer is worked out by the engine, none is kept.

The two questions whose pictures are missing from the source are asked with sets of our own (S004-Q8) or not
at all (S004-Q2).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from engine.practice.lesson import Answer, Lesson, Picker, Task, Verdict, check_picks, say
from engine.practice.quiz_answers import (
    can_declare,
    counted_from,
    different_words,
    directions,
    four_sets,
    four_words_from,
    kinds_of_kong,
    left_after_deal,
    most_declarations,
    never_first,
    never_worth,
    no_such_kind,
    not_in_first_move,
    own_wind,
    real_chow,
    robbed,
    runs,
    two_winners,
    with_bamboo,
    wrong_set,
)
from engine.practice.shown import Row
from engine.rules import load_ruleset
from engine.ruleset import Ruleset

Kind = str


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its options, how they are called (``number``, ``wind`` or ``word``), its rule, and
    `answer`, which works the right option out. `rows`: tiles it shows, made from the seed."""

    name: str
    options: tuple[str, ...]
    rule: str
    answer: Callable[[Ruleset, int], str]
    kind: Kind = "word"
    rows: Callable[[Ruleset, int], tuple[Row, ...]] | None = None


def quiz_task(rules: Ruleset, seed: int) -> Task:
    """One question; a lap of seeds asks each once."""
    lap, at = divmod(seed, len(QUESTIONS))
    question = random.Random(f"quiz {lap}").sample(QUESTIONS, len(QUESTIONS))[at] if lap else QUESTIONS[at]
    own = rules if question.name == "two_winners" else load_ruleset("mcr")
    return Task(
        "quiz",
        seed,
        rules,
        say(f"quiz_{question.name}"),
        asked="picks",
        rows=question.rows(own, seed) if question.rows else (),
        pickers=(Picker(question.name, question.kind, question.options),),  # type: ignore[arg-type]
        right=(question.answer(own, seed),),
        because=(say(f"why_{question.name}", rule=question.rule),),
    )


def check_quiz(task: Task, answer: Answer) -> Verdict:
    """The option picked against the one the engine works out."""
    return check_picks(task, answer)


QUESTIONS = (
    Question("kinds", ("dragons", "tigers", "bamboos", "seasons"), "S004-Q1", no_such_kind),
    Question("bamboo_count", ("32", "33", "36", "37"), "S004-Q3", with_bamboo, "number"),
    Question(
        "counted_from",
        ("left_clockwise", "left_counter", "right_clockwise", "right_counter"),
        "S004-27",
        counted_from,
    ),
    Question(
        "directions",
        ("clockwise_clockwise", "counter_clockwise", "clockwise_counter", "counter_counter"),
        "S004-38",
        directions,
    ),
    Question("first_move", ("flower", "win", "kong", "discard"), "S004-50", not_in_first_move),
    Question("kongs", ("1", "2", "3", "4"), "S004-55", kinds_of_kong, "number"),
    Question("wrong_set", ("1", "2", "3", "4"), "S004-68", wrong_set, "number", four_sets),
    Question("robbed", ("concealed", "promoted", "none"), "S004-81", robbed),
    Question("can_declare", ("1", "2", "3", "4"), "S004-57", can_declare, "number"),
    Question("different_words", ("1", "2", "3", "4"), "S004-Q11", different_words, "number"),
    Question("wind_pung", ("1", "2", "3", "4"), "S004-96", never_worth, "number"),
    Question("declarations", ("5", "8", "9", "13"), "S004-P1", most_declarations, "number"),
    Question("four_words", ("left", "across", "right", "none"), "S004-P2", four_words_from),
    Question("never_first", ("E7 N6", "E1 S18", "N7 W6", "S9 W9"), "S004-32", never_first, "number"),
    Question("own_wind", ("0", "1", "2", "4"), "S004-97", own_wind, "number"),
    Question("left_after_deal", ("83", "90", "91", "92"), "S004-36", left_after_deal, "number"),
    Question("real_chow", ("1", "2", "3", "4"), "S002-09", real_chow, "number", runs),
    Question("two_winners", ("east", "north", "both"), "S004-84", two_winners),
)

LESSONS = (Lesson("quiz", "quiz", quiz_task, check_quiz, tuple(q.rule for q in QUESTIONS)),)
