"""Whole stretches that nobody saw: the end of a deal, the building of a wall, the beginning of play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import after, dealt

from engine.follow.tell.telling import Telling
from engine.follow.tell.writing import Journalled, entries_of_act
from engine.follow.weigh.history import Act
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.journal.record import Entry
from engine.journal.unconfirmed import GAP_CONFIDENCE
from engine.judge.faults import faults
from engine.judge.rounds import next_deal, next_deals
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    UNSEEN,
    DealDrawn,
    DealStarted,
    DiceRolled,
    FaultFound,
    FlowerDeclared,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.reading import Sighting
from engine.table.state import GameState
from tests.engine.follow.a_camera import LOOK_S, RULES, Camera, in_hand, in_play, next_wall, states_in_play


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("number", [0, 1])
def test_a_new_wall_ends_a_deal_whose_end_nobody_saw_and_the_throw_shows_the_dealer(name, number) -> None:
    state = in_play(name)
    camera, wall = Camera(state), next_wall(apply(state, DealDrawn(UNSEEN)), number)
    camera.sees(expected(state))
    camera.is_away(30.0)
    camera.sees(expected(wall), 25.0)
    assert camera.acts[0] == DealDrawn(UNSEEN)
    assert len(camera.tracker.final) <= 1, "nothing has shown yet who is dealer"
    camera.sees(expected(wall), 0.6, arm=wall.dealer)
    pips = (1, 2, 2) if wall.rules.dice == "one3" else (1, 2)
    camera.sees(expected(apply(wall, DiceRolled(wall.dealer, pips))), 1.4)
    unseen, started, built, thrown = camera.acts
    assert (unseen, built) == (DealDrawn(UNSEEN), WallBuilt())
    assert isinstance(started, DealStarted)
    assert started.dealer == wall.dealer
    assert thrown == DiceRolled(wall.dealer, pips)


@pytest.mark.parametrize("name", RULES)
def test_a_deal_that_was_dealt_while_nobody_looked_is_followed(name) -> None:
    state = in_play(name)
    now = in_hand(next_wall(apply(state, DealDrawn(UNSEEN))))
    camera = Camera(state)
    camera.sees(expected(state))
    camera.is_away(90.0)
    camera.sees(expected(now), 4.0)
    assert camera.acts[0] == DealDrawn(UNSEEN)
    assert expected(camera.tracker.best.state) == expected(now)


@pytest.mark.parametrize("name", RULES)
def test_after_an_end_that_was_seen_the_next_deal_may_be_dealt_unseen(name) -> None:
    over = apply(in_play(name), DealDrawn("exhaustive"))
    now = in_hand(next_wall(over))
    camera = Camera(over)
    camera.sees(expected(over))
    camera.is_away(90.0)
    camera.sees(expected(now), 4.0)
    assert isinstance(camera.acts[0], DealStarted)
    assert expected(camera.tracker.best.state) == expected(now)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("acts", [0, 6, 14])
def test_a_program_started_while_people_play_takes_the_deal_up(name, acts) -> None:
    now = expected(in_play(name, acts))
    camera = Camera(new_table(load_ruleset(name)))
    camera.sees(now, 6.0)
    seen = expected(camera.tracker.best.state)
    assert [seat.river for seat in seen.seats] == [seat.river for seat in now.seats]
    held = [(ours.standing, theirs.standing) for ours, theirs in zip(seen.seats, now.seats, strict=True)]
    assert sum(ours != theirs for ours, theirs in held) <= 1, "more than the newest draw is missing"
    discards = [act for act in camera.tracker.acts if isinstance(act.event, TileDiscarded)]
    assert all(act.how == "gap" for act in discards), "nobody saw it"


def test_stacks_that_seem_to_stand_again_are_no_new_wall() -> None:
    state = after(dealt(), TileDiscarded(0, "1m"), TileDrawn(1))
    camera = Camera(state)
    camera.sees(expected(state))
    walls = list(expected(state).walls)
    side = next(n for n, each in enumerate(walls) if 0 in each.heights)
    heights = list(walls[side].heights)
    for place in [n for n, height in enumerate(heights) if height == 0][:3]:
        heights[place] = 2
    walls[side] = replace(walls[side], heights=tuple(heights))
    camera.sees(replace(expected(state), walls=(walls[0], walls[1], walls[2], walls[3])), 8.0)
    assert camera.acts == []


def test_a_table_that_is_cleared_after_a_draw_is_no_new_deal() -> None:
    """Four riichi: all hands lie open, then the discards are swept together."""
    over = apply(in_play("riichi", 20), DealDrawn("four_ready"))
    seen = expected(over)
    seats = [replace(seat, river=(), melds=()) for seat in seen.seats]
    seats[1] = replace(seats[1], standing=0)
    camera = Camera(over)
    camera.sees(seen)
    camera.sees(replace(seen, seats=(seats[0], seats[1], seats[2], seats[3])), 8.0)
    assert camera.acts == []


def test_either_dealer_is_right_after_an_end_that_nobody_saw() -> None:
    state = in_play("riichi")
    over = apply(state, DealDrawn(UNSEEN))
    assert not list(faults(state, DealDrawn(UNSEEN)))
    assert [following.dealer for following in next_deals(over)] == [1, 0]
    assert next_deal(over).honba == 0
    for following in next_deals(over):
        assert not list(faults(over, DealStarted(following.dealer, following.prevalent_wind)))
    assert [each.name for each in faults(over, DealStarted(2))] == ["wrong_dealer"]


@pytest.mark.parametrize(
    ("name", "event", "zone"),
    [
        pytest.param("mcr", TileDiscarded(0, "1m"), "river:0", id="discards"),
        pytest.param("mcr", FlowerDeclared(0, "1f"), "flowers:0", id="flowers"),
        pytest.param(
            "riichi", Won(0, "5z", None, ("1m", "2m", "3m") * 4 + ("5z",)), "standing:0", id="a hand"
        ),
    ],
)
def test_what_lies_in_a_zone_that_was_never_seen_whole_tells_nothing(name, event, zone) -> None:
    state = dealt(name)
    camera = Camera(state)
    camera.sees(replace(expected(state), hidden=frozenset({zone})))
    camera.sees(replace(expected(apply(state, event)), hidden=frozenset({zone})), 8.0)
    assert event not in camera.acts
    camera.sees(expected(apply(state, event)), 4.0)
    assert event in camera.acts


def after_discards(name: str, number: int) -> GameState:
    """A simulated deal after so many discards, before the next draw."""
    states = (each for each in states_in_play(name) if each.owes == "draw")
    return next(each for each in states if len(each.discard_order) == number)


def taken_up(now: GameState) -> Camera:
    """Somebody who looks for the first time, and does not know who is East."""
    camera = Camera(now)
    camera.tracker = Tracker(*(new_table(now.rules, seat) for seat in range(4)))
    return camera


def test_who_is_east_in_a_deal_that_was_taken_up_is_not_guessed() -> None:
    """After two discards of each and no claim it may be anybody."""
    now = after_discards("mcr", 8)
    assert not any(seat.melds for seat in now.seats)
    camera = taken_up(now)
    camera.sees(replace(expected(now), dice=()), 30.0)
    assert camera.tracker.is_east_guessed
    assert {each.begun.dealer for each in camera.tracker.histories} == {0, 1, 2, 3}
    assert Telling(Following().rates).step(camera.tracker).told == ()
    assert camera.tracker.is_told_east(now.dealer)
    camera.sees(expected(now), 2.0)
    assert not camera.tracker.is_east_guessed
    seen = expected(camera.tracker.best.state)
    assert [seat.river for seat in seen.seats] == [seat.river for seat in expected(now).seats]


@pytest.mark.parametrize("name", RULES)
def test_who_is_east_in_a_deal_that_was_taken_up_is_told_where_it_can_be_nobody_else(name) -> None:
    """The turns come to these discards in one order only."""
    now = after_discards(name, 7)
    camera = taken_up(now)
    camera.sees(replace(expected(now), dice=()))
    assert not camera.tracker.is_east_guessed
    assert camera.tracker.best.begun.dealer == now.dealer


def test_who_is_east_is_not_told_before_all_of_a_taken_up_table_was_seen() -> None:
    now = next(
        each for each in states_in_play("riichi") if len(each.discard_order) == 5 and each.owes == "draw"
    )
    camera = taken_up(now)
    camera.sees(replace(expected(now), dice=()), 30.0, arm=1)
    assert camera.tracker.is_east_guessed


@pytest.mark.parametrize(("later_s", "is_told"), [(0.4, False), (40.0, True)])
def test_no_fault_is_told_of_what_lay_there_when_somebody_first_looked(later_s, is_told) -> None:
    """South has been passed over: who comes later does not know what was done."""
    start = new_table(load_ruleset("riichi"), 0)
    told = (WallBuilt(), WallBroken(1, 7), HandsDealt(0), TileDiscarded(0, "1m"))
    entries = tuple(
        Entry(number, 20.0 if number == 1 else 20.0 + later_s, "camera", (event,), None, GAP_CONFIDENCE)
        for number, event in enumerate(told, 1)
    )
    known = Journalled(start, entries, after(start, *told))
    act = Act(TileDiscarded(2, "5z"), 20.0 + later_s, "gap")
    found = entries_of_act(known, act, 0.95, expected(after(known.state, act.event)))
    faults_told = [each.name for entry in found for each in entry.events if isinstance(each, FaultFound)]
    assert bool(faults_told) is is_told


@pytest.mark.parametrize("name", ["mcr", "riichi", "beginner"])
def test_who_is_east_is_not_told_while_more_tiles_are_found_than_there_are(name) -> None:
    """A card beside a river reads as a tile: with it the turns come as if another had begun."""
    now = after_discards(name, 5)
    seen = replace(expected(now), dice=())
    *others, last = seen.seats
    last = replace(last, river=(*last.river, Sighting("9p")))
    camera = taken_up(now)
    camera.sees(replace(seen, seats=(others[0], others[1], others[2], last)), 8.0)
    assert camera.tracker.is_east_guessed


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("arm", [None, 2])
def test_a_look_in_which_a_river_is_covered_does_not_say_that_nothing_has_happened(name, arm) -> None:
    states = states_in_play(name)
    before, now = states[24], states[28]
    camera = Camera(before)
    camera.sees(expected(before))
    known = len(camera.acts)
    camera.is_away(6.0)
    if arm is not None:  # his own river only is covered, and all else seems as it was
        camera.sees(expected(before), LOOK_S, arm)
    camera.sees(expected(now))
    fresh = [act.how for act in camera.tracker.acts[known:]]
    assert fresh
    assert set(fresh) == {"gap"}


def test_a_river_that_stays_covered_holds_up_nothing_for_ever() -> None:
    states = states_in_play("riichi")
    camera = Camera(states[24])
    camera.sees(expected(states[24]))
    camera.is_away(6.0)
    camera.sees(expected(states[24]), 19.0, arm=2)
    assert camera.tracker.best.agreed_s < camera.at_s - 19.0
    camera.sees(expected(states[24]), 2.0, arm=2)
    assert camera.tracker.best.agreed_s == pytest.approx(camera.at_s - LOOK_S)
