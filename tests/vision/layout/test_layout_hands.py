"""Where a hand is laid open: in its own row, wherever that is on this table."""

from dataclasses import replace

import pytest

from engine.table.state import Discard, Meld, SeatState
from tests.vision.laid_tables import CHOW, RIVER, faces, played, seen, table
from vision.layout.lying import before
from vision.layout.table import read_table, with_hands
from vision.observation import TileObservation
from vision.simulate.observations import truth_observations
from vision.simulate.settings import LAYOUTS, preset

HAND = ("1m", "2m", "3m", "5p", "5p", "5p", "7s", "8s", "9s", "1z", "1z")


def won(seat, hand=HAND, melded=(CHOW,)):
    """A self-drawn win of a seat, its hand laid open."""
    held = SeatState(hand, melded, (), tuple(map(Discard, RIVER[:6])))
    return replace(table(**{f"seat{seat}": held}), phase="ended", winners=(seat,), ended_by="won")


@pytest.mark.rule("S004-70")
@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_hand_is_read_wherever_the_table_lays_it(layout, seat):
    tiles, dice, geometry = seen(won(seat), layout=layout)
    reading = read_table(tiles, dice, geometry).seats[seat]
    assert [tile.tile for tile in reading.revealed] == list(HAND)
    assert [faces(meld.tiles) for meld in reading.melds] == [[("5m", True), ("4m", False), ("6m", False)]]


@pytest.mark.rule("S004-70")
@pytest.mark.parametrize("layout", ["rim", "usual"])
def test_a_pair_laid_where_the_hand_stood_is_the_hand(layout):
    """Two tiles are too few to show a row: that they are the hand is known from where it stood."""
    settings = replace(preset("club"), places=LAYOUTS[layout])
    _, _, geometry = seen(table(seat0=played()), layout=layout)
    stood = with_hands(truth_observations(table(seat0=played()), settings, 1)[0], geometry)
    assert stood.hands[0] == pytest.approx(LAYOUTS[layout].hand_y, abs=14)
    assert stood.hands[2] is None
    tiles, dice = truth_observations(won(0, ("1z", "1z"), (CHOW,) * 4), settings, 1)
    assert [tile.tile for tile in read_table(tiles, dice, stood).seats[0].revealed] == ["1z", "1z"]


@pytest.mark.rule("S004-70")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("nearer_mm", [10.0, 15.0, 18.0, 20.0])
def test_a_pair_laid_a_little_before_its_row_is_no_pair_of_flowers(seat, nearer_mm):
    """Just over the middle between the two rows, the place says nothing: the faces do."""
    pair, sets = ("7m", "7m"), (CHOW,) * 4
    tiles, dice, geometry = seen(won(seat, pair, sets))
    stood = [None] * 4
    stood[seat] = (
        min(each.y for each in before(seat, tiles) if each.seen.faces[:1] == (("7m", 1.0),)) - nearer_mm
    )
    reading = read_table(tiles, dice, replace(geometry, hands=tuple(stood))).seats[seat]
    assert [tile.tile for tile in reading.revealed or ()] == list(pair)
    assert not reading.flowers


@pytest.mark.rule("S004-70")
def test_a_hand_beside_a_set_of_which_a_tile_is_overlooked_is_the_hand():
    """A blank white dragon is hardly found: two sets of five tiles are two sets."""
    hand, dragons = ("1m", "1m", "3m", "3m", "3m", "3s", "4s", "5s"), Meld("pung", ("5z",) * 3, 3, 0)
    tiles, dice, geometry = seen(won(0, hand, (dragons, CHOW)))
    melded = [tile for tile in tiles if tile.faces[:1] == (("5z", 1.0),) and tile.corners_mm[0][1] < -250]
    overlooked = min(melded, key=lambda tile: tile.corners_mm[0][0])
    reading = read_table([tile for tile in tiles if tile is not overlooked], dice, geometry).seats[0]
    assert [tile.tile for tile in reading.revealed] == list(hand)
    assert [len(meld.tiles) for meld in reading.melds] == [2, 3]


def test_a_cup_that_is_taken_for_a_back_is_no_set_beside_the_hand():
    tiles, dice, geometry = seen(won(0))
    x, y = -261.0, -387.0
    corners = ((x - 13, y + 17), (x + 13, y + 17), (x + 13, y - 17), (x - 13, y - 17))
    reading = read_table([*tiles, TileObservation("back", 0.71, corners)], dice, geometry).seats[0]
    assert [tile.tile for tile in reading.revealed] == list(HAND)
    assert [len(meld.tiles) for meld in reading.melds] == [3]


@pytest.mark.parametrize("kind", ["back", "face"])
def test_a_saucer_in_another_row_is_no_tile_of_the_hand(kind):
    """Counted with the hand it would make one tile too many, so that the hand would be cut into sets."""
    hand, pungs = ("1p", "2p", "3p", "7s", "8s", "9s", "2z", "2z"), (Meld("pung", ("4z",) * 3, 1, 1), CHOW)
    tiles, dice, geometry = seen(won(3, hand, pungs))
    geometry = replace(geometry, hands=(None, None, None, -344.0))
    far, low = -258.0, -371.0  # from seat 3, whose right is the table's -y
    corners = ((-17, 13), (-17, -13), (17, -13), (17, 13))
    there = tuple((low + x, -far + y) for x, y in corners)
    read_as = (("5z", 0.9),) if kind == "face" else ()
    reading = read_table([*tiles, TileObservation(kind, 0.9, there, read_as)], dice, geometry).seats[3]
    assert [tile.tile for tile in reading.revealed] == list(hand)
    assert [len(meld.tiles) for meld in reading.melds] == [3, 3]


def test_a_long_row_of_sets_near_the_hand_is_not_its_row():
    """Two tiles laid where the hand stood stay the hand, though sets lie closer to the player than it."""
    tiles, dice, geometry = seen(won(0, ("1z", "1z"), (CHOW,) * 4))
    hand = [
        tile for tile in tiles if tile.faces[:1] and tile.faces[0][0] == "1z" and tile.corners_mm[0][1] < -250
    ]
    stood = sum(y for tile in hand for _, y in tile.corners_mm) / (4 * len(hand))
    moved = [
        replace(tile, corners_mm=tuple((x, y + 8) for x, y in tile.corners_mm)) if tile in hand else tile
        for tile in tiles
    ]
    geometry = replace(geometry, hands=(stood + 8, None, None, None))
    reading = read_table(moved, dice, geometry).seats[0]
    assert [tile.tile for tile in reading.revealed or ()] == ["1z", "1z"]


def rim_marks(count):
    """What looks like strips on the table's rim, behind the hand of seat 0."""
    spots = ((-199 + 25 * number, -445) for number in range(count))
    return [
        TileObservation("standing", 0.7, ((x - 12, y + 9), (x + 12, y + 9), (x + 12, y - 9), (x - 12, y - 9)))
        for x, y in spots
    ]


def test_marks_on_the_rim_are_no_hand_where_two_tiles_stand_in_their_place():
    whole, dice, geometry = seen(table(seat0=played(standing=13)))
    stood = with_hands(whole, geometry)
    two, _, _ = seen(table(seat0=played(standing=2), wall=((2,) * 17 + (0,),) * 4))
    after = with_hands([*two, *rim_marks(6)], stood)
    assert after.hands[0] == pytest.approx(stood.hands[0], abs=3)
    assert read_table([*two, *rim_marks(6)], dice, after).seats[0].standing in (2, None)
    alone = with_hands([tile for tile in two if tile.kind != "standing"] + rim_marks(6), after)
    assert alone.hands[0] == after.hands[0]


def test_a_whole_hand_may_move_to_another_place():
    whole, _, geometry = seen(table(seat0=played(standing=13)))
    stood = with_hands(whole, geometry)
    others = [tile for tile in whole if tile.kind != "standing"]
    moved = [
        replace(tile, corners_mm=tuple((x, y - 60) for x, y in tile.corners_mm))
        for tile in whole
        if tile.kind == "standing"
    ]
    assert with_hands([*others, *moved], stood).hands[0] == pytest.approx(stood.hands[0] - 60, abs=3)


def test_a_strip_or_two_are_no_row():
    _, _, geometry = seen(table())
    few = truth_observations(table(seat1=played(standing=2)), preset("club"), 1)[0]
    assert with_hands(few, geometry).hands == (None,) * 4
