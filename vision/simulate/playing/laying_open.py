"""Hands laid open at the end of a deal, as players do: a winner's (S004-70), the ready ones after a draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from engine.journal.said_win import said_of
from engine.judge.deal_points import ready_counts, ready_seats
from engine.table.events import DealDrawn, Seat, Won
from engine.table.state import GameState
from engine.tiles import SeenTile, sort_key


def won_openly(state: GameState, won: Won) -> Won:
    """`won` with the hand that lies open then, where it does not say which; `state` is the table before."""
    return won if won.hand else replace(won, hand=in_order(said_of(state, won).hand))


def drawn_openly(state: GameState, drawn: DealDrawn) -> DealDrawn:
    """`drawn` with the hands that are shown, of seats whose tiles are known: the ready ones where that counts
    (S001-67), the nine terminals that are the cause. `state` is the table before."""
    if drawn.kind == "nine_terminals" and None not in state.seats[state.turn].standing:
        return replace(drawn, hands=_by_seat(state, (state.turn,)))
    if not ready_counts(state.rules, drawn.kind):
        return drawn
    ready = ready_seats(state) if drawn.ready is None else drawn.ready
    if not ready or any(None in state.seats[seat].standing for seat in ready):
        return drawn
    return replace(drawn, ready=tuple(sorted(ready)), hands=_by_seat(state, ready))


def _by_seat(state: GameState, shown: Collection[Seat]) -> tuple[tuple[SeenTile, ...], ...]:
    seats = enumerate(state.seats)
    return tuple(in_order(own.standing) if seat in shown else () for seat, own in seats)


def in_order(hand: Iterable[SeenTile]) -> tuple[SeenTile, ...]:
    """A hand as people sort it, tiles nobody knows left out."""
    return tuple(sorted((tile for tile in hand if tile is not None), key=sort_key))
