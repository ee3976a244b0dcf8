"""Faults of deals without a winner: drawn too early or without a cause, hands not ready or not shown."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.draws import has_cause, may_be_exhausted
from engine.judge.faults_play import is_out_of_play, wall_is_empty
from engine.judge.faults_win import is_known
from engine.scoring.worth import own_waits, winning_waits
from engine.table.events import UNSEEN, DealDrawn, Seat
from engine.table.fault import Fault, fault
from engine.table.seating import with_hands_shown
from engine.table.state import GameState

RIICHI_SHOWN = ("exhaustive", "nagashi_mangan", "four_ready")
"""Draws at which who declared riichi shows his hand."""


def deal_drawn(state: GameState, event: DealDrawn) -> Iterator[Fault]:
    """A draw only when nobody can draw any more, or for a cause the rule set knows."""
    if is_out_of_play(state):
        if event.kind != "triple_win":
            yield fault(state, "deal_over", None)
    elif event.kind == UNSEEN:
        return
    elif event.kind in ("exhaustive", "nagashi_mangan"):
        if state.wall.heights and not (wall_is_empty(state) and may_be_exhausted(state)):
            yield fault(state, "drawn_too_early", None)
        if event.kind == "nagashi_mangan" and not has_cause(state, event.kind):
            yield fault(state, "abort_without_cause", None)
    elif event.kind not in state.rules.abortive_draws or not has_cause(state, event.kind):
        yield fault(state, "abort_without_cause", None)
    state = with_hands_shown(state, event.hands)
    for seat in event.ready or ():
        if state.seats[seat].is_dead_hand:
            yield fault(state, "ready_with_dead_hand", seat)
        elif not is_known(state.seats[seat].standing):
            yield fault(state, "not_shown_ready", seat)
        elif not winning_waits(state, seat) and not state.seats[seat].is_ready:
            yield fault(state, "not_ready", seat)
    if event.kind in RIICHI_SHOWN:
        yield from _riichi_hands(state, event)


def _riichi_hands(state: GameState, event: DealDrawn) -> Iterator[Fault]:
    """Who declared riichi shows a ready hand (S001-67): one known not to be ready is found, and one not shown
    where somebody said or saw who showed."""
    for seat, own in enumerate(state.seats if state.rules.riichi else ()):
        if not own.is_ready:
            continue
        if is_known(own.standing) and not own_waits(state.rules, own, own.standing):
            yield fault(state, "riichi_hand_not_ready", seat)
        elif _is_kept_hidden(event, seat):
            yield fault(state, "riichi_hand_not_shown", seat)


def _is_kept_hidden(event: DealDrawn, seat: Seat) -> bool:
    if event.ready is None and event.hands is None:
        return False
    return seat not in (event.ready or ()) and not (event.hands and event.hands[seat])
