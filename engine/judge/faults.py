"""`faults(state, event)`: every rule that `event` does not keep, seen from `state` just before it.

Nothing is refused: `engine.table.apply` folds the event in whatever comes out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.judge import faults_claims, faults_deal, faults_draws, faults_play, faults_win
from engine.table.copies import one_too_many
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    SeatsChanged,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    Won,
)
from engine.table.fault import Fault, fault
from engine.table.play_order import is_at_table
from engine.table.precedence import hasty_act
from engine.table.state import GameState
from engine.table.wins import as_it_goes_on

__all__ = ["Fault", "faults"]


def faults(state: GameState, event: Event, waited_s: float | None = None) -> tuple[Fault, ...]:
    """All faults of `event`, those of others that it brings to light included. What is told of a seat nobody
    sits at is no act.

    `waited_s`: how long after the discard a claim came, or after his move began what else a player did; None
    when not known."""
    if not is_at_table(state.rules, event):
        return ()
    state = as_it_goes_on(state, event)
    hasty = hasty_act(state, event, waited_s)
    if hasty is not None:
        return (fault(state, hasty.name, hasty.seat), *faults(hasty.before, event, waited_s))
    judge = _JUDGES.get(type(event))
    found = [] if judge is None else list(judge(state, event))
    if waited_s is not None:
        found += faults_claims.out_of_time(state, event, waited_s)
    return (*found, *_copies(state, event))


def _copies(state: GameState, event: Event) -> Iterator[Fault]:
    if isinstance(event, Won) and state.winners:
        return  # the same tile as the first winner's
    tile = one_too_many(state, event)
    if tile is not None:
        yield fault(state, "fifth_copy", getattr(event, "seat", None), tile)


_JUDGES: dict[type, Callable[[GameState, Any], Iterator[Fault]]] = {
    DealStarted: faults_deal.deal_started,
    SeatsChanged: faults_deal.seats_changed,
    DiceRolled: faults_deal.dice_rolled,
    WallBroken: faults_deal.wall_broken,
    StacksTaken: faults_deal.stacks_taken,
    HandsDealt: faults_deal.hands_dealt,
    FlowerDeclared: faults_play.flower_declared,
    TileDrawn: faults_play.tile_drawn,
    TileDiscarded: faults_play.tile_discarded,
    ChowClaimed: faults_claims.chow_claimed,
    PungClaimed: faults_claims.pung_claimed,
    KongClaimed: faults_claims.kong_claimed,
    KongDeclared: faults_claims.kong_declared,
    DeclaredReady: faults_win.declared_ready,
    Won: faults_win.won,
    DealDrawn: faults_draws.deal_drawn,
    DoraRevealed: faults_deal.dora_revealed,
    ScoresChanged: faults_deal.scores_changed,
}
