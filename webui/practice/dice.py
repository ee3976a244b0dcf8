"""Dice really thrown, for the lessons on throwing: what is wrong with them, and the task they make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.judge.faults_deal import next_thrower
from engine.practice.lesson import Note, Task, say
from engine.practice.shown import Shown
from engine.practice.throwing import PIPS, dice_needed, thrown_as, with_dice
from engine.ruleset import Ruleset
from webui.practice.telling import note_html
from webui.words import Words


def dice_problem(shown: Shown, rules: Ruleset) -> Note | None:
    """Why the dice of one throw cannot be told."""
    if shown.problem and shown.problem != "no_tiles_seen":
        return say(shown.problem)
    if None in shown.dice:
        return say("die_unread")
    if len(shown.dice) != PIPS[rules.dice]:
        return say("dice_number", count=len(shown.dice), due=PIPS[rules.dice])
    return None


def dice_json(task: Task, pips: Sequence[int], words: Words, sprite: str) -> dict[str, Any]:
    """The throws so far for the page; once there are enough, what is asked of them."""
    due = dice_needed(task.lesson, task.rules)
    pips = pips[-due:] if len(pips) > due else pips
    state = thrown_as(task.rules, pips)
    fields: dict[str, Any] = {
        "dice": list(pips),
        "throws": [{"seat": words[f"wind.{seat}"], "pips": list(each)} for seat, each in state.dice],
        "is_all": len(pips) == due,
    }
    if len(pips) < due:
        thrower = next_thrower(state)
        fields["told"] = words.say("practice.throw_again", wind=words[f"wind.{thrower}"])
    else:
        fields["told"] = words["practice.dice_taken"]
        fields["ask"] = str(note_html(with_dice(task, pips).ask, words, sprite))
    return fields
