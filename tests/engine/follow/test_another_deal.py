"""Another deal lies there than the one that was followed: nobody looked for minutes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.propose.opening import is_another_deal, is_gathered
from engine.follow.tell.no_wall import NO_WALL_S, NoWall, awaits_wall, begun
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import UNSEEN, DealDrawn, DealStarted, WallBuilt
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from tests.engine.follow.a_camera import LOOK_S, RULES, Camera, in_play, lying, states_in_play


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("acts", [14, 20])
def test_a_deal_that_has_gone_on_while_nobody_looked_shows_who_deals(name, acts) -> None:
    state, now = in_play(name), states_in_play(name, 8)[acts]
    camera = Camera(state)
    camera.sees(expected(state))
    camera.is_away(120.0)
    camera.sees(expected(now), 4.0)
    assert camera.acts[0] == DealDrawn(UNSEEN)
    found = camera.tracker.best.state
    assert (found.dealer, found.turn) == (now.dealer, now.turn)
    rivers = [[seat.river for seat in expected(each).seats] for each in (found, now)]
    assert rivers[0] == rivers[1]


@pytest.mark.parametrize("name", RULES)
def test_nothing_of_the_deal_before_is_told_while_two_rows_of_another_are_not_counted(name) -> None:
    state, now = in_play(name, 60), states_in_play(name, 8)[20]
    seen = expected(now)
    seats = (*(replace(seat, standing=None) for seat in seen.seats[:2]), *seen.seats[2:])
    camera = Camera(state)
    camera.sees(expected(state))
    camera.is_away(120.0)
    camera.sees(replace(seen, seats=seats), 6.0)
    assert camera.acts == []
    camera.sees(seen, 4.0)
    assert camera.acts[0] == DealDrawn(UNSEEN)
    assert camera.tracker.best.state.turn == now.turn


@pytest.mark.parametrize("name", RULES)
def test_a_deal_of_which_one_row_is_not_counted_is_another(name) -> None:
    state, now = in_play(name, 60), states_in_play(name, 8)[20]
    seen = expected(now)
    camera = Camera(state)
    camera.sees(expected(state))
    camera.is_away(120.0)
    camera.sees(replace(seen, seats=(replace(seen.seats[0], standing=None), *seen.seats[1:])), 4.0)
    assert camera.acts[0] == DealDrawn(UNSEEN)
    assert camera.tracker.best.state.dealer == now.dealer


@pytest.mark.parametrize("name", RULES)
def test_the_first_look_after_a_gap_may_show_two_deals_and_changes_no_face_of_the_first(name) -> None:
    states = states_in_play(name)[10:25]
    camera = Camera(states[0])
    for state in states:
        camera.sees(expected(state), 1.0)
    told = camera.acts
    now = next(each for each in states_in_play(name, 8) if lying(each, 0) == lying(states[-1], 0))
    camera.is_away(120.0)
    before, seen = expected(states[-1]), expected(now)
    camera.sees(replace(before, seats=(seen.seats[0], *before.seats[1:])), LOOK_S)
    camera.sees(seen, 4.0)
    assert camera.acts[: len(told)] == told
    assert camera.acts[len(told)] == DealDrawn(UNSEEN)


@pytest.mark.parametrize("name", RULES)
def test_discards_that_lie_there_unread_are_not_gathered(name) -> None:
    """In a heap in the middle the first of each player may be hidden by those that lie beside them."""
    state = in_play(name, 60)
    seen = expected(state)
    seats = [
        replace(seat, river=(*(Sighting(None, 0.0) for _ in seat.river[:3]), *seat.river[3:]))
        for seat in seen.seats
    ]
    assert not is_gathered(state, replace(seen, seats=(seats[0], seats[1], seats[2], seats[3])))
    assert not is_another_deal(state, replace(seen, seats=(seats[0], seats[1], seats[2], seats[3])))


def without_walls(state: GameState) -> TableReading:
    """A deal in play as it is read where backs are as green as the cloth: two sides are hardly found."""
    seen = expected(state)
    bare = [replace(side, heights=(0,) * len(side.heights), gap_after=None) for side in seen.walls]
    return replace(seen, walls=(bare[0], seen.walls[1], bare[2], bare[3]))


def asks(state: GameState, *looks: TableReading) -> bool:
    """Whether people are asked after these looks, each as long as it takes to ask."""
    watch, at_s, is_asked = NoWall(), 0.0, False
    for reading in looks:
        for _ in range(round(NO_WALL_S) + 1):
            is_asked = watch.look(at_s, state, reading)
            at_s += 1.0
    return is_asked


@pytest.mark.parametrize("name", RULES)
def test_people_are_asked_about_a_deal_of_which_no_wall_is_found(name) -> None:
    table, played = new_table(load_ruleset(name)), without_walls(in_play(name, 20))
    assert asks(table, played)
    assert not asks(table, played, expected(table)), "nobody plays any more"
    covered = replace(expected(table), hidden=frozenset({"river:0"}))
    assert asks(table, played, covered), "a hand is over the table"
    assert not asks(in_play(name, 20), played), "it is followed"


@pytest.mark.parametrize("name", RULES)
def test_the_hands_that_still_stand_after_a_deal_are_no_other_deal(name) -> None:
    over = apply(in_play(name, 60), DealDrawn("exhaustive"))
    assert not asks(over, without_walls(in_play(name, 60)))
    assert asks(over, without_walls(states_in_play(name, 8)[20]))


@pytest.mark.parametrize("name", RULES)
def test_a_deal_that_people_say_is_played_is_followed_without_most_of_its_wall(name) -> None:
    now = states_in_play(name, 8)[20]
    camera = Camera(apply(new_table(load_ruleset(name), dealer=now.dealer), *begun(new_table(now.rules))))
    camera.sees(without_walls(now), 4.0)
    found = camera.tracker.best.state
    rivers = [[seat.river for seat in expected(each).seats] for each in (found, now)]
    assert rivers[0] == rivers[1]
    assert (found.dealer, found.turn) == (now.dealer, now.turn)


def test_what_people_say_began_follows_the_deal_before() -> None:
    over = apply(in_play("mcr"), DealDrawn("exhaustive"))
    assert awaits_wall(over)
    started, built = begun(over)
    assert isinstance(started, DealStarted)
    assert built == WallBuilt()
