"""What of the state decides which acts may come next."""

from __future__ import annotations

from engine.table.events import Event, Seat
from engine.table.state import GameState

Run = tuple[Event, ...]
"""Acts that are thought of together, in order."""


def tiles_short(state: GameState, seat: Seat) -> int:
    """How many replacements a seat has not taken yet, in its own move (S004-99..101)."""
    own = state.seats[seat]
    if own.is_dead_hand or not (own.flowers or any(len(meld.tiles) == 4 for meld in own.melds)):
        # Nothing is owed: who holds too few has drawn too few.
        return 0
    full = 13 if is_before_first_move(state) and seat != state.dealer else 14
    return full - len(own.standing) - 3 * len(own.melds)


def is_before_first_move(state: GameState) -> bool:
    """Whether the dealer has still to make the first move: flowers are exchanged now (S004-43)."""
    return not any(seat.river or seat.melds for seat in state.seats)
