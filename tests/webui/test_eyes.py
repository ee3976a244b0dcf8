"""The child process that looks: what it sees arrives, and whatever kills it, the table goes on."""

import os
import signal
import time
from functools import partial

import pytest

from engine.events import TileDiscarded
from hardware.cameras import recording
from webui.eyes import Eyes
from webui.source import Source
from webui.watching import watch

PATIENCE_S = 60.0


def until(room, is_so):
    """Waits for what the room's own news bring; never longer than any machine needs."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"still {room.sight.condition}: {room.sight.message}"
        room.wait(room.session, 1_000_000, 0.05)


@pytest.fixture
def look(room):
    """Opens eyes on a source; they are closed after the test."""
    opened = []

    def open_eyes(address, *, is_recording, pause_s=None):
        source = Source(str(address), "a test", "mcr", is_recording)
        eyes = Eyes(
            room, partial(watch, source=source, stacks=18), is_recording=is_recording, pause_s=pause_s
        )
        opened.append(eyes)
        eyes.open()
        return eyes

    yield open_eyes
    for eyes in opened:
        eyes.close()


def test_a_recording_is_looked_at_to_its_end_and_once_more_when_asked(room, look, tmp_path):
    recording.example(tmp_path).close()
    eyes = look(tmp_path, is_recording=True)
    until(room, lambda: room.sight.condition == "ended")
    first, looks = room.session, room.sight.look
    assert looks >= 1
    eyes.again()
    until(room, lambda: room.session != first)
    until(room, lambda: room.sight.condition == "ended" and room.sight.look > looks)


def test_what_is_wrong_is_told_in_one_line_and_tried_again(room, look, tmp_path):
    eyes = look(tmp_path / "missing.mp4", is_recording=False)
    until(room, lambda: room.sight.condition == "stopped")
    assert "missing.mp4" in room.sight.message
    assert "\n" not in room.sight.message
    gone = eyes.child.pid
    until(room, lambda: eyes.child.pid != gone)


def test_a_killed_child_is_replaced_and_the_deal_goes_on(room, look):
    room.record("player", (TileDiscarded(0, "1z"),))
    session = room.session
    eyes = look("simulated:", is_recording=False)
    until(room, lambda: room.sight.look >= 1)
    killed = eyes.child.pid
    os.kill(killed, signal.SIGKILL)
    until(room, lambda: room.sight.condition == "stopped")
    looks = room.sight.look
    until(room, lambda: room.sight.look > looks)
    assert eyes.child.pid != killed
    assert room.session == session
    assert room.story[0].entry.number == 1


def test_closing_leaves_no_child_behind(room, look):
    eyes = look("simulated:", is_recording=False)
    until(room, lambda: room.sight.look >= 1)
    child = eyes.child
    eyes.close()
    assert not child.is_alive()
