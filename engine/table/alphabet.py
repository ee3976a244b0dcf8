"""The faces a rule set plays with: whatever else a camera reads is a misreading."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.ruleset import Ruleset
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading, WallSide
from engine.table.tile_set import NORTH, bonus_tiles, plain_faces, red_fives
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
    are loose tiles, nothing is turned up on a wall without dora, no dice lie where no throw counts. Nobody
    sits and no wall stands where the fourth is missing, and Norths none of which lies turned are laid out,
    not claimed. A hand laid open has tiles."""
    reading = _of_three(reading, rules) if rules.seats == 3 else reading
    reading = replace(reading, dice=()) if rules.dice == "none" and reading.dice else reading
    faces = _faces(rules)
    has_bonus = bool(bonus_tiles(rules))
    seats = tuple(_seat(seat, faces, has_bonus) for seat in reading.seats)
    indicators = _row(reading.dora_indicators, faces) if rules.dora else ()
    strays = () if has_bonus else tuple(each for seat in reading.seats for each in seat.flowers)
    loose = _row((*reading.loose, *strays), faces)
    is_same = all(ours is theirs for ours, theirs in zip(seats, reading.seats, strict=True))
    if is_same and indicators == reading.dora_indicators and loose == reading.loose:
        return reading
    return replace(
        reading, seats=(seats[0], seats[1], seats[2], seats[3]), dora_indicators=indicators, loose=loose
    )


def _of_three(reading: TableReading, rules: Ruleset) -> TableReading:
    """The reading without what was taken for the missing seat's; the same object when there is nothing."""
    seats = tuple(_with_norths_out(seat) if rules.north_bonus else seat for seat in reading.seats[:3])
    absent = reading.seats[3]
    strays = (*absent.river, *absent.flowers, *(tile for meld in absent.melds for tile in meld.tiles))
    is_same = all(ours is theirs for ours, theirs in zip(seats, reading.seats, strict=False))
    if is_same and absent == SeatReading() and reading.walls[3] == WallSide():
        return reading
    return replace(
        reading,
        walls=(*reading.walls[:3], WallSide()),
        seats=(seats[0], seats[1], seats[2], SeatReading()),
        loose=(*reading.loose, *strays, *(absent.revealed or ())),
    )


def _with_norths_out(seat: SeatReading) -> SeatReading:
    """Norths in a row of which none lies turned or face down: each was laid beside the hand by itself."""
    out = [meld for meld in seat.melds if _are_laid_out(meld)]
    if not out:
        return seat
    melds = tuple(meld for meld in seat.melds if meld not in out)
    return replace(seat, melds=melds, flowers=(*seat.flowers, *(tile for meld in out for tile in meld.tiles)))


def _are_laid_out(meld: SeenMeld) -> bool:
    return not meld.face_down and all(each.tile == NORTH and not each.turned for each in meld.tiles)


@lru_cache(maxsize=64)
def _faces(rules: Ruleset) -> frozenset[Tile]:
    return frozenset(faces_of(rules))


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


def _is_possible(sighting: Sighting, faces: Collection[Tile]) -> bool:
    is_known = sighting.tile is None or sighting.tile in faces
    return is_known and all(face in faces for face, _ in sighting.alternatives)


def _possible(sighting: Sighting, faces: Collection[Tile]) -> Sighting:
    """The sighting without the faces that cannot be; red ink where none is played is a five."""
    tile, likely, ranked = _weighed(sighting.tile, sighting.confidence, sighting.alternatives, faces)
    return replace(sighting, tile=tile, confidence=likely, alternatives=ranked)


def possible_face(
    tile: SeenTile, confidence: float, alternatives: Sequence[tuple[str, float]], rules: Ruleset
) -> tuple[SeenTile, float, tuple[tuple[Tile, float], ...]]:
    """What was read of a tile, (face, how sure, all faces with their chances), as far as `rules` know it: the
    likeliest face that can be, or None."""
    faces = _faces(rules)
    if (tile is None or tile in faces) and all(face in faces for face, _ in alternatives):
        return tile, confidence, tuple(alternatives)
    return _weighed(tile, confidence, alternatives, faces)


def _weighed(
    tile: SeenTile, confidence: float, alternatives: Sequence[tuple[str, float]], faces: Collection[Tile]
) -> tuple[SeenTile, float, tuple[tuple[Tile, float], ...]]:
    chances: dict[Tile, float] = {}
    for face, chance in alternatives or ([(tile, confidence)] if tile else []):
        known = _known(face, faces)
        if known is not None:
            chances[known] = chances.get(known, 0.0) + chance
    ranked = tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
    if ranked and (ranked[0][1] >= LIKELY or tile in faces):
        return ranked[0][0], ranked[0][1], ranked
    return None, 0.0, ranked


def _known(face: Tile, faces: Collection[Tile]) -> SeenTile:
    if face in faces:
        return face
    return plain(face) if plain(face) in faces else None
