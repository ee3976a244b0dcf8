"""Where each discard lay."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engine.table.events import Event, Seat, TileDiscarded
from engine.table.play_order import seats_of
from engine.table.reading import Point, Sighting
from engine.table.state import Discard, GameState
from engine.tiles import SeenTile, same_face

SAME_PLACE_MM = 15.0
"""Nobody has touched a tile that lies so near to where it lay; another face counts as far as that."""
Key = tuple[Seat, int]
"""Whose discard, and which of his."""
Spots = Mapping[Key, Point]


def told_discards(state: GameState) -> Mapping[Key, Discard]:
    """The discards that `state` tells."""
    rivers = [state.seats[seat].river for seat in seats_of(state.rules)]
    return {(seat, place): each for seat, own in enumerate(rivers) for place, each in enumerate(own)}


def newest_discards(state: GameState, events: Sequence[Event]) -> frozenset[Key]:
    """The newest discards of `state`, which the last of `events` are: the last one and, as it may be told
    wrongly, the one before it."""
    left, found = [len(each.river) for each in state.seats], list[Key]()
    for event in reversed(events):
        if isinstance(event, TileDiscarded):
            left[event.seat] -= 1
            found.append((event.seat, left[event.seat]))
    return frozenset(found[:2])


def rekeyed(spots: Spots, lengths: Sequence[int], moved: Sequence[tuple[Seat, Seat]]) -> Spots:
    """Where each discard lay, when the last ones are found to be of others: `moved` (whose each was told to
    be, whose it is), oldest first, after which so many (`lengths`) were told of each seat."""
    left, kept = list(lengths), dict(spots)
    places = []
    for was, now in reversed(moved):
        left[was] -= 1
        places.append((now, kept.pop((was, left[was]), None)))
    for now, spot in reversed(places):
        if spot is not None:
            kept[now, left[now]] = spot
        left[now] += 1
    return kept


def still_known(spots: Spots, was: GameState, now: GameState, seen: Sequence[Sighting]) -> Spots:
    """Where each discard lay, when the table stands not as it `was` thought to but as `now` tells: of each
    that has the same face in both, and of each whose face `now` is `seen` to lie there."""
    before, after = told_discards(was), told_discards(now)
    tiles = [(centre(each), each.tile) for each in seen]

    def lies(spot: Point, face: SeenTile) -> bool:
        return any(math.dist(spot, at) < SAME_PLACE_MM and _is_as_told(tile, face) for at, tile in tiles)

    return {
        key: spot
        for key, spot in spots.items()
        if key in after and key in before
        if _is_as_told(before[key].tile, after[key].tile) or lies(spot, after[key].tile)
    }


def _is_as_told(was: SeenTile, now: SeenTile) -> bool:
    return was == now or (None not in (was, now) and same_face(was, now))


def centre(tile: Sighting) -> Point:
    """Where a tile lies (mm, table frame); nowhere without corners."""
    xs, ys = [x for x, _ in tile.corners_mm], [y for _, y in tile.corners_mm]
    return (sum(xs) / len(xs), sum(ys) / len(ys)) if xs else (math.inf, math.inf)
