"""Which of the tiles that lie there is which discard, as they lay before.

A tile that lies where a discard that is told already lay is that discard; one that nobody finds any more lies
there unread as long as the others lie still.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.follow.discards.spots import SAME_PLACE_MM, Key, Spots, centre
from engine.table.reading import Point, Sighting
from engine.table.state import Discard
from engine.tiles import same_face

UNKNOWN_MM = 1000.0
"""How far a tile counts to be from a discard of which nobody knows where it lay."""
STILL = 0.75
"""A heap lies still when more than this share of the discards that are found lie where they lay; of a few all
but one."""
UNSEEN = Sighting(None, 0.0)
Pair = tuple[float, bool, Key, int]
"""How far (mm) a tile is from being a discard, whether a face is not known, the discard, the tile."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The tiles and where each lies (mm, table frame), which of them (by number) each discard that is told
    is, which discards lie there though nobody finds them, and which tiles are new."""

    tiles: Sequence[Sighting]
    places: Sequence[Point]
    found: Mapping[Key, int]
    unseen: Collection[Key]
    fresh: Sequence[int]
    spots: Spots
    """Where each discard that is told was seen to lie last."""


def lying(
    tiles: Sequence[Sighting],
    told: Mapping[Key, Discard],
    spots: Spots,
    newest: Collection[Key] = frozenset(),
    moved_mm: float = math.inf,
    is_new: bool = False,
) -> Lying:
    """Which of `tiles` the discards that are `told` are; `spots`: where these lay; `newest`: those that may
    be claimed or taken back; `moved_mm`: so far none is moved while the others lie still; `is_new`: whether a
    tile that was not found before is new."""
    places = [centre(each) for each in tiles]
    kept = {key: spots[key] for key in spots if key in told}
    pairs = [
        (apart, None in (each.tile, tile.tile), key, number)
        for key, each in told.items()
        for number, tile in enumerate(tiles)
        if (apart := _unlike(each, kept.get(key), tile, places[number])) < math.inf
    ]
    lain = {key for key in kept if told[key].claimed_by is None}
    is_still = _lies_still(lain, pairs)
    if is_still:
        pairs = [
            pair
            for pair in pairs
            if (spot := kept.get(pair[2])) is None or math.dist(spot, places[pair[3]]) < moved_mm
        ]
    found = _known(told, kept, pairs, len(tiles), is_new)
    unseen = lain - found.keys() - set(newest) if is_still else set[Key]()
    fresh = [number for number in range(len(tiles)) if number not in found.values()]
    return Lying(tiles, places, found, unseen, fresh, kept)


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
