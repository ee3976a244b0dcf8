"""The score trainer: say what a finished hand is worth and see it line by line; or lay one worth so much."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from engine.practice.chance.hand import finished_hand, lying_hand
from engine.practice.held import Held, hand_notes, held_of
from engine.practice.lesson import (
    Answer,
    Lesson,
    Outcome,
    Picker,
    Task,
    Verdict,
    not_judged,
    right,
    say,
    wrong,
)
from engine.practice.reach import worth
from engine.practice.shown import Shown
from engine.ruleset import Ruleset
from engine.scoring.hand import Circumstance, Wind, WonHand
from engine.scoring.score import Score

TARGETS: dict[str, tuple[int, ...]] = {
    "han": (1, 2, 3, 4, 6, 8),
    "points": (8, 12, 16, 24, 32, 48),
    "faan": (1, 3, 4, 6, 8),
    "tai": (1, 2, 3, 4),
}
"""What is asked for when a hand is to be laid, by the unit of the table."""
UNITS = {"riichi": "han", "mcr": "points", "hong_kong": "faan", "doubles": "tai"}


@dataclass(frozen=True, slots=True)
class Winning:
    """How the hand was won, where the tiles cannot show it. `giver` None: not told."""

    seat_wind: Wind = 0
    prevalent_wind: Wind = 0
    giver: Wind | None = None
    circumstances: frozenset[Circumstance] = frozenset()


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """A finished hand and its score, line by line."""

    hand: WonHand
    score: Score


def won_of(held: Held, winning: Winning) -> WonHand:
    """The hand shown as one that was won: on the turned tile, else self-drawn on the last (S004-70)."""
    at = held.winning if held.winning is not None else len(held.standing) - 1
    given = held.winning is not None
    melds = tuple(
        meld if meld.giver is None else replace(meld, giver=(meld.giver + winning.seat_wind) % 4)
        for meld in held.melds
    )
    return WonHand(
        (*held.standing[:at], *held.standing[at + 1 :]),
        held.standing[at],
        melds,
        not given,
        winning.giver if given else None,
        winning.seat_wind,
        winning.prevalent_wind,
        winning.circumstances,
        held.flowers,
    )


def judged_score(shown: Shown, rules: Ruleset, winning: Winning, claimed: tuple[str, ...] = ()) -> Verdict:
    """A finished hand shown, and what the learner said it is worth: value first, then the card.

    `claimed` is the value said (for riichi han, then fu); () when none was asked for."""
    unseen = not_judged(Answer(shown))
    if unseen is not None:
        return unseen
    held = held_of(shown, finished=True)
    notes = [*hand_notes(held)]
    if any(None in meld.tiles for meld in held.melds):
        notes.append(say("kong_hidden", rule="S003-12"))
    if not notes and held.missing:
        notes.append(say("not_finished", count=13))
    if notes:
        return Verdict("wrong", tuple(notes))
    report = scored(won_of(held, winning), rules)
    return said(report, claimed)


def scored(hand: WonHand, rules: Ruleset) -> ScoreReport:
    """The hand with its score by this table."""
    return ScoreReport(hand, worth(hand, rules))


def said(report: ScoreReport, claimed: tuple[str, ...]) -> Verdict:
    """The value said against the value there is."""
    score = report.score
    if not score.is_win:
        fault = score.faults[0].text if score.faults else ""
        outcome: Outcome = "shown" if not claimed else "right" if claimed[:1] == ("0",) else "wrong"
        return Verdict(outcome, (say("no_win", reason=fault),), card=report)
    due = values(score)
    notes = [] if score.minimum_met else [say("below_minimum", minimum=score.minimum)]
    if not claimed:
        return Verdict("shown", tuple(notes), right=due, card=report)
    if tuple(text.strip() for text in claimed[: len(due)]) == due:
        return Verdict("right", (say("value_right"), *notes), right=due, card=report)
    wrong_value = say("value_wrong", said=" / ".join(claimed), value=" / ".join(due))
    return Verdict("wrong", (wrong_value, *notes), right=due, card=report)


def values(score: Score) -> tuple[str, ...]:
    """What is to be said: han and fu in riichi (the number of yakuman alone), else the value."""
    if score.unit != "han":
        return (str(score.value),)
    if score.yakuman:
        return (str(13 * score.yakuman),)
    return (str(score.value), str(score.fu or 0))


def value_task(rules: Ruleset, seed: int) -> Task:
    """A finished hand: what is it worth?"""
    hand, score = _worthy(rules, seed)
    due = values(score)
    names = ("han", "fu") if score.unit == "han" else (score.unit,)
    return Task(
        "value",
        seed,
        rules,
        say("task_value_given" if not hand.self_drawn else "task_value_drawn", wind=hand.prevalent_wind),
        asked="picks",
        rows=(lying_hand(hand, rules),),
        pickers=tuple(Picker(name, "number", ()) for name in names[: len(due)]),
        right=due,
        hints=(say("hint_patterns", count=len(score.patterns)),),
    )


def check_value(task: Task, answer: Answer) -> Verdict:
    """The value picked against the engine's, with the card."""
    if len(answer.picked) < len(task.right) or not all(text.strip() for text in answer.picked):
        return Verdict("cannot_see", (say("pick_first"),))
    hand, score = _worthy(task.rules, task.seed)
    return said(ScoreReport(hand, score), answer.picked)


def lay_task(rules: Ruleset, seed: int) -> Task:
    """Lay a finished hand worth at least so much."""
    steps = TARGETS[UNITS[rules.scoring]]
    least = steps[seed % len(steps)]
    return Task(
        "lay_value",
        seed,
        rules,
        say("task_lay_value", least=least, unit=say(f"unit_{UNITS[rules.scoring]}")),
        hints=(say("hint_lay_value"),),
    )


def check_lay(task: Task, answer: Answer) -> Verdict:
    """A finished hand, allowed to win, worth what was asked; the wind of round and seat is East."""
    if answer.shown is None:
        return not_judged(answer) or Verdict("cannot_see")
    verdict = judged_score(answer.shown, task.rules, Winning(giver=1))
    report = verdict.card
    if not isinstance(report, ScoreReport):
        return verdict
    if not report.score.is_win:
        return Verdict("wrong", verdict.notes, card=report)
    least = int(dict(task.ask.values)["least"])  # type: ignore[call-overload]
    value = report.score.value or 13 * report.score.yakuman
    if value < least or not report.score.minimum_met:
        note = say("worth_less", value=value, least=least)
        return replace(wrong(task, note, *verdict.notes), card=report)
    return replace(right(task, say("worth_enough", value=value, least=least)), card=report)


def _worthy(rules: Ruleset, seed: int) -> tuple[WonHand, Score]:
    """A hand that may win at this table; riichi's without a claim is declared ready."""
    for attempt in range(60):
        hand = finished_hand(rules, 60 * seed + attempt)
        if rules.riichi and hand.is_concealed and random.Random(f"ready {seed}").random() < 0.6:
            hand = replace(hand, circumstances=frozenset({"riichi"}))
        score = worth(hand, rules)
        if score.is_win and score.minimum_met and not score.yakuman:
            return hand, score
    raise AssertionError(f"no hand in sixty may win by {rules.name}")


LESSONS = (
    Lesson("value", "score", value_task, check_value, ("S004-10", "S001-03", "S000-21")),
    Lesson("lay_value", "score", lay_task, check_lay, ("S004-01",)),
)
