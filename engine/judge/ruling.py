"""What a fault leads to at this table: worked out the same way before a referee rules, and when he has.

What follows each fault, what it costs and what a chombo does are settings of the rule set (`consequences`,
`penalties`, `deductions`, `false_win_payment`, `chombo_off_result`); nothing here knows a rule set's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.judge.deal_points import Points
from engine.scoring.payments import false_win_settlement
from engine.table.events import Event, FaultFound, PenaltyGiven, Verdict
from engine.table.fault import CHOMBO, DEAD, PENALTY, VOID
from engine.table.state import GameState
from engine.table.wins import counted_winners, is_of_win, with_fault


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
    is_unpaid: bool = False
    """The win is not paid."""
    goes_on: bool = False
    """The deal, ended by that win, is played on."""
    is_voided: bool = False
    """Another win counts: there is no chombo beside it."""

    @property
    def costs(self) -> bool:
        """Whether any points move."""
        return any(self.payments) or self.off_result > 0


def ruling(state: GameState, found: FaultFound) -> Ruling:
    """What `found` leads to with its consequence; `state` is the table it is found at, of a win's fault the
    table with all wins of the deal."""
    effect = EFFECTS.get(found.consequence, Effect())
    after = with_fault(state, replace(found, verdict="upheld"))
    is_voided = effect.is_redealt and bool(counted_winners(after))
    costs = found.seat is not None and not is_voided
    return Ruling(
        found.consequence,
        _payments(state, found, effect) if costs else (0,) * state.rules.seats,
        state.rules.chombo_off_result if costs and found.consequence == CHOMBO else 0,
        effect.is_dead and found.seat is not None,
        effect.is_redealt and not is_voided,
        is_of_win(state, found),
        state.phase == "ended" and after.phase != "ended",
        is_voided,
    )


def ruled(state: GameState, found: FaultFound, verdict: Verdict | None) -> tuple[Event, ...]:
    """The fault with the referee's word on it, and the points that it costs now; `state` as for `ruling`. A
    chombo beside a win that counts only makes its own win void."""
    judged = replace(found, verdict=verdict)
    if verdict != "upheld":
        return (judged,)
    if ruling(state, judged).is_voided:
        return (replace(judged, consequence=VOID),)
    return (judged, *penalty_of(state, judged))


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
