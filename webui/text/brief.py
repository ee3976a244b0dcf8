"""The table in a few values: what a wall screen, a phone and a score strip show beside the drawing."""

from __future__ import annotations

from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.tiles import tile_text


def brief_json(state: GameState) -> dict[str, object]:
    """Whose move, how much is left, whether any tile is known, the newest discard, and what each seat has."""
    giver = state.last_discard
    river = () if giver is None else state.seats[giver].river
    return {
        "phase": state.phase,
        "deal": state.deal_number,
        "dealer_known": state.is_dealer_known,
        "turn": turn_of(state),
        "owes": state.owes,
        "left": state.wall.tiles_left,
        "has_tiles": bool(state.wall.heights)
        or any(own.river or own.melds or own.flowers or own.standing for own in state.seats),
        "last": {"seat": giver, "tile": tile_text(river[-1].tile)} if river else None,
        "seats": [
            {
                "wind": state.known_wind(seat),
                "player": state.players[seat],
                "score": state.seats[seat].score,
                "ready": state.seats[seat].is_ready,
                "won": seat in state.winners,
            }
            for seat in seats_of(state.rules)
        ],
    }


def turn_of(state: GameState) -> Seat | None:
    """Whose move it is; None while nobody has drawn or discarded and nobody knows who is East."""
    has_begun = bool(state.discard_order) or state.move_began is not None
    return state.turn if state.is_dealer_known or has_begun else None
