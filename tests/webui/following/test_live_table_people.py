"""The live table: people's corrections, and a journal that is taken up again."""

from __future__ import annotations

from pathlib import Path

from engine.table.events import (
    TileDiscarded,
    TileDrawn,
)
from engine.table.state import GameState
from tests.webui.live_tables import MCR, OPENING, table
from webui.live_table import LiveTable
from webui.storage.folding import effective
from webui.storage.journal import Journal


def test_a_person_says_that_did_not_happen_and_the_state_is_folded_anew() -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"))
    number = live.entries[-1].number
    entry = live.record("player", (), amends=number)
    assert entry.amends == number
    assert live.state.seats[0].river == ()
    assert live.state.turn == 0


def test_a_person_mends_a_face_in_the_middle_of_the_deal() -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"), TileDrawn(1), TileDiscarded(1, "9s"))
    live.record("player", (TileDiscarded(0, "2p"),), amends=4)
    assert [discard.tile for discard in live.state.seats[0].river] == ["2p"]
    assert [discard.tile for discard in live.state.seats[1].river] == ["9s"]


def test_an_amendment_can_be_amended() -> None:
    live = table(*OPENING, TileDiscarded(0, "3p"))
    second = live.record("player", (TileDiscarded(0, "2p"),), amends=4)
    live.record("player", (TileDiscarded(0, "4p"),), amends=second.number)
    assert [discard.tile for discard in live.state.seats[0].river] == ["4p"]
    assert [entry.events for entry in effective(live.entries)][-1] == (TileDiscarded(0, "4p"),)


def test_it_takes_up_its_journal_where_it_ended(tmp_path: Path) -> None:
    first = table(*OPENING, TileDiscarded(0, "3p"), journal=tmp_path / "j.sqlite")
    first.record("player", (TileDiscarded(0, "2p"),), amends=4)
    state: GameState = first.state
    first.close()
    again = LiveTable(MCR, Journal(tmp_path / "j.sqlite"))
    assert again.state == state
    assert len(again.entries) == 5
    again.close()
