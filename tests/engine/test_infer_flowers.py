"""Flowers that read badly or are never found: each of the eight exists once, and each is replaced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.infer import infer
from engine.infer_flowers import Dips, flowers_cost, told_apart, with_flowers_told_apart
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


def test_a_flower_nobody_found_is_told_with_its_replacement() -> None:
    state = after(*DEALT)
    seen = with_flowers(expected(after(*DEALT, FlowerDeclared(0, "5f"), TileDrawn(0, "tail"))), 0)
    assert infer(state, seen, dipped=frozenset({0})).events == (FlowerDeclared(0, None), TileDrawn(0, "tail"))


def test_whose_flower_was_not_found_is_told_by_whose_row_was_shorter_for_a_while() -> None:
    state = after(*DEALT)
    seen = with_flowers(expected(after(*DEALT, FlowerDeclared(2, "5f"), TileDrawn(2, "tail"))), 2)
    assert infer(state, seen, dipped=frozenset({2})).events == (FlowerDeclared(2, None), TileDrawn(2, "tail"))


def test_a_flower_nobody_found_is_no_draw_from_the_wrong_end() -> None:
    moves = (TileDiscarded(0, "1z"), TileDrawn(1))
    laid = (FlowerDeclared(1, "5f"), TileDrawn(1, "tail"), TileDiscarded(1, "2z"))
    seen = with_flowers(expected(after(*DEALT, *moves, *laid)), 1)
    found = infer(after(*DEALT, *moves), seen, dipped=frozenset({1}))
    assert found.events == (FlowerDeclared(1, None), *laid[1:])


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
    assert infer(state, seen, dipped=frozenset({1})).events == (thrown,)


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
    assert infer(state, seen, dipped=frozenset({1})).events == (thrown,)


def test_no_ninth_flower_is_concluded() -> None:
    eight = [event for n in range(1, 9) for event in (FlowerDeclared(0, f"{n}f"), TileDrawn(0, "tail"))]
    moves = (*DEALT, *eight, TileDiscarded(0, "1z"), TileDrawn(1))
    seen = with_flowers(expected(after(*moves, FlowerDeclared(1, "5f"), TileDrawn(1, "tail"))), 1)
    assert infer(after(*moves), seen, dipped=frozenset({1})).events == ()
    seen = with_flowers(expected(after(*moves)), 1, Sighting(None), Sighting(None))
    assert infer(after(*moves), seen).events == ()


def test_a_flower_found_at_last_is_the_one_that_was_missing() -> None:
    laid = (*DEALT, FlowerDeclared(0, None), TileDrawn(0, "tail"))
    seen = with_flowers(expected(after(*laid)), 0, read_as(f5=0.7))
    assert infer(after(*laid), seen).events == ()


def test_a_row_has_dipped_when_it_was_whole_before() -> None:
    state, dips = after(*DEALT), Dips()
    whole = expected(state)
    short = [replace(each, standing=12) if seat == 2 else each for seat, each in enumerate(whole.seats)]
    dipped = replace(whole, seats=(short[0], short[1], short[2], short[3]))
    assert dips.take(state, dipped) == frozenset(), "it may have been miscounted all the time"
    assert dips.take(state, whole) == frozenset()
    assert dips.take(state, dipped) == frozenset({2})
    assert dips.take(state, whole) == frozenset({2})
    dips.begin()
    assert dips.take(state, whole) == frozenset()


def test_an_unknown_flower_may_be_any_and_costs_little_when_it_is_not_seen() -> None:
    unknown, known = Sighting(None), Sighting("2f", 1.0, (("2f", 1.0),))
    assert flowers_cost((unknown,), ()) < 1 < flowers_cost((known,), ())
    assert flowers_cost((known, unknown), (read_as(f5=0.9), read_as(f2=0.9))) < 1
    assert flowers_cost((known,), (read_as(f2=0.9), read_as(f5=0.9))) > 5


@pytest.mark.parametrize(
    ("lying", "told"),
    [(read_as(p4=0.53, p5=0.29), []), (read_as(f4=0.53, f5=0.29), [HandsDealt])],
    ids=["the edge of a standing tile", "a flower"],
)
def test_only_a_flower_before_a_seat_tells_that_the_deal_is_done_a_little_before_the_wall_does(
    lying: Sighting, told: list[type[Event]]
) -> None:
    broken, dealt = after(*DEALT[:2]), expected(after(*DEALT))
    assert dealt.walls[3].heights[:4] == (0, 0, 1, 2)
    last = replace(dealt.walls[3], heights=(2, 2, 2, *dealt.walls[3].heights[3:]))  # still to be taken
    seen = with_flowers(replace(dealt, walls=(*dealt.walls[:3], last)), 0, lying)
    rows = [replace(seat, standing=12) for seat in seen.seats]
    events = infer(broken, replace(seen, seats=tuple(rows))).events
    assert [type(event) for event in events if isinstance(event, HandsDealt)] == told
