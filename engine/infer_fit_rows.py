"""How badly rows of face-up tiles agree with seen ones, in nats.

A wrong face is cheaper than a tile too many or too few, so that a misread face never moves a tile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.table.reading import Sighting
from engine.tiles import SeenTile, plain

EXTRA, MISSING, MISSING_UNREAD = 7.0, 5.0, 3.0
"""A face-up tile seen that should not lie there; one that should and was not found; one that was never found,
only concluded."""
WORST_FACE, UNREAD_FACE, UNKNOWN_FACE = 4.0, 0.7, 1.0
TURNED = 0.9


def face_cost(told: SeenTile, seen: Sighting) -> float:
    """The price of reading `seen` when the tile is `told`."""
    if told is None:
        return UNKNOWN_FACE if seen.tile is not None else 0.0
    if seen.tile is None and not seen.alternatives:
        return UNREAD_FACE
    return min(WORST_FACE, -math.log(max(probability(told, seen), 1e-3)))


def probability(tile: str, seen: Sighting) -> float:
    """How likely `seen` shows `tile`; a red five and its plain brother are hard to tell apart."""
    given = seen.alternatives
    if not given and seen.tile is not None:
        given = ((seen.tile, seen.confidence),)
    found, brothers, whole, kind = None, 0.0, 0.0, tile[-1]
    for face, chance in given:
        whole += chance
        if face == tile:
            found = chance
        elif face[-1] == kind and plain(face) == plain(tile):
            brothers += chance
    return (max(0.0, 1.0 - whole) / 34 if found is None else found) + 0.1 * brothers


def sighting_cost(told: Sighting, seen: Sighting) -> float:
    """The price of one tile lying where one is seen: its face, and whether it lies turned."""
    return face_cost(told.tile, seen) + TURNED * (told.turned != seen.turned)


def sequence_cost(told: Sequence[Sighting], seen: Sequence[Sighting]) -> float:
    """The price of a row in order: the cheapest pairing of the two rows, tiles left out on either side."""
    start, price = 0, 0.0
    for ours, theirs in zip(told, seen, strict=False):
        here = sighting_cost(ours, theirs)
        if here > 0.5:
            break
        start, price = start + 1, price + here
    told, seen = told[start:], seen[start:]
    above = [EXTRA * count for count in range(len(seen) + 1)]
    for ours in told:
        missing = MISSING if ours.tile is not None else MISSING_UNREAD
        row = [above[0] + missing]
        for place, theirs in enumerate(seen):
            paired = above[place] + sighting_cost(ours, theirs)
            row.append(min(paired, above[place + 1] + missing, row[place] + EXTRA))
        above = row
    return price + above[-1]


def unordered_cost(told: Sequence[Sighting], seen: Sequence[Sighting]) -> float:
    """The price of tiles whose order means nothing: surest pairs first, then what is left over."""
    price, _ = surest_pairs(told, seen)
    return price + MISSING * max(0, len(told) - len(seen)) + EXTRA * max(0, len(seen) - len(told))


def surest_pairs(told: Sequence[Sighting], seen: Sequence[Sighting]) -> tuple[float, frozenset[int]]:
    """As many pairs as there are, surest first: their price, and the places of `seen` that have found one."""
    pairs = sorted(
        (face_cost(ours.tile, theirs), place, other)
        for place, ours in enumerate(told)
        for other, theirs in enumerate(seen)
    )
    used: tuple[set[int], set[int]] = (set(), set())
    price = 0.0
    for cost, place, other in pairs:
        if place not in used[0] and other not in used[1]:
            used[0].add(place)
            used[1].add(other)
            price += cost
    return price, frozenset(used[1])
