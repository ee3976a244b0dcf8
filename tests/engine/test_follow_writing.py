"""Entries that put right what was told, also when they were put right before."""

from __future__ import annotations

from dataclasses import replace

from seen_tables import dealt

from engine.follow.tell.telling import Change
from engine.follow.tell.writing import Journalled, amended_act
from engine.journal.record import Entry
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
