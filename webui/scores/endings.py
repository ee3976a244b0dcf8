"""What else people enter at a table: draws, sticks, kongs paid at once, penalties, points of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.judge.deal_points import Points, scores_changed
from engine.judge.rounds import next_deal, opening_of
from engine.ruleset import Ruleset
from engine.scoring.payments import (
    discards_settlement,
    draw_settlement,
    false_win_settlement,
    kong_settlement,
)
from engine.table.events import (
    DealDrawn,
    DeclaredReady,
    Event,
    KongClaimed,
    KongDeclared,
    PenaltyGiven,
    Seat,
    StickLaid,
)
from engine.table.fault import number_of
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.text.said_error import SaidError, dealer_to_pay

ABORTS = ("nine_terminals", "four_winds", "four_kongs", "four_ready", "triple_win")
"""Draws that stop a deal before the wall is empty."""
FALSE_WIN, OTHER = "false_win", "other"
PENALTIES = (
    FALSE_WIN,
    "wrong_count",
    "out_of_turn",
    "tile_not_held",
    "not_ready",
    "claim_not_announced",
    "tile_put_back",
    OTHER,
)
"""What a penalty may be given for, by the fault's name; ``other`` is nothing the rules name."""
HIGHEST = 1_000_000
"""No sheet has so many points; more is a slip of the finger."""


def draw_kinds(rules: Ruleset) -> tuple[str, ...]:
    """The draws there can be at such a table."""
    drawn = ("exhaustive", "nagashi_mangan") if rules.nagashi_mangan else ("exhaustive",)
    return (*drawn, *(kind for kind in ABORTS if kind in rules.abortive_draws))


def drawn(
    state: GameState, kind: str, ready: Sequence[Seat] | None, best: Sequence[Seat]
) -> tuple[Event, ...]:
    """A deal without a winner. `ready`: who showed a ready hand; `best`: who gets a drawn mangan for
    discarding terminals and honours only (``nagashi_mangan``).

    SaidError: the deal is over, or nobody is named. EngineError: the rules have no such draw.
    """
    if state.ended_by is not None:
        raise SaidError("deal_over")
    if kind not in draw_kinds(state.rules):
        raise EngineError(f"no such draw here: {kind!r:.40}; there are {', '.join(draw_kinds(state.rules))}")
    if kind == "nagashi_mangan" and not best:
        raise SaidError("who_nagashi")
    ending = DealDrawn(kind, None if ready is None else tuple(sorted(ready)))
    if kind == "nagashi_mangan":
        paid = discards_settlement(state.rules, dealer_to_pay(state), best).payments
    elif kind == "exhaustive":
        paid = draw_settlement(state.rules, ready or ()).payments
    else:
        paid = (0,) * state.rules.seats
    return (ending, *_paid(state, paid))


def declared_ready(state: GameState, seat: Seat) -> tuple[Event, ...]:
    """Riichi: the stick lies on the table.

    SaidError: the deal is over, or the seat is ready already. EngineError: the rules have no sticks.
    """
    if not state.rules.riichi:
        raise EngineError(f"there are no sticks for ready in {state.rules.title}")
    if state.ended_by is not None:
        raise SaidError("deal_over")
    if state.seats[seat].is_ready:
        raise SaidError("ready_twice")
    return (DeclaredReady(seat), StickLaid(seat))


def kong_laid(state: GameState, seat: Seat, giver: Seat | None, is_concealed: bool) -> tuple[Event, ...]:
    """A kong that is paid at once, where the rules pay it. S000-15

    EngineError: the rules pay no kong, or such a kong has another giver.
    """
    if not state.rules.kong_payment:
        raise EngineError(f"kongs are not paid by themselves in {state.rules.title}")
    if seat == giver or (is_concealed and giver is not None):
        raise EngineError("a claimed kong names another seat as its giver, a concealed one names nobody")
    kong: Event = KongDeclared(seat, "concealed" if is_concealed else "promoted", None)
    if giver is not None:
        kong = KongClaimed(seat, giver, None, (None,) * 4)
    return (kong, *_paid(state, kong_settlement(state.rules, seat, is_concealed, giver).payments))


def penalty(
    state: GameState, seat: Seat, fault: str, points: int | None, is_shared: bool
) -> tuple[Event, ...]:
    """`seat` pays a penalty of `points` (None: what a false win costs here) to the others in equal parts,
    or to nobody. SaidError: the points are not said. EngineError: no such penalty."""
    if fault not in PENALTIES:
        raise EngineError(f"no such penalty: {fault!r:.40}; there are {', '.join(PENALTIES)}")
    if points is None:
        if fault != FALSE_WIN:
            raise SaidError("how_many_points")
        paid = false_win_settlement(state.rules, seat, dealer_to_pay(state)).payments
    else:
        paid = _split(state.rules, seat, points, is_shared)
    if fault == OTHER:
        return (PenaltyGiven(seat, paid),)
    return (PenaltyGiven(seat, paid, number_of(fault, state.rules), fault),)


def points_moved(state: GameState, payments: Points) -> tuple[Event, ...]:
    """Points that change hands for a reason of the players' own.

    SaidError: the points do not add up to nought, or none move.
    """
    if sum(payments):
        raise SaidError("not_zero", sum=sum(payments))
    if not any(payments):
        raise SaidError("nothing_moves")
    return _paid(state, payments)


def opened(state: GameState, wanted: Mapping[str, Any]) -> tuple[Event, ...]:
    """The next deal; `wanted` may name another ``dealer`` or another ``honba`` than follow.

    SaidError: the deal before is not over.
    """
    if state.ended_by is None:
        raise SaidError("deal_on")
    due = next_deal(state)
    wished = {name: wanted[name] for name in ("dealer", "honba") if name in wanted}
    return opening_of(replace(due, **wished), state)


def _split(rules: Ruleset, seat: Seat, points: int, is_shared: bool) -> Points:
    if not 0 < points <= HIGHEST:
        raise SaidError("penalty_size", most=HIGHEST)
    others = rules.seats - 1
    if is_shared and points % others:
        raise SaidError("not_shared", points=points, less=points - points % others)
    paid = [points // others if is_shared else 0 for _ in seats_of(rules)]
    paid[seat] = -points
    return tuple(paid)


def _paid(state: GameState, payments: Points) -> tuple[Event, ...]:
    return (scores_changed(state, payments),) if any(payments) else ()
