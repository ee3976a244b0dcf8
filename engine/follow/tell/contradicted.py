"""Which faces told earlier the looks of now contradict: the tiles still lie there and read otherwise.

Only what was read surely counts, and only in rows that otherwise are as expected, so that a tile that has
moved is never taken for another face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.follow.propose.faces import LIKELY, SURELY_READ, UNLIKELY, probability, turned_up
from engine.table.events import Seat
from engine.table.expected import expected
from engine.table.play_order import seats_of
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from engine.table.tile_set import is_bonus
from engine.tiles import SeenTile, Tile, is_red, same_face

HARDLY = 0.08
"""The face told is at most so likely where another one is surely read now."""
READ_AT_LAST = 0.45
"""A tile told as unknown is named when it reads at least so well."""


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A face told, and what lies there by all looks together: the `index`th discard (claimed ones counted),
    flower or concealed kong of `seat`. `is_clear`: enough to amend what was told without a doubt. `among`:
    how many discards of `seat` are told."""

    zone: Literal["river", "flowers", "kongs"]
    seat: Seat
    index: int
    told: SeenTile
    seen: Sighting
    is_clear: bool = True
    among: int = 0


def contradicted(state: GameState, seen: TableReading) -> tuple[Contradicted, ...]:
    """Every face told that the reading contradicts."""
    found: list[Contradicted] = []
    for seat in seats_of(state.rules):
        found += _in_river(state, seat, seen)
        found += _among_flowers(state, seat, seen)
    return tuple(found)


def kongs_turned_up(state: GameState, seen: TableReading) -> tuple[Contradicted, ...]:
    """The concealed kongs told without a face that lie open now (S003-12), two of one seat in any order."""
    return tuple(found for seat in seats_of(state.rules) for found in _kongs_of(state, seat, seen))


def _kongs_of(state: GameState, seat: Seat, seen: TableReading) -> Iterator[Contradicted]:
    if not seen.is_visible(f"melds:{seat}"):
        return
    laid = zip(state.seats[seat].melds, expected(state).seats[seat].melds, strict=True)
    kongs = [(meld.tiles[0], told) for meld, told in laid if meld.kind == "concealed_kong"]
    lying = list(seen.seats[seat].melds)
    # Those known already are found first: what is left open is one of the others.
    for index, (tile, told) in sorted(enumerate(kongs), key=lambda each: each[1][0] is None):
        shown = [(face, each) for each in lying if (face := turned_up(told, each)) is not None]
        face, found = next((pair for pair in shown if tile is None or same_face(tile, pair[0])), (None, None))
        if face is None or found is None:
            continue
        lying.remove(found)
        if tile is None:
            sure = sum(probability(face, each) for each in found.tiles) / len(found.tiles)
            yield Contradicted("kongs", seat, index, None, Sighting(face, sure))


def _in_river(state: GameState, seat: Seat, seen: TableReading) -> Iterator[Contradicted]:
    discards = state.seats[seat].river
    own = [(n, discard.tile) for n, discard in enumerate(discards) if discard.claimed_by is None]
    river = seen.seats[seat].river
    if len(own) != len(river) or not seen.is_visible(f"river:{seat}"):
        return
    unlike = [
        Contradicted("river", seat, index, told, sighting, _is_unlike(told, sighting), len(discards))
        for (index, told), sighting in zip(own, river, strict=True)
        if _is_likely_other(told, sighting)
    ]
    # Several at once are a row that was read in another order, not several misread faces.
    if len(unlike) <= 1 + len(own) // 8:
        yield from unlike


def _among_flowers(state: GameState, seat: Seat, seen: TableReading) -> Iterator[Contradicted]:
    """The one flower told that is not seen, and the one seen that was not told."""
    told = state.seats[seat].flowers
    lying = [sighting for sighting in seen.seats[seat].flowers if is_bonus(state.rules, sighting.tile)]
    if len(told) != len(lying) or not seen.is_visible(f"flowers:{seat}"):
        return
    left: list[int] = []
    for index, tile in enumerate(told):
        same = next((sighting for sighting in lying if tile is not None and sighting.tile == tile), None)
        if same is None:
            left.append(index)
        else:
            lying.remove(same)
    if len(left) == len(lying) == 1 and _is_likely_other(told[left[0]], lying[0]):
        is_clear = _is_unlike(told[left[0]], lying[0])
        yield Contradicted("flowers", seat, left[0], told[left[0]], lying[0], is_clear)


def _is_unlike(told: SeenTile, sighting: Sighting) -> bool:
    return told is not None and _is_other(told, sighting, SURELY_READ, HARDLY)


def _is_likely_other(told: SeenTile, sighting: Sighting) -> bool:
    if told is None:
        return sighting.tile is not None and sighting.confidence >= READ_AT_LAST
    return _is_other(told, sighting, LIKELY, UNLIKELY)


def _is_other(told: Tile, sighting: Sighting, surely: float, hardly: float) -> bool:
    if sighting.tile is None or (same_face(told, sighting.tile) and is_red(told) == is_red(sighting.tile)):
        return False
    is_brother = same_face(told, sighting.tile)
    return sighting.confidence >= surely and probability(told, sighting) <= hardly + 0.1 * is_brother
