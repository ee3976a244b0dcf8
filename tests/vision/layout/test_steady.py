"""Many looks taken together: what is believed, what is given up, what is only overlooked."""

import random
from dataclasses import replace

import pytest

from vision.layout.zones import TableGeometry
from vision.observation import DieObservation, TileObservation
from vision.track.calm import Settling
from vision.track.steady import SteadyTable

CALM = Settling("seen")
EVERYWHERE = ((-430.0, -430.0), (430.0, -430.0), (430.0, 430.0), (-430.0, 430.0))
STIRRED = Settling("seen", stirred=(EVERYWHERE,))
ARM = ((-60.0, -430.0), (60.0, -430.0), (60.0, -60.0), (-60.0, -60.0))
ARM_OVER = Settling("partly", covered=(ARM,), hidden=frozenset({"river:0", "wall:0", "standing:0"}))


def tile(x, y, face="5p", likely=0.9, kind="face"):
    corners = ((x - 13, y + 17.5), (x + 13, y + 17.5), (x + 13, y - 17.5), (x - 13, y - 17.5))
    return TileObservation(kind, 0.9, corners, ((face, likely),) if kind == "face" else ())


def die(x, y, pips):
    return DieObservation(pips, 0.9, ((x, y + 15), (x + 15, y + 15), (x + 15, y), (x, y)))


def row(*faces):
    return [tile(-65 + 27 * place, -104, face) for place, face in enumerate(faces)]


def watched(*looks, steady=None):
    """The last reading after (tiles, settling) looks."""
    steady = steady or SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    reading = None
    for tiles, settling in looks:
        reading = steady.update(tiles, (), settling)
    return reading, steady


def river(reading):
    return [each.tile for each in reading.seats[0].river]


def test_a_tile_is_believed_when_it_was_found_twice():
    first, steady = watched((row("1m", "2m"), CALM))
    assert river(first) == []
    second, _ = watched((row("1m", "2m"), CALM), steady=steady)
    assert river(second) == ["1m", "2m"]


def test_a_tile_found_surely_where_a_hand_has_been_is_believed_at_once():
    two = row("1m", "2m")
    three = row("1m", "2m", "3m")
    reading, _ = watched(*[(two, CALM)] * 4, (three, STIRRED))
    assert river(reading) == ["1m", "2m"], "it may still be in the hand"
    reading, _ = watched(*[(two, CALM)] * 4, (two, STIRRED), (three, CALM))
    assert river(reading) == ["1m", "2m", "3m"]


def test_a_flash_that_is_found_once_is_never_told():
    two = row("1m", "2m")
    reading, _ = watched(*[(two, CALM)] * 3, ([*two, tile(50, -104, "9s")], CALM), *[(two, CALM)] * 3)
    assert river(reading) == ["1m", "2m"]


@pytest.mark.parametrize("missed", [1, 2, 3, 4])
def test_a_tile_overlooked_where_nothing_stirred_stays(missed):
    two = row("1m", "2m")
    reading, _ = watched(*[(two, CALM)] * 4, *[(two[:1], CALM)] * missed)
    assert river(reading) == ["1m", "2m"]


@pytest.mark.parametrize(("score", "left"), [(0.52, ["1m", "2m"]), (0.85, ["1m"])])
def test_a_tile_hardly_found_where_a_hand_has_been_is_given_up_in_the_second_look(score, left):
    one, two = row("1m", "2m")
    hardly = replace(two, score=score)
    looks = [([one], CALM)] * 3 + [([one, hardly], STIRRED), ([one, hardly], CALM), ([one], STIRRED)]
    reading, steady = watched(*looks, ([one], CALM))
    assert river(reading) == left
    reading, _ = watched(([one], CALM), steady=steady)
    assert river(reading) == ["1m"]


def test_a_tile_taken_by_a_hand_is_given_up_in_the_first_look_without_the_hand():
    two = row("1m", "2m")
    reading, steady = watched(*[(two, CALM)] * 4, (two[:1], STIRRED))
    assert river(reading) == ["1m", "2m"]
    reading, _ = watched((two[:1], CALM), steady=steady)
    assert river(reading) == ["1m"]


def test_a_covered_tile_is_stale_not_gone():
    two = row("1m", "2m")
    reading, steady = watched(*[(two, CALM)] * 4, *[([], ARM_OVER)] * 9)
    assert "river:0" in reading.hidden
    reading, _ = watched((two, CALM), steady=steady)
    assert river(reading) == ["1m", "2m"]
    assert "river:0" not in reading.hidden


def test_a_failed_look_tells_nothing_and_forgets_nothing():
    two = row("1m", "2m")
    nothing, steady = watched(*[(two, CALM)] * 3, ([], Settling("failed", reason="dark")))
    assert nothing is None
    assert river(watched((two, CALM), steady=steady)[0]) == ["1m", "2m"]


def test_tiles_in_a_hand_over_the_table_do_not_lie_there():
    two = row("1m", "2m")
    reading, _ = watched(*[(two, CALM)] * 3, *[([*two, tile(20, -200, "9s")], ARM_OVER)] * 4)
    assert river(reading) == ["1m", "2m"]
    assert reading.loose == ()


@pytest.mark.parametrize("seed", range(5))
def test_faces_are_the_mean_over_looks_so_that_a_few_misreads_do_not_tell(seed):
    rng = random.Random(seed)
    looks = []
    for number in range(10):
        wrong = number % 3 == 2
        looks.append(([tile(0, -104, rng.choice(["6p", "9p"]) if wrong else "5p", 0.8)], CALM))
    reading, _ = watched(*looks)
    assert river(reading) == ["5p"]


def test_another_tile_laid_in_the_same_place_is_read_anew():
    reading, _ = watched(
        *[([tile(0, -104, "5p")], CALM)] * 10, ([], STIRRED), *[([tile(2, -103, "7z")], CALM)] * 3
    )
    assert river(reading) == ["7z"]


def test_a_look_passed_over_still_counts_as_stirred():
    two = row("1m", "2m")
    _, steady = watched(*[(two, CALM)] * 4)
    steady.pass_over(STIRRED)
    reading, _ = watched(*[(two[:1], CALM)] * 2, steady=steady)
    assert river(reading) == ["1m"]


def test_dice_are_told_once_they_lie_still():
    steady = SteadyTable()
    for number in range(3):
        reading = steady.update((), (die(number * 30, 0, 3), die(10, 60, 5)), CALM)
    assert [each.pips for each in reading.dice] == [5]
    for _ in range(3):
        reading = steady.update((), (die(60, 0, 3), die(10, 60, 5)), CALM)
    assert sorted(each.pips for each in reading.dice) == [3, 5]


def test_a_false_back_among_reads_of_a_face_stays_a_face():
    flicker = [tile(0, -104, kind="back" if number % 4 == 3 else "face") for number in range(12)]
    reading, _ = watched(*[([each], CALM) for each in flicker])
    assert river(reading) == ["5p"]


def test_the_tile_size_is_settled_from_the_first_looks():
    tiles = [tile(x * 27 - 230, y * 40 - 100) for x in range(16) for y in range(3)]
    steady = SteadyTable()
    for _ in range(4):
        steady.update(tiles, (), CALM)
    assert steady.geometry.tile_mm == pytest.approx((26.0, 35.0))
    small = [replace(each, corners_mm=tuple((x / 2, y / 2) for x, y in each.corners_mm)) for each in tiles]
    steady.update(small, (), CALM)
    assert steady.geometry.tile_mm == pytest.approx((26.0, 35.0))


ROLLING = Settling("seen", stirred=(((-30.0, -30.0), (60.0, -30.0), (60.0, 30.0), (-30.0, 30.0)),))


def thrown(steady, *looks):
    """What the dice show after (dice, settling) looks."""
    reading = None
    for dice, settling in looks:
        reading = steady.update(row("1m"), dice, settling)
    return sorted(each.pips for each in reading.dice), reading.is_visible("dice")


def test_dice_show_nothing_while_they_roll_and_what_they_show_once_they_lie_still():
    steady = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    lying = [die(0, 0, 3), die(30, 0, 5)]
    assert thrown(steady, *[(lying, CALM)] * 4) == ([3, 5], True)
    assert thrown(steady, ([die(2, 1, 3), die(31, 0, 6)], ROLLING)) == ([], False)
    steady.pass_over(ROLLING)
    assert steady.has_rolling_dice
    assert thrown(steady, ([die(1, 1, 4), die(31, 1, 4)], CALM)) == ([4, 4], True)


def test_dice_that_are_stirred_after_they_were_read_are_not_told_from_memory():
    steady = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    thrown(steady, *[([die(0, 0, 3), die(30, 0, 5)], CALM)] * 4)
    assert not steady.has_rolling_dice
    steady.pass_over(ROLLING)
    assert steady.has_rolling_dice


def test_a_tile_that_is_often_overlooked_is_not_given_up_in_the_first_look_after_a_hand():
    two = row("1m", "2m")
    flaky = [(two if number % 2 else two[:1], CALM) for number in range(2, 14)]
    reading, _ = watched(*[(two, CALM)] * 4, *flaky, (two, CALM), (two[:1], STIRRED), (two[:1], CALM))
    assert river(reading) == ["1m", "2m"]


def test_a_die_thrown_to_where_another_lay_shows_its_own_face():
    steady = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    thrown(steady, *[([die(0, 0, 3)], CALM)] * 5, ([], ROLLING))
    assert thrown(steady, ([die(0, 0, 6)], CALM)) == ([6], True)


def test_a_die_that_one_look_misreads_shows_what_the_others_say():
    steady = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    thrown(steady, *[([], CALM)] * 4, ([], ROLLING))
    assert thrown(steady, ([die(0, 0, 6)], CALM)) == ([6], True)
    assert thrown(steady, ([die(0, 0, 3)], CALM)) == ([], False), "it shows one or the other"
    assert thrown(steady, ([die(0, 0, 6)], CALM), ([die(0, 0, 6)], CALM)) == ([6], True)


def test_a_die_overlooked_in_the_first_look_after_it_rolled_is_believed_where_it_is_found():
    steady = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    thrown(steady, *[([], CALM)] * 4, ([], ROLLING))
    assert thrown(steady, ([die(0, 0, 6)], CALM), ([die(0, 0, 6), die(30, 0, 2)], CALM)) == ([2, 6], True)


def test_a_die_that_rolls_by_does_not_keep_one_that_is_gone():
    steady = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0)))
    thrown(steady, *[([die(0, 0, 3)], CALM)] * 5, ([die(2, 2, 5)], ROLLING))
    assert thrown(steady, ([die(30, 0, 2)], CALM), ([die(30, 0, 2)], CALM)) == ([2], True)


def half_under_a_hand(tile):
    """Its outline as the visible part of it suggests: turned and shifted."""
    (x, y), _, (u, v), _ = tile.corners_mm
    middle = ((x + u) / 2, (y + v) / 2 + 8)
    around = [(middle[0] + a, middle[1] + b) for a, b in ((-17.5, 13), (17.5, 13), (17.5, -13), (-17.5, -13))]
    return replace(tile, corners_mm=tuple(around))


def test_an_outline_seen_wrongly_beside_a_hand_is_forgotten_in_the_next_look():
    back = tile(0, 257, kind="back")
    _, steady = watched(*[([back], CALM)] * 4, ([], STIRRED), ([half_under_a_hand(back)], CALM))
    watched(([back], CALM), steady=steady)
    (seen,) = steady.observations()
    assert seen.corners_mm == back.corners_mm


def test_an_outline_nothing_has_stirred_since_is_not_overthrown_by_one_look():
    back = tile(0, 257, kind="back")
    _, steady = watched(*[([back], CALM)] * 4, ([half_under_a_hand(back)], CALM))
    (seen,) = steady.observations()
    assert max(abs(x - u) for (x, _), (u, _) in zip(seen.corners_mm, back.corners_mm, strict=True)) < 3.0


FINGER = ((8.0, 240.0), (40.0, 240.0), (40.0, 300.0), (8.0, 300.0))
FINGER_OVER = Settling("partly", covered=(FINGER,))


def test_a_stack_that_a_finger_touched_at_its_edge_lies_where_it_lies_now_at_once():
    whole, half = tile(0, 257, kind="back"), tile(0, 253.4, kind="back")
    _, steady = watched(*[([whole], CALM)] * 6, ([whole], FINGER_OVER))
    watched(([half], CALM), steady=steady)
    (seen,) = steady.observations()
    assert seen.corners_mm == half.corners_mm


def test_what_a_look_shows_of_a_stack_under_a_finger_moves_nothing():
    whole = tile(0, 257, kind="back")
    _, steady = watched(*[([whole], CALM)] * 6, *[([tile(2, 254, kind="back")], FINGER_OVER)] * 2)
    (seen,) = steady.observations()
    assert seen.corners_mm == whole.corners_mm


@pytest.mark.parametrize(("score", "told"), [(0.64, 0), (0.9, 1)], ids=["hardly found", "found surely"])
def test_where_dice_are_kept_a_tile_hardly_found_is_still_a_die_when_it_has_long_been_overlooked(score, told):
    steady, kept = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0))), die(143, -301, 5)
    for _ in range(4):
        steady.update((), (kept,), CALM)
    for _ in range(12):
        steady.update((), (), CALM)
    for _ in range(4):
        steady.update((replace(tile(150, -293, "4p"), score=score),), (), CALM)
    assert len(steady.observations()) == told


@pytest.mark.parametrize(("score", "told"), [(0.64, []), (0.9, ["4s"])], ids=["hardly found", "found surely"])
def test_a_tile_hardly_found_where_a_die_lies_is_the_die(score, told):
    steady, lying = SteadyTable(TableGeometry(tile_mm=(26.0, 35.0))), die(-7, -112, 6)
    for _ in range(4):
        steady.update((), (lying,), CALM)
    steady.update((), (), STIRRED)
    found = replace(tile(0, -104, "4s"), score=score)
    for _ in range(2):
        reading = steady.update((found,), (), CALM)
    assert river(reading) == told
