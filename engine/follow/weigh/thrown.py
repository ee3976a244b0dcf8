"""Where the dice lay, so that a second throw of the same pips is told from one that lies still."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.follow.propose.opening import is_in_middle
from engine.follow.weigh.rates import Rates
from engine.judge.faults_deal import next_thrower
from engine.table.reading import Point, TableReading
from engine.table.state import GameState

MOVED_MM = 10.0
"""A die that lies farther than this from where it lay was thrown again or touched."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Where the dice lay when they were last seen, and how often they had been thrown then."""

    throws: int = 0
    spots: tuple[Point, ...] = ()
    looks: int = 0
    """In how many looks they were read as they are told."""


def dice_after(
    before: Dice, state: GameState, seen: TableReading, rates: Rates, is_misread: bool
) -> tuple[float, Dice]:
    """What the dice cost (nats) a history that knew them as `before`, and what it knows now. Dice that lie
    elsewhere and show the same were thrown again; `is_misread`: they show another throw, which is counted
    already."""
    if not seen.is_visible("dice") or not seen.dice:
        return 0.0, before
    throws = len(state.dice)
    spots = tuple(die.centre_mm for die in seen.dice if die.centre_mm)
    known = before.spots if before.throws == throws else ()
    has_moved = bool(known and spots) and all(math.dist(a, b) > MOVED_MM for a in known for b in spots)
    is_thrown = any(is_in_middle(spot) for spot in spots) and next_thrower(state) is not None
    if has_moved and is_thrown and not is_misread:
        return rates.die, before
    looks = before.looks if before.throws == throws else 0
    # Where they lie while they show another throw says nothing of where this one was.
    return 0.0, Dice(throws, known if is_misread and known else spots, looks + (not is_misread))
