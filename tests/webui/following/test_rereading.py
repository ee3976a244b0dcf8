"""Faces told wrongly are set right by later looks or by the claim; what nobody can explain is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    Event,
    FlowerDeclared,
    HandsDealt,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from webui.live_table import LiveTable
from webui.storage.folding import effective
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

MCR = load_ruleset("mcr")
OPENING: tuple[Event, ...] = (WallBuilt(), WallBroken(1, 12), HandsDealt(0))


class Watching:
    """A live table and the table itself: what truly lies there."""

    def __init__(self, *events: Event) -> None:
        self.live = LiveTable(MCR, Journal(None))
        self.at_s = 0.0
        for event in (*OPENING, *events):
            self.live.record("import", (event,))
        self.truth: GameState = self.live.state

    def happens(self, event: Event, look: float = 3.0) -> None:
        """`event` is done, and the table seen for `look` seconds."""
        self.truth = apply(self.truth, event)
        self.see(expected(self.truth), look)

    def see(
        self,
        reading: TableReading,
        seconds: float = 3.0,
        every_s: float = 0.2,
        hidden: frozenset[str] = frozenset(),
    ) -> list[Entry]:
        told: list[Entry] = []
        for _ in range(round(seconds / every_s)):
            self.at_s += every_s
            # Every look is a new reading, as from a table that is read again.
            seen = SeenTable(round(self.at_s * 5), self.at_s, replace(reading), hidden=hidden)
            told += self.live.see(seen)
        return told

    @property
    def told(self) -> list[Event]:
        return [event for entry in effective(self.live.entries) for event in entry.events]


def with_river(reading: TableReading, seat: int, *tiles: Sighting) -> TableReading:
    seats = list(reading.seats)
    seats[seat] = replace(seats[seat], river=tiles)
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


def read_as(tile: str, likely: float, other: str = "1z") -> Sighting:
    return Sighting(tile, likely, ((tile, likely), (other, round(1 - likely, 3))))


def test_a_face_that_later_looks_contradict_is_amended_with_the_reason() -> None:
    watching = Watching()
    truth = apply(watching.truth, TileDiscarded(0, "9m"))
    watching.see(with_river(expected(truth), 0, read_as("5m", 0.85, "9m")), 1.0)
    assert watching.told[-1] == TileDiscarded(0, "5m")
    told = watching.see(with_river(expected(truth), 0, read_as("9m", 0.96, "5m")))
    (entry,) = told
    assert entry.source == "camera"
    assert entry.amends == 4
    assert entry.events == (TileDiscarded(0, "9m"),)
    assert entry.doubtful[0]["reason"] == "later_looks"
    assert entry.doubtful[0]["alternatives"][0][0] == "5m"
    assert watching.told[-1] == TileDiscarded(0, "9m")


@pytest.mark.parametrize("times", [1, 2, 4])
@pytest.mark.parametrize("likely", [0.6, 0.96])
def test_a_passing_misreading_amends_nothing_though_it_comes_back(times: int, likely: float) -> None:
    watching = Watching(TileDiscarded(0, "9m"))
    for _ in range(times):
        watching.see(with_river(expected(watching.truth), 0, read_as("5m", likely)), 1.0)
        assert watching.see(expected(watching.truth)) == []
    watching.happens(TileDrawn(1))
    watching.happens(TileDiscarded(1, "1m"))
    assert watching.told[-3:] == [TileDiscarded(0, "9m"), TileDrawn(1), TileDiscarded(1, "1m")]
    assert len(watching.live.entries) == 6


def test_what_a_person_said_is_never_amended_by_the_camera() -> None:
    watching = Watching()
    watching.happens(TileDiscarded(0, "5m"), 1.0)
    watching.live.record("player", (TileDiscarded(0, "9m"),), amends=4)
    watching.see(with_river(expected(watching.live.state), 0, read_as("5m", 0.99)), 5.0)
    assert watching.told[-1] == TileDiscarded(0, "9m")


def test_an_unread_discard_is_named_when_it_reads_at_last() -> None:
    watching = Watching()
    truth = apply(watching.truth, TileDiscarded(0, "9m"))
    watching.see(with_river(expected(truth), 0, Sighting(None, 0.0, ())), 3.0)
    assert watching.told[-1] == TileDiscarded(0, None)
    watching.see(with_river(expected(truth), 0, read_as("9m", 0.93)))
    assert watching.told[-1] == TileDiscarded(0, "9m")


def test_a_flower_that_reads_otherwise_is_amended() -> None:
    watching = Watching()
    for event in (FlowerDeclared(0, "2f"), TileDrawn(0, "tail"), TileDiscarded(0, "9m")):
        watching.happens(event, 1.0)
    reading = expected(watching.truth)
    seats = (replace(reading.seats[0], flowers=(read_as("3f", 0.97, "2f"),)), *reading.seats[1:])
    watching.see(replace(reading, seats=seats))
    assert FlowerDeclared(0, "3f") in watching.told
    assert FlowerDeclared(0, "2f") not in watching.told


@pytest.mark.parametrize(
    ("discarded", "claim"),
    [
        pytest.param("5m", PungClaimed(2, 0, "5m", ("5m", "5m", "5m")), id="pung"),
        pytest.param("4s", ChowClaimed(1, 0, "4s", ("4s", "5s", "6s")), id="chow"),
    ],
)
def test_a_claim_sets_the_misread_discard_right(discarded: str, claim: Event) -> None:
    watching = Watching()
    watching.truth = apply(watching.truth, TileDiscarded(0, discarded))
    watching.see(with_river(expected(watching.truth), 0, read_as("9m", 0.9, discarded)), 1.0)
    assert watching.told[-1] == TileDiscarded(0, "9m")
    watching.happens(claim)
    assert watching.told[-2:] == [TileDiscarded(0, discarded), claim]
    amended = [entry for entry in watching.live.entries if entry.amends is not None]
    assert [entry.doubtful[0]["reason"] for entry in amended] == ["claimed"]


def test_a_win_sets_the_misread_discard_right_before_it_is_scored() -> None:
    hand = ("1m", "2m", "3m", "1p", "2p", "3p", "1s", "2s", "3s", "7s", "8s", "5z", "5z")
    watching = Watching()
    watching.see(expected(watching.truth), 1.0)
    watching.truth = apply(watching.truth, TileDiscarded(0, "9s"))
    watching.see(with_river(expected(watching.truth), 0, read_as("6s", 0.9, "9s")), 1.0)
    watching.happens(Won(1, "9s", 0, hand))
    discard, won, paid = watching.told[-3:]
    assert discard == TileDiscarded(0, "9s")
    assert isinstance(won, Won)
    assert won.tile == "9s"
    assert sum(paid.payments) == 0


def strange_river(watching: Watching) -> TableReading:
    """A tile lies in a river of somebody whose turn is long past."""
    reading = expected(watching.truth)
    tiles = [*reading.seats[3].river, read_as("1z", 0.9, "2z"), read_as("3z", 0.9, "2z"), read_as("7z", 0.9)]
    return with_river(reading, 3, *tiles)


def test_what_nobody_can_explain_is_asked_while_the_watch_goes_on_until_the_table_resolves_it() -> None:
    watching = Watching(TileDiscarded(0, "9m"))
    told = watching.see(strange_river(watching), 8.0)
    question = watching.live.question
    assert told == []
    assert question is not None
    assert question.zones == ("river:3",)
    watching.truth = apply(apply(watching.truth, TileDrawn(1)), TileDiscarded(1, "2p"))
    watching.see(strange_river(watching), 3.0)
    assert TileDiscarded(1, "2p") in watching.told, "the watch goes on"
    assert watching.live.question is not None
    watching.see(expected(watching.truth))
    assert watching.live.question is None, "somebody took the tiles away again"


def test_a_person_resolves_what_nobody_could_explain() -> None:
    watching = Watching(TileDiscarded(0, "9m"))
    watching.see(strange_river(watching), 8.0)
    assert watching.live.question is not None
    watching.live.record("player", tuple(TileDiscarded(3, tile) for tile in ("1z", "3z", "7z")))
    watching.see(expected(watching.live.state), 1.0)
    assert watching.live.question is None


def test_tiles_pushed_together_after_the_deal_ask_nobody() -> None:
    watching = Watching(TileDiscarded(0, "9m"), DealDrawn("exhaustive"))
    watching.see(strange_river(watching), 8.0)
    assert watching.live.question is None
