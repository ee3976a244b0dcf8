"""Changing one tile, one seat or one side of a reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.table.reading import SeatReading, Sighting, TableReading, WallSide
from engine.tiles import ALL_FACES


@dataclass(frozen=True, slots=True)
class Spoil:
    """One thing that is wrong with a look: its `kind`, at which seat and place, and how wrong (`amount`)."""

    kind: str
    seat: int = 0
    place: int = 0
    amount: int = 0


def one_tile(
    reading: TableReading, spoil: Spoil, change: Callable[[tuple[Sighting, ...], int], tuple[Sighting, ...]]
) -> TableReading:
    """Changes the row that holds the `place`th of the tiles that can be read at the seat or on the wall."""
    own = reading.seats[spoil.seat]
    rows = [own.river, own.flowers, own.revealed or (), reading.dora_indicators, reading.loose]
    rows += [meld.tiles for meld in own.melds]
    count = sum(map(len, rows))
    if not count:
        return reading
    at = spoil.place % count
    number = 0
    while at >= len(rows[number]):
        at -= len(rows[number])
        number += 1
    rows[number] = change(tuple(rows[number]), at)
    melds = tuple(replace(meld, tiles=row) for meld, row in zip(own.melds, rows[5:], strict=True))
    revealed = None if own.revealed is None else rows[2]
    changed = replace(own, river=rows[0], flowers=rows[1], revealed=revealed, melds=melds)
    reading = at_seat(reading, spoil.seat, lambda _: changed)
    return replace(reading, dora_indicators=rows[3], loose=rows[4])


def at_seat(reading: TableReading, seat: int, change: Callable[[SeatReading], SeatReading]) -> TableReading:
    seats = list(reading.seats)
    seats[seat] = change(seats[seat])
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


def at_side(reading: TableReading, side: int, change: Callable[[WallSide], WallSide]) -> TableReading:
    walls = list(reading.walls)
    walls[side] = change(walls[side])
    return replace(reading, walls=(walls[0], walls[1], walls[2], walls[3]))


def faces(first: int, count: int) -> tuple[str, ...]:
    """Some faces, alike or one after the other."""
    step = first % 3
    return tuple(ALL_FACES[(first + step * number) % len(ALL_FACES)] for number in range(count))
