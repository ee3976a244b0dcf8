"""What acts cost before anybody looks (nats), and what of the state decides it."""

from __future__ import annotations

from collections import Counter

from engine.table.copies import copies
from engine.table.events import Event, Seat
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, plain

Proposal = tuple[Event, float]
Proposals = tuple[tuple[Event, ...], float]
USUAL, DRAWN, RARE, NOT_SEEN, ELSEWHERE, AGAINST_RULES = 0.4, 0.2, 1.5, 2.5, 2.4, 5.0
"""Prices: an ordinary act; a draw; a rare one; a discard claimed before it was seen; a draw from the wrong
end; an act that the rules do not allow now."""
OUT_OF_TURN = 5.6
"""The price of a draw by a seat that is not in turn: a discard nobody found is likelier."""
LEFT_OWING = 3.0
"""The price of going on while a replacement is due."""
MISREAD = 2.0
"""The price of a discard having been another face than was told, when a claim shows it once more."""
TOO_FEW_SHOWN = 8.0
"""The price of a self-drawn win with fewer than fourteen tiles to show."""
SAME_SET = 2.5
"""Below this price a set seen is taken for the set expected there."""
ONE_TOO_MANY = 2.5
WHOSE = 0.8
"""Beside that of an unseen flower while all seats exchange theirs, and no row has shown whose it is."""


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


def out_of_turn(state: GameState, seat: Seat) -> float:
    """The price of `seat` acting in its own move when it is not, or has not drawn."""
    if seat == state.turn and state.owes in ("discard", "replacement"):
        return 0.0
    return 0.0 if is_before_first_move(state) and seat == state.dealer else AGAINST_RULES


def one_too_many(tile: SeenTile, held: Counter[Tile]) -> float:
    """The price of a face of which a set holds no more than lie open already: more likely misread."""
    return ONE_TOO_MANY if tile is not None and held[plain(tile)] >= copies(tile) else 0.0
