"""Sets and hands laid open: the turned tile, concealed kongs, the winning tile, sets that touch."""

from dataclasses import replace

import pytest
from laid_tables import CHOW, CONCEALED, PUNG, RIVER, RULES, faces, melds, played, seen, table

from engine.table.expected import expected
from engine.table.state import Discard, Meld, SeatState
from vision.layout.lying import centre, to_table
from vision.layout.table import TableGeometry, read_table
from vision.observation import TileObservation


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


WIDTH, LONG = 26.0, 35.0


def lying(x, face, turned):
    half_x, half_y = (LONG / 2, WIDTH / 2) if turned else (WIDTH / 2, LONG / 2)
    across = ((x - half_x, half_y), (x + half_x, half_y), (x + half_x, -half_y), (x - half_x, -half_y))
    around = across[1:] + across[:1] if turned else across
    return TileObservation("face", 0.9, tuple((u, v - 330.0) for u, v in around), ((face, 0.95),))


@pytest.mark.parametrize(
    ("first", "step", "told"),
    [
        (("5s", False), WIDTH + LONG, [("5s", False), (None, True), ("6s", False)]),
        (("4s", True), (LONG + 3 * WIDTH) / 2, [("4s", True), (None, False), ("6s", False)]),
        (("5s", False), 2 * WIDTH, None),
        (("4s", True), WIDTH + LONG / 2, None),
    ],
    ids=["the claimed one", "the one beside it", "no room for a turned one", "no room for any"],
)
def test_a_tile_overlooked_in_the_middle_of_a_set_leaves_its_room(first, step, told):
    pung = [lying(201.0, "3p", False), lying(227.0, "3p", False), lying(257.5, "3p", True)]
    tiles = [*pung, lying(300.0, *first), lying(300.0 + step, "6s", False)]
    seat = read_table(tiles, (), TableGeometry(tile_mm=(WIDTH, LONG))).seats[0]
    sets = [[(tile.tile, tile.turned) for tile in meld.tiles] for meld in seat.melds]
    assert sets[0] == [("3p", False), ("3p", False), ("3p", True)]
    assert (told in sets[1:]) == (told is not None)
    if told:
        middle = 300.0 + (step / 2 if told[1][1] else step - WIDTH)
        assert centre(seat.melds[1].tiles[1].corners_mm) == pytest.approx((middle, -330.0))


def test_a_lone_tile_turned_before_one_seat_is_no_flower_of_the_neighbour_it_stands_upright_for():
    tiles, dice, geometry = seen(table(seat0=played(), seat1=played()), "easy")
    corners = tuple((128 + x, -290 + y) for x, y in ((-17.5, -13), (-17.5, 13), (17.5, 13), (17.5, -13)))
    phantom = TileObservation("face", 0.65, corners, (("4s", 0.55),))
    assert read_table((*tiles, phantom), dice, geometry).seats[1].flowers == ()


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("face", ["4z", "4s"])
def test_a_north_laid_out_alone_is_a_flower_however_it_lies(face, turned, count):
    tiles, dice, geometry = seen(table(seat0=played(), seat1=played()), "easy")
    pitch = LONG if turned else WIDTH
    laid = [lying(200.0 + pitch * number, face, turned) for number in range(count)]
    laid = [replace(t, corners_mm=tuple((x, y + 40) for x, y in t.corners_mm)) for t in laid]
    found = read_table((*tiles, *laid), dice, geometry).seats[0].flowers
    is_flower = face == "4z" or not turned
    assert [tile.tile for tile in found] == ([face] * count if is_flower else [])


@pytest.mark.parametrize("seat", range(4))
def test_a_turned_tile_in_the_corner_belongs_to_the_set_whose_middle_was_overlooked(seat):
    """By itself it stands upright for the neighbour, and a flower lies above the room that is left."""
    pung = [lying(235.0, "3p", False), lying(261.0, "3p", False), lying(291.5, "3p", True)]
    chow = [lying(332.0, "4p", False), lying(332.0 + (LONG + 3 * WIDTH) / 2, "6p", True)]
    flower = moved(lying(350.0, "1f", False), 0.0, 50.0)
    tiles = [turned_round(each, seat) for each in (*pung, *chow, flower)]
    reading = read_table(tiles, (), TableGeometry(tile_mm=(WIDTH, LONG)))
    sets = [[(tile.tile, tile.turned) for tile in meld.tiles] for meld in reading.seats[seat].melds]
    assert [("4p", False), (None, False), ("6p", True)] in sets
    assert reading.loose == ()


def moved(tile, x_mm, y_mm):
    return replace(tile, corners_mm=tuple((x + x_mm, y + y_mm) for x, y in tile.corners_mm))


def turned_round(tile, seat):
    return replace(tile, corners_mm=tuple(to_table(corner, seat) for corner in tile.corners_mm))
