"""When the networks are asked, and which zones count as seen."""

from __future__ import annotations

from engine.table.reading import ZONES
from vision.camera.markers import SQUARE_MM
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
