"""Discards in rows that nobody finds any more: they lie there unread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.discards.rows import in_rows
from engine.follow.discards.spots import Key, Spots
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.reading import Point, SeatReading, Sighting, TableReading
from engine.table.seating import with_seat
from engine.table.state import Discard, GameState

RULES = load_ruleset("riichi")
PLACES: list[Point] = [(-60.0, -90.0), (-33.0, -90.0), (-6.0, -90.0), (21.0, -90.0), (48.0, -90.0)]
FACES = ["1m", "9p", "5s", "7z"]
SPOTS: Spots = {(0, place): spot for place, spot in enumerate(PLACES[:4])}
NOTHING = frozenset[Key]()


def at(tile: str | None, spot: Point) -> Sighting:
    x, y = spot
    corners = ((x - 13, y + 17), (x + 13, y + 17), (x + 13, y - 17), (x - 13, y - 17))
    return Sighting(tile, 0.99, ((tile, 0.99),) if tile else (), corners_mm=corners)


def row(*tiles: Sighting) -> TableReading:
    return TableReading(seats=(SeatReading(river=tiles), SeatReading(), SeatReading(), SeatReading()))


def told(*faces: str, claimed_by: int | None = None) -> GameState:
    state = replace(new_table(RULES), phase="playing", turn=1, owes="draw")
    river = tuple(Discard(face) for face in faces)
    last = replace(river[-1], claimed_by=claimed_by)
    return with_seat(state, 0, river=(*river[:-1], last))


def faces_of(reading: TableReading) -> list[str | None]:
    return [each.tile for each in reading.seats[0].river]


def without(*lost: int) -> list[Sighting]:
    return [at(face, PLACES[place]) for place, face in enumerate(FACES) if place not in lost]


def test_a_row_that_is_found_whole_is_as_it_was_seen() -> None:
    seen = row(*without())
    reading, spots = in_rows(seen, told(*FACES), {}, NOTHING)
    assert reading is seen
    assert spots == SPOTS


@pytest.mark.parametrize("lost", [0, 1, 2, 3])
def test_a_tile_that_is_found_no_more_lies_in_its_place_unread(lost: int) -> None:
    reading, spots = in_rows(row(*without(lost)), told(*FACES), SPOTS, NOTHING)
    assert faces_of(reading) == [None if place == lost else face for place, face in enumerate(FACES)]
    assert spots == SPOTS


def test_one_more_of_the_same_face_is_not_the_tile_that_is_found_no_more() -> None:
    reading, spots = in_rows(row(*without(3), at("7z", PLACES[4])), told(*FACES), SPOTS, NOTHING)
    assert faces_of(reading) == ["1m", "9p", "5s", None, "7z"]
    assert spots == SPOTS


def test_two_that_are_found_no_more_lie_in_their_places() -> None:
    reading, _ = in_rows(row(*without(0, 2)), told(*FACES), SPOTS, NOTHING)
    assert faces_of(reading) == [None, "9p", None, "7z"]


def test_the_newest_may_be_claimed_or_taken_back() -> None:
    seen = row(*without(3))
    assert in_rows(seen, told(*FACES), SPOTS, frozenset({(0, 3)}))[0] is seen


def test_a_claimed_tile_lies_there_no_more() -> None:
    seen = row(*without(3))
    assert in_rows(seen, told(*FACES, claimed_by=2), SPOTS, NOTHING)[0] is seen


@pytest.mark.parametrize("moved", [(0.0, -60.0), (27.0, 0.0), (300.0, 0.0)])
def test_where_a_row_was_pushed_away_nothing_is_added(moved: Point) -> None:
    pushed = [
        at(face, (x + moved[0], y + moved[1])) for face, (x, y) in zip(FACES[:3], PLACES[:3], strict=True)
    ]
    seen = row(*pushed)
    assert in_rows(seen, told(*FACES), SPOTS, NOTHING)[0] is seen


def test_when_all_tiles_are_gathered_nothing_lies_there() -> None:
    assert in_rows(row(), told(*FACES), SPOTS, NOTHING)[0] == row()
