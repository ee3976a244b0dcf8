"""What a fault leads to at this table: worked out the same way before a referee rules, and when he has.

What follows each fault, what it costs and what a chombo does are settings of the rule set (`consequences`,
`penalties`, `deductions`, `false_win_payment`, `chombo_off_result`); nothing here knows a rule set's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.events import FaultFound, PenaltyGiven
from engine.fault import CHOMBO, DEAD, PENALTY
from engine.scoring.settle import false_win_settlement
from engine.settle import Points
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class Effect:
    """What a consequence does, whatever the fault. `is_fined`: it costs points even where the rule set names
    no price; `is_dead`: the hand is dead until the deal ends; `is_redealt`: the deal is dealt again."""

    is_fined: bool = False
    is_dead: bool = False
    is_redealt: bool = False


EFFECTS: Mapping[str, Effect] = {
    DEAD: Effect(is_dead=True),
    PENALTY: Effect(is_fined=True),
    CHOMBO: Effect(is_fined=True, is_redealt=True),
}
"""Consequences that do more than say a word or put something back."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What follows a fault if it is upheld. `payments` by seat (`off_result`: taken off the result of the
    game); the rest as of `Effect`."""

    consequence: str
    payments: Points
    off_result: int = 0
    is_dead: bool = False
    is_redealt: bool = False

    @property
    def costs(self) -> bool:
        """Whether any points move."""
        return any(self.payments) or self.off_result > 0


def ruling(state: GameState, found: FaultFound) -> Ruling:
    """What `found` leads to with its consequence; `state` is the table it is found at."""
    effect = EFFECTS.get(found.consequence, Effect())
    if found.seat is None:
        return Ruling(found.consequence, (0,) * state.rules.seats, is_redealt=effect.is_redealt)
    return Ruling(
        found.consequence,
        _payments(state, found, effect),
        state.rules.chombo_off_result if found.consequence == CHOMBO else 0,
        effect.is_dead,
        effect.is_redealt,
    )


def penalty_of(state: GameState, found: FaultFound) -> tuple[PenaltyGiven, ...]:
    """The points that `found` costs; none when it costs nothing or does not count."""
    follows = ruling(state, found)
    if found.seat is None or not follows.costs or not found.counts:
        return ()
    return (PenaltyGiven(found.seat, follows.payments, found.rule, found.name, follows.off_result),)


def _payments(state: GameState, found: FaultFound, effect: Effect) -> Points:
    """What the rule set has this fault cost, else as a false win where the consequence costs points."""
    assert found.seat is not None
    each, off = dict(state.rules.penalties).get(found.name), dict(state.rules.deductions).get(found.name)
    if each is None and off is None and effect.is_fined:
        return false_win_settlement(state.rules, found.seat, state.dealer).payments
    rules = replace(state.rules, false_win_payment=each or 0)
    paid = list(false_win_settlement(rules, found.seat, state.dealer).payments)
    paid[found.seat] -= off or 0
    return tuple(paid)
