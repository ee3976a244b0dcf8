"""Building walls: length, height, gaps, straightness (S002-14, S002-15, S004-19)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.practice.lesson import (
    Answer,
    Lesson,
    Note,
    Task,
    Verdict,
    not_judged,
    right,
    say,
    wrong,
)
from engine.practice.shown import Shown
from engine.ruleset import Ruleset
from engine.table.events import Seat

CROOKED_MM = 6.0
"""A side that strays farther from its line is crooked."""
MOST_UNSEEN = 3
"""So many stacks that cannot be told are named; with more of them the wall is simply not seen."""
INWARD_MM = 2.2
"""A stack one high among stacks of two appears 3 to 5 mm nearer to the centre than it stands."""


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
    unseen = [(seat, at) for seat in built for at, height in enumerate(shown.walls[seat]) if height is None]
    if unseen:
        if len(unseen) > MOST_UNSEEN:
            return Verdict("cannot_see", (say("wall_covered"),))
        notes = (say("wall_unseen", side=seat, stack=at + 1) for seat, at in unseen)
        return Verdict("cannot_see", tuple(notes))
    wrongs = [note for seat in built for note in side_notes(task.rules, shown, seat)]
    if sides == 4 and len(built) < 4:
        wrongs.append(say("sides_missing", count=4 - len(built)))
    if shown.tiles:
        up = [tile.tile for tile in shown.tiles if not tile.face_down]
        wrongs += [say("face_up_in_wall", *up)] if up else []
    if wrongs:
        return wrong(task, *wrongs)
    doubts = tuple(note for seat in built for note in _low(shown, seat))
    return Verdict("doubtful", doubts) if doubts else right(task)


def _low(shown: Shown, seat: Seat) -> Iterator[Note]:
    """The stack that may be one high: from one picture it cannot be told from one that was pushed inwards."""
    found = shown.inward[seat] if seat < len(shown.inward) else None
    if found is not None and found[1] >= INWARD_MM:
        yield say("wall_uneven", side=seat, stack=found[0], mm=round(found[1]))


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


def _wall_rule(rules: Ruleset) -> str:
    return "S004-19" if rules.tiles == 144 else "S002-15"


LESSONS = (wall_task("one_wall", 1), wall_task("four_walls", 4))
