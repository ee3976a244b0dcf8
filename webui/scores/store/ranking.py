"""Who came first, and what the game counts for: points with their bonus, or table points in MCR.

Riichi adds the bonus for the places (uma) and the return's difference to the first (oka); sticks nobody won
go to the first. MCR gives four, two, one and no table points; equal points share them. Elsewhere the points
themselves count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.judge.rounds import final_scores
from engine.ruleset import Ruleset
from engine.table.events import Seat
from engine.table.play_order import turns_from
from engine.table.state import GameState
from webui.scores.store.ledger import Ledger, PlayerNumber, by_player

TABLE_POINTS = (4.0, 2.0, 1.0, 0.0)
"""What the places of one MCR game count for."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One player's part in a game: `points` with the sticks left over, `place` from 1 on (equal ones share
    it), and `result`, what the game counts for."""

    player: PlayerNumber
    points: int
    place: int
    result: float


def ranking(ledger: Ledger) -> tuple[Ranked, ...]:
    """The players of a game as it stands now, first to last."""
    state = ledger.state
    points = with_sticks(state, ledger.totals)
    off = by_player(state, [seat.off_result for seat in state.seats])
    results = results_of(state.rules, points, state.first_dealer, off)
    places = places_of(state, points)
    figures = enumerate(zip(points, places, results, strict=True))
    ranked = [Ranked(player, *each) for player, each in figures]
    return tuple(sorted(ranked, key=lambda each: (each.place, _turn(state, each.player))))


def with_sticks(state: GameState, totals: Sequence[int]) -> tuple[int, ...]:
    """Sticks left on the table are the leader's, of equals the nearer's to the first dealer; or nobody's."""
    if state.rules.leftover_sticks == "nobody":
        return tuple(totals)
    leader = min(range(len(totals)), key=lambda player: (-totals[player], _turn(state, player)))
    sticks = state.riichi_sticks * state.rules.ready_stick
    return tuple(total + (sticks if player == leader else 0) for player, total in enumerate(totals))


def results_of(
    rules: Ruleset, points: Sequence[int], first_dealer: Seat, off: Sequence[int]
) -> tuple[float, ...]:
    """What a game that ended with these points counts for, by seat, less what chombos take off; table points
    know no such thing."""
    if rules.scoring == "mcr":
        return _table_points(points)
    if rules.scoring == "riichi":
        scores = final_scores(rules, tuple(points), first_dealer, tuple(off))
        return tuple(round(result, 3) for result in scores)
    return tuple(float(own - rules.starting_points - taken) for own, taken in zip(points, off, strict=True))


def _table_points(points: Sequence[int]) -> tuple[float, ...]:
    results = []
    for own in points:
        better, equal = sum(each > own for each in points), sum(each == own for each in points)
        results.append(sum(TABLE_POINTS[better : better + equal]) / equal)
    return tuple(results)


def places_of(state: GameState, points: Sequence[int]) -> tuple[int, ...]:
    """The place of each player by these points. Riichi knows no equal places: the one nearer the first dealer
    goes before."""
    if state.rules.scoring != "riichi":
        return tuple(1 + sum(each > own for each in points) for own in points)
    order = sorted(range(len(points)), key=lambda player: (-points[player], _turn(state, player)))
    return tuple(1 + order.index(player) for player in range(len(points)))


def _turn(state: GameState, player: PlayerNumber) -> int:
    return turns_from(state.rules, state.first_dealer, player)
