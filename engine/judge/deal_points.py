"""Points at the end of a deal: wins by the scoring of the rule set, draws by readiness, sticks and kongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.judge.draws import terminals_only
from engine.judge.faults import faults
from engine.ruleset import Ruleset
from engine.scoring.payments import discards_settlement, draw_settlement, kong_settlement
from engine.scoring.score import Score
from engine.scoring.table import score_win
from engine.scoring.worth import winning_waits
from engine.table.apply import apply
from engine.table.events import (
    DealDrawn,
    Event,
    FaultFound,
    KongClaimed,
    KongDeclared,
    ScoresChanged,
    Seat,
    Won,
)
from engine.table.play_order import seats_of, turns_from
from engine.table.state import GameState
from engine.table.wins import PLAY, counted_winners, is_of_win
from engine.tiles import SeenTile

Points = tuple[int, ...]
"""Points by seat."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal's end moved: the points by seat, and the score of each winner in order."""

    payments: Points
    scores: tuple[Score, ...] = ()
    unknown: tuple[str, ...] = ()
    """Why a win could not be scored: the faults' names."""


def settle(state: GameState, deal: Sequence[Event], ura_indicators: Sequence[SeenTile] = ()) -> Settlement:
    """The points for the end of `deal`; `state` is the table when its first win or draw was told.

    `deal` holds all events from `DealStarted`, the wins or the draw last, each win with what was found wrong
    with it and ruled on it. A faulty win is not paid unless the fault was dismissed."""
    ending = ending_of(deal)
    won_by = [event for event in ending if isinstance(event, Won)]
    if won_by:
        counted = counted_winners(_judged(state, ending))
        of_seat = {won.seat: won for won in reversed(won_by)}
        wins = [of_seat[seat] for seat in counted if seat in of_seat]
        return _won(state, deal, wins, ura_indicators)
    drawn = next((event for event in ending if isinstance(event, DealDrawn)), None)
    paid = (0,) * state.rules.seats if drawn is None else draw_payments(state, drawn)
    return Settlement(_added(paid, kong_payments(state, deal)))


def ending_of(deal: Sequence[Event]) -> Sequence[Event]:
    """What was told after the last act of play: the wins or the draw, and what was found wrong with them."""
    acts = [place for place, event in enumerate(deal) if isinstance(event, PLAY)]
    return deal[acts[-1] + 1 :] if acts else deal


def _judged(state: GameState, ending: Sequence[Event]) -> GameState:
    """The table after the wins of a deal, each with the faults that were told of it or that it has."""
    known = {(event.name, event.seat): event for event in ending if isinstance(event, FaultFound)}
    for won in (event for event in ending if isinstance(event, Won)):
        found = [each.event() for each in faults(state, won)]
        state = apply(state, won)
        for each in found:
            state = with_word(state, known.get((each.name, each.seat), each))
    for each in known.values():
        state = with_word(state, each)
    return state


def with_word(state: GameState, found: FaultFound) -> GameState:
    """The table after what was found wrong with one of its wins; other faults leave it as it is."""
    return apply(state, found) if is_of_win(state, found) else state


def nearest_first(rules: Ruleset, wins: list[Won]) -> list[Won]:
    """Winners in order of turns from the giver: the nearest takes counters and sticks."""
    return sorted(wins, key=lambda won: 0 if won.giver is None else turns_from(rules, won.giver, won.seat))


def _won(
    state: GameState, deal: Sequence[Event], wins: list[Won], ura_indicators: Sequence[SeenTile]
) -> Settlement:
    before = [event for event in deal if not isinstance(event, Won)]
    counters = state.honba if state.rules.counters_to == "each_winner" else 0
    payments, scores, unknown = [0] * state.rules.seats, [], []
    for place, won in enumerate(wins):
        # Sticks go to the first winner alone, and so do the counters where they are not each winner's.
        table = state if place == 0 else replace(state, honba=counters, riichi_sticks=0)
        score = score_win(table, won, before, ura_indicators)
        scores.append(score)
        if score.seat_payments is None:
            unknown.append(score.reason or "not_scored")
            continue
        payments = [paid + more for paid, more in zip(payments, score.seat_payments, strict=True)]
    kongs = kong_payments(state, deal)
    total = _added(tuple(payments), kongs)
    return Settlement(total, tuple(scores), tuple(unknown))


def draw_payments(state: GameState, drawn: DealDrawn) -> Points:
    """What a draw moves: a fixed sum from those not ready to those who are (S001-64..66)."""
    if drawn.kind == "nagashi_mangan":
        return discards_settlement(state.rules, state.dealer, terminals_only(state)).payments
    if drawn.kind != "exhaustive":
        return (0,) * state.rules.seats
    seats = ready_seats(state) if drawn.ready is None else drawn.ready
    ready = [seat for seat in seats if not state.seats[seat].is_dead_hand]
    return draw_settlement(state.rules, ready).payments


def ready_counts(rules: Ruleset, ended_by: str | None) -> bool:
    """Whether it matters, after a deal that ended so, who was ready: for points or for the next dealer
    (S001-64, X-19)."""
    is_empty = ended_by in ("exhaustive", "nagashi_mangan")
    return is_empty and (bool(rules.draw_payment) or rules.dealer_after_draw == "stays_if_ready")


def ready_seats(state: GameState) -> tuple[Seat, ...]:
    """The seats whose known hands are ready: by shape, whatever they are worth (S001-68), or worth enough
    where the table asks for it (S001-69)."""
    return tuple(seat for seat in seats_of(state.rules) if winning_waits(state, seat))


def kong_payments(state: GameState, deal: Sequence[Event]) -> Points:
    """What the kongs of a deal are paid, whoever wins or nobody (S000-15, S000-20); one that was robbed was
    never completed."""
    total: Points = (0,) * state.rules.seats
    robbed = _robbed(state, deal)
    for event in deal if state.rules.kong_payment else ():
        if event is not robbed:
            total = _added(total, kong_paid(state.rules, event))
    return total


def kong_paid(rules: Ruleset, event: Event) -> Points:
    """What `event` moves at once if it is a kong and the table pays kongs by themselves."""
    match event:
        case KongDeclared(seat, kind):
            return kong_settlement(rules, seat, kind == "concealed").payments
        case KongClaimed(seat, giver):
            return kong_settlement(rules, seat, False, giver).payments
    return (0,) * rules.seats


def _robbed(state: GameState, deal: Sequence[Event]) -> Event | None:
    """The kong that somebody won on; `state` is the table just before."""
    kong = state.kong
    if kong is None or not any(isinstance(event, Won) and event.giver == kong.seat for event in deal):
        return None
    return next((event for event in reversed(deal) if isinstance(event, KongDeclared)), None)


def scores_changed(state: GameState, payments: Points) -> ScoresChanged:
    """The event that moves `payments`."""
    totals = tuple(seat.score + paid for seat, paid in zip(state.seats, payments, strict=True))
    return ScoresChanged(payments, totals)


def _added(left: Points, right: Points) -> Points:
    return tuple(one + other for one, other in zip(left, right, strict=True))
