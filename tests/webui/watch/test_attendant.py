"""What is attached: it speaks what is announced, its light tells the state, its buttons act."""

import pytest

from engine.journal.amend import in_force
from engine.table.events import RefereeCalled, TileDiscarded, TileDrawn
from hardware.attached import Attached
from tests.mock_pins import mock_pins
from tests.webui.openings import OPENING
from webui.seats.attendant import REFEREE_S, Attendant
from webui.voice.bank import bank_of, clip_bytes, clips_of

PINS = {"confirm": 17, "referee": 27, "undo": 22}


class Heard:
    """A speaker that only notes what it was to say."""

    def __init__(self):
        self.said = []

    def say(self, clips):
        self.said.append(list(clips))

    def close(self):
        pass


@pytest.fixture
def pins():
    with mock_pins() as factory:
        yield factory


@pytest.fixture
def attend(room, pins):
    opened = []

    def make(speaks="en", now=lambda: 0.0):
        heard = Heard()
        attendant = Attendant(room, Attached(speaks, PINS, (5, 6, 13)), lambda: heard, now)
        opened.append(attendant)
        return attendant, heard

    yield make
    for each in opened:
        each.close()


@pytest.mark.parametrize(("language", "said"), [("en", "East discards West wind"), ("ja", "東家 打 西")])
def test_a_discard_is_spoken_from_the_machine_in_its_language(room, attend, language, said):
    attendant, heard = attend(language)
    for event in (*OPENING[:-1], TileDiscarded(0, "3z")):
        room.record("player", (event,))
    attendant.follow(0.0)
    bank = bank_of(language)
    assert heard.said[-1] == [clip_bytes(bank, clip) for clip in clips_of(said, language)]


def test_what_was_told_before_it_came_is_not_spoken(room, attend):
    room.record("player", (OPENING[0],))
    attendant, heard = attend()
    attendant.follow(0.0)
    assert heard.said == []


def test_the_referee_is_called_by_a_button_and_the_light_tells_it_for_a_while(room, attend, pins):
    clock = [0.0]
    attendant, _ = attend(now=lambda: clock[0])
    pins.pin(27).drive_low()
    attendant.follow(0.0)
    assert room.entries[-1].events == (RefereeCalled(None),)
    assert room.entries[-1].by == "button"
    assert attendant.state() == "referee"
    clock[0] = REFEREE_S + 1
    assert attendant.state() != "referee"


def test_the_undo_button_takes_back_the_newest_entry(room, attend, pins):
    attend()
    for event in OPENING:
        room.record("player", (event,))
    before = len(room.entries)
    pins.pin(22).drive_low()
    assert len(room.entries) == before + 1
    assert in_force(room.entries)[-1].events == ()
    pins.pin(22).drive_high()
    pins.pin(22).drive_low()
    assert [entry.events for entry in in_force(room.entries)][-2:] == [(), ()]


def test_the_confirm_button_does_nothing_where_nothing_waits(room, attend, pins):
    attend()
    room.record("player", (OPENING[0],))
    before = room.entries
    pins.pin(17).drive_low()
    assert room.entries == before


def test_the_light_tells_what_the_camera_can_see(room, attend, pins):
    attendant, _ = attend()
    for condition, state in (("off", "off"), ("stopped", "blind"), ("starting", "watching")):
        room.set_condition(condition)
        assert attendant.state() == state
    attendant.follow(0.0)
    assert [pins.pin(number).state for number in (5, 6, 13)] == [0, 1, 0]


def test_a_press_that_fails_costs_the_press_alone(room, attend, pins, monkeypatch):
    attend()

    def full(*told, **named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(room, "record", full)
    pins.pin(27).drive_low()
    monkeypatch.undo()
    pins.pin(27).drive_high()
    pins.pin(27).drive_low()
    assert room.entries[-1].events == (RefereeCalled(None),)


def test_it_follows_by_itself_once_it_is_open(room, attend):
    attendant, heard = attend()
    attendant.open()
    room.record("player", (OPENING[0],))
    room.record("player", (OPENING[1],))
    for _ in range(100):
        if heard.said:
            break
        room.wait(room.session, 10**6, 0.05)
    assert heard.said


def test_tiles_drawn_are_not_spoken(room, attend):
    attendant, heard = attend()
    for event in (*OPENING, TileDrawn(1)):
        room.record("player", (event,))
    attendant.follow(0.0)
    count = len(heard.said)
    room.record("player", (TileDiscarded(1, "2z"),))
    attendant.follow(0.0)
    assert len(heard.said) == count + 1
