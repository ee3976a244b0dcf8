"""The reading a perfect camera would give of a state: inference compares it with what was seen."""

from __future__ import annotations

from functools import lru_cache

from engine.ruleset import Ruleset
from engine.table.events import SEATS, Seat
from engine.table.play_order import seats_of, sides_of
from engine.table.reading import SeatReading, SeenDie, SeenMeld, Sighting, TableReading, WallSide
from engine.table.state import GameState, Meld, SeatState
from engine.tiles import SeenTile

_FACE_DOWN = {"all_down": (0, 1, 2, 3), "outer_down": (0, 3), "middle_down": (1, 2)}


def expected(state: GameState) -> TableReading:
    """What lies on the table after the events of `state`, all of it visible, every known face certain."""
    sides = [_side(state, seat) if seat in sides_of(state.rules) else WallSide() for seat in SEATS]
    seats = [_seat(state, seat) if seat in seats_of(state.rules) else SeatReading() for seat in SEATS]
    return TableReading(
        walls=(sides[0], sides[1], sides[2], sides[3]),
        seats=(seats[0], seats[1], seats[2], seats[3]),
        dice=tuple(SeenDie(pips) for pips in state.dice[-1][1]) if state.dice else (),
        dora_indicators=tuple(_sighting(tile) for tile in state.dora_indicators),
    )


def winning_tiles(state: GameState, seat: Seat) -> tuple[tuple[SeenTile, ...], SeenTile, bool]:
    """A winner's open hand without the winning tile, the winning tile, and whether another seat gave it."""
    standing = state.seats[seat].standing
    givers = seats_of(state.rules) if state.last_discard is None else (state.last_discard,)
    for giver in givers if len(standing) % 3 == 1 else ():
        river = state.seats[giver].river
        if river and river[-1].claimed_by is not None:
            return standing, river[-1].tile, True
    return standing[:-1], standing[-1] if standing else None, False


def face_down_places(meld: Meld, rules: Ruleset) -> tuple[int, ...]:
    """Which tiles of a meld lie face down: by the table's custom for a concealed kong, else none (X-05)."""
    return _FACE_DOWN[rules.concealed_kong_face] if meld.kind == "concealed_kong" else ()


def _side(state: GameState, seat: Seat) -> WallSide:
    """The break stands open as long as both stacks beside it stand (S004-30)."""
    heights = state.wall.heights[seat] if state.wall.heights else ()
    place = state.wall.break_after
    if place is None or place.side != seat or place.stack >= len(heights):
        return WallSide(heights)
    is_open = bool(heights[place.stack - 1] and heights[place.stack])
    return WallSide(heights, place.stack if is_open else None)


def _seat(state: GameState, seat: Seat) -> SeatReading:
    own: SeatState = state.seats[seat]
    revealed = None
    if seat in state.winners:
        revealed = _revealed(state, seat)
    elif seat in (state.shown_at_end or ()):
        revealed = tuple(_sighting(tile) for tile in own.standing)
    return SeatReading(
        river=tuple(_sighting(discard.tile, discard.turned) for discard in own.lying_river),
        melds=tuple(_meld(meld, state.rules) for meld in own.melds),
        flowers=tuple(_sighting(tile) for tile in own.flowers),
        standing=None if revealed is not None else len(own.standing),
        revealed=revealed,
        sticks=int(own.is_ready),
    )


def _revealed(state: GameState, seat: Seat) -> tuple[Sighting, ...]:
    """The winning tile is last, turned when it was another's (S004-70)."""
    hand, winning, given = winning_tiles(state, seat)
    return (*(_sighting(tile) for tile in hand), _sighting(winning, given))


def _meld(meld: Meld, rules: Ruleset) -> SeenMeld:
    down = face_down_places(meld, rules)
    tiles = tuple(
        _sighting(None if place in down else tile, place == meld.claimed_index)
        for place, tile in enumerate(meld.tiles)
    )
    return SeenMeld(tiles, down)


@lru_cache(maxsize=256)
def _sighting(tile: SeenTile, turned: bool = False) -> Sighting:
    return Sighting(tile, 1.0, ((tile, 1.0),) if tile is not None else (), turned)
