"""Hands of the wrong size as faults that are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from seen_tables import after, dealt

from engine.follow.tell.writing import Journalled, entries_of_act
from engine.follow.weigh.history import Act
from engine.journal.record import Entry
from engine.table.events import FaultFound, TileDiscarded, TileDrawn, Won
from engine.table.expected import expected
from engine.table.fault import fault


def names_of(entries: Sequence[Entry]) -> list[str]:
    return [event.name for entry in entries for event in entry.events if isinstance(event, FaultFound)]


@pytest.mark.parametrize(
    ("evidence", "verdict", "is_told"),
    [("concluded", None, False), ("concluded", "upheld", True), ("seen", None, True)],
)
def test_a_wrong_count_waits_with_the_concluded_draw_that_it_rests_on(
    evidence: str, verdict: str | None, is_told: bool
) -> None:
    start = dealt()
    draw = TileDrawn(0, start.rules.replacement_end, None)
    found = replace(fault(start, "replacement_not_owed", 0).event(), evidence=evidence, verdict=verdict)
    state = after(start, draw)
    known = Journalled(start, (Entry(1, 5.0, "camera", (draw,)), Entry(2, 5.0, "camera", (found,))), state)
    act = Act(TileDiscarded(0, "1z"), 9.0, how="seen")
    reading = expected(after(state, act.event))
    assert ("wrong_count" in names_of(entries_of_act(known, act, 0.99, reading))) is is_told


@pytest.mark.parametrize(("seat", "is_told"), [(0, False), (1, True)])
@pytest.mark.parametrize("verdict", [None, "dismissed"])
def test_a_wrong_count_is_told_once_of_a_hand(seat: int, is_told: bool, verdict: str | None) -> None:
    start = dealt()
    draw = TileDrawn(0, start.rules.replacement_end, None)
    found = replace(fault(start, "wrong_count", seat).event(), evidence="concluded", verdict=verdict)
    state = after(start, draw)
    known = Journalled(start, (Entry(1, 5.0, "camera", (draw,)), Entry(2, 5.0, "camera", (found,))), state)
    act = Act(TileDiscarded(0, "1z"), 9.0, how="seen")
    told = entries_of_act(known, act, 0.99, expected(after(state, act.event)))
    assert ("wrong_count" in names_of(told)) is is_told


def test_a_wrong_count_is_told_again_when_that_hand_wins() -> None:
    start = dealt()
    draw = TileDrawn(0, start.rules.replacement_end, None)
    found = replace(fault(start, "wrong_count", 0).event(), evidence="concluded")
    state = after(start, draw)
    known = Journalled(start, (Entry(1, 5.0, "camera", (draw,)), Entry(2, 5.0, "camera", (found,))), state)
    told = entries_of_act(known, Act(Won(0, "1s", None), 9.0, how="seen"), 0.99, expected(state))
    assert "wrong_count" in names_of(told)
