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


def after_one_draw_more(found: FaultFound) -> Journalled:
    """East holds fifteen tiles; this fault was told."""
    start = dealt()
    draw = TileDrawn(0, start.rules.replacement_end, None)
    entries = (Entry(1, 5.0, "camera", (draw,)), Entry(2, 5.0, "camera", (found,)))
    return Journalled(start, entries, after(start, draw))


def faults_of_a_discard(known: Journalled) -> list[str]:
    act = Act(TileDiscarded(0, "1z"), 9.0, how="seen")
    return names_of(entries_of_act(known, act, 0.99, expected(after(known.state, act.event))))


@pytest.mark.parametrize(
    ("evidence", "verdict", "is_told"),
    [("concluded", None, False), ("concluded", "upheld", True), ("seen", None, True)],
)
def test_a_wrong_count_waits_with_the_concluded_draw_that_it_rests_on(
    evidence: str, verdict: str | None, is_told: bool
) -> None:
    found = replace(fault(dealt(), "replacement_not_owed", 0).event(), evidence=evidence, verdict=verdict)
    assert ("wrong_count" in faults_of_a_discard(after_one_draw_more(found))) is is_told


@pytest.mark.parametrize(("seat", "is_told"), [(0, False), (1, True)])
@pytest.mark.parametrize("verdict", [None, "dismissed"])
def test_a_wrong_count_is_told_once_of_a_hand(seat: int, is_told: bool, verdict: str | None) -> None:
    found = replace(fault(dealt(), "wrong_count", seat).event(), evidence="concluded", verdict=verdict)
    assert ("wrong_count" in faults_of_a_discard(after_one_draw_more(found))) is is_told


def test_a_wrong_count_is_told_again_when_that_hand_wins() -> None:
    found = replace(fault(dealt(), "wrong_count", 0).event(), evidence="concluded")
    known = after_one_draw_more(found)
    told = entries_of_act(known, Act(Won(0, "1s", None), 9.0, how="seen"), 0.99, expected(known.state))
    assert "wrong_count" in names_of(told)


@pytest.mark.parametrize(
    ("evidence", "verdict", "is_told"),
    [("concluded", None, False), ("concluded", "upheld", True), ("seen", None, True)],
)
def test_a_hand_that_was_passed_over_may_have_discarded_unseen(
    evidence: str, verdict: str | None, is_told: bool
) -> None:
    start = dealt()
    found = replace(fault(start, "out_of_turn", 2).event(), evidence=evidence, verdict=verdict)
    turns = (2, "2p"), (3, "5p"), (0, "4p")
    acts = [
        TileDiscarded(0, "4s"),
        TileDrawn(1, "live", None),  # what South discards is not found
        *(
            event
            for seat, tile in turns
            for event in (TileDrawn(seat, "live", None), TileDiscarded(seat, tile))
        ),
        TileDrawn(1, "live", None),
    ]
    entries = tuple(
        Entry(n, float(n), "camera", (event,)) for n, event in enumerate([*acts[:3], found, *acts[3:]], 1)
    )
    known = Journalled(start, entries, after(start, *acts))
    act = Act(TileDiscarded(1, "5m"), 90.0, how="seen")
    told = names_of(entries_of_act(known, act, 0.99, expected(after(known.state, act.event))))
    assert ("wrong_count" in told) is is_told
