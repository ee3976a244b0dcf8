"""Counting a pattern over rivers and melds against the clock (S004-104)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from engine.practice.chance.deal import RandomDeal
from engine.practice.lesson import Answer, Lesson, Picker, Task, Verdict, check_picks, say
from engine.practice.shown import known_faces
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.copies import copies, visible_tiles
from engine.table.events import SEATS
from engine.table.seating import with_seat
from engine.table.state import GameState
from engine.tiles import PLAIN, plain

COUNT_SECONDS = 20.0


def mid_game(rules: Ruleset, seed: int, least: float = 0.5) -> GameState:
    """A table in the middle of a deal, hands hidden; the same seed gives the same."""
    chance = random.Random(f"table {seed}")
    deal = RandomDeal(rules, seed)
    deal.play()
    at = int(len(deal.events) * chance.uniform(least, 0.9))
    state = new_table(rules)
    for event in deal.events[: max(at, 1)]:
        state = apply(state, event)
    for seat in SEATS:
        state = with_seat(state, seat, standing=(None,) * len(state.seats[seat].standing))
    return state


def count_task(rules: Ruleset, seed: int) -> Task:
    """How many of one face lie open on the table; the seconds are given with the answer."""
    state = mid_game(rules, seed)
    seen = Counter(visible_tiles(state))
    chance = random.Random(f"count {seed}")
    likely = [tile for tile in PLAIN if seen[tile]] or list(PLAIN)
    tile = chance.choice(likely if chance.random() < 0.8 else PLAIN)
    return Task(
        "count",
        seed,
        rules,
        say("task_count", tile, tile=tile, seconds=f"{COUNT_SECONDS:.0f}"),
        asked="picks",
        table=state,
        pickers=(Picker("number", "number", ("0", "1", "2", "3", "4")),),
        right=(str(seen[tile]),),
        because=(
            say(
                "counted_tiles",
                tile,
                rule="S004-104",
                count=seen[tile],
                tile=tile,
                left=copies(tile) - seen[tile],
            ),
        ),
        hints=(say("hint_eight_zones"),),
        limit_s=COUNT_SECONDS,
    )


def check_count(task: Task, answer: Answer) -> Verdict:
    """With a camera the answer is what lies on the real table; a doubtful face that matters is asked for."""
    shown = answer.shown
    if shown is None:
        return check_picks(task, answer)
    if shown.problem or not shown.tiles:
        return Verdict("cannot_see", (say(shown.problem or "no_tiles_seen"),))
    tile = plain(task.ask.tiles[0] or "")
    doubts = [
        each
        for each in shown.tiles
        if each.is_doubtful
        and (each.tile is None or tile in {plain(face) for face, _ in each.alternatives} | {plain(each.tile)})
    ]
    if doubts:
        return Verdict(
            "doubtful", (say("doubtful_count", *(each.tile for each in doubts), count=len(doubts)),)
        )
    count = sum(plain(face) == tile for face in known_faces(shown.tiles))
    because = (
        say("counted_tiles", tile, rule="S004-104", count=count, tile=tile, left=copies(tile) - count),
    )
    return check_picks(replace(task, right=(str(count),), because=because), answer)


LESSONS = (Lesson("count", "table", count_task, check_count, ("S004-104",)),)
