"""The faces a rule set plays with: whatever else a camera reads is a misreading."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from engine.play_order import seats_of
from engine.reading import SeatReading, Sighting, TableReading
from engine.ruleset import Ruleset
from engine.tile_set import bonus_tiles, plain_faces, red_fives
from engine.tiles import FLOWERS, SeenTile, Tile, plain

LIKELY = 0.5
"""A face is named in place of one that cannot be when the reader itself gave it at least this much."""


@lru_cache(maxsize=64)
def faces_of(rules: Ruleset) -> tuple[Tile, ...]:
    """The faces such a table plays with, in the order of the tile keys."""
    flowers = () if rules.flowers == "off" else FLOWERS
    return (*plain_faces(rules), *flowers, *red_fives(rules))


def within_rules(reading: TableReading, rules: Ruleset) -> TableReading:
    """The reading with no face, zone or thing that `rules` do not know; the same object when it has none.

    A face that cannot be is read as the likeliest one that can, or as unknown; flowers where none are played
    are loose tiles, nothing is turned up on a wall without dora, and nobody sits at an empty side. A hand
    laid open has tiles."""
    faces = _faces(rules)
    has_bonus, played = bool(bonus_tiles(rules)), seats_of(rules)
    seats = tuple(
        _seat(seat, faces, has_bonus) if number in played else _nobody(seat)
        for number, seat in enumerate(reading.seats)
    )
    indicators = _row(reading.dora_indicators, faces) if rules.dora else ()
    strays = () if has_bonus else tuple(each for seat in reading.seats for each in seat.flowers)
    loose = _row((*reading.loose, *strays), faces)
    is_same = all(ours is theirs for ours, theirs in zip(seats, reading.seats, strict=True))
    if is_same and indicators == reading.dora_indicators and loose == reading.loose:
        return reading
    return replace(
        reading, seats=(seats[0], seats[1], seats[2], seats[3]), dora_indicators=indicators, loose=loose
    )


@lru_cache(maxsize=64)
def _faces(rules: Ruleset) -> frozenset[Tile]:
    return frozenset(faces_of(rules))


def _nobody(seat: SeatReading) -> SeatReading:
    nothing = SeatReading()
    return seat if seat == nothing else nothing


def _seat(seat: SeatReading, faces: Collection[Tile], has_flowers: bool) -> SeatReading:
    river, flowers = _row(seat.river, faces), _row(seat.flowers, faces) if has_flowers else ()
    revealed = _row(seat.revealed, faces) if seat.revealed else None
    rows = [_row(meld.tiles, faces) for meld in seat.melds]
    melds = tuple(replace(meld, tiles=row) for meld, row in zip(seat.melds, rows, strict=True))
    now = replace(seat, river=river, flowers=flowers, revealed=revealed, melds=melds)
    return seat if now == seat else now


def _row(row: tuple[Sighting, ...], faces: Collection[Tile]) -> tuple[Sighting, ...]:
    if all(_is_possible(each, faces) for each in row):
        return row
    return tuple(each if _is_possible(each, faces) else _possible(each, faces) for each in row)


def _is_possible(sight: Sighting, faces: Collection[Tile]) -> bool:
    is_known = sight.tile is None or sight.tile in faces
    return is_known and all(face in faces for face, _ in sight.alternatives)


def _possible(sight: Sighting, faces: Collection[Tile]) -> Sighting:
    """The sighting without the faces that cannot be; red ink where none is played is a five."""
    chances: dict[Tile, float] = {}
    for face, chance in sight.alternatives or ([(sight.tile, sight.confidence)] if sight.tile else []):
        known = _known(face, faces)
        if known is not None:
            chances[known] = chances.get(known, 0.0) + chance
    ranked = tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
    if ranked and (ranked[0][1] >= LIKELY or sight.tile in faces):
        return replace(sight, tile=ranked[0][0], confidence=ranked[0][1], alternatives=ranked)
    return replace(sight, tile=None, confidence=0.0, alternatives=ranked)


def _known(face: Tile, faces: Collection[Tile]) -> SeenTile:
    if face in faces:
        return face
    return plain(face) if plain(face) in faces else None
