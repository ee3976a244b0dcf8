"""Dealing by hand: which stacks each player takes, grab by grab (S002-19, S002-20, S004-31..36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.judge.faults_deal import due_break
from engine.notation import place_text
from engine.practice.lesson import Answer, Lesson, Task, Verdict, check_picks, right, say, wrong
from engine.practice.throwing import place_pickers, thrown
from engine.ruleset import Ruleset
from engine.table.deal_plan import Grab, deal_plan
from engine.table.events import SEATS
from engine.table.fault import number_of
from engine.table.state import StackPlace, Wall
from engine.table.wall import take_at

GRABS = 16


def deal_task(rules: Ruleset, seed: int) -> Task:
    """One grab of the deal; sixteen seeds in a row are one deal."""
    state, step = thrown(rules, seed // GRABS), seed % GRABS
    place = due_break(state)
    assert place is not None
    plan = deal_plan(state.rules, Wall(state.wall.heights, place), state.dealer)
    grab = plan[step]
    table = replace(state, phase="ended", wall=_after(Wall(state.wall.heights, place), plan[:step]))
    return Task(
        "deal",
        seed,
        rules,
        say(f"task_deal_{grab.tiles}", seat=grab.seat, number=step + 1),
        asked="picks",
        table=table,
        dice=state.dice,
        pickers=place_pickers(rules, len(grab.places)),
        right=tuple(str(each) for place in grab.places for each in (place.side, place.stack)),
        because=(say(f"deal_{grab.tiles}_rule", rule=_deal_rule(rules, grab.tiles), seat=grab.seat,
                     stacks=", ".join(place_text(place, state.dealer) for place in grab.places)),),
        hints=(say("hint_break_after", stack=place_text(place)), say("hint_clockwise")),
    )  # fmt: skip


def check_deal(task: Task, answer: Answer) -> Verdict:
    """Picked stack by stack (in any order), or taken from the real wall: its heights are compared."""
    shown = answer.shown
    if shown is not None and shown.problem:
        return Verdict("cannot_see", (say(shown.problem),))
    if shown is None or not shown.walls:
        pairs = list(zip(answer.picked[::2], answer.picked[1::2], strict=False))
        ordered = sorted(
            pairs, key=lambda pair: _pairs(task.right).index(pair) if pair in _pairs(task.right) else 9
        )
        return check_picks(task, replace(answer, picked=tuple(each for pair in ordered for each in pair)))
    if len(shown.walls) < len(SEATS) or any(None in side for side in shown.walls):
        return Verdict("cannot_see", (say("wall_covered"),))
    due = wall_after(task)
    notes = [
        say(name, stack=place_text(StackPlace(seat, stack + 1)), rule=task.because[0].rule)
        for seat in SEATS
        for stack, (seen, wanted) in enumerate(
            zip(_padded(shown.walls[seat], task.rules), due.heights[seat], strict=True)
        )
        for name in _differences(seen, wanted)
    ]
    return wrong(task, *notes[:4]) if notes else right(task)


def wall_after(task: Task) -> Wall:
    """The wall as it must be once the grab of a deal task is taken."""
    assert task.table is not None
    places = [StackPlace(int(side), int(stack)) for side, stack in _pairs(task.right)]
    tiles = int(task.ask.name.removeprefix("task_deal_"))
    return _after(task.table.wall, (Grab(0, tiles, tuple(places)),))


def _after(wall: Wall, grabs: tuple[Grab, ...]) -> Wall:
    for grab in grabs:
        for place in grab.places:
            for _ in range(grab.tiles // len(grab.places)):
                wall = take_at(wall, place)
    return wall


def _differences(seen: int | None, wanted: int) -> Iterator[str]:
    if seen is not None and seen < wanted:
        yield "taken_wrongly"
    elif seen is not None and seen > wanted:
        yield "still_there"


def _padded(heights: tuple[int | None, ...], rules: Ruleset) -> tuple[int | None, ...]:
    """A side as long as it should be: places beyond what was seen are empty."""
    return (*heights, *(0,) * rules.stacks)[: rules.stacks]


def _pairs(picked: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(picked[::2], picked[1::2], strict=True))


def _deal_rule(rules: Ruleset, tiles: int) -> str:
    name = {4: "wrong_stack_taken", 2: "wrong_top_taken", 1: "wrong_last_tile_taken"}[tiles]
    return number_of(name, rules)


LESSONS = (
    Lesson("deal", "wall", deal_task, check_deal, ("S002-19", "S002-20", "S004-33", "S004-34"), GRABS),
)
