"""Histories side by side: whole deals come back from their readings, and a camera's errors become no acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from seen_tables import after, changed, dealt

from engine.follow.weigh.agreement import shares
from engine.follow.weigh.evidence import Witness, may_be_claimed
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import DealDrawn, DiceRolled, Event, TileDiscarded, TileDrawn, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import SeenDie, SeenMeld, Sighting, TableReading
from engine.table.state import GameState
from tests.engine.follow.test_follow_acts import played

RULES = ("mcr", "riichi", "beginner", "hong_kong", "doubles", "riichi_classic")
LOOK_S, MOVE_S = 0.4, 2.0


def acts(tracker: Tracker) -> tuple[Event, ...]:
    return tuple(act.event for act in tracker.acts)


def follow(state: GameState, readings: Iterable[TableReading], looks: int = 3) -> Tracker:
    """The tracker after some looks at each of `readings`, one after the other."""
    tracker, at_s = Tracker(state), 0.0
    for reading in readings:
        for number in range(looks):
            # A copy: a camera that looks again makes a reading of its own.
            tracker.look(at_s + number * LOOK_S, replace(reading))
        at_s += MOVE_S
    return tracker


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", [3, 9])
def test_a_whole_deal_comes_back_from_its_readings(name: str, seed: int) -> None:
    pairs = [(state, event) for state, event in played(name, seed) if not isinstance(event, DealDrawn)]
    readings = [expected(apply(state, event)) for state, event in pairs]
    tracker = follow(pairs[0][0], readings, looks=2)
    assert acts(tracker) == tuple(event for _, event in pairs)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("unread", [0, -1])
def test_a_die_that_nobody_can_read_is_told_from_where_the_wall_is_broken(name: str, unread: int) -> None:
    pairs = [(state, event) for state, event in played(name, 3)]
    end = next(n for n, (_, event) in enumerate(pairs) if isinstance(event, WallBroken))
    readings = [expected(apply(state, event)) for state, event in pairs[: end + 3]]
    last = next(n for n in range(end, 0, -1) if isinstance(pairs[n][1], DiceRolled))
    for number in range(last, len(readings)):
        dice = list(readings[number].dice)
        del dice[unread]
        readings[number] = replace(readings[number], dice=tuple(dice))
    found = acts(follow(pairs[0][0], readings))
    assert found == tuple(event for _, event in pairs[: end + 3])


def test_a_wall_broken_where_no_die_could_have_said_so_tells_no_throw() -> None:
    (state, built), (rolling, thrown), *_ = played("riichi", 3)
    assert isinstance(thrown, DiceRolled)
    before = apply(rolling, thrown)
    far = max(2, sum(thrown.pips) + 3) if sum(thrown.pips) < 10 else 3
    broken = apply(before, WallBroken(0, far))
    one = SeenDie(6 if far < 7 else 1, centre_mm=(0.0, 0.0))
    readings = [expected(apply(state, built)), replace(expected(broken), dice=(one,))]
    assert not any(isinstance(event, DiceRolled) for event in acts(follow(state, readings)))


@pytest.mark.parametrize("name", ["mcr", "riichi"])
def test_a_look_after_every_third_act_is_enough(name: str) -> None:
    pairs = [(state, event) for state, event in played(name, 5) if not isinstance(event, DealDrawn)]
    first = next(n for n, (state, _) in enumerate(pairs) if state.phase in ("flowers", "playing"))
    pairs = pairs[first:]
    readings = [expected(apply(state, event)) for state, event in pairs[2::3]]
    seen = len(readings) * 3
    found = follow(pairs[0][0], readings)
    then = after(pairs[0][0], *(event for _, event in pairs[:seen]))
    assert found.best.state == then


def test_an_error_that_lasts_and_comes_back_is_no_act() -> None:
    state = dealt()
    side = next(n for n, each in enumerate(expected(state).walls) if 2 in each.heights)
    heights = list(expected(state).walls[side].heights)
    heights[heights.index(2)] = 0
    overlooked = _with_wall(expected(state), side, tuple(heights))
    readings = [expected(state), overlooked, overlooked, expected(state), overlooked, expected(state)]
    assert acts(follow(state, readings)) == ()


def test_dice_that_are_read_while_they_roll_are_no_throw_of_their_own() -> None:
    state = after(GameState(load_ruleset("mcr")), WallBuilt())
    told = expected(after(state, DiceRolled(0, (2, 5))))
    rolling = replace(told, dice=(SeenDie(1), SeenDie(1)))
    tracker = Tracker(state)
    tracker.look(0.0, expected(state))
    tracker.look(1.0, rolling)
    for number in range(4):
        tracker.look(1.4 + LOOK_S * number, replace(told))
    assert acts(tracker) == (DiceRolled(0, (2, 5)),)


@pytest.mark.parametrize("apart_s", [0.2, 0.4, 0.6])
def test_a_throw_first_read_while_a_die_rolled_is_sure_once_it_has_lain_still(apart_s: float) -> None:
    state = after(GameState(load_ruleset("mcr")), WallBuilt())
    told = expected(after(state, DiceRolled(0, (2, 4))))
    tracker = Tracker(state)
    tracker.look(0.0, expected(state))
    tracker.look(1.0, replace(told, dice=(SeenDie(4), SeenDie(4))))
    for number in range(1, 6):
        tracker.look(1.0 + apart_s * number, replace(told))
    assert acts(tracker) == (DiceRolled(0, (2, 4)),)
    assert shares(tracker.histories)[0] > Following().rates.sure, "nobody throws again so soon"


def thrown(*dice: tuple[int, float, float]) -> TableReading:
    """The built table with dice lying: pips, and where (mm)."""
    table = expected(after(GameState(load_ruleset("mcr")), WallBuilt()))
    return replace(table, dice=tuple(SeenDie(pips, centre_mm=(x, y)) for pips, x, y in dice))


FIRST_THROW = thrown((5, 5, 32), (2, -3, -27))


@pytest.mark.parametrize(
    "second",
    [
        pytest.param([((5, 34, 0), (2, -33, -2))], id="both dice elsewhere"),
        pytest.param([((2, 32, -8), (6, -38, 29)), ((5, 34, 0), (2, -33, -2))], id="read while they roll"),
        pytest.param([((2, -33, -2), (5, 34, 0))], id="named in another order"),
    ],
)
def test_a_second_throw_of_the_same_pips_is_told_by_where_the_dice_lie(second: list[tuple[Any, ...]]) -> None:
    rolling = [thrown(*dice) for dice in second[:-1]]
    run = [FIRST_THROW] * 8 + rolling * 2 + [thrown(*second[-1])] * 15
    tracker = Tracker(after(GameState(load_ruleset("mcr")), WallBuilt()))
    for number, reading in enumerate(run):
        tracker.look(5.0 + 0.2 * number, replace(reading))
    assert acts(tracker) == (DiceRolled(0, (2, 5)), DiceRolled(2, (2, 5)))


def test_dice_that_lie_where_they_lay_are_thrown_once_in_whatever_order_they_are_named() -> None:
    swapped = replace(FIRST_THROW, dice=FIRST_THROW.dice[::-1])
    tracker = Tracker(after(GameState(load_ruleset("mcr")), WallBuilt()))
    for number, reading in enumerate([FIRST_THROW, swapped] * 10):
        tracker.look(5.0 + 0.2 * number, replace(reading))
    assert [type(act) for act in acts(tracker)] == [DiceRolled]


def test_a_discard_that_later_looks_read_otherwise_is_that_tile() -> None:
    state = dealt()
    then = expected(after(state, TileDiscarded(0, "3p")))
    misread = changed(then, 0, river=(Sighting("5p", 0.9, (("5p", 0.9), ("3p", 0.08))),))
    assert acts(follow(state, [misread, then, then])) == (TileDiscarded(0, "3p"),)


def test_a_draw_from_the_wrong_end_is_found_by_the_moves_that_follow() -> None:
    state = dealt("mcr")
    first = after(state, TileDiscarded(0, "3p"))
    wrong = (TileDrawn(1, "tail"), TileDiscarded(1, "9s"))
    readings, then = [expected(first)], first
    for event in (*wrong, TileDrawn(2), TileDiscarded(2, "1z"), TileDrawn(3), TileDiscarded(3, "2z")):
        then = after(then, event)
        readings.append(expected(then))
    assert acts(follow(state, readings))[1:3] == wrong


def test_the_same_reading_again_only_shows_that_nothing_is_half_done() -> None:
    state = dealt()
    tracker = Tracker(state)
    tracker.look(0.0, expected(state))
    before = tracker.histories
    tracker.look(0.4, replace(expected(state)))
    tracker.look(0.8, tracker._seen)
    assert [each.state for each in tracker.histories] == [each.state for each in before]
    discarded = expected(after(state, TileDiscarded(0, "3p")))
    tracker.look(1.2, discarded)
    first = shares(tracker.histories)[0]
    for tenth in range(100):
        tracker.look(1.6 + tenth / 10, discarded)
    assert shares(tracker.histories)[0] > first
    assert acts(tracker) == (TileDiscarded(0, "3p"),)


def test_the_share_of_an_act_grows_from_look_to_look() -> None:
    state = dealt()
    reading = expected(after(state, TileDiscarded(0, "3p")))
    tracker, agreed = Tracker(state), []
    for number in range(3):
        tracker.look(number * LOOK_S, replace(reading))
        agreed.append(shares(tracker.histories)[0])
    assert agreed == sorted(agreed)
    assert agreed[-1] > 0.99


def _with_wall(reading: TableReading, side: int, heights: tuple[int | None, ...]) -> TableReading:
    walls = tuple(
        replace(each, heights=heights) if number == side else each
        for number, each in enumerate(reading.walls)
    )
    return replace(reading, walls=walls)


@pytest.mark.parametrize(
    "laid", [{"melds": (SeenMeld((Sighting(None, 0.0),) * 3),)}, {"revealed": (Sighting("1m", 0.9),)}]
)
def test_what_another_lays_open_untold_may_be_a_claim(laid: dict[str, object]) -> None:
    state = after(dealt(), TileDiscarded(0, "3p"))
    lying = expected(state)
    assert not may_be_claimed(state, lying, frozenset({"melds:0", "river:2"}))
    assert may_be_claimed(state, lying, frozenset({"melds:2"}))
    assert may_be_claimed(state, changed(lying, 2, **laid), frozenset())
    assert not may_be_claimed(state, changed(lying, 0, **laid), frozenset())


@pytest.mark.parametrize(
    ("acts", "grade"),
    [
        ((TileDrawn(1),), "seen"),
        ((TileDrawn(1), TileDiscarded(1, "1m")), "seen"),
        ((TileDrawn(1), TileDrawn(1)), "followed"),
        ((TileDiscarded(0, "1m"), TileDrawn(1)), "followed"),
    ],
    ids=["a draw", "a draw and its discard", "two draws", "a discard and a draw"],
)
def test_of_two_acts_that_show_at_one_look_none_was_seen(acts: tuple[Event, ...], grade: str) -> None:
    witness = Witness()
    for at_s in (1.0, 1.4, 1.8):
        witness.look(at_s, frozenset())
    assert witness.grades(acts, agreed_s=1.4)[-1] == grade


@pytest.mark.parametrize(
    ("stands", "seen", "rate"), [(2, 1, "stack_lower"), (1, 2, "stack_higher"), (2, 0, "stack_gone")]
)
def test_a_stack_that_flickers_is_one_error_and_no_draw(stands: int, seen: int, rate: str) -> None:
    state = dealt() if stands == 1 else after(dealt(), TileDiscarded(0, "1z"), TileDrawn(1))
    reading = expected(state)
    side = next(n for n, each in enumerate(reading.walls) if stands in each.heights)
    heights = list(reading.walls[side].heights)
    last = len(heights) - 1 - heights[::-1].index(stands)
    wrong = _with_wall(reading, side, (*heights[:last], seen, *heights[last + 1 :]))
    tracker = Tracker(state)
    for number in range(24):
        tracker.look(number * 0.5, replace(wrong if number % 3 == 2 else reading))
    assert acts(tracker) == ()
    (paid,) = tracker.best.paid[f"wall:{side}"].values()
    assert paid.nats <= getattr(Following().rates, rate)
    assert paid.returns == 7


def test_a_half_stack_that_reads_whole_from_the_draw_on_costs_a_history_no_more_than_that() -> None:
    """The history that believes the draw at once has paid for the stack when the one that believes it late,
    with its discard, is cheaper: both lead to the same table, and the first is not forgotten for that."""
    before = after(dealt(), TileDiscarded(0, "1z"))
    drawn, over = after(before, TileDrawn(1)), after(before, TileDrawn(1), TileDiscarded(1, "2z"))
    whole, half = expected(before).walls, expected(over).walls
    unseen = tuple(
        replace(now, heights=tuple(was if was == is_now else None for was, is_now in zip(w, n, strict=True)))
        for now, w, n in ((each, old.heights, each.heights) for old, each in zip(whole, half, strict=True))
    )
    tracker, at_s = Tracker(before), 0.0
    for reading, walls, standing, looks in (
        (before, whole, 13, 4),
        (drawn, whole, 14, 2),
        (drawn, whole, None, 1),
        (drawn, unseen, None, 1),
        (over, unseen, 14, 1),
        (over, whole, 13, 3),
    ):
        seen = changed(replace(expected(reading), walls=walls), 1, standing=standing)
        for _ in range(looks):
            tracker.look(at_s, replace(seen))
            at_s += 0.5
    assert acts(tracker) == (TileDrawn(1), TileDiscarded(1, "2z"))
    assert shares(tracker.histories)[1] > 0.95
