"""A reading for people and for programs: a few lines in notation, or one JSON object.

In the text a turned tile is followed by ``_``, a doubtful one by ``~``, a face-down one is ``back``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.follow.discards.middle import in_the_middle
from engine.table.reading import SeatReading, SeenDie, SeenMeld, Sighting, TableReading
from engine.tiles import BACK, tile_text

SURE = 0.75
SEATS = ("bottom", "right", "top", "left")


def reading_lines(reading: TableReading, is_heap: bool = False) -> list[str]:
    """The reading as lines of text, a seat after the other. `is_heap`: discards lie in the middle in any
    order, and one picture does not tell whose each is."""
    heap, loose = in_the_middle(reading) if is_heap else ([], reading.loose)
    lines = []
    for number, seat in enumerate(reading.seats):
        lines.append(f"seat {number} ({SEATS[number]})")
        lines.append(f"  wall     {_heights(reading, number)}")
        lines += [] if is_heap else [f"  river    {_tiles(seat.river)}"]
        lines.append(f"  melds    {' '.join(map(_meld, seat.melds)) or '-'}")
        lines.append(f"  flowers  {_tiles(seat.flowers)}")
        if seat.revealed is not None:
            lines.append(f"  hand     {_tiles(seat.revealed)}")
        else:
            lines.append(f"  standing {'?' if seat.standing is None else seat.standing}")
    # Tiles lie there any way round.
    lines += [f"middle {_tiles([replace(each, turned=False) for each in heap])}"] if is_heap else []
    lines.append(
        f"dice   {' '.join('?' if die.pips is None else str(die.pips) for die in reading.dice) or '-'}"
    )
    if reading.dora_indicators:
        lines.append(f"dora   {_tiles(reading.dora_indicators)}")
    if loose:
        lines.append(f"loose  {_tiles(loose)}")
    if reading.hidden:
        lines.append(f"hidden {' '.join(sorted(reading.hidden))}")
    return lines


def reading_fields(reading: TableReading, is_heap: bool = False) -> dict[str, Any]:
    """The reading as JSON values; see docs/reading.md. `is_heap`: as for `reading_lines`."""
    heap, loose = in_the_middle(reading) if is_heap else ([], reading.loose)
    seats = [replace(each, river=()) if is_heap else each for each in reading.seats]
    return {
        "walls": [list(side.heights) for side in reading.walls],
        "seats": [_seat_fields(seat) for seat in seats],
        "middle": [_sighting_fields(each) for each in heap],
        "dice": [_die_fields(die) for die in reading.dice],
        "dora_indicators": [_sighting_fields(each) for each in reading.dora_indicators],
        "loose": [_sighting_fields(each) for each in loose],
        "hidden": sorted(reading.hidden),
    }


def _seat_fields(seat: SeatReading) -> dict[str, Any]:
    return {
        "river": [_sighting_fields(each) for each in seat.river],
        "melds": [_meld_fields(meld) for meld in seat.melds],
        "flowers": [_sighting_fields(each) for each in seat.flowers],
        "standing": seat.standing,
        "revealed": None if seat.revealed is None else [_sighting_fields(each) for each in seat.revealed],
        "sticks": seat.sticks,
    }


def _meld_fields(meld: SeenMeld) -> list[dict[str, Any]]:
    return [
        {**_sighting_fields(each), "tile": BACK} if number in meld.face_down else _sighting_fields(each)
        for number, each in enumerate(meld.tiles)
    ]


def _sighting_fields(each: Sighting) -> dict[str, Any]:
    return {
        "tile": tile_text(each.tile),
        "confidence": round(each.confidence, 3),
        "turned": each.turned,
        "alternatives": [[face, round(likely, 3)] for face, likely in each.alternatives],
        "corners_mm": [[round(x, 1), round(y, 1)] for x, y in each.corners_mm],
    }


def _die_fields(die: SeenDie) -> dict[str, Any]:
    centre = None if die.centre_mm is None else [round(value, 1) for value in die.centre_mm]
    return {"pips": die.pips, "confidence": round(die.confidence, 3), "centre_mm": centre}


def _heights(reading: TableReading, seat: int) -> str:
    """Stack 1 first; a dot for a place without tiles."""
    marks = {None: "?", 0: "."}
    return "".join(marks.get(height, str(height)) for height in reading.walls[seat].heights) or "-"


def _tiles(tiles: Sequence[Sighting]) -> str:
    return " ".join(map(_tile, tiles)) or "-"


def _tile(each: Sighting) -> str:
    doubt = "~" if each.tile is not None and each.confidence < SURE else ""
    return f"{tile_text(each.tile)}{'_' if each.turned else ''}{doubt}"


def _meld(meld: SeenMeld) -> str:
    tiles = (BACK if n in meld.face_down else _tile(each) for n, each in enumerate(meld.tiles))
    return f"[{' '.join(tiles)}]"
