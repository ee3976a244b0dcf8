"""Deals that end without a winner: what is a cause, and when the table must stop."""

from __future__ import annotations

from engine.judge.faults_play import wall_is_empty
from engine.table.events import DealDrawn, Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.tiles import WINDS, SeenTile, is_terminal_or_honour

FORCED = ("four_winds", "four_kongs", "four_ready")
"""Abortive draws that nobody may decline, once the last discard has passed."""


def due_draw(state: GameState) -> DealDrawn | None:
    """The draw that ends the deal now unless the newest discard is claimed; None while play goes on.

    An abortive draw is due only when every tile that is its cause was read: one unread wind of four ends
    nothing. Nine terminals are a choice and three winners a matter of claims, so neither is ever due."""
    if state.phase != "playing" or not may_be_exhausted(state):
        return None
    for kind in FORCED if state.owes == "draw" else ():
        if kind in state.rules.abortive_draws and has_cause(state, kind) and _is_read(state, kind):
            return DealDrawn(kind)
    if not wall_is_empty(state):
        return None
    is_nagashi = state.rules.nagashi_mangan and terminals_only(state)
    return DealDrawn("nagashi_mangan" if is_nagashi else "exhaustive")


def may_be_exhausted(state: GameState) -> bool:
    """Whether nothing that is owed stands in the way of ending the deal on an empty wall (S001-12, S003-29):
    a flower laid last of all cannot be replaced."""
    if state.owes == "replacement":
        return state.kong is None or state.rules.kong_on_empty_wall == "ends_deal"
    return state.owes == "draw"


def has_cause(state: GameState, kind: str) -> bool:
    """Whether what lies on the table may be a cause for the abortive draw `kind`; a tile that was not read
    may be any."""
    match kind:
        case "nine_terminals":
            return _is_first_move(state) and _nine_terminals(state.seats[state.turn].standing)
        case "four_winds":
            return _four_winds(state)
        case "four_kongs":
            kongs = [len([meld for meld in seat.melds if len(meld.tiles) == 4]) for seat in state.seats]
            return sum(kongs) == 4 and max(kongs) < 4
        case "four_ready":
            return all(seat.is_ready for seat in state.seats)
        case "triple_win":
            return state.last_discard is not None or state.kong is not None
        case "nagashi_mangan":
            rivers = any(seat.river for seat in state.seats)
            return state.rules.nagashi_mangan and (not rivers or bool(terminals_only(state, unread=True)))
        case _:
            return True


def terminals_only(state: GameState, unread: bool = False) -> tuple[Seat, ...]:
    """The seats all of whose discards are terminals and honours, none of them claimed. `unread`: whether a
    tile that was not read counts as one."""
    return tuple(
        seat
        for seat in seats_of(state.rules)
        if state.seats[seat].river
        and not state.seats[seat].is_dead_hand
        and all(
            each.claimed_by is None and (unread if each.tile is None else is_terminal_or_honour(each.tile))
            for each in state.seats[seat].river
        )
    )


def _four_winds(state: GameState) -> bool:
    firsts = [seat.river[0].tile for seat in state.seats if len(seat.river) == 1]
    is_wind = len(set(firsts)) == 1 and firsts[0] in (*WINDS, None)
    return len(firsts) == 4 and is_wind and not any(seat.melds for seat in state.seats)


def _is_read(state: GameState, kind: str) -> bool:
    return kind != "four_winds" or all(seat.river[0].tile is not None for seat in state.seats)


def _is_first_move(state: GameState) -> bool:
    norths = state.rules.north_bonus and any(seat.flowers for seat in state.seats)
    return not (state.seats[state.turn].river or norths or any(seat.melds for seat in state.seats))


def _nine_terminals(standing: tuple[SeenTile, ...]) -> bool:
    return None in standing or len({tile for tile in standing if tile and is_terminal_or_honour(tile)}) >= 9
