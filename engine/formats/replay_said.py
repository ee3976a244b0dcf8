"""What people said of a deal, played again: wins by value, points of their own, deals without a camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.formats.game import RecordedDeal
from engine.journal.owing import Owing
from engine.journal.said_win import seat_payments, won_said
from engine.judge.deal_points import Points, Settlement, kong_payments
from engine.scoring.wire.said_json import said_from_json
from engine.table.events import (
    ChowClaimed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import GameState
from engine.table.wins import counted_winners

WATCHED = (HandsDealt, TileDrawn, TileDiscarded, ChowClaimed, PungClaimed, FlowerDeclared)
"""Acts that nobody tells who only keeps the scores."""


def is_play_told(events: Sequence[Event]) -> bool:
    """Whether somebody watched the play; of a deal kept by hand nothing is known but how it ended, so that
    no act in it can be judged."""
    return any(isinstance(event, WATCHED) for event in events)


def own_payments(state: GameState, events: Sequence[Event]) -> Mapping[int, Points]:
    """The points that moved because people said so and not because the deal ended, by the number of their
    event; `state` is the table before the deal."""
    table, own, before = Owing(state), dict[int, Points](), None
    is_settled = False
    for number, event in enumerate(events):
        if isinstance(event, ScoresChanged):
            is_for_kong = state.rules.kong_payment and isinstance(before, KongClaimed | KongDeclared)
            is_over = table.state.phase == "ended"
            if not is_for_kong and (not is_over or (is_settled and not any(table.due or ()))):
                own[number] = event.payments
            is_settled = is_settled or is_over
        table.take(event)
        before = event
    return own


def without_own(deal: RecordedDeal, own: Mapping[int, Points]) -> RecordedDeal:
    """The deal with only those points told that its end moved; none where people moved all of them."""
    if deal.payments is None or not own:
        return deal
    if len(own) == sum(isinstance(event, ScoresChanged) for event in deal.events):
        return replace(deal, payments=None)
    rest = tuple(
        all_of_them - sum(column)
        for all_of_them, column in zip(deal.payments, zip(*own.values(), strict=True), strict=True)
    )
    return replace(deal, payments=rest)


def with_said(
    before: GameState, after: GameState, events: Sequence[Event], settlement: Settlement
) -> Settlement:
    """The settlement by what people said of the wins where they said it; `before` is the table when the first
    of them was told, `after` the one at the deal's end."""
    wins = {event.seat: event for event in events if isinstance(event, Won)}
    counted = [wins[seat] for seat in counted_winners(after) if seat in wins]
    if not any(_said(won) for won in counted):
        return settlement
    table, paid = replace(before, winners=()), kong_payments(before, events)
    for won in counted:
        said = _said(won)
        moved = seat_payments(won_said(table, said_from_json(said)) if said else won)
        if moved is None:
            return settlement
        paid = tuple(had + more for had, more in zip(paid, moved, strict=True))
        table = replace(table, winners=(*table.winners, won.seat))
    return replace(settlement, payments=paid, unknown=())


def _said(won: Won) -> Mapping[str, object] | None:
    said = won.score.get("said") if isinstance(won.score, Mapping) else None
    return said if isinstance(said, Mapping) else None
