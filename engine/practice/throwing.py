"""Throwing the dice: who is reached, and after which stack the wall breaks (S002-16..18, S004-26..30)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from engine.judge.faults_deal import due_break, next_thrower
from engine.notation import place_text
from engine.practice.lesson import Answer, Lesson, Picker, Task, Verdict, check_picks, say
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.state import GameState
from engine.table.wall import full_wall, thrower_reached

PIPS = {"one3": 3, "one2": 2, "two2": 2}
"""Dice of one throw."""
THROWN = ("thrower", "break")
"""Lessons on dice."""
WIND_OPTIONS = ("0", "1", "2", "3")


def thrown(rules: Ruleset, seed: int) -> GameState:
    """A built wall and dice thrown by whoever has to; the same seed throws the same."""
    chance = random.Random(f"dice {seed}")
    return thrown_as(rules, [chance.randint(1, 6) for _ in range(2 * PIPS[rules.dice])])


def thrown_as(rules: Ruleset, pips: Sequence[int]) -> GameState:
    """A built wall and the dice as they fell, one after the other: as many throws as there are dice for."""
    state = replace(new_table(rules, 0), wall=full_wall(rules), phase="rolling")
    dice, left = PIPS[rules.dice], list(pips)
    while len(left) >= dice and (thrower := next_thrower(state)) is not None:
        state = replace(state, dice=(*state.dice, (thrower, tuple(left[:dice]))))
        left = left[dice:]
    return state


def dice_needed(lesson: str, rules: Ruleset) -> int:
    """So many dice are thrown for a lesson: both throws for the break where there are two."""
    return PIPS[rules.dice] * (2 if rules.dice == "two2" and lesson == "break" else 1)


def with_dice(task: Task, pips: Sequence[int]) -> Task:
    """The task for dice that were really thrown; there must be as many as are needed."""
    make = _break if task.lesson == "break" else _thrower
    return make(task.seed, thrown_as(task.rules, pips))


def thrower_task(rules: Ruleset, seed: int) -> Task:
    """From the first throw: who throws next, or whose wall is broken."""
    return _thrower(seed, thrown(rules, seed))


def _thrower(seed: int, state: GameState) -> Task:
    rules, total = state.rules, sum(state.dice[0][1])
    reached = thrower_reached(state.rules, state.dealer, total)
    two = rules.dice == "two2"
    name, rule = ("next_thrower", "S004-26") if two else ("whose_wall", "S002-17")
    return Task(
        "thrower",
        seed,
        rules,
        say(f"task_{name}", total=total),
        asked="picks",
        dice=state.dice[:1],
        pickers=(Picker("wind", "wind", WIND_OPTIONS),),
        right=(str(reached),),
        because=(say("counted_round", rule=rule, total=total, wind=reached),),
        hints=(say("hint_count_round", total=total),),
    )


def break_task(rules: Ruleset, seed: int) -> Task:
    """From all throws: after which stack the wall is broken, overflow past its end included."""
    return _break(seed, thrown(rules, seed))


def _break(seed: int, state: GameState) -> Task:
    rules, place = state.rules, due_break(state)
    assert place is not None
    total = sum(sum(pips) for _, pips in state.dice)
    first = thrower_reached(state.rules, state.dealer, sum(state.dice[0][1]))
    because = [say("counted_stacks", rule="S004-27" if rules.dice == "two2" else "S002-18",
                   total=total, wind=first, stack=place_text(place))]  # fmt: skip
    if place.side != first:
        because.append(say("overflow", rule="S004-29", stacks=rules.stacks, side=place.side))
    return Task(
        "break",
        seed,
        rules,
        say("task_break"),
        asked="picks",
        dice=state.dice,
        pickers=place_pickers(rules, 1),
        right=(str(place.side), str(place.stack)),
        because=tuple(because),
        hints=(say("hint_whose_wall", wind=first), say("hint_sum", total=total)),
    )


def check_thrower(task: Task, answer: Answer) -> Verdict:
    """Picked; with dice on the table it is they that were thrown."""
    return _dice_problem(task, answer) or check_picks(_as_thrown(task, answer), answer)


def _as_thrown(task: Task, answer: Answer) -> Task:
    pips = () if answer.shown is None else answer.shown.dice
    return with_dice(task, [number for number in pips if number]) if pips else task


def _dice_problem(task: Task, answer: Answer) -> Verdict | None:
    """Dice that cannot be counted, or too few or many of them."""
    pips, due = () if answer.shown is None else answer.shown.dice, dice_needed(task.lesson, task.rules)
    problem = "" if answer.shown is None else answer.shown.problem
    if problem and problem != "no_tiles_seen":
        return Verdict("cannot_see", (say(problem),))
    if pips and None in pips:
        return Verdict("doubtful", (say("die_unread"),))
    if answer.shown is not None and len(pips) != due:
        return Verdict("cannot_see", (say("dice_number", count=len(pips), due=due),))
    return None


def check_break(task: Task, answer: Answer) -> Verdict:
    """Picked, or shown by opening the wall on the table (S004-30)."""
    if answer.shown is None or not answer.shown.walls:
        return check_thrower(task, answer)
    dice = answer.shown.dice
    if None not in dice and len(dice) == dice_needed(task.lesson, task.rules):
        task = _as_thrown(task, answer)
    open_at = [(seat, gap) for seat, gap in enumerate(answer.shown.gaps) if gap is not None]
    if len(open_at) != 1:
        return Verdict("cannot_see", (say("no_gap_seen" if not open_at else "several_gaps"),))
    return check_picks(task, replace(answer, picked=tuple(map(str, open_at[0]))))


def place_pickers(rules: Ruleset, places: int) -> tuple[Picker, ...]:
    """Whose wall and which stack, for so many places."""
    numbers = tuple(str(number) for number in range(1, rules.stacks + 1))
    pair = (Picker("side", "wind", WIND_OPTIONS), Picker("stack", "number", numbers))
    return pair * places


LESSONS = (
    Lesson("thrower", "wall", thrower_task, check_thrower, ("S002-16", "S002-17", "S004-26")),
    Lesson("break", "wall", break_task, check_break, ("S002-18", "S004-27", "S004-29")),
)
