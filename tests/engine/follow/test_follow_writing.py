"""Entries that put right what was told, also when they were put right before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rule_rows import rule
from seen_tables import after, dealt

from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.contradicted import Contradicted
from engine.follow.tell.rereading import face_amendment
from engine.follow.tell.telling import Change
from engine.follow.tell.writing import Journalled, amended_act, entries_of_act
from engine.follow.weigh.history import Act
from engine.journal.amend import events_in_force
from engine.journal.amending import amending, as_entries
from engine.journal.record import Entry
from engine.journal.unconfirmed import confirmed, ending, is_waiting, still_doubted, waiting, waits
from engine.judge.consequences import scored
from engine.table.apply import apply
from engine.table.events import (
    DealDrawn,
    DoraRevealed,
    Evidence,
    FaultFound,
    KongClaimed,
    PungClaimed,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.expected import expected
from engine.table.fault import fault
from engine.table.reading import Sighting, TableReading


def test_an_act_amended_together_with_its_fault_is_told_once_when_it_is_amended_again() -> None:
    start = dealt()
    found = replace(fault(start, "fifth_copy", 0, "3p").event(), evidence="concluded")
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "1z"),))
    again = Entry(2, 5.0, "camera", (TileDiscarded(0, "3p"), found), amends=1)
    known = Journalled(start, (told, again), apply(start, TileDiscarded(0, "3p")))
    change = Change(0, (TileDiscarded(0, "5p"),), 0.95)
    (first, *_) = amended_act(known, 1, change, "later_looks", "concluded", TableReading())
    assert [each for each in first.events if not isinstance(each, FaultFound)] == [TileDiscarded(0, "5p")]
    assert first.amends == 2


def test_an_act_that_is_a_fifth_copy_now_is_doubted() -> None:
    start = after(dealt(), *(TileDiscarded(seat, "3p") for seat in (1, 2, 3, 1)))
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "1z"),))
    known = Journalled(start, (told,), apply(start, TileDiscarded(0, "1z")))
    change = Change(0, (TileDiscarded(0, "3p"),), 0.95)
    (first, *_) = amended_act(known, 1, change, "later_looks", "concluded", TableReading())
    assert "one_too_many" in [doubt.get("reason") for doubt in first.doubtful]


@pytest.mark.parametrize(("first", "now"), [(0.8, 0.8), (0.97, 0.95)], ids=["across a gap", "seen"])
def test_what_was_told_across_a_gap_is_no_surer_when_it_is_amended(first: float, now: float) -> None:
    start = dealt()
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "3p"),), None, first)
    known = Journalled(start, (told,), apply(start, TileDiscarded(0, "3p")))
    change = Change(0, (TileDiscarded(0, "5p"),), 0.95)
    (amended, *_) = amended_act(known, 1, change, "later_looks", "seen", TableReading())
    assert amended.confidence == now


@pytest.mark.parametrize("why", ["gone", "told again later", "claimed at once", "lies there still", "over"])
def test_only_a_discard_that_lay_there_and_is_gone_was_put_back(why: str) -> None:
    start = after(dealt(), *[DealDrawn()] * (why == "over"))
    claim = Entry(2, 6.0, "camera", (PungClaimed(2, 0, "3p", ("3p",) * 3),))
    entries = (Entry(1, 5.0, "camera", (TileDiscarded(0, "3p"),)), claim)[: 1 + (why == "claimed at once")]
    known = Journalled(start, entries, after(start, *events_in_force(entries)))
    seen = expected(apply(start, TileDiscarded(0, "3p"))) if why == "lies there still" else TableReading()
    change = Change(0, (), 0.95, is_moved=why == "told again later")
    written = amended_act(known, 1, change, "later_looks", "seen", seen)
    told = [event.name for entry in written for event in entry.events if isinstance(event, FaultFound)]
    assert ("tile_put_back" in told) == (why == "gone")


@pytest.mark.parametrize(("how", "faults"), [("seen", ["tile_put_back"]), ("concluded", [])])
def test_what_nobody_found_was_put_back_only_where_that_was_seen(how: Evidence, faults: list[str]) -> None:
    start, unknown = dealt(), TileDiscarded(0, None)
    known = Journalled(start, (Entry(1, 5.0, "camera", (unknown,)),), apply(start, unknown))
    written = amended_act(known, 1, Change(0, (), 0.95), "later_looks", how, TableReading())
    told = [event for entry in written for event in entry.events if isinstance(event, FaultFound)]
    assert [each.name for each in told if each.name == "tile_put_back"] == faults


def test_a_discard_that_nobody_read_is_asked_for_also_where_an_amendment_tells_it() -> None:
    start = dealt()
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "1z"),))
    known = Journalled(start, (told,), apply(start, TileDiscarded(0, "1z")))
    change = Change(0, (TileDiscarded(0, None), TileDrawn(1), TileDiscarded(1, "1z")), 0.95)
    (first, *_) = amended_act(known, 1, change, "later_looks", "concluded", TableReading())
    assert [(doubt["event"], doubt["tile"]) for doubt in first.doubtful] == [(0, "?")]


def test_a_discard_told_as_unknown_is_named_though_nothing_was_doubted() -> None:
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, None),))
    seen = Contradicted("river", 0, 0, None, Sighting("3p", 0.9), is_clear=False)
    (first, *_) = face_amendment(dealt(), (told,), seen)
    assert first.events == (TileDiscarded(0, "3p"),)


@rule("S002-01")
@pytest.mark.parametrize("lying", [5, 4])
def test_people_count_when_a_fifth_tile_is_taken_for_another(lying: int) -> None:
    start = dealt()
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "3p"),))
    known = Journalled(start, (told,), apply(start, TileDiscarded(0, "3p")))
    change = Change(0, (TileDiscarded(0, "5p"),), 0.95)
    seen = TableReading(dora_indicators=(Sighting("3p", 0.9),) * lying)
    (first, *_) = amended_act(known, 1, change, "later_looks", "seen", seen)
    (doubt,) = first.doubtful
    assert doubt["reason"] == ("one_too_many" if lying > 4 else "later_looks")
    assert (doubt["tile"], doubt["alternatives"]) == ("5p", [["3p", 0.05]])


def test_a_doubtful_face_stays_doubtful_when_something_else_is_put_right() -> None:
    doubt = {"event": 0, "tile": "3p", "alternatives": [["5p", 0.4]]}
    told = Entry(4, 5.0, "camera", (TileDiscarded(0, "3p"),), None, 0.9, (doubt,))
    found = fault(dealt(), "out_of_turn", 0, "3p").event()
    follows = still_doubted(told, (TileDiscarded(0, "3p"), found), (told,))
    assert (follows.confidence, follows.doubtful) == (0.9, (doubt,))
    other = still_doubted(told, (TileDiscarded(0, "5p"),), (told,))
    assert (other.confidence, other.doubtful) == (1.0, ())


@rule("S000-15")
def test_a_pung_that_turns_out_a_kong_is_paid_as_one() -> None:
    start = after(dealt("doubles"), TileDiscarded(0, "3p"))
    pung = PungClaimed(1, 0, "3p", ("3p",) * 3)
    told = Entry(1, 5.0, "camera", (pung,))
    known = Journalled(start, (told,), apply(start, pung))
    change = Change(0, (KongClaimed(1, 0, "3p", ("3p",) * 4),), 0.95)
    *_, paid = amended_act(known, 1, change, "later_looks", "seen", TableReading())
    (moved,) = paid.events
    assert isinstance(moved, ScoresChanged)
    assert sum(moved.payments) == 0
    assert moved.payments[1] > 0


def test_a_win_whose_tiles_read_as_none_waits_for_a_person() -> None:
    won = Entry(0, 9.0, "camera", (Won(1, "2m", 0, ("1m", "5m", "9p")),), None, 0.98)
    entry, follows = ending((), won, (), is_doubted=True)
    assert waits(entry)
    assert follows == ()
    assert not waits(ending((), won, ())[0])


GOOD = ("2m", "3m", "3m", "4m", "4m", "4p", "4p", "2s", "3s", "4s", "5s", "6s", "7s")
MISREAD = tuple("1s" if tile == "5s" else tile for tile in GOOD)


START = after(dealt("riichi"), TileDiscarded(0, "2m"))


def won_with(
    hand: tuple[str, ...], seen: TableReading | None = None, confidence: float = 0.98
) -> tuple[Entry, ...]:
    """The entries of a win told with a hand."""
    act = Act(Won(1, "2m", 0, hand), 9.0, how="seen")
    entries = entries_of_act(Journalled(START, (), START), act, confidence, seen or TableReading())
    return tuple(replace(each, number=number) for number, each in enumerate(entries, 1))


def told_then(first: tuple[str, ...], then: tuple[str, ...], confidence: float = 0.98) -> tuple[Entry, ...]:
    """The entries of a win told with one hand and amended to another."""
    start, entries = START, won_with(first, confidence=confidence)
    known = Journalled(start, entries, after(start, *events_in_force(entries)))
    change = Change(0, (Won(1, "2m", 0, then),), 0.95)
    more = amended_act(known, 1, change, "later_looks", "seen", TableReading())
    return (*entries, *(replace(each, number=len(entries) + n) for n, each in enumerate(more, 1)))


def test_a_win_read_rightly_at_last_is_paid_and_its_false_win_is_gone() -> None:
    entries = told_then(MISREAD, GOOD)
    events = events_in_force(entries)
    assert [event.payments for event in events if isinstance(event, ScoresChanged)] == [(-3900, 3900, 0, 0)]
    assert not any(isinstance(event, FaultFound) for event in events)
    assert not is_waiting(entries)


def test_a_win_that_reads_as_none_later_waits_and_moves_no_points() -> None:
    entries = told_then(GOOD, MISREAD)
    assert not any(isinstance(event, ScoresChanged) for event in events_in_force(entries))
    assert is_waiting(entries)


def said_then(first: tuple[str, ...], then: tuple[str, ...]) -> tuple[Entry, ...]:
    """The entries of a win told with one hand that a person puts right."""
    entries = won_with(first)
    said, _ = scored(START, Won(1, "2m", 0, then), ())
    changes = amending(START, entries, 1, (said,)).changes
    return (*entries, *as_entries(changes, len(entries)))


def test_a_win_put_right_by_a_person_is_paid_and_its_false_win_is_gone() -> None:
    events = events_in_force(said_then(MISREAD, GOOD))
    assert [event.payments for event in events if isinstance(event, ScoresChanged)] == [(-3900, 3900, 0, 0)]
    assert not any(isinstance(event, FaultFound) for event in events)


def test_a_win_put_right_to_another_that_does_not_win_stays_false() -> None:
    other = tuple("9s" if tile == "5s" else tile for tile in GOOD)
    assert [
        each.name for each in events_in_force(said_then(MISREAD, other)) if isinstance(each, FaultFound)
    ] == ["false_win"]


FAR = ("1m", "4m", "7m", "1p", "4p", "7p", "1s", "4s", "7s", "1z", "2z", "3z", "5s")


def shown_with_doubt(hand: tuple[str, ...], doubtful: str) -> TableReading:
    """A hand laid open of which one tile is read in doubt."""
    tiles = tuple(
        Sighting(tile, 0.55, ((tile, 0.55), ("9p", 0.4))) if tile == doubtful else Sighting(tile, 0.97)
        for tile in (*hand, "2m")
    )
    seats = list(TableReading().seats)
    seats[1] = replace(seats[1], revealed=tiles, standing=None)
    return replace(TableReading(), seats=(seats[0], seats[1], seats[2], seats[3]))


@rule("S001-01")
def test_a_hand_that_wins_with_no_reading_of_its_doubtful_tile_is_a_false_win() -> None:
    (win, found) = won_with(FAR, shown_with_doubt(FAR, "5s"))
    assert [each.counts for each in found.events if isinstance(each, FaultFound)] == [True]
    assert win.doubtful
    assert not waits(win)


def test_a_hand_that_may_win_with_another_reading_of_its_doubtful_tile_waits() -> None:
    (win,) = won_with(MISREAD, shown_with_doubt(MISREAD, "1s"))
    assert waits(win)


@rule("S001-67")
def test_a_draw_that_waits_moves_no_points_when_hands_are_shown() -> None:
    ended = DealDrawn("exhaustive")
    told = Entry(1, 9.0, "camera", (ended,), None, 0.8, (waiting(0),))
    shown = DealDrawn("exhaustive", (1,), ((), GOOD, (), ()))
    (first, *_) = camera_amendment(START, (told,), told, (shown,), 0.95, told.doubtful)
    assert waits(first)
    assert first.events == (shown,)
    (paid, *_) = camera_amendment(START, (replace(told, doubtful=()),), told, (shown,), 0.95)
    assert any(isinstance(event, ScoresChanged) for event in paid.events)


def test_a_win_that_waits_stays_unpaid_when_something_before_it_is_put_right() -> None:
    first = Entry(1, 1.0, "camera", (DoraRevealed("9m"),))
    begun = Journalled(START, (first,), after(START, *first.events))
    (told,) = entries_of_act(begun, Act(Won(1, "2m", 0, GOOD), 9.0, how="gap"), 0.7, TableReading())
    told = replace(told, number=2)
    assert waits(told)
    changes = dict(amending(START, (first, told), 1, (DoraRevealed("3m"),)).changes)
    assert changes[2] != told.events
    assert not any(isinstance(event, ScoresChanged) for event in changes[2])


def test_a_win_across_a_gap_waits_still_when_its_tiles_are_read_otherwise() -> None:
    entries = told_then(GOOD, tuple("5s" if tile == "2s" else tile for tile in GOOD), confidence=0.7)
    assert is_waiting(entries)
    assert not any(isinstance(event, ScoresChanged) for event in events_in_force(entries))


def test_what_is_paid_already_is_not_paid_again_when_it_is_confirmed() -> None:
    ended = DealDrawn("exhaustive", (1,), ((), GOOD, (), ()))
    once = confirmed(START, (ended,))
    assert confirmed(START, once) == once
