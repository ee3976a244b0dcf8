"""From tiles to readings, on tables laid by the simulated table's own placer and seen with parallax."""

import math
import random
from dataclasses import replace
from statistics import median

import pytest

from engine.expected import expected
from engine.ruleset import Ruleset
from engine.state import Discard, GameState, Meld, SeatState, StackPlace, Wall
from vision.layout import TableGeometry, estimate_tile_mm, learned, read_table
from vision.observation import DieObservation, TileObservation
from vision.simulate.observations import truth_observations
from vision.simulate.settings import preset

RULES = Ruleset("mcr", "MCR")
FULL = ((2,) * 18,) * 4
RIVER = ("1m", "9p", "3s", "4z", "5z", "6s", "2m", "2p", "7s", "8s", "5p", "1z", "9s")
CHOW = Meld("chow", ("5m", "4m", "6m"), 3, 0)
PUNG = Meld("pung", ("7z",) * 3, 2, 1)
MELDED = Meld("melded_kong", ("9p",) * 4, 1, 3)
PROMOTED = Meld("promoted_kong", ("2s",) * 4, 3, 0)
CONCEALED = Meld("concealed_kong", ("7s",) * 4)


def table(rules=RULES, wall=FULL, broken=None, dice=(), **seats):
    held = tuple(seats.get(f"seat{seat}", SeatState()) for seat in range(4))
    return GameState(rules, phase="playing", wall=Wall(wall, broken), dice=dice, seats=held)


def played(count=8, standing=13, **more):
    return SeatState(standing=(None,) * standing, river=tuple(map(Discard, RIVER[:count])), **more)


def geometry_of(settings, stacks=18):
    x, y = settings.view.offset_mm
    return TableGeometry(stacks=stacks, camera_mm=(x, y, settings.view.height_mm))


def seen(state, name="club", seed=1, known=True):
    """(the tiles, the dice, the table as known after its walls were seen complete)."""
    settings = preset(name)
    geometry = geometry_of(settings, state.rules.stacks)
    whole = replace(state, wall=Wall(((2,) * state.rules.stacks,) * 4), seats=(SeatState(),) * 4, dice=())
    built, _ = truth_observations(whole, settings, seed)
    if known:
        geometry = learned(built, geometry.fitted(built))
    return (*truth_observations(state, settings, seed), geometry)


def faces(tiles):
    return [(tile.tile, tile.turned) for tile in tiles]


def melds(seat):
    return sorted(((faces(meld.tiles), meld.face_down) for meld in seat.melds), key=str)


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


@pytest.mark.rule("S004-68")
@pytest.mark.rule("S004-73")
@pytest.mark.rule("S004-75")
@pytest.mark.rule("S004-76")
@pytest.mark.rule("S001-38")
@pytest.mark.rule("S001-44")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("turned", range(3))
@pytest.mark.parametrize("kind", ["chow", "pung", "melded_kong"])
def test_the_turned_tile_of_a_meld_is_found_in_every_place(seat, turned, kind):
    tiles = {"chow": ("3p", "4p", "5p"), "pung": ("6s",) * 3, "melded_kong": ("1z",) * 4}[kind]
    meld = Meld(kind, tiles, (seat + 1) % 4, turned)
    state = table(**{f"seat{seat}": played(5, 10, melds=(meld,))})
    reading = read_table(*seen(state))
    assert melds(reading.seats[seat]) == melds(expected(state).seats[seat])


@pytest.mark.rule("S004-73")
@pytest.mark.parametrize("turned", range(3))
def test_a_turned_tile_read_as_upright_is_told_by_the_room_it_takes(turned):
    state = table(seat0=played(5, 10, melds=(Meld("pung", ("6s",) * 3, 1, turned),)))
    tiles, dice, geometry = seen(state, "easy")
    upright = [
        _set_upright(t) if t.faces and t.faces[0][0] == "6s" and t.corners_mm[0][1] < -250 else t
        for t in tiles
    ]
    meld = read_table(upright, dice, geometry).seats[0].melds[0]
    assert [tile.turned for tile in meld.tiles] == [place == turned for place in range(3)]


def _set_upright(tile):
    x, y = (sum(values) / 4 for values in zip(*tile.corners_mm, strict=True))
    corners = ((x - 13, y + 17.5), (x + 13, y + 17.5), (x + 13, y - 17.5), (x - 13, y - 17.5))
    return replace(tile, corners_mm=corners)


@pytest.mark.rule("S004-74")
@pytest.mark.rule("S001-51")
@pytest.mark.rule("S001-52")
@pytest.mark.rule("S002-37")
@pytest.mark.parametrize("custom", ["all_down", "outer_down", "middle_down"])
@pytest.mark.parametrize("seat", range(4))
def test_a_concealed_kong_is_read_in_every_custom(custom, seat):
    rules = replace(RULES, concealed_kong_face=custom)
    state = table(rules, **{f"seat{seat}": played(3, 10, melds=(CONCEALED,))})
    reading = read_table(*seen(state))
    assert melds(reading.seats[seat]) == melds(expected(state).seats[seat])


@pytest.mark.rule("S001-48")
def test_a_tile_laid_beside_the_turned_one_of_a_pung_joins_it():
    pung = Meld("pung", ("4s",) * 3, 3, 0)
    tiles, dice, geometry = seen(table(seat0=played(4, 10, melds=(pung,))), "easy")
    first = min((t for t in tiles if t.corners_mm[0][1] < -250 and t.faces), key=lambda t: t.corners_mm[0][0])
    above = replace(first, corners_mm=tuple((x, y + 27) for x, y in first.corners_mm))
    reading = read_table([*tiles, above], dice, geometry)
    assert faces(reading.seats[0].melds[0].tiles) == [
        ("4s", True),
        ("4s", True),
        ("4s", False),
        ("4s", False),
    ]
    assert not reading.seats[0].flowers


@pytest.mark.rule("S004-70")
@pytest.mark.parametrize("given", [True, False], ids=["on a discard", "self-drawn"])
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_hand_laid_open_is_read_with_the_winning_tile_last(seat, given):
    hand = ("1m", "2m", "3m", "5p", "5p", "5p", "7s", "8s", "9s", "1z")
    giver = (seat + 1) % 4
    held = SeatState(hand if given else (*hand, "1z"), (CHOW,), ("4f",), tuple(map(Discard, RIVER[:6])))
    lost = SeatState((None,) * 13, river=(Discard("8m"), Discard("1z", claimed_by=seat)))
    seats = {f"seat{seat}": held, f"seat{giver}": lost if given else played(4)}
    state = replace(table(**seats), phase="ended", winners=(seat,), ended_by="won")
    reading = read_table(*seen(state)).seats[seat]
    assert faces(reading.revealed) == [(tile, False) for tile in hand] + [("1z", given)]
    assert melds(reading) == melds(expected(state).seats[seat])
    assert [tile.tile for tile in reading.flowers] == ["4f"]
    assert reading.standing == 0


@pytest.mark.rule("S004-19")
@pytest.mark.rule("S002-15")
@pytest.mark.parametrize("stacks", [17, 18])
@pytest.mark.parametrize("seed", range(3))
def test_a_built_wall_is_read_whole_even_when_never_seen_before(stacks, seed):
    rules = replace(RULES, tiles=stacks * 8)
    state = table(rules, wall=((2,) * stacks,) * 4)
    reading = read_table(*seen(state, "club", seed, known=False))
    assert [side.heights for side in reading.walls] == [(2,) * stacks] * 4
    assert [seat.standing for seat in reading.seats] == [0] * 4


@pytest.mark.rule("S004-25")
@pytest.mark.rule("S004-30")
@pytest.mark.parametrize("after", [1, 4, 9, 15, 17, 18])
@pytest.mark.parametrize("side", range(4))
def test_stacks_keep_their_numbers_on_both_sides_of_the_break(side, after):
    heights = [[2] * 18 for _ in range(4)]
    for place in range(after, min(18, after + 3)):
        heights[side][place] = 0
    heights[side][max(0, after - 2) : after - 1] = [0] * len(heights[side][max(0, after - 2) : after - 1])
    heights[side][after - 1] = 0
    state = table(wall=tuple(map(tuple, heights)), broken=StackPlace(side, after))
    reading = read_table(*seen(state))
    assert [list(s.heights) for s in reading.walls] == heights


@pytest.mark.rule("S002-27")
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("seed", range(5))
def test_a_stack_without_its_upper_tile_is_never_taken_for_an_empty_place(side, seed):
    heights = [[2] * 18 for _ in range(4)]
    heights[side][6:9] = [0, 0, 1]
    state = table(wall=tuple(map(tuple, heights)), broken=StackPlace(side, 6))
    got = read_table(*seen(state, "easy", seed)).walls[side].heights
    assert got[6:8] == (0, 0)
    assert got[8] in (1, None)
    assert got[9:] == (2,) * 9


def test_a_tile_taken_from_a_side_that_keeps_all_its_stacks_is_not_learned_away():
    heights = [[2] * 18 for _ in range(4)]
    heights[1][17] = 1
    tiles, dice, geometry = seen(table(wall=tuple(map(tuple, heights)), broken=StackPlace(1, 18)), "easy")
    assert read_table(tiles, dice, learned(tiles, geometry)).walls[1].heights[17] in (1, None)


def test_a_wall_built_anew_is_learned_anew():
    _, _, geometry = seen(table(), "club", 1)
    tiles, dice, _ = seen(table(), "club", 2)
    anew = learned(tiles, geometry)
    assert all(a != b for a, b in zip(anew.walls, geometry.walls, strict=True))
    assert [side.heights for side in read_table(tiles, dice, anew).walls] == [(2,) * 18] * 4


def test_one_overlooked_stack_in_the_middle_is_unknown_not_gone():
    tiles, dice, geometry = seen(table())
    lost = max((t for t in tiles if t.corners_mm[0][1] < -200), key=lambda t: -abs(t.corners_mm[0][0]))
    heights = read_table([t for t in tiles if t is not lost], dice, geometry).walls[0].heights
    assert heights.count(None) == 1
    assert heights.count(2) == 17


def test_a_face_up_tile_on_the_wall_is_an_indicator():
    rules = replace(RULES, tiles=136, dora=True)
    state = replace(table(rules, wall=((2,) * 17,) * 4, broken=StackPlace(1, 9)), dora_indicators=("4p",))
    reading = read_table(*seen(state))
    assert [tile.tile for tile in reading.dora_indicators] == ["4p"]
    assert all(height == 2 for side in reading.walls for height in side.heights)


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


def test_tiles_being_mixed_make_no_wall():
    rng = random.Random(5)
    backs = []
    for _ in range(100):
        x, y, turn = rng.uniform(-200, 200), rng.uniform(-200, 200), rng.uniform(0, 360)
        backs.append(_back(x, y, turn))
    reading = read_table(backs, ())
    assert {f"wall:{side}" for side in range(4)} <= reading.hidden


def _back(x, y, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    shape = ((-13, 17.5), (13, 17.5), (13, -17.5), (-13, -17.5))
    return TileObservation("back", 0.9, tuple((x + u * c - v * s, y + u * s + v * c) for u, v in shape))


@pytest.mark.rule("S004-98")
@pytest.mark.parametrize("count", [1, 4, 10, 12, 13, 14])
@pytest.mark.parametrize("seat", range(4))
def test_standing_tiles_are_counted_whatever_their_number(count, seat):
    state = table(**{f"seat{seat}": SeatState((None,) * count)}, wall=((2,) * 17 + (0,),) * 4)
    assert read_table(*seen(state, "easy")).seats[seat].standing in ((count,) if count > 2 else (count, None))


@pytest.mark.parametrize("count", [7, 10, 13, 14])
@pytest.mark.parametrize("size", [0.94, 1.06])
def test_a_long_row_of_standing_tiles_is_counted_though_tiles_are_taken_for_a_little_smaller(count, size):
    state = table(seat1=SeatState((None,) * count), wall=((2,) * 17 + (0,),) * 4)
    tiles, dice, geometry = seen(state, "easy")
    wide, high = geometry.tile
    geometry = replace(geometry, tile_mm=(size * wide, size * high))
    assert read_table(tiles, dice, geometry).seats[1].standing == count


@pytest.mark.parametrize(
    ("gap", "wide", "high", "due"), [(12, 32, 23, 14), (12, 23, 32, 13), (60, 32, 23, 13)]
)
def test_the_tile_last_drawn_stands_apart_though_its_side_looks_like_a_blank_tile(gap, wide, high, due):
    """Close by and broader than high it is one; upright or far away it is a white dragon that lies there."""
    tiles, dice, geometry = seen(table(seat0=played(4, 13)), "easy")
    strips = [point for tile in tiles if tile.kind == "standing" for point in tile.corners_mm]
    left, low = max(x for x, _ in strips) + gap, median(y for _, y in strips) - high / 2
    corners = ((left, low + high), (left + wide, low + high), (left + wide, low), (left, low))
    blank = TileObservation("face", 0.98, corners, (("5z", 0.98),))
    reading = read_table([*tiles, blank], dice, geometry)
    assert reading.seats[0].standing == due
    assert not any(seat.flowers for seat in reading.seats) or due == 13


def test_one_long_strip_is_counted_by_its_length():
    settings = preset("easy")
    tiles, dice = truth_observations(table(seat0=played(4, 13)), settings)
    strips = [tile.corners_mm for tile in tiles if tile.kind == "standing"]
    points = [point for corners in strips for point in corners]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    strip = TileObservation("standing", 0.9, ((left, high), (right, high), (right, low), (left, low)))
    others = [tile for tile in tiles if tile.kind != "standing"]
    assert read_table([*others, strip], dice, geometry_of(settings)).seats[0].standing == 13


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


@pytest.mark.rule("S004-72")
@pytest.mark.rule("S001-31")
@pytest.mark.rule("S001-32")
def test_melds_that_touch_are_told_apart():
    state = table(seat0=played(4, 7, melds=(CHOW, PUNG)))
    tiles, dice, geometry = seen(state, "easy")
    close = []
    for tile in tiles:
        is_second = tile.kind == "face" and tile.corners_mm[0][1] < -250 and tile.faces[0][0] == "7z"
        close.append(replace(tile, corners_mm=tuple((x - 5.5 * is_second, y) for x, y in tile.corners_mm)))
    assert melds(read_table(close, dice, geometry).seats[0]) == melds(expected(state).seats[0])


def test_a_turned_tile_overlooked_in_the_middle_of_a_set_leaves_its_room():
    width, long = 26.0, 35.0

    def lying(x, face="5z"):
        y = -330.0
        half_x, half_y = width / 2, long / 2
        corners = (
            (x - half_x, y + half_y),
            (x + half_x, y + half_y),
            (x + half_x, y - half_y),
            (x - half_x, y - half_y),
        )
        return TileObservation("face", 0.9, corners, ((face, 0.95),))

    def sets(*xs):
        found = read_table([lying(x) for x in xs], (), TableGeometry(tile_mm=(width, long))).seats[0].melds
        return [[(tile.tile, tile.turned) for tile in meld.tiles] for meld in found]

    assert sets(300.0, 300.0 + width + long) == [[("5z", False), (None, True), ("5z", False)]]
    assert sets(300.0, 300.0 + 2 * width) == []
