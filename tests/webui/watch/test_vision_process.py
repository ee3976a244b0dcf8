"""The child process that looks: what it sees arrives, and whatever kills it, the table goes on."""

import os
import signal
import threading
import time
from dataclasses import replace
from functools import partial

import pytest

from engine.rules import load_ruleset
from engine.table.events import TileDiscarded
from hardware.cameras import recording
from webui.live.silence import Patience, Silence
from webui.live.vision_child import watch
from webui.live.vision_process import VisionProcess
from webui.plan import Asked
from webui.serving import Serving
from webui.watch.source import Source

PATIENCE_S = 60.0


def until(room, is_so):
    """Waits for what the room's own news bring; never longer than any machine needs."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"still {room.camera_state.condition}: {room.camera_state.message}"
        room.wait(room.session, 1_000_000, 0.05)


@pytest.fixture
def look(room, tmp_path):
    """Opens eyes on a source; they are closed after the test."""
    opened = []

    def open_eyes(address, *, is_recording, pause_s=None, patience=None):
        source = Source(str(address), "a test", "mcr", is_recording)
        eyes = VisionProcess(
            room,
            partial(watch, source=source, stacks=18, rules=load_ruleset("mcr"), sets=tmp_path / "sets"),
            is_recording=is_recording,
            pause_s=pause_s,
            patience=patience,
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
    until(room, lambda: room.camera_state.condition == "ended")
    first, looks = room.session, room.camera_state.look
    assert looks >= 1
    eyes.again()
    until(room, lambda: room.session != first)
    until(room, lambda: room.camera_state.condition == "ended" and room.camera_state.look > looks)


def test_what_is_wrong_is_told_in_one_line_and_tried_again(room, look, tmp_path):
    eyes = look(tmp_path / "missing.mp4", is_recording=False)
    until(room, lambda: room.camera_state.condition == "stopped")
    assert "missing.mp4" in room.camera_state.message
    assert "\n" not in room.camera_state.message
    gone = eyes.child.pid
    until(room, lambda: eyes.child.pid != gone)


def test_a_killed_child_is_replaced_and_the_deal_goes_on(room, look):
    room.record("player", (TileDiscarded(0, "1z"),))
    session = room.session
    eyes = look("simulated:", is_recording=False)
    until(room, lambda: room.camera_state.look >= 1)
    killed = eyes.child.pid
    os.kill(killed, signal.SIGKILL)
    until(room, lambda: room.camera_state.condition == "stopped")
    looks = room.camera_state.look
    until(room, lambda: room.camera_state.look > looks)
    assert eyes.child.pid != killed
    assert room.session == session
    assert room.story[0].entry.number == 1


def test_closing_leaves_no_child_behind(room, look):
    eyes = look("simulated:", is_recording=False)
    until(room, lambda: room.camera_state.look >= 1)
    child = eyes.child
    eyes.close()
    assert not child.is_alive()


def test_a_child_that_hangs_is_replaced_and_the_page_says_so_meanwhile(room, look):
    eyes = look("simulated:", is_recording=False, patience=Patience(4.0, 60.0, 4.0))
    until(room, lambda: room.camera_state.look >= 1)
    hung = eyes.child.pid
    os.kill(hung, signal.SIGSTOP)
    until(room, lambda: room.camera_state.condition == "stopped")
    assert "nothing was heard of the camera for" in room.camera_state.message
    looks = room.camera_state.look
    until(room, lambda: room.camera_state.look > looks)
    assert eyes.child.pid != hung


def test_two_pairs_of_eyes_opened_at_once_leave_only_the_newer_ones_telling(room, look):
    room.record("player", (TileDiscarded(0, "1z"),))
    first = look("simulated:", is_recording=False)
    look("simulated:", is_recording=False)
    until(room, lambda: room.camera_state.look >= 1)
    os.kill(first.child.pid, signal.SIGKILL)
    first.close()
    assert room.camera_state.condition != "stopped"


class Refusing:
    """A room that cannot open a session, or take a look, now and then."""

    def __init__(self, inner, wrong):
        self._inner, self._wrong = inner, list(wrong)

    def __getattr__(self, name):
        return getattr(self._inner, name)

    def begin(self):
        if self._wrong:
            raise self._wrong.pop()
        self._inner.begin()


def test_a_session_that_cannot_be_opened_ends_no_looking(room, tmp_path):
    recording.example(tmp_path).close()
    source = Source(str(tmp_path), "a test", "mcr", True)
    kept = Refusing(room, [OSError(28, "No space left on device")])
    eyes = VisionProcess(kept, partial(watch, source=source, stacks=18), is_recording=True, pause_s=None)
    eyes.open()
    until(room, lambda: room.camera_state.condition == "ended")
    eyes.again()
    until(room, lambda: room.camera_state.condition == "stopped")
    assert "No space left" in room.camera_state.message
    looks = room.camera_state.look
    until(room, lambda: room.camera_state.look > looks)
    eyes.close()


@pytest.mark.parametrize(
    ("heard", "waited_s", "is_hung"),
    [
        ([], 17.9, False),
        ([], 18.1, True),
        (["alive"], 17.9, False),
        (["alive"] * 20, 17.0, False),
        (["look"], 18.1, True),
        (["look", "alive", "alive"], 6.0, False),
        (["look", *["alive"] * 20], 6.0, True),
        (["alive"] * 100, 2.0, True),
    ],
    ids=["at once", "dead at once", "one sign", "slow start", "hung", "busy", "only alive", "for ever"],
)
def test_when_silence_is_too_long(monkeypatch, heard, waited_s, is_hung):
    """Each thing heard comes two seconds after the one before."""
    now = [0.0]
    monkeypatch.setattr("webui.live.silence.time.monotonic", lambda: now[0])
    silence = Silence(Patience())
    for what in heard:
        now[0] += 2.0
        silence.ends(is_seeing=what == "look")
    now[0] += waited_s
    assert silence.is_too_long() == is_hung


def test_a_slow_machine_is_given_more_time_and_a_quick_one_loses_it_again():
    patience = Patience().longer()
    assert patience.silent_s == 36.0
    silence = Silence(patience)
    for _ in range(30):
        silence.ends(is_seeing=True)
    assert patience.after(silence) == Patience()


def test_two_presses_at_once_leave_one_pair_of_eyes(tmp_path):
    serving = Serving(Asked("none"), tmp_path)
    serving.open()
    both = threading.Barrier(2)

    def press():
        both.wait(PATIENCE_S)
        serving.use(lambda settings: replace(settings, camera="simulated:"))

    presses = [threading.Thread(target=press) for _ in range(2)]
    before = {each for each in threading.enumerate() if each.name == "vision process"}
    for each in presses:
        each.start()
    for each in presses:
        each.join(PATIENCE_S)
    opened = [each for each in threading.enumerate() if each.name == "vision process" and each not in before]
    serving.close()
    assert len(opened) == 1
