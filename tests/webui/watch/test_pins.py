"""A person's word for a tile that lies there is told to the eyes: all that look like it are that face."""

from multiprocessing import Pipe
from types import SimpleNamespace

from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import TileDiscarded
from engine.table.reading import SeatReading, Sighting, TableReading
from webui.live.pins import Pin, Pins, pins
from webui.live.vision_child import NEAR_MM, _is_asked

BEGUN = new_table(load_ruleset("riichi"), 0)


def river(*faces):
    state = BEGUN
    for face in faces:
        state = apply(state, TileDiscarded(0, face))
    return state


def seen(*faces):
    row = tuple(
        Sighting(face, 0.9, (), False, ((x, 1.0), (x + 2, 1.0), (x + 2, -1.0), (x, -1.0)))
        for x, face in enumerate(faces)
    )
    return TableReading(seats=(SeatReading(river=row), SeatReading(), SeatReading(), SeatReading()))


def test_a_corrected_discard_that_still_lies_there_is_pinned_where_it_lies():
    assert pins(river("1p", "7p", "9m"), river("1p", "5z", "9m"), seen("1p", "7p", "9m")) == (
        Pin((2.0, 0.0), "5z"),
    )


def test_what_is_read_as_the_person_says_needs_no_pin():
    assert pins(river("1p", "7p"), river("1p", "5z"), seen("1p", "5z")) == ()


def test_a_row_that_was_read_otherwise_long_or_changed_in_two_places_says_nothing_of_one_tile():
    before, after = river("1p", "7p"), river("1p", "5z")
    assert pins(before, after, seen("1p", "7p", "9m")) == ()
    assert pins(before, river("2p", "5z"), seen("1p", "7p")) == ()
    assert pins(before, river("1p", None), seen("1p", "7p")) == ()
    assert pins(before, after, None) == ()


def test_each_word_is_handed_over_once():
    said = Pins()
    said.said(river("7p"), river("5z"), seen("7p"))
    assert said.take() == (Pin((1.0, 0.0), "5z"),)
    assert said.take() == ()


def test_the_eyes_take_a_persons_word_for_all_that_look_alike_and_for_no_wish():
    ours, theirs = Pipe()
    told = []
    known = SimpleNamespace(pin=lambda *said: told.append(said))
    ours.send(Pin((1.0, 0.0), "5z"))
    assert not _is_asked(theirs, SimpleNamespace(), known)
    assert told == [((1.0, 0.0), NEAR_MM, "5z")]


def test_a_correction_in_the_room_waits_for_the_eyes(room):
    from webui.watch.seen_table import SeenTable

    entry = room.record("import", (TileDiscarded(0, "7p"),))
    room.see(SeenTable(1, 1.0, seen("7p")))
    room.record("player", (TileDiscarded(0, "5z"),), amends=entry.number)
    assert room.pins.take() == (Pin((1.0, 0.0), "5z"),)
