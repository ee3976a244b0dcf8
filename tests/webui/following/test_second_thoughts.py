"""What one look cannot tell and many can: acts that went otherwise than told, and wrongs that last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.tell.lasting import five_alike
from engine.journal.unconfirmed import GAP_CONFIDENCE
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import Event, FaultFound, FlowerDeclared, PungClaimed, TileDiscarded, TileDrawn
from engine.table.expected import expected
from engine.table.reading import SeenMeld, Sighting, TableReading
from tests.webui.following.test_rereading import Watching, read_as, with_river

FIRST = TileDiscarded(0, "9m")
PUNG = (TileDiscarded(0, "4m"), PungClaimed(1, 0, "4m", ("4m", "4m", "4m")))


def move(seat: int, tile: str) -> tuple[Event, Event]:
    return TileDrawn(seat), TileDiscarded(seat, tile)


def faults(watching: Watching) -> list[FaultFound]:
    return [event for event in watching.told if isinstance(event, FaultFound)]


def after(watching: Watching, *events: Event) -> None:
    for event in events:
        watching.happens(event, 1.4)


def with_last_turned(reading: TableReading, seat: int, turned: int) -> TableReading:
    """The newest set of a seat with its tile `turned` turned, and no other."""
    seats = list(reading.seats)
    *known, newest = seats[seat].melds
    tiles = tuple(replace(each, turned=place == turned) for place, each in enumerate(newest.tiles))
    seats[seat] = replace(seats[seat], melds=(*known, replace(newest, tiles=tiles)))
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


DISCARD = TileDiscarded(1, "1z")


@pytest.mark.parametrize(
    ("wrong", "name", "seat", "evidence"),
    [
        pytest.param((DISCARD,), "discard_without_draw", 1, "seen", id="a discard without a draw"),
        pytest.param((TileDrawn(1), TileDrawn(1), DISCARD), "drew_twice", 1, "seen", id="two draws"),
        pytest.param((TileDrawn(1, "tail"), DISCARD), "wrong_end", 1, "seen", id="the wrong end"),
        pytest.param((TileDrawn(3), TileDiscarded(3, "1z")), "out_of_turn", 3, "concluded", id="out of turn"),
    ],
)
def test_a_wrong_move_is_told_once_the_moves_after_it_show_it(
    wrong: tuple[Event, ...], name: str, seat: int, evidence: str
) -> None:
    watching = Watching()
    watching.see(expected(watching.truth), 1.0)
    following = (seat + 1) % 4
    after(watching, FIRST, *wrong, *move(following, "2z"), *move((following + 1) % 4, "3z"))
    after(watching, *move((following + 2) % 4, "4z"))
    assert [(each.name, each.seat) for each in faults(watching)] == [(name, seat)]
    played = [event for event in watching.told if isinstance(event, TileDrawn | TileDiscarded)]
    assert played[1 : 1 + len(wrong)] == list(wrong)
    told = next(each for each in watching.live.entries if faults(watching)[0] in each.events)
    assert faults(watching)[0].evidence == evidence
    assert 0.5 <= told.confidence <= 1.0
    assert told.source == "camera"


def test_ordinary_moves_stay_as_they_were_told() -> None:
    watching = Watching()
    after(watching, FIRST, *move(1, "1z"), *move(2, "2z"), *move(3, "3z"), *move(0, "4z"), *move(1, "5z"))
    assert faults(watching) == []
    assert all(entry.amends is None for entry in watching.live.entries)


def test_a_hand_miscounted_for_long_is_no_wrong_number_of_tiles() -> None:
    """The wall tells otherwise."""
    watching = Watching()
    after(watching, FIRST)
    for event in (*move(1, "1z"), *move(2, "2z"), *move(3, "3z"), *move(0, "4z")):
        watching.truth = apply(watching.truth, event)
        seen = expected(watching.truth)
        seats = list(seen.seats)
        seats[1] = replace(seats[1], standing=(seats[1].standing or 0) - 1)
        watching.see(replace(seen, seats=(seats[0], seats[1], seats[2], seats[3])), 1.4)
    assert faults(watching) == []


def test_a_claimed_tile_laid_for_another_giver_is_told_when_it_has_lain_so() -> None:
    watching = Watching()
    after(watching, *PUNG)
    for event in (TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z")):
        watching.truth = apply(watching.truth, event)
        watching.see(with_last_turned(expected(watching.truth), 1, 2), 1.4)
    (told,) = faults(watching)
    assert (told.name, told.seat, told.tiles) == ("claimed_tile_misplaced", 1, ("4m", "4m", "4m"))
    (entry,) = (each for each in watching.live.entries if told in each.events)
    assert entry.doubtful[0]["reason"] == "lasting"


def test_a_tile_laid_for_another_giver_is_only_concluded_when_nobody_saw_the_claim() -> None:
    watching = Watching()
    watching.see(expected(watching.truth), 1.4)
    for event in PUNG:
        watching.truth = apply(watching.truth, event)
    watching.at_s += 12.0
    for event in (TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z")):
        watching.see(with_last_turned(expected(watching.truth), 1, 2), 1.4)
        watching.truth = apply(watching.truth, event)
    watching.see(with_last_turned(expected(watching.truth), 1, 2), 1.4)
    (told,) = faults(watching)
    assert (told.name, told.evidence) == ("claimed_tile_misplaced", "concluded")


def test_whose_discard_a_set_of_a_gap_was_is_no_fault_where_it_is_a_guess() -> None:
    watching = Watching()
    watching.see(expected(watching.truth), 1.4)
    for event in (*PUNG, TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z")):
        watching.truth = apply(watching.truth, event)
    watching.at_s += 12.0
    for event in (*move(0, "4z"), *move(1, "5z")):
        watching.see(with_last_turned(expected(watching.truth), 1, 2), 1.4)
        watching.truth = apply(watching.truth, event)
    watching.see(with_last_turned(expected(watching.truth), 1, 2), 1.4)
    claim = next(entry for entry in watching.live.entries if isinstance(entry.events[0], PungClaimed))
    assert claim.confidence == GAP_CONFIDENCE
    assert faults(watching) == []


def test_a_claimed_tile_put_right_in_time_is_no_fault() -> None:
    watching = Watching()
    after(watching, *PUNG)
    watching.see(with_last_turned(expected(watching.truth), 1, 2), 3.0)
    after(watching, TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z"))
    assert faults(watching) == []


def test_a_discard_taken_back_does_not_stand_and_is_a_fault() -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    after(watching, TileDiscarded(1, "1s"))
    watching.truth = before
    watching.see(expected(before), 3.0)
    (told,) = faults(watching)
    assert (told.name, told.seat, told.tiles) == ("tile_put_back", 1, ("1s",))
    assert watching.live.state.seats[1].river == ()
    after(watching, TileDiscarded(1, "5p"))
    assert [each.tile for each in watching.live.state.seats[1].river] == ["5p"]
    assert len(watching.live.state.seats[1].standing) == 13


def test_a_tile_that_one_look_showed_is_no_fault_for_sure_when_it_is_gone() -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    watching.see(expected(apply(before, TileDiscarded(1, "1s"))), 0.2)
    watching.see(expected(before), 3.0)
    assert not any(told.counts for told in faults(watching))
    assert watching.live.state.seats[1].river == ()


@pytest.mark.parametrize(
    ("every_s", "counts"),
    [pytest.param(0.5, True, id="two looks a second"), pytest.param(2.0, False, id="one in two s")],
)
def test_a_tile_gone_again_is_a_fault_for_sure_only_when_looks_come_without_a_gap(
    every_s: float, counts: bool
) -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    for state in (before, apply(before, TileDiscarded(1, "1s")), before):
        watching.see(expected(state), 8.0, every_s)
    assert len(faults(watching)) == counts, "what nobody saw is told with his next discard"
    watching.see(expected(apply(before, TileDiscarded(1, "5p"))), 8.0, every_s)
    (told,) = faults(watching)
    assert (told.name, told.seat, told.tiles, told.counts) == ("tile_put_back", 1, ("1s",), counts)


@pytest.mark.parametrize(("seat", "counts"), [(3, False), (1, True)], ids=["another's", "the owner's"])
def test_a_tile_gone_while_a_hand_is_over_anothers_sets_was_perhaps_claimed(seat: int, counts: bool) -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    after(watching, TileDiscarded(1, "1s"))
    watching.see(expected(before), 3.0, hidden=frozenset({f"melds:{seat}"}))
    watching.truth = before
    after(watching, TileDiscarded(1, "5p"))
    (told,) = faults(watching)
    assert (told.name, told.counts) == ("tile_put_back", counts)


@pytest.mark.parametrize("likely", [pytest.param(0.7, id="doubtful"), pytest.param(0.0, id="unread")])
def test_a_discard_told_as_doubtful_may_be_taken_back_as_any_other(likely: float) -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    tile = read_as("1s", likely, "4s") if likely else Sighting(None, 0.0)
    told = apply(before, TileDiscarded(1, "1s" if likely else None))
    watching.see(with_river(expected(told), 1, tile), 3.0)
    assert watching.live.entries[-1].doubtful
    watching.truth = before
    watching.see(expected(before), 3.0)
    (found,) = faults(watching)
    assert (found.name, found.seat) == ("tile_put_back", 1)
    assert watching.live.state.seats[1].river == ()


def test_a_discard_that_a_claimer_holds_in_his_hand_was_not_taken_back() -> None:
    watching = Watching()
    after(watching, FIRST, TileDrawn(1), TileDiscarded(1, "1s"))
    watching.see(with_river(expected(watching.truth), 1), 1.4)
    assert faults(watching) == []


def test_another_tile_where_one_was_taken_back_is_told_with_the_fault() -> None:
    """Too quick for the table without it to be seen for long."""
    watching = Watching()
    after(watching, FIRST, TileDrawn(1))
    before = watching.truth
    after(watching, TileDiscarded(1, "1s"))
    watching.see(expected(before), 0.4)
    watching.truth = apply(before, TileDiscarded(1, "5p"))
    watching.see(expected(watching.truth), 4.0)
    (told,) = faults(watching)
    assert (told.name, told.seat, told.tiles) == ("tile_put_back", 1, ("1s",))
    assert [each.tile for each in watching.live.state.seats[1].river] == ["5p"]


@pytest.mark.parametrize(
    ("likely", "names"), [pytest.param(0.97, ["fifth_copy"], id="sure"), pytest.param(0.6, [], id="unsure")]
)
def test_five_of_a_kind_are_told_as_doubtful_when_every_one_is_read_surely(
    likely: float, names: list[str]
) -> None:
    four = [TileDiscarded(0, "6z"), *move(1, "6z"), *move(2, "6z"), *move(3, "6z")]
    watching = Watching(*four, TileDrawn(0))
    fifth: Sighting = read_as("6z", likely, "7z")
    for event in (TileDiscarded(0, "6z"), *move(1, "2z"), *move(2, "3z"), *move(3, "4z")):
        watching.truth = apply(watching.truth, event)
        seen = expected(watching.truth)
        watching.see(with_river(seen, 0, seen.seats[0].river[0], fifth), 2.0)
    assert [(each.name, each.seat) for each in faults(watching)] == [(name, 0) for name in names]


@pytest.mark.parametrize("place", ["among the flowers", "as a set"])
def test_flowers_that_read_as_other_tiles_are_no_copies_of_them(place: str) -> None:
    watching = Watching(*(FlowerDeclared(0, None), TileDrawn(0, "tail")) * 3, TileDiscarded(0, "6z"))
    misread = (read_as("6z", 0.97, "7z"),) * 3
    for event in (*move(1, "6z"), *move(2, "6z"), *move(3, "2z"), *move(0, "3z"), *move(1, "4z")):
        watching.truth = apply(watching.truth, event)
        seen = expected(watching.truth)
        own = seen.seats[0]
        if place == "as a set":
            own = replace(own, flowers=(), melds=(SeenMeld(misread),))
        else:
            own = replace(own, flowers=misread)
        watching.see(replace(seen, seats=(own, *seen.seats[1:])), 2.0)
    assert faults(watching) == []
    assert [each.tile for each in watching.told if isinstance(each, FlowerDeclared)] == [None] * 3


def test_a_fifth_north_beside_four_set_aside_is_one_too_many() -> None:
    state = new_table(load_ruleset("sanma"))
    north = (read_as("4z", 0.97),)
    seen = with_river(TableReading(), 1, *north)
    aside = replace(seen.seats[0], flowers=north * 4)
    assert five_alike(state, replace(seen, seats=(aside, *seen.seats[1:]))) == (("4z", 0.97),)


def test_what_a_person_said_is_never_thought_over() -> None:
    watching = Watching()
    after(watching, FIRST)
    watching.live.record("player", (TileDrawn(1),))
    watching.live.record("player", (TileDiscarded(1, "1z"),))
    after(watching, TileDiscarded(1, "1z"), *move(2, "2z"), *move(3, "3z"), *move(0, "4z"))
    assert faults(watching) == []
    assert all(entry.amends is None for entry in watching.live.entries)
