"""A claimed red five is one tile, in the river and in the set: where they read otherwise, one is misread."""

from __future__ import annotations

from dataclasses import replace

import pytest
from explained import explained
from seen_tables import after, changed, dealt

from engine.follow.propose.melds import readings_of
from engine.table.events import ChowClaimed, Claim, KongClaimed, PungClaimed, TileDiscarded
from engine.table.expected import expected
from engine.table.reading import SeenMeld, Sighting, TableReading
from engine.tiles import Tile, is_red, plain

RED, PLAIN = "0s", "5s"
PUNG = PungClaimed(2, 0, RED, (PLAIN, RED, PLAIN))
KONG = KongClaimed(2, 0, RED, (PLAIN, RED, PLAIN, PLAIN))
CHOW = ChowClaimed(1, 0, RED, ("4s", "6s", RED))


def sighting(tile: Tile, chance: float) -> Sighting:
    other = RED if tile == PLAIN else PLAIN
    return Sighting(tile, chance, ((tile, chance), (other, round(1 - chance, 4))))


def lying(tile: Tile, chance: float) -> TableReading:
    """The table on which seat 0 has discarded what reads so."""
    seen = expected(after(dealt("riichi"), TileDiscarded(0, tile)))
    return changed(seen, 0, river=(sighting(tile, chance),))


def claimed(claim: Claim, read_as: Tile, chance: float = 0.98, is_turned: bool = True) -> TableReading:
    """The table on which the claim is laid, its fives of bamboo read as `read_as` where the red one lies."""
    seen = expected(after(dealt("riichi"), TileDiscarded(0, RED), claim))
    (meld,) = seen.seats[claim.seat].melds
    tiles = tuple(
        replace(sighting(read_as, chance), turned=each.turned and is_turned)
        if each.tile == RED
        else replace(each, turned=each.turned and is_turned)
        for each in meld.tiles
    )
    return changed(seen, claim.seat, melds=(SeenMeld(tiles, meld.face_down),))


@pytest.mark.parametrize("is_turned", [True, False])
@pytest.mark.parametrize("claim", [PUNG, KONG, CHOW], ids=["pung", "kong", "chow"])
def test_a_red_five_that_reads_plain_in_its_set_is_told_red_in_both(claim: Claim, is_turned: bool) -> None:
    told = explained(dealt("riichi"), lying(RED, 0.98), claimed(claim, PLAIN, is_turned=is_turned))
    assert told == (TileDiscarded(0, RED), claim)


@pytest.mark.parametrize("claim", [PUNG, KONG, CHOW], ids=["pung", "kong", "chow"])
def test_a_five_read_red_in_doubt_is_plain_when_its_set_says_so(claim: Claim) -> None:
    discard, laid = explained(dealt("riichi"), lying(RED, 0.55), claimed(claim, PLAIN, chance=0.99))
    assert discard == TileDiscarded(0, PLAIN)
    assert isinstance(laid, type(claim))
    assert (laid.tile, set(laid.tiles)) == (PLAIN, {plain(each) for each in claim.tiles if each})


def test_a_five_read_plain_in_doubt_is_red_when_the_turned_tile_says_so() -> None:
    told = explained(dealt("riichi"), lying(PLAIN, 0.55), claimed(PUNG, RED, chance=0.99))
    assert told == (TileDiscarded(0, RED), PUNG)


def test_a_plain_five_claimed_by_who_holds_the_red_one_stays_plain() -> None:
    held = PungClaimed(2, 0, PLAIN, (RED, PLAIN, PLAIN))
    run = (TileDiscarded(0, PLAIN), held)
    state = dealt("riichi")
    assert explained(state, lying(PLAIN, 0.98), expected(after(state, *run))) == run


def test_a_red_five_lies_in_the_chow_where_a_five_does() -> None:
    row = tuple(Sighting(face, 0.9, ((face, 0.9),), turned=face == "4s") for face in ("4s", "6s", "5s"))
    (tiles,) = (tiles for kind, tiles in readings_of(SeenMeld(row), RED, 2) if kind == "chow")
    assert tiles == ("4s", "6s", RED)
    assert sum(is_red(each) for each in tiles if each) == 1


def test_the_turned_tile_of_the_set_beside_it_is_not_the_red_five() -> None:
    faces = (("4z", True), (PLAIN, False), (PLAIN, False))
    row = tuple(Sighting(face, 0.97, ((face, 0.97),), turned=is_turned) for face, is_turned in faces)
    (tiles,) = (tiles for kind, tiles in readings_of(SeenMeld(row), RED, 2) if kind == "pung")
    assert tiles == (PLAIN, PLAIN, RED), "where the rules have the claimed tile lie"
