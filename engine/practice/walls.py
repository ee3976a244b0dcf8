"""Building walls, throwing dice, breaking the wall and dealing by hand (S002-14..21, S004-19..38)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.apply import new_table
from engine.deal_plan import Grab, deal_plan
from engine.events import SEATS, Seat
from engine.fault import number_of
from engine.faults_deal import due_break, next_thrower
from engine.notation import place_text
from engine.practice.lesson import (
    Answer,
    Lesson,
    Note,
    Picker,
    Task,
    Verdict,
    check_picks,
    not_judged,
    right,
    say,
    wrong,
)
from engine.practice.shown import Shown
from engine.ruleset import Ruleset
from engine.state import GameState, StackPlace, Wall
from engine.wall import full_wall, take_at, thrower_reached

CROOKED_MM = 6.0
"""A side that strays farther from its line is crooked."""
PIPS = {"one3": 3, "one2": 2, "two2": 2}
GRABS = 16
WIND_OPTIONS = ("0", "1", "2", "3")


def wall_task(lesson: str, sides: int) -> Lesson:
    """Build one side, or all four."""

    def make(rules: Ruleset, seed: int) -> Task:
        return Task(
            lesson,
            seed,
            rules,
            say(f"task_{lesson}", stacks=rules.stacks),
            asked="walls",
            because=(
                say("wall_rule", rule=_wall_rule(rules), stacks=rules.stacks, tiles=sides * 2 * rules.stacks),
            ),
            hints=(say("hint_wall_count", stacks=rules.stacks), say("hint_wall_sum", tiles=rules.tiles)),
        )

    def check(task: Task, answer: Answer) -> Verdict:
        unseen = not_judged(answer, needs_tiles=False)
        if unseen is not None or answer.shown is None:
            return unseen or Verdict("cannot_see")
        return _check_walls(task, answer.shown, sides)

    return Lesson(lesson, "wall", make, check, ("S002-15", "S004-19"))


def _check_walls(task: Task, shown: Shown, sides: int) -> Verdict:
    built = [seat for seat, heights in enumerate(shown.walls) if any(heights)]
    if not built:
        return Verdict("cannot_see", (say("no_wall_seen"),))
    if any(None in shown.walls[seat] for seat in built):
        return Verdict("cannot_see", (say("wall_covered"),))
    notes = [note for seat in built for note in side_notes(task.rules, shown, seat)]
    if sides == 4 and len(built) < 4:
        notes.append(say("sides_missing", count=4 - len(built)))
    if shown.tiles:
        up = [tile.tile for tile in shown.tiles if not tile.face_down]
        notes += [say("face_up_in_wall", *up)] if up else []
    return wrong(task, *notes) if notes else right(task)


def side_notes(rules: Ruleset, shown: Shown, seat: Seat) -> Iterator[Note]:
    """What is wrong with one side of the wall: length, height, gaps, crookedness."""
    heights = shown.walls[seat]
    filled = [place for place, height in enumerate(heights) if height]
    stacks = sum(1 for height in heights if height)
    if stacks != rules.stacks:
        yield say("wall_long" if stacks > rules.stacks else "wall_short", rule=_wall_rule(rules),
                  count=stacks, stacks=rules.stacks, side=seat)  # fmt: skip
    holes = [place + 1 for place in range(filled[0], filled[-1]) if not heights[place]]
    gap = shown.gaps[seat] if seat < len(shown.gaps) else None
    if holes:
        yield say("wall_gap", stack=holes[0] - 1, side=seat)
    elif gap is not None:
        yield say("wall_gap", stack=gap, side=seat)
    low = [place + 1 for place in filled if heights[place] == 1]
    if low:
        yield say("wall_not_two", rule=_wall_rule(rules), stack=low[0], count=len(low), side=seat)
    crooked = shown.crooked_mm[seat] if seat < len(shown.crooked_mm) else None
    if crooked is not None and crooked > CROOKED_MM:
        yield say("wall_crooked", mm=round(crooked), side=seat)


def thrown(rules: Ruleset, seed: int) -> GameState:
    """A built wall and dice thrown by whoever has to; the same seed throws the same."""
    chance = random.Random(f"dice {seed}")
    state = replace(new_table(rules, 0), wall=full_wall(rules), phase="rolling")
    while (thrower := next_thrower(state)) is not None:
        pips = tuple(chance.randint(1, 6) for _ in range(PIPS[rules.dice]))
        state = replace(state, dice=(*state.dice, (thrower, pips)))
    return state


def thrower_task(rules: Ruleset, seed: int) -> Task:
    """From the first throw: who throws next, or whose wall is broken."""
    state = thrown(rules, seed)
    total = sum(state.dice[0][1])
    reached = thrower_reached(state.dealer, total)
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
    state = thrown(rules, seed)
    place = due_break(state)
    assert place is not None
    total = sum(sum(pips) for _, pips in state.dice)
    first = thrower_reached(state.dealer, sum(state.dice[0][1]))
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
        pickers=_place_pickers(rules, 1),
        right=(str(place.side), str(place.stack)),
        because=tuple(because),
        hints=(say("hint_whose_wall", wind=first), say("hint_sum", total=total)),
    )


def check_break(task: Task, answer: Answer) -> Verdict:
    """Picked, or shown by opening the wall on the table (S004-30)."""
    if answer.shown is None or not answer.shown.walls:
        return check_picks(task, answer)
    open_at = [(seat, gap) for seat, gap in enumerate(answer.shown.gaps) if gap is not None]
    if len(open_at) != 1:
        return Verdict("cannot_see", (say("no_gap_seen" if not open_at else "several_gaps"),))
    return check_picks(task, replace(answer, picked=tuple(map(str, open_at[0]))))


def deal_task(rules: Ruleset, seed: int) -> Task:
    """One grab of the deal; sixteen seeds in a row are one deal."""
    state, step = thrown(rules, seed // GRABS), seed % GRABS
    place = due_break(state)
    assert place is not None
    plan = deal_plan(Wall(state.wall.heights, place), state.dealer)
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
        pickers=_place_pickers(rules, len(grab.places)),
        right=tuple(str(each) for place in grab.places for each in (place.side, place.stack)),
        because=(say(f"deal_{grab.tiles}_rule", rule=_deal_rule(rules, grab.tiles), seat=grab.seat,
                     stacks=", ".join(place_text(place, state.dealer) for place in grab.places)),),
        hints=(say("hint_break_after", stack=place_text(place)), say("hint_clockwise")),
    )  # fmt: skip


def check_deal(task: Task, answer: Answer) -> Verdict:
    """Picked stack by stack (in any order), or taken from the real wall: its heights are compared."""
    shown = answer.shown
    if shown is None or not shown.walls:
        pairs = list(zip(answer.picked[::2], answer.picked[1::2], strict=False))
        ordered = sorted(
            pairs, key=lambda pair: _pairs(task.right).index(pair) if pair in _pairs(task.right) else 9
        )
        return check_picks(task, replace(answer, picked=tuple(each for pair in ordered for each in pair)))
    if shown.problem or any(None in side for side in shown.walls):
        return Verdict("cannot_see", (say(shown.problem or "wall_covered"),))
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


def _place_pickers(rules: Ruleset, places: int) -> tuple[Picker, ...]:
    numbers = tuple(str(number) for number in range(1, rules.stacks + 1))
    pair = (Picker("side", "wind", WIND_OPTIONS), Picker("stack", "number", numbers))
    return pair * places


def _wall_rule(rules: Ruleset) -> str:
    return "S004-19" if rules.tiles == 144 else "S002-15"


def _deal_rule(rules: Ruleset, tiles: int) -> str:
    name = {4: "wrong_stack_taken", 2: "wrong_top_taken", 1: "wrong_last_tile_taken"}[tiles]
    return number_of(name, rules)


LESSONS = (
    wall_task("one_wall", 1),
    wall_task("four_walls", 4),
    Lesson("thrower", "wall", thrower_task, check_picks, ("S002-16", "S002-17", "S004-26")),
    Lesson("break", "wall", break_task, check_break, ("S002-18", "S004-27", "S004-29")),
    Lesson("deal", "wall", deal_task, check_deal, ("S002-19", "S002-20", "S004-33", "S004-34"), GRABS),
)
