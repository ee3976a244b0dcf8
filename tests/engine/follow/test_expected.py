"""What a perfect camera would see of a state."""

from __future__ import annotations

import pytest

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    FlowerDeclared,
    HandsDealt,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.expected import expected
from engine.table.state import GameState


def table(*events: object, rules: str = "mcr") -> GameState:
    state = new_table(load_ruleset(rules))
    for event in (WallBuilt(), WallBroken(1, 12), HandsDealt(0), *events):
        state = apply(state, event)
    return state


def faces(tiles: object) -> list[str | None]:
    return [sighting.tile for sighting in tiles]


def test_a_built_wall_stands_two_high_all_round() -> None:
    reading = expected(apply(new_table(load_ruleset("mcr")), WallBuilt()))
    assert [side.heights for side in reading.walls] == [(2,) * 18] * 4


def test_an_empty_table_shows_nothing() -> None:
    reading = expected(new_table(load_ruleset("mcr")))
    assert all(not seat.river and not seat.melds and not seat.flowers for seat in reading.seats)
    assert not any(side.heights for side in reading.walls)


def test_a_claimed_discard_no_longer_lies_in_the_river() -> None:
    claimed = table(TileDiscarded(0, "3p"), ChowClaimed(1, 0, "3p", ("3p", "1p", "2p")))
    assert expected(claimed).seats[0].river == ()
    meld = expected(claimed).seats[1].melds[0]
    assert faces(meld.tiles) == ["3p", "1p", "2p"]
    assert [tile.turned for tile in meld.tiles] == [True, False, False]


@pytest.mark.parametrize(
    ("giver", "turned"),
    [pytest.param(3, 0, id="left"), pytest.param(2, 1, id="across"), pytest.param(1, 2, id="right")],
)
def test_the_turned_tile_of_a_pung_names_the_giver(giver: int, turned: int) -> None:
    state = table(TileDiscarded(giver, "5z"), PungClaimed(0, giver, "5z", ("5z", "5z", "5z")))
    tiles = expected(state).seats[0].melds[0].tiles
    assert [place for place, tile in enumerate(tiles) if tile.turned] == [turned]


@pytest.mark.parametrize(
    ("rules", "down"),
    [pytest.param("mcr", (0, 1, 2, 3), id="all down"), pytest.param("riichi", (0, 3), id="outer down")],
)
def test_a_concealed_kong_lies_as_the_table_has_it(rules: str, down: tuple[int, ...]) -> None:
    meld = expected(table(KongDeclared(0, "concealed", "7s"), rules=rules)).seats[0].melds[0]
    assert meld.face_down == down
    shown = [tile.tile for place, tile in enumerate(meld.tiles) if place not in down]
    assert shown == ["7s"] * (4 - len(down))


def test_hidden_hands_are_counted_and_flowers_lie_apart() -> None:
    reading = expected(table(FlowerDeclared(0, "3f")))
    assert [seat.standing for seat in reading.seats] == [13, 13, 13, 13]
    assert faces(reading.seats[0].flowers) == ["3f"]


def test_a_winners_hand_lies_open_with_the_claimed_tile_turned_at_its_end() -> None:
    hand = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")
    reading = expected(table(TileDiscarded(0, "2z"), Won(1, "2z", 0, hand)))
    shown = reading.seats[1].revealed
    assert shown is not None
    assert faces(shown) == [*hand, "2z"]
    assert [tile.turned for tile in shown] == [False] * 13 + [True]
    assert reading.seats[1].standing is None
    assert reading.seats[0].river == ()


def test_a_self_drawn_win_shows_fourteen_tiles_none_turned() -> None:
    hand = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")
    draws = (TileDiscarded(0, "9m"), TileDrawn(1, "live"))
    shown = expected(table(*draws, Won(1, "2z", None, hand))).seats[1].revealed
    assert shown is not None
    assert faces(shown) == [*hand, "2z"]
    assert not any(tile.turned for tile in shown)
