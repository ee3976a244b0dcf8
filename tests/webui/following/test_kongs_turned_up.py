"""A concealed kong that its owner turns up at the end is named, and the win it was part of is paid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.tell.after_look import AfterLook
from engine.follow.tell.afterthoughts import Afterthoughts
from engine.follow.tell.contradicted import kongs_turned_up
from engine.journal.amending import amending
from engine.table.apply import apply
from engine.table.events import KongDeclared, ScoresChanged, TileDiscarded, TileDrawn, Won
from engine.table.expected import expected
from engine.table.reading import SeenMeld, Sighting, TableReading
from engine.table.state import GameState
from tests.webui.live_tables import OPENING, events_of, looked, reading_after, table
from webui.live_table import LiveTable
from webui.text.story import retold

HAND = ("1m", "2m", "3m", "1p", "2p", "3p", "9p", "5z", "5z", "5z")


def about_to_win() -> LiveTable:
    """Seat 1 has a concealed kong that nobody saw, and takes the newest discard next."""
    live = table(*OPENING, TileDiscarded(0, "9s"), TileDrawn(1))
    live.record("camera", (KongDeclared(1, "concealed", None),))
    for event in (TileDrawn(1, "tail"), TileDiscarded(1, "1z"), TileDrawn(2), TileDiscarded(2, "9p")):
        live.record("import", (event,))
    for look in range(10):
        assert not live.see(looked(reading_after(live), 18.0 + look / 5))
    return live


def won_with_a_hidden_kong() -> tuple[LiveTable, TableReading]:
    """Seat 1 has won with it, so that nobody can tell what the hand is worth."""
    live = about_to_win()
    seen = reading_after(live, Won(1, "9p", 2, HAND))
    told = [event for look in range(12) for event in events_of(live.see(looked(seen, 20.0 + look / 5)))]
    assert [type(event) for event in told] == [Won]
    return live, seen


def with_the_kong_up(seen: TableReading) -> TableReading:
    kong = SeenMeld(tuple(Sighting("7p", 0.98, (("7p", 0.98),)) for _ in range(4)))
    return replace(seen, seats=(seen.seats[0], replace(seen.seats[1], melds=(kong,)), *seen.seats[2:]))


@pytest.mark.rule("S003-12")
def test_a_kong_turned_up_at_the_end_is_named_and_the_win_paid() -> None:
    live, seen = won_with_a_hidden_kong()
    shown = with_the_kong_up(seen)
    told = [entry for look in range(8) for entry in live.see(looked(shown, 22.2 + look / 5))]
    named, won = told
    assert named.events == (KongDeclared(1, "concealed", "7p"),)
    assert [type(event) for event in won.events] == [Won, ScoresChanged]
    assert won.events[0].score["total"] >= 8
    assert live.state.seats[1].score == won.events[1].payments[1] > 0
    assert all(not live.see(looked(shown, 24.0 + look / 5)) for look in range(8))
    *_, first, second = retold(live.start, live.entries)
    assert [line.announcement.key for line in first.lines] == ["entry_amended", "entry_was"]
    keys = [line.announcement.key for line in second.lines]
    assert keys[:3] == ["won.discard", "score", "scores_changed"], "what nobody could tell before is told"


@pytest.mark.rule("S003-12")
@pytest.mark.parametrize(
    "faces",
    [("7p", "7p", "8p", "8p"), ("7p", "7p", "7p"), (None, "7p", "7p", "7p")],
    ids=["two of each", "three", "one still down"],
)
def test_what_is_not_four_alike_names_no_kong(faces) -> None:
    live, seen = won_with_a_hidden_kong()
    down = tuple(place for place, face in enumerate(faces) if face is None)
    kong = SeenMeld(tuple(Sighting(face, 0.98 if face else 0.0) for face in faces), down)
    shown = replace(seen, seats=(seen.seats[0], replace(seen.seats[1], melds=(kong,)), *seen.seats[2:]))
    assert all(not live.see(looked(shown, 22.2 + look / 5)) for look in range(8))


@pytest.mark.rule("S003-12")
@pytest.mark.parametrize("early", range(6))
def test_a_hand_misread_when_it_is_told_is_read_again_though_a_kong_is_named_then(early) -> None:
    """`early`: so many looks before the hand the kong is turned up, at least."""
    live, at_s = about_to_win(), 20.0
    hand_down, hand_up = reading_after(live), reading_after(live, Won(1, "9p", 2, HAND))
    misread = reading_after(live, Won(1, "9p", 2, ("2m", *HAND[1:])))

    def shows(reading: TableReading) -> None:
        nonlocal at_s
        live.see(looked(with_the_kong_up(reading), at_s))
        at_s += 0.2

    for _ in range(early):
        shows(hand_down)
    while not live.state.winners:
        shows(misread)
    for _ in range(20):
        shows(hand_up)
    *_, won = [event for event in live.events if isinstance(event, Won)]
    assert won.hand == HAND
    assert isinstance(live.events[-1], ScoresChanged)
    assert KongDeclared(1, "concealed", "7p") in live.events


def test_the_hand_of_a_second_win_may_read_otherwise_as_long_as_that_of_the_first() -> None:
    after, live = Afterthoughts(), about_to_win()
    won = apply(live.state, Won(1, "9p", 2, HAND))
    shown = with_the_kong_up(expected(won))

    def told(state: GameState, at_s: float) -> bool:
        look = AfterLook(live.start, live.entries, state, replace(shown), at_s, True, False)
        return bool(after.look(look))

    assert [told(won, at_s) for at_s in (20.0, 21.0)] == [False, False]
    told(live.state, 30.0)  # a person took the first win back
    assert [told(won, at_s) for at_s in (40.0, 41.0)] == [False, False]


def test_a_person_names_the_kong_and_the_win_is_paid() -> None:
    live, _ = won_with_a_hidden_kong()
    kong = next(each for each in live.entries if isinstance(each.events[0], KongDeclared))
    changes = amending(live.start, live.entries, kong.number, (KongDeclared(1, "concealed", "7p"),)).changes
    assert [[type(event) for event in events] for _, events in changes] == [
        [KongDeclared],
        [Won, ScoresChanged],
    ]


def test_of_two_kongs_the_one_not_known_yet_is_named() -> None:
    live = table(*OPENING)
    for tile in ("7p", None):
        live.record("import", (KongDeclared(0, "concealed", tile), TileDrawn(0, "tail")))
    seen = reading_after(live)
    kongs = tuple(SeenMeld(tuple(Sighting(face) for _ in range(4))) for face in ("2s", "7p"))
    seats = (replace(seen.seats[0], melds=kongs), *seen.seats[1:])
    (found,) = kongs_turned_up(live.state, replace(seen, seats=seats))
    assert (found.index, found.seen.tile) == (1, "2s")
