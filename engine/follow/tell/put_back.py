"""A discard put back into the hand (S002-25, S004-08) that nobody saw put back: it is told with the
next discard of its player. It may only have been read where none lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.journal.amend import in_force, places_of
from engine.journal.record import Entry
from engine.table.events import (
    ChowClaimed,
    FaultFound,
    KongClaimed,
    PungClaimed,
    Seat,
    TileDiscarded,
    Won,
)
from engine.table.fault import fault
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, is_same

_MOVES = TileDiscarded, ChowClaimed, PungClaimed, KongClaimed, Won


def put_back_before(
    entries: Sequence[Entry], before: GameState, after: GameState, discard: TileDiscarded, seen: TableReading
) -> tuple[FaultFound, ...]:
    """The fault of a player who makes `discard` instead of another one: that was told of him, since the last
    move that stands in the journal, and later looks did not show it. The tables `before` and `after` it."""
    return tuple(
        replace(fault(before, "tile_put_back", each.seat, each.tile).event(), evidence="concluded")
        for each in _withdrawn(entries)
        if each.seat == discard.seat
        and each.tile is not None
        and discard.tile is not None
        and not is_same(each.tile, discard.tile)
        and not still_lies(each.seat, each.tile, after, seen)
    )[-1:]


def still_lies(seat: Seat, tile: SeenTile, now: GameState, seen: TableReading) -> bool:
    """Whether one more `tile` lies among the discards of `seat` than are told `now`."""
    lying = sum(each.tile == tile for each in seen.seats[seat].river)
    return tile is not None and lying > sum(each.tile == tile for each in now.seats[seat].river)


def _withdrawn(entries: Sequence[Entry]) -> Iterator[TileDiscarded]:
    """The discards that the camera told since the last move that stands, and took back without a fault."""
    firsts, standing = places_of(entries), in_force(entries)
    moved = max((firsts[each.number] for each in standing if _is_move(each)), default=0)
    if any(firsts[each.number] > moved and _is_put_back(each) for each in standing):
        return
    told = {each.number: each for each in entries}
    now = {firsts[each.number]: each for each in entries if each.amends is not None}
    for first in sorted(now):
        if first > moved and not now[first].events and now[first].source == "camera":
            yield from (each for each in told[first].events if isinstance(each, TileDiscarded))


def _is_move(entry: Entry) -> bool:
    return any(isinstance(event, _MOVES) for event in entry.events)


def _is_put_back(entry: Entry) -> bool:
    return any(isinstance(each, FaultFound) and each.name == "tile_put_back" for each in entry.events)
