"""The hand trainer: distance, waits, best discards against everything visible, and what is in reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.practice.chance.hand import random_hand, ready_hand
from engine.practice.held import Held, hand_notes, held_of
from engine.practice.lesson import (
    Answer,
    Lesson,
    Note,
    Picker,
    Task,
    Verdict,
    not_judged,
    right,
    say,
    wrong,
)
from engine.practice.reach import Reach, Seating, in_reach, worth
from engine.practice.shown import Shown, laid
from engine.ruleset import Ruleset
from engine.scoring.discards import DiscardOutlook, Outlook, discard_outlooks, outlook
from engine.scoring.hand import WonHand
from engine.scoring.score import Score
from engine.scoring.shape import distance, shapes_of
from engine.tiles import Tile, plain, sort_key

Grade: TypeAlias = Literal["best", "good", "weak", "back"]
"""The best discard; nearly as many useful tiles; fewer; a step back from ready."""
GOOD = 0.8


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """What the hand is worth when finished with `tile`, on a discard and self-drawn."""

    tile: Tile
    unseen: int
    given: Score
    drawn: Score


@dataclass(frozen=True, slots=True)
class HandReport:
    """All that is told of a hand. With a tile to discard `discards` are there, the best first, otherwise
    `view` alone; `waits` once it is ready; `reach` what it can become."""

    held: Held
    view: Outlook
    discards: tuple[DiscardOutlook, ...] = ()
    waits: tuple[WaitWorth, ...] = ()
    reach: tuple[Reach, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the fourteen tiles are a finished shape."""
        return self.held.missing == 0 and self.view.distance < 0


@dataclass(frozen=True, slots=True)
class Rating:
    """A discard against the best: the useful tiles it leaves, and those the best one would."""

    discard: Tile
    grade: Grade
    outlook: Outlook
    best: DiscardOutlook

    @property
    def percent(self) -> int:
        """Useful tiles kept of those the best discard keeps; 0 for a step back."""
        if self.grade == "back":
            return 0
        return (
            round(100 * self.outlook.unseen / self.best.outlook.unseen) if self.best.outlook.unseen else 100
        )


def weigh(held: Held, rules: Ruleset, seating: Seating | None = None) -> HandReport:
    """The report on a hand of 13 or 14 tiles, sets counted as three; `hand_notes` must be empty."""
    shapes, melds = shapes_of(rules), len(held.melds)
    reach = in_reach(held, rules, seating)
    if held.missing == 1:
        view = outlook(held.standing, melds, shapes, held.seen)
        waits = _waits(held, held.standing, view, rules, seating) if view.distance == 0 else ()
        return HandReport(held, view, (), waits, reach)
    discards = discard_outlooks(held.standing, melds, shapes, held.seen)
    if distance(held.standing, melds, shapes) < 0:
        return HandReport(held, Outlook(-1, (), ()), discards, (), reach)
    best = discards[0]
    rest = without_one(held.standing, best.discard)
    waits = _waits(held, rest, best.outlook, rules, seating) if best.outlook.distance == 0 else ()
    return HandReport(held, best.outlook, discards, waits, reach)


def rate(held: Held, discard: Tile, rules: Ruleset) -> Rating:
    """The discard of a hand of 14 against the best one."""
    shapes = shapes_of(rules)
    choices = discard_outlooks(held.standing, len(held.melds), shapes, held.seen)
    best, own = choices[0], next(each for each in choices if each.discard == plain(discard))
    return Rating(discard, _grade(own.outlook, best.outlook), own.outlook, best)


def without_one(tiles: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one of this face, a plain five before a red one."""
    fitting = [at for at, each in enumerate(tiles) if plain(each) == plain(tile)]
    exact = [at for at in fitting if tiles[at] == tile]
    gone = (exact or fitting)[-1]
    return (*tiles[:gone], *tiles[gone + 1 :])


def judged_hand(shown: Shown, rules: Ruleset, seating: Seating | None = None) -> Verdict:
    """A hand shown, weighed; `card` holds the report."""
    unseen = not_judged(Answer(shown))
    if unseen is not None:
        return unseen
    held = held_of(shown)
    notes = tuple(hand_notes(held))
    if notes:
        return Verdict("wrong", notes)
    return Verdict("shown", (), card=weigh(held, rules, seating))


def _grade(own: Outlook, best: Outlook) -> Grade:
    if own.distance > best.distance:
        return "back"
    if own.unseen >= best.unseen:
        return "best"
    return "good" if own.unseen >= GOOD * best.unseen else "weak"


def _waits(
    held: Held, standing: tuple[Tile, ...], view: Outlook, rules: Ruleset, seating: Seating | None
) -> tuple[WaitWorth, ...]:
    place = seating or Seating()

    def score(tile: Tile, self_drawn: bool) -> Score:
        hand = WonHand(
            standing,
            tile,
            held.melds,
            self_drawn,
            seat_wind=place.seat_wind,
            prevalent_wind=place.prevalent_wind,
            flowers=held.flowers,
        )
        return worth(hand, rules)

    return tuple(
        WaitWorth(each.tile, each.unseen, score(each.tile, False), score(each.tile, True))
        for each in view.useful
    )


def waits_task(rules: Ruleset, seed: int) -> Task:
    """A ready hand: lay or tap every tile that finishes it."""
    hand = ready_hand(rules, seed)
    view = outlook(hand, 0, shapes_of(rules))
    tiles = tuple(sorted((each.tile for each in view.useful), key=sort_key))
    return Task(
        "waits",
        seed,
        rules,
        say("task_waits"),
        rows=(laid(hand),),
        want=(laid(tiles),),
        because=(say("waits_are", *tiles, rule="S001-54", count=view.unseen),),
        hints=(say("hint_waits_count", count=len(tiles)),),
    )


def check_waits(task: Task, answer: Answer) -> Verdict:
    """All the waits and no other tile, in whatever order."""
    unseen = not_judged(answer)
    if unseen is not None or answer.shown is None:
        return unseen or Verdict("cannot_see")
    due = {tile.tile for tile in task.want[0] if tile.tile}
    given = {plain(tile) for tile in answer.shown.faces if tile}
    notes: list[Note] = []
    if given - due:
        notes.append(say("no_wait", *sorted(given - due, key=sort_key)))
    if due - given:
        notes.append(say("waits_missed", count=len(due - given)))
    return wrong(task, *notes) if notes else right(task)


def discard_task(rules: Ruleset, seed: int) -> Task:
    """Fourteen tiles: which one goes?"""
    hand = random_hand(rules, seed)
    choices = discard_outlooks(hand, 0, shapes_of(rules))
    best = choices[0]
    options = tuple(sorted({plain(tile) for tile in hand}, key=sort_key))
    return Task(
        "discard",
        seed,
        rules,
        say("task_discard"),
        asked="picks",
        rows=(laid(hand),),
        pickers=(Picker("discard", "tile", options),),
        right=(best.discard,),
        because=(say("best_discard", best.discard, tile=best.discard, distance=best.outlook.distance,
                     kinds=len(best.outlook.useful), unseen=best.outlook.unseen),),
        hints=(say("hint_discard"),),
    )  # fmt: skip


def check_discard(task: Task, answer: Answer) -> Verdict:
    """Right is every discard as good as the best; the rating says how much another costs."""
    if not answer.picked or answer.picked[0] not in task.pickers[0].options:
        return Verdict("cannot_see", (say("pick_first"),))
    rating = rate(Held(known(task)), answer.picked[0], task.rules)
    note = say(f"rated_{rating.grade}", rating.discard, tile=rating.discard, unseen=rating.outlook.unseen,
               distance=rating.outlook.distance, percent=rating.percent)  # fmt: skip
    if rating.grade == "best":
        return Verdict("right", (note,), (), (rating.discard,))
    return wrong(task, note)


def known(task: Task) -> tuple[Tile, ...]:
    """The tiles a task shows in its first row."""
    return tuple(tile.tile for tile in task.rows[0] if tile.tile)


LESSONS = (
    Lesson("waits", "hand", waits_task, check_waits, ("S001-54", "S003-21")),
    Lesson("discard", "hand", discard_task, check_discard, ("S003-22",)),
)
