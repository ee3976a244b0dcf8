"""Many acts between two looks: found together, in an order that the rules allow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import after

from engine.follow.propose.gap_acts import acts_of_a_gap
from engine.follow.weigh.tracker import Tracker
from engine.judge.faults import faults
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import KongDeclared, PungClaimed, TileDiscarded
from engine.table.expected import expected
from engine.table.play_order import next_seat
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import plain
from tests.engine.follow.test_follow_acts import played

RULES = ("mcr", "riichi", "beginner", "hong_kong", "doubles")
LOOK_S = 0.2


def states_of(name: str, seed: int) -> list[GameState]:
    """A simulated deal in play, as a camera can know it: the table before each act."""
    return [state for state, _ in played(name, seed) if state.phase in ("flowers", "playing")]


def lying(reading: TableReading) -> list[tuple[object, ...]]:
    """What lies open before each seat; the order of sets and flowers means nothing."""
    return [
        (
            seat.river,
            sorted(map(repr, seat.melds)),
            sorted(repr(each.tile) for each in seat.flowers),
        )
        for seat in reading.seats
    ]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("seed", "first", "last"), [(1, 0, 60), (2, 8, 40), (3, 0, 120), (4, 21, 200)])
def test_the_acts_of_a_gap_lead_to_the_table_that_was_seen(name, seed, first, last) -> None:
    states = states_of(name, seed)
    state, now = states[first], states[min(last, len(states) - 1)]
    (run,) = acts_of_a_gap(state, expected(now), expected(state))
    then = after(state, *run)
    assert lying(expected(then)) == lying(expected(now))
    # Who draws next is the same, and as many tiles are gone from the wall.
    assert (then.turn, then.owes) in {(now.turn, now.owes), (now.turn, "draw")}
    assert then.wall.tiles_left - now.wall.tiles_left in {0, 1}


def test_no_act_of_a_gap_is_against_the_rules() -> None:
    states = states_of("riichi", 7)
    state, now = states[0], states[80]
    (run,) = acts_of_a_gap(state, expected(now), expected(state))
    names = []
    for event in run:
        names += [each.name for each in faults(state, event)]
        state = apply(state, event)
    assert names == []


def test_a_discard_of_a_gap_that_nobody_finds_is_told_as_unknown() -> None:
    states = states_of("beginner", 5)
    state, now = states[0], states[40]
    seen = expected(now)
    seats = list(seen.seats)
    seats[1] = replace(seats[1], river=seats[1].river[:1] + seats[1].river[2:])
    seen = replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]))
    (run,) = acts_of_a_gap(state, seen, expected(state))
    discards = [event for event in run if isinstance(event, TileDiscarded)]
    assert [event.seat for event in discards if event.tile is None] == [1]
    assert len(discards) == len(now.discard_order) - len(state.discard_order)


def around_a_grown_pung() -> tuple[GameState, GameState]:
    """The table before the tile of a pung was discarded by the player on the right, and before the discard
    after a kong has grown from it: a kong that was claimed lies otherwise."""
    for seed in range(200):
        given: GameState | None = None
        grown: GameState | None = None
        begun: dict[tuple[int, str], GameState | None] = {}
        for state, event in played("riichi", seed):
            match event:
                case TileDiscarded() if grown is not None:
                    return grown, state
                case TileDiscarded():
                    given = state
                case PungClaimed(seat, giver, str(tile)):
                    begun[seat, plain(tile)] = given if giver == next_seat(state.rules, seat) else None
                case KongDeclared(seat, "promoted", str(tile)):
                    grown = begun[seat, plain(tile)]
    raise AssertionError("no such pung grows in so many deals")


def test_a_pung_that_was_claimed_and_has_grown_in_a_gap_is_found() -> None:
    state, now = around_a_grown_pung()
    (run,) = acts_of_a_gap(state, expected(now), expected(state), many=1)
    then = after(state, *run)
    assert lying(expected(then)) == lying(expected(now))
    assert then.turn == now.turn
    kinds = [each.kind for each in run if isinstance(each, KongDeclared)]
    assert "promoted" in kinds


def test_few_new_tiles_are_no_gap() -> None:
    states = states_of("beginner", 5)
    state, now = states[0], states[4]
    assert 0 < len(now.discard_order) < 3
    assert not list(acts_of_a_gap(state, expected(now), expected(state)))


def test_tiles_that_fit_in_no_order_are_left_to_the_search() -> None:
    """Nobody discards five times while the others never do."""
    state = states_of("beginner", 5)[0]
    seen = expected(state)
    seats = list(seen.seats)
    seats[2] = replace(seats[2], river=tuple(Sighting(f"{rank}m") for rank in range(1, 6)))
    seen = replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]))
    assert not list(acts_of_a_gap(state, seen, expected(state)))


@pytest.mark.parametrize("name", RULES)
def test_a_deal_far_on_is_taken_up_within_a_second(name) -> None:
    """After forty discards and more, East known."""
    states = states_of(name, 3)
    now = states[min(110, len(states) - 1)]
    tracker, at_s = Tracker(new_table(load_ruleset(name), now.dealer)), 0.0
    while at_s <= 1.0:
        tracker.look(at_s, replace(expected(now)))
        at_s += LOOK_S
    assert lying(expected(tracker.best.state)) == lying(expected(now))
    assert tracker.best.state.wall.heights == now.wall.heights


@pytest.mark.parametrize(("name", "seed"), [("doubles", 79), ("riichi", 60), ("mcr", 60), ("hong_kong", 61)])
def test_a_row_that_is_counted_late_makes_nobody_else_east(name, seed) -> None:
    states = [each for each in states_of(name, seed) if len(each.discard_order) == 16]
    whole = replace(expected(next(each for each in states if each.owes == "draw")), dice=())
    rows = [replace(seat, standing=None) for seat in whole.seats]
    nothing = replace(whole, seats=tuple(replace(each, river=(), melds=()) for each in rows))
    tracker = Tracker(*(new_table(states[0].rules, seat) for seat in range(4)))
    uncounted = (whole.seats[0], rows[1], *whole.seats[2:])
    for number in range(12):
        seen = (nothing, *[replace(whole, seats=uncounted)] * 5, *[whole] * 6)[number]
        tracker.look(number * LOOK_S, replace(seen), frozenset())
    assert tracker.best.begun.dealer == states[0].dealer or tracker.is_east_guessed
