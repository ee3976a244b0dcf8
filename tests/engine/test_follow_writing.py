"""Entries that put right what was told, also when they were put right before."""

from __future__ import annotations

from dataclasses import replace

from seen_tables import after, dealt

from engine.follow.tell.telling import Change
from engine.follow.tell.writing import Journalled, amended_act
from engine.journal.record import Entry
from engine.journal.unconfirmed import still_doubted
from engine.table.apply import apply
from engine.table.events import FaultFound, TileDiscarded
from engine.table.fault import fault


def test_an_act_amended_together_with_its_fault_is_told_once_when_it_is_amended_again() -> None:
    start = dealt()
    found = replace(fault(start, "fifth_copy", 0, "3p").event(), evidence="concluded")
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "1z"),))
    again = Entry(2, 5.0, "camera", (TileDiscarded(0, "3p"), found), amends=1)
    known = Journalled(start, (told, again), apply(start, TileDiscarded(0, "3p")))
    change = Change(0, (TileDiscarded(0, "5p"),), 0.95)
    (first, *_) = amended_act(known, 1, change, "later_looks", "concluded")
    assert [each for each in first.events if not isinstance(each, FaultFound)] == [TileDiscarded(0, "5p")]
    assert first.amends == 2


def test_an_act_that_is_a_fifth_copy_now_is_doubted() -> None:
    start = after(dealt(), *(TileDiscarded(seat, "3p") for seat in (1, 2, 3, 1)))
    told = Entry(1, 5.0, "camera", (TileDiscarded(0, "1z"),))
    known = Journalled(start, (told,), apply(start, TileDiscarded(0, "1z")))
    change = Change(0, (TileDiscarded(0, "3p"),), 0.95)
    (first, *_) = amended_act(known, 1, change, "later_looks", "concluded")
    assert "one_too_many" in [doubt.get("reason") for doubt in first.doubtful]


def test_a_doubtful_face_stays_doubtful_when_something_else_is_put_right() -> None:
    doubt = {"event": 0, "tile": "3p", "alternatives": [["5p", 0.4]]}
    told = Entry(4, 5.0, "camera", (TileDiscarded(0, "3p"),), None, 0.9, (doubt,))
    found = fault(dealt(), "out_of_turn", 0, "3p").event()
    follows = still_doubted(told, (TileDiscarded(0, "3p"), found))
    assert (follows.confidence, follows.doubtful) == (0.9, (doubt,))
    other = still_doubted(told, (TileDiscarded(0, "5p"),))
    assert (other.confidence, other.doubtful) == (1.0, ())
