"""Flowers that read badly or are never found: each of the eight exists once, and each is replaced."""

from __future__ import annotations

from dataclasses import replace

import pytest
from explained import explained

from engine.follow.propose.flowers import told_apart, with_flowers_told_apart
from engine.follow.weigh.tracker import Tracker
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    Event,
    FlowerDeclared,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState

MCR = load_ruleset("mcr")
DEALT = (WallBuilt(), WallBroken(1, 12), HandsDealt(0))


def after(*events: Event) -> GameState:
    state = new_table(MCR)
    for event in events:
        state = apply(state, event)
    return state


def read_as(**chances: float) -> Sighting:
    """A sighting read as `f8=0.4`: 8f with 0.4."""
    ranked = sorted(((name[1:] + name[0], each) for name, each in chances.items()), key=lambda pair: -pair[1])
    return Sighting(ranked[0][0], ranked[0][1], tuple(ranked))


def with_flowers(reading: TableReading, seat: int, *flowers: Sighting) -> TableReading:
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], flowers=flowers)
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


def test_a_face_that_lies_elsewhere_is_not_told_again() -> None:
    seen = with_flowers(TableReading(), 0, read_as(f8=0.43, f1=0.30, f5=0.15))
    assert with_flowers_told_apart(seen).seats[0].flowers[0].tile == "8f"
    seen = with_flowers(with_flowers(seen, 2, read_as(f8=0.99)), 3, read_as(f1=0.9))
    (flower,) = with_flowers_told_apart(seen).seats[0].flowers
    assert flower.tile == "5f"
    assert flower.confidence > 0.6


def test_what_is_no_face_of_a_flower_counts_little_in_the_flowers_place() -> None:
    seen = with_flowers(TableReading(), 1, Sighting("8s", 0.54, (("8s", 0.54), ("4f", 0.41))))
    (flower,) = with_flowers_told_apart(seen).seats[1].flowers
    assert flower.tile == "4f"


@pytest.mark.parametrize(
    "tiles",
    [(read_as(s3=0.99),), (Sighting(None, 0.0),), (read_as(f2=0.95), read_as(f2=0.97))],
    ids=["another tile lies there", "nothing is read", "two are surely the same"],
)
def test_some_readings_stay_as_they_are(tiles: tuple[Sighting, ...]) -> None:
    seen = with_flowers(TableReading(), 0, *tiles)
    assert with_flowers_told_apart(seen) == seen


def test_the_chances_of_each_flower_sum_to_one_and_so_do_those_of_a_face_when_all_eight_lie() -> None:
    rows = tuple(tuple(0.1 + 0.05 * ((3 * row + face) % 8) for face in range(8)) for row in range(8))
    chances = told_apart(rows)
    assert all(sum(row) == pytest.approx(1.0) for row in chances)
    assert all(sum(row[face] for row in chances) == pytest.approx(1.0) for face in range(8))


@pytest.mark.parametrize("seat", [0, 2])
def test_a_flower_nobody_found_is_told_by_the_row_that_was_shorter_and_the_tile_gone_from_the_end(
    seat: int,
) -> None:
    state, laid = after(*DEALT), (FlowerDeclared(seat, "5f"), TileDrawn(seat, "tail"))
    shorter = with_flowers(expected(after(*DEALT, laid[0])), seat)
    seen = with_flowers(expected(after(*DEALT, *laid)), seat)
    assert explained(state, shorter, seen) == (FlowerDeclared(seat, None), laid[1])


def test_one_tile_gone_from_the_end_alone_may_be_overlooked() -> None:
    state, laid = after(*DEALT), (FlowerDeclared(0, "5f"), TileDrawn(0, "tail"))
    assert explained(state, with_flowers(expected(after(*DEALT, *laid)), 0)) == ()


def test_a_flower_nobody_found_is_no_draw_from_the_wrong_end() -> None:
    moves = (TileDiscarded(0, "1z"), TileDrawn(1))
    laid = (FlowerDeclared(1, "5f"), TileDrawn(1, "tail"), TileDiscarded(1, "2z"))
    shorter = with_flowers(expected(after(*DEALT, *moves, laid[0])), 1)
    seen = with_flowers(expected(after(*DEALT, *moves, *laid)), 1)
    found = explained(after(*DEALT, *moves), shorter, seen)
    assert found == (FlowerDeclared(1, None), *laid[1:])


def test_a_single_tile_overlooked_at_the_end_of_the_wall_tells_of_no_flower() -> None:
    moves = (*DEALT, FlowerDeclared(0, "5f"), TileDrawn(0, "tail"), TileDiscarded(0, "1z"), TileDrawn(1))
    state, thrown = after(*moves), TileDiscarded(1, "2z")
    now = after(*moves, FlowerDeclared(1, None), TileDrawn(1, "tail"))
    gone = [
        (old, new)
        for before, left in zip(state.wall.heights, now.wall.heights, strict=True)
        for old, new in zip(before, left, strict=True)
        if old != new
    ]
    assert gone == [(1, 0)]
    whole = expected(after(*moves, thrown))
    seen = replace(whole, walls=expected(now).walls)
    assert explained(state, seen) == (thrown,)


def test_a_stack_overlooked_in_play_tells_of_no_flowers() -> None:
    """Whoever replaces a flower takes one tile: of two lying on each other the lower one is still there."""
    moves = (*DEALT, TileDiscarded(0, "1z"), TileDrawn(1))
    state, thrown = after(*moves), TileDiscarded(1, "2z")
    whole = expected(after(*moves, thrown))
    now = after(*moves, FlowerDeclared(1, None), TileDrawn(1, "tail")).wall.heights
    side, place = next(
        (side, place)
        for side in range(4)
        for place, height in enumerate(state.wall.heights[side])
        if height != now[side][place]
    )
    walls = list(whole.walls)
    heights = list(walls[side].heights)
    assert heights[place] == 2
    heights[place] = 0
    walls[side] = replace(walls[side], heights=tuple(heights))
    seen = replace(whole, walls=(walls[0], walls[1], walls[2], walls[3]))
    assert explained(state, seen) == (thrown,)


def test_no_ninth_flower_is_concluded() -> None:
    eight = [event for n in range(1, 9) for event in (FlowerDeclared(0, f"{n}f"), TileDrawn(0, "tail"))]
    moves = (*DEALT, *eight, TileDiscarded(0, "1z"), TileDrawn(1))
    seen = with_flowers(expected(after(*moves, FlowerDeclared(1, "5f"), TileDrawn(1, "tail"))), 1)
    assert explained(after(*moves), seen) == ()
    seen = with_flowers(expected(after(*moves)), 1, Sighting(None), Sighting(None))
    assert explained(after(*moves), seen) == ()


def test_a_flower_found_at_last_is_the_one_that_was_missing() -> None:
    laid = (*DEALT, FlowerDeclared(0, None), TileDrawn(0, "tail"))
    seen = with_flowers(expected(after(*laid)), 0, read_as(f5=0.7))
    assert explained(after(*laid), seen) == ()


def test_what_surely_reads_as_no_flower_is_none_and_does_not_take_the_place_of_one() -> None:
    state, laid = after(*DEALT), (FlowerDeclared(0, "8f"), TileDrawn(0, "tail"))
    strange = Sighting("5z", 0.97, (("5z", 0.97), ("6z", 0.02)))
    alone = with_flowers(expected(state), 0, strange)
    both = with_flowers(expected(after(*DEALT, *laid)), 0, strange, read_as(f8=0.99))
    assert explained(state, alone) == ()
    assert explained(state, alone, both) == laid


def test_a_flower_concluded_first_gets_its_face_when_it_is_read() -> None:
    state, laid = after(*DEALT), (FlowerDeclared(0, "5f"), TileDrawn(0, "tail"))
    shorter = with_flowers(expected(after(*DEALT, laid[0])), 0)
    seen = with_flowers(expected(after(*DEALT, *laid)), 0)
    found = with_flowers(seen, 0, read_as(f5=0.95))
    assert explained(state, shorter, seen, found) == laid


def test_a_stack_that_is_seen_too_low_for_long_is_no_flower_that_nobody_found() -> None:
    state = after(*DEALT, TileDiscarded(0, "1z"), TileDrawn(1))
    (lower,) = [
        (side, place)
        for side, (old, new) in enumerate(
            zip(state.wall.heights, apply(state, TileDrawn(1, "tail")).wall.heights, strict=True)
        )
        for place, (height, now) in enumerate(zip(old, new, strict=True))
        if height != now
    ]
    seen = expected(state)
    walls = list(seen.walls)
    heights = list(walls[lower[0]].heights)
    heights[lower[1]] = 1
    walls[lower[0]] = replace(walls[lower[0]], heights=tuple(heights))
    low = replace(seen, walls=(walls[0], walls[1], walls[2], walls[3]))
    tracker = Tracker(state)
    for look in range(200):
        tracker.look(0.2 * look, replace(low if look > 5 else seen))
    assert tracker.acts == ()
