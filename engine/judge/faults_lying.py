"""Faults of how things lie: sets, turned tiles, rivers, flowers, an open hand, as a look at the table shows.

What lies in a zone that was not seen is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.faults_river import is_out_of_rows
from engine.table.events import Seat
from engine.table.expected import face_down_places
from engine.table.fault import Fault, fault
from engine.table.play_order import seats_of
from engine.table.reading import SeatReading, SeenMeld, TableReading
from engine.table.state import GameState, Meld
from engine.tiles import rank, sort_key

_HALF_DOWN = ((0, 3), (1, 2))
"""The two accepted looks of a concealed kong with two tiles down (S001-51, S001-52)."""


def lying_faults(state: GameState, seen: TableReading) -> tuple[Fault, ...]:
    """Every way in which what is seen does not lie as the rule set wants it."""
    return tuple(found for seat in seats_of(state.rules) for found in _of_seat(state, seat, seen))


def _of_seat(state: GameState, seat: Seat, seen: TableReading) -> Iterator[Fault]:
    reading, own = seen.seats[seat], state.seats[seat]
    if seen.is_visible(f"melds:{seat}"):
        if len(reading.melds) > len(own.melds):
            yield fault(state, "undeclared_set_shown", seat)
        for meld, lying in zip(own.melds, reading.melds, strict=False):
            yield from _meld(state, seat, meld, lying)
    is_in_rows = state.rules.discards == "rows" and seen.is_visible(f"river:{seat}")
    if is_in_rows and is_out_of_rows(state, seat, reading):
        yield fault(state, "river_row_wrong", seat)
    if seen.is_visible(f"flowers:{seat}"):
        for flower in reading.flowers:
            if flower.turned:
                yield fault(state, "flower_turned", seat, flower.tile)
    if seat in state.winners and seen.is_visible(f"standing:{seat}"):
        yield from _open_hand(state, seat, reading)
    elif state.ended_by == "won" and reading.revealed is not None:
        yield fault(state, "hand_tile_exposed", seat)


def _meld(state: GameState, seat: Seat, meld: Meld, lying: SeenMeld) -> Iterator[Fault]:
    due = face_down_places(meld, state.rules)
    if meld.kind == "concealed_kong":
        if state.rules.concealed_kong_face == "all_down" and state.phase == "ended":
            if lying.face_down:
                yield fault(state, "concealed_kong_not_shown", seat, *meld.tiles[:1])
            return
        accepted = (due,) if state.rules.concealed_kong_face == "all_down" else _HALF_DOWN
        if tuple(lying.face_down) not in accepted:
            yield fault(state, "kong_not_face_down", seat, *meld.tiles[:1])
        return
    if lying.face_down:
        yield fault(state, "kong_face_down", seat, *meld.tiles)
        return
    turned = [place for place, tile in enumerate(lying.tiles) if tile.turned]
    if meld.kind == "chow":
        yield from _chow(state, seat, meld, lying, turned)
    elif meld.giver is not None and turned != [meld.claimed_index]:
        name = "added_tile_misplaced" if meld.kind == "promoted_kong" else "claimed_tile_misplaced"
        yield fault(state, name, seat, *meld.tiles)


def _chow(state: GameState, seat: Seat, meld: Meld, lying: SeenMeld, turned: list[int]) -> Iterator[Fault]:
    if state.rules.chow_tile_left:
        if turned != [0]:
            yield fault(state, "chow_tile_not_left", seat, *meld.tiles)
        return
    tiles = [tile.tile for tile in lying.tiles if tile.tile is not None]
    if len(turned) != 1:
        yield fault(state, "claimed_tile_misplaced", seat, *meld.tiles)
    if [rank(tile) for tile in tiles] != sorted(rank(tile) for tile in tiles):
        yield fault(state, "chow_out_of_order", seat, *sorted(meld.tiles, key=sort_key))


def _open_hand(state: GameState, seat: Seat, reading: SeatReading) -> Iterator[Fault]:
    if reading.revealed is None:
        yield fault(state, "hand_not_shown", seat)
