"""How many copies of each face are known to be on the table: four of each, one of each flower (S004-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.apply import apply
from engine.events import Event
from engine.state import GameState
from engine.tiles import SeenTile, Tile, is_flower, plain


def known_tiles(state: GameState) -> Iterator[Tile]:
    """Every tile whose face is known, wherever it is, reds as plain fives."""
    for tile in _all_tiles(state):
        if tile is not None:
            yield plain(tile)


def _all_tiles(state: GameState) -> Iterator[SeenTile]:
    for seat in state.seats:
        yield from seat.standing
        yield from seat.flowers
        for meld in seat.melds:
            yield from meld.tiles
        for discard in seat.river:
            if discard.claimed_by is None:
                yield discard.tile
    yield from state.dora_indicators


def visible_tiles(state: GameState) -> Iterator[Tile]:
    """The tiles everybody can see: rivers, melds but a concealed kong's, flowers, indicators."""
    shows_concealed = state.rules.concealed_kong_face != "all_down"
    for seat in state.seats:
        yield from (plain(tile) for tile in seat.flowers if tile)
        yield from (plain(each.tile) for each in seat.lying_river if each.tile)
        for meld in seat.melds:
            if meld.kind != "concealed_kong" or shows_concealed:
                yield from (plain(tile) for tile in meld.tiles if tile)
    yield from (plain(tile) for tile in state.dora_indicators if tile)


def copies(tile: Tile) -> int:
    """How many of this face a set holds."""
    return 1 if is_flower(tile) else 4


def one_too_many(state: GameState, event: Event) -> Tile | None:
    """A face of which there would be more than the set holds after `event`, and were not before."""
    after = Counter(known_tiles(apply(state, event)))
    excess = [tile for tile, count in after.items() if count > copies(tile)]
    if not excess:
        return None
    before = Counter(known_tiles(state))
    return next((tile for tile in excess if after[tile] > before[tile]), None)
