"""Useful tiles, unseen copies, and what each discard leads to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.scoring.case import parse_tiles
from engine.scoring.discards import discard_outlooks, outlook
from engine.scoring.shape import MCR_SHAPES, RIICHI_SHAPES, distance
from engine.tiles import PLAIN

NINE_GATES = {f"{rank}m": 1 if rank in (1, 9) else 3 for rank in range(1, 10)}


@pytest.mark.parametrize(
    ("hand", "melds", "shapes", "seen", "expected"),
    [
        ("123m456p78s11z", 1, RIICHI_SHAPES, "", (0, {"6s": 4, "9s": 4})),
        ("123m456p78s11z", 1, RIICHI_SHAPES, "9999s6s", (0, {"6s": 3, "9s": 0})),
        (
            "1112345678999m",
            0,
            RIICHI_SHAPES,
            "",
            (0, NINE_GATES),
        ),
        ("147m258p36s12345z", 0, MCR_SHAPES, "6z", (0, {"9s": 4, "6z": 3, "7z": 4})),
        ("1122m3344p556s77z", 0, RIICHI_SHAPES, "", (0, {"6s": 3})),
    ],
)
def test_the_outlook_counts_what_helps_and_what_is_left_of_it(hand, melds, shapes, seen, expected):
    view = outlook(parse_tiles(hand), melds, shapes, parse_tiles(seen))
    assert (view.distance, {useful.tile: useful.unseen for useful in view.useful}) == expected
    assert view.unseen == sum(expected[1].values())


def test_the_best_discard_comes_first():
    choices = discard_outlooks(parse_tiles("123m456p78s11z9m"), 1, RIICHI_SHAPES)
    assert (choices[0].discard, choices[0].outlook.distance, choices[0].outlook.unseen) == ("9m", 0, 8)
    assert all(choice.outlook.distance >= 0 for choice in choices)


@given(st.permutations([face for face in PLAIN for _ in range(4)]))
@settings(max_examples=25, deadline=None)
def test_a_useful_tile_always_brings_the_hand_one_nearer(deck):
    hand = tuple(deck[:13])
    view = outlook(hand, 0, RIICHI_SHAPES)
    helps = {useful.tile for useful in view.useful}
    for tile in PLAIN:
        if hand.count(tile) < 4:
            nearer = distance((*hand, tile), 0, RIICHI_SHAPES) < view.distance
            assert nearer == (tile in helps)
