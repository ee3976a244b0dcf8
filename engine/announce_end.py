"""What to tell the table at the end of a deal: the win or draw, its score, the next dealer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.announcement import Announcement, tell
from engine.judge.deal_points import draw_payments, ready_counts
from engine.judge.rounds import game_over, next_deal
from engine.table.events import UNSEEN, DealDrawn, FaultFound, ScoresChanged, Seat, Won
from engine.table.state import GameState
from engine.table.wins import waiting_winners

UNIT_OF = {"han": "han", "total": "points", "faan": "faan", "tai": "tai"}
"""What a score card counts in, by the name it has for the number."""


def ended(
    before: GameState, event: Won | DealDrawn | ScoresChanged, after: GameState
) -> Iterator[Announcement]:
    """The end as it came, and who deals next once the points have moved (or none will)."""
    match event:
        case Won():
            yield from _won(before, event)
        case DealDrawn(kind) if kind == UNSEEN:
            yield tell("deal_unseen")
        case DealDrawn():
            yield tell("deal_drawn", kind=event.kind)
            for seat in event.ready or ():
                yield tell("shown_ready", seat=seat)
            is_open = event.ready is None and ready_counts(after.rules, event.kind)
            if not is_open and not any(draw_payments(before, event)):
                yield from _next(after)
        case ScoresChanged():
            yield tell("scores_changed", payments=event.payments, totals=event.totals)
            if after.phase == "ended":
                yield from _next(after)


def after_fault(before: GameState, event: FaultFound, after: GameState) -> Iterator[Announcement]:
    """What becomes of the deal: a win that waits, a deal dealt again or played on."""
    if event.seat in waiting_winners(after) and event.seat not in waiting_winners(before):
        yield tell("win_waits", winner=event.seat)
    if after.ended_by == "chombo" and before.ended_by != "chombo":
        yield tell("dealt_again")
        yield from _next(after)
    elif before.phase == "ended" and after.phase != "ended":
        yield tell("played_on")


def _won(before: GameState, event: Won) -> Iterator[Announcement]:
    if event.tile is None and not event.hand:
        yield _won_by_value(event)
    elif event.giver is None:
        key = "won.replacement" if before.move_began == "replacement" else "won.self_draw"
        yield tell(key, winner=event.seat, tile=event.tile)
    else:
        yield tell(_way(before, event), winner=event.seat, giver=event.giver, tile=event.tile)
    if isinstance(event.score, Mapping) and event.score.get("patterns"):
        yield _score(event.seat, event.score)


def _way(before: GameState, event: Won) -> str:
    if before.kong is None or before.kong.seat != event.giver:
        return "won.discard"
    return "won.robbed_north" if before.kong.kind == "north" else "won.robbed_kong"


def _won_by_value(event: Won) -> Announcement:
    """Nobody showed or told any tile of it, as where only scores are kept."""
    if event.giver is None:
        return tell("won.value_drawn", winner=event.seat)
    return tell("won.value_given", winner=event.seat, giver=event.giver)


def _score(seat: Seat, score: Mapping[str, Any]) -> Announcement:
    value = next((score[name] for name in ("han", "total", "faan", "tai", "value") if score.get(name)), None)
    names = tuple(str(each["name"]) if isinstance(each, Mapping) else str(each) for each in score["patterns"])
    unit = next((UNIT_OF[name] for name in UNIT_OF if score.get(name)), score.get("unit"))
    unit = unit or ("han" if score.get("yakuman") else None)
    more = {"unit": unit, "fu": score.get("fu"), "yakuman": score.get("yakuman")}
    return tell("score", winner=seat, value=value, points=score.get("points"), patterns=names, **more)


def _next(state: GameState) -> Iterator[Announcement]:
    if game_over(state):
        totals = tuple(seat.score for seat in state.seats)
        yield tell("game_over", players=state.players, totals=totals)
        return
    following = next_deal(state)
    yield tell(
        "next_dealer",
        dealer=following.dealer,
        prevalent_wind=following.wind,
        honba=following.honba,
    )
    if following.players != state.players:
        yield tell("change_seats", players=following.players)
