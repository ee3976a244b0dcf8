"""How many copies of each face are known to be on the table: four of each, one of each flower (S004-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.precedence import is_outranked
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, is_flower, plain


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
    """A face of which there would be more than the set holds after `event`, and were not before. A discard
    that lies in another's set already counts once."""
    shown = Counter(plain(tile) for tile in _tiles_of(event) if tile is not None)
    twice = _laid_by_another(state, event)
    for tile, count in shown.items():
        before = known_count(state, tile)
        if before + count <= copies(tile):
            continue
        after = known_count(apply(state, event), tile) - (tile == twice)
        if after > max(before, copies(tile)):
            return tile
    return None


def _laid_by_another(state: GameState, event: Event) -> Tile | None:
    """The face of the discard that `event` claims after another has laid a set with it."""
    if not isinstance(event, ChowClaimed | PungClaimed | KongClaimed) or not is_outranked(state, event):
        return None
    river = state.seats[event.giver].river
    return plain(river[-1].tile) if river and river[-1].tile else None


def known_count(state: GameState, tile: Tile) -> int:
    """How many copies of the plain face `tile` are known on the table, a red five being one of them."""
    alike = (tile, f"0{tile[1]}") if tile[0] == "5" and tile[1] in "mps" else (tile,)
    count = 0
    for face in alike:
        count += state.dora_indicators.count(face)
        for seat in state.seats:
            count += seat.standing.count(face) + seat.flowers.count(face)
            for meld in seat.melds:
                count += meld.tiles.count(face)
            for discard in seat.river:
                count += discard.claimed_by is None and discard.tile == face
    return count


def _tiles_of(event: Event) -> tuple[SeenTile, ...]:
    """The tiles `event` shows, a kong four times its face."""
    match event:
        case KongDeclared(_, _, tile):
            return (tile,) * 4
        case HandsDealt(_, hands):
            return tuple(tile for hand in hands or () for tile in hand)
        case ChowClaimed() | PungClaimed() | KongClaimed():
            return event.tiles
        case Won(_, tile, _, hand):
            return (*hand, tile)
        case FlowerDeclared() | TileDrawn() | TileDiscarded() | DoraRevealed():
            return (event.tile,)
    return ()
