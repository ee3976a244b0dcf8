"""Speaker, buttons and light: what is told of them, and what they do on gpiozero's mock pins."""

import sys
import threading

import numpy as np
import pytest

from hardware.attached import Attached, Buttons, Light, load_gpiozero, parse_attached
from hardware.camera import HardwareError
from hardware.speaker import MOST_WAITING, RATE, Speaker, decoded, play_by_aplay
from tests.mock_pins import mock_pins
from webui.voice.bank import bank_of, clip_bytes


@pytest.fixture
def pins():
    with mock_pins() as factory:
        yield factory


def test_everything_that_can_be_attached_is_told_by_name():
    told = ["speaker=ja", "confirm=17", "referee=27", "undo=22", "light=5,6,13"]
    assert parse_attached(told) == Attached("ja", {"confirm": 17, "referee": 27, "undo": 22}, (5, 6, 13))
    assert parse_attached(["speaker"]).speaks == "en"
    assert parse_attached([]) == Attached()
    assert not parse_attached(["speaker=en"]).needs_gpio


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (["horn=3"], "horn=3: expected speaker=LANGUAGE, confirm=GPIO"),
        (["confirm=99"], "confirm=99: a GPIO is a number from 0 to 27, got '99'"),
        (["confirm"], "confirm: a GPIO is a number"),
        (["light=1,2"], "light=1,2: expected"),
        (["confirm=4", "undo=4"], "undo=4: each GPIO may be used once"),
        (["light=5,5,6"], "each GPIO may be used once"),
    ],
)
def test_what_is_told_wrongly_is_named(told, why):
    with pytest.raises(HardwareError) as wrong:
        parse_attached(told)
    assert why in str(wrong.value)


def test_each_button_says_its_own_name_and_bounces_are_one_press(pins):
    pressed = []
    buttons = Buttons({"confirm": 17, "undo": 22}, pressed.append)
    pins.pin(17).drive_low()
    pins.pin(17).drive_high()
    pins.pin(22).drive_low()
    assert pressed == ["confirm", "undo"]
    buttons.close()
    pins.pin(22).drive_high()
    assert pressed == ["confirm", "undo"]


def test_the_light_has_a_colour_for_each_state(pins):
    light = Light((5, 6, 13))
    light.show("watching")
    assert [pins.pin(number).state for number in (5, 6, 13)] == [0, 1, 0]
    light.show("off")
    assert [pins.pin(number).state for number in (5, 6, 13)] == [0, 0, 0]
    light.show("blind")
    assert light._lamp.is_lit
    light.close()


def test_one_lamp_tells_by_blinking(pins):
    light = Light((5,))
    light.show("watching")
    assert pins.pin(5).state == 1
    light.show("referee")
    assert light._lamp._blink_thread is not None
    light.show("off")
    assert pins.pin(5).state == 0
    light.close()


def test_without_pins_a_light_does_nothing():
    light = Light(())
    light.show("watching")
    light.close()


def test_a_machine_without_pins_is_told_in_one_line(monkeypatch):
    import gpiozero

    def broken(*args, **named):
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!\nmore")

    monkeypatch.setattr(gpiozero, "Button", broken)
    with pytest.raises(HardwareError, match="the GPIO pins cannot be used") as wrong:
        Buttons({"confirm": 17}, print)
    assert "\n" not in str(wrong.value)


def test_a_missing_library_is_told_with_its_cure(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(HardwareError, match="sudo apt install python3-gpiozero python3-lgpio"):
        load_gpiozero()


def clips(language, *texts):
    bank = bank_of(language)
    return [clip_bytes(bank, bank.clips[text]) for text in texts]


def test_clips_become_one_row_of_samples():
    one, two = clips("en", "discards", "3 bamboo")
    samples = decoded([one, two])
    assert samples.dtype == np.int16
    assert len(samples) == len(decoded([one])) + len(decoded([two]))
    assert 0.8 < len(samples) / RATE < 4.0
    assert np.abs(samples).max() > 3000


def test_the_speaker_says_one_after_the_other_and_drops_what_is_stale():
    may_go_on, heard = threading.Semaphore(0), []
    began = threading.Event()

    def play(samples):
        began.set()
        may_go_on.acquire()
        heard.append(len(samples))

    speaker = Speaker(play)
    lengths = {}
    for text in ("East", "South", "West", "North", "Chow", "Pung"):
        [clip] = clips("en", text)
        lengths[text] = len(decoded([clip]))
        speaker.say([clip])
        began.wait(10)
    for _ in range(MOST_WAITING + 1):
        may_go_on.release()
    speaker.close()
    assert heard == [lengths[text] for text in ("East", "North", "Chow", "Pung")]


def test_a_speaker_that_cannot_play_says_so_once_and_goes_on():
    said, tried = [], threading.Semaphore(0)

    def play(samples):
        tried.release()
        raise HardwareError("aplay does not play (no sound card)")

    speaker = Speaker(play, said.append)
    for _ in range(2):
        speaker.say(clips("en", "Kong"))
        assert tried.acquire(timeout=10)
    speaker.close()
    assert said == ["the speaker is silent: aplay does not play (no sound card)"]


def test_a_player_that_is_missing_or_fails_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HardwareError, match="sudo apt install alsa-utils"):
        play_by_aplay(np.zeros(10, np.int16))
    player = tmp_path / "aplay"
    player.write_text("#!/bin/sh\n/bin/cat >/dev/null\necho 'audio open error: No such device' >&2\nexit 1\n")
    player.chmod(0o755)
    with pytest.raises(HardwareError, match="audio open error: No such device"):
        play_by_aplay(np.zeros(10, np.int16))


def test_samples_reach_the_player(monkeypatch, tmp_path):
    player = tmp_path / "aplay"
    player.write_text(f"#!/bin/sh\n/bin/cat >{tmp_path}/heard\n")
    player.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    play_by_aplay(np.arange(500, dtype=np.int16))
    assert np.array_equal(np.fromfile(tmp_path / "heard", np.int16), np.arange(500))
