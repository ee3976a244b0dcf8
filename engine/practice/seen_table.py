"""What is wrong on a table that is really laid out, told from one reading without knowing how it came about.

A picture shows no history: whose turn it is, or who gave a tile, is concluded from what lies there. What was
not seen is not judged, and a face that was not read is taken for none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.judge.faults_claims import are_alike, is_chow
from engine.judge.faults_lying import lying_faults
from engine.practice.shown import SURE
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.copies import copies
from engine.table.events import SEATS, Seat
from engine.table.fault import number_of
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading
from engine.table.seating import with_seat
from engine.table.state import GameState, Meld, MeldKind
from engine.tiles import SeenTile, Tile, is_flower, plain

INACTIVE, ACTIVE = 13, 14
"""Tiles of a hand, a set counting as three (S004-98, S004-99)."""
NOBODY = -1
"""The place of a turned tile where none, or more than one, lies turned."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong on the table: whose, the fault's name and number, the tiles that show it."""

    seat: Seat
    name: str
    rule: str
    tiles: tuple[SeenTile, ...] = ()


def mistakes_seen(rules: Ruleset, seen: TableReading, dealer: Seat = 0) -> tuple[Mistake, ...]:
    """Everything wrong on the table, seat by seat; none where nothing is, or nothing was seen."""
    state = new_table(rules, dealer)
    for seat in SEATS:
        melds = tuple(_meld(seat, each) for each in seen.seats[seat].melds)
        state = with_seat(state, seat, melds=melds)
    found = [*_sets(rules, seen), *_lying(state, seen), *_counts(rules, seen), *_copies(rules, seen)]
    return tuple(dict.fromkeys(sorted(found, key=lambda mistake: mistake.seat)))


def doubts_that_matter(seen: TableReading) -> tuple[tuple[Seat, Sighting], ...]:
    """(seat, tile) of each face not certain on which it may depend whether something is wrong: those in sets,
    and in rivers those that may be a copy too many."""
    counted = Counter(_sure_faces(seen))
    return tuple(
        (seat, tile)
        for seat in SEATS
        for tile in _face_up(seen.seats[seat])
        if not _is_sure(tile) and (_is_in_set(seen.seats[seat], tile) or _may_be_too_many(tile, counted))
    )


def hidden_seats(seen: TableReading) -> tuple[Seat, ...]:
    """Seats of which the river or the sets could not be seen."""
    zones = ("river", "melds")
    return tuple(seat for seat in SEATS if not all(seen.is_visible(f"{zone}:{seat}") for zone in zones))


def _face_up(seat: SeatReading) -> Iterator[Sighting]:
    yield from seat.river
    for meld in seat.melds:
        yield from (tile for place, tile in enumerate(meld.tiles) if place not in meld.face_down)
    yield from (tile for tile in seat.flowers if tile.tile is None or is_flower(tile.tile))
    yield from seat.revealed or ()


def _faces(meld: SeenMeld) -> tuple[SeenTile, ...]:
    """The tiles that lie face up, in order; None for those that were not read."""
    return tuple(
        tile.tile and plain(tile.tile) for place, tile in enumerate(meld.tiles) if place not in meld.face_down
    )


def _sets(rules: Ruleset, seen: TableReading) -> Iterator[Mistake]:
    """Sets that are none: tiles neither alike nor in a row (S002-07..10)."""
    for seat in SEATS:
        for meld in seen.seats[seat].melds if seen.is_visible(f"melds:{seat}") else ():
            faces = _faces(meld)
            if is_chow(faces) or are_alike(faces):
                continue
            name = "not_alike" if max(Counter(faces).values()) > 1 else "not_a_chow"
            yield Mistake(seat, name, number_of(name, rules), faces)


def _lying(state: GameState, seen: TableReading) -> Iterator[Mistake]:
    """Sets and flowers that lie otherwise than this table lays them."""
    for found in lying_faults(state, seen):
        if found.seat is not None:
            yield Mistake(found.seat, found.name, found.rule, tuple(dict.fromkeys(found.tiles)))


def _counts(rules: Ruleset, seen: TableReading) -> Iterator[Mistake]:
    """Hands of a wrong size (S004-103); only one at a time may hold the fourteenth tile (S004-99)."""
    held = {seat: number for seat in SEATS if (number := held_tiles(seen, seat)) is not None}
    drawn = [seat for seat, number in held.items() if number == ACTIVE]
    for seat, number in held.items():
        if number != INACTIVE and drawn != [seat]:
            yield Mistake(seat, "wrong_count", number_of("wrong_count", rules))


def held_tiles(seen: TableReading, seat: Seat) -> int | None:
    """Tiles of a hand, a set counting as three; None where it was not seen or there is none."""
    own = seen.seats[seat]
    open_hand = len(own.revealed) if own.revealed is not None else own.standing
    if not open_hand or not seen.is_visible(f"standing:{seat}") or not seen.is_visible(f"melds:{seat}"):
        return None
    return open_hand + 3 * len(own.melds)


def _copies(rules: Ruleset, seen: TableReading) -> Iterator[Mistake]:
    """More of a face than a set of tiles has (S004-12): with everybody who shows one."""
    for face, number in Counter(_sure_faces(seen)).items():
        if number > copies(face):
            yield from (
                Mistake(seat, "fifth_copy", number_of("fifth_copy", rules), (face,))
                for seat in SEATS
                if any(
                    _is_sure(tile) and plain(tile.tile or "") == face for tile in _face_up(seen.seats[seat])
                )
            )


def _sure_faces(seen: TableReading) -> Iterator[Tile]:
    """Every face on the table that is certain, those under a concealed kong too."""
    lying = [tile for seat in SEATS for tile in _face_up(seen.seats[seat])]
    for tile in (*lying, *seen.loose, *seen.dora_indicators):
        if tile.tile and _is_sure(tile):
            yield plain(tile.tile)
    for seat in SEATS:
        for meld in seen.seats[seat].melds:
            yield from _under(meld)


def _is_sure(tile: Sighting) -> bool:
    return tile.tile is not None and tile.confidence >= SURE


def _is_in_set(seat: SeatReading, tile: Sighting) -> bool:
    return any(tile is each for meld in seat.melds for each in meld.tiles)


def _may_be_too_many(tile: Sighting, counted: Counter[Tile]) -> bool:
    return any(counted[plain(face)] >= copies(plain(face)) for face, _ in tile.alternatives)


def _under(meld: SeenMeld) -> list[Tile]:
    """What lies face down in a concealed kong of which two tiles show the face."""
    faces = [face for face in _faces(meld) if face]
    return faces[:1] * len(meld.face_down) if len(meld.tiles) == 4 else []


def _meld(seat: Seat, seen: SeenMeld) -> Meld:
    """The set these tiles show, with its giver by the one turned tile."""
    turned = [place for place, tile in enumerate(seen.tiles) if tile.turned]
    tiles = tuple(tile.tile for tile in seen.tiles)
    if seen.face_down and len(tiles) == 4:
        return Meld("concealed_kong", tiles)
    place = turned[0] if len(turned) == 1 else NOBODY
    steps = 3 if is_chow(_faces(seen)) else {0: 3, len(tiles) - 1: 1}.get(place, 2)
    kind: MeldKind = "chow" if is_chow(_faces(seen)) else "melded_kong" if len(tiles) == 4 else "pung"
    return Meld(kind, tiles, (seat + steps) % 4, place)
