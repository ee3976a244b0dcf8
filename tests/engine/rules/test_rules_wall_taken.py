"""Tiles taken from the wall: the deal stack by stack, draws, replacements, the last tile."""

from dataclasses import replace

import pytest
from rule_rows import D, T, broken, case, names, own_kong, rule, tail, with_wall

from engine.journal.amend import folded
from engine.judge.draws import due_draw
from engine.judge.legal import next_events
from engine.notation import place_text
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.deal_plan import deal_plan, next_grab
from engine.table.events import DealDrawn, DiceRolled, FlowerDeclared, HandsDealt, StacksTaken, WallBuilt
from engine.table.state import StackPlace, Wall
from engine.table.wall import (
    deal_order,
    dealt_wall,
    height_at,
    live_place,
    live_tiles_left,
    tail_place,
    take_live,
)


@pytest.mark.parametrize(
    ("grabs", "event", "expected"),
    [
        case("S004-33", 0, StacksTaken(0, 1, 16), set(), name="East first"),
        case("S004-33", 0, StacksTaken(1, 1, 16), {"wrong_stack_taken"}, name="South first"),
        case("S004-33", 0, StacksTaken(0, 1, 15), {"wrong_stack_taken"}, name="the other way"),
        case("S004-33", 1, StacksTaken(1, 1, 18), set(), name="South second"),
        case("S004-34", 12, StacksTaken(0, 3, 4, 2), set(), name="tops of first and third"),
        case("S004-34", 12, StacksTaken(0, 3, 4, 4), {"wrong_top_taken"}, name="two stacks instead"),
        case("S004-35", 13, StacksTaken(1, 3, 4, 1), set(), name="South the lower of the first"),
        case("S004-35", 13, StacksTaken(1, 3, 5, 1), {"wrong_last_tile_taken"}, name="South the second"),
        case("S004-35", 14, StacksTaken(2, 3, 5, 1), set(), name="West the upper of the next"),
        case("S004-35", 15, StacksTaken(3, 3, 5, 1), set(), name="North the lower of it"),
        case("S004-36", 16, StacksTaken(0, 3, 6, 1), {"wrong_stack_taken"}, name="nobody more"),
    ],
)
def test_who_takes_what_in_the_deal_is_judged(grabs, event, expected):
    state = taken(broken("mcr", 10, 5), grabs)
    assert names(state, event) == expected


def taken(state, grabs):
    for _ in range(grabs):
        grab = next_grab(state)
        state = apply(state, StacksTaken(grab.seat, grab.places[0].side, grab.places[0].stack, grab.tiles))
    return state


@rule("S004-34")
@rule("S004-35")
@rule("S002-20")
@pytest.mark.parametrize("name", ["mcr", "beginner"])
def test_the_deal_stack_by_stack_is_the_deal_at_once(name):
    state = broken(name, *((10, 5) if name == "mcr" else (12,)))
    step_by_step = apply(taken(state, 16), HandsDealt(0))
    assert step_by_step == apply(state, HandsDealt(0))
    assert [len(seat.standing) for seat in step_by_step.seats] == [14, 13, 13, 13]
    assert len(deal_order(state.rules, state.wall, 0)) == 53
    assert names(taken(state, 15), HandsDealt(0)) == {"wrong_hand_dealt"}


@rule("S002-19")
@rule("S004-33")
@rule("S004-Q5")
def test_tiles_go_clockwise_while_players_go_counter_clockwise():
    state = broken("mcr", 10, 5)
    plan = deal_plan(state.rules, state.wall, 0)
    assert [grab.seat for grab in plan[:5]] == [0, 1, 2, 3, 0]
    sides = list(dict.fromkeys(place.side for grab in plan for place in grab.places))
    assert sides == [1, 0, 3]


@rule("S002-18")
@rule("S004-33")
def test_nobody_draws_from_a_wall_that_stands():
    start = new_table(load_ruleset("mcr"))
    built = apply(start, WallBuilt())
    assert "drew_before_deal" in names(built, T(0))
    assert "drew_before_deal" in names(folded(built, [DiceRolled(0, (1, 2)), DiceRolled(2, (3, 4))]), tail(1))
    # Where the building was not seen the deal may have gone unseen too, and a hand that was dealt shows it.
    assert "drew_before_deal" not in names(start, T(0))
    assert "drew_before_deal" not in names(folded(built, [HandsDealt(0), D(0, "1z")]), T(1))


@rule("S002-27")
@rule("S003-01")
@rule("S004-38")
def test_draws_go_on_where_the_deal_ended_top_before_bottom(at):
    start = broken("mcr", 10, 5)
    wall = dealt_wall(start.rules, start.wall, 0)
    seen = []
    for _ in range(5):
        seen.append((place_text(live_place(wall)), height_at(wall, live_place(wall))))
        wall = take_live(wall)
    assert seen == [("N6", 1), ("N7", 2), ("N7", 1), ("N8", 2), ("N8", 1)]


@rule("S002-42")
@rule("S003-09")
@rule("S004-38")
@rule("G-04")
@pytest.mark.parametrize("name", ["mcr", "beginner", "hong_kong"])
def test_a_replacement_comes_from_the_other_side_of_the_gap(at, name):
    state = apply(at(name), own_kong(0, "3p"))
    place = tail_place(state.wall)
    assert place == StackPlace(0, 10)
    after = apply(state, tail(0))
    assert height_at(after.wall, place) == 1
    assert names(state, tail(0)) == set()
    assert names(state, T(0)) == {"wrong_end"}


@rule("S003-29")
def test_play_goes_on_to_the_last_tile_of_the_wall(at):
    state = at("mcr", D(0, "1z"))
    assert live_tiles_left(state.rules, state.wall) == state.wall.tiles_left == 91
    nearly = folded(state, [T(1)])
    one_left = Wall(tuple(tuple(0 for _ in side) for side in nearly.wall.heights), nearly.wall.break_after)
    assert names(nearly, DealDrawn()) == {"drawn_too_early"}
    empty = replace(at("mcr", D(0, "1z")), wall=one_left)
    assert names(empty, DealDrawn()) == set()
    assert names(empty, T(1)) == {"wall_empty"}


@rule("S001-12")
@rule("S003-29")
@pytest.mark.parametrize("name", ["mcr", "hong_kong", "doubles"])
def test_a_flower_drawn_last_of_all_ends_the_deal(at, name):
    last = with_wall(at(name, D(0, "1z"), T(1, "3f")), 0)
    assert names(last, FlowerDeclared(1, "3f")) == set()
    assert FlowerDeclared(1, None) in next_events(last)
    laid = apply(last, FlowerDeclared(1, "3f"))
    assert due_draw(laid) == DealDrawn()
    assert names(laid, DealDrawn()) == set()
    assert DealDrawn() in next_events(laid)


@rule("X-16")
@pytest.mark.parametrize(("name", "is_over"), [("riichi_classic", True), ("mcr", False)])
def test_a_kong_on_an_empty_wall_ends_the_deal_where_it_is_allowed(at, name, is_over):
    last = with_wall(at(name, D(0, "1z"), T(1, "1s")), 14 if is_over else 0)
    assert (due_draw(apply(last, own_kong(1, "1s"))) is not None) == is_over
