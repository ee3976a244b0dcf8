"""Complete, waits and distance: rows for each shape, and agreement with two independent libraries."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from engine.scoring.case import parse_tiles
from engine.scoring.groups import groupings
from engine.scoring.hand import WonHand
from engine.scoring.mcr.score import _LIBRARY_TILE, library
from engine.scoring.shape import (
    HONG_KONG_SHAPES,
    MCR_SHAPES,
    RIICHI_SHAPES,
    counted,
    distance,
    is_complete,
    shape_distance,
    waits,
)
from engine.tiles import PLAIN, EngineError

COMPLETE = [
    ("123m456p789s11z222z", 0, RIICHI_SHAPES, True),
    ("123m456p789s11z", 1, RIICHI_SHAPES, True),
    ("11z", 4, RIICHI_SHAPES, True),
    ("11223344556677m", 0, RIICHI_SHAPES, True),
    ("1122m3344p5566s77z", 0, RIICHI_SHAPES, True),
    ("1111m3344p5566s77z", 0, RIICHI_SHAPES, False),
    ("1111m3344p5566s77z", 0, MCR_SHAPES, True),
    ("1122m3344p5566s77z", 0, HONG_KONG_SHAPES, False),
    ("19m19p19s1234567z1z", 0, RIICHI_SHAPES, True),
    ("19m19p19s1234567z2m", 0, RIICHI_SHAPES, False),
    ("147m258p369s123m11z", 0, MCR_SHAPES, True),
    ("147m258p369s11z", 1, MCR_SHAPES, True),
    ("147m258p369s123m11z", 0, RIICHI_SHAPES, False),
    ("147m258p369s12345z", 0, MCR_SHAPES, True),
    ("147m258p36s1234567z", 0, MCR_SHAPES, False),
    ("147m25p36s1234567z", 0, MCR_SHAPES, True),
    ("891m456p789s11z222z", 0, RIICHI_SHAPES, False),
    ("11111m222333p444s", 0, RIICHI_SHAPES, False),
]


@pytest.mark.rule("S000-01")
@pytest.mark.rule("S001-05")
@pytest.mark.parametrize(("text", "melds", "shapes", "complete"), COMPLETE)
def test_a_hand_is_complete_only_in_the_shapes_of_its_rules(text, melds, shapes, complete):
    assert is_complete(parse_tiles(text), melds, shapes) is complete


WAITS = [
    ("1112345678999m", 0, RIICHI_SHAPES, "123456789m"),
    ("19m19p19s1234567z", 0, RIICHI_SHAPES, "19m19p19s1234567z"),
    ("23m456p789s11z", 1, RIICHI_SHAPES, "14m"),
    ("123m456p789s1z222z", 0, RIICHI_SHAPES, "1z"),
    ("1111m", 3, RIICHI_SHAPES, ""),
    ("258m23469p14788s", 0, MCR_SHAPES, "3p"),
    ("147m258p36s12345z", 0, MCR_SHAPES, "9s67z"),
    ("3335m", 3, RIICHI_SHAPES, "45m"),
    ("123m456p789s14z222z", 0, RIICHI_SHAPES, ""),
]


@pytest.mark.rule("S001-68")
@pytest.mark.parametrize(("text", "melds", "shapes", "expected"), WAITS)
def test_the_waits_are_the_tiles_that_finish_the_hand(text, melds, shapes, expected):
    assert waits(parse_tiles(text), melds, shapes) == parse_tiles(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("147m258p369s1234z", 6), ("123456789m1123s", 0), ("11m22p33s4567899p", 1), ("123m456p789s11222z", -1)],
)
def test_the_distance_is_the_tiles_away_from_ready(text, expected):
    assert distance(parse_tiles(text)) == expected


def test_an_unknown_tile_is_refused_with_a_clear_line():
    with pytest.raises(EngineError, match="known suit and honour tiles"):
        distance(("1m", None))


@pytest.mark.parametrize("other", [None, "1f"], ids=["unknown", "flower"])
def test_a_hand_with_a_tile_that_cannot_stand_is_not_complete_and_waits_for_nothing(other):
    assert not is_complete(("1m", "1m", other), 4)
    assert not is_complete(("1m", other), 4)
    assert waits((other,), 4) == ()


@st.composite
def hands(draw):
    faces = draw(st.sampled_from([PLAIN, PLAIN[:9], PLAIN[:18], PLAIN[9:18] + PLAIN[27:]]))
    melds = draw(st.integers(0, 4))
    deck = [face for face in faces for _ in range(4)]
    number = draw(st.sampled_from([13, 14])) - 3 * melds
    return tuple(draw(st.permutations(deck))[:number]), melds


@given(hands())
@settings(max_examples=300, deadline=None)
def test_the_distance_agrees_with_the_riichi_library(hand):
    tiles, melds = hand
    theirs = (
        Shanten.calculate_shanten_for_regular_hand(list(counted(tiles)))
        if melds
        else Shanten.calculate_shanten(list(counted(tiles)))
    )
    assert distance(tiles, melds) == theirs


@given(hands().filter(lambda hand: len(hand[0]) == 13))
@settings(max_examples=60, deadline=None)
def test_each_mcr_distance_agrees_with_the_mcr_library(hand):
    module = library()
    if module is None:
        pytest.skip("PyMahjongGB is not installed")
    tiles, _ = hand
    spoken = tuple(_LIBRARY_TILE[tile] for tile in tiles)
    for shape, function in (
        ("seven_pairs_fours", module.SevenPairsShanten),
        ("thirteen_orphans", module.ThirteenOrphansShanten),
        ("honours_and_knitted", module.HonorsAndKnittedTilesShanten),
        ("knitted_straight", module.KnittedStraightShanten),
    ):
        assert shape_distance(counted(tiles), 0, shape) == function(hand=spoken)[0], shape


@given(st.permutations([face for face in (*PLAIN[:5], *PLAIN[9:12], "1z") for _ in range(4)]))
@settings(max_examples=300, deadline=None)
def test_a_hand_is_regular_exactly_when_it_can_be_grouped(deck):
    tiles = deck[:14]
    ways = groupings(WonHand(tuple(tiles[:-1]), tiles[-1]))
    assert bool(ways) == is_complete(tiles, 0, frozenset({"regular"}))
    for way in ways:
        assert sorted(tile for group in way for tile in group.tiles) == sorted(tiles)
        assert sum(group.wins for group in way) == 1


@given(hands())
@settings(max_examples=200, deadline=None)
def test_a_hand_is_ready_exactly_when_a_tile_completes_it(hand):
    tiles, melds = hand
    waiting = tiles[: 13 - 3 * melds]
    finishing = waits(waiting, melds, MCR_SHAPES)
    assert bool(finishing) == (distance(waiting, melds, MCR_SHAPES) == 0) or all(
        waiting.count(tile) == 4 for tile in PLAIN if is_complete((*waiting, tile), melds, MCR_SHAPES)
    )
    for tile in finishing:
        assert is_complete((*waiting, tile), melds, MCR_SHAPES)
