"""Changing one seat of a state, and what a seat holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.changed import changed
from engine.table.events import Seat
from engine.table.state import GameState, SeatState
from engine.tiles import SeenTile, same_face


def with_hands_shown(state: GameState, hands: Sequence[tuple[SeenTile, ...]] | None) -> GameState:
    """`state` with the standing tiles that were shown at the end, by seat; an empty hand was not shown."""
    for seat, hand in enumerate(hands or ()):
        if hand:
            state = with_seat(state, seat, standing=hand)
    return state


def with_seat(state: GameState, seat: Seat, **changes: object) -> GameState:
    """The state with some fields of one seat changed."""
    seats = list(state.seats)
    seats[seat] = changed(seats[seat], **changes)
    return changed(state, seats=tuple(seats))


def without(standing: tuple[SeenTile, ...], tiles: Iterable[SeenTile]) -> tuple[SeenTile, ...]:
    """`standing` less `tiles`, newest first; a tile not known to be there takes a hidden one's place."""
    held = list(standing)
    for tile in tiles:
        place = place_of(held, tile)
        if place is not None:
            del held[place]
    return tuple(held)


def place_of(held: list[SeenTile], tile: SeenTile) -> int | None:
    """Where the newest `tile` of a hand is: itself, else its red or plain brother, else a hidden tile, else
    the newest of all; None when the hand is empty."""
    newest_first = range(len(held) - 1, -1, -1)
    for fits in (
        lambda each: each == tile,
        lambda each: each is not None and same_face(each, tile),
        lambda each: each is None,
        lambda each: True,
    ):
        for place in newest_first:
            if fits(held[place]):
                return place
    return None


def held_count(seat: SeatState) -> int:
    """How many tiles a seat holds, a kong counting as three and flowers not at all (S004-98)."""
    return len(seat.standing) + 3 * len(seat.melds)


def paid_ready(state: GameState) -> GameState:
    """The stick of whoever declared ready laid on the table, once his discard has passed."""
    seat = state.unpaid_ready
    if seat is None:
        return state
    stick = state.rules.ready_stick
    state = with_seat(state, seat, score=state.seats[seat].score - stick)
    return changed(state, unpaid_ready=None, riichi_sticks=state.riichi_sticks + 1)
