"""Points at the end of a deal: wins by the scoring of the rule set, draws by readiness, sticks and kongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.draws import terminals_only
from engine.events import DealDrawn, Event, KongClaimed, KongDeclared, ScoresChanged, Seat, Won
from engine.play_order import seats_of, turns_from
from engine.ruleset import Ruleset
from engine.scoring.score import Score
from engine.scoring.settle import discards_settlement, draw_settlement, kong_settlement
from engine.scoring.table import score_win
from engine.state import GameState
from engine.tiles import SeenTile
from engine.worth import winning_waits

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

    `deal` holds all events from `DealStarted`, the wins or the draw last."""
    wins = nearest_first(state.rules, [event for event in deal if isinstance(event, Won)])
    if wins:
        return _won(state, deal, wins, ura_indicators)
    drawn = next((event for event in deal if isinstance(event, DealDrawn)), None)
    return Settlement(kong_payments(state, deal) if drawn is None else draw_payments(state, drawn))


def nearest_first(rules: Ruleset, wins: list[Won]) -> list[Won]:
    """Winners in order of turns from the giver: the nearest takes counters and sticks."""
    return sorted(wins, key=lambda won: 0 if won.giver is None else turns_from(rules, won.giver, won.seat))


def _won(
    state: GameState, deal: Sequence[Event], wins: list[Won], ura_indicators: Sequence[SeenTile]
) -> Settlement:
    before = [event for event in deal if not isinstance(event, Won)]
    payments, scores, unknown = [0] * state.rules.seats, [], []
    for place, won in enumerate(wins):
        # Counters and sticks go to the first winner alone.
        table = state if place == 0 else replace(state, honba=0, riichi_sticks=0)
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
    ready = ready_seats(state) if drawn.ready is None else drawn.ready
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
    """What kongs are paid at once, whoever wins (S000-15, S000-20)."""
    total: Points = (0,) * state.rules.seats
    for event in deal if state.rules.kong_payment else ():
        match event:
            case KongDeclared(seat, kind):
                paid = kong_settlement(state.rules, seat, kind == "concealed")
            case KongClaimed(seat, giver):
                paid = kong_settlement(state.rules, seat, False, giver)
            case _:
                continue
        total = _added(total, paid.payments)
    return total


def scores_changed(state: GameState, payments: Points) -> ScoresChanged:
    """The event that moves `payments`."""
    totals = tuple(seat.score + paid for seat, paid in zip(state.seats, payments, strict=True))
    return ScoresChanged(payments, totals)


def _added(left: Points, right: Points) -> Points:
    return tuple(one + other for one, other in zip(left, right, strict=True))
