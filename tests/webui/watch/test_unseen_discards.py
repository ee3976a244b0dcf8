"""Discards that the camera does not find while the game goes on: they are concluded, nobody is at fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.propose.candidates import proposals
from engine.follow.tell.after_look import AfterLook
from engine.follow.tell.afterthoughts import Afterthoughts
from engine.table.apply import apply
from engine.table.events import (
    Event,
    FaultFound,
    FlowerDeclared,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
)
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from tests.webui.following.test_rereading import Watching, with_river

FIRST = TileDiscarded(0, "9m")
SECOND = (TileDrawn(1), TileDiscarded(1, "1s"))


def without_river(reading: TableReading, *seats: int) -> TableReading:
    for seat in seats:
        reading = with_river(reading, seat)
    return reading


def happens_unseen(watching: Watching, *events: Event, hidden: tuple[int, ...]) -> None:
    """Each of `events` is seen for two seconds, but for the rivers of the seats `hidden`."""
    for event in events:
        watching.truth = apply(watching.truth, event)
        watching.see(without_river(expected(watching.truth), *hidden), 2.0)


def faults(watching: Watching) -> list[FaultFound]:
    return [event for event in watching.told if isinstance(event, FaultFound)]


def test_two_discards_nobody_found_make_nobody_play_out_of_turn() -> None:
    watching = Watching()
    happens_unseen(watching, FIRST, *SECOND, TileDrawn(2), TileDiscarded(2, "2p"), hidden=(0, 1))
    assert watching.told[3:] == [
        TileDiscarded(0, None), TileDrawn(1), TileDiscarded(1, None), TileDrawn(2), TileDiscarded(2, "2p"),
    ]  # fmt: skip
    happens_unseen(watching, TileDrawn(3), TileDiscarded(3, "7z"), hidden=(1,))
    assert watching.told[3] == FIRST
    assert watching.told[-2:] == [TileDrawn(3), TileDiscarded(3, "7z")]
    watching.see(expected(watching.truth))
    assert TileDiscarded(1, "1s") in watching.told
    assert faults(watching) == []


def test_a_flower_laid_after_a_discard_nobody_found_is_of_the_players_own_move() -> None:
    watching = Watching()
    happens_unseen(watching, FIRST, TileDrawn(1), FlowerDeclared(1, "3f"), TileDrawn(1, "tail"), hidden=(0,))
    assert watching.told[3:6] == [TileDiscarded(0, None), TileDrawn(1), FlowerDeclared(1, "3f")]
    assert faults(watching) == []


def test_a_kong_laid_after_a_discard_nobody_found_is_of_the_players_own_move() -> None:
    watching = Watching()
    kong = KongDeclared(1, "concealed", None)
    happens_unseen(watching, FIRST, TileDrawn(1), kong, TileDrawn(1, "tail"), hidden=(0,))
    told = [event for event in watching.told[3:] if not isinstance(event, ScoresChanged)]
    assert told == [TileDiscarded(0, None), TileDrawn(1), kong, TileDrawn(1, "tail")]
    assert faults(watching) == []


def test_a_discard_nobody_found_and_a_claim_of_the_next_one_put_nothing_back() -> None:
    """The claim is told of the only discard that is due, and of the right one later."""
    watching = Watching()
    pung = PungClaimed(3, 1, "1p", ("1p", "1p", "1p"))
    happens_unseen(watching, FIRST, TileDrawn(1), TileDiscarded(1, "1p"), hidden=(0, 1))
    happens_unseen(watching, pung, TileDiscarded(3, "7z"), TileDrawn(0), hidden=(0,))
    watching.see(expected(watching.truth), 6.0)
    assert [event for event in watching.told[3:] if not isinstance(event, FaultFound)] == [
        FIRST, TileDrawn(1), TileDiscarded(1, "1p"), pung, TileDiscarded(3, "7z"), TileDrawn(0),
    ]  # fmt: skip
    assert faults(watching) == []


def test_a_claimed_discard_whose_tile_still_shows_does_not_name_an_unknown_one() -> None:
    """The tile was thought to be the unknown one for a while; then another discard and its claim are told."""
    watching = Watching()
    live, later = watching.live, Afterthoughts()
    for event in (TileDiscarded(0, None), *SECOND, TileDrawn(2), TileDiscarded(2, "2p"), TileDrawn(3)):
        live.record("import", (event,))
    live.record("camera", (TileDiscarded(3, None),))
    for event in (TileDrawn(0), TileDiscarded(0, "1p"), TileDrawn(1), TileDiscarded(1, "2s"), TileDrawn(2)):
        live.record("import", (event,))
    live.record("import", (TileDiscarded(2, "3p"), TileDrawn(3)))
    seen = with_river(expected(live.state), 3, Sighting("4s", 0.99))

    def look(at_s: float) -> bool:
        return bool(later.look(AfterLook(live.start, live.entries, live.state, seen, at_s, is_idle=False)))

    for at_s in (0.0, 0.4, 0.8, 1.2, 1.6):
        seen = replace(seen)
        assert not look(at_s)
    live.record("import", (TileDiscarded(3, "4s"),))
    assert not look(1.8)
    live.record("import", (PungClaimed(1, 3, "4s", ("4s", "4s", "4s")),))
    seen = replace(seen)
    assert not look(2.2)
    seen = replace(seen)
    assert not look(3.4)
    seen = replace(seen)
    assert look(4.6), "a tile that lies there for long is the unknown one"


@pytest.mark.parametrize(("lying", "is_one_more"), [("9m", False), ("2s", True)])
def test_a_claimed_tile_that_still_lies_there_is_no_sign_of_an_unseen_discard(
    lying: str, is_one_more: bool
) -> None:
    """The fourth tile of a kong that is being laid is in the hand while the discard still shows."""
    claimed = apply(Watching(FIRST).truth, PungClaimed(2, 0, "9m", ("9m", "9m", "9m")))
    predicted = expected(claimed)
    seen = with_river(predicted, 0, Sighting(lying, 0.99))
    seats = [*seen.seats]
    seats[2] = replace(seats[2], standing=(seats[2].standing or 0) - 1)
    acts = proposals(claimed, replace(seen, seats=tuple(seats)), predicted)
    assert ((TileDiscarded(2, None),) in acts) == is_one_more


def test_nobody_who_still_holds_his_tile_has_discarded_unseen() -> None:
    watching = Watching(FIRST)
    happens_unseen(watching, TileDrawn(1), TileDrawn(2), TileDiscarded(2, "2p"), hidden=())
    assert TileDiscarded(1, None) not in watching.told
