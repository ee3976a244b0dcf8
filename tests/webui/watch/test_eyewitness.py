"""A fault is sure only where the act was seen: alone, between two looks close to each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.table.apply import apply
from engine.table.events import ChowClaimed, Event, FaultFound, TileDiscarded, TileDrawn, Won
from engine.table.expected import expected
from engine.table.reading import ZONES
from tests.webui.following.test_rereading import Watching
from vision.pipeline.look import NOTHING
from webui.watch.seen_table import SeenTable

FIRST = TileDiscarded(0, "4m")
FAR_CHOW = ChowClaimed(2, 0, "4m", ("3m", "4m", "5m"))


class Looking(Watching):
    """A table at which every look is a moment of its own."""

    def looked(self, apart_s: float, looks: int = 4, hidden: frozenset[str] = frozenset()) -> None:
        """So many looks at the table as it lies, so far apart; `hidden` zones are not calm in them."""
        for _ in range(looks):
            self.at_s += apart_s
            reading = replace(expected(self.truth))
            self.live.see(SeenTable(round(self.at_s * 10), self.at_s, reading, hidden=hidden))

    def done(self, *events: Event) -> None:
        for event in events:
            self.truth = apply(self.truth, event)

    @property
    def fault(self) -> FaultFound:
        (found,) = (event for event in self.told if isinstance(event, FaultFound))
        return found

    @property
    def confidence(self) -> float:
        return next(each.confidence for each in self.live.entries if self.fault in each.events)


def claimed(
    apart_s: float, *, alone: bool = True, hidden: frozenset[str] = frozenset(), looks: int = 0
) -> Looking:
    """A chow claimed by the seat opposite; before the looks that show it, `looks` with `hidden` zones."""
    table = Looking()
    table.looked(apart_s)
    if alone:
        table.done(FIRST)
        table.looked(apart_s)
        table.looked(apart_s, looks, hidden)
        table.done(FAR_CHOW)
    else:
        table.done(FIRST, FAR_CHOW)
    # People then wait: the looks that show it may come as seldom as they like.
    table.looked(apart_s, 20)
    return table


@pytest.mark.parametrize("apart_s", [0.2, 0.5])
def test_a_fault_seen_between_two_near_looks_counts(apart_s):
    table = claimed(apart_s)
    assert (table.fault.name, table.fault.evidence, table.fault.counts) == (
        "chow_not_from_left",
        "seen",
        True,
    )
    assert table.confidence > 0.8


@pytest.mark.parametrize("apart_s", [1.0, 2.0, 3.3])
def test_a_fault_found_across_a_gap_is_concluded_and_less_likely(apart_s):
    table = claimed(apart_s)
    assert (table.fault.name, table.fault.evidence) == ("chow_not_from_left", "concluded")
    assert table.confidence <= 0.5
    entry = next(each for each in table.live.entries if table.fault in each.events)
    assert entry.doubtful[0]["reason"] == "concluded"


def test_a_fault_among_acts_that_show_at_one_look_is_concluded():
    assert claimed(0.2, alone=False).fault.evidence == "concluded"


def test_a_fault_that_was_under_a_hand_for_long_is_concluded():
    zones = frozenset({"melds:2", "river:0"})
    assert claimed(0.2, hidden=zones, looks=4).fault.evidence == "seen"
    assert claimed(0.2, hidden=zones, looks=20).fault.evidence == "concluded"


def test_looks_that_failed_are_a_gap():
    table = Looking()
    table.looked(0.2)
    table.done(FIRST)
    table.looked(0.2)
    for _ in range(10):
        table.at_s += 0.2
        table.live.see(SeenTable(0, table.at_s, NOTHING, hidden=ZONES))
    table.done(FAR_CHOW)
    table.looked(0.2, 20)
    assert table.fault.evidence == "concluded"


def won(hand: str) -> Looking:
    tiles = tuple(
        f"{rank}{suit}" for suit, ranks in (part.split(":") for part in hand.split()) for rank in ranks
    )
    table = Looking()
    table.looked(0.2)
    table.done(FIRST)
    table.looked(0.2)
    table.done(TileDrawn(1))
    table.looked(0.2)
    table.done(Won(1, tiles[-1], None, tiles[:-1]))
    table.looked(0.2, 20)
    return table


def test_a_false_win_that_one_misread_tile_explains_is_concluded():
    assert won("m:123456789 p:11 s:235").fault.evidence == "concluded"


def test_a_false_win_that_no_single_misread_tile_explains_is_seen():
    assert won("m:1357 p:1379 s:147 z:123").fault.evidence == "seen"
