"""A tile that nobody saw put back into the hand is told with the next discard of its player."""

from __future__ import annotations

import pytest

from engine.table.apply import apply
from engine.table.events import TileDiscarded, TileDrawn
from engine.table.expected import expected
from tests.webui.following.test_rereading import Watching
from tests.webui.following.test_second_thoughts import FIRST, after, faults, move


@pytest.mark.parametrize("told", ["5p", "1s", None], ids=["another tile", "the same tile", "unread"])
def test_a_tile_that_nobody_saw_put_back_was_none_when_the_same_is_discarded(told: str | None) -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    for state in (
        before,
        apply(before, TileDiscarded(1, "1s")),
        before,
        apply(before, TileDiscarded(1, told)),
    ):
        watching.see(expected(state), 8.0, 2.0)
    assert [(each.name, each.tiles) for each in faults(watching)] == [("tile_put_back", ("1s",))] * (
        told == "5p"
    )


def test_a_tile_that_nobody_saw_put_back_is_told_once_and_of_its_own_player_only() -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    for state in (before, apply(before, TileDiscarded(1, "1s")), before):
        watching.see(expected(state), 8.0, 2.0)
    watching.truth = before
    after(watching, TileDiscarded(1, "5p"), *move(2, "2z"), *move(3, "3z"), *move(0, "4z"), *move(1, "6p"))
    assert [(each.name, each.seat) for each in faults(watching)] == [("tile_put_back", 1)]


def test_what_a_person_took_out_of_the_journal_is_no_tile_put_back() -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    after(watching, TileDiscarded(1, "1s"))
    told = watching.live.entries[-1]
    assert told.events == (TileDiscarded(1, "1s"),)
    watching.live.record("player", (), amends=told.number)
    watching.truth = before
    watching.see(expected(before), 3.0)
    after(watching, TileDiscarded(1, "5p"))
    assert [each.tile for each in watching.live.state.seats[1].river] == ["5p"]
    assert faults(watching) == []
