"""From tiles to readings, on tables laid by the simulated table's own placer and seen with parallax."""

import random
from dataclasses import replace

import pytest
from laid_tables import CHOW, CONCEALED, MELDED, PUNG, faces, melds, played, seen, table

from engine.table.expected import expected
from engine.table.state import StackPlace
from vision.layout.table import estimate_tile_mm, read_table
from vision.observation import DieObservation, TileObservation
from vision.simulate.observations import truth_observations
from vision.simulate.settings import preset


def misread(tile, rng):
    if tile.kind != "face":
        return tile
    return replace(tile, faces=((rng.choice(["1m", "5f", "7p", "2z"]), 0.8), (tile.faces[0][0], 0.1)))


def zones(reading):
    """How many tiles lie in each zone, whatever they show."""
    found = {}
    for number, seat in enumerate(reading.seats):
        found[f"river:{number}"] = len(seat.river)
        found[f"melds:{number}"] = sorted(len(meld.tiles) for meld in seat.melds)
        found[f"flowers:{number}"] = len(seat.flowers)
        found[f"wall:{number}"] = reading.walls[number].heights
    return found


BUSY = table(
    wall=((2,) * 14 + (0,) * 4, (2,) * 18, (0,) * 5 + (1,) + (2,) * 12, (0,) * 18),
    broken=StackPlace(0, 14),
    dice=((0, (3, 4)),),
    seat0=played(13),
    seat1=played(8, 10, melds=(CHOW,), flowers=("1f",)),
    seat2=played(6, 7, melds=(PUNG, CONCEALED), flowers=("2f", "7f")),
    seat3=played(11, 4, melds=(CHOW, PUNG, MELDED), flowers=("3f", "5f", "6f")),
)


@pytest.mark.rule("S004-20")
@pytest.mark.rule("S001-09")
@pytest.mark.rule("S004-21")
@pytest.mark.parametrize("name", ["easy", "club", "hard"])
@pytest.mark.parametrize("seed", range(4))
def test_a_perfect_look_at_a_busy_table_gives_what_is_expected_of_it(name, seed):
    tiles, dice, geometry = seen(BUSY, name, seed)
    reading, wanted = read_table(tiles, dice, geometry), expected(BUSY)
    for number, (got, want) in enumerate(zip(reading.seats, wanted.seats, strict=True)):
        assert faces(got.river) == faces(want.river)
        assert melds(got) == melds(want)
        assert faces(got.flowers) == faces(want.flowers)
        assert got.standing == want.standing
        heights = zip(reading.walls[number].heights, wanted.walls[number].heights, strict=True)
        assert all(a == b for a, b in heights if a is not None)
    assert sorted(die.pips for die in reading.dice) == [3, 4]
    assert not reading.loose
    assert not reading.hidden


@pytest.mark.parametrize("seed", range(6))
def test_a_wrong_face_never_moves_a_tile_between_zones(seed):
    rng = random.Random(seed)
    tiles, dice, geometry = seen(BUSY, "club", seed)
    wrong = [misread(tile, rng) if rng.random() < 0.15 else tile for tile in tiles]
    assert zones(read_table(wrong, dice, geometry)) == zones(read_table(tiles, dice, geometry))


@pytest.mark.parametrize("seed", range(6))
def test_jitter_and_doubles_change_nothing(seed):
    rng = random.Random(seed)
    tiles, dice, geometry = seen(BUSY, "easy", seed)
    moved = []
    for tile in tiles:
        for _ in range(1 + (rng.random() < 0.1)):
            x, y = rng.gauss(0, 0.4), rng.gauss(0, 0.4)
            corners = tuple((a + x, b + y) for a, b in tile.corners_mm)
            moved.append(replace(tile, corners_mm=corners, score=rng.uniform(0.5, 1)))
    got, want = read_table(moved, dice, geometry), read_table(tiles, dice, geometry)
    for number in range(4):
        assert faces(got.seats[number].river) == faces(want.seats[number].river)
        assert melds(got.seats[number]) == melds(want.seats[number])
        assert got.seats[number].standing in (want.seats[number].standing, None)


@pytest.mark.parametrize("seed", range(6))
def test_missed_tiles_leave_the_others_where_they_are(seed):
    rng = random.Random(seed)
    tiles, dice, geometry = seen(BUSY, "club", seed)
    kept = [tile for tile in tiles if tile.kind != "face" or rng.random() > 0.08]
    reading = read_table(kept, dice, geometry)
    for got, want in zip(reading.seats, expected(BUSY).seats, strict=True):
        whole = iter(faces(want.river))
        assert all(tile in whole for tile in faces(got.river))


def test_a_covered_zone_is_named_and_its_stacks_are_unknown():
    tiles, dice, geometry = seen(BUSY)
    arm = ((-300.0, -430.0), (-60.0, -430.0), (-60.0, -220.0), (-300.0, -220.0))
    visible = [
        tile for tile in tiles if not (-300 < tile.corners_mm[0][0] < -40 and tile.corners_mm[0][1] < -215)
    ]
    reading = read_table(visible, dice, geometry, [arm])
    assert {"wall:0", "standing:0"} <= reading.hidden
    assert reading.seats[0].standing is None
    assert "river:2" not in reading.hidden
    assert None in reading.walls[0].heights
    assert reading.walls[1].heights == (2,) * 18


@pytest.mark.parametrize("width", [24.0, 28.0, 31.0])
def test_the_tile_size_is_estimated_from_what_lies_there(width):
    settings = replace(preset("easy"), tile_mm=(width, width * 1.34, 20.0))
    tiles, _ = truth_observations(table(seat0=played(12), seat2=played(12)), settings)
    short, long = estimate_tile_mm(tiles)
    assert short == pytest.approx(width, rel=0.03)
    assert long == pytest.approx(width * 1.34, rel=0.03)


def test_an_empty_table_reads_empty():
    reading = read_table((), ())
    assert all(not seat.river and not seat.melds and not seat.flowers for seat in reading.seats)
    assert all(set(side.heights) <= {0} for side in reading.walls)


def test_a_marker_taken_for_a_tile_or_a_die_is_left_out():
    corner = ((386.0, -386.0), (412.0, -386.0), (412.0, -420.0), (386.0, -420.0))
    tile = TileObservation("face", 0.9, corner, (("5p", 0.9),))
    reading = read_table([tile], [DieObservation(None, 0.5, corner)])
    assert reading.loose == ()
    assert reading.dice == ()
    assert not any(seat.melds or seat.flowers for seat in reading.seats)
