"""When the networks are asked, and which zones count as seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.table.reading import ZONES
from vision.camera.markers import SQUARE_MM
from vision.observation import TileObservation
from vision.pipeline.joining import JoinedLooks
from vision.pipeline.look import Find, Look
from vision.track.calm import Settling

CAMERA = (0.0, 0.0, 1400.0)
ROW = ((-150.0, -380.0), (150.0, -380.0), (150.0, -340.0), (-150.0, -340.0))
RIVER = ((-80.0, -150.0), (80.0, -150.0), (80.0, -90.0), (-80.0, -90.0))
CALM = Settling("seen", calm=ZONES)
OVER_ROW = Settling(
    "partly", (ROW,), frozenset({"standing:0"}), frozenset({"standing:0"}), ZONES - {"standing:0"}
)
LEFT_RIVER = Settling("seen", moving=frozenset({"river:0"}), calm=ZONES - {"river:0"}, tentative=CALM)
CORNERS = ((-13.0, -87.0), (13.0, -87.0), (13.0, -121.0), (-13.0, -121.0))
LAID = TileObservation("face", 0.95, CORNERS, (("3p", 0.95),))
OVER_RIVER = Settling("partly", (RIVER,), frozenset({"river:0"}), frozenset({"river:0"}), ZONES - {"river:0"})


def seen(looks: JoinedLooks, *settlings: Settling, every_s: float = 0.2) -> list[Look]:
    """Looks at a bare table, one after the other."""
    return [
        looks.look(Find(number, number * every_s, settling, CAMERA), lambda: ((), ()))
        for number, settling in enumerate(settlings)
    ]


def test_the_first_still_look_after_a_hand_is_read_at_once():
    found = seen(JoinedLooks(SQUARE_MM, 18), *[CALM] * 10, OVER_ROW, CALM, CALM)
    assert [look.find.observed is not None for look in found[-3:]] == [True, True, False]


def test_what_a_hand_has_left_is_read_at_once_and_what_it_covers_stays_unseen():
    found = seen(JoinedLooks(SQUARE_MM, 18), *[CALM] * 10, OVER_ROW, OVER_RIVER, OVER_RIVER, CALM)
    assert [look.find.observed is not None for look in found[-4:]] == [True, True, False, True]
    assert [look.hidden for look in found[-4:]] == [{"standing:0"}, {"river:0"}, {"river:0"}, frozenset()]


def test_a_zone_that_was_covered_when_the_table_was_read_stays_unseen_in_finds_without_another_read():
    looks = JoinedLooks(SQUARE_MM, 18)
    read, unread = Find(0, 0.0, OVER_ROW, CAMERA, ((), ())), Find(1, 0.2, CALM, CAMERA)
    assert looks.look(read).hidden == looks.look(unread).hidden == {"standing:0"}


def test_a_table_that_lies_still_is_not_read_again():
    assert [look.find.observed is not None for look in seen(JoinedLooks(SQUARE_MM, 18), *[CALM] * 14)][
        -3:
    ] == [False] * 3


def test_what_a_hand_has_just_left_is_tentative_and_believed_when_it_lies_still() -> None:
    looks, settlings = JoinedLooks(SQUARE_MM, 18), [*[CALM] * 10, OVER_RIVER, LEFT_RIVER, CALM]
    found = []
    for number, settling in enumerate(settlings):
        lying = (LAID,) if number > 10 else ()
        find = Find(number, number * 0.2, settling, CAMERA)
        found.append(looks.look(find, lambda lying=lying: (lying, ())))  # type: ignore[misc]
    first, believed = found[-2:]
    assert first.find.is_tentative
    assert first.tentative is not None
    assert [tile.tile for tile in first.tentative.reading.seats[0].river] == ["3p"]
    assert "river:0" not in first.tentative.hidden
    assert (first.reading.seats[0].river, "river:0" in first.hidden) == ((), True)
    assert believed.tentative is None
    assert [tile.tile for tile in believed.reading.seats[0].river] == ["3p"]
    assert not believed.hidden
    replayed = JoinedLooks(SQUARE_MM, 18)
    assert [replayed.look(look.find) for look in found] == found


BESIDE = ((47.0, -87.0), (73.0, -87.0), (73.0, -121.0), (47.0, -121.0))
OTHER = TileObservation("face", 0.95, BESIDE, (("7s", 0.95),))
DARK = Settling("failed", reason="dark")
BEFORE_S = 12.0
"""How long the table is looked at before somebody covers the camera."""


def rivers_after(
    away_s: float, lying_then: tuple[TileObservation, ...], every_s: float = 0.2
) -> list[object]:
    """What lies in the river of seat 0 in the looks after the camera was covered; None: nobody knows."""
    looks, at_s, found = JoinedLooks(SQUARE_MM, 18), 0.0, list[object]()
    while at_s < BEFORE_S:
        looks.look(Find(0, at_s, CALM, CAMERA, ((LAID,), ())))
        at_s += every_s
    looks.look(Find(0, at_s, DARK, CAMERA))
    for number in range(3):
        look = looks.look(Find(0, at_s + away_s + number * every_s, CALM, CAMERA, (lying_then, ())))
        is_known = "river:0" not in look.hidden
        found.append([tile.tile for tile in look.reading.seats[0].river] if is_known else None)
    return found


def test_after_a_long_time_without_a_look_only_what_is_found_again_lies_there() -> None:
    assert rivers_after(60.0, (OTHER,)) == [None, ["7s"], ["7s"]]
    assert rivers_after(60.0, ()) == [None, [], []]
    assert rivers_after(60.0, (LAID,)) == [None, ["3p"], ["3p"]]


def test_after_a_short_time_what_lay_there_is_not_given_up_at_once() -> None:
    assert rivers_after(4.0, ()) == [["3p"]] * 3


def test_who_looks_seldom_has_not_been_away() -> None:
    assert rivers_after(9.0, (LAID,), every_s=5.0) == [["3p"]] * 3
    assert rivers_after(30.0, (LAID,), every_s=5.0) == [None, ["3p"], ["3p"]]


@pytest.mark.parametrize("away_s", [4.0, 60.0])
def test_after_a_gap_no_zone_is_known_before_it_is_read_again(away_s: float) -> None:
    looks, at_s = JoinedLooks(SQUARE_MM, 18), 0.0
    while at_s < BEFORE_S:
        looks.look(Find(0, at_s, CALM, CAMERA, ((LAID,), ())))
        at_s += 0.2
    unread = [looks.look(Find(0, at_s + away_s + number * 0.2, CALM, CAMERA)) for number in range(3)]
    assert all({"river:0", "melds:2"} <= look.hidden for look in unread[1:])
    read = looks.look(Find(0, at_s + away_s + 0.6, CALM, CAMERA, ((LAID,), ())))
    assert not read.hidden


def test_after_a_gap_zones_that_nothing_covers_are_read_while_an_arm_is_over_others() -> None:
    looks, at_s = JoinedLooks(SQUARE_MM, 18), 0.0
    while at_s < BEFORE_S:
        looks.look(Find(0, at_s, CALM, CAMERA, ((LAID,), ())))
        at_s += 0.2
    arm = replace(CALM, covered=(BESIDE,), calm=CALM.calm - {"river:3"})
    seen = [
        looks.look(Find(0, at_s + 4.0 + number * 0.2, arm, CAMERA), lambda: ((LAID,), ()))
        for number in range(4)
    ]
    assert "river:0" not in seen[-1].hidden
    assert "river:3" in seen[-1].hidden


def test_without_a_gap_what_was_read_stays_known() -> None:
    looks, at_s = JoinedLooks(SQUARE_MM, 18), 0.0
    while at_s < BEFORE_S:
        looks.look(Find(0, at_s, CALM, CAMERA, ((LAID,), ())))
        at_s += 0.2
    assert not looks.look(Find(0, at_s + 1.5, CALM, CAMERA)).hidden
