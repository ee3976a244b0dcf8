"""One steady reading out of many looks: what is hidden now is as last seen, faces are means over looks.

An occluded tile is stale, not gone; and one unlucky look must not change a face.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.events import SEATS
from engine.reading import SeatReading, SeenMeld, Sighting, TableReading

T = TypeVar("T")
KINDS = ("river", "melds", "flowers", "standing", "wall")
ZONES = frozenset({"dice", *(f"{kind}:{seat}" for kind in KINDS for seat in SEATS)})
LOOKS = 5
SAME_PLACE_MM = 9.0
SURE = 0.6
"""Two faces both at least this sure and different are two tiles, not two reads of one."""


class Steady:
    """Joins the readings of one table; keeps the joined reading and the last few looks' faces."""

    def __init__(self) -> None:
        self._joined: TableReading | None = None
        self._recent: deque[tuple[Sighting, ...]] = deque(maxlen=LOOKS)

    def take(self, reading: TableReading) -> TableReading:
        """The steady reading after one more look; only zones never seen yet stay hidden."""
        averaged = _averaged(reading, self._recent)
        self._recent.append(tuple(face_up(reading)))
        self._joined = averaged if self._joined is None else joined(self._joined, averaged)
        return self._joined


def joined(before: TableReading, now: TableReading) -> TableReading:
    """`now`, with every zone that is hidden in it as it was before."""
    seats = [_seat(before.seats[seat], now.seats[seat], seat, now) for seat in SEATS]
    walls = [(now if now.is_visible(f"wall:{seat}") else before).walls[seat] for seat in SEATS]
    all_walls = all(now.is_visible(f"wall:{seat}") for seat in SEATS)
    return TableReading(
        walls=(walls[0], walls[1], walls[2], walls[3]),
        seats=(seats[0], seats[1], seats[2], seats[3]),
        dice=now.dice if now.is_visible("dice") else before.dice,
        dora_indicators=now.dora_indicators if all_walls else before.dora_indicators,
        loose=now.loose,
        hidden=before.hidden & now.hidden,
    )


def _seat(before: SeatReading, now: SeatReading, seat: int, reading: TableReading) -> SeatReading:
    def newest(kind: str, old: T, new: T) -> T:
        return new if reading.is_visible(f"{kind}:{seat}") else old

    return SeatReading(
        river=newest("river", before.river, now.river),
        melds=newest("melds", before.melds, now.melds),
        flowers=newest("flowers", before.flowers, now.flowers),
        standing=newest("standing", before.standing, now.standing),
        revealed=newest("standing", before.revealed, now.revealed),
        sticks=newest("river", before.sticks, now.sticks),
    )


def face_up(reading: TableReading) -> Iterable[Sighting]:
    """Every face-up tile of a reading."""
    for seat in reading.seats:
        yield from seat.river
        yield from seat.flowers
        yield from seat.revealed or ()
        for meld in seat.melds:
            yield from meld.tiles
    yield from reading.dora_indicators


def _averaged(reading: TableReading, recent: Iterable[Sequence[Sighting]]) -> TableReading:
    looks = [{_spot(each): each for each in look if each.corners_mm} for look in recent]

    def steady(tiles: Sequence[Sighting]) -> tuple[Sighting, ...]:
        return tuple(_over_looks(tile, looks) for tile in tiles)

    seats = [
        replace(
            seat,
            river=steady(seat.river),
            flowers=steady(seat.flowers),
            melds=tuple(SeenMeld(steady(meld.tiles), meld.face_down) for meld in seat.melds),
            revealed=None if seat.revealed is None else steady(seat.revealed),
        )
        for seat in reading.seats
    ]
    shown = steady(reading.dora_indicators)
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]), dora_indicators=shown)


def _over_looks(tile: Sighting, looks: Sequence[dict[tuple[float, float], Sighting]]) -> Sighting:
    """The tile with its faces' chances averaged over the looks that saw it lie here."""
    if not tile.corners_mm or not tile.alternatives:
        return tile
    spot = _spot(tile)
    same = [tile]
    for look in looks:
        near = min(look, key=lambda other: math.dist(other, spot), default=None)
        if near is not None and math.dist(near, spot) < SAME_PLACE_MM and not _is_another(tile, look[near]):
            same.append(look[near])
    chances: dict[str, float] = {}
    for each in same:
        for face, chance in each.alternatives:
            chances[face] = chances.get(face, 0.0) + chance / len(same)
    ordered = tuple(sorted(chances.items(), key=lambda pair: -pair[1])[:5])
    return replace(tile, tile=ordered[0][0], confidence=ordered[0][1], alternatives=ordered)


def _is_another(tile: Sighting, other: Sighting) -> bool:
    if tile.tile == other.tile or not other.alternatives:
        return False
    return tile.alternatives[0][1] >= SURE and other.alternatives[0][1] >= SURE


def _spot(tile: Sighting) -> tuple[float, float]:
    return (sum(x for x, _ in tile.corners_mm) / 4, sum(y for _, y in tile.corners_mm) / 4)
