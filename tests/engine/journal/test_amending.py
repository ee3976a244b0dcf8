"""Amending an entry: what follows from it, and what it changes for the people at the table."""

from dataclasses import replace
from functools import reduce
from itertools import pairwise

import pytest

from engine.journal.amend import events_in_force, folded
from engine.journal.amending import amending, as_entries, difference
from engine.journal.record import Entry
from engine.judge.consequences import deal_so_far, found_faults, payment, scored
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    FaultFound,
    PungClaimed,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.seating import without
from engine.tiles import EngineError

RULES = load_ruleset("mcr")
LIGHT = load_ruleset("beginner")
"""Any complete hand wins."""


def entries_of(events, start):
    """As the live table writes them: an act an entry, faults and payments behind it."""
    entries, state, told = [], start, []

    def write(*happened):
        nonlocal state
        entries.append(Entry(len(entries) + 1, float(len(entries)), "camera", tuple(happened)))
        state = reduce(apply, happened, state)
        told.extend(happened)

    for event in events:
        before, score = state, None
        if isinstance(event, Won):
            event, score = scored(before, shown(before, event), deal_so_far(tuple(told)))
        write(event)
        for follows in (found_faults(before, event), payment(state, score)):
            if follows:
                write(*follows)
    return tuple(entries)


def shown(state, won):
    """The win with the hand laid open, as the camera tells it."""
    standing = state.seats[won.seat].standing
    return replace(won, hand=standing if won.giver is not None else without(standing, (won.tile,)))


def won_game(deals=2):
    """Deals of which the first is won with a score, as entries."""
    start = new_table(LIGHT)
    for seed in range(400):
        first = RandomDeal(LIGHT, seed)
        first.play()
        last = first.events[-1]
        if not isinstance(last, Won):
            continue
        entries = entries_of(first.events, start)
        if not any(isinstance(event, ScoresChanged) for entry in entries for event in entry.events):
            continue
        state = folded(start, events_in_force(entries))
        events = [event for entry in entries for event in entry.events]
        for more in range(1, deals):
            deal = RandomDeal(LIGHT, seed + more, state)
            deal.play()
            events += deal.events
            state = deal.state
        return start, entries_of([event for event in events if not isinstance(event, ScoresChanged)], start)
    raise AssertionError("no seed gives a scored win")


@pytest.fixture(scope="module")
def game():
    return won_game()


def number_of(entries, kind):
    return next(entry.number for entry in entries if isinstance(entry.events[0], kind))


def test_amending_nothing_changes_nothing(game):
    start, entries = game
    entry = entries[len(entries) // 2]
    found = difference(start, entries, entry.number, entry.events)
    assert found.is_nothing
    assert found.moved == ()
    assert found.amending.changes == ((entry.number, entry.events),)


def test_another_tile_in_a_river_is_the_one_tile_that_moves_besides_hands(game):
    start, entries = game
    number = unclaimed_discard(entries)
    was = entries[number - 1].events[0]
    now = TileDiscarded(was.seat, "1m" if was.tile != "1m" else "2m")
    found = difference(start, entries, number, (now,))
    moved = [each for each in found.moved if not each.place.startswith("hand:")]
    assert [(each.before, each.after) for each in moved] == [(was.tile, now.tile)]
    assert moved[0].place.startswith(f"river:{was.seat}:")


def unclaimed_discard(entries):
    """The first discard that stays where it was put: the next act is a draw."""
    pairs = pairwise(entries)
    return next(
        entry.number
        for entry, following in pairs
        if isinstance(entry.events[0], TileDiscarded) and isinstance(following.events[0], TileDrawn)
    )


def test_an_act_that_becomes_faulty_gets_its_fault_in_its_own_entry(game):
    start, entries = game
    number = number_of(entries, TileDiscarded)
    was = entries[number - 1].events[0]
    other = (was.seat + 2) % 4
    found = difference(start, entries, number, (TileDiscarded(other, was.tile),))
    gained = [each for each in found.amending.faults if each.is_gained and each.number == number]
    assert gained
    first = found.amending.changes[0]
    assert first[0] == number
    assert any(isinstance(event, FaultFound) for event in first[1])


def test_a_fault_that_was_a_misread_goes_with_its_correction():
    start = new_table(RULES)
    deal = RandomDeal(RULES, 5)
    deal.open()
    state = deal.state
    while state.owes != "discard":
        deal.act(next(deal._choices()))
        state = deal.state
    discard = TileDiscarded(state.turn, deal._held(state.turn)[0])
    deal.act(discard)
    wrong = (state.turn + 2) % 4
    run = ChowClaimed(wrong, state.turn, discard.tile, (discard.tile, None, None))
    entries = entries_of([*deal.events, run], start)
    fault = entries[-1]
    assert [event.name for event in fault.events] == ["chow_not_from_left"]
    number = fault.number - 1
    pung = PungClaimed(wrong, state.turn, discard.tile, (discard.tile,) * 3)
    thought = amending(start, entries, number, (pung,))
    assert thought.changes[0] == (number, (pung,))
    assert (fault.number, ()) in thought.changes
    assert [each.is_gained for each in thought.faults if not each.is_doubt] == [False]


def test_what_is_written_leaves_nothing_more_to_change(game):
    start, entries = game
    number = number_of(entries, TileDiscarded)
    was = entries[number - 1].events[0]
    thought = amending(start, entries, number, (TileDiscarded((was.seat + 1) % 4, was.tile),))
    after = (*entries, *as_entries(thought.changes, entries[-1].number))
    newest = after[len(entries)]
    again = amending(start, after, newest.number, newest.events)
    assert again.changes == ((newest.number, newest.events),)


def test_a_win_taken_back_takes_its_points_along(game):
    start, entries = game
    number = number_of(entries, Won)
    found = difference(start, entries, number, ())
    assert found.scores_before != found.scores_after
    assert found.rescored[0].after is None
    assert found.was.ended_by == "won"
    assert found.will_be.ended_by is None


def test_the_table_compared_is_that_of_the_amended_deal(game):
    start, entries = game
    number = number_of(entries, TileDiscarded)
    was = entries[number - 1].events[0]
    found = difference(start, entries, number, (TileDiscarded(was.seat, "9s" if was.tile != "9s" else "8s"),))
    assert found.was.deal_number == 1
    assert folded(start, events_in_force(entries)).deal_number == 2


def test_an_entry_that_is_not_there_is_said_so(game):
    start, entries = game
    with pytest.raises(EngineError, match="no entry 99999"):
        amending(start, entries, 99999, ())
