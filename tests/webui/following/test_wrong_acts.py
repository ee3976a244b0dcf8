"""Wrong acts that one look shows only in part: who drew, where the wall was opened, how many tiles are held.

Whole films are looked at twice a second with the errors that networks make (`unpainted`).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.follow.weigh.evidence import may_be_claimed
from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import (
    DiceRolled,
    Event,
    FaultFound,
    PungClaimed,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
)
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from tests.webui.following.test_rereading import Watching, with_river
from tests.webui.following.test_second_thoughts import DISCARD, after, faults, move
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "following"))
from bench_look_rates import Task, filmed, followed, judged, looks_of

MISREAD = Sighting("3s", 0.8, (("3s", 0.8), ("4m", 0.1)))
UNREAD = Sighting(None, 0.0, (("9m", 0.1),))


def counted(reading: TableReading, seat: int, standing: int) -> TableReading:
    """The reading with another number of standing tiles before a seat."""
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], standing=standing)
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


def test_who_drew_shows_when_the_tile_is_discarded() -> None:
    """The wall is lower first, so the one who is due was thought to draw; his row never grew."""
    watching = Watching()
    watching.see(expected(watching.truth), 3.0)
    after(watching, TileDiscarded(0, "9m"))
    watching.truth = apply(watching.truth, TileDrawn(3))
    watching.see(counted(expected(watching.truth), 3, 13), 0.6, hidden=frozenset({"standing:3"}))
    watching.see(expected(watching.truth), 1.4)
    after(watching, TileDiscarded(3, "1z"), *move(0, "2z"), *move(1, "3z"))
    assert [(each.name, each.seat, each.evidence) for each in faults(watching)] == [
        ("out_of_turn", 3, "concluded")
    ]
    moves = [each for each in watching.told if isinstance(each, TileDrawn | TileDiscarded)]
    assert moves[1:3] == [TileDrawn(3), TileDiscarded(3, "1z")]


def test_a_row_counted_one_long_and_another_one_short_move_no_draw() -> None:
    watching = Watching()
    watching.see(expected(watching.truth), 3.0)
    after(watching, TileDiscarded(0, "9m"))
    watching.truth = apply(watching.truth, TileDrawn(1))
    watching.see(counted(counted(expected(watching.truth), 3, 14), 1, 13), 2.0)
    after(watching, TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z"))
    assert faults(watching) == []


def test_who_drew_twice_discards_like_anybody_afterwards() -> None:
    """That he holds a tile too many is no wrong act of each of his moves."""
    watching = Watching()
    watching.see(expected(watching.truth), 3.0)
    after(watching, TileDiscarded(0, "9m"), *move(1, "1z"), TileDrawn(2))
    watching.truth = apply(watching.truth, TileDrawn(2))
    covered = frozenset({"standing:2", "wall:1", "wall:2", "wall:0"})
    watching.see(counted(expected(watching.truth), 2, 14), 1.0, every_s=0.5, hidden=covered)
    watching.see(expected(watching.truth), 1.0, every_s=0.5)
    for event in (TileDiscarded(2, "2z"), *move(3, "3z"), *move(0, "4z"), *move(1, "5z"), *move(2, "6z")):
        watching.truth = apply(watching.truth, event)
        watching.see(expected(watching.truth), 1.5, every_s=0.5)
    assert [(each.name, each.seat) for each in faults(watching)] == [("drew_twice", 2)]


OPENED: tuple[Event, ...] = (WallBuilt(), DiceRolled(0, (5, 6)), DiceRolled(2, (2, 3)))


@pytest.mark.parametrize("every_s", [0.2, 0.5])
def test_a_wall_opened_two_stacks_too_early_is_told(every_s: float) -> None:
    """The dice say 16; stacks 15 and 16 are the first to go."""
    live, at_s = LiveTable(load_ruleset("mcr"), Journal(None)), 0.0
    state: GameState = live.state
    acts = [*OPENED, WallBroken(2, 14), StacksTaken(0, 2, 15, 4), StacksTaken(1, 2, 17, 4)]
    for event in (*acts, StacksTaken(2, 1, 1, 4), StacksTaken(3, 1, 3, 4)):
        state = apply(state, event)
        seen = expected(state)
        for number in range(round(2.0 / every_s)):
            is_hand_there = isinstance(event, StacksTaken) and number * every_s < 0.5
            hidden = frozenset({f"standing:{event.seat}"}) if is_hand_there else frozenset[str]()
            at_s += every_s
            live.see(SeenTable(round(at_s * 5), at_s, replace(seen), hidden=hidden))
    told = [event for event in live.events if isinstance(event, FaultFound)]
    assert [(each.name, each.seat) for each in told] == [("wrong_break", 2)]
    assert WallBroken(2, 14) in live.events


def test_a_set_of_which_one_tile_is_misread_is_judged_by_how_it_lies() -> None:
    watching = Watching()
    after(watching, TileDiscarded(0, "4m"), PungClaimed(1, 0, "4m", ("4m", "4m", "4m")))
    for event in (TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z")):
        watching.truth = apply(watching.truth, event)
        watching.see(_laid(watching.truth, MISREAD), 1.4)
    assert [(each.name, each.seat) for each in faults(watching)] == [("claimed_tile_misplaced", 1)]


def test_a_set_of_which_one_tile_is_another_is_not_judged() -> None:
    watching = Watching()
    after(watching, TileDiscarded(0, "4m"), PungClaimed(1, 0, "4m", ("4m", "4m", "4m")))
    for event in (TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z")):
        watching.truth = apply(watching.truth, event)
        watching.see(_laid(watching.truth, Sighting("3s", 0.97, (("3s", 0.97),))), 1.4)
    assert not any(each.name == "claimed_tile_misplaced" for each in faults(watching))


def _laid(state: GameState, first: Sighting) -> TableReading:
    """The set of seat 1 with its last tile turned, as if another had given it, and `first` before it."""
    reading = expected(state)
    *known, newest = reading.seats[1].melds
    plain = [replace(each, turned=place == 2) for place, each in enumerate(newest.tiles)]
    seats = list(reading.seats)
    seats[1] = replace(seats[1], melds=(*known, replace(newest, tiles=(first, *plain[1:]))))
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


def test_people_are_asked_to_count_when_the_fifth_of_a_kind_may_be_the_one_nobody_could_read() -> None:
    watching = Watching()
    nines = [TileDiscarded(0, "9m"), *move(1, "9m"), *move(2, "1z"), *move(3, "9m"), *move(0, "9m")]
    for event in nines:
        watching.truth = apply(watching.truth, event)
        watching.see(_unread(watching.truth), 1.4)
    assert not _asked(watching)
    for event in move(1, "9m"):
        watching.truth = apply(watching.truth, event)
        watching.see(_unread(watching.truth), 1.4)
    assert _asked(watching)
    assert faults(watching) == []


def _unread(state: GameState) -> TableReading:
    """What is expected, with the first discard of seat 0 as one that nobody could read."""
    reading = expected(state)
    return with_river(reading, 0, UNREAD, *reading.seats[0].river[1:])


def _asked(watching: Watching) -> bool:
    return any(
        doubt.get("reason") == "one_too_many" for entry in watching.live.entries for doubt in entry.doubtful
    )


@pytest.mark.parametrize(
    ("rules", "seed", "mistake"),
    [
        ("riichi", 9911, "out_of_turn"),
        ("hong_kong", 5912, "out_of_turn"),
        ("mcr", 9911, "wrong_break"),
        ("doubles", 12007, "fourteen_tiles"),
        ("riichi", 11010, "fifth_copy"),
        ("doubles", 12008, "wrong_giver"),
    ],
)
def test_a_wrong_act_is_told_or_asked_about_at_two_looks_a_second(rules, seed, mistake) -> None:
    """Films whose mistake was missed once: each showed what had to be mended."""
    task = Task(rules, seed, mistake)
    deal = filmed(task)
    seen = looks_of(deal, task, 2.0, argparse.Namespace(pixels=False, perfect=False, keep=None))
    table = followed(deal, seen)
    found = judged(deal, table)
    table.close()
    assert found.planted in ("sure", "perhaps", "asked")
    assert found.sure == ()
    assert found.score != "WRONG"


@pytest.mark.parametrize(("standing", "may_be"), [(13, False), (12, False), (11, True), (10, True)])
def test_a_discard_that_is_gone_may_be_claimed_by_whom_two_tiles_are_gone(
    standing: int, may_be: bool
) -> None:
    """The set lies where nobody can read it: no hand is known to have put the discard back."""
    watching = Watching(TileDiscarded(0, "4m"))
    gone = with_river(expected(watching.truth), 0)
    assert may_be_claimed(watching.truth, counted(gone, 2, standing), frozenset()) is may_be


@pytest.mark.parametrize(("standing", "evidence"), [(13, "seen"), (11, "concluded")])
def test_what_happens_while_a_row_is_two_off_was_not_seen(standing: int, evidence: str) -> None:
    watching = Watching()
    watching.see(expected(watching.truth), 3.0)
    watching.see(counted(expected(watching.truth), 3, standing), 4.0)
    for event in (TileDiscarded(0, "9m"), DISCARD, *move(2, "2z")):
        watching.truth = apply(watching.truth, event)
        watching.see(counted(expected(watching.truth), 3, standing), 1.4)
    assert [(each.name, each.evidence) for each in faults(watching)] == [("discard_without_draw", evidence)]
