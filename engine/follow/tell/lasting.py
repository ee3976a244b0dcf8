"""Wrongs that no single act shows, only how the table looks for a while.

A claimed tile laid for another giver, a river in other rows, five of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.follow.propose.faces import SURELY_READ, face_cost
from engine.judge.faults_lying import lying_faults
from engine.table.copies import copies
from engine.table.events import Seat
from engine.table.expected import expected
from engine.table.fault import Fault
from engine.table.play_order import seats_of
from engine.table.reading import SeenMeld, Sighting, TableReading
from engine.table.state import GameState, Meld
from engine.table.tile_set import is_bonus
from engine.tiles import Tile, plain

LASTING = ("claimed_tile_misplaced", "river_row_wrong")
"""What is judged of how things lie, once it has lain so for a while."""
MOMENT_S, WHILE_S, LONG_S = 1.0, 2.0, 4.0
"""How long what no single look tells must last: a hand or a kong that lies open is meant so after a moment, a
face reads otherwise for a while, and what lies wrongly, or nobody can explain, does so for long."""
SURELY = 0.95
"""How sure what has lasted is."""
AGREES = 1.0
"""Below this cost a tile, or a row, is as told."""
K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class _Since:
    at_s: float
    acts: set[int]
    is_told: bool = False


class Lasting(Generic[K]):
    """Follows what may be wrong from look to look; what has lasted is given once."""

    def __init__(self, seconds: float, witnesses: int) -> None:
        """It lasts when it was seen for `seconds`, and in `witnesses` looks with an act between them."""
        self._seconds, self._witnesses = seconds, witnesses
        self._since: dict[K, _Since] = {}

    def take(self, found: Iterable[K], at_s: float, acts: int) -> tuple[K, ...]:
        """What has lasted, after a look at `at_s` when so many acts had been told; what is not found any more
        begins anew when it comes back."""
        self._since = {key: self._since.get(key, _Since(at_s, set())) for key in found}
        ripe = []
        for key, since in self._since.items():
            since.acts.add(acts)
            is_ripe = at_s - since.at_s >= self._seconds and len(since.acts) >= self._witnesses
            if is_ripe and not since.is_told:
                since.is_told = True
                ripe.append(key)
        return tuple(ripe)


def misplaced(state: GameState, seen: TableReading) -> tuple[Fault, ...]:
    """Claimed pungs and kongs in which one other tile lies turned than the giver's place asks for, and rivers
    that do not lie in rows.

    Only sets whose faces are as told count, one of which may be read in doubt; a set in which no tile or
    several are turned is not judged."""
    seats = list(seen.seats)
    for seat in seats_of(state.rules):
        seats[seat] = replace(seats[seat], melds=tuple(_as_told(state, seat, seen)))
    aligned = replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]))
    return tuple(each for each in lying_faults(state, aligned) if each.name in LASTING)


def _as_told(state: GameState, seat: Seat, seen: TableReading) -> Iterator[SeenMeld]:
    """For each set told how it lies, or, where that is not to be judged, how it should."""
    lying = list(seen.seats[seat].melds)
    for meld, due in zip(state.seats[seat].melds, expected(state).seats[seat].melds, strict=True):
        found = next((each for each in lying if _is_judged(meld, due, each)), None)
        if found is not None:
            lying.remove(found)
        yield found or due


def _is_judged(meld: Meld, due: SeenMeld, lying: SeenMeld) -> bool:
    if meld.kind not in ("pung", "melded_kong") or len(due.tiles) != len(lying.tiles) or lying.face_down:
        return False
    turned = [each for each in lying.tiles if each.turned]
    odd = [
        (ours.tile, each)
        for ours, each in zip(due.tiles, lying.tiles, strict=True)
        if each.tile is None or face_cost(ours.tile, each) >= AGREES
    ]
    # One tile beside the turned one may be misread, where the reader itself held its face possible.
    is_same = all(any(face == tile for face, _ in each.alternatives) for tile, each in odd)
    return len(turned) == 1 and len(odd) <= 1 and is_same and all(each is not turned[0] for _, each in odd)


def five_alike(state: GameState, seen: TableReading) -> tuple[tuple[Tile, float], ...]:
    """Faces of which more lie open than a set holds, each surely read, with the least confidence."""
    sure: dict[Tile, list[float]] = {}
    for each in open_tiles(_without_misread_flowers(state, seen)):
        if each.tile is not None and each.confidence >= SURELY_READ:
            sure.setdefault(plain(each.tile), []).append(each.confidence)
    return tuple((face, min(found)) for face, found in sure.items() if len(found) > copies(face))


def _without_misread_flowers(state: GameState, seen: TableReading) -> TableReading:
    """The reading without what lies among the flowers and reads as none, and without a player's sets where
    more seem to lie than were told: flowers that are misread say nothing of how many of a face there are."""
    seats = list(seen.seats)
    for seat in seats_of(state.rules):
        own, told = seats[seat], len(state.seats[seat].melds)
        flowers = tuple(each for each in own.flowers if each.tile is None or is_bonus(state.rules, each.tile))
        seats[seat] = replace(own, flowers=flowers, melds=own.melds if len(own.melds) <= told else ())
    return replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]))


def read_too_often(seen: TableReading) -> frozenset[Tile]:
    """Plain faces that more open tiles read as, however surely, than a set holds."""
    counts = Counter(plain(each.tile) for each in open_tiles(seen) if each.tile is not None)
    return frozenset(tile for tile, count in counts.items() if count > copies(tile))


def open_tiles(seen: TableReading) -> Iterator[Sighting]:
    """All tiles that lie open, hands aside."""
    for seat in seen.seats:
        yield from seat.river
        yield from seat.flowers
        for meld in seat.melds:
            yield from meld.tiles
    yield from seen.dora_indicators
