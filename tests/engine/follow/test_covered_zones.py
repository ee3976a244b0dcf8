"""What a hand covers is evidence of nothing: neither that an act was not done, nor that one was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import after, changed, dealt

from engine.follow.weigh.agreement import shares
from engine.follow.weigh.evidence import Witness, has_come_to_light
from engine.follow.weigh.sights import Sights
from engine.follow.weigh.tracker import Tracker
from engine.table.events import KongDeclared, TileDiscarded, TileDrawn
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading

SURE = 0.95
LOOK_S = 0.4
RULES = ("mcr", "riichi", "beginner")


def begun(tracker: Tracker, reading: TableReading) -> float:
    """The time after two calm looks at `reading`."""
    for number in range(2):
        tracker.look(number * LOOK_S, replace(reading))
    return 2 * LOOK_S


@pytest.mark.parametrize("rules", RULES)
def test_a_draw_is_sure_at_once_though_a_hand_is_over_the_row(rules):
    state = after(dealt(rules), TileDiscarded(0, "3p"))
    drawn = expected(after(state, TileDrawn(1)))
    # The row is given as it was last seen: without the tile that was drawn.
    covered = changed(drawn, 1, standing=13)
    tracker = Tracker(state)
    at_s = begun(tracker, expected(state))
    tracker.look(at_s, covered, frozenset({"standing:1"}))
    assert [act.event for act in tracker.acts] == [TileDrawn(1)]
    assert shares(tracker.histories)[-1] > SURE


def test_the_row_counts_as_soon_as_the_hand_is_gone():
    state = after(dealt(), TileDiscarded(0, "3p"))
    covered = replace(expected(state), walls=expected(after(state, TileDrawn(1))).walls)
    tracker = Tracker(state)
    at_s = begun(tracker, expected(state))
    tracker.look(at_s, covered, frozenset({"standing:1"}))
    assert shares(tracker.histories)[-1] > SURE
    tracker.look(at_s + LOOK_S, replace(covered))
    # Thirteen stand there after all.
    assert not tracker.acts or shares(tracker.histories)[-1] < SURE


@pytest.mark.parametrize("rules", RULES)
def test_a_tile_that_reads_otherwise_under_a_hand_is_no_discard(rules):
    state = after(dealt(rules), TileDiscarded(0, "3p"), TileDrawn(1), TileDiscarded(1, "9s"))
    state = after(state, TileDrawn(2), TileDiscarded(2, "2m"), TileDrawn(3), TileDiscarded(3, "5s"))
    state = after(state, TileDrawn(0))
    lying = expected(state)
    misread = changed(lying, 0, river=(Sighting("4p", 0.98, (("4p", 0.98),)),))
    tracker = Tracker(state)
    at_s = begun(tracker, lying)
    tracker.look(at_s, misread, frozenset({"river:0", "standing:0"}))
    assert tracker.acts == ()


def test_a_zone_is_stale_as_long_as_a_hand_is_over_it_and_it_shows_the_same():
    state = after(dealt(), TileDiscarded(0, "3p"))
    calm, then = expected(state), expected(after(state, TileDrawn(1), TileDiscarded(1, "9s")))
    sights = Sights()
    assert sights.stale(calm, frozenset({"river:1"})) == frozenset()  # never seen uncovered yet
    assert sights.stale(replace(calm), frozenset()) == frozenset()
    assert sights.stale(replace(calm), frozenset({"river:1", "wall:2"})) == {"river:1", "wall:2"}
    assert sights.stale(then, frozenset({"river:1"})) == frozenset()
    assert sights.stale(replace(then), frozenset({"river:0"})) == {"river:0"}


@pytest.mark.parametrize("zone", ["melds:1", "flowers:1"])
@pytest.mark.parametrize(("covered", "grade"), [(True, "followed"), (False, "seen")])
def test_nobody_saw_a_draw_that_a_covered_kong_or_flower_may_explain(zone, covered, grade):
    witness = Witness()
    for at_s in (1.0, 1.4):
        witness.look(at_s, frozenset())
    witness.look(1.8, frozenset({zone}) if covered else frozenset())
    assert witness.grades([TileDrawn(1, "tail")], agreed_s=1.4) == (grade,)


@pytest.mark.parametrize(("how", "is_late"), [("seen", False), ("followed", True), ("gap", True)])
def test_a_discard_after_a_kong_that_nobody_saw_laid_rests_on_it(how, is_late):
    kong, discard = KongDeclared(1, "concealed", None), TileDiscarded(1, "8p")
    assert has_come_to_light([(kong, how), (discard, "seen")]) == is_late
    assert not has_come_to_light([(kong, how), (TileDiscarded(1, "2p"), "seen"), (discard, "seen")])
    assert not has_come_to_light([(kong, how), (TileDiscarded(2, "8p"), "seen")])
