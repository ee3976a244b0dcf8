"""What is told of the histories: in order, once, and put right by itself."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from seen_tables import after, changed, dealt

from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.telling import Step, Telling, _first_that_takes_up
from engine.follow.weigh.difference_rows import in_any_order
from engine.follow.weigh.history import Act
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.journal.record import Entry
from engine.table.apply import apply
from engine.table.events import DealDrawn, Event, FlowerDeclared, PungClaimed, TileDiscarded, TileDrawn, Won
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from tests.engine.follow.test_follow_acts import played

LOOK_S = 0.4


class Told:
    """A tracker and its telling, and every step so far."""

    def __init__(self, state: GameState) -> None:
        self.tracker, self.telling = Tracker(state), Telling(Following().rates)
        self.steps: list[Step] = []
        self.at_s = 0.0

    def looks(self, reading: TableReading, count: int) -> None:
        for _ in range(count):
            self.tracker.look(self.at_s, replace(reading))
            self.steps.append(self.telling.step(self.tracker))
            self.at_s += LOOK_S

    @property
    def told(self) -> tuple[Event, ...]:
        return tuple(each.act.event for step in self.steps for each in step.told)


def test_a_deal_is_told_in_order_and_nothing_is_taken_back() -> None:
    pairs = [(state, event) for state, event in played("beginner", 3) if not isinstance(event, DealDrawn)]
    told = Told(pairs[0][0])
    for state, event in pairs:
        told.looks(expected(apply(state, event)), 3)
    assert told.told == tuple(event for _, event in pairs)
    assert not any(step.changed for step in told.steps)


def test_an_ordinary_act_is_told_in_the_first_look_that_shows_it() -> None:
    state = dealt()
    told = Told(state)
    told.looks(expected(after(state, TileDiscarded(0, "3p"))), 2)
    assert told.told == (TileDiscarded(0, "3p"),)
    assert told.steps[-1] == Step()


def test_a_rare_act_is_shown_before_it_is_told() -> None:
    state = after(dealt(), TileDiscarded(0, "3p"))
    told, pung = Told(state), PungClaimed(2, 0, "3p", ("3p", "3p", "3p"))
    told.looks(expected(state), 1)
    told.looks(expected(after(state, pung)), 3)
    assert [act.event for act in told.steps[1].shown] == [pung]
    assert told.told == (pung,)
    assert told.steps[-1] == Step()


def test_a_face_that_was_misread_is_changed_where_it_was_told() -> None:
    state = dealt()
    then = expected(after(state, TileDiscarded(0, "3p")))
    misread = changed(then, 0, river=(Sighting("5p", 0.9, (("5p", 0.9), ("3p", 0.08))),))
    told = Told(state)
    told.looks(misread, 3)
    told.looks(then, 4)
    changes = [each for step in told.steps for each in step.changed]
    assert [(each.place, each.events) for each in changes] == [(0, (TileDiscarded(0, "3p"),))]
    assert told.telling.events == (TileDiscarded(0, "3p"),)


def doubted(reading: TableReading, likelier: str, other: str) -> TableReading:
    """The reading with a first discard of seat 0 that may be either of two faces."""
    return changed(reading, 0, river=(Sighting(likelier, 0.52, ((likelier, 0.52), (other, 0.46))),))


def test_a_face_in_doubt_holds_nothing_back_and_is_changed_once_it_is_sure() -> None:
    state, told = dealt(), Told(dealt())
    laid = [TileDiscarded(0, "3p"), TileDrawn(1, "live"), TileDiscarded(1, "9s")]
    told.looks(doubted(expected(after(state, laid[0])), "3p", "5p"), 3)
    for count in (2, 3):
        told.looks(doubted(expected(after(state, *laid[:count])), "5p", "3p"), 3)
    assert told.tracker.best.acts[0].event == TileDiscarded(0, "5p")
    assert told.told == tuple(laid)
    told.looks(changed(expected(after(state, *laid)), 0, river=(Sighting("5p", 0.99),)), 4)
    assert told.telling.events == (TileDiscarded(0, "5p"), *laid[1:])
    assert told.told == tuple(laid)


def test_a_face_in_doubt_is_not_changed_by_a_look_that_nothing_explains() -> None:
    """Somebody takes tiles out of his row just now."""
    told, lying = Told(dealt()), expected(after(dealt(), TileDiscarded(0, "3p")))
    told.looks(doubted(lying, "3p", "5p"), 3)
    other = changed(lying, 0, river=(Sighting("5p", 0.98, (("5p", 0.98),)),))
    told.looks(changed(other, 2, standing=11), 1)
    assert told.telling.events == (TileDiscarded(0, "3p"),)
    told.looks(other, 3)
    assert told.telling.events == (TileDiscarded(0, "5p"),)


def test_a_claim_of_a_tile_whose_face_is_in_doubt_is_told_with_the_tile_it_took() -> None:
    state, told = dealt(), Told(dealt())
    told.looks(doubted(expected(after(state, TileDiscarded(0, "3p"))), "3p", "5p"), 3)
    told.looks(doubted(expected(after(state, TileDiscarded(0, "3p"))), "5p", "3p"), 3)
    pung = PungClaimed(2, 0, "5p", ("5p", "5p", "5p"))
    told.looks(expected(after(state, TileDiscarded(0, "5p"), pung)), 6)
    assert told.telling.events == (TileDiscarded(0, "5p"), pung)


def test_a_claim_of_a_discard_that_lay_there_before_waits_for_no_other_face() -> None:
    """A flower is in doubt, and the discard that is claimed was believed before anything was followed."""
    flower, other = FlowerDeclared(1, "1f"), FlowerDeclared(1, "2f")
    pung = PungClaimed(2, 0, "5p", ("5p", "5p", "5p"))
    acts = (Act(other, 1.0), Act(pung, 2.0))
    assert _first_that_takes_up((flower,), acts) == len(acts)


def test_a_discard_that_is_taken_back_never_was() -> None:
    state = dealt()
    told = Told(state)
    told.looks(expected(after(state, TileDiscarded(0, "3p"))), 3)
    told.looks(expected(state), 6)
    assert told.telling.events == ()
    assert [each.events for step in told.steps for each in step.changed] == [()]


SOME_ACTS = some.lists(
    some.builds(
        Act,
        some.builds(TileDiscarded, some.integers(0, 2), some.sampled_from(("1z", "4z")))
        | some.builds(TileDrawn, some.integers(0, 2)),
        some.sampled_from((1.0, 2.0)),
    ),
    max_size=7,
)


def sure_of(acts: list[Act]) -> Any:
    """A tracker that holds one history, of these acts."""
    only = SimpleNamespace(nats=0.0, open=0.0, acts=(), begun=SimpleNamespace(dealer=0))
    return SimpleNamespace(
        acts=tuple(acts), final=tuple(acts), histories=(only,), best=only, is_east_guessed=False
    )


@given(SOME_ACTS, SOME_ACTS)
def test_whatever_was_told_becomes_what_is_known_in_the_same_order(first: list[Act], then: list[Act]) -> None:
    telling = Telling(Following().rates)
    for acts in (first, then):
        for _ in range(len(acts) + 3):
            step = telling.step(sure_of(acts))
        assert telling.events == tuple(act.event for act in acts)
        assert step == Step()


def test_a_discard_that_comes_back_before_the_others_is_told_in_its_order() -> None:
    telling, drawn = Telling(Following().rates), Act(TileDrawn(0), 2.0)
    for acts in (
        [Act(TileDiscarded(3, "1z"), 1.0), drawn],
        [drawn],
        [Act(TileDiscarded(3, "4z"), 1.5), drawn],
    ):
        telling.step(sure_of(acts))
    assert telling.events == (TileDiscarded(3, "4z"), TileDrawn(0))


def before_a_win() -> tuple[Told, Won, TableReading, tuple[Sighting, ...]]:
    """A table at which a win on the newest discard comes next: the win, how it looks, the hand laid open."""
    hand = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")
    state = after(dealt(), TileDiscarded(0, "1z"))
    won = Won(1, "1z", 0, hand)
    whole = expected(after(state, won))
    lying = whole.seats[1].revealed
    assert lying is not None
    return Told(state), won, whole, lying


def test_a_win_whose_hand_is_laid_slowly_is_told_once_and_whole() -> None:
    """A second and more between the parts of the hand: one with too few tiles is no win yet."""
    told, won, whole, lying = before_a_win()
    for tiles in (4, 7, 11):
        told.looks(changed(whole, 1, revealed=lying[:tiles], standing=None), 3)
    told.looks(whole, 4)
    assert [event for event in told.told if isinstance(event, Won)] == [won]
    assert not any(step.changed for step in told.steps)


def test_a_win_of_which_a_tile_is_never_found_is_told_all_the_same() -> None:
    told, _, whole, lying = before_a_win()
    told.looks(changed(whole, 1, revealed=(*lying[:4], *lying[5:]), standing=None), 20)
    assert [event.seat for event in told.told if isinstance(event, Won)] == [1]


def test_a_tile_of_the_winners_hand_that_is_found_later_is_told_in_place_of_the_unknown_one() -> None:
    told, won, whole, lying = before_a_win()
    # What is won on lies beside the hand already, and one of the hand is not found.
    told.looks(changed(whole, 1, revealed=(*lying[:4], *lying[5:]), standing=None), 20)
    assert [event.hand.count(None) for event in told.told if isinstance(event, Won)] == [1]
    told.looks(whole, 4)
    assert told.telling.events[-1] == won


def test_a_tile_of_a_self_drawn_win_that_is_not_found_is_unknown_and_no_hand_with_too_few() -> None:
    hand = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")
    state = after(dealt(), TileDiscarded(0, "3p"), TileDrawn(1, "live"))
    won = Won(1, "1z", None, hand)
    whole = expected(after(state, won))
    lying = whole.seats[1].revealed
    assert lying is not None
    told = Told(state)
    told.looks(changed(whole, 1, revealed=(*lying[:4], *lying[5:]), standing=0), 20)
    assert [event.hand.count(None) for event in told.told if isinstance(event, Won)] == [1]
    told.looks(whole, 4)
    assert told.telling.events == (won,)


def test_the_tile_won_that_is_found_late_at_the_end_of_the_hand_is_the_tile_won() -> None:
    state = after(dealt(), TileDiscarded(0, "3p"), TileDrawn(1, "live"))
    hand = ("3p", "5p", "6p", "7p", "7p", "8p", "8p", "9p", "6s", "6s", "7s", "8s", "9s")
    won = Won(1, "4p", None, hand)
    whole = expected(after(state, won))
    lying = [replace(each, turned=False) for each in whole.seats[1].revealed or ()]
    told = Told(state)
    told.looks(changed(whole, 1, revealed=tuple(lying[:-1]), standing=0), 1)
    told.looks(changed(whole, 1, revealed=tuple(lying), standing=0), 4)
    assert told.telling.events == (won,)


@pytest.mark.parametrize("lost", [0, 4, 8, 11])
def test_a_tile_of_the_winners_hand_that_is_found_no_more_makes_no_other_hand(lost: int) -> None:
    told, won, whole, lying = before_a_win()
    told.looks(whole, 6)
    told.looks(changed(whole, 1, revealed=(*lying[:lost], *lying[lost + 1 :]), standing=None), 20)
    assert told.telling.events[-1] == won
    assert not any(step.changed for step in told.steps)


def test_two_tiles_alike_of_which_one_lies_turned_are_each_found() -> None:
    """The one is read a little more surely than the other, and in another order."""
    (first, second), rates = (0.99, 0.98), Following().rates
    expected_row = (Sighting("7s", 1.0, (("7s", 1.0),)), Sighting("7s", 1.0, (("7s", 1.0),), turned=True))
    for chances in ((first, second), (second, first)):
        seen = [
            replace(each, alternatives=(("7s", chance),))
            for each, chance in zip(expected_row, chances, strict=True)
        ]
        assert sum(each.nats for each in in_any_order(rates, expected_row, seen)) < 0.1


def test_what_stays_as_it_was_told_is_not_told_once_more() -> None:
    """A draw never was: the hand of that seat is one short from then on, which its next discard says."""
    acts: list[Event] = [TileDiscarded(0, "1m"), TileDrawn(1)]
    for number in range(1, 9):
        acts += [TileDiscarded(number % 4, f"{number}p"), TileDrawn((number + 1) % 4)]
    entries = tuple(Entry(number, float(number), "camera", (act,)) for number, act in enumerate(acts, 1))
    found = camera_amendment(dealt("riichi"), entries, entries[1], (), 0.9)
    assert [each.amends for each in found] == [2, 3]
