"""Flowers lying before the seats: each of the eight exists once, so what one is read as tells of the others.

A flower that nobody found is concluded from what follows: its replacement is gone from the tail of the wall.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.follow.propose.faces import POSSIBLE, SURELY_READ
from engine.table.events import SEATS
from engine.table.reading import Sighting, TableReading
from engine.tiles import is_flower

FACES = tuple(f"{number}f" for number in range(1, 9))
FLOOR = 0.01
"""How likely a face is that the reader does not name."""
NAMED = 0.35
"""A face less likely than this is not named."""
Chances = tuple[float, ...]


def with_flowers_told_apart(reading: TableReading) -> TableReading:
    """The reading with every flower's faces as they are likely when no two are the same."""
    spots = [
        (seat, place)
        for seat in SEATS
        for place, each in enumerate(reading.seats[seat].flowers)
        if _share(each) >= POSSIBLE  # that it is a flower at all
    ]
    # Two surely read as the same are the same: that is for people to see.
    sure = [each.tile for seat in reading.seats for each in seat.flowers if each.confidence >= SURELY_READ]
    if not spots or len(spots) > len(FACES) or len(set(sure)) < len(sure):
        return reading
    rows = tuple(_chances(reading.seats[seat].flowers[place]) for seat, place in spots)
    found = dict(zip(spots, told_apart(rows), strict=True))
    seats = [
        replace(
            seat,
            flowers=tuple(
                _told(each, found[number, place]) if (number, place) in found else each
                for place, each in enumerate(seat.flowers)
            ),
        )
        for number, seat in enumerate(reading.seats)
    ]
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


@lru_cache(maxsize=64)
def told_apart(rows: tuple[Chances, ...]) -> tuple[Chances, ...]:
    """For each flower the chances of the eight faces when all are different; `rows`: what each is read as by
    itself. Summed over all ways to give out the faces, not over the likeliest only."""
    before = [{0: 1.0}]
    for row in rows:
        before.append(_given_out(before[-1], row))
    after = [{0: 1.0}]
    for row in reversed(rows):
        after.append(_given_out(after[-1], row))
    found = []
    for number, row in enumerate(rows):
        first, last = before[number], after[len(rows) - number - 1]
        chances = [
            chance
            * sum(
                ours * theirs
                for taken, ours in first.items()
                for others, theirs in last.items()
                if not (taken & others or (taken | others) >> face & 1)
            )
            for face, chance in enumerate(row)
        ]
        whole = sum(chances)
        found.append(tuple(chance / whole for chance in chances))
    return tuple(found)


def _given_out(ways: dict[int, float], row: Chances) -> dict[int, float]:
    """The weights of the sets of faces (as bits) given out, after one more flower."""
    more: dict[int, float] = {}
    for taken, weight in ways.items():
        for face, chance in enumerate(row):
            if not taken >> face & 1:
                key = taken | 1 << face
                more[key] = more.get(key, 0.0) + weight * chance
    return more


def _share(each: Sighting) -> float:
    return sum(chance for face, chance in each.alternatives if is_flower(face))


def _chances(each: Sighting) -> Chances:
    read = dict(each.alternatives)
    return tuple(round(read.get(face, 0.0) + FLOOR, 2) for face in FACES)


def _told(each: Sighting, chances: Chances) -> Sighting:
    ranked = sorted(zip(FACES, chances, strict=True), key=lambda pair: -pair[1])
    likely = tuple((face, chance) for face, chance in ranked[:5] if chance >= FLOOR)
    face, chance = ranked[0]
    return replace(each, tile=face if chance >= NAMED else None, confidence=chance, alternatives=likely)
