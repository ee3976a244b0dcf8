"""What the hands that are known wait for, and how many of those tiles are still to be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.scoring.worth import own_waits
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.table.tile_set import plain_faces
from engine.tiles import SeenTile, Tile, is_flower, plain


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that finishes the hand; `left`: how many of it lie nowhere in sight of the spectators, who see
    every hand that is known."""

    tile: Tile
    left: int


def waits_of(state: GameState, seat: Seat) -> tuple[Wait, ...]:
    """What the hand of `seat` waits for, in the order of the tiles; nothing while a tile of it is unknown.

    A tile just drawn does not count for the hand: it is still to be discarded."""
    own = state.seats[seat]
    held = list(own.standing)
    if len(held) % 3 == 2 and state.move_began in ("draw", "replacement"):
        held.pop()
    if state.ended_by is not None or any(tile is None or is_flower(tile) for tile in held):
        return ()
    seen, faces = Counter(seen_tiles(state)), plain_faces(state.rules)
    found = own_waits(state.rules, own, held)
    return tuple(Wait(tile, max(0, 4 - seen[tile])) for tile in found if tile in faces)


def seen_tiles(state: GameState) -> Iterator[Tile]:
    """Every face in sight, red fives as fives: rivers, sets, hands that are known, indicators."""
    for seat in seats_of(state.rules):
        own = state.seats[seat]
        yield from _plain(tuple(discard.tile for discard in own.lying_river))
        yield from _plain(own.standing)
        for meld in own.melds:
            yield from _plain(meld.tiles)
        yield from _plain(own.flowers)
    yield from _plain(state.dora_indicators)


def _plain(tiles: tuple[SeenTile, ...]) -> Iterator[Tile]:
    return (plain(tile) for tile in tiles if tile is not None)
