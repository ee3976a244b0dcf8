"""Tiles, hands, melds, places, rivers and events as text, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.formats.notation_events import event_text, parse_event
from engine.notation import (
    hand_text,
    meld_text,
    parse_meld,
    parse_place,
    parse_river,
    parse_seat,
    parse_tiles,
    place_text,
    river_text,
    seat_text,
    tiles_text,
)
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DiceRolled,
    FaultFound,
    HandsDealt,
    KongDeclared,
    ScoresChanged,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    Won,
)
from engine.table.state import Discard, Meld, SeatState, StackPlace
from engine.tiles import ALL_FACES, EngineError

tiles = st.one_of(st.none(), st.sampled_from(ALL_FACES))
some = st.lists(tiles, max_size=14).map(tuple)
seats = st.integers(0, 3)
melds = st.one_of(
    st.builds(Meld, st.just("chow"), st.tuples(tiles, tiles, tiles), seats, st.integers(0, 2)),
    st.builds(Meld, st.just("pung"), st.tuples(tiles, tiles, tiles), seats, st.integers(0, 2)),
    st.builds(
        Meld,
        st.sampled_from(["melded_kong", "promoted_kong"]),
        st.tuples(tiles, tiles, tiles, tiles),
        seats,
        st.integers(0, 3),
    ),
    st.builds(Meld, st.just("concealed_kong"), st.tuples(tiles, tiles, tiles, tiles)),
)
discards = st.builds(Discard, tiles, st.booleans(), st.none() | st.booleans(), st.none() | seats)


@given(some)
def test_tiles_come_back_from_their_text(hand):
    assert parse_tiles(tiles_text(hand)) == hand
    assert sorted(map(str, parse_tiles(hand_text(hand)))) == sorted(map(str, hand))


@given(melds, seats)
def test_a_meld_comes_back_from_its_text(meld, owner):
    assert parse_meld(meld_text(meld, owner), owner) == meld


@given(st.builds(SeatState, some, st.lists(melds, max_size=4).map(tuple), some), seats)
def test_a_seat_comes_back_from_its_text(seat, owner):
    assert parse_seat(seat_text(seat, owner), owner) == seat


@given(st.lists(discards, max_size=20).map(tuple))
def test_a_river_comes_back_from_its_text(river):
    assert parse_river(river_text(river)) == river


@given(seats, st.integers(1, 18), seats)
def test_a_place_in_the_wall_comes_back_from_its_text(side, stack, dealer):
    place = StackPlace(side, stack)
    assert parse_place(place_text(place, dealer), dealer) == place


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (TileDiscarded(2, "5m", True), "tile_discarded seat=2 tile=5m turned"),
        (TileDrawn(1, "tail", None), "tile_drawn seat=1 end=tail tile=?"),
        (ChowClaimed(1, 0, "4m", ("3m", "4m", "5m")), "chow_claimed seat=1 giver=0 tile=4m tiles=345m"),
        (DiceRolled(0, (6, 4)), "dice_rolled seat=0 pips=6,4"),
        (WallBroken(1, 15), "wall_broken side=1 after_stack=15"),
        (KongDeclared(3, "promoted", "0p"), "kong_declared seat=3 kind=promoted tile=0p"),
        (Won(3, "1s", 0, ("1m", None)), "won seat=3 tile=1s giver=0 hand=1m?"),
        (DealDrawn("exhaustive", (0, 2)), "deal_drawn kind=exhaustive ready=0,2"),
        (
            DealDrawn("exhaustive", (1,), ((), ("1m", "2m"), (), ())),
            "deal_drawn kind=exhaustive ready=1 hands=-,12m,-,-",
        ),
        (DealStarted(1), "deal_started dealer=1 prevalent_wind=0 honba=0 riichi_sticks=0"),
        (ScoresChanged((8, -8, 0, 0), (8, -8, 0, 0)), "scores_changed payments=8,-8,0,0 totals=8,-8,0,0"),
        (HandsDealt(0, (("1m",), (None,), (), ("1z",))), "hands_dealt dealer=0 hands=1m,?,-,1z"),
        (HandsDealt(2), "hands_dealt dealer=2"),
        (FaultFound("S004-59", 2, ("3m",), "void", "x"), None),
    ],
)
def test_an_event_is_one_line_and_comes_back(event, text):
    assert parse_event(event_text(event)) == event
    assert text is None or parse_event(text) == event


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_tiles, "12x"),
        (parse_tiles, "0z"),
        (parse_meld, "pung:22z"),
        (parse_meld, "set:222z"),
        (parse_meld, "pung:222z<above"),
        (parse_place, "S19"),
        (parse_river, "5m^"),
        (parse_event, "tile_discarded seat=x tile=1m"),
        (parse_event, "tile_discarded seat=5 tile=1m"),
        (parse_event, "tile_eaten seat=1"),
    ],
)
def test_wrong_text_is_refused_with_what_came(parse, text):
    with pytest.raises(EngineError):
        parse(text)
