"""Discards that lie in the middle in any order (S002-22, S003-02): whose each is.

Nothing about such a tile says who laid it. A tile that lies where a discard that is told already lay is that
discard; one more is of who has just laid out a set, or of the player in turn.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from engine.table.events import SEATS, Event, Seat, TileDiscarded
from engine.table.play_order import next_seat, seats_of
from engine.table.reading import Point, Sighting, TableReading, Zones
from engine.table.state import Discard, GameState
from engine.tiles import SeenTile, same_face

SAME_PLACE_MM = 15.0
"""Nobody has touched a tile that lies so near to where it lay; another face counts as far as that."""
UNKNOWN_MM = 1000.0
"""How far a tile counts to be from a discard of which nobody knows where it lay."""
MOVED_MM = 40.0
"""While a heap lies still and somebody discards, no tile of it is moved so far."""
MIDDLE_MM = 60.0
"""A tile so near to the centre that belongs to nobody is a discard too."""
STILL = 0.75
"""A heap lies still when more than this share of the discards that are found lie where they lay; of a few all
but one."""
UNSEEN = Sighting(None, 0.0)
RIVERS = frozenset(f"river:{seat}" for seat in SEATS)
Key = tuple[Seat, int]
"""Whose discard, and which of his."""
Spots = Mapping[Key, Point]
Pair = tuple[float, bool, Key, int]
"""How far (mm) a tile is from being a discard, whether a face is not known, the discard, the tile."""


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies in the middle: the tiles and where each lies (mm, table frame), which of them (by number)
    each discard that is told is, which discards lie there though nobody finds them, which tiles are new, and
    the loose tiles that are no discards."""

    tiles: Sequence[Sighting]
    places: Sequence[Point]
    found: Mapping[Key, int]
    unseen: Collection[Key]
    fresh: Sequence[int]
    loose: Sequence[Sighting]
    spots: Spots
    """Where each discard that is told was seen to lie last."""


def all_rivers(hidden: Zones) -> Zones:
    """The zones that cannot be seen: where part of the middle is covered, no discard of anybody is known."""
    return hidden | RIVERS if hidden & (RIVERS | {"dice"}) else hidden


def lying(
    seen: TableReading,
    state: GameState,
    spots: Spots,
    is_new: bool = False,
    newest: Collection[Key] = frozenset(),
) -> Lying:
    """What `seen`, whose discards lie in the middle, shows of them; `state`: what is thought of the table;
    `spots`: where its discards lay; `is_new`: whether a tile that was not found before is new; `newest`: the
    discards that may be claimed or taken back."""
    tiles, loose = in_the_middle(seen)
    places = [_centre(each) for each in tiles]
    told = _told(state)
    kept = {key: spots[key] for key in spots if key in told}
    pairs = [
        (apart, None in (each.tile, tile.tile), key, number)
        for key, each in told.items()
        for number, tile in enumerate(tiles)
        if (apart := _unlike(each, kept.get(key), tile, places[number])) < math.inf
    ]
    lain = {key for key in kept if told[key].claimed_by is None}
    is_still = _lies_still(lain, pairs)
    if is_new and is_still:  # none that lay far away is the new one
        pairs = [pair for pair in pairs if pair[0] < MOVED_MM or pair[2] not in kept]
    found = _known(told, kept, pairs, len(tiles), is_new)
    unseen = lain - found.keys() - set(newest) if is_still else set[Key]()
    fresh = [number for number in range(len(tiles)) if number not in found.values()]
    return Lying(tiles, places, found, unseen, fresh, loose, kept)


def _lies_still(lain: Collection[Key], pairs: Sequence[Pair]) -> bool:
    """Whether nearly all discards that lay somewhere lie there; one that is found nowhere tells nothing."""
    lies = {key: number for apart, _, key, number in pairs if apart < SAME_PLACE_MM and key in lain}
    taken = set(lies.values())
    moved = {
        key
        for apart, _, key, number in pairs
        if apart > 2 * SAME_PLACE_MM and key in lain and key not in lies and number not in taken
    }
    return len(moved) < (1.0 - STILL) * (len(moved) + len(lies)) or len(moved) <= 1 < len(lies)


def newest_discards(state: GameState, events: Sequence[Event]) -> frozenset[Key]:
    """The newest discards of `state`, which the last of `events` are: the last one and, as it may be told
    wrongly, the one before it."""
    left, found = [len(each.river) for each in state.seats], list[Key]()
    for event in reversed(events):
        if isinstance(event, TileDiscarded):
            left[event.seat] -= 1
            found.append((event.seat, left[event.seat]))
    return frozenset(found[:2])


def shared(seen: TableReading, state: GameState, there: Lying, next_by: Seat) -> tuple[TableReading, Spots]:
    """`seen`, whose discards lie in the middle, as it would be with rivers, and where each discard lies.
    `state`: what is thought of the table; `there`: what lies in the middle; `next_by`: who lays the next."""
    found = dict(there.found)
    ends = [len(each.river) for each in state.seats]
    for seat, number in _given(state, _first(state, seen, next_by), there.fresh, there.places):
        found[seat, ends[seat]] = number
        ends[seat] += 1
    lie = {key: replace(there.tiles[number], turned=False) for key, number in found.items()}
    lie |= dict.fromkeys(there.unseen, UNSEEN)
    rivers = [tuple(lie[key] for key in sorted(lie) if key[0] == seat) for seat in SEATS]
    seats = [replace(each, river=river) for each, river in zip(seen.seats, rivers, strict=True)]
    reading = replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]), loose=tuple(there.loose))
    return reading, {**there.spots, **{key: there.places[number] for key, number in found.items()}}


def _told(state: GameState) -> Mapping[Key, Discard]:
    rivers = [state.seats[seat].river for seat in seats_of(state.rules)]
    return {(seat, place): each for seat, own in enumerate(rivers) for place, each in enumerate(own)}


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


def still_known(spots: Spots, was: GameState, now: GameState, seen: TableReading) -> Spots:
    """Where each discard lay, when the table stands not as it `was` thought to but as `now` tells: of each
    that has the same face in both, and of each whose face `now` is `seen` to lie there."""
    before, after = _told(was), _told(now)
    tiles = [(_centre(each), each.tile) for each in in_the_middle(seen)[0]]

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


def in_the_middle(seen: TableReading) -> tuple[list[Sighting], list[Sighting]]:
    """(the discards, the loose tiles that are none)."""
    lying = [each for seat in seen.seats for each in seat.river]
    loose: list[Sighting] = []
    for each in seen.loose:
        is_central = bool(each.corners_mm) and max(map(abs, _centre(each))) < MIDDLE_MM
        (lying if is_central else loose).append(each)
    return lying, loose


def _known(
    told: Mapping[Key, Discard], spots: Spots, pairs: Sequence[Pair], tiles: int, is_new: bool
) -> dict[Key, int]:
    """Which of so many tiles each discard is: the nearest to where it lay, rather one with its face. One with
    another face must lie where it lay, unless nobody knows where that is; one that was claimed is known by
    both. `is_new`: a tile may be new, and is none that nobody found."""
    found = _pairs(pairs)
    free = (number for number in range(tiles) if number not in found.values())
    homeless = (
        key
        for key in sorted(told)
        if not (key in found or key in spots or told[key].claimed_by is not None)
        and not (is_new and told[key].tile is None)
    )
    return found | dict(zip(homeless, free, strict=False))


def _unlike(told: Discard, spot: Point | None, tile: Sighting, place: Point) -> float:
    """How far (mm) a tile is from being the discard that lay at `spot`."""
    apart = UNKNOWN_MM if spot is None else math.dist(spot, place)
    if told.tile is not None and same_face(tile.tile, told.tile):
        return apart if told.claimed_by is None or apart < SAME_PLACE_MM else math.inf
    return apart + SAME_PLACE_MM if apart < SAME_PLACE_MM and told.claimed_by is None else math.inf


def _pairs(apart: Iterable[Pair]) -> dict[Key, int]:
    """Of pairs, how far apart they are and whether a face is not known, the nearest first, those in which
    neither has another yet."""
    found: dict[Key, int] = {}
    taken: set[int] = set()
    for _, _, key, number in sorted(apart):
        if key not in found and number not in taken:
            found[key] = number
            taken.add(number)
    return found


def _first(state: GameState, seen: TableReading, next_by: Seat) -> Seat:
    """Who discards first."""
    claimant = (s for s in seats_of(state.rules) if len(seen.seats[s].melds) > len(state.seats[s].melds))
    return next(claimant, next_by)


def _given(
    state: GameState, first: Seat, fresh: Sequence[int], places: Sequence[Point]
) -> Iterator[tuple[Seat, int]]:
    """Who laid each tile that is new: `first`, then the next ones. Which of a few is whose nobody saw: people
    lay them rather before themselves."""
    seats = [next_seat(state.rules, first, step) for step in range(len(fresh))]
    orders = permutations(fresh) if len(fresh) <= len(SEATS) else iter([tuple(fresh)])
    ways = (
        (sum(_before(places[n], seat) for n, seat in zip(order, seats, strict=True)), order)
        for order in orders
    )
    yield from zip(seats, min(ways)[1], strict=True)


def _before(place: Point, seat: Seat) -> float:
    """How far (mm) a place is from the side of the table at which `seat` sits, from the centre on."""
    x, y = place
    return (y, -x, -y, x)[seat]


def _centre(tile: Sighting) -> Point:
    xs, ys = [x for x, _ in tile.corners_mm], [y for _, y in tile.corners_mm]
    return (sum(xs) / len(xs), sum(ys) / len(ys)) if xs else (math.inf, math.inf)
