"""The sign of a seat's wind, and what stands for it while nobody knows who is East."""

from __future__ import annotations

from engine.table.events import Seat
from engine.table.state import GameState
from webui.words import Words


def wind_sign(state: GameState, seat: Seat) -> str:
    """The symbol of the sprite for the wind of `seat`: a dotted question mark while it is not known."""
    wind = state.known_wind(seat)
    return "wind-open" if wind is None else f"wind-{wind}"


def wind_or_side(state: GameState, seat: Seat, words: Words) -> str:
    """The wind of `seat` as a word; while it is not known the side of the drawing at which it sits."""
    wind = state.known_wind(seat)
    return words[f"seat.side_{seat}" if wind is None else f"wind.{wind}"]
