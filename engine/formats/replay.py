"""A recorded game played again through the rules: faults, points, one result a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.formats.game import Points, RecordedDeal, RecordedGame
from engine.formats.replay_said import is_play_told, own_payments, with_said, without_own
from engine.judge.deal_points import Settlement, scores_changed, settle, with_word
from engine.judge.faults import faults
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, Event, FaultFound, ScoresChanged, Won
from engine.table.fault import Fault, fault
from engine.table.play_order import seats_of, turns_from
from engine.table.seating import with_seat
from engine.table.state import GameState, Wall


@dataclass(frozen=True, slots=True)
class DealResult:
    """How one deal went. `payments`: as the rules say; `recorded`: as the record says, if it does.

    `faults` pairs the number of the event in the deal with what was wrong about it."""

    number: int
    dealer: int
    prevalent_wind: int
    honba: int
    ended_by: str | None
    winners: tuple[int, ...]
    faults: tuple[tuple[int, Fault], ...]
    payments: Points
    recorded: Points | None
    totals: Points
    unknown: tuple[str, ...] = ()
    events: int = 0

    @property
    def agrees(self) -> bool:
        """Whether the points are what the record says, or it says nothing."""
        return self.recorded is None or self.recorded == self.payments


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game replayed."""

    game: RecordedGame
    deals: tuple[DealResult, ...]
    final: Points
    table: GameState

    @property
    def agrees(self) -> bool:
        """Whether every deal's points and the final ones are what the record says."""
        return all(deal.agrees for deal in self.deals) and self.game.final in (None, self.final)


def replay(game: RecordedGame) -> Replay:
    """The game played again from its first event."""
    first = game.deals[0].first_dealer if game.deals else 0
    state = new_table(game.rules, first)
    results = []
    for deal in game.deals:
        state, result = replay_deal(state, deal)
        results.append(result)
    final = _totals(state)
    if game.final is not None and game.rules.riichi and _leader(state) is not None:
        final = _with_sticks(state, final)
    return Replay(game, tuple(results), final, state)


def replay_deal(state: GameState, deal: RecordedDeal) -> tuple[GameState, DealResult]:
    """One deal: its events folded in, its points worked out and moved."""
    found: list[tuple[int, Fault]] = []
    before_end, start = state, state
    known = [(event.name, event.seat) for event in deal.events if isinstance(event, FaultFound)]
    own, is_watched = own_payments(state, deal.events), is_play_told(deal.events)
    for number, event in enumerate(deal.events):
        if isinstance(event, ScoresChanged):
            state = apply(state, scores_changed(state, event.payments)) if number in own else state
            continue
        wrong = faults(state, event) if is_watched else ()
        found += [(number, each) for each in wrong]
        if state.phase != "ended" and isinstance(event, Won | DealDrawn):
            before_end = _with_ready_unpaid(state, event)
        state = _with_words(apply(state, event), wrong, known)
        if isinstance(event, DealStarted):
            if deal.totals is not None:
                found += [(number, each) for each in _totals_told(state, deal.totals)]
                state = _with_totals(state, deal.totals)
            start = state
    settlement = with_said(before_end, state, deal.events, _settled(before_end, deal))
    if settlement.unknown and deal.payments is not None:
        settlement = replace(settlement, payments=deal.payments)
    event_of_points = scores_changed(state, settlement.payments)
    wrong = faults(state, event_of_points)
    found += [(len(deal.events), each) for each in wrong]
    state = _with_words(apply(state, event_of_points), wrong, known)
    return state, _result(start, state, without_own(deal, own), settlement, found)


def _with_words(
    state: GameState, wrong: Sequence[Fault], known: Sequence[tuple[str, int | None]]
) -> GameState:
    """The table with what is wrong with its wins, unless the record tells that itself."""
    for each in wrong:
        state = state if (each.name, each.seat) in known else with_word(state, each.event())
    return state


def _with_ready_unpaid(state: GameState, event: Event) -> GameState:
    """A stick due is on the table before a draw, and is not laid when the declaring tile is won on."""
    return replace(state, unpaid_ready=None) if isinstance(event, Won) else state


def _settled(state: GameState, deal: RecordedDeal) -> Settlement:
    if deal.private_walls:
        heights = ((0,) if deal.last_tile else (2,) * 18,) * state.rules.wall_sides
        state = replace(state, wall=Wall(heights))
    return settle(state, deal.events, deal.ura_indicators)


def _result(
    start: GameState,
    state: GameState,
    deal: RecordedDeal,
    settlement: Settlement,
    found: Sequence[tuple[int, Fault]],
) -> DealResult:
    return DealResult(
        number=state.deal_number,
        dealer=start.dealer,
        prevalent_wind=start.prevalent_wind,
        honba=start.honba,
        ended_by=state.ended_by,
        winners=state.winners,
        faults=tuple(found),
        payments=settlement.payments,
        recorded=deal.payments,
        totals=_totals(state),
        unknown=settlement.unknown,
        events=len(deal.events),
    )


def _totals_told(state: GameState, totals: Points) -> Iterator[Fault]:
    is_first = state.deal_number == 1
    if not is_first and totals != _totals(state):
        yield fault(state, "totals_wrong", None)


def _with_totals(state: GameState, totals: Points) -> GameState:
    for seat, points in enumerate(totals):
        state = with_seat(state, seat, score=points)
    return state


def _totals(state: GameState) -> Points:
    return tuple(seat.score for seat in state.seats)


def _leader(state: GameState) -> int | None:
    return max(
        seats_of(state.rules),
        key=lambda seat: (state.seats[seat].score, -turns_from(state.rules, state.first_dealer, seat)),
    )


def _with_sticks(state: GameState, totals: Points) -> Points:
    """Sticks left on the table at the end of the game are the leader's, or nobody's."""
    if state.rules.leftover_sticks == "nobody":
        return totals
    leader = _leader(state)
    left = state.riichi_sticks * state.rules.ready_stick
    return tuple(total + (left if seat == leader else 0) for seat, total in enumerate(totals))
