"""What follows from an inferred act without anybody's hand: scores, payments, faults, changed chairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.judge.deal_points import Points, kong_paid, scores_changed
from engine.judge.faults import faults
from engine.judge.rounds import next_deal, next_deals, opening_of
from engine.ruleset import Ruleset
from engine.scoring.card import win_card
from engine.scoring.score import Score
from engine.scoring.table import score_win
from engine.table.events import DealStarted, Event, FaultFound, KongDeclared, ScoresChanged, Won
from engine.table.state import GameState

MISREAD = frozenset({"fifth_copy", "tile_not_held"})
"""Faults that a misread face explains better than a player's mistake: they are doubts, not faults."""

OF_FACES = MISREAD | {
    "below_minimum",
    "claim_of_dead_tile",
    "false_win",
    "flower_discarded",
    "flower_kept",
    "indicator_missing",
    "flowers_not_used",
    "not_a_chow",
    "not_alike",
    "not_ready",
    "not_the_drawn_tile",
    "swap_call",
    "win_on_passed_tile",
}
"""Faults that hang on what a tile shows: while that is not sure they are not told."""


def scored(state: GameState, won: Won, deal: Sequence[Event]) -> tuple[Won, Score | None]:
    """`won` with its score, when every tile is known; `state` is the table just before, `deal` its events."""
    if None in (*won.hand, won.tile) or not won.hand:
        return won, None
    score = score_win(state, won, deal)
    return replace(won, score=win_card(state, won, score)), score


def payment(state: GameState, score: Score | None) -> tuple[ScoresChanged, ...]:
    """The points that move after a win, when the score could be reckoned."""
    if score is None or score.seat_payments is None:
        return ()
    paid = score.seat_payments
    return (scores_changed(state, paid),)


def kong_moved(
    before: GameState, event: Event, after: GameState, deal: Sequence[Event]
) -> tuple[ScoresChanged, ...]:
    """The points that `event` moves at once where the table pays kongs by themselves (S000-15): a kong's, and
    back again what a kong that is robbed was paid. `after`: the table once the win is paid; `deal`: its
    events before this one."""
    rules = before.rules
    if not rules.kong_payment:
        return ()
    paid = kong_paid(rules, event)
    if isinstance(event, Won) and before.kong is not None and event.giver == before.kong.seat:
        paid = tuple(-each for each in _paid_for_kong(rules, deal))
    return (scores_changed(after, paid),) if any(paid) else ()


def _paid_for_kong(rules: Ruleset, deal: Sequence[Event]) -> Points:
    """What was moved for the last kong that was declared; nothing where nobody did."""
    for kong, following in reversed(list(pairwise(deal))):
        if isinstance(kong, KongDeclared):
            due = kong_paid(rules, kong)
            is_paid = isinstance(following, ScoresChanged) and following.payments == due
            return due if is_paid else (0,) * rules.seats
    return (0,) * rules.seats


def before_event(state: GameState, event: Event) -> tuple[Event, ...]:
    """What belongs before `event` in the same entry: people changing chairs before a new deal (S004-93)."""
    if not isinstance(event, DealStarted) or state.ended_by is None:
        return ()
    due = next((each for each in next_deals(state) if each.dealer == event.dealer), next_deal(state))
    return opening_of(due, state)[:-1]


def found_faults(state: GameState, event: Event) -> tuple[FaultFound, ...]:
    """The rules an act did not keep, as far as a camera can be sure of it."""
    return tuple(fault.event() for fault in faults(state, event) if fault.name not in MISREAD)


def deal_so_far(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events since the deal began."""
    starts = [number for number, event in enumerate(events) if isinstance(event, DealStarted)]
    return tuple(events[starts[-1] if starts else 0 :])
