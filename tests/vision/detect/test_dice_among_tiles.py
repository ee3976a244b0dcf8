"""Dice and tiles in one picture: which is told where both were seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detect.dice.among_tiles import off_clear, told
from vision.detect.dice.network import SeenDie, single
from vision.detect.dice.telling import likely
from vision.observation import TileInPicture


def die(
    x: float, y: float, side: float = 20.0, chance: float = 0.95, pips: int = 3, sure: float = 0.9
) -> SeenDie:
    chances = np.full(6, (1 - sure) / 5, np.float32)
    chances[pips - 1] = sure
    return SeenDie(chance, chances, cv2.boxPoints(((x, y), (side, side), 0.0)).astype(float))


def tile(
    x: float, y: float, wide: float, high: float, face: str = "1p", chance: float = 0.99
) -> TileInPicture:
    first, second, third, fourth = cv2.boxPoints(((x, y), (wide, high), 0.0)).tolist()
    corners = (tuple(first), tuple(second), tuple(third), tuple(fourth))
    return TileInPicture("face", 0.8, corners, ((face, chance),))


@pytest.mark.parametrize(
    ("seen", "lying", "are_told"),
    [
        (die(100, 100), tile(105, 100, 60, 80), "tile"),
        (die(100, 100, chance=0.85), tile(102, 100, 12, 16), "tile"),
        (die(100, 100), tile(102, 100, 12, 16), "die"),
        (die(100, 100), tile(100, 100, 22, 28), "die"),
        (die(100, 100), tile(105, 100, 60, 80, chance=0.6), "tile"),
        (die(100, 100), tile(100, 100, 22, 28, chance=0.6), "die"),
        (die(100, 100), tile(100, 100, 8, 10, chance=0.6), "die"),
        (die(100, 100, chance=0.5), tile(100, 100, 22, 28, chance=0.6), "tile"),
        (die(100, 100), tile(160, 100, 60, 80), "both"),
        (die(100, 100), tile(120, 110, 160, 120, chance=0.6), "die"),
        (die(100, 100, chance=0.85), tile(120, 110, 160, 120, chance=0.6), "tile"),
    ],
    ids=[
        "a dot of a clear tile", "a clear tile on what seems a die",
        "a clear tile on what surely is a die", "a sure die that reads clearly as a tile",
        "a dot of a large doubtful tile",
        "a die read as a tile with doubt", "a spot of a die read as a tile with doubt",
        "neither is sure", "a die beside a tile", "a die in a tray", "a spot of a huge tile",
    ],
)  # fmt: skip
def test_a_clear_tile_holds_no_die_and_a_clear_die_is_no_doubtful_tile(seen, lying, are_told):
    tiles, dice = told([seen], [lying])
    assert (bool(tiles), bool(dice)) == (are_told != "die", are_told != "tile")


def test_what_is_as_large_as_a_clear_tile_is_looked_at_again():
    clear = tile(100, 100, 22, 28)
    seen = [die(100, 100, chance=0.3), die(150, 100)]
    assert off_clear(seen, [clear]) == seen
    assert off_clear(seen, [tile(105, 100, 60, 80)]) == seen[1:]


def test_pips_that_are_not_sure_are_not_told():
    _, (clear, unclear) = told([die(50, 50, pips=5), die(100, 100, sure=0.4)], [])
    assert (clear.pips, unclear.pips) == (5, None)
    assert clear.score > unclear.score


def test_of_finds_on_each_other_the_likeliest_is_the_die():
    found = [die(100, 100, chance=0.7), die(104, 98, chance=0.9), die(126, 100, chance=0.6)]
    assert [one.middle for one in single(found)] == [(104.0, 98.0), (126.0, 100.0)]


def seen_from_aside(y, chance):
    """A die's upper side, 28 px wide and 16 px high."""
    corners = np.array([(100, y), (128, y), (128, y + 16), (100, y + 16)], np.float64)
    return SeenDie(chance, np.full(6, 1 / 6, np.float32), corners)


def test_beside_a_sure_die_another_as_large_is_told_with_less():
    sure, likely_one, larger, unlikely = (
        die(100, 100), die(140, 100, chance=0.75), die(200, 100, side=40.0, chance=0.75),
        die(240, 100, chance=0.5),
    )  # fmt: skip
    assert likely([sure, likely_one, larger, unlikely], 0.9, 0.7) == [sure, likely_one]
    assert likely([likely_one, larger, unlikely], 0.9, 0.7) == []


def test_dice_that_lie_in_a_block_are_not_one_however_flat_they_are_seen():
    block = [seen_from_aside(y, 0.9 - y / 1000) for y in (100, 116, 132)]
    assert single(block) == block
    flank = seen_from_aside(110, 0.5)
    assert single([*block[:1], flank]) == block[:1]
    assert single([*block[:1], flank], 0.45) == [block[0], flank]
